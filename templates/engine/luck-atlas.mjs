/* Luck Atlas: when to Test your Luck in a Fighting Fantasy fight, solved exactly. MIT licence. */

export { advise, solve, solveInSlices } from "./luck-atlas/advice.mjs";
export { GroupSolution } from "./luck-atlas/at-once.mjs";
export { clampGap, luckOdds, roundWays, WIDEST_GAP } from "./luck-atlas/dice.mjs";
export { Solution } from "./luck-atlas/one-foe.mjs";
export { BOOK_RULES, PRESETS, readRules } from "./luck-atlas/rules.mjs";
