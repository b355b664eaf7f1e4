/* The words of the road between fights, of new adventurers and of several adventures. */
(function () {
  "use strict";

  const { arrow, percentIn100, plural } = LuckAtlas.words;

  const POTIONS = { "": "", skill: "Potion of Skill", stamina: "Potion of Strength", luck: "Potion of Fortune" };
  const mealsLeft = (meals) => (meals === 1 ? "1 meal left" : `${meals} meals left`);
  const dosesLeft = (doses) => `${doses} left`;
  const step = (name, from, to) => `${name} ${arrow(from, to)}`;
  const EAT = {
    now: ["Eat now:", " nothing is wasted"],
    wait: ["Wait:", " part would be wasted. Before the last fight eat all"],
    full: ["Wait:", " you have all your STAMINA"],
    none: ["", "No meals left"],
    over: ["", ""],
  };
  const DRINK = {
    skill: ["Drink now:", " SKILL counts in every round"],
    unknown: ["", "Before the last fight, or when little is left"],
    full: ["Wait:", " it gives nothing now"],
    none: ["", "Empty"],
    over: ["", ""],
  };
  /* Where it is worked out what is best. */
  const NOW = { eat: "Eat now:", drink: "Drink now:" };
  const LATER = ["Wait:", " it wins more later"];
  const AGAINST_THESE = " best against these foes";
  const BEFORE_THE_LAST = " best before the last fight";
  const WINS_MORE = " it wins more now";
  const FIGHTS_AHEAD = "with five fights to come";
  const ESCAPE = { fight: "Stay and fight", escape: "Escape if you may", either: "As you like", unknown: "If your book allows it" };
  const TO_BE_WON = "it has to be won";
  /* What is said of a fight counts no meals after it. */
  const comingThrough = (chance, other, fed) => `${fed ? "with your meals " : ""}${percentIn100(chance)}${fed ? "" : " to come through"}, ${other === null ? "either way" : `else ${percentIn100(other)}`}`;
  const testOdds = (chance, luck) => (luck ? `${chance} to be Lucky. Costs 1 LUCK: ${arrow(luck, luck - 1)}` : "With LUCK 0 you are Unlucky.");
  const sword = (n) => `Add a sword: +${n} SKILL`;
  const NEXT_FOE = "One foe or several";
  const DONE = {
    won: ({ rounds, spent }) => `${plural(rounds, "round")}${spent ? `, ${spent} LUCK spent` : ""}`,
    escaped: ({ rounds }) => (rounds ? `escaped after ${plural(rounds, "round")}` : "escaped at once"),
    left: ({ rounds }) => `left after ${plural(rounds, "round")}`,
    lost: ({ rounds }) => `lost in ${plural(rounds, "round")}`,
  };
  const wrongNew = (label, least, most) => `${label} must be a whole number from ${least} to ${most}.`;
  const unnamed = ({ of, fights }) => `SKILL ${of.skill}, STAMINA ${of.stamina}, LUCK ${of.luck} · ${plural(fights.length, "fight")}`;
  const FROM_LINK = "A fight from a link";
  const MINE = { open: "Open", remove: "Delete", name: "luck-atlas-adventure.json", wrong: "This file is not an adventure that can be read here.", opened: "The adventure is opened.", saved: "The adventure is saved as a file." };


  Object.assign(LuckAtlas.words, {
    AGAINST_THESE, BEFORE_THE_LAST, DONE, DRINK, EAT, ESCAPE, FIGHTS_AHEAD, FROM_LINK, LATER, MINE, NEXT_FOE, NOW, POTIONS, TO_BE_WON, WINS_MORE, comingThrough, dosesLeft, mealsLeft, stepOf: step, sword, testOdds, unnamed, wrongNew,
  });
})();
