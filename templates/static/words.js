/* The one place for words that scripts put on a page: numbers first, then what is said with them.

   A language is another object with the same names. Nothing here knows a rule: damage, prices and scores come in. */
window.LuckAtlas = window.LuckAtlas || {};

LuckAtlas.words = (function () {
  "use strict";

  const RARE = 0.001;
  const MOST_DIGITS = 9;
  const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";
  const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

  /* Numbers. */

  function thousands(number) {
    return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
  }

  function signed(number) {
    return (number > 0 ? "+" : number < 0 ? "−" : "") + Math.abs(number);
  }

  function tenths(value) {
    const [whole, digit] = value.toFixed(1).split(".");
    return `${thousands(whole)}.${digit}`;
  }

  function oneIn(chance) {
    const times = Math.round(1 / chance);
    const digits = String(times).length;
    if (!Number.isFinite(1 / chance) || digits > MOST_DIGITS) {
      const power = Math.floor(-Math.log10(chance));
      return "1 in 10" + String(power).replace(/\d/g, (digit) => SUPERSCRIPT[digit]);
    }
    const step = 10 ** Math.max(digits - 2, 0);
    return "1 in " + thousands(Math.round(times / step) * step);
  }

  /* 46.4%; what is not certain is never 0% or 100%. */
  function percent(chance) {
    if (chance === 0 || chance === 1) return `${chance * 100}%`;
    if (chance < RARE) return oneIn(chance);
    return chance > 1 - RARE ? ">99.9%" : tenths(chance * 100) + "%";
  }

  /* So many in a hundred, as a whole number: every difference that is shown is taken between two of these. */
  function inHundred(chance) {
    return Math.round(chance * 100);
  }

  function hundred(chance) {
    const shown = inHundred(chance);
    if (shown === 0 && chance > 0) return "under 1";
    return shown === 100 && chance < 1 ? "over 99" : String(shown);
  }

  function amount(value) {
    return value === 0 ? "0" : value < 0.1 ? "<0.1" : tenths(value);
  }

  function counted(number) {
    return NUMBERS[number] || String(number);
  }

  function plural(number, one, many = one + "s") {
    return `${number} ${number === 1 ? one : many}`;
  }

  function sentence(text) {
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  /* Scores and their places. */

  const SCORES = { skill: "SKILL", stamina: "STAMINA", luck: "LUCK", "foe-skill": "SKILL", "foe-stamina": "STAMINA" };
  const LABELS = {
    skill: "Your SKILL", stamina: "Your STAMINA", luck: "Your LUCK",
    "foe-skill": "The foe’s SKILL", "foe-stamina": "The foe’s STAMINA",
    "of-skill": "Your initial SKILL", "of-stamina": "Your initial STAMINA", "of-luck": "Your initial LUCK",
    meals: "Your meals", doses: "Your measures of potion",
  };
  const POTIONS = { skill: "Potion of Skill", stamina: "Potion of Strength", luck: "Potion of Fortune" };

  const wrongNumber = (name, least, most) => `${LABELS[name]} must be a whole number from ${least} to ${most}.`;
  const really = (number) => `really ${number}?`;
  const of = (number) => `of ${number}`;
  const foeName = ([skill, stamina]) => `${skill}/${stamina}`;

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

  /* What is counted: this fight, or all that lies ahead. */
  const WINS = {
    fight: { do: (n) => `You win ${n} ${n === "1" || n === "under 1" ? "fight" : "fights"} in 100`, unit: "wins in 100", here: "From here you win", rest: "fights in 100", title: "Fights won in 100", numbers: "% to win this fight" },
    all: { do: (n) => `You come through ${n} times in 100`, unit: "in 100", here: "You come through", rest: "times in 100", title: "Times in 100 that you come through", numbers: "% to come through all that lies ahead" },
  };

  /* "79 wins in 100 if you test, 68 if you don’t": in parts, so that numbers can be set bold. */
  function onButton(decision, measure) {
    const { unit } = WINS[measure];
    if (decision.test === null) return [["b", hundred(decision.keep)], ` ${unit}. No LUCK to test.`];
    if (decision.verdict === "either") return [["b", hundred(decision.keep)], ` ${unit}, test or keep.`];
    const [first, second] = decision.does === "test" ? ["test", "keep"] : ["keep", "test"];
    const ifs = { test: "if you test", keep: "if you keep it" };
    const other = decision.does === "test" ? "if you don’t" : "if you test";
    return [["b", hundred(decision[first])], ` ${unit} ${ifs[first]}, `, ["b", hundred(decision[second])], ` ${other}`];
  }

  function onCard(decision, measure) {
    const { do: wins } = WINS[measure];
    if (decision.test === null || decision.verdict === "either") return [["b", wins(hundred(decision.keep))], decision.test === null ? "." : ", test or keep."];
    const [first, second, ifFirst, ifSecond] = decision.does === "test" ? ["test", "keep", "if you test", "if you don’t"] : ["keep", "test", "if you keep it", "if you test"];
    return [...bold(wins(hundred(decision[first])), hundred(decision[first])), ` ${ifFirst}, `, ["b", hundred(decision[second])], ` ${ifSecond}.`];
  }

  function bold(text, number) {
    const at = text.indexOf(number);
    return [text.slice(0, at), ["b", text.slice(at)]];
  }

  const VERDICTS = { test: "Test", keep: "Keep" };
  const STRENGTHS = { clear: "Clear", slight: "Slight", none: "No difference" };
  const CHOICES = { lucky: "Lucky", unlucky: "Unlucky", kept: "I kept it" };
  const OUTCOMES = { won: "won", lost: "lost", drawn: "drawn" };
  const MISTAKES = { slip: "Slip", mistake: "Mistake", blunder: "Blunder" };

  function more(decision, measure) {
    const apart = Math.abs(inHundred(decision.test) - inHundred(decision.keep));
    const unit = measure === "fight" ? (n) => `${n} more ${n === 1 || n === "under 1" ? "win" : "wins"}` : (n) => `${n} more`;
    return apart ? unit(apart) : unit("under 1");
  }

  const luckLine = ([lucky], cost) => `You are Lucky ${lucky === 1 ? "once" : `${lucky} times`} in 36. A test costs ${cost || "no"} LUCK.`;

  /* Reasons: `kind` and its numbers come from answer.js, where each is checked before it is given. */
  const hits = (n) => `${counted(n)} more ${n === 1 ? "hit" : "hits"}`;
  const asWithout = (n, normal) => (n === normal ? `${counted(n)}, as without a test` : counted(n));
  const REASONS = {
    "no-luck": () => "You have no LUCK left to test.",
    "never-won": () => "At this SKILL gap you never win a round.",
    "never-lost": () => "At this SKILL gap you never lose a round.",
    same: () => "Test or keep: it comes to exactly the same.",
    "any-hit-kills": () => "Any hit beats the foe, Lucky or not.",
    "normal-kills": () => "A normal hit beats the foe; an Unlucky one would not.",
    "lucky-kills": () => "A Lucky hit beats the foe at once; a normal one does not.",
    "killed-anyway": () => "This hit kills you, Lucky or not.",
    "run-kills": ({ run }) => `${sentence(counted(run))} lost rounds in succession kill you, Lucky or not.`,
    "only-lucky-saves": () => "Only if you are Lucky do you live.",
    "unlucky-kills": () => "If you are Unlucky, this hit kills you.",
    "cannot-be-lucky": ({ luck }) => `With LUCK ${luck} you cannot be Lucky.`,
    "won-hits": ({ normal, lucky, unlucky }) => `If Lucky, ${hits(lucky)} ${lucky === 1 ? "beats" : "beat"} the foe, not ${counted(normal)}; if Unlucky, ${asWithout(unlucky, normal)}.`,
    "lost-hits": ({ normal, lucky, unlucky }) => `If Lucky, you can take ${hits(lucky)}, not ${counted(normal)}; if Unlucky, ${asWithout(unlucky, normal)}.`,
    "saves-nothing-won": ({ normal }) => `Even a Lucky hit saves none: ${hits(normal)} ${normal === 1 ? "beats" : "beat"} the foe, test or keep.`,
    "saves-nothing-lost": ({ normal }) => `Even if Lucky you can take ${hits(normal)}, as without a test.`,
    "later-won": ({ normal, lucky }) => `If Lucky, the foe has ${lucky} STAMINA left, not ${normal}. That saves a hit only with a later test.`,
    "later-lost": ({ normal, lucky }) => `If Lucky, you have ${lucky} STAMINA left, not ${normal}. That saves a hit only with a later test.`,
    "wins-no-more": () => "A test wins no more fights, and costs LUCK.",
    "too-dear": () => "A test wins a little more, but too little for the LUCK it costs.",
    "luck-for-later": () => "A test would help now, but the LUCK it costs helps more later.",
    "risk-too-great": ({ ways }) => `What you lose if Unlucky outweighs what you gain if Lucky, ${ways} times in 36.`,
  };
  const reason = (found) => (found ? REASONS[found.kind](found) : "");

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
  const ask = (does) => (does === "test" ? "Test your Luck. How did it go?" : "Keep your LUCK. What did you do?");
  const hit = (outcome, from, to) => `${outcome === "won" ? "foe" : "you"} ${arrow(from, to)}`;
  const ROLL = { round: "Roll for me", luck: "Roll the dice for me" };
  const inThirtySix = (ways) => `${ways} in 36`;
  const rulesName = (rules) => (rules === "books" ? "the books" : typeof rules === "string" ? LuckAtlas.PRESETS[rules].title : "my own");
  const CANNOT = "That cannot be in this fight.";
  const WRONG_RULES = "Damage must be a whole number from 0 to 99, normal damage 1 or more; without a cost in LUCK all damage 1 or more. A succession is 2 or more.";
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

  function choiceWords({ number, outcome, choice, chosen, better, measure }) {
    const [did, other] = choice === "kept" ? ["you kept your LUCK", "testing"] : ["you tested", "keeping"];
    const wins = measure === "fight" ? (n) => `wins ${n} fights in 100` : (n) => `comes through ${n} times in 100`;
    const rest = measure === "fight" ? "wins" : "does so";
    return `Round ${number}, ${outcome}: ${did}. That ${wins(chosen)}; ${other} ${rest} ${better}.`;
  }

  const limits = ({ mistake, blunder }) => `Slip: under ${mistake} wins in 100. Mistake: ${mistake} to ${blunder - 1}. Blunder: ${blunder} or more.`;

  const NEXT = { won: "Next foe", lost: "Another foe" };
  const noMistake = (decided) => (decided ? "None: every decision was as good as it could be." : "There was nothing to decide.");
  const curveTitle = (measure) => `${WINS[measure].title}, round by round`;

  function shareText({ fight, from, end }) {
    const how = end === "won" ? `I beat a foe of SKILL ${fight.foe[0]}, STAMINA ${fight.foe[1]} in ${plural(fight.count, "round")}` : `A foe of SKILL ${fight.foe[0]}, STAMINA ${fight.foe[1]} beat me in ${plural(fight.count, "round")}`;
    return `${how}. At the start I had ${hundred(from)} chances in 100. Luck Atlas:`;
  }

  const curveLabel = (points, measure) => `${WINS[measure].title}, round by round: ${points.map(({ chance }) => hundred(chance)).join(", ")}.`;
  const mapLabel = (skill, foeSkill, luck) => `All STAMINA at SKILL ${skill} against ${foeSkill}, LUCK ${luck}`;
  const mapAlt = (stamina, foe) => `Map of what to do at every STAMINA; the ring is at yours ${stamina}, the foe’s ${foe}. The numbers stand beside it.`;

  const mapSquare = (stamina, foe, chance) => `STAMINA ${stamina} against ${foe}: ${percent(chance)} to win`;
  const inShort = (outcome, { does, test, keep }) => `${sentence(outcome)}: ${VERDICTS[does]}${test === null ? "" : ` (test ${hundred(test)}, keep ${hundred(keep)} in 100)`}.`;

  /* Links and what the browser saves. */
  const quoted = (text, longest = 40) => `“${text.length > longest ? text.slice(0, longest) + "…" : text}”`;
  const LINKS = {
    number: (name, least, most, text) => `${LABELS[name]} in this link must be a whole number from ${least} to ${most}, not ${quoted(text)}.`,
    twice: (name) => `${quoted(name)} stands in this link twice: the first counts.`,
    ahead: (text) => `The foes in this link cannot be read: ${quoted(text)}. ${WRONG_FOES}`,
    price: (text) => `The price of LUCK in this link must be a number from 0 to 1, not ${quoted(text)}.`,
    rules: (text) => `The rules in this link are not known: ${quoted(text)}.`,
    rest: (count) => `And ${count} more.`,
    offer: (scores) => `This link has another fight: SKILL ${scores.skill}, STAMINA ${scores.stamina}, LUCK ${scores.luck} against ${scores["foe-skill"]}/${scores["foe-stamina"]}.`,
    copied: "The link is copied.",
    notCopied: "Copy the address of this page: it is the link.",
  };
  const STORED = {
    damaged: "What this browser had saved is damaged or of another version. It was set aside; you start afresh.",
    nothing: "This browser saves nothing for this page: closing it forgets the fight.",
  };

  const spoken = (answer, measure) =>
    `If you won the round: ${VERDICTS[answer.won.does]}. If you lost it: ${VERDICTS[answer.lost.does]}. ${WINS[measure].here} ${hundred(answer.chance)} ${WINS[measure].rest}.`;

  const plain = (parts) => parts.map((part) => (typeof part === "string" ? part : part[1])).join("");
  const spokenCard = (decision, measure) => `${VERDICTS[decision.does]}. ${plain(onCard(decision, measure))} ${reason(decision.reason)}`;

  return {
    outcomeOf, ask, hit, UNDO, ROLL, inThirtySix, rulesName, CANNOT, WRONG_RULES, noAnswer, SHARE, NEXT, noMistake, curveTitle, spokenCard, limits,
    signed, percent, amount, hundred, inHundred, counted, plural, tenths, thousands,
    SCORES, LABELS, POTIONS, WINS, VERDICTS, STRENGTHS, CHOICES, OUTCOMES, MISTAKES, END, LINKS, STORED, WRONG_FOES,
    wrongNumber, really, of, foeName, aheadNote, goal, onButton, onCard, more, luckLine, reason, arrow, roundWords, testWords, changeWords, strengths, undo,
    fightLine, earlierLine, goOn, rollWords, choiceWords, shareText, curveLabel, mapLabel, mapAlt, mapSquare, inShort, spoken, sentence,
  };
})();
