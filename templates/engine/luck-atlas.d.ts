/** Luck Atlas: when to Test your Luck in a Fighting Fantasy fight, solved exactly. */

export type Verdict = "test" | "keep" | "either";
/** Damage: plain (no test), lucky, unlucky. */
export type Damage = readonly [plain: number, lucky: number, unlucky: number];

/** What differs from the books’ rules. */
export interface Rules {
  /** what the foe loses after a round you won; [2, 4, 1] */
  won?: Damage;
  /** what you lose after a round you lost; [2, 1, 3] */
  lost?: Damage;
  /** luck that a test costs; 1 */
  luck_cost?: 0 | 1;
  /** the foe gives up at this stamina; 0 */
  foe_yields_at?: number;
  /** so many lost rounds in succession kill you, counted from the state given; null */
  losing_run?: number | null;
  /** whether a draw ends such a run; false */
  draw_breaks_run?: boolean;
  /** the rounds that are left, draws counted; null */
  rounds?: number | null;
  /** how the fight ends when no round is left; "lost" */
  out_of_rounds?: "won" | "lost";
}

/** What follows a win; all of it may be left out. */
export interface Ahead {
  /** the foes that come next: [skill, stamina] each, at most 20 */
  foes?: readonly (readonly [skill: number, stamina: number])[];
  /** what a luck point left at the very end is worth, in win chance: 0 to 1; 0 */
  luck_price?: number;
  /** what must be left at the very end; 1 */
  least_stamina?: number;
  /** what must be left at the very end; 0 */
  least_luck?: number;
}

export interface Fight {
  hero: { skill: number; stamina: number; luck: number };
  foe: { skill: number; stamina: number };
  /** the name of a preset, or rules of your own; "books" */
  rules?: string | Rules;
  ahead?: Ahead;
}

export interface Decision {
  verdict: Verdict;
  /** worth of testing; null without luck */
  test: number | null;
  /** worth of keeping */
  keep: number;
  /** test − keep; null without luck */
  stake: number | null;
}

export interface Answer {
  /** after a round that you won */
  won: Decision;
  /** after a round that you lost */
  lost: Decision;
  /** what is made the most of: the chance to reach the goal and the price of the luck left */
  value: number;
  /** the chance to win this fight under the advice */
  win_chance: number;
  /** the chance to win this fight without ever testing */
  win_chance_never: number;
  /** luck spent in this fight, on average */
  luck_spent: number;
  /** the chance to beat all foes with what must be left */
  survival: number;
}

/** A state of a fight before a round. */
export interface State {
  stamina: number;
  /** the foe’s full stamina if left out */
  foe_stamina?: number;
  luck: number;
  /** rounds lost in succession so far; 0 */
  lost_in_succession?: number;
  /** rounds left; those of the rules */
  rounds_left?: number;
}

export interface Solution {
  /** whether all numbers are the floats nearest to exact values */
  readonly exact: boolean;
  readonly rules: Required<Rules>;
  /** the whole answer */
  at(state: State): Answer;
  /** the chance that all ends well if you keep and if you test (null without luck), after a round */
  chances(state: State): Record<"won" | "lost", { keep: number; test: number | null }>;
  /** the verdicts and the chance to win, quickly: for maps */
  glance(state: State): { won: Verdict; lost: Verdict; win_chance: number };
}

export const WIDEST_GAP: number;
export const BOOK_RULES: Required<Rules>;
export const PRESETS: Readonly<Record<string, { title: string; sentence: string; rules: Rules }>>;

/** The rolls of a round, of 1296, that the hero wins, draws and loses. */
export function roundWays(skillGap: number): [won: number, drawn: number, lost: number];
/** The rolls of a pair, of 36, that are lucky and unlucky. */
export function luckOdds(luck: number): [lucky: number, unlucky: number];
/** The skill gap within −10 … +10 that plays exactly like this one, where drawn rounds are rolled again. */
export function clampGap(skillGap: number): number;
/** All rules, from the name of a preset or from what differs. Throws a RangeError that says what is wrong. */
export function readRules(rules?: string | Rules): Required<Rules>;

/** What to do in one fight, and what it is worth. Throws a RangeError that says what is wrong. */
export function advise(fight: Fight): Answer;
/** All states from a fight down: every lower stamina, foe stamina and luck. */
export function solve(fight: Fight): Solution;
/** The same without freezing a page: works for some milliseconds at a time. */
export function solveInSlices(fight: Fight, options?: { milliseconds?: number; signal?: AbortSignal }): Promise<Solution>;
