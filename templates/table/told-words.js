/* The words of what lies ahead and of a fight that is shared, for screens that tell of fights one did not set up. */
(function () {
  "use strict";

  const { VERDICTS, foeName, onCard, rulesName } = LuckAtlas.words;
  const AHEAD = { last: "The last fight.", more: "More to come.", foes: "These foes ahead:" };
  const LUCKIEST = "Luckiest roll";
  const DEAREST = "Dearest decision";
  const PICTURE = { name: "luck-atlas-fight.png", saved: "The picture is saved.", cannot: "The picture cannot be drawn here." };
  const BEFORE = "Before the first round";
  const DAMAGED = "This link is damaged: the fight in it cannot be played again. Ask for it once more.";

  const aheadOf = ({ kind, foes }) => AHEAD[kind] + (kind === "foes" ? ` ${foes.map(foeName).join(", ")}.` : "");
  const rulesOf = (rules) => (rules === "books" ? "Rules: the books." : `Rules: ${rulesName(rules).replace(/^The books’ rules$/, "the books")}.`);
  const plain = (parts) => parts.map((part) => (typeof part === "string" ? part : part[1])).join("");
  const advised = (decision, measure) => `The advice: ${VERDICTS[decision.does]}. ${plain(onCard(decision, measure))}`;

  Object.assign(LuckAtlas.words, { BEFORE, DAMAGED, DEAREST, LUCKIEST, PICTURE, advised, aheadOf, rulesOf });
})();
