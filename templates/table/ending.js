/* After a fight, on the screen: the curve, the luckiest roll, the dearest decision. */
LuckAtlas.ending = (function () {
  "use strict";

  const { account, parts, words } = LuckAtlas;
  const { fill, id, markOf } = parts;

  function show(state) {
    const { dearest, decided, luckiest, points, measure } = account.of(state);
    const root = id("account");
    root.classList.toggle("untold", !points.length);
    fill(root, {
      curve: words.curveTitle(measure),
      limits: dearest && dearest.name !== "luck" ? words.limits(account.LIMITS) : "",
    });
    if (points.length) id("curve").replaceChildren(LuckAtlas.curve(points, measure, dearest && dearest.number));
    id("ring-sign").hidden = !dearest;
    id("luckiest").hidden = !luckiest;
    if (luckiest) fill(root, { luckiest: words.rollWords(luckiest), "luckiest-chances": words.arrow(words.hundred(luckiest.from), words.hundred(luckiest.to)) });
    markOf(id("dearest-mark"), dearest ? dearest.outcome : "");
    fill(root, { dearest: dearest ? words.choiceWords(dearest) : words.noMistake(decided), "dearest-name": dearest ? words.MISTAKES[dearest.name] : "" });
  }

  return { show };
})();
