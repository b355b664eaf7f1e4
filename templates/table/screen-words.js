/* The words that stand above a fight, and what lies ahead of it. */
(function () {
  "use strict";

  const YOU = "You";
  const FOE = "Foe";
  const LUCK_ROLL = "LUCK";
  const ON_THE_ROAD = "On the road";
  const LAST_WON = "The last fight is won";
  const NEW = "New adventurer";
  const LOST = "Your adventure ends here";
  const TITLE = "Should I Test my Luck?";
  const NEXT_FIGHT = "Next fight";

  const AHEAD = { last: "The last fight: spend LUCK", more: "More to come: spare LUCK" };
  const foesAhead = (names, then) => `These foes: ${names}, then ${then === "last" ? "the end" : "more"}`;
  const escapeFor = (damage) => `Escape: −${damage} STAMINA`;

  Object.assign(LuckAtlas.words, {
    AHEAD, FOE, LAST_WON, LOST, LUCK_ROLL, NEW, NEXT_FIGHT, ON_THE_ROAD, TITLE, YOU, escapeFor, foesAhead,
  });
})();
