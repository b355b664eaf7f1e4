/* After a fight: the chance round by round, the luckiest roll, the dearest decision. */
LuckAtlas.account = (function () {
  "use strict";

  const LIMITS = { mistake: LuckAtlas.answers.MISTAKE, blunder: LuckAtlas.answers.CLEAR };
  const words = LuckAtlas.words;

  /* The state between rounds that an entry of the fight began with. */
  const stateAt = (state, scores, run, used) => ({ ...state, scores, run, used, phase: "ready" });

  function of(state) {
    const points = [];
    const judged = [];
    const rolls = [];
    let number = 0;
    const first = state.entries.find((entry) => entry.outcome);
    points.push({ chance: chanceOf(state, first ? first.before : state.scores, 0, 0), number: 0, outcome: "start" });
    state.entries.forEach((entry) => {
      if (!entry.outcome) return;
      number += 1;
      const before = chanceOf(state, entry.before, entry.run, entry.used);
      const run = entry.outcome === "lost" ? entry.run + 1 : 0;
      const chance = chanceOf(state, entry.after, run, entry.used + 1);
      points.push({ chance, number, outcome: entry.outcome });
      if (entry.outcome === "drawn") return;
      const answer = LuckAtlas.answers.answer(stateAt(state, entry.before, entry.run, entry.used));
      const decision = answer[entry.outcome];
      const expected = decision.does === "test" ? decision.test : decision.keep;
      if (entry.outcome === "won") rolls.push(rollOf(entry, number, before, expected));
      if (entry.choice === "lucky") rolls.push(testOf(entry, number, decision.test, chance));
      if (entry.choice) judged.push(judge(entry, number, decision, answer.measure));
    });
    const dearest = judged.filter(({ cost }) => cost > 0).sort((a, b) => b.cost - a.cost)[0] || null;
    const luckiest = rolls.filter(({ gain }) => gain > 0).sort((a, b) => b.gain - a.gain)[0] || null;
    return { points, dearest, luckiest, decided: judged.length, measure: LuckAtlas.answers.measureOf(state) };
  }

  function chanceOf(state, scores, run, used) {
    const solution = LuckAtlas.answers.solved(state, alive(state, scores));
    return LuckAtlas.answers.chanceAt(solution, state, scores, run, used);
  }

  /* A fight that has ended is looked up where it had not yet. */
  function alive(state, scores) {
    const yields = LuckAtlas.adventure.rulesOf(state).foe_yields_at;
    return { ...scores, stamina: Math.max(1, scores.stamina), "foe-stamina": Math.max(yields + 1, scores["foe-stamina"]) };
  }

  function rollOf(entry, number, from, to) {
    const { dice, before } = entry;
    const strengths = dice && { you: before.skill + dice[0], foe: before["foe-skill"] + dice[1] };
    return { what: "round", number, dice, ...strengths, from, to, gain: to - from };
  }

  function testOf({ luckDice, before, choice }, number, from, to) {
    return { what: "test", number, luckDice, luck: before.luck, choice, from, to, gain: to - from };
  }

  /* What a choice cost, as it is maximised; its name goes by the numbers that are shown. */
  function judge({ outcome, choice }, number, decision, measure) {
    const tested = choice !== "kept";
    const stake = decision.stake || 0;
    const [chosen, better] = tested ? [decision.test, decision.keep] : [decision.keep, decision.test];
    const cost = decision.verdict === "either" ? 0 : Math.max(0, tested ? -stake : stake);
    const apart = words.inHundred(better) - words.inHundred(chosen);
    const name = apart >= LIMITS.blunder ? "blunder" : apart >= LIMITS.mistake ? "mistake" : "slip";
    return { number, outcome, choice, cost, name, measure, chosen: words.hundred(chosen), better: words.hundred(better) };
  }

  return { chanceOf, of, LIMITS };
})();
