/* Questions: decisions as fights of the books bring them up.

   A fight is drawn like those of the group "foes of the books": half the adventurers as rolled, half on the way; the
   foe as often as it stands in the books. It is played with dice under the advice, and every decision on the way is
   weighed by what it matters: how many more fights in 100 the advice wins, `weight` as the nearest whole number. Below
   `LEAST`, before it is rounded, it is no question. What is shown, `apart`, is the difference between the two chances
   as they are shown. The fight is taken as often as all its questions matter together, and one of them by its
   weight: so a decision comes up as often as it is met, times what it matters. Only whole numbers decide. */
LuckAtlas.questions = (function () {
  "use strict";

  const { answers, edition, grids, hits, practice, random, words } = LuckAtlas;
  const LEAST = answers.MISTAKE;
  /* A fight in which more is at stake is always taken. */
  const SURELY = 24;
  /* So many fights without a question of a kind, and there are none. Of the rarest kind there is one in some 500. */
  const MOST_FIGHTS = 20000;
  /* So many fights are looked through for what is wanted. */
  const MOST_WANTED = 400;
  /* milliseconds */
  const SLICE = 8;
  const MOST_ROUNDS = 60;
  const MOST_AHEAD = 3;
  const known = new WeakMap();

  const { heroes, foes } = edition.training;

  const counted = (chance, list) => random.weighed(chance, list, ([, count]) => count)[0];

  function hero(chance) {
    const { skill, stamina, luck } = heroes[chance.below(heroes.length)];
    return { skill: counted(chance, skill), stamina: counted(chance, stamina), luck: counted(chance, luck) };
  }

  const foe = (chance) => random.weighed(chance, foes, ([, , count]) => count).slice(0, 2);

  /* What lies ahead, of a kind or of any. */
  function ahead(chance, kind) {
    const one = kind === "any" ? ["last", "more", "foes"][chance.below(3)] : kind;
    const to = one === "foes" ? Array.from({ length: 1 + chance.below(MOST_AHEAD) }, () => foe(chance)) : [];
    return { ...edition.ahead, kind: one, foes: to, luck_price: one === "more" ? edition.price : 0 };
  }

  const stateOf = (scores, lies) => ({ scores, ahead: lies, rules: edition.rules ?? "books", run: 0, used: 0 });

  /* What is best after a won and after a lost round, and what that matters: a weight of 0 is no question. Looked up once
     for a state of a solved fight. */
  function stakes(state) {
    const solution = answers.solved(state, state.scores);
    if (!known.has(solution)) known.set(solution, new Map());
    const { stamina, luck, "foe-stamina": foeStamina } = state.scores;
    const key = (stamina * 100 + foeStamina) * 100 + luck;
    const found = known.get(solution);
    if (!found.has(key)) found.set(key, weigh(solution, { stamina, foe_stamina: foeStamina, luck }));
    return found.get(key);
  }

  function weigh(solution, here) {
    const verdicts = solution.glance(here);
    const chances = here.luck ? solution.chances(here) : null;
    const stake = (outcome) => {
      const does = verdicts[outcome] === "test" ? "test" : "keep";
      if (!chances || verdicts[outcome] === "either") return { does, apart: 0, weight: 0 };
      const { test, keep } = chances[outcome];
      const [better, other] = does === "test" ? [test, keep] : [keep, test];
      const more = 100 * (better - other);
      return { does, apart: words.inHundred(better) - words.inHundred(other), weight: more >= LEAST ? Math.round(more) : 0 };
    };
    return { won: stake("won"), lost: stake("lost") };
  }

  /* A fight with dice under the advice, to its end: the questions on its way. */
  function fought(chance, state) {
    const rules = hits.rulesOf(state);
    const met = [];
    let { scores } = state;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const apart = scores.skill + chance.pair() - scores["foe-skill"] - chance.pair();
      if (!apart) continue;
      const outcome = apart > 0 ? "won" : "lost";
      const now = { ...state, scores };
      const stake = stakes(now)[outcome];
      if (stake.weight) met.push({ scores, outcome, ahead: state.ahead, ...stake });
      const tests = stake.does === "test";
      const kind = !tests ? "kept" : chance.pair() <= scores.luck ? "lucky" : "unlucky";
      const hit = hits.HIT[outcome];
      const luck = scores.luck - (tests ? rules.luck_cost : 0);
      scores = { ...scores, luck, [hit]: scores[hit] - rules[outcome][hits.HITS[kind]] };
      if (scores.stamina <= 0 || scores["foe-stamina"] <= rules.foe_yields_at) break;
    }
    return met;
  }

  /* The next question of a level, every other one about its rule; null where there is none. `asked` are keys of those
     that are not to come; where `wanted` finds one in a fight, it is asked before others. */
  function* drawing(chance, level, asked = new Set(), wanted = null) {
    // Else the answer could be guessed from the level.
    const kind = chance.below(2) ? level : { ahead: level.ahead };
    for (let fight = 0; fight < MOST_FIGHTS; fight++) {
      const { skill, stamina, luck } = hero(chance);
      const [foeSkill, foeStamina] = foe(chance);
      const scores = { skill, stamina, luck, "foe-skill": foeSkill, "foe-stamina": foeStamina };
      const state = stateOf(scores, ahead(chance, level.ahead));
      yield state;
      const met = fought(chance, state).filter((one) => grids.fits(kind, one) && !asked.has(keyOf(one)));
      const all = met.reduce((sum, one) => sum + one.weight, 0);
      if (chance.below(SURELY) >= all) continue;
      const first = wanted ? met.filter(wanted) : met;
      if (!first.length && fight < MOST_WANTED) continue;
      return random.weighed(chance, first.length ? first : met, ({ weight }) => weight);
    }
    return null;
  }

  function draw(...told) {
    const found = drawing(...told);
    let step;
    do step = found.next();
    while (!step.done);
    return step.value;
  }

  /* The same with pauses, also within a fight, so that a page that has just come takes taps meanwhile. */
  async function drawInSlices(...told) {
    const found = drawing(...told);
    let until = performance.now() + SLICE;
    for (;;) {
      const { done, value } = found.next();
      if (done) return value;
      await answers.prepare({ ...value, before: value.scores, entries: [] });
      if (performance.now() < until) continue;
      await new Promise((then) => setTimeout(then));
      until = performance.now() + SLICE;
    }
  }

  const { keyOf } = practice;

  /* A question from its line: null where it is none, or none any more. */
  function read(key) {
    const found = /^(\d+)\.(\d+)\.(\d+)\.(\d+)\.(\d+) (won|lost) (last|more|foes)((?: \d+\/\d+)*)$/.exec(key);
    if (!found) return null;
    const [skill, stamina, luck, foeSkill, foeStamina] = found.slice(1, 6).map(Number);
    const to = found[8].split(" ").filter(Boolean).map((one) => one.split("/").map(Number));
    const scores = { skill, stamina, luck, "foe-skill": foeSkill, "foe-stamina": foeStamina };
    if (Object.entries(edition.usual).some(([name, most]) => scores[name] > most)) return null;
    const kind = found[7];
    const lies = { ...edition.ahead, kind, foes: to, luck_price: kind === "more" ? edition.price : 0 };
    return asked(scores, found[6], lies);
  }

  function asked(scores, outcome, lies) {
    try {
      const stake = stakes(stateOf(scores, lies))[outcome];
      return stake.weight ? { scores, outcome, ahead: lies, ...stake } : null;
    } catch {
      return null;
    }
  }

  /* All that the page says of a question. */
  function answer(question) {
    const state = stateOf(question.scores, question.ahead);
    const { measure, ...found } = answers.answer(state);
    return { measure, ...found[question.outcome] };
  }

  /* What may be hard about a question: after a lost round, with little STAMINA left, with much LUCK. */
  const [LITTLE_STAMINA, MUCH_LUCK] = [4, 9];
  const KINDS = {
    lost: ({ outcome }) => outcome === "lost",
    weak: ({ scores }) => scores.stamina <= LITTLE_STAMINA,
    lucky: ({ scores }) => scores.luck >= MUCH_LUCK,
  };

  return { KINDS, LEAST, answer, draw, drawInSlices, keyOf, read, stateOf };
})();
