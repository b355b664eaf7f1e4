/* After a fight: the chance round by round, the luckiest roll, the dearest decision; nothing where there is no answer. */
LuckAtlas.account = (function () {
  "use strict";

  const LIMITS = { mistake: LuckAtlas.answers.MISTAKE, blunder: LuckAtlas.answers.CLEAR };
  const words = LuckAtlas.words;
  /* Chances that differ by less are the same. */
  const SAME = 1e-12;

  /* The state between rounds that an entry of the fight began with. */
  const stateAt = (state, scores, run, used) => ({ ...state, scores, run, used, phase: "ready" });

  /* Several foes at once: the same, wound by wound. Rolls are not told apart there. */
  function ofSeveral(state) {
    const measure = LuckAtlas.answers.measureOf(state);
    const several = LuckAtlas.several;
    const rounds = state.entries.filter(({ outcome }) => outcome && outcome !== "escaped");
    if (!several?.solvable(state)) return { points: [], dearest: null, luckiest: null, judged: [], decided: 0, measure };
    const start = { chance: several.chanceAt(state, rounds.length ? rounds[0].before : state.scores), number: 0, outcome: "start" };
    const points = [start, ...rounds.map((entry, i) => ({ chance: several.chanceAt(state, entry.after), number: i + 1, outcome: entry.outcome }))];
    const judged = rounds.flatMap((entry, i) => entry.blows.filter(({ choice }) => choice)
      .map((blow) => judge(blow, i + 1, several.decideAt(state, blow.before, blow, entry.target), measure)));
    return { points, dearest: dearestOf(judged), luckiest: null, judged, decided: judged.length, measure };
  }

  const dearestOf = (judged) => judged.filter(({ cost }) => cost > SAME).sort((a, b) => b.cost - a.cost)[0] || null;

  function of(state) {
    if (state.names.length > 1) return ofSeveral(state);
    const measure = LuckAtlas.answers.measureOf(state);
    const points = [];
    const judged = [];
    const rolls = [];
    let number = 0;
    if (!LuckAtlas.answers.solvable(state)) return { points, dearest: null, luckiest: null, judged, decided: 0, measure };
    const first = state.entries.find((entry) => entry.outcome);
    points.push({ chance: chanceOf(state, first ? first.before : state.scores, 0, 0), number: 0, outcome: "start" });
    state.entries.forEach((entry) => {
      // Leaving is no round: what it is worth depends on what follows.
      if (!entry.outcome || entry.outcome === "escaped") return;
      number += 1;
      const before = chanceOf(state, entry.before, entry.run, entry.used);
      const chance = chanceAfter(state, entry);
      points.push({ chance, number, outcome: entry.outcome });
      if (entry.outcome === "drawn") return;
      const answer = LuckAtlas.answers.safely(stateAt(state, entry.before, entry.run, entry.used));
      // The rules were changed on the way: under those of now there is no such round.
      if (!answer) return;
      const decision = answer[entry.outcome];
      const expected = decision.does === "test" ? decision.test : decision.keep;
      if (entry.outcome === "won") rolls.push(rollOf(entry, number, before, expected));
      if (entry.choice === "lucky") rolls.push(testOf(entry, number, decision.test, chance));
      if (entry.choice) judged.push(judge(entry, number, decision, answer.measure));
    });
    const dearest = dearestOf(judged);
    const luckiest = rolls.filter(({ gain }) => gain > 0).sort((a, b) => b.gain - a.gain)[0] || null;
    return { points, dearest, luckiest, judged, decided: judged.length, measure };
  }

  function chanceOf(state, scores, run, used) {
    const solution = LuckAtlas.answers.solved(state, alive(state, scores));
    return LuckAtlas.answers.chanceAt(solution, state, scores, run, used);
  }

  /* What the rules remember after a round is what the next one began with. */
  function chanceAfter(state, entry) {
    const next = state.entries.slice(state.entries.indexOf(entry) + 1).find(({ outcome }) => outcome);
    const { run, used } = next || state;
    return chanceOf(state, entry.after, run, used);
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

  /* What a choice cost, as it is maximised: nothing where the fight was lost anyway. Its name goes by the numbers that
     are shown. */
  function judge({ outcome, choice, before: scores }, number, decision, measure) {
    const tested = choice !== "kept";
    const stake = decision.stake || 0;
    const [chosen, better] = tested ? [decision.test, decision.keep] : [decision.keep, decision.test];
    const same = decision.verdict === "either" || !(chosen || better);
    const cost = same ? 0 : Math.max(0, tested ? -stake : stake);
    const apart = words.inHundred(better) - words.inHundred(chosen);
    // Where the other choice wins no more, all that this one cost is LUCK, which has a price.
    const dear = better - chosen < SAME ? "luck" : "slip";
    const name = apart >= LIMITS.blunder ? "blunder" : apart >= LIMITS.mistake ? "mistake" : dear;
    return { number, outcome, choice, scores, cost, name, measure, chosen: words.hundred(chosen), better: words.hundred(better) };
  }

  return { chanceAfter, of, LIMITS };
})();
