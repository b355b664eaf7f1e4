/* The answer for the fight as it stands: what the engine says, as chances for a player, how strong it is, and why.

   What is shown is a chance: to win this fight, or, where foes or a goal lie ahead, to come through everything.
   What is maximised may count LUCK as well; so the chances if you test and if you keep are those of the fights
   after it, played as advised. A reason is one that the numbers bear out, or there is none. */
LuckAtlas.answers = (function () {
  "use strict";

  /* Wins in 100 between test and keep: from the first on a wrong choice is a mistake, from the second on a blunder. */
  const [MISTAKE, CLEAR] = [2, 5];
  const TIE = 1e-12;
  const NEAR = 1e-13;
  const words = LuckAtlas.words;
  const { foes } = LuckAtlas;
  const { HIT, rulesOf } = LuckAtlas.hits;
  const solutions = new Map();
  const MOST_KEPT = 40;
  /* A solution of so many states takes no time; larger ones are made in slices. */
  const AT_ONCE = 30000;

  /* A fight with one foe standing, as if there had been no other; null where there are several. */
  function alone(state) {
    const [who, ...more] = foes.living(state.scores, rulesOf(state).foe_yields_at);
    if (more.length || who === undefined) return foes.indices(state.scores).length > 1 ? null : state;
    if (foes.indices(state.scores).length === 1) return state;
    return { ...state, scores: foes.duel(state.scores, who), before: foes.duel(state.before, who), entries: [] };
  }

  function asked(state, scores = state.scores) {
    const { kind, foes, luck_price, least_stamina, least_luck } = state.ahead;
    return {
      hero: { skill: scores.skill, stamina: scores.stamina, luck: scores.luck },
      foe: { skill: scores["foe-skill"], stamina: scores["foe-stamina"] },
      rules: state.rules,
      ahead: { foes: kind === "foes" ? foes : [], luck_price: kind === "last" ? 0 : luck_price, least_stamina, least_luck },
    };
  }

  /* Solved once for a fight: later rounds stand in the same solution. */
  function solved(state, scores) {
    const fight = asked(state, scores);
    return (known(fight) || keep({ fight, solution: LuckAtlas.solve(fight) })).solution;
  }

  const known = (fight) => (solutions.get(keyOf(fight)) || []).find((found) => covers(found.fight, fight));

  /* The largest scores of the fight so far: what is solved for them answers for every round of it. */
  function largest({ scores, before, entries }) {
    const stops = [scores, before, ...entries.map(({ after }) => after)];
    const most = Object.fromEntries(["stamina", "luck", "foe-stamina"].map((name) => [name, Math.max(...stops.map((stop) => stop[name]))]));
    return { ...scores, ...most };
  }

  /* Whether the engine takes the fight: none that is too large, or with a foe that yields before it begins. */
  function solvable(state) {
    try {
      return Boolean(solved(state, largest(state)));
    } catch {
      return false;
    }
  }

  function keyOf({ hero, foe, rules, ahead }) {
    return JSON.stringify([hero.skill - foe.skill, ahead.foes.length ? hero.skill : null, rules, ahead]);
  }

  function keep(found) {
    const key = keyOf(found.fight);
    if (solutions.size > MOST_KEPT) solutions.clear();
    solutions.set(key, [found, ...(solutions.get(key) || []).slice(0, 3)]);
    return found;
  }

  const covers = (has, wants) =>
    has.hero.stamina >= wants.hero.stamina && has.hero.luck >= wants.hero.luck && has.foe.stamina >= wants.foe.stamina;

  /* What is counted: `all` where more than this fight is at stake. */
  function measureOf({ ahead }) {
    return (ahead.kind === "foes" && ahead.foes.length) || ahead.least_stamina > 1 || ahead.least_luck > 0 ? "all" : "fight";
  }

  /* A state as the engine names it, with what the rules remember. */
  function place(rules, scores, run, used) {
    const found = { stamina: scores.stamina, foe_stamina: scores["foe-stamina"], luck: scores.luck };
    if (rules.losing_run !== null) found.lost_in_succession = run;
    if (rules.rounds !== null) found.rounds_left = rules.rounds - used;
    return found;
  }

  /* The chance to win, or to come through, from a state between rounds, ended or not. */
  function chanceAt(solution, state, scores, run, used) {
    const rules = rulesOf(state);
    const killed = scores.stamina <= 0 || (rules.losing_run !== null && run >= rules.losing_run);
    const beaten = scores["foe-stamina"] <= rules.foe_yields_at;
    const timeout = rules.rounds !== null && used >= rules.rounds;
    if (!beaten && (killed || (timeout && rules.out_of_rounds === "lost"))) return 0;
    if (beaten || timeout) return afterWin(solution, state, scores);
    return solution.at(place(rules, scores, run, used)).survival;
  }

  function afterWin({ next }, state, { stamina, luck }) {
    if (measureOf(state) === "fight") return 1;
    if (next) return next.at({ stamina, luck }).survival;
    return stamina >= state.ahead.least_stamina && luck >= state.ahead.least_luck ? 1 : 0;
  }

  /* The scores after one kind of hit, and what a test leaves of the LUCK. */
  function hit(rules, scores, outcome, kind, luck) {
    return { ...scores, luck, [HIT[outcome]]: Math.max(0, scores[HIT[outcome]] - rules[outcome][kind]) };
  }

  function decide(outcome, state, solution, found, chances) {
    const { verdict, stake } = found[outcome];
    const { test, keep } = chances[outcome];
    const does = verdict === "test" ? "test" : "keep";
    const ways = LuckAtlas.luckOdds(state.scores.luck);
    const decision = { outcome, verdict, does, test, keep, stake, ways, strength: strength(verdict, test, keep) };
    return { ...decision, reason: reason(solution, state, decision) };
  }

  function strength(verdict, test, keep) {
    if (verdict === "either" || test === null) return "none";
    return Math.abs(words.inHundred(test) - words.inHundred(keep)) >= CLEAR ? "clear" : "slight";
  }

  /* Why: the first of these that is true, and that speaks for the verdict. */
  function reason(solution, state, decision) {
    const rules = rulesOf(state);
    const { outcome, does, verdict, test, keep, ways } = decision;
    const { scores, run, used } = state;
    const [won, , lost] = LuckAtlas.roundWays(scores.skill - scores["foe-skill"]);
    if (!scores.luck) return { kind: "no-luck" };
    if (!(outcome === "won" ? won : lost)) return { kind: `never-${outcome}` };
    const left = rules[outcome].map((damage) => scores[HIT[outcome]] - damage);
    const ends = left.map((stamina) => stamina <= (outcome === "won" ? rules.foe_yields_at : 0));
    const deadly = deadlyReason(outcome, does, ends, rules.losing_run !== null && outcome === "lost" && run + 1 >= rules.losing_run && rules.losing_run);
    if (deadly) return deadly;
    if (verdict === "either") return { kind: "same" };
    if (does === "keep" && !ways[0]) return { kind: "cannot-be-lucky", luck: scores.luck };
    const [normal, lucky, unlucky] = left.map((stamina) => hitsLeft(rules, outcome, stamina));
    const saves = outcome === "won" ? normal - lucky : lucky - normal;
    if (does === "test") return testReason(state, outcome, saves, { normal, lucky, unlucky }, left);
    const priced = state.ahead.kind !== "last" && state.ahead.luck_price > 0;
    if (priced && Math.abs(test - keep) < TIE) return { kind: "wins-no-more" };
    if (test > keep) return priced ? { kind: "too-dear" } : null;
    if (saves <= 0) return saves === 0 ? { kind: `saves-nothing-${outcome}`, normal } : null;
    return riskReason(ways, [0, 1, 2].map((kind) => chanceAt(solution, state, hit(rules, scores, outcome, kind, scores.luck), outcome === "lost" ? run + 1 : 0, used + 1)));
  }

  /* A hit saved; or, where a Lucky test saves none by itself, STAMINA that only a later test can make use of: without
     one, what counts is the number of normal hits, unless a goal counts STAMINA. */
  function testReason({ ahead }, outcome, saves, hits, [normal, lucky]) {
    if (saves > 0) return { kind: `${outcome}-hits`, ...hits };
    const later = saves === 0 && ahead.least_stamina === 1 && (outcome === "won" ? lucky < normal : lucky > normal);
    return later ? { kind: `later-${outcome}`, normal, lucky } : null;
  }

  /* The test as if it cost no LUCK: if it were right then, the LUCK is what speaks against it; else the risk. */
  function riskReason([lucky, unlucky], [normal, ifLucky, ifUnlucky]) {
    const free = lucky * (ifLucky - normal) - unlucky * (normal - ifUnlucky);
    if (Math.abs(free) < NEAR * (lucky + unlucky) * Math.max(normal, ifLucky)) return null;
    return free > 0 ? { kind: "luck-for-later" } : { kind: "risk-too-great", ways: lucky };
  }

  function deadlyReason(outcome, does, [normal, lucky, unlucky], run) {
    if (run && does === "keep") return { kind: "run-kills", run };
    if (outcome === "won") {
      if (does === "keep" && normal) return { kind: unlucky && lucky ? "any-hit-kills" : "normal-kills" };
      return does === "test" && lucky && !normal ? { kind: "lucky-kills" } : null;
    }
    if (normal && lucky && unlucky) return does === "keep" ? { kind: "killed-anyway" } : null;
    if (does === "test" && normal && !lucky && unlucky) return { kind: "only-lucky-saves" };
    return does === "keep" && !normal && unlucky ? { kind: "unlucky-kills" } : null;
  }

  /* Normal hits that still beat the foe, or that you can still take and live. */
  function hitsLeft(rules, outcome, stamina) {
    const plain = rules[outcome][0];
    return outcome === "won" ? Math.max(0, Math.ceil((stamina - rules.foe_yields_at) / plain)) : Math.max(0, Math.ceil(stamina / plain) - 1);
  }

  /* Everything the screen says about a fight between two rounds, or in the middle of one. */
  function answer(given) {
    const state = alone(given);
    const solution = solved(state);
    const here = place(rulesOf(state), state.scores, state.run, state.used);
    const found = solution.at(here);
    const chances = solution.chances(here);
    return {
      measure: measureOf(state),
      chance: found.survival,
      never: found.win_chance_never,
      spent: found.luck_spent,
      won: decide("won", state, solution, found, chances),
      lost: decide("lost", state, solution, found, chances),
    };
  }

  /* null where the engine refuses the fight. */
  function safely(state) {
    try {
      return answer(state);
    } catch {
      return null;
    }
  }

  /* Whether all answers for the fight so far take no time: they are known, or quickly worked out. */
  function atHand(given) {
    const state = alone(given);
    const scores = largest(state);
    return Boolean(known(asked(state, scores))) || work(state, scores) <= AT_ONCE;
  }

  /* About how many states the engine has to look at. */
  function work(state, { stamina, luck, "foe-stamina": foe }) {
    const { rounds, losing_run: run } = rulesOf(state);
    const foes = [foe, ...(state.ahead.kind === "foes" ? state.ahead.foes.map(([, other]) => other) : [])];
    return stamina * (luck + 1) * (rounds || 1) * (run || 1) * foes.reduce((sum, other) => sum + other, 0);
  }

  /* The same solution, made in slices. */
  async function prepare(given, signal) {
    const state = alone(given);
    const fight = asked(state, largest(state));
    keep({ fight, solution: await LuckAtlas.solveInSlices(fight, { signal }) });
  }

  /* What a map shows at a pair of staminas: the chance, and after which rounds to test. */
  function square(solution, state, stamina, foe) {
    const rules = rulesOf(state);
    if (foe <= rules.foe_yields_at) return null;
    const here = place(rules, { stamina, "foe-stamina": foe, luck: state.scores.luck }, state.run, state.used);
    const { won, lost, win_chance } = solution.glance(here);
    const chance = measureOf(state) === "all" ? solution.at(here).survival : win_chance;
    return { chance, won: won === "test", lost: lost === "test" };
  }

  return { afterWin, alone, answer, asked, strength, atHand, chanceAt, measureOf, prepare, safely, solvable, solved, square, CLEAR, MISTAKE };
})();
