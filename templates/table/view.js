/* The screen of a fight: a state in, the page shows it. Nothing here decides anything. */
LuckAtlas.view = (function () {
  "use strict";

  const { adventure, counsel, foes, log, rounds, words } = LuckAtlas;
  const { fill, id, markOf, script, set } = LuckAtlas.parts;
  const { HITS, rulesOf } = LuckAtlas.hits;
  const table = id("table");
  /* The fight whose map was asked for last. */
  let asked = null;
  const WIDE = matchMedia("(min-width: 68rem)");
  const tiles = [...id("scores").querySelectorAll(".tile input")];

  /* Which screen a state is shown on. */
  function phaseOf({ phase, end, entries }) {
    if (phase === "over") return end === "lost" ? "over" : "road";
    return phase === "ready" ? (entries.length ? "fight" : "setup") : phase;
  }

  const standing = (state) => foes.living(state.scores, rulesOf(state).foe_yields_at);

  /* The head of the screen: what it is about, and the round. */
  function showHead(state, screen) {
    const fightNumber = adventure.count(state) + (state.phase === "over" ? 0 : 1);
    const done = state.end === "won" && state.ahead.kind === "last";
    const about = { road: done ? words.LAST_WON : words.ON_THE_ROAD, over: words.LOST, new: words.NEW }[screen];
    const foe = words.foeTitle(state.names, foes.pairs(state.before));
    fill(table, { title: about || (screen === "setup" ? (state.played ? words.NEXT_FIGHT : words.TITLE) : foe) });
    id("round").textContent = words.roundTitle(fightNumber);
    id("round").hidden = !["fight", "answer"].includes(screen);
  }

  function showScores(state) {
    const { scores, of, entries } = state;
    for (const input of tiles) {
      const { name } = input;
      const value = scores[name];
      if (value === undefined) continue;
      const typing = document.activeElement === input && input.hasAttribute("aria-invalid");
      if (!typing && input.value !== String(value)) input.value = value;
      const far = value > LuckAtlas.edition.usual[foes.plainName(name)];
      const began = foes.plainName(name) === "foe-stamina" ? entries.length && of[name] : of[name];
      const note = id(`note-${name}`);
      note.textContent = far ? words.really(value) : began ? words.of(began) : "";
      note.classList.toggle("far", far);
    }
    showFoes(state);
    for (const input of id("sheet").querySelectorAll("input")) {
      if (document.activeElement !== input) input.value = input.name.startsWith("of-") ? of[input.name.slice(3)] : state[input.name];
    }
    id("potion").value = state.potion;
  }

  function showFoes(state) {
    const there = foes.indices(state.scores);
    const setup = phaseOf(state) === "setup";
    for (const part of id("foe-part").querySelectorAll("[data-foe]")) part.hidden = !there.includes(Number(part.dataset.foe));
    for (const input of id("foe-part").querySelectorAll("[data-name-of]")) {
      const name = state.names[Number(input.dataset.nameOf)] || "";
      if (document.activeElement !== input) input.value = name;
    }
    id("another").hidden = setup;
    id("add-foe").hidden = !setup || there.length === foes.MOST;
    for (const button of id("foe-part").querySelectorAll("[data-drop]")) button.hidden = !setup;
    const who = standing(state)[0] ?? 0;
    fill(id("strip"), { ...state.scores, ...foes.duel(state.scores, who) });
    const earlier = setup ? known(state) : [];
    id("known").hidden = !earlier.length;
    id("known").replaceChildren(id("known").firstElementChild, ...earlier.map(chip));
  }

  /* Foes of this adventure that may come again. */
  function known({ fights, before, names }) {
    const met = fights.flatMap((fight) => (fight.foes || [fight.foe]).map((pair, who) => ({ pair, name: fight.names?.[who] || "" })));
    const key = ({ pair, name }) => `${name} ${pair}`;
    const now = key({ pair: foes.pairs(before)[0], name: names[0] });
    return [...new Map(met.map((foe) => [key(foe), foe])).values()].filter((foe) => key(foe) !== now).slice(-4);
  }

  function chip({ pair, name }) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "chip", textContent: `${name ? `${name} ` : ""}${words.foeName(pair)}` });
    Object.assign(button.dataset, { skill: pair[0], stamina: pair[1], named: name });
    return button;
  }

  /* The cards. */

  function showCards(state, answer) {
    const rules = rulesOf(state);
    const who = standing(state)[0] ?? 0;
    for (const outcome of ["won", "lost"]) {
      const card = id(`i-${outcome}`);
      const decision = answer && answer[outcome];
      card.dataset.verdict = decision ? decision.does : "unknown";
      set(card, "chances", decision ? words.onDecision(decision, answer.measure) : []);
      const blow = { who, outcome };
      const after = rounds.struck(rules, state.scores, blow, "kept");
      const name = rounds.struckScore(blow);
      const ends = outcome === "won" ? after[name] <= rules.foe_yields_at : after[name] <= 0;
      fill(card, { verdict: decision ? words.VERDICTS[decision.does] : "…", then: decision ? words.then(outcome, decision.does, state.scores[name], after[name], ends) : "" });
    }
  }

  /* What a fight is worth counts no meals after it. */
  function showChance({ ahead, meals }, answer) {
    const measure = answer ? answer.measure : "fight";
    fill(table, { here: words.REST[measure === "all" && ahead.kind === "foes" && meals ? "unfed" : measure] });
    id("chance").textContent = answer ? words.percentIn100(answer.chance) : "–";
  }

  /* The card of a wound that waits for its choice; without a decision as long as there is none. */
  function showAsk(state, decision, measure) {
    const { open, scores } = state;
    const blow = open.blows[open.settled.length];
    const rules = rulesOf(state);
    const card = id("card");
    const after = open.again;
    const does = decision ? decision.does : null;
    const what = open.outcome === "escaped" ? "escaped" : blow.outcome;
    const several = open.blows.length > 1 || state.names.length > 1;
    card.dataset.verdict = after ? "test" : does || "unknown";
    markOf(id("answer-mark"), what);
    fill(card, {
      outcome: several && !blow.escape ? (blow.outcome === "won" ? words.wonOver(state.names, blow.who) : words.hitBy(state.names, blow.who)) : words.outcomeOf(what),
      verdict: after ? words.VERDICTS.test : does ? words.VERDICTS[does] : "…",
      odds: words.odds(words.percentIn100(LuckAtlas.luckOdds(scores.luck)[0] / 36), rules.luck_cost, scores.luck),
      why: after && does === "keep" ? words.AFTER_ALL : decision ? words.reason(decision.reason) : "",
    });
    const testing = after || does === "test";
    set(card, "do", testing ? (scores.luck < 2 ? [words.cannotBeLucky] : words.doTest(scores.luck)) : []);
    set(card, "chances", decision && decision.keep !== null ? words.onDecision(decision, measure) : []);
    fill(table, { here: decision && decision.keep !== null ? words.toWin(does, measure) : words.REST[measure] });
    if (decision && decision.keep !== null) id("chance").textContent = words.percentIn100(does === "test" ? decision.test : decision.keep);
    id("roll-luck").hidden = !testing;
    showChoices(state, blow, rules, does);
  }

  function showChoices(state, blow, rules, does) {
    const name = rounds.struckScore(blow);
    for (const button of id("answer").querySelectorAll("[data-luck]")) {
      const choice = button.dataset.luck;
      const left = rounds.struck(rules, state.scores, blow, choice)[name];
      button.querySelector("small").textContent = words.hit(blow.outcome, state.names, state.scores[name], left);
      button.classList.toggle("advised", does !== null && (choice === "kept") === (does === "keep"));
    }
    id("answer").classList.toggle("keeping", does === "keep");
  }

  /* What lies ahead. */

  function showAhead(state) {
    const { ahead, rules } = state;
    for (const radio of document.getElementsByName("ahead")) radio.checked = radio.value === ahead.kind;
    const then = ahead.luck_price > 0 ? "more" : "last";
    const named = ahead.kind === "foes" && ahead.foes.length ? words.foesAhead(words.aheadNote(ahead), then) : words.AHEAD[ahead.kind === "foes" ? then : ahead.kind];
    fill(table, { ahead: named, foes: words.aheadNote(ahead), rules: words.rulesName(rules), goal: words.goal(ahead) });
    id("to-rules").classList.toggle("other", rules !== "books");
    id("rules-now").hidden = rules === "books";
    id("goal").hidden = !words.goal(ahead);
    id("tests").value = ahead.tests || "";
    id("tests-ahead").hidden = ahead.kind === "last" || (ahead.kind === "foes" && then === "last");
    id("then").value = then;
    if (document.activeElement !== id("foes")) id("foes").value = ahead.foes.map(words.foeName).join(", ");
    if (LuckAtlas.lies) LuckAtlas.lies.show(state);
  }

  /* After the fight. */

  function showAccount(state) {
    fill(id("account"), { fight: words.fightLine(adventure.fightOf(state)), end: words.END[state.end](state.scores) });
    for (const name of ["again", "after-new"]) id(name).hidden = state.end !== "lost";
    id("share-fight").hidden = state.names.length > 1;
    if (LuckAtlas.ending) LuckAtlas.ending.show(state);
    else id("account").classList.add("untold");
  }

  /* There is no map of several foes. What draws it comes when it is opened. */
  function showMap(state, answer) {
    const given = standing(state).length > 1 ? null : LuckAtlas.answers.alone(state);
    const whole = id("whole");
    whole.hidden = !given;
    if (!given) return;
    const { scores } = given;
    fill(whole, { "map-title": words.mapLabel(scores.skill, scores["foe-skill"], scores.luck) });
    asked = state;
    if (whole.open) script("whole-map").then(() => asked === state && LuckAtlas.wholeMap.show(given, answer?.several ? null : answer), () => {});
  }

  /* What leaving a fight asks for is known without an answer to the fight. */
  const leaves = ({ open }) => open.outcome === rounds.ESCAPE;

  /* All of the fight. `answer` is null where there is none, yet or at all. */
  function show(state, answer, last, screen = phaseOf(state)) {
    table.dataset.phase = document.documentElement.dataset.phase = screen;
    document.documentElement.toggleAttribute("data-played", state.played);
    showHead(state, screen);
    showScores(state);
    showAhead(state);
    const melee = state.phase === "ready" && standing(state).length > 1;
    id("blows").hidden = !melee;
    id("decide").hidden = melee;
    table.classList.toggle("several", ["setup", "fight", "answer"].includes(screen) && standing(state).length > 1);
    if (melee && LuckAtlas.melee) LuckAtlas.melee.show(state, answer);
    if (state.phase === "ready") showChance(state, answer);
    if (state.phase === "ready" && !melee) showCards(state, answer);
    fill(table, { escape: words.escapeFor(rulesOf(state).lost[0]) });
    if (LuckAtlas.leave && state.played && answer) LuckAtlas.leave.show(state);
    if (state.phase === "answer") showAsk(state, answer || leaves(state) ? counsel.decide(state) : null, answer ? answer.measure : "fight");
    id("share").hidden = state.names.length > 1;
    id("back").hidden = state.phase !== "answer";
    id("roll").hidden = state.phase !== "ready";
    log.showLast(state, last);
    if (state.phase === "over") showAccount(state);
    id("account").hidden = state.phase !== "over";
    log.showLog(state, answer);
    if (state.phase === "ready" || state.phase === "answer") showMap(state, answer);
  }

  return { phaseOf, show, standing, table, tiles, HITS, WIDE, showAccount };
})();
