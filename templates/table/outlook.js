/* What lies ahead, solved as an adventure: whether to eat, to drink, or to leave a fight.

   Ahead are the foes that are named and, where more is to come, some fights more with foes of the books, and luck tests
   among them, as the build says; before a last fight that is not named, one such foe. */
LuckAtlas.outlook = (function () {
  "use strict";

  const { current, foes, parts } = LuckAtlas;
  const { rulesOf } = LuckAtlas.hits;
  /* By the score that a potion brings back, as an adventure's file names it. SKILL is not lost on the way. */
  const POTIONS = { stamina: "strength", luck: "fortune" };
  const TESTS = { none: 0, few: 1 };
  /* What being Unlucky costs who is hurt, and who dies. */
  const [HURTS, FATAL] = [-2, -99];
  /* Nobody eats more against foes that can be named; of those for more to come, the others are for later. */
  const MOST_MEALS = { known: 15, more: 3 };
  const SLICE = 10;
  let known = { key: "", meals: 0, doses: 0, made: null };
  let left = { where: "", wound: null };

  /* Whether all that is to come is known. */
  const exact = ({ ahead }) => ahead.kind === "foes" && !ahead.luck_price;
  /* A fight that has to be won: there is nothing to escape to. */
  const last = ({ ahead }) => ahead.kind === "last";
  const more = (state) => !exact(state) && !last(state);

  function stagesOf(state) {
    const { kind, foes: named, tests } = state.ahead;
    const stages = kind === "foes" ? named.map((foe) => ({ foe })) : [];
    if (more(state)) return [...stages, ...rest(tests)];
    return stages.length ? stages : [{ unknown: 1 }];
  }

  /* More to come: who does not know how many luck tests there are counts on many. */
  function rest(tests) {
    const { fights, unlucky: [die, hurt, unharmed] } = LuckAtlas.edition.rest;
    const most = TESTS[tests] ?? fights.length - 1;
    return fights.flatMap((unknown, n) => {
      const [on, failed, dead, wounded] = ["On", "Unlucky", "Dead", "Hurt"].map((name) => `${name} ${n}`);
      const test = [
        { test: { lucky: { to: on }, unlucky: { to: failed } } },
        { name: failed, roll: [[dead, die], [wounded, hurt], [on, unharmed]] },
        { name: dead, stamina: FATAL },
        { name: wounded, stamina: HURTS },
      ];
      return [...(n > 0 && n <= most ? test : []), { name: on, unknown }];
    });
  }

  function carried(state) {
    const { meals, potion, doses } = state;
    return { meals: Math.min(meals, MOST_MEALS[more(state) ? "more" : "known"]), doses: POTIONS[potion] ? doses : 0 };
  }

  function question(state) {
    const { scores, of, potion, ahead, usual } = state;
    const { least_stamina, least_luck } = ahead;
    const hero = { skill: scores.skill, stamina: Math.max(of.stamina, scores.stamina), luck: Math.max(of.luck, scores.luck) };
    return { hero, adventure: { rules: usual, least_stamina, least_luck, potion: POTIONS[potion] ?? null, stages: stagesOf(state) } };
  }

  /* What is solved with more meals and doses answers for less. */
  function holds(state) {
    const { meals, doses } = carried(state);
    return known.key === JSON.stringify(question(state)) && known.meals >= meals && known.doses >= doses;
  }

  /* What the steps return; null where nobody waits for it any more. */
  async function run(steps, wanted) {
    let until = performance.now() + SLICE;
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      if (performance.now() < until) continue;
      await new Promise((then) => setTimeout(then));
      if (!wanted()) return null;
      until = performance.now() + SLICE;
    }
  }

  async function solve(asked, wanted) {
    await parts.script("luck-adventure");
    const solution = new LuckAtlas.AdventureSolution(asked.adventure, asked.hero);
    const done = await run(solution.solving(), wanted);
    return done === null ? null : solution;
  }

  /* The solution, once for all that a state leads to before its scores at the start, or what lies ahead, change. */
  function solved(state) {
    if (!holds(state)) {
      const asked = question(state);
      const mine = { ...carried(state), key: JSON.stringify(asked), made: null };
      known = mine;
      mine.made = solve({ ...asked, adventure: { ...asked.adventure, ...carried(state) } }, () => known === mine);
    }
    return known.made;
  }

  const waits = (state) => () => state === current.state;
  const placeOf = (state) => ({ stamina: state.scores.stamina, luck: state.scores.luck, ...carried(state) });

  /* Before a fight: "eat", "drink" or "go on"; null where nobody waits for it any more. */
  async function provisions(state) {
    const solution = await solved(state);
    return solution && waits(state)() ? solution.before({ stage: 0, ...placeOf(state) }).decision : null;
  }

  /* The fight as it stands, for who may leave it. */
  function fightOf({ scores, rules, ...state }) {
    const { losing_run: run, rounds, foe_yields_at: yields } = rulesOf({ rules });
    const pairs = foes.living(scores, yields).map((who) => foes.pairs(scores)[who]);
    const remembered = { lost_in_succession: run === null ? 0 : state.run, rounds_left: rounds === null ? null : rounds - state.used };
    return [{ rules, ...(pairs.length > 1 ? { foes: pairs } : { foe: pairs[0] }) }, { ...placeOf({ scores, ...state }), ...remembered }];
  }

  /* Between rounds: {decision, actions, wound}; null as above. */
  async function leaving(state) {
    const solution = await solved(state);
    if (!solution || !waits(state)()) return null;
    const found = await run(solution.leaving(...fightOf(state)), waits(state));
    if (found) left = { where: whereOf(state), wound: found.wound };
    return found;
  }

  const whereOf = (state) => JSON.stringify([question(state), state.rules, placeOf(state)]);

  /* Whether to test on the wound of an escape; null where it has not been worked out. */
  const wound = (state) => (left.where === whereOf(state) ? left.wound.decision : null);

  return { exact, last, leaving, provisions, wound };
})();
