/* Luck Atlas: when to Test your Luck in a Fighting Fantasy fight, solved exactly. MIT licence. */

export { advise, solve, solveInSlices } from "./luck-atlas/advice.mjs";
export { GroupSolution } from "./luck-atlas/at-once.mjs";
export { clampGap, luckOdds, roundWays, WIDEST_GAP } from "./luck-atlas/dice.mjs";
export { Solution } from "./luck-atlas/one-foe.mjs";
export { BOOK_RULES, PRESETS, readRules } from "./luck-atlas/rules.mjs";

/* For modules that build on this one. */
export { inSlices } from "./luck-atlas/advice.mjs";
export { ANYTHING, check, FOE, isList, LIMITS, LUCK, orNull, refuse, SKILL, STAMINA, whole } from "./luck-atlas/checks.mjs";
export { upTo } from "./luck-atlas/dice.mjs";
export { Group, groupSize, LEAVE, without } from "./luck-atlas/group.mjs";
export { TIE } from "./luck-atlas/numbers.mjs";
export { memories, playingGap } from "./luck-atlas/rules.mjs";
