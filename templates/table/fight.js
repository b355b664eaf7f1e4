/* A fight that was shared, played again step by step. What this browser saves of one's own adventure is not touched. */
(function () {
  "use strict";

  const { account, adventure, answers, ending, links, parts, replays, sharing, words } = LuckAtlas;
  const { fill, id, say } = parts;
  const { states } = replays.read(location.search);
  const root = id("table");
  let at = 0;

  function start() {
    if (!parts.able()) return parts.unable(root, words.TOO_OLD);
    if (!states) return parts.unable(root, words.DAMAGED);
    if (!answers.solvable(states[states.length - 1])) return parts.unable(root, words.TOO_LARGE);
    const { before, ahead, rules } = states[0];
    const own = links.query({ scores: before, ahead, rules, used: 0 });
    id("own").setAttribute("href", `index.html${own}`);
    id("forward").addEventListener("click", () => go(at + 1));
    id("back").addEventListener("click", () => go(at - 1));
    id("whole-fight").addEventListener("click", () => go(states.length - 1));
    id("picture").addEventListener("click", () => sharing.picture(root, states[states.length - 1]));
    document.addEventListener("keydown", ({ key, altKey, ctrlKey, metaKey }) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (by && !altKey && !ctrlKey && !metaKey) go(at + by);
    });
    go(0);
  }

  function go(to) {
    if (to < 0 || to >= states.length) return;
    const from = at;
    at = to;
    show();
    if (root.dataset.phase === "over") id("end").focus({ preventScroll: true });
    else if (from === states.length - 1 || id("forward").disabled) id("back").focus({ preventScroll: true });
  }

  function show() {
    const state = states[at];
    const all = states[states.length - 1];
    const over = at === states.length - 1;
    root.dataset.phase = over ? "over" : "step";
    fill(root, { ...state.scores, step: stepWords(state), rules: words.rulesOf(state.rules), ahead: words.aheadOf(state.ahead) });
    showAdvice(state);
    id("back").disabled = at === 0;
    if (over) fill(root, { fight: words.fightLine(adventure.fightOf(all)), end: words.END[all.end](all.scores) });
    if (over) ending.show(all);
    else id("curve-so-far").replaceChildren(LuckAtlas.curve(account.of(state).points, answers.measureOf(state), 0, account.of(all).points.length));
    say(`${stepWords(state)}. ${id("advice").textContent}`);
  }

  function stepWords({ entries }) {
    const last = entries[entries.length - 1];
    if (!last) return words.BEFORE;
    return last.change ? words.changeWords(last) : words.roundWords(last, entries.filter((entry) => entry.outcome).length);
  }

  /* What was best at the decision that was taken. */
  function showAdvice(state) {
    const last = state.entries[state.entries.length - 1];
    const decided = last && last.choice;
    parts.markOf(id("step-mark"), (last && last.outcome) || "");
    if (!decided) return fill(root, { advice: "" });
    const answer = answers.answer({ ...state, scores: last.before, run: last.run, used: last.used });
    fill(root, { advice: words.advised(answer[last.outcome], answer.measure) });
  }

  start();
})();
