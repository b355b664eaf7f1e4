/* The screen: a state in, the page shows it. Nothing here decides anything. */
LuckAtlas.view = (function () {
  "use strict";

  const words = LuckAtlas.words;
  const { fill, id, line, mark, markOf, script, showDecision } = LuckAtlas.parts;
  const table = id("table");
  const inputs = [...id("scores").querySelectorAll(".tile input")];
  const MAP_SIDE = LuckAtlas.edition.map.side;
  const WIDE = matchMedia("(min-width: 68rem)");
  let drawn = { key: "" };
  let drawing = null;

  /* Scores. */

  function showScores(state) {
    const { scores, of, entries } = state;
    for (const input of inputs) {
      const { name } = input;
      const typing = document.activeElement === input && input.hasAttribute("aria-invalid");
      if (!typing && input.value !== String(scores[name])) input.value = scores[name];
      const far = scores[name] > LuckAtlas.edition.usual[name];
      const began = name === "foe-stamina" ? entries.length && of[name] : of[name];
      const note = id(`note-${name}`);
      note.textContent = far ? words.really(scores[name]) : began ? words.of(began) : "";
      note.classList.toggle("far", far);
    }
    fill(id("strip"), scores);
    const waiting = state.phase === "answer" ? 0 : 1;
    id("round").textContent = `Round ${LuckAtlas.adventure.count(state) + waiting + (state.phase === "answer" ? 1 : 0)}`;
    id("eat").hidden = id("eat-after").hidden = !state.meals || scores.stamina >= of.stamina;
    id("drink").hidden = !state.doses || !state.potion;
    fill(table, { meals: `${state.meals} left`, doses: `${words.POTIONS[state.potion] || ""}, ${state.doses} left` });
    for (const input of id("sheet").querySelectorAll("input")) {
      if (document.activeElement !== input) input.value = input.name.startsWith("of-") ? of[input.name.slice(3)] : state[input.name];
    }
    id("potion").value = state.potion;
  }

  function showAhead(state) {
    const { ahead, rules } = state;
    for (const radio of document.getElementsByName("ahead")) radio.checked = radio.value === ahead.kind;
    fill(table, { foes: words.aheadNote(ahead), rules: words.rulesName(rules), goal: words.goal(ahead) });
    id("to-rules").classList.toggle("other", rules !== "books");
    id("rules-now").hidden = rules === "books" || state.phase === "ready";
    id("goal").hidden = !words.goal(ahead);
    if (document.activeElement !== id("foes")) id("foes").value = ahead.foes.map(words.foeName).join(", ");
    for (const radio of document.getElementsByName("rules")) radio.checked = radio.value === (typeof rules === "string" ? rules : "own");
    id("own").hidden = typeof rules === "string";
    const all = LuckAtlas.readRules(rules);
    id("drawn").hidden = state.phase !== "ready" || (all.rounds === null && all.losing_run === null);
    for (const input of id("own").querySelectorAll("input")) if (document.activeElement !== input) fillRule(input, all);
  }

  function fillRule(input, rules) {
    const [, outcome, kind] = /^(won|lost)-(\d)$/.exec(input.name) || [];
    if (outcome) input.value = rules[outcome][kind];
    else if (input.name === "out_of_rounds") input.checked = rules.out_of_rounds === "won";
    else if (input.type === "checkbox") input.checked = Boolean(rules[input.name]);
    else input.value = rules[input.name] ?? 0;
  }

  /* The answer. */

  function showAnswer(state, answer) {
    for (const outcome of ["won", "lost"]) showDecision(id(`i-${outcome}`), answer && answer[outcome], answer && answer.measure);
    const measure = answer ? answer.measure : "fight";
    fill(table, { here: words.WINS[measure].here, "in-100": words.WINS[measure].rest });
    id("chance").textContent = answer ? words.hundred(answer.chance) : "–";
    if (state.phase === "answer") showCard(state, answer && answer[state.open.outcome], measure);
  }

  /* The card of an opened round; without a decision as long as there is none. */
  function showCard(state, decision, measure) {
    const { outcome, dice } = state.open;
    const { scores } = state;
    const rules = LuckAtlas.readRules(state.rules);
    const card = id("card");
    LuckAtlas.parts.showCard(card, decision, measure);
    markOf(id("answer-mark"), outcome);
    fill(id("answer"), {
      outcome: words.outcomeOf(outcome, LuckAtlas.adventure.count(state) + 1),
      ask: words.ask(decision && decision.does),
      lucky: words.luckLine(LuckAtlas.luckOdds(scores.luck), rules.luck_cost),
    });
    line(id("rolled"), dice ? words.strengths(outcome, scores.skill + dice[0], scores["foe-skill"] + dice[1]) : "");
    for (const button of id("answer").querySelectorAll("[data-luck]")) {
      const choice = button.dataset.luck;
      const name = LuckAtlas.adventure.HIT[outcome];
      const left = Math.max(0, scores[name] - rules[outcome][LuckAtlas.adventure.HITS[choice]]);
      button.querySelector("small").textContent = words.hit(outcome, scores[name], left);
      button.classList.toggle("advised", Boolean(decision) && (choice === "kept") === (decision.does === "keep"));
    }
  }

  /* After the fight. */

  function showAccount(state) {
    const won = state.end === "won";
    fill(id("account"), { fight: words.fightLine(LuckAtlas.adventure.fightOf(state)), end: words.END[state.end](state.scores) });
    fill(id("account"), { next: won ? words.NEXT.won : words.NEXT.lost, "go-on": words.goOn(won ? state.scores : state.before) });
    id("again").hidden = state.end !== "lost";
    if (LuckAtlas.ending) LuckAtlas.ending.show(state);
    else id("account").classList.add("untold");
  }

  /* The last round, and all of them. */

  function showLast(state, last) {
    const rounds = state.entries.filter((entry) => entry.outcome);
    const entry = state.entries[state.entries.length - 1];
    id("last").hidden = !entry;
    if (entry) {
      markOf(id("last-mark"), entry.outcome || "");
      fill(table, { last: words.roundWords(entry, rounds.length) });
    }
    id("undo").hidden = !last;
    if (last) {
      fill(table, { undo: state.phase === "ready" ? words.UNDO : words.undo(last, state) });
      id("undo").setAttribute("aria-label", words.undo(last, state));
    }
    id("roll").hidden = state.phase === "over";
    fill(id("roll").parentElement, { roll: state.phase === "answer" ? words.ROLL.luck : words.ROLL.round });
  }

  function showLog(state, answer) {
    const known = Boolean(answer) || (state.phase === "over" && LuckAtlas.answers.solvable(state));
    let number = 0;
    const rows = state.entries.map((entry) => {
      const row = document.createElement("tr");
      const cells = entry.outcome ? roundCells(known ? state : null, entry, ++number) : [["td", "–"], ["td", words.changeWords(entry), 6]];
      for (const [name, content, span] of cells) {
        const cell = row.appendChild(document.createElement(name));
        cell.append(...[content].flat());
        if (span) cell.colSpan = span;
      }
      return row;
    });
    id("rounds").tBodies[0].replaceChildren(...rows.reverse());
    id("rounds").hidden = !rows.length;
    id("no-log").hidden = Boolean(rows.length);
    const earlier = state.fights.map((fight) => {
      const item = document.createElement("li");
      item.textContent = words.earlierLine(fight);
      return item;
    });
    id("earlier").querySelector("ol").replaceChildren(...earlier);
    id("earlier").hidden = !earlier.length;
  }

  /* Without a state as long as the chance is not known. */
  function roundCells(state, entry, number) {
    const { outcome, before, after } = entry;
    const step = (name) => (before[name] === after[name] ? String(after[name]) : words.arrow(before[name], after[name]));
    const chance = state ? words.hundred(LuckAtlas.account.chanceAfter(state, entry)) : "–";
    return [["th", String(number)], ["td", [mark(outcome), ` ${words.OUTCOMES[outcome]}`]], ["td", words.testWords(entry) || "–"], ["td", step("stamina")], ["td", step("foe-stamina")], ["td", step("luck")], ["td", chance]];
  }

  /* The map: solved a slice at a time, after the answer; drawn anew only when something but the STAMINA changed. */

  function showMap(state, answer) {
    const { scores, rules, ahead, run, used } = state;
    fill(table, { "map-title": words.mapLabel(scores.skill, scores["foe-skill"], scores.luck) });
    showNumbers(answer);
    const gap = LuckAtlas.clampGap(scores.skill - scores["foe-skill"]);
    id("to-map").setAttribute("href", `atlas/skill-gap-${LuckAtlas.edition.gaps[gap] || "0"}-luck-${Math.min(scores.luck, LuckAtlas.edition.map.luck)}.html`);
    id("to-map").parentElement.hidden = !(gap in LuckAtlas.edition.gaps) || rules !== "books";
    if (!id("whole").open) return;
    const key = JSON.stringify([scores.skill - scores["foe-skill"], scores.luck, rules, ahead, run, used]);
    if (drawn.key === key) return showTrack(state);
    if (drawing) drawing.abort();
    drawing = new AbortController();
    const box = { ...scores, stamina: MAP_SIDE, "foe-stamina": MAP_SIDE };
    const solving = LuckAtlas.solveInSlices(LuckAtlas.answers.asked(state, box), { signal: drawing.signal });
    Promise.all([solving, script("whole-map")]).then(([solution]) => {
      drawn = { key, ...LuckAtlas.map(MAP_SIDE, (stamina, foe) => LuckAtlas.answers.square(solution, state, stamina, foe)) };
      id("map").replaceChildren(drawn.svg);
      showTrack(state);
    }, () => {});
  }

  function showTrack(state) {
    const stops = [state.before, ...state.entries.map(({ after }) => after)];
    LuckAtlas.track(drawn, stops.map((stop) => ({ stamina: stop.stamina, foe: stop["foe-stamina"] })));
    drawn.svg.setAttribute("aria-label", words.mapAlt(state.scores.stamina, state.scores["foe-stamina"]));
  }

  function showNumbers(answer) {
    const show = (name, text) => {
      id("whole").querySelector(`[data-number=${name}]`).textContent = text;
    };
    for (const outcome of ["won", "lost"]) {
      for (const action of ["test", "keep"]) {
        const cell = id("whole").querySelector(`[data-number=${outcome}-${action}]`);
        const chance = answer && answer[outcome][action];
        cell.textContent = answer ? (chance === null ? "–" : words.percent(chance)) : "–";
        cell.classList.toggle("advised", Boolean(answer) && answer[outcome].does === action);
      }
    }
    show("lucky", answer ? words.inThirtySix(answer.won.ways[0]) : "–");
    show("never", answer ? words.percent(answer.never) : "–");
    show("spent", answer ? words.amount(answer.spent) : "–");
    fill(id("whole"), { "numbers-of": words.WINS[answer ? answer.measure : "fight"].numbers });
  }

  /* All of it. `answer` is null where there is none, yet or at all. */
  function show(state, answer, last) {
    table.dataset.phase = document.documentElement.dataset.phase = state.phase;
    document.documentElement.toggleAttribute("data-played", state.played);
    showScores(state);
    showAhead(state);
    showAnswer(state, answer);
    showLast(state, last);
    if (state.phase === "over") showAccount(state);
    showLog(state, answer);
    if (state.phase !== "over") showMap(state, answer);
    else if (drawn.svg) showTrack(state);
  }

  return { inputs, show, showAccount, showMap, table, WIDE };
})();
