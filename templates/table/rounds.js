/* A round of a fight: its blows are settled one after another, each with the choice to test or keep.

   `open` is a round that waits for a choice: {outcome, dice, blows, settled, before}. A blow is {who, outcome}: a wound
   given to a foe (won) or taken from one (lost). With one foe there is one blow. A round that has ended is an entry. */
LuckAtlas.rounds = (function () {
  "use strict";

  const { foes } = LuckAtlas;
  const { HITS, rulesOf } = LuckAtlas.hits;
  const ESCAPE = "escaped";

  /* Whose STAMINA a blow takes. */
  const struckScore = ({ who, outcome }) => (outcome === "won" ? foes.staminaOf(who) : "stamina");

  function struck(rules, scores, blow, choice) {
    const name = struckScore(blow);
    const cost = choice === "lucky" || choice === "unlucky" ? rules.luck_cost : 0;
    return { ...scores, luck: scores.luck - cost, [name]: Math.max(0, scores[name] - rules[blow.outcome][HITS[choice || "kept"]]) };
  }

  /* The blows of a round against `target`, in which the foes of `hits` wound you too. */
  function blowsOf(outcome, target, hits) {
    const first = outcome === "drawn" ? [] : outcome === ESCAPE ? [{ who: target, outcome: "lost", escape: true }] : [{ who: target, outcome }];
    return [...first, ...hits.map((who) => ({ who, outcome: "lost" }))];
  }

  function begin(state, { outcome, dice, target, hits, ...more }) {
    const blows = blowsOf(outcome, target, hits);
    const open = { outcome, dice, target, hits, blows, settled: [], before: state.scores, ...more };
    return settle({ ...state, phase: "answer", open });
  }

  /* Goes on to the next blow with a choice in it; without LUCK there is none. */
  function settle(state) {
    const { blows, settled } = state.open;
    if (settled.length === blows.length || state.scores.stamina <= 0) return finish(state);
    return state.scores.luck === 0 ? choose(state, undefined, null) : state;
  }

  /* One blow, as it was chosen. */
  function choose(state, choice, luckDice, luckFaces) {
    const { open, scores } = state;
    const blow = open.blows[open.settled.length];
    const after = struck(rulesOf(state), scores, blow, choice);
    const settled = [...open.settled, { ...blow, choice, luckDice, ...(luckFaces ? { luckFaces } : {}), before: scores, after }];
    return settle({ ...state, scores: after, open: { ...open, settled } });
  }

  function finish(state) {
    const rules = rulesOf(state);
    const { outcome, dice, faces, target, hits, settled, before } = state.open;
    const [first] = settled;
    const lost = settled.some((blow) => blow.outcome === "lost");
    const run = lost ? state.run + 1 : outcome === "won" || rules.draw_breaks_run ? 0 : state.run;
    const used = state.used + 1;
    const alone = foes.indices(before).length === 1;
    const test = first?.luckFaces ? { luckFaces: first.luckFaces } : {};
    const told = alone ? { choice: first?.choice, luckDice: first ? first.luckDice : null, ...test } : { target, hits, blows: settled };
    const entry = { outcome, dice, ...(faces ? { faces } : {}), ...told, before, after: state.scores, run: state.run, used: state.used };
    const made = { ...state, entries: [...state.entries, entry], open: null, run, used, played: true };
    const end = outcome === ESCAPE && state.scores.stamina > 0 ? ESCAPE : endOf(rules, made);
    return { ...made, end, phase: end ? "over" : "ready" };
  }

  function endOf(rules, { scores, run, used }) {
    if (scores.stamina <= 0) return "lost";
    if (!foes.living(scores, rules.foe_yields_at).length) return "won";
    if (rules.losing_run !== null && run >= rules.losing_run) return "lost";
    return rules.rounds !== null && used >= rules.rounds ? rules.out_of_rounds : null;
  }

  /* The last round once more, from where its choices began. */
  function reopen(state) {
    const entry = state.entries[state.entries.length - 1];
    const { outcome, dice, before, run, used, target = foes.living(before, rulesOf(state).foe_yields_at)[0], hits = [] } = entry;
    const back = { ...state, scores: before, entries: state.entries.slice(0, -1), run, used, end: null };
    return begin(back, { outcome, dice, target, hits, again: true, ...(entry.faces ? { faces: entry.faces } : {}) });
  }

  return { begin, choose, reopen, struck, struckScore, ESCAPE };
})();
