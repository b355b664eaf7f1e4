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

  const foeName = ([skill, stamina]) => `${skill}/${stamina}`;

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

  const rulesName = (rules) => (rules === "books" ? "the books" : typeof rules === "string" ? LuckAtlas.PRESETS[rules].title : "my own");
  const mapSquare = (stamina, foe, chance) => `STAMINA ${stamina} against ${foe}: ${percent(chance)} to win`;
  const inShort = (outcome, { does, test, keep }) => `${sentence(outcome)}: ${VERDICTS[does]}${test === null ? "" : ` (test ${hundred(test)}, keep ${hundred(keep)} in 100)`}.`;
  const ELSEWHERE = { last: (does) => `In the last fight: ${does}.`, more: (does) => `With more to come: ${does}.` };
  const MAP = {
    name: "Map. Arrow keys move from square to square.", square: "One square", open: "Open this fight",
    hero: "Your STAMINA", foe: "Foe’s STAMINA", less: (what) => `${what}: one less`, more: (what) => `${what}: one more`,
    won: "You won the round:", lost: "You lost the round:", chance: "Your chance to win:",
    where: (stamina, foe) => `STAMINA ${stamina} against ${foe}. `,
    help: "Point at a square or tap it; with a keyboard use the arrow keys.",
    after: { none: "", won: "won ", lost: "lost ", both: "both " },
  };

  /* In a square of a map there is room for two digits and a sign, in one of a table for a decimal. */
  function inSquare(chance) {
    if (chance > 0 && chance < 0.01) return "<1";
    return chance > 0.99 && chance < 1 ? ">99" : String(inHundred(chance));
  }

  const inTable = (chance) => (chance > 0 && chance < RARE ? "<0.1" : percent(chance).slice(0, -1));

  /* What the browser lacks, or has saved. */
  const TOO_OLD = "This browser is too old to work out the answers. The cheat sheet and the maps need nothing of it.";
  const STORED = {
    damaged: "What this browser had saved is damaged or of another version. It was set aside; you start afresh.",
    nothing: "This browser saves nothing for this page: closing it forgets the fight.",
  };

  const plain = (parts) => parts.map((part) => (typeof part === "string" ? part : part[1])).join("");
  const spokenCard = (decision, measure) => `${VERDICTS[decision.does]}. ${plain(onCard(decision, measure))} ${reason(decision.reason)}`;

  return {
    signed, percent, amount, hundred, inHundred, counted, plural, tenths, thousands, sentence,
    WINS, VERDICTS, STRENGTHS, STORED, TOO_OLD, foeName, rulesName, onButton, onCard, more, luckLine, reason, mapSquare, inShort, inSquare, inTable, spokenCard, ELSEWHERE, MAP,
  };
})();
