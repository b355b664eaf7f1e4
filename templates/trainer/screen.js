/* The screen of the trainer: what is asked, what is told, how it went. Nothing here decides anything. */
LuckAtlas.screen = (function () {
  "use strict";

  const { grids, hits, links, parts, puzzle, questions, words } = LuckAtlas;
  const { fill, id, make, mark, markOf } = parts;
  const { cards, levels } = LuckAtlas.edition.training;
  const root = id("trainer");
  const MOST_AGAIN = 3;
  const DOT = 2;

  /* A question. */

  function showQuestion({ scores, outcome, ahead, own }) {
    const rules = questions.stateOf(scores, ahead).rules;
    const all = LuckAtlas.readRules(rules);
    fill(root, { ...scores, ahead: words.aheadOf(ahead), rules: words.rulesOf(rules), own: own ? words.TRAINER.own : "", round: words.roundOf(outcome), "to-lose": words.toLose(outcome, all[outcome]) });
    markOf(id("asked-mark"), outcome);
  }

  /* How far the round has come: a mark a question. */
  function showMarks(marks, number, count) {
    fill(root, { count: words.questionOf(number, count) });
    id("marks").replaceChildren(...Array.from({ length: count }, (_, i) => make("i", ["wrong", "right"][Number(marks[i])] || "")));
  }

  /* Its answer. */

  function showAnswer(question, choice, otherwise) {
    const decision = questions.answer(question);
    const right = choice === question.does;
    const { scores } = question;
    parts.showCard(id("card"), decision, decision.measure);
    const { luck_cost: cost } = hits.rulesOf(questions.stateOf(scores, question.ahead));
    fill(id("answer"), { judged: words.judged(right, choice, question.apart), lucky: words.luckLine(decision.ways, cost) });
    id("card").dataset.right = right;
    if (otherwise) fill(id("answer"), { why: `${words.reason(decision.reason)} ${words.otherwise(otherwise)}`.trim() });
    showLine(question);
    return `${words.judged(right, choice, question.apart)}. ${words.spokenCard(decision, decision.measure)} ${id("grid-line").querySelector("p").textContent}`;
  }

  /* The line of the quick grid that tells it, with the square in point. */
  function showLine(question) {
    const line = grids.line("quick", question);
    const { found, row, column, does } = line;
    const inside = row >= 0 && column >= 0;
    const box = id("grid-line");
    box.querySelector(".scroll").hidden = !inside;
    fill(box, { line: found ? words.lineOf(found, question.outcome) : "", square: words.squareWords(line, question.outcome, question.scores.luck, does === question.does) });
    if (!inside) return;
    const [head, body] = box.querySelectorAll("tr");
    const heading = (scope, text) => Object.assign(make("th", "", text), { scope });
    head.replaceChildren(heading("col", words.LINE_HEAD), ...found.heads[1].map((text) => heading("col", text)));
    body.replaceChildren(heading("row", found.heads[0][row]), ...found.lowest[row].map((number, i) => square(number, i === column)));
  }

  function square(number, here) {
    const always = number !== null && number <= DOT;
    const cell = make("td", [number === null ? "keep-square" : always ? "always" : "", here ? "here" : ""].filter(Boolean).join(" "), number === null ? "·" : always ? "●" : String(number));
    if (here) cell.setAttribute("aria-current", "true");
    return cell;
  }

  /* How it went. `rows` are [name, wins lost, over how many fights]. */

  function showBars(box, rows, over) {
    fill(box, { over });
    const most = Math.max(1, ...rows.map(([, lost, fights]) => lost / fights));
    box.querySelector("ul").replaceChildren(...rows.map(([name, lost, fights]) => {
      const bar = LuckAtlas.draw(null, "svg", { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" });
      LuckAtlas.draw(bar, "rect", { class: "whole-bar", width: 100, height: 10 });
      LuckAtlas.draw(bar, "rect", { class: "part", width: ((100 * lost) / fights / most).toFixed(1), height: 10 });
      return make("li", name, make("span", "", words.POLICIES[name]), bar, make("b", "", words.perHundred(lost, fights)));
    }));
  }

  /* The dearest wrong choices, each with a way to the table. */
  function showAgain(round) {
    const wrong = round.filter(({ question, choice }) => choice !== question.does).sort((a, b) => b.question.apart - a.question.apart);
    id("dearest").hidden = !wrong.length;
    id("none-wrong").hidden = Boolean(wrong.length);
    id("dearest").querySelector("ol").replaceChildren(...wrong.slice(0, MOST_AGAIN).map(({ question, choice }) => {
      const state = questions.stateOf(question.scores, question.ahead);
      const { test, keep, measure } = questions.answer(question);
      const link = Object.assign(make("a", "", words.dearestLine(question)), { href: `index.html${links.query(state)}` });
      const said = `${words.roundOf(question.outcome)}; ${words.DONE[choice].toLowerCase().replace("luck", "LUCK")}. ${words.inShortBoth(test, keep, measure)}`;
      return make("li", "remark", make("span", "", mark(question.outcome)), make("p", "", link), make("p", "said", said));
    }));
  }

  function showSum(round, { mode, date, level }) {
    const right = round.filter(({ question, choice }) => choice === question.does).length;
    fill(id("sum"), { end: words.rightOf(right, round.length), what: mode === "puzzle" ? words.dateWords(date) : "", told: "" });
    showBars(id("compared"), sums(round).map(([name, lost]) => [name, lost, round.length]), "");
    showAgain(round);
    const further = mode === "training" && levels[level + 1];
    id("further").hidden = !further;
    id("share").hidden = mode !== "puzzle";
    fill(id("sum"), { again: mode === "puzzle" ? words.TRAINER.practise : words.TRAINER.again, further: words.TRAINER.level, "further-name": further ? further.title : "" });
    return words.rightOf(right, round.length);
  }

  /* What the choices of each lose on the same questions, in whole wins in 100, summed. */
  function sums(round) {
    const by = (does) => round.reduce((sum, one) => sum + (does(one) === one.question.does ? 0 : one.question.apart), 0);
    const of = (card) => [card, by(({ question }) => grids.does(card, question))];
    return [["you", by(({ choice }) => choice)], of("quick"), ...(cards.paper ? [of("paper")] : []), ["never", by(() => "keep")]];
  }

  /* What is saved. */

  function showMemory(memory, date) {
    const { asked, lost, byGrid, waiting, puzzles } = memory;
    id("so-far").hidden = !asked;
    if (asked) showBars(id("so-far"), [["you", lost, asked], ["quick", byGrid, asked]], words.plural(asked, "question"));
    fill(root, { given: asked ? words.givenAway(lost, asked) : words.TRAINER.noneAsked });
    const anything = asked || Object.keys(puzzles).length;
    fill(id("saved"), { saved: anything ? words.savedWords(memory) : words.TRAINER.nothing });
    id("forget").parentElement.hidden = !anything;
    id("waiting").replaceChildren(...waiting.map(({ key }) => questions.read(key)).filter(Boolean).map((one) => make("li", "", `${words.dearestLine(one)}. ${words.roundOf(one.outcome)}.`)));
    showWeek(puzzles, date);
  }

  function showWeek(puzzles, date) {
    id("week").querySelector("ol").replaceChildren(...puzzle.week(date).map((day) => {
      const found = puzzles[day];
      const whole = found && found.choices.length === puzzle.COUNT;
      const box = make("b", whole ? (found.right === puzzle.COUNT ? "all" : "some") : "", whole ? String(found.right) : "");
      const told = make("span", "unseen", whole ? words.rightOf(found.right, puzzle.COUNT) : words.TRAINER.notPlayed);
      const item = make("li", "", box, make("small", "", day === date ? words.TRAINER.today : words.weekday(day)), told);
      if (day === date) item.className = "today";
      return item;
    }));
  }

  function phase(name, mode) {
    root.dataset.phase = name;
    root.dataset.mode = mode;
  }

  return { phase, root, showAnswer, showMarks, showMemory, showQuestion, showSum, sums };
})();
