/* Reading an adventure: its stages as numbers that lead to later ones, and what is refused, in one sentence. */

import { ANYTHING, check, FOE, groupSize, isList, LIMITS, LUCK, memories, orNull, playingGap, readRules, refuse, SKILL, STAMINA, whole } from "../luck-atlas.mjs";

/** How many foes of the books have which scores: [skill, stamina, how many]. The build writes them in. */
export const BOOK_FOES = [[7, 6, 1]];

/** What a point of luck is worth to the rest of an adventure, in win chance. The build writes it in. */
export const LUCK_PRICE = 0.025;

/** What a meal brings back where an adventure says nothing else. The build writes it in. */
export const MEAL = 4;

/* Of so many steps a page answers within some ten seconds; a decision against several foes is worth more than one. */
const MOST_STEPS = 150_000_000;
const PER_DECISION = 10;
const upOrDown = (most) => whole(-most, most);
const text = { allowed: "text", fits: (value) => value === undefined || typeof value === "string" };
const oneOf = (...names) => ({ allowed: names.map((name) => JSON.stringify(name)).join(" or "), fits: (value) => names.includes(value) });
const FOES = {
  allowed: `1 to ${LIMITS.most_at_once} pairs of SKILL and STAMINA`,
  fits: (value) => isList(value, 1, LIMITS.most_at_once, FOE.fits),
};
const NAMES = { allowed: `the names of 1 to ${LIMITS.ways} later stages`, fits: (value) => isList(value, 1, LIMITS.ways, ANYTHING.fits) };
const isCountedWay = (value) => isList(value, 2, 2, ANYTHING.fits) && whole(1, LIMITS.rolls).fits(value[1]);
const ROLL = {
  allowed: `1 to ${LIMITS.ways} pairs of a later stage and its ways, 1 to ${LIMITS.rolls}`,
  fits: (value) => isList(value, 1, LIMITS.ways, isCountedWay),
};

const ADVENTURE = {
  title: text,
  sentence: text,
  rules: ANYTHING,
  least_stamina: STAMINA,
  least_luck: LUCK,
  meals: whole(0, LIMITS.meals),
  meal: STAMINA,
  potion: orNull(oneOf("strength", "fortune", "skill")),
  doses: whole(0, LIMITS.doses),
  stages: { allowed: `a list of 1 to ${LIMITS.stages} stages`, fits: (value) => isList(value, 1, LIMITS.stages, ANYTHING.fits) },
};
const USUAL = { least_stamina: 1, least_luck: 0, meals: 0, meal: MEAL, potion: null, doses: 1 };
const HERO = { skill: SKILL, stamina: STAMINA, luck: LUCK };
const CHANGES = { stamina: upOrDown(LIMITS.stamina), luck: upOrDown(LIMITS.luck), meals: upOrDown(LIMITS.meals) };
const NONE = { stamina: 0, luck: 0, meals: 0 };
const FIGHT = { name: text, rules: ANYTHING, skill: upOrDown(LIMITS.skill), escape: ANYTHING, next: ANYTHING };
/* What may stand in a stage, by the key that says its kind; else it is a change. */
const STAGES = {
  foe: { ...FIGHT, foe: FOE },
  foes: { ...FIGHT, foes: FOES, attack: oneOf("each", "one") },
  unknown: { name: text, rules: ANYTHING, unknown: whole(1, LIMITS.stages), next: ANYTHING },
  test: { name: text, test: ANYTHING, next: ANYTHING },
  choice: { name: text, choice: NAMES },
  roll: { name: text, roll: ROLL },
  change: { name: text, ...CHANGES, next: ANYTHING },
};
const CONSEQUENCE = { ...CHANGES, dead: oneOf(true, false), foe: { ...FOE, fits: (value) => value === null || FOE.fits(value) }, to: ANYTHING };

/** The hero’s scores at the start. */
export const readHero = (hero) => check("hero", hero, HERO);

/** An adventure for the solver: {goal, meals, meal, potion, doses, stages}, each stage with a list of the single ones
    that it is solved as, and all of these in a row. */
export function readAdventure(description, hero, foes = BOOK_FOES) {
  const given = check("adventure", description, ADVENTURE, USUAL);
  const numbers = firstSingles(given.stages);
  const all = numbers.at(-1);
  if (all > LIMITS.stages) refuse("The number of stages, unknown foes counted,", all, `${LIMITS.stages} or less: leave some out`);
  const reader = { given, hero, foes, rules: readRules(given.rules), numbers, names: namesOf(given.stages) };
  const singles = given.stages.flatMap((stage, at) => readStage(reader, stage, at));
  const stages = given.stages.map((stage, at) => ({ name: stage.name ?? null, at: numbers[at], count: numbers[at + 1] - numbers[at], kind: singles[numbers[at]] }));
  const adventure = { ...given, doses: given.potion === null ? 0 : given.doses, singles, stages };
  checkSize(adventure, hero);
  return adventure;
}

/* Refuses what would take too long, before anything is solved: the states of all fights with one foe, and the decisions
   against several, which take longer, each with all meals and doses that may be left. */
function checkSize(adventure, hero) {
  const { singles, doses, potion } = adventure;
  const packs = (doses + 1) * (adventure.meals + mealsOnTheWay(singles) + 2);
  const most = { stamina: hero.stamina, luck: hero.luck + (potion === "fortune" ? doses : 0) };
  const places = packs * (most.stamina + 1) * (most.luck + 1);
  const duel = (rules, foe) => places * (foe + 1) * memories(rules).count;
  const size = (fight) =>
    fight.foes.length > 1 ? PER_DECISION * packs * groupSize(most, fight.foes, fight.attack) : duel(fight.rules, fight.foes[0][1]);
  const steps = singles.reduce((sum, stage) => {
    const unknown = (stage.duels ?? []).map(({ foes }) => duel(stage.rules, Math.max(...foes.map(([stamina]) => stamina))));
    const fights = [stage.fight, stage.lucky?.fight, stage.unlucky?.fight].filter(Boolean).map(size);
    return [...unknown, ...fights].reduce((a, b) => a + b, sum + places);
  }, 0);
  if (steps > MOST_STEPS) refuse("The number of steps", steps, `${MOST_STEPS} or less: take fewer stages, foes, meals or doses`);
}

/** The most meals that an adventure can give. */
export function mealsOnTheWay(singles) {
  const most = [...singles.map(() => 0), 0];
  for (const [number, stage] of [...singles.entries()].reverse()) {
    const given = [stage.change, stage.lucky?.change, stage.unlucky?.change].map((change) => change?.meals ?? 0);
    most[number] = Math.max(0, ...given) + Math.max(...exits(stage).map((to) => most[to]));
  }
  return most[0];
}

/* The stages that a single stage may lead to. */
function exits(stage) {
  if (stage.kind === "choice") return stage.ways;
  if (stage.kind === "roll") return stage.ways.map(([to]) => to);
  if (stage.kind === "test") return [stage.lucky.next, stage.unlucky.next];
  return stage.kind === "fight" && stage.escape !== null ? [stage.next, stage.escape] : [stage.next];
}


/* The number of the first single stage of each: so many unknown foes are so many single stages. */
function firstSingles(stages) {
  const numbers = [0];
  for (const stage of stages) {
    const unknown = stage?.unknown;
    numbers.push(numbers.at(-1) + (whole(1, LIMITS.stages).fits(unknown) ? unknown : 1));
  }
  return numbers;
}

function namesOf(stages) {
  const names = new Map();
  for (const [at, stage] of stages.entries()) {
    if (typeof stage?.name !== "string") continue;
    names.set(stage.name, names.has(stage.name) ? null : at);
  }
  return names;
}

/* Where a name leads: to a later stage, or to the end. */
function leads(reader, where, name, at) {
  const { names, numbers } = reader;
  if (name === "end") return numbers.at(-1);
  const to = typeof name === "string" ? names.get(name) : undefined;
  if (to === null) refuse(where, name, "the name of one stage: two are called so");
  if (to === undefined || to <= at) refuse(where, name, 'the name of a later stage, or "end"');
  return numbers[to];
}

function kindOf(stage) {
  return Object.keys(STAGES).find((key) => Object.hasOwn(stage, key)) ?? "change";
}

function readStage(reader, given, at) {
  const where = `stage ${at + 1}`;
  if (typeof given !== "object" || given === null) refuse(where, given, "an object");
  const kind = kindOf(given);
  const stage = check(where, given, STAGES[kind], { skill: 0, escape: null, attack: "each", ...NONE });
  const follows = reader.numbers[at + 1];
  const next = stage.next === undefined ? follows : leads(reader, `${where}.next`, stage.next, at);
  switch (kind) {
    case "unknown": {
      const { rules, duels, yielded } = unknownFoes(reader, rulesOf(reader, where, stage));
      const single = { kind, rules, duels, yielded };
      return Array.from({ length: stage.unknown }, (_, i) => ({ ...single, next: i + 1 < stage.unknown ? reader.numbers[at] + i + 1 : next }));
    }
    case "foe":
    case "foes": {
      const fight = readFight(reader, where, kind === "foe" ? [stage.foe] : stage.foes, stage);
      const escape = stage.escape === null ? null : stage.escape === true ? next : leads(reader, `${where}.escape`, stage.escape, at);
      return [{ kind: "fight", fight, next, escape }];
    }
    case "test": {
      const test = check(`${where}.test`, stage.test, { lucky: ANYTHING, unlucky: ANYTHING }, { lucky: {}, unlucky: {} });
      const [lucky, unlucky] = ["lucky", "unlucky"].map((way) => consequence(reader, `${where}.test.${way}`, test[way], at, next));
      return [{ kind, lucky, unlucky }];
    }
    case "choice":
      return [{ kind, names: stage.choice, ways: stage.choice.map((name) => leads(reader, `${where}.choice`, name, at)) }];
    case "roll":
      return [{ kind, ways: stage.roll.map(([name, count]) => [leads(reader, `${where}.roll`, name, at), count]) }];
    default:
      return [{ kind, change: changeOf(stage), next }];
  }
}

const changeOf = ({ stamina, luck, meals }) => ({ stamina, luck, meals });
const rulesOf = (reader, where, { rules }) => (rules === undefined ? reader.rules : readRules(rules, `${where}.rules`));

function consequence(reader, where, given, at, next) {
  const what = check(where, given, CONSEQUENCE, { ...NONE, dead: false, foe: null });
  const fight = what.foe && readFight(reader, where, [what.foe], { skill: 0, attack: "each" });
  return { change: changeOf(what), dead: what.dead, fight, next: what.to === undefined ? next : leads(reader, `${where}.to`, what.to, at) };
}

/* A fight with the foes’ stamina above that at which they yield. */
function readFight(reader, where, foes, stage) {
  const rules = rulesOf(reader, where, stage);
  const yields = rules.foe_yields_at;
  for (const foe of foes) if (foe[1] <= yields) refuse(`${where}: the foe`, foe, `one with STAMINA above ${yields}, where it yields`);
  const remembered = foes.length > 1 && ["losing_run", "rounds"].find((key) => rules[key] !== null);
  if (remembered) refuse(`${where}: rules.${remembered}`, rules[remembered], "null against several foes at once");
  const skill = reader.hero.skill + stage.skill;
  const met = foes.map(([foe, stamina]) => [foe, stamina - yields]);
  return { rules, skill, gap: playingGap(rules, skill - met[0][0]), foes: met, attack: stage.attack };
}

/* The foes of the books: those of one skill gap together. Who has yielded when met is no foe. */
function unknownFoes({ hero, foes }, rules) {
  const duels = new Map();
  let yielded = 0;
  for (const [skill, stamina, count] of foes) {
    const gap = playingGap(rules, hero.skill - skill);
    if (stamina <= rules.foe_yields_at) yielded += count;
    else duels.set(gap, [...(duels.get(gap) ?? []), [stamina - rules.foe_yields_at, count]]);
  }
  const all = foes.reduce((sum, [, , count]) => sum + count, 0);
  const shares = (met) => met.map(([stamina, count]) => [stamina, count / all]);
  return { rules, yielded: yielded / all, duels: [...duels].map(([gap, met]) => ({ gap, foes: shares(met) })) };
}
