/* The words of fights that are played, beside those of all screens. */
(function () {
  "use strict";

  const { foes } = LuckAtlas;
  const { VERDICTS, counted, foeName, hundred, plural, sentence } = LuckAtlas.words;

  /* Scores and their places. */
  const SCORES = { skill: "SKILL", stamina: "STAMINA", luck: "LUCK", "foe-skill": "SKILL", "foe-stamina": "STAMINA" };
  const FOES = ["The foe’s", "The second foe’s", "The third foe’s"];
  const LABELS = {
    skill: "Your SKILL", stamina: "Your STAMINA", luck: "Your LUCK",
    "of-skill": "Your initial SKILL", "of-stamina": "Your initial STAMINA", "of-luck": "Your initial LUCK",
    meals: "Your meals", doses: "Your measures of potion",
  };
  const labelOf = (name) => LABELS[name] || `${FOES[foes.indexOf(name)]} ${SCORES[foes.plainName(name)]}`;
  const CHOICES = { lucky: "Lucky", unlucky: "Unlucky", kept: "I kept my LUCK" };
  const OUTCOMES = { won: "won", lost: "lost", drawn: "drew", escaped: "escaped" };

  const wrongNumber = (name, least, most) => `${labelOf(name)} must be a whole number from ${least} to ${most}.`;
  const really = (number) => `really ${number}?`;
  const of = (number) => `of ${number}`;

  /* Foes and their names. */
  const TITLES = ["Foe", "Second foe", "Third foe"];
  const ofFoe = (names, who) => names[who] || (names.length === 1 ? "the foe" : `the ${TITLES[who].toLowerCase()}`);
  const whose = (names, who) => (names[who] ? `${names[who]}’s` : names.length === 1 ? "Foe’s" : `${TITLES[who]}’s`);
  const foeTitle = (names, pairs) => (pairs.length > 1 && !names.some(Boolean) ? `${sentence(counted(pairs.length))} at once` : pairs.map((pair, who) => names[who] || `Foe ${foeName(pair)}`).join(" and "));
  const roundTitle = (number) => `Round ${number}`;

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
  const NOTES = { eat: "You ate a meal", drink: "You drank the potion", set: "Changed", sword: "A weapon" };
  const RESULTS = { lucky: "Lucky", unlucky: "Unlucky" };

  function changeWords({ change, name, from, to, result, dice }) {
    if (change === "test") return `Test your Luck${dice ? ` (${dice})` : ""}: ${RESULTS[result]}. LUCK ${arrow(from, to)}`;
    return `${NOTES[change]}: ${name.startsWith("foe") ? "the foe’s " : ""}${SCORES[foes.plainName(name)]} ${arrow(from, to)}`;
  }

  function testWords({ choice, luckDice }) {
    if (choice === undefined) return "";
    return choice === "kept" ? "kept" : `tested${luckDice ? ` (${luckDice})` : ""}, ${RESULTS[choice]}`;
  }

  const IN_LOG = { ...RESULTS, kept: "kept" };
  const DID = { won: "you won", lost: "you lost", drawn: "you drew", escaped: "you escaped" };

  function roundWords(round, number, names = [""]) {
    if (round.change) return changeWords(round) + ".";
    if (round.blows) return `Round ${number}: ${blowsWords(round, names)}`;
    const test = testWords(round);
    const joined = test === "kept" ? " and kept" : test ? `, ${test}` : "";
    return `Round ${number}: ${DID[round.outcome]}${joined}. ${lossWords(round, names)}`.trim();
  }

  /* What a round took. */
  function lossWords({ outcome, before, after }, names, who = 0) {
    if (outcome === "won") return `${whose(names, who)} STAMINA ${arrow(before[foes.staminaOf(who)], after[foes.staminaOf(who)])}.`;
    return outcome === "drawn" ? "Nothing changes." : `STAMINA ${arrow(before.stamina, after.stamina)}.`;
  }

  /* With several foes each wound is told in short; what is kept goes without saying. */
  function blowsWords({ outcome, blows }, names) {
    const said = blows.map((blow) => {
      const did = outcome === "escaped" ? "you escaped" : blow.outcome === "won" ? `you hit ${ofFoe(names, blow.who)}` : `${ofFoe(names, blow.who)} hit you`;
      const name = blow.outcome === "won" ? foes.staminaOf(blow.who) : "stamina";
      return `${did}${RESULTS[blow.choice] ? `, ${RESULTS[blow.choice]}` : ""}: ${blow.outcome === "won" ? "its" : "your"} STAMINA ${arrow(blow.before[name], blow.after[name])}`;
    });
    return `${said.join("; ") || "nobody was hit"}.`;
  }

  const inLog = (round, names) => [`${OUTCOMES[round.outcome]}${round.choice ? `, ${IN_LOG[round.choice]}` : ""}`, lossWords(round, names).replace(/\.$/, "").replace(/^STAMINA/, "your STAMINA")];

  const rolledWords = (skill, dice, sum) => `${skill} + ${dice} = ${sum}`;

  /* What an event was, for the button that takes it back. */
  function undo(event) {
    if (event.round) return `Undo “We ${OUTCOMES[event.round]}”`.replace(/We (won|lost)/, "I $1");
    if (event.luck) return `Undo “${CHOICES[event.luck]}”`;
    if (event.escape) return "Undo the escape";
    if (event.reopen) return "Undo “I tested after all”";
    if (event.eat) return "Undo the meal";
    if (event.drink) return "Undo the potion";
    if (event.tested) return "Undo the luck test";
    if (event.sword) return "Undo the weapon";
    if (event.set) return `Undo ${SCORES[foes.plainName(event.set)] || "the sheet"}${SCORES[foes.plainName(event.set)] ? ` ${event.to}` : ""}`;
    if (event.ahead) return "Undo what lies ahead";
    if (event.rules) return "Undo the rules";
    if (event.foe || event.again) return "Undo: back to the last fight";
    return "Undo";
  }

  /* The cards. */
  const percentIn100 = (chance) => `${hundred(chance)}%`;
  const REST = { fight: "to win this fight", all: "to come through", unfed: "if you never eat" };
  const IF = { fight: "to win", all: "to come through" };

  function onDecision(decision, measure) {
    const [test, keep] = [decision.test, decision.keep];
    if (test === null) return [["b", sentence(percentIn100(keep))], ` ${IF[measure]}. No LUCK to test.`];
    const same = decision.verdict === "either" || hundred(test) === hundred(keep);
    if (same) return [["b", sentence(percentIn100(keep))], ` ${IF[measure]}, test or keep.`];
    const [first, second] = decision.does === "test" ? ["test", "keep"] : ["keep", "test"];
    // On a phone the line has room for one of the two words that are longer than a number, or for what is counted.
    const counted = [test, keep].some((chance) => hundred(chance).length > 3) ? "" : ` ${IF[measure]}`;
    return [["b", sentence(percentIn100(decision[first]))], `${counted} if you ${first}, ${percentIn100(decision[second])} if you ${second}.`];
  }

  /* What a tap on the card does. */
  function then(outcome, does, from, to, ends) {
    if (does === "test") return "Then: Lucky or Unlucky?";
    if (outcome === "won") return `Foe’s STAMINA ${arrow(from, to)}.${ends ? " You win." : ""}`;
    return `You lose ${from - to} STAMINA: ${arrow(from, to)}.${ends ? " You die." : ""}`;
  }

  const outcomeOf = (outcome) => ({ won: "You won the round", lost: "You lost the round", escaped: "You escape" })[outcome];
  const wonOver = (names, who) => `You hit ${ofFoe(names, who)}`;
  const hitBy = (names, who) => sentence(`${ofFoe(names, who)} hit you`);
  const doTest = (luck) => ["Roll two dice: ", ["b", luck >= 12 ? "any roll" : `${luck} or less`], " is Lucky."];
  const cannotBeLucky = "With this LUCK no roll is Lucky.";
  const odds = (chance, cost, luck) => `${chance} to be Lucky. ${cost ? `Costs ${cost} LUCK: ${arrow(luck, luck - cost)}.` : "Costs no LUCK."}`;
  const AFTER_ALL = "The advice was to keep.";
  /* On a button: the card above says whom. */
  const hit = (outcome, names, from, to) => `${outcome === "lost" ? "" : names.length > 1 ? "Its " : "Foe’s "}STAMINA ${arrow(from, to)}`;
  /* Text as a sentence, for the voice. */
  const ended = (text) => (text.trim() && !/[.…]$/.test(text.trim()) ? `${text.trim()}.` : text.trim());
  const toWin = (does, measure) => `${IF[measure]} if you ${does}`;
  const square = (stamina, foe) => `your STAMINA ${stamina}, the foe’s ${foe}`;
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
    escaped: ({ stamina }) => `You escaped with ${stamina} STAMINA`,
  };
  const ENDED = { won: "won", lost: "lost", escaped: "escaped", left: "left" };
  const fightLine = ({ foe, foes: all = [foe], names = [], count }) => `${all.map((pair, who) => (names[who] ? `${names[who]} ${foeName(pair)}` : `Foe ${foeName(pair)}`)).join(" and ")} · ${count ? plural(count, "round") : "no round"}`;
  const earlierLine = (fight) => `${fightLine(fight).replace(" · ", ": ")}, ${ENDED[fight.end]}${fight.end === "lost" ? "" : `, STAMINA ${fight.stamina} and LUCK ${fight.luck} left`}.`;

  const mapLabel = (skill, foeSkill, luck) => `All STAMINA at SKILL ${skill} against ${foeSkill}, LUCK ${luck}`;
  const mapAlt = (stamina, foe) => `Map of what to do at every STAMINA; the ring is at yours ${stamina}, the foe’s ${foe}. The numbers stand beside it.`;

  /* Links. */
  const quoted = (text, longest = 40) => `“${text.length > longest ? text.slice(0, longest) + "…" : text}”`;
  const LINKS = {
    number: (name, least, most, text) => `${labelOf(name)} in this link must be a whole number from ${least} to ${most}, not ${quoted(text)}.`,
    twice: (name) => `${quoted(name)} stands in this link twice: the first counts.`,
    ahead: (text) => `The foes in this link cannot be read: ${quoted(text)}. ${WRONG_FOES}`,
    price: (text) => `The price of LUCK in this link must be a number from 0 to 1, not ${quoted(text)}.`,
    rules: (text) => `The rules in this link are not known: ${quoted(text)}.`,
    yielded: (yields, stamina) => `Under the rules of this link a foe yields at ${yields} STAMINA: it must have more, not ${stamina}.`,
    rest: (count) => `And ${count} more.`,
    offer: (scores) => `This link has a fight: SKILL ${scores.skill}, STAMINA ${scores.stamina}, LUCK ${scores.luck} against ${scores["foe-skill"]}/${scores["foe-stamina"]}. Your own adventure stays as it is.`,
    copied: "The link is copied.",
    notCopied: "Copy the address of this page: it is the link.",
  };
  const spoken = (answer, measure) =>
    `If you won the round: ${VERDICTS[answer.won.does]}. If you lost it: ${VERDICTS[answer.lost.does]}. ${sentence(percentIn100(answer.chance))} ${REST[measure]}.`;

  Object.assign(LuckAtlas.words, {
    AFTER_ALL, CANNOT, CHOICES, END, IF, LINKS, NO_DICE, OUTCOMES, REST, SCORES, SHARE, TITLES, TOO_LARGE, WRONG_FOES, WRONG_RULES,
    aheadNote, arrow, cannotBeLucky, changeWords, doTest, earlierLine, ended, fightLine, foeTitle, goal, hit, hitBy, inLog, inThirtySix,
    labelOf, mapAlt, mapLabel, noAnswer, odds, of, onDecision, outcomeOf, percentIn100, really, rolledWords, roundTitle, roundWords,
    spoken, square, testWords, then, toWin, undo, wonOver, wrongNumber,
  });
})();
