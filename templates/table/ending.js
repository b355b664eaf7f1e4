/* After a fight, on the screen: the curve, the luckiest roll, the dearest decision. */
LuckAtlas.ending = (function () {
  "use strict";

  const { account, parts, practice, words } = LuckAtlas;
  const { fill, id, markOf } = parts;

  function show(state) {
    const { dearest, decided, judged, luckiest, points, measure } = account.of(state);
    const root = id("account");
    if (id("practise")) showPractice(state, judged, dearest);
    // A fight without a round has no curve.
    root.classList.toggle("untold", points.length < 2);
    fill(root, {
      curve: words.curveTitle(measure),
      limits: dearest && dearest.name !== "luck" ? words.limits(account.LIMITS) : "",
    });
    // Where nothing could go wrong there is nothing to see, and whoever won needs no luckiest roll.
    root.classList.toggle("certain", points.every(({ chance }) => words.inHundred(chance) >= 99));
    if (points.length) id("curve").replaceChildren(LuckAtlas.curve(points, measure, dearest && dearest.number));
    id("ring-sign").hidden = !dearest;
    const told = luckiest && state.end === "lost" && words.hundred(luckiest.from) !== words.hundred(luckiest.to);
    id("luckiest").hidden = !told;
    if (told) fill(root, { luckiest: words.rollWords(luckiest), "luckiest-chances": words.arrow(words.hundred(luckiest.from), words.hundred(luckiest.to)) });
    markOf(id("dearest-mark"), dearest ? dearest.outcome : "");
    fill(root, { dearest: dearest ? words.choiceWords(dearest) : words.noMistake(decided), "dearest-name": dearest ? words.MISTAKES[dearest.name] : "" });
  }

  /* What was dear can be practised: at once, and whenever the trainer asks. */
  function showPractice(state, judged, dearest) {
    const question = practice.questionOf(state, dearest);
    id("practise").hidden = !question;
    if (question) id("practise").setAttribute("href", `trainer.html?ask=${encodeURIComponent(question)}`);
    practice.note(state, judged.filter(({ cost }) => cost > 0));
  }

  return { show };
})();
