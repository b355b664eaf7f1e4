/* Advice: a fight in one line, and its answer. */

import { GroupSolution } from "./at-once.mjs";
import { ANYTHING, check, FOE, isList, LIMITS, LUCK, refuse, SKILL, STAMINA } from "./checks.mjs";
import { sum } from "./dice.mjs";
import { TO_WIN } from "./ends.mjs";
import { groupSize } from "./group.mjs";
import { Solution } from "./one-foe.mjs";
import { memories, mostRounds, playingGap, readRules } from "./rules.mjs";

const FOES_AHEAD = {
  allowed: `at most ${LIMITS.foes_ahead} pairs of SKILL and STAMINA`,
  fits: (value) => isList(value, 0, LIMITS.foes_ahead, FOE.fits),
};
const PRICE = { allowed: "a number from 0 to 1", fits: (value) => typeof value === "number" && value >= 0 && value <= 1 };
const GROUP = {
  allowed: `${LIMITS.least_at_once} to ${LIMITS.most_at_once} pairs of SKILL and STAMINA`,
  fits: (value) => value === undefined || isList(value, LIMITS.least_at_once, LIMITS.most_at_once, FOE.fits),
};
const ATTACK = { allowed: "each or one", fits: (value) => value === "each" || value === "one" };
const ESCAPE = { allowed: `${PRICE.allowed} or null`, fits: (value) => value === null || PRICE.fits(value) };
const SHAPES = {
  fight: { hero: ANYTHING, foe: ANYTHING, foes: GROUP, attack: ATTACK, escape: ESCAPE, rules: ANYTHING, ahead: ANYTHING },
  hero: { skill: SKILL, stamina: STAMINA, luck: LUCK },
  foe: { skill: SKILL, stamina: STAMINA },
  ahead: { foes: FOES_AHEAD, luck_price: PRICE, least_stamina: STAMINA, least_luck: LUCK },
};
const MOST_DECISIONS = 30_000_000;
/* Bits to carry through the states of a chain: with more a phone would wait for seconds, and floats take over. */
const MOST_BITS = 1e8;

function prepare(fight) {
  const given = check("fight", fight, SHAPES.fight, { ahead: {}, attack: "each", escape: null });
  const hero = check("hero", given.hero, SHAPES.hero);
  const rules = readRules(given.rules);
  const goal = check("ahead", given.ahead, SHAPES.ahead, TO_WIN);
  const group = readGroup(given, rules);
  const { skill, stamina } = group ? {} : check("foe", given.foe, SHAPES.foe);
  const chain = group ? goal.foes : [[skill, stamina], ...goal.foes];
  const least = Math.min(...[...chain, ...(group ?? [])].map((foe) => foe[1]));
  if (least <= rules.foe_yields_at) refuse("A foe’s stamina", least, `above ${rules.foe_yields_at}, where foes yield`);
  const next = chained(hero, rules, chain, goal, group ? null : given.escape, Boolean(group));
  if (!group) return next;
  const size = groupSize(hero, group, given.attack);
  if (size > MOST_DECISIONS) refuse("The number of decisions", size, `${MOST_DECISIONS} or less: take fewer or weaker foes`);
  return new GroupSolution(rules, { ...given, skill: hero.skill, foes: group }, hero, goal, next);
}

/* Several foes at once; null where there is one. */
function readGroup({ foe, foes, attack }, rules) {
  if (foes === undefined) {
    if (attack !== "each") refuse("attack", attack, "left out where there is one foe");
    return null;
  }
  if (foe !== undefined) refuse("foe", foe, "left out where there are foes");
  const remembered = ["losing_run", "rounds"].find((key) => rules[key] !== null);
  if (remembered) refuse(`rules.${remembered}`, rules[remembered], "null against several foes at once");
  return foes;
}

/* Foes one after the other, and what is worth what behind the last of them. */
function chained(hero, rules, foes, goal, escape, isBehindGroup) {
  const rows = hero.stamina * (hero.luck + 1) * memories(rules).count;
  const states = rows * sum(foes.map((foe) => foe[1]));
  if (states > LIMITS.states) refuse("The number of states", states, `${LIMITS.states} or less: take fewer foes or rounds`);
  const boxes = foes.map((foe) => ({ ...hero, foeStamina: foe[1] - rules.foe_yields_at }));
  const bits = sum(boxes.map((box) => 11 * mostRounds(rules, box) + 4 * hero.luck));
  const exact = !isBehindGroup && (foes.length === 1 || (bits / 2) * states < MOST_BITS);
  return foes.reduceRight(
    (next, foe, i) => new Solution(rules, playingGap(rules, hero.skill - foe[0]), boxes[i], goal, next, exact, i ? null : escape),
    null,
  );
}

/** All states from a fight down: every lower stamina, foe stamina and luck. */
export function solve(fight) {
  const solution = prepare(fight);
  for (const _ of solution.solving());
  return solution;
}

/** The same without freezing a page: works for so many milliseconds at a time, until it is done or told to stop. */
export async function solveInSlices(fight, options = {}) {
  return inSlices(() => {
    const solution = prepare(fight);
    return (function* () {
      yield* solution.solving();
      return solution;
    })();
  }, options);
}

/** Runs a generator that `begin` gives for so many milliseconds at a time, and gives what it returns.
    @param {() => Generator} begin
    @param {{ milliseconds?: number, signal?: AbortSignal }} options */
export async function inSlices(begin, { milliseconds = 8, signal } = {}) {
  const pause = async () => {
    await new Promise((resume) => setTimeout(resume));
    signal?.throwIfAborted();
    return performance.now();
  };
  let began = await pause();
  const work = begin();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - began >= milliseconds) began = await pause();
  }
}

/** What to do in one fight, and what it is worth. */
export function advise(fight) {
  const solution = solve(fight);
  return solution.at({ stamina: solution.box.stamina, luck: solution.box.luck });
}
