/* The answer for a whole adventure: the chance to come through, what more would be worth, and what to do at each stage. */

import { ANYTHING, check, inSlices, whole } from "../luck-atlas.mjs";
import { BOOK_FOES, LUCK_PRICE, readAdventure, readHero } from "./reading.mjs";
import { AdventureSolver, AHEAD, alone, NEVER } from "./solver.mjs";
import { best, provisions, PROVISIONS, Travel } from "./travel.mjs";

const ANY_SCORES = { stage: ANYTHING, beaten: ANYTHING, stamina: ANYTHING, luck: ANYTHING, meals: ANYTHING, doses: ANYTHING };

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
    const usual = { beaten: 0, meals: 0, doses: 0 };
    const { stage } = check("scores", { ...usual, ...scores }, { ...ANY_SCORES, stage: whole(0, adventure.stages.length - 1) });
    const { at: first, count } = adventure.stages[stage];
    const { beaten, stamina, luck, meals, doses } = check("scores", { ...usual, ...scores }, {
      ...ANY_SCORES,
      beaten: whole(0, count - 1),
      stamina: whole(1, solver.box.stamina),
      luck: whole(0, solver.box.luck),
      meals: whole(0, solver.mostMeals),
      doses: whole(0, adventure.doses),
    });
    const at = solver.place({ stamina, luck, meals, doses });
    const worths = provisions(solver, first + beaten, at, stamina, luck, meals, doses);
    const actions = Object.fromEntries(PROVISIONS.map((name, i) => [name, worths[i]]));
    return { value: solver.before[first + beaten][at], decision: PROVISIONS[best(worths)], actions };
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
