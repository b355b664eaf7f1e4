/* The map of all STAMINA with this fight on it: solved a slice at a time, after the answer; drawn anew only when
   something but the STAMINA has changed. */
LuckAtlas.wholeMap = (function () {
  "use strict";

  const { answers, parts, words } = LuckAtlas;
  const { fill, id } = parts;
  const table = id("table");
  const SIDE = LuckAtlas.edition.map.side;
  let drawn = { key: "" };
  let drawing = null;

  function show(given, answer) {
    const { scores, rules, ahead, run, used } = given;
    fill(table, { square: words.square(scores.stamina, scores["foe-stamina"]) });
    showNumbers(answer);
    const { gaps, map } = LuckAtlas.edition;
    const gap = LuckAtlas.clampGap(scores.skill - scores["foe-skill"]);
    id("to-map").setAttribute("href", `atlas/skill-gap-${gaps[gap] || "0"}-luck-${Math.min(scores.luck, map.luck)}.html`);
    id("to-map").parentElement.hidden = !(gap in gaps) || rules !== "books";
    const key = JSON.stringify([scores.skill - scores["foe-skill"], scores.luck, rules, ahead, run, used]);
    if (drawn.key === key) return track(given);
    if (drawing) drawing.abort();
    drawing = new AbortController();
    const box = { ...scores, stamina: SIDE, "foe-stamina": SIDE };
    const solving = LuckAtlas.solveInSlices(answers.asked(given, box), { signal: drawing.signal });
    solving.then((solution) => {
      drawn = { key, ...LuckAtlas.map(SIDE, (stamina, foe) => answers.square(solution, given, stamina, foe)) };
      id("map").replaceChildren(drawn.svg);
      track(given);
    }, () => {});
  }

  function track({ before, entries, scores }) {
    if (!drawn.svg) return;
    const stops = [before, ...entries.map(({ after }) => after)];
    LuckAtlas.track(drawn, stops.map((stop) => ({ stamina: stop.stamina, foe: stop["foe-stamina"] })));
    drawn.svg.setAttribute("aria-label", words.mapAlt(scores.stamina, scores["foe-stamina"]));
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

  return { show, track };
})();
