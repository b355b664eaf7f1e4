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

interface AnyFight {
  hero: { skill: number; stamina: number; luck: number };
  /** the name of a preset, or rules of your own; "books" */
  rules?: string | Rules;
  ahead?: Ahead;
  /**
   * Where the book allows to escape: the share, 0 to 1, of what follows a win that an escape leaves; null.
   * You may leave between two rounds, also before the first, for one wound: that of a lost round, with its damage, and
   * luck may be tested on it. Who survives it has so much of the worth behind a win, and the rest of that of a defeat.
   * To leave is not to win: `win_chance` does not count it, `survival` does.
   */
  escape?: number | null;
}

/** A fight against one foe. */
export interface Fight extends AnyFight {
  foe: { skill: number; stamina: number };
}

/**
 * A fight against several foes at once: [skill, stamina] each, two or three; rules with `rounds` or `losing_run` are
 * refused. Before a round you choose the foe to attack, the target. The exchange with the target is settled first, then
 * those with the other foes, as they are listed; these can only wound you.
 */
export interface GroupFight extends AnyFight {
  foes: readonly (readonly [skill: number, stamina: number])[];
  /** a roll of yours against each foe ("each", the usual form), or one roll of yours against all ("one") */
  attack?: "each" | "one";
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

/** Whether to leave the fight instead of rolling the next round. */
export interface EscapeDecision {
  verdict: "escape" | "fight" | "either";
  /** worth of leaving */
  escape: number;
  /** worth of the next round */
  fight: number;
  /** escape − fight */
  stake: number;
  /** about the wound that leaving costs */
  wound: Decision;
}

interface Figures {
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
  /** only of a fight that can be left */
  escape?: EscapeDecision;
}

export interface Answer extends Figures {
  /** after a round that you won */
  won: Decision;
  /** after a round that you lost */
  lost: Decision;
}

/** A decision that cannot come up, because that foe is down or cannot lose (win) the exchange, has null in `keep`. */
export type GroupDecision = Omit<Decision, "keep"> & { keep: number | null };

/** Numbers are right to 1e-12; what differs by no more is a tie. */
export interface GroupAnswer extends Figures {
  /** which foe to attack, by its place in the list; ties go to the first */
  target: number;
  /** what it is worth to attack each; null where it is down */
  targets: (number | null)[];
  /** about the wound given to the target */
  won: GroupDecision;
  /** about a wound taken from each foe, as if the exchanges before it had changed nothing */
  lost: GroupDecision[];
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

/** A state of a fight against several foes. */
export interface GroupState {
  stamina: number;
  /** what each foe has left, 0 if it is down; their full stamina if left out */
  foes?: readonly number[];
  luck: number;
}

/** A decision within a round that has begun: `GroupState` is then what is settled so far. */
export interface Asked {
  /** the foe that you attack in this round; the best one */
  target?: number | null;
  /** what your two dice show, where one roll counts against all foes: 2 to 12; null: not rolled yet */
  roll?: number | null;
}

export interface GroupSolution {
  readonly exact: false;
  readonly rules: Required<Rules>;
  /** the whole answer */
  at(state: GroupState, asked?: Asked): GroupAnswer;
  /** the chance that all ends well if you keep and if you test, about the wound given and about one from each foe */
  chances(state: GroupState, asked?: Asked): { won: Chances; lost: Chances[] };
}

export interface Chances {
  keep: number | null;
  test: number | null;
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

/** What to do in a fight, and what it is worth. Throws a RangeError that says what is wrong. */
export function advise(fight: Fight): Answer;
export function advise(fight: GroupFight): GroupAnswer;
/** All states from a fight down: every lower stamina, foe stamina and luck. */
export function solve(fight: Fight): Solution;
export function solve(fight: GroupFight): GroupSolution;
/** The same without freezing a page: works for some milliseconds at a time. */
export function solveInSlices(fight: Fight, options?: Slices): Promise<Solution>;
export function solveInSlices(fight: GroupFight, options?: Slices): Promise<GroupSolution>;

export interface Slices {
  milliseconds?: number;
  signal?: AbortSignal;
}
