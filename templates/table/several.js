/* The answer for several foes at once: whom to hit, and about every wound of a round, as it stands when it is taken. */
LuckAtlas.several = (function () {
  "use strict";

  const { answers, foes } = LuckAtlas;
  const { rulesOf } = LuckAtlas.hits;
  const MOST_KEPT = 6;
  /* A table of so many numbers takes no time; larger ones are made in slices. */
  const AT_ONCE = 60000;
  let solutions = [];

  /* The largest scores of the fight so far: what is solved for them answers for every round of it. */
  function largest({ scores, before, entries }) {
    const stops = [scores, before, ...entries.map(({ after }) => after)];
    return Object.fromEntries(Object.keys(scores).map((name) => [name, name.includes("skill") ? scores[name] : Math.max(...stops.map((stop) => stop[name] ?? 0))]));
  }

  function asked(state) {
    const scores = largest(state);
    const { hero, rules, ahead } = answers.asked(state, { ...scores, ...foes.duel(scores, 0) });
    return { hero, foes: foes.pairs(scores), rules, ahead };
  }

  const known = (fight) => solutions.find((found) => found.key === JSON.stringify(fight));

  function keep(fight, solution) {
    solutions = [{ key: JSON.stringify(fight), solution }, ...solutions].slice(0, MOST_KEPT);
    return solution;
  }

  function solved(state) {
    const fight = asked(state);
    return known(fight)?.solution || keep(fight, LuckAtlas.solve(fight));
  }

  /* Whether the answer takes no time: it is known, or quickly worked out. */
  function atHand(state) {
    const fight = asked(state);
    const size = fight.foes.reduce((product, [, stamina]) => product * (stamina + 1), (fight.hero.stamina + 1) * (fight.hero.luck + 1));
    return Boolean(known(fight)) || size <= AT_ONCE;
  }

  async function prepare(state, signal) {
    const fight = asked(state);
    keep(fight, await LuckAtlas.solveInSlices(fight, { signal }));
  }

  const place = (scores) => ({ stamina: scores.stamina, luck: scores.luck, foes: foes.pairs(scores).map(([, stamina]) => stamina) });

  /* Before a round: whom to hit, and what it costs to hit another, in wins. */
  function answer(state) {
    const found = solved(state).at(place(state.scores));
    const best = found.targets[found.target];
    return {
      several: true, measure: answers.measureOf(state), chance: found.survival, never: found.win_chance_never, spent: found.luck_spent,
      target: found.target, costs: found.targets.map((worth) => (worth === null ? null : best - worth)),
    };
  }

  /* About a wound of a round against `target`; the scores are those that are settled before it. */
  function decideAt(state, scores, { who, outcome }, target) {
    const solution = solved(state);
    const [told, chances] = [solution.at(place(scores), { target }), solution.chances(place(scores), { target })];
    const of = (part) => (outcome === "won" ? part.won : part.lost[who]);
    const { verdict, stake } = of(told);
    const { test, keep: kept } = of(chances);
    return { outcome, verdict, does: verdict === "test" ? "test" : "keep", stake, test, keep: kept, ways: LuckAtlas.luckOdds(scores.luck), strength: answers.strength(verdict, test, kept), reason: null };
  }

  const decide = (state) => decideAt(state, state.scores, state.open.blows[state.open.settled.length], state.open.target);

  /* The chance to win, or to come through, from scores between two rounds, ended or not. */
  function chanceAt(state, scores) {
    const { foe_yields_at: yields } = rulesOf(state);
    if (scores.stamina <= 0) return 0;
    if (!foes.living(scores, yields).length) return answers.afterWin(solved(state), state, scores);
    return solved(state).at(place(scores)).survival;
  }

  function solvable(state) {
    try {
      return Boolean(solved(state));
    } catch {
      return false;
    }
  }

  const standing = (state) => foes.living(state.scores, rulesOf(state).foe_yields_at);

  return { answer, atHand, chanceAt, decide, decideAt, prepare, solvable, standing };
})();
