/** Luck Atlas: a whole Fighting Fantasy adventure, solved: luck, meals, potions, foes at once, escapes, forks. */

import type { Rules } from "./luck-atlas.js";

type Foe = readonly [skill: number, stamina: number];

/** What is added to scores and meals: never above those at the start (but meals), never below 0; at STAMINA 0 you die. */
export interface Change {
  stamina?: number;
  luck?: number;
  meals?: number;
}

/** What follows a luck test: a change of scores; then death or a fight; then the way on. */
export interface Consequence extends Change {
  dead?: boolean;
  foe?: Foe | null;
  /** a later stage, or "end"; where the stage leads */
  to?: string;
}

interface AnyStage {
  name?: string;
  /** where it goes on: a later stage, or "end"; the stage below */
  next?: string;
}

interface FightStage extends AnyStage {
  /** for this fight alone */
  rules?: string | Rules;
  /** what is added to your SKILL in this fight; 0 */
  skill?: number;
  /** where an escape leads: a later stage, "end", or true for where a win leads. It costs a wound, and luck may be tested on it */
  escape?: string | true | null;
}

export type Stage =
  | (FightStage & { foe: Foe })
  | (FightStage & { foes: readonly Foe[]; attack?: "each" | "one" })
  /** so many foes as books have them, one after the other, each known when it is met */
  | (AnyStage & { unknown: number; rules?: string | Rules })
  | (AnyStage & { test: { lucky?: Consequence; unlucky?: Consequence } })
  /** you choose where to go on */
  | { name?: string; choice: readonly string[] }
  /** chance leads: [stage, ways] each */
  | { name?: string; roll: readonly (readonly [to: string, ways: number])[] }
  | (AnyStage & Change);

/** An adventure: what its file says. Every way leads forward. */
export interface Adventure {
  title?: string;
  sentence?: string;
  /** the name of a preset, or rules of your own; "books" */
  rules?: string | Rules;
  /** what must be left at the end; 1 */
  least_stamina?: number;
  /** what must be left at the end; 0 */
  least_luck?: number;
  /** meals at the start; 0. One is eaten whenever that is best between stages */
  meals?: number;
  /** STAMINA that a meal brings back; 4 */
  meal?: number;
  /** drunk whenever that is best between stages; Fortune raises the limit of LUCK by 1 first; null */
  potion?: "strength" | "fortune" | "skill" | null;
  /** 1 */
  doses?: number;
  stages: readonly Stage[];
}

export interface Hero {
  skill: number;
  stamina: number;
  luck: number;
}

export interface StageAnswer {
  name: string | null;
  /** the chance to come to it alive, by the best play */
  reached: number;
  /** of a choice, the name of the best way; of a fight that can be left, "fight" or "escape"; null if it is never reached */
  decision?: string | null;
  /** what each way is worth, on average over the scores with which the stage is reached */
  actions?: Record<string, number | null>;
}

/** The chance to come through by the way luck is used; all else is best in each of them. Numbers are right to 1e-12. */
export interface AdventureAnswer {
  /** luck is never tested in a fight */
  never: number;
  /** luck is used as is best for each fight alone */
  "all-out": number;
  /** the same, with a price for each point of it */
  thrifty: number;
  /** luck is used as is best for all that lies ahead */
  ahead: number;
  /** what one more is worth at the start */
  worth: { luck: number; stamina: number; meal: number };
  stages: StageAnswer[];
}

export interface Options {
  /** those that an unknown foe may be: [skill, stamina, how many]; those of the books */
  foes?: readonly (readonly [skill: number, stamina: number, count: number])[];
  /** what thrifty play asks for a point of luck; `LUCK_PRICE` */
  luckPrice?: number;
}

/** What to do before a stage. */
export interface Provisions {
  /** the chance to come through */
  value: number;
  decision: "go on" | "eat" | "drink";
  /** what each is worth; null where there is nothing to eat or drink */
  actions: { "go on": number; eat: number | null; drink: number | null };
}

/** What to do in a fight that can be left. */
export interface Leaving {
  decision: "fight" | "escape";
  /** the chance to come through if you fight a round more, and if you escape */
  actions: { fight: number; escape: number };
  /** the wound of an escape; test is null without luck */
  wound: { decision: "test" | "keep"; test: number | null; keep: number };
}

/** An adventure solved for one hero: for pages that ask on the way. */
export class AdventureSolution {
  constructor(adventure: Adventure, hero: Hero, options?: Options);
  /** Solves the best play: run it to its end, with pauses as you like, before anything is asked. */
  solving(): Generator<void, void>;
  /** Works out the whole answer, and returns it. */
  answering(): Generator<void, AdventureAnswer>;
  /** What to do before a stage: its place in the list, and how many of its unknown foes are behind you (0). */
  before(scores: { stage: number; beaten?: number; stamina: number; luck: number; meals?: number; doses?: number }): Provisions;
  /** What to do between two rounds of a fight that comes before all stages, with the foes as they stand now, and that
      can be left for a wound; the way goes on as after a victory. */
  leaving(
    fight: FightStage & ({ foe: Foe } | { foes: readonly Foe[]; attack?: "each" | "one" }),
    scores: { stamina: number; luck: number; meals?: number; doses?: number; lost_in_succession?: number; rounds_left?: number | null },
  ): Generator<void, Leaving>;
}

/** What to do in an adventure, and the chance to come through. Throws a RangeError that says what is wrong. */
export function adviseAdventure(adventure: Adventure, hero: Hero, options?: Options): AdventureAnswer;
/** The same without freezing a page: works for some milliseconds at a time. */
export function adviseAdventureInSlices(
  adventure: Adventure,
  hero: Hero,
  options?: Options & { milliseconds?: number; signal?: AbortSignal },
): Promise<AdventureAnswer>;

/** How many foes of the books have which scores: [skill, stamina, how many]. */
export const BOOK_FOES: readonly (readonly [skill: number, stamina: number, count: number])[];
/** What a point of luck is worth to the rest of an adventure, in win chance. */
export const LUCK_PRICE: number;
