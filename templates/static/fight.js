/* The fight companion: one hero, foe after foe, kept in the browser. */
(function () {
  "use strict";

  const KEY = "luck-atlas-fights";
  const ASIDE_KEY = "luck-atlas-fights-set-aside";
  const VERSION = 1;
  const ENDS = { won: "won", lost: "lost", left: "left" };
  const NAMES = Object.keys(LuckAtlas.edition.least);
  const words = LuckAtlas.words;
  const id = (name) => document.getElementById(name);
  const companion = id("companion");
  const sheet = id("numbers");
  const inputs = [...sheet.querySelectorAll(".dial input")];
  const rulesText = JSON.stringify(LuckAtlas.edition.rules);

  let current = null;
  let earlier = [];
  let rolled = [];
  let sheetNumbers = LuckAtlas.edition.start;

  const policy = LuckAtlas.startPolicy(companion, render);
  LuckAtlas.startSteppers(companion);
  listen();
  open();
  companion.hidden = false;
  id("without-script").hidden = true;
  render();

  /* Keeping and finding again. */

  function isFight(numbers) {
    const { least, largest } = LuckAtlas.edition;
    const fits = (name) => Number.isInteger(numbers[name]) && numbers[name] >= least[name] && numbers[name] <= largest[name];
    return Object.keys(numbers).length === NAMES.length && NAMES.every(fits);
  }

  function isRecord(record) {
    const counts = [record.skill, record.stamina, record.rounds, record.cost, record.unjudged];
    return Object.hasOwn(ENDS, record.end) && counts.every((count) => Number.isInteger(count) && count >= 0);
  }

  /* What the browser has kept, or null; what cannot be read is set aside, with a line about it. */
  function find() {
    const text = LuckAtlas.kept(KEY);
    if (text === null) return null;
    try {
      const found = JSON.parse(text);
      if (found.version !== VERSION || found.rules !== rulesText) throw new Error("another version");
      if (!found.earlier.every(isRecord) || !isFight(found.sheet)) throw new Error("damaged");
      if (found.current) {
        if (!isFight(found.current.start)) throw new Error("damaged");
        LuckAtlas.replay(found.current.start, found.current.events);
      }
      return found;
    } catch {
      LuckAtlas.keep(ASIDE_KEY, text);
      note("The fights kept in this browser are damaged or from another version. They were set aside; you start afresh.");
      return null;
    }
  }

  function keep() {
    const content = { version: VERSION, rules: rulesText, search: location.search, sheet: sheetNumbers, current, earlier };
    if (!LuckAtlas.keep(KEY, JSON.stringify(content))) note("This browser keeps nothing for this page: a reload forgets the fight.");
  }

  function note(text) {
    LuckAtlas.line(id("note"), text);
  }

  /* Go on where the browser left off, begin the fight that a link asks for, or ask for one. */
  function open() {
    const asked = LuckAtlas.readQuery(location.search);
    const found = find();
    LuckAtlas.line(id("problem"), asked.problem);
    setForm(found ? found.sheet : asked.fight);
    if (found) ({ current, earlier } = found);
    const reloaded = found && found.search === location.search;
    if (reloaded || !asked.given) return;
    if (asked.problem) {
      current = null;
      setForm(asked.fight);
    } else if (current) LuckAtlas.loadGap(gapOf()).catch(() => {}).then(() => leave(asked.fight));
    else begin(asked.fight);
  }

  function setForm(fight) {
    sheetNumbers = fight;
    for (const input of inputs) input.value = fight[input.name];
  }

  /* Steps of the player. */

  function begin(start) {
    current = { start, events: [] };
    rolled = [];
    changed();
  }

  function add(event, dice = []) {
    const events = [...current.events, event];
    LuckAtlas.replay(current.start, events);
    current = { start: current.start, events };
    rolled = dice;
    changed();
    const panel = companion.querySelector("[data-phase]:not([hidden])");
    panel.focus({ preventScroll: true });
  }

  function undo() {
    if (current.events.length) current = { start: current.start, events: current.events.slice(0, -1) };
    else {
      setForm(current.start);
      current = null;
    }
    rolled = [];
    changed();
  }

  function changed() {
    if (current) {
      const { now, phase } = state();
      if (phase !== "over") LuckAtlas.address(now);
    }
    keep();
    render();
  }

  /* The fight is done with, or given up: note it down and ask for the next foe, or begin it. */
  function leave(next) {
    const { now, phase, rounds } = state();
    const end = phase !== "over" ? "left" : now.stamina ? "won" : "lost";
    const { cost, unjudged } = LuckAtlas.account(table(), rounds);
    const { "foe-skill": skill, "foe-stamina": stamina } = current.start;
    earlier = [...earlier, { end, skill, stamina, rounds: rounds.length, cost, unjudged }];
    const hero = end === "lost" ? current.start : now;
    setForm({ ...current.start, skill: hero.skill, stamina: hero.stamina, luck: hero.luck });
    current = null;
    if (next) begin(next);
    else changed();
  }

  function listen() {
    sheet.addEventListener("submit", (event) => {
      event.preventDefault();
      const { numbers, problem } = LuckAtlas.readNumbers(inputs);
      LuckAtlas.line(id("problem"), problem);
      if (!problem) begin(numbers);
    });
    for (const button of companion.querySelectorAll("[data-round]")) {
      button.addEventListener("click", () => add({ round: button.dataset.round }));
    }
    for (const button of companion.querySelectorAll("[data-test]")) {
      button.addEventListener("click", () => add({ test: button.dataset.test === "yes" }));
    }
    for (const button of companion.querySelectorAll("[data-luck]")) {
      button.addEventListener("click", () => add({ luck: button.dataset.luck === "yes" }));
    }
    id("roll-round").addEventListener("click", () => {
      const pairs = [LuckAtlas.rollPair(), LuckAtlas.rollPair()];
      add({ round: pairs.map(sum) }, pairs);
    });
    id("roll-luck").addEventListener("click", () => {
      const pair = LuckAtlas.rollPair();
      add({ luck: sum(pair) }, [pair]);
    });
    entered("round-dice", (numbers) => add({ round: [numbers["hero-dice"], numbers["foe-dice"]] }));
    entered("luck-test-dice", (numbers) => add({ luck: numbers["luck-dice"] }));
    id("undo").addEventListener("click", undo);
    for (const name of ["next", "leave"]) id(name).addEventListener("click", () => leave(null));
    id("forget").addEventListener("click", () => {
      earlier = [];
      changed();
    });
  }

  /* Dice that were thrown on the table. */
  function entered(name, use) {
    const form = id(name);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const { numbers, problem } = LuckAtlas.readNumbers(form.querySelectorAll(".dial input"));
      LuckAtlas.line(id("problem"), problem);
      if (!problem) use(numbers);
    });
  }

  function sum([a, b]) {
    return a + b;
  }

  /* Showing. */

  function state() {
    return LuckAtlas.replay(current.start, current.events);
  }

  function gapOf() {
    return LuckAtlas.clampGap(current.start.skill - current.start["foe-skill"]);
  }

  function table() {
    return current ? LuckAtlas.gap(gapOf()) : undefined;
  }

  function withTable(then) {
    LuckAtlas.loadGap(gapOf()).then(then, () => note("The tables for this fight could not be loaded: there is no advice now."));
  }

  function render() {
    id("setup").hidden = Boolean(current);
    id("arena").hidden = !current;
    if (current) renderFight();
    renderEarlier();
  }

  function renderFight() {
    const now = state();
    if (!table() && LuckAtlas.hasGap(gapOf())) withTable(render);
    for (const panel of companion.querySelectorAll("[data-phase]")) panel.hidden = panel.dataset.phase !== now.phase;
    const waiting = now.phase === "choose" || now.phase === "test";
    LuckAtlas.fill(id("arena"), {
      ...now.now,
      round: `Round ${now.rounds.length + (waiting ? 0 : 1)}`,
      chance: chanceAt(now.now),
      last: lastLine(now),
      beyond: LuckAtlas.beyond(current.start) || LuckAtlas.clamped(current.start),
    });
    id("dice").replaceChildren(...rolled.flat().map(LuckAtlas.dieFace));
    id("leave").hidden = now.phase === "over";
    if (now.phase === "choose") renderChoice(now);
    if (now.phase === "test") renderTest(now);
    if (now.phase === "over") renderEnd(now);
    renderChart(now);
    renderLog(now);
  }

  function chanceAt(fight) {
    const code = chanceCode(fight);
    return code === undefined ? "–" : words.chance(code);
  }

  /* The code of the win chance between two rounds; undefined where no table holds it. */
  function chanceCode(fight) {
    if (!fight["foe-stamina"]) return words.SURE;
    if (!fight.stamina) return 0;
    if (!table() || LuckAtlas.beyond(fight)) return undefined;
    const columns = table().columns;
    return (policy() === "thrifty" ? columns.win_chance_thrifty : columns.win_chance)[LuckAtlas.place(table(), fight)];
  }

  function renderChoice(now) {
    const round = now.rounds[now.rounds.length - 1];
    const card = id("card-now");
    const known = table() && !LuckAtlas.beyond(round.before);
    const decision = known ? LuckAtlas.decision(table(), round.before, round.outcome, policy()) : null;
    const mark = card.querySelector("h2 .mark");
    mark.setAttribute("class", `mark ${round.outcome}`);
    mark.querySelector("use").setAttribute("href", `#mark-${round.outcome}`);
    LuckAtlas.fill(card, { heading: `You ${round.outcome} the round` });
    LuckAtlas.showVerdict(card, decision);
    for (const button of companion.querySelectorAll("[data-test]")) {
      const advised = decision && decision.verdict === (button.dataset.test === "yes" ? "test" : "keep");
      button.classList.toggle("advised", Boolean(advised));
    }
  }

  function renderTest(now) {
    LuckAtlas.fill(id("arena"), { luckline: now.now.luck, lucky: words.chance(LuckAtlas.edition.lucky[now.now.luck]) });
  }

  function renderEnd(now) {
    const { stamina, luck } = now.now;
    const count = now.rounds.length === 1 ? "1 round" : `${now.rounds.length} rounds`;
    LuckAtlas.fill(id("arena"), {
      end: stamina ? "You won the fight" : "You have fallen",
      left: stamina ? `It took ${count}. You have STAMINA ${stamina} and LUCK ${luck} left.` : `It took ${count}.`,
      cost: costWords(LuckAtlas.account(table(), now.rounds)),
    });
  }

  function costWords({ cost, unjudged }) {
    const judged = cost ? `Your choices cost you ${words.points(cost)} against best play.` : "Your choices were as good as best play.";
    return unjudged ? `${judged} (Choices beyond the tables: ${unjudged}, not counted.)` : judged;
  }

  function renderChart(now) {
    const stops = [current.start, ...now.rounds.filter((round) => round.after).map((round) => round.after)];
    const column = (name) => stops.map((stop) => stop[name]);
    const chances = stops.map(chanceCode);
    const final = stops[stops.length - 1];
    const share = (code) => (code === undefined ? undefined : words.share(code));
    const strips = [
      { name: "Win chance", now: chanceAt(final), most: 1, lines: [{ kind: "chance", values: chances.map(share) }] },
      {
        name: "Stamina",
        now: `${final.stamina} : ${final["foe-stamina"]}`,
        most: Math.max(current.start.stamina, current.start["foe-stamina"]),
        lines: [{ kind: "foe", values: column("foe-stamina") }, { kind: "you", values: column("stamina") }],
      },
      { name: "Luck", now: final.luck, most: Math.max(current.start.luck, 1), lines: [{ kind: "luck", values: column("luck") }] },
    ];
    const label = `Win chance, both staminas and luck over ${stops.length - 1} rounds; the log says the same in words.`;
    id("chart").replaceChildren(LuckAtlas.chart(strips, stops.length, label));
    for (const name of ["chart", "chart-key"]) id(name).hidden = stops.length < 2;
  }

  function renderLog(now) {
    const entries = now.rounds.map((round, i) => {
      const entry = document.createElement("li");
      entry.textContent = `Round ${i + 1}: ${roundWords(round)}`;
      return entry;
    });
    id("log").replaceChildren(...entries.reverse());
    id("no-log").hidden = entries.length > 0;
  }

  function roundWords(round) {
    const { before, dice, outcome, after } = round;
    const strengths = dice ? ` ${before.skill + dice[0]} to ${before["foe-skill"] + dice[1]}` : "";
    const parts = [`${outcome}${strengths}.`];
    if (round.lucky !== undefined) {
      const shown = round.luckDice === null ? "" : `, rolled ${round.luckDice}`;
      parts.push(`Tested${shown}: ${round.lucky ? "lucky" : "unlucky"}.`);
    } else if (round.test === false) parts.push("Kept.");
    if (after && outcome !== "drawn") {
      const side = outcome === "won" ? "foe-stamina" : "stamina";
      parts.push(`${outcome === "won" ? "Foe" : "You"} ${before[side]} → ${after[side]}.`);
      if (after.luck !== before.luck) parts.push(`Luck ${before.luck} → ${after.luck}.`);
      if (after.stamina && after["foe-stamina"]) parts.push(`Win chance ${chanceAt(after)}.`);
    }
    const cost = LuckAtlas.costOf(table(), round);
    if (cost && after) parts.push(`This choice cost ${words.points(cost)}.`);
    return parts.join(" ");
  }

  function lastLine(now) {
    const round = now.rounds[now.rounds.length - 1];
    if (!round) return "The fight begins.";
    return `Round ${now.rounds.length}: ${roundWords(round)}`;
  }

  function renderEarlier() {
    const entries = earlier.map((record) => {
      const entry = document.createElement("li");
      const count = record.rounds === 1 ? "1 round" : `${record.rounds} rounds`;
      const how = record.end === "left" ? `left after ${count}` : `${record.end} in ${count}`;
      entry.textContent = `Foe of SKILL ${record.skill}, STAMINA ${record.stamina}: ${how}. ${costWords(record)}`;
      return entry;
    });
    id("fights").replaceChildren(...entries);
    id("earlier").hidden = !entries.length;
  }
})();
