/* The words of fights that are played, beside those of all screens. */
(function () {
  "use strict";

  const { VERDICTS, WINS, foeName, hundred, plural } = LuckAtlas.words;

  /* Scores and their places. */
  const SCORES = { skill: "SKILL", stamina: "STAMINA", luck: "LUCK", "foe-skill": "SKILL", "foe-stamina": "STAMINA" };
  const LABELS = {
    skill: "Your SKILL", stamina: "Your STAMINA", luck: "Your LUCK",
    "foe-skill": "The foe’s SKILL", "foe-stamina": "The foe’s STAMINA",
    "of-skill": "Your initial SKILL", "of-stamina": "Your initial STAMINA", "of-luck": "Your initial LUCK",
    meals: "Your meals", doses: "Your measures of potion",
  };
  const CHOICES = { lucky: "Lucky", unlucky: "Unlucky", kept: "I kept it" };
  const OUTCOMES = { won: "won", lost: "lost", drawn: "drawn" };
  const MISTAKES = { luck: "Costs LUCK", slip: "Slip", mistake: "Mistake", blunder: "Blunder" };
  const POTIONS = { skill: "Potion of Skill", stamina: "Potion of Strength", luck: "Potion of Fortune" };

  const wrongNumber = (name, least, most) => `${LABELS[name]} must be a whole number from ${least} to ${most}.`;
  const really = (number) => `really ${number}?`;
  const of = (number) => `of ${number}`;

  /* What lies ahead. */

  function aheadNote(ahead) {
    return ahead.foes.length ? ahead.foes.map(foeName).join(", ") : "SKILL/STAMINA";
  }

  function goal({ least_stamina, least_luck }) {
    const parts = [];
    if (least_stamina > 1) parts.push(`STAMINA ${least_stamina}`);
    if (least_luck > 0) parts.push(`LUCK ${least_luck}`);
    return parts.length ? `Goal: at least ${parts.join(" and ")} left.` : "";
  }

  const WRONG_FOES = "Write each foe as SKILL/STAMINA, with commas between: 7/7, 10/12. At most 20 foes, SKILL 0 to 99, STAMINA 1 to 99.";

  /* A round, in the log and in the line about the last one. */
  const arrow = (from, to) => `${from} → ${to}`;
  const NOTES = { eat: "ate a meal", drink: "drank the potion", set: "changed" };

  function changeWords({ change, name, from, to }) {
    return `You ${NOTES[change]}: ${name.startsWith("foe") ? "the foe’s " : ""}${SCORES[name]} ${arrow(from, to)}`;
  }

  function testWords({ choice, luckDice }) {
    if (choice === undefined) return "";
    if (choice === "kept") return "LUCK kept";
    return `tested${luckDice ? ` (${luckDice})` : ""}, ${CHOICES[choice]}`;
  }

  function roundWords(round, number) {
    if (round.change) return changeWords(round);
    const { before, after, outcome } = round;
    const parts = [`Round ${number}: ${outcome}`];
    if (testWords(round)) parts.push(testWords(round));
    if (outcome === "won") parts.push(`foe ${arrow(before["foe-stamina"], after["foe-stamina"])}`);
    if (outcome === "lost") parts.push(`you ${arrow(before.stamina, after.stamina)}`);
    return parts.join(", ");
  }

  const strengths = (outcome, you, foe) => `Attack Strength ${you} against ${foe}: ${outcome === "drawn" ? "a draw. Roll again" : `you ${outcome} the round`}.`;

  const UNDO = "Undo";

  function undo(event, state) {
    if (event.round) return event.round === "drawn" ? "Undo the draw" : `Undo “I ${event.round}”`;
    if (event.luck) return `Undo “${CHOICES[event.luck]}”`;
    if (event.eat) return "Undo the meal";
    if (event.drink) return "Undo the potion";
    if (event.set) return `Undo ${SCORES[event.set] || "the sheet"}${SCORES[event.set] ? ` ${event.to}` : ""}`;
    if (event.ahead) return "Undo what lies ahead";
    if (event.rules) return "Undo the rules";
    if (event.anew) return "Undo: my old adventurer";
    if (event.foe || event.open || event.again) return state.fights.length ? "Undo: the last fight" : "Undo the foe";
    return "Undo";
  }

  const outcomeOf = (outcome, number) => `You ${outcome} round ${number}`;
  const ASKS = { test: "Test your Luck. How did it go?", keep: "Keep your LUCK. What did you do?" };
  const ask = (does) => ASKS[does] || "How did it go?";
  const hit = (outcome, from, to) => `${outcome === "won" ? "foe" : "you"} ${arrow(from, to)}`;
  const ROLL = { round: "Roll for me", luck: "Roll the dice for me" };
  const inThirtySix = (ways) => `${ways} in 36`;
  const CANNOT = "That cannot be in this fight.";
  const WRONG_RULES = "Damage must be a whole number from 0 to 99, normal damage 1 or more; without a cost in LUCK all damage 1 or more. A succession is 2 or more.";
  const TOO_LARGE = "This fight is too large to be worked out here. Take fewer rounds, fewer foes or lower scores.";
  const NO_DICE = "This browser has no fair dice. Roll your own.";
  const noAnswer = ({ foe_yields_at: yields }) => `Under these rules every foe must have more than ${yields} STAMINA. Change the rules or the foe.`;
  const SHARE = "Should I Test my Luck?";

  /* After the fight. */
  const END = {
    won: ({ stamina }) => `You won with ${stamina} STAMINA`,
    lost: () => "You lost the fight",
  };
  const fightLine = (fight) => `Foe ${foeName(fight.foe)} · ${plural(fight.count, "round")}`;
  const earlierLine = (fight) => `Foe ${foeName(fight.foe)}: ${fight.end} ${fight.end === "left" ? "after" : "in"} ${plural(fight.count, "round")}${fight.end === "lost" ? "" : `, STAMINA ${fight.stamina} and LUCK ${fight.luck} left`}.`;
  const goOn = ({ stamina, luck }) => `you go on with STAMINA ${stamina}, LUCK ${luck}`;

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

  const NEXT = { won: "Next foe", lost: "Another foe" };
  const noMistake = (decided) => (decided ? "None: every decision was as good as it could be." : "There was nothing to decide.");
  const curveTitle = (measure) => `${WINS[measure].title}, round by round`;

  function shareText({ fight, from, end }) {
    const how = end === "won" ? `I beat a foe of SKILL ${fight.foe[0]}, STAMINA ${fight.foe[1]} in ${plural(fight.count, "round")}` : `A foe of SKILL ${fight.foe[0]}, STAMINA ${fight.foe[1]} beat me in ${plural(fight.count, "round")}`;
    return `${how}.${from === undefined ? "" : ` At the start I had ${hundred(from)} chances in 100.`} Luck Atlas:`;
  }

  const curveLabel = (points, measure) => `${WINS[measure].title}, round by round: ${points.map(({ chance }) => hundred(chance)).join(", ")}.`;
  const mapLabel = (skill, foeSkill, luck) => `All STAMINA at SKILL ${skill} against ${foeSkill}, LUCK ${luck}`;
  const mapAlt = (stamina, foe) => `Map of what to do at every STAMINA; the ring is at yours ${stamina}, the foe’s ${foe}. The numbers stand beside it.`;

  /* Links. */
  const quoted = (text, longest = 40) => `“${text.length > longest ? text.slice(0, longest) + "…" : text}”`;
  const LINKS = {
    number: (name, least, most, text) => `${LABELS[name]} in this link must be a whole number from ${least} to ${most}, not ${quoted(text)}.`,
    twice: (name) => `${quoted(name)} stands in this link twice: the first counts.`,
    ahead: (text) => `The foes in this link cannot be read: ${quoted(text)}. ${WRONG_FOES}`,
    price: (text) => `The price of LUCK in this link must be a number from 0 to 1, not ${quoted(text)}.`,
    rules: (text) => `The rules in this link are not known: ${quoted(text)}.`,
    yielded: (yields, stamina) => `Under the rules of this link a foe yields at ${yields} STAMINA: it must have more, not ${stamina}.`,
    rest: (count) => `And ${count} more.`,
    offer: (scores) => `This link has another fight: SKILL ${scores.skill}, STAMINA ${scores.stamina}, LUCK ${scores.luck} against ${scores["foe-skill"]}/${scores["foe-stamina"]}.`,
    copied: "The link is copied.",
    notCopied: "Copy the address of this page: it is the link.",
  };
  const spoken = (answer, measure) =>
    `If you won the round: ${VERDICTS[answer.won.does]}. If you lost it: ${VERDICTS[answer.lost.does]}. ${WINS[measure].here} ${hundred(answer.chance)} ${WINS[measure].rest}.`;

  Object.assign(LuckAtlas.words, {
    CANNOT, CHOICES, END, LABELS, LINKS, MISTAKES, NEXT, NO_DICE, OUTCOMES, POTIONS, ROLL, SCORES, SHARE, TOO_LARGE, UNDO, WRONG_FOES, WRONG_RULES,
    aheadNote, arrow, ask, changeWords, choiceWords, curveLabel, curveTitle, earlierLine, fightLine, goOn, goal, hit, inThirtySix, limits, mapAlt, mapLabel,
    noAnswer, noMistake, of, outcomeOf, really, rollWords, roundWords, shareText, spoken, strengths, testWords, undo, wrongNumber,
  });
})();
