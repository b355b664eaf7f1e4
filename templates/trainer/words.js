/* The words of the trainer, beside those of all screens. */
(function () {
  "use strict";

  const { VERDICTS, WINS, foeName, hundred, plural, tenths } = LuckAtlas.words;

  /* A question is one fight; what is lost is told per 100 fights like those of the round. */
  const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
  const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
  const POLICIES = { you: "You", quick: "The quick grid", paper: "The paper’s strategy", never: "Never testing" };
  const DONE = { test: "You tested", keep: "You kept your LUCK" };

  const roundOf = (outcome) => `You ${outcome} the round`;
  const toLose = (outcome, [normal, lucky, unlucky]) => `${outcome === "won" ? "The foe loses" : "You lose"} ${normal} STAMINA: ${lucky} if Lucky, ${unlucky} if Unlucky.`;
  const questionOf = (number, all) => `Question ${number} of ${all}`;
  const judged = (right, choice, apart) => (right ? "Right" : `${DONE[choice]}: ${apart} wins in 100 lost`);
  const LINE_HEAD = "STAMINA: foe’s ↓ yours →";

  function dateWords(date) {
    const [year, month, day] = date.split("-").map(Number);
    return `${day} ${MONTHS[month - 1]} ${year}`;
  }

  const dayWords = (date) => dateWords(date).replace(/ \d+$/, "");
  const weekday = (date) => WEEKDAYS[new Date(`${date}T00:00Z`).getUTCDay()];
  const lineOf = ({ gaps }, outcome) => `The quick grid, you ${outcome}${gaps === "any" ? "" : `, SKILL gap ${gaps}`}`;

  /* What the square in point says, and whether that is right. */
  function squareWords({ lowest, decided }, outcome, luck, right) {
    if (decided) return `${outcome === "won" ? "The foe has" : "You have"} ${decided} STAMINA${decided > 1 ? " or less" : ""}: KEEP.`;
    const says = lowest === null ? "A small dot: KEEP." : lowest <= 2 ? "●: TEST always, with LUCK 2 or more." : `${lowest}: TEST with LUCK ${lowest} or more. You have ${luck}${luck < lowest ? ": KEEP" : ""}.`;
    return right ? says : `${says} Here the quick grid is wrong.`;
  }

  const otherwise = (does) => `Were this the last fight: ${VERDICTS[does]}.`;
  const rightOf = (right, all) => `${right} of ${all} right`;
  const perHundred = (lost, fights) => tenths(fights ? lost / fights : 0);
  const givenAway = (lost, asked) => `Given away so far: ${plural(lost, "win")} in 100, in ${plural(asked, "question")}.`;
  const dearestLine = ({ scores }) => `SKILL ${scores.skill}, STAMINA ${scores.stamina}, LUCK ${scores.luck} against ${foeName([scores["foe-skill"], scores["foe-stamina"]])}`;
  const inShortBoth = (test, keep, measure) => `${WINS[measure].do(hundred(test))} if you test, ${hundred(keep)} if you keep.`;
  const puzzleText = (date, marks, lost) => `Luck Atlas, ${dateWords(date)}: ${marks.filter(Boolean).length} of ${marks.length} ${marks.map((right) => (right ? "◆" : "◇")).join("")}, ${perHundred(lost, marks.length)} wins lost per 100 fights.`;
  const TRAINER = {
    old: "This browser is too old for the trainer. The quiz below needs nothing of it.",
    unsaved: "This browser saves nothing for this page: closing it forgets how it went.",
    copied: "The result is copied.",
    notCopied: "This browser cannot copy: write it down.",
    none: "No decision of this kind matters enough under these rules. Choose another level.",
    nothing: "Nothing is saved yet.",
    noneAsked: "Here stands how many wins in 100 your answers give away.",
    deleted: "All that the trainer had saved is deleted.",
    next: "Next question", end: "See how it went", again: "Ten more", level: "Next level", practise: "Ten questions now",
    notPlayed: "not played", today: "Today", own: "From your own fight.",
  };
  const savedWords = ({ asked, right, lost, waiting, puzzles }) => [
    `${plural(asked, "question")}, ${right} right, ${perHundred(lost, asked)} wins lost per 100 fights.`,
    waiting.length ? `${plural(waiting.length, "question")} will come back.` : "No question will come back.",
    Object.keys(puzzles).length ? `Puzzles: ${Object.entries(puzzles).map(([date, found]) => `${dateWords(date)}, ${found.right} right`).join("; ")}.` : "No puzzle yet.",
  ].join(" ");

  Object.assign(LuckAtlas.words, {
    DONE, LINE_HEAD, POLICIES, TRAINER, dateWords, dayWords, dearestLine, givenAway, inShortBoth, judged, lineOf, otherwise, perHundred, puzzleText, questionOf,
    rightOf, roundOf, savedWords, squareWords, toLose, weekday,
  });
})();
