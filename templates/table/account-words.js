/* The words of the account of a fight, and of sharing it. */
(function () {
  "use strict";

  const { CHOICES, WINS, hundred, plural, sentence } = LuckAtlas.words;

  const MISTAKES = { luck: "Costs LUCK", slip: "Slip", mistake: "Mistake", blunder: "Blunder" };

  function rollWords(roll) {
    const at = `Round ${roll.number}: `;
    if (roll.what === "test") return `${at}${roll.luckDice ? `a ${roll.luckDice} with LUCK ${roll.luck}, ` : ""}${CHOICES[roll.choice]}.`;
    return roll.dice ? `${at}your ${roll.you} against the foe’s ${roll.foe}.` : `${at}you won it.`;
  }

  function choiceWords({ number, outcome, choice, name, chosen, better, measure }) {
    const [did, other] = choice === "kept" ? ["you kept your LUCK", "testing"] : ["you tested", "keeping"];
    const wins = measure === "fight" ? (n) => `wins ${n} fights in 100` : (n) => `comes through ${n} times in 100`;
    const rest = measure === "fight" ? "wins" : "does so";
    const price = name === "luck" ? ` But it costs ${choice === "kept" ? "more LUCK later" : "LUCK"}, and more is to come.` : "";
    return `Round ${number}, ${outcome}: ${did}. That ${wins(chosen)}; ${other} ${rest} ${better}.${price}`;
  }

  const limits = ({ mistake, blunder }) => `Slip: under ${mistake} wins in 100. Mistake: ${mistake} to ${blunder - 1}. Blunder: ${blunder} or more.`;

  const noMistake = (decided) => (decided ? "None: every decision was as good as it could be." : "There was nothing to decide.");
  const curveTitle = (measure) => `${WINS[measure].title}, round by round`;

  function shareText({ fight, from, end }) {
    const [name] = fight.names || [];
    const foe = `${name ? `${name}, ` : ""}a foe of SKILL ${fight.foe[0]}, STAMINA ${fight.foe[1]}`;
    const rounds = plural(fight.count, "round");
    const how = end === "won" ? `I beat ${foe} in ${rounds}` : end === "escaped" ? `I escaped from ${foe} ${fight.count ? `after ${rounds}` : "at once"}` : `${sentence(foe)} beat me in ${rounds}`;
    return `${how}.${from === undefined ? "" : ` At the start I had ${hundred(from)} chances in 100.`} Luck Atlas:`;
  }

  const curveLabel = (points, measure) => `${WINS[measure].title}, round by round: ${points.map(({ chance }) => hundred(chance)).join(", ")}.`;

  Object.assign(LuckAtlas.words, { MISTAKES, choiceWords, curveLabel, curveTitle, limits, noMistake, rollWords, shareText });
})();
