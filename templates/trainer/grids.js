/* Cards as grids: what one says at a question, and its line there. */
LuckAtlas.grids = (function () {
  "use strict";

  const { hits } = LuckAtlas;
  const { cards } = LuckAtlas.edition.training;
  /* The last STAMINA of a heading stands for all beyond it. */
  const { beyond } = LuckAtlas.edition.training;
  const among = (groups, stamina) => groups.findIndex((group) => group.includes(Math.min(stamina, beyond)));

  /* Where a question stands on a card: block, row and column, each −1 where the card has none. */
  function place(card, { scores, outcome }) {
    const gap = LuckAtlas.clampGap(scores.skill - scores["foe-skill"]);
    const blocks = cards[card][outcome];
    const block = blocks.findIndex(({ band }) => gap >= band[0] && gap <= band[1]);
    if (block < 0) return { block, row: -1, column: -1 };
    const { rows, columns } = blocks[block];
    return { block, row: among(rows, scores["foe-stamina"]), column: among(columns, scores.stamina) };
  }

  /* The block of a card and the number in the square; null is a dash, and so is what the card leaves out. `decided` is
     the STAMINA of the side that was hit up to which the card says KEEP without a square; 0 where there is one. */
  function line(card, question) {
    const { block, row, column } = place(card, question);
    const found = cards[card][question.outcome][block];
    const lowest = row < 0 || column < 0 ? null : found.lowest[row][column];
    const hit = question.scores[hits.HIT[question.outcome]];
    const decided = found && hit <= found.decided ? found.decided : 0;
    return { found, row, column, lowest, decided, does: lowest !== null && question.scores.luck >= lowest ? "test" : "keep" };
  }

  const does = (card, question) => (cards[card] ? line(card, question).does : "keep");

  /* Whether a question belongs to a level: an outcome, a row or a block of the quick grid. */
  function fits({ outcome, row, block }, question) {
    if (outcome && question.outcome !== outcome) return false;
    if (row === undefined && block === undefined) return true;
    const here = place("quick", question);
    return (row === undefined || here.row === row) && (block === undefined || here.block === block);
  }

  return { does, fits, line };
})();
