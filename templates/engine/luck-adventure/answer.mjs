/* The answer for a whole adventure: the chance to come through, what more would be worth, and what to do at each stage. */

import { ANYTHING, check, Group, inSlices, orNull, refuse, TIE, whole } from "../luck-atlas.mjs";
import { BOOK_FOES, LUCK_PRICE, readAdventure, readHero } from "./reading.mjs";
import { AdventureSolver, AHEAD, alone, NEVER } from "./solver.mjs";
import { best, provisions, PROVISIONS, Travel } from "./travel.mjs";

const CARRIED = { stamina: ANYTHING, luck: ANYTHING, meals: ANYTHING, doses: ANYTHING };
const BEFORE = { stage: ANYTHING, beaten: ANYTHING, ...CARRIED };
const IN_FIGHT = { ...CARRIED, lost_in_succession: whole(0, 98), rounds_left: orNull(whole(1, 99)) };
const EMPTY_HANDED = { meals: 0, doses: 0 };

/** An adventure solved for one hero. Ask it what to do before a stage. */
export class AdventureSolution {
  /* `foes`: those that an unknown foe may be; `luckPrice`: what thrifty play asks for a point of luck. */
  constructor(description, hero, { foes = BOOK_FOES, luckPrice = LUCK_PRICE } = {}) {
    this.hero = readHero(hero);
    this.adventure = readAdventure(description, this.hero, foes);
    this.uses = { never: NEVER, "all-out": alone(0), thrifty: alone(luckPrice) };
  }

  /** Solves the best play alone: who runs it may pause in between. */
  *solving() {
    this.solver = new AdventureSolver(this.adventure, this.hero, AHEAD, 1);
    yield* this.solver.solving();
  }

  /** What to do before a stage: go on, eat or drink, and the chance to come through. `stage` is its place in the list,
      `beaten` how many of its unknown foes are behind you. */
  before(scores) {
    const { adventure, solver } = this;
    const given = { beaten: 0, ...EMPTY_HANDED, ...scores };
    const { stage } = check("scores", given, { ...BEFORE, stage: whole(0, adventure.stages.length - 1) });
    const { at: first, count } = adventure.stages[stage];
    const { beaten, stamina, luck, meals, doses } = check("scores", given, { ...BEFORE, ...this.#carried(), beaten: whole(0, count - 1) });
    const at = solver.place({ stamina, luck, meals, doses });
    const worths = provisions(solver, first + beaten, at, stamina, luck, meals, doses);
    const actions = Object.fromEntries(PROVISIONS.map((name, i) => [name, worths[i]]));
    return { value: solver.before[first + beaten][at], decision: PROVISIONS[best(worths)], actions };
  }

  /* What a hero can have on the way. */
  #carried() {
    const { box, mostMeals, adventure } = this.solver;
    return { stamina: whole(1, box.stamina), luck: whole(0, box.luck), meals: whole(0, mostMeals), doses: whole(0, adventure.doses) };
  }

  /** What to do between two rounds of a fight that comes before all stages and can be left for a wound: fight on or
      escape, and how to take that wound. The way goes on as after a victory. `fight` is a stage with the foes as they
      stand now. Who runs it may pause in between. */
  *leaving(fight, scores) {
    const { solver } = this;
    const [{ kind, fight: met }] = readAdventure({ rules: this.adventure.rules, stages: [fight] }, this.hero).singles;
    if (kind !== "fight") refuse("fight", fight, "a stage with foe or foes");
    const given = { ...EMPTY_HANDED, lost_in_succession: 0, rounds_left: null, ...scores };
    const place = check("scores", given, { ...IN_FIGHT, ...this.#carried() });
    const { stamina, luck } = place;
    const at = solver.place(place);
    const worths = solver.escapes(met.rules, solver.before[0]);
    const on = met.foes.length > 1 ? yield* this.#melee(met, place, worths) : this.#duel(met, place, worths);
    const { keep, test, isTested } = solver.wound(met.rules, solver.before[0], at, stamina, luck);
    const actions = { fight: on, escape: worths[at] };
    return { decision: worths[at] - on > TIE ? "escape" : "fight", actions, wound: { decision: isTested ? "test" : "keep", test, keep } };
  }

  /* What it is worth to fight on against one foe; it may still be left later. */
  #duel({ rules, gap, foes: [[, foe]] }, place, worths) {
    const { solver } = this;
    const solved = solver.duel(rules, gap, foe);
    solver.solveDuel(solved, this.#pack(place), solver.before[0], worths);
    const { duel } = solved;
    return duel.fought(place.stamina, foe, place.luck, duel.memory.number(place.rounds_left, place.lost_in_succession));
  }

  /* The same against several. */
  *#melee({ rules, skill, foes, attack }, place, worths) {
    const { stamina, luck } = place;
    const group = new Group(rules, skill, foes, attack, { stamina, luck });
    const worth = yield* this.solver.solveGroup(group, this.#pack(place), this.solver.before[0], worths);
    const at = group.at(stamina, foes.map(([, left]) => left));
    return Math.max(...foes.map((_, foe) => group.against(worth, at, stamina, luck, foe)));
  }

  #pack({ meals, doses }) {
    return doses * (this.solver.mostMeals + 1) + meals;
  }

  /** The whole answer: other ways to use luck, what one more would be worth, how often each stage is reached. */
  *answering() {
    if (!this.solver) yield* this.solving();
    const { adventure, hero, solver } = this;
    const ahead = solver.atStart();
    const ways = {};
    for (const [name, use] of Object.entries(this.uses)) ways[name] = yield* survival(adventure, hero, use);
    const worth = {};
    for (const score of ["luck", "stamina"]) {
      const more = { ...hero, [score]: hero[score] + 1 };
      worth[score] = (yield* survival(adventure, more, AHEAD)) - ahead;
    }
    const travel = new Travel(solver);
    yield* travel.travelling();
    const stages = adventure.stages.map((stage) => told(stage, travel));
    return { ...ways, ahead, worth: { ...worth, meal: solver.atStart(1) - ahead }, stages };
  }
}

function* survival(adventure, hero, use) {
  const solver = new AdventureSolver(adventure, hero, use);
  yield* solver.solving();
  return solver.atStart();
}

function told({ name, at, kind }, { reached, actions }) {
  const answer = { name, reached: reached[at] };
  if (kind.kind !== "choice" && !(kind.kind === "fight" && kind.escape !== null)) return answer;
  const names = kind.names ?? ["fight", "escape"];
  const worths = actions[at] ?? Object.fromEntries(names.map((way) => [way, null]));
  const decision = actions[at] ? names[best(names.map((way) => worths[way]))] : null;
  return { ...answer, decision, actions: worths };
}

/** The same without freezing a page: works for so many milliseconds at a time, until it is done or told to stop.
    @param {any} asked */
export async function adviseAdventureInSlices(description, hero, asked = {}) {
  const { milliseconds, signal, ...options } = asked;
  return inSlices(() => new AdventureSolution(description, hero, options).answering(), { milliseconds, signal });
}

/** What to do in an adventure, and the chance to come through. */
export function adviseAdventure(description, hero, options) {
  const answering = new AdventureSolution(description, hero, options).answering();
  for (;;) {
    const { done, value } = answering.next();
    if (done) return value;
  }
}
