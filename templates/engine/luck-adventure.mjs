/* Luck Atlas: a whole Fighting Fantasy adventure, solved: luck, meals, potions, foes at once, escapes, forks. MIT licence. */

export { AdventureSolution, adviseAdventure, adviseAdventureInSlices } from "./luck-adventure/answer.mjs";
export { BOOK_FOES, LUCK_PRICE } from "./luck-adventure/reading.mjs";
