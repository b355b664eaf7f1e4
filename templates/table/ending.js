/* After a fight, on the screen: the curve, the luckiest roll, the dearest decision. */
LuckAtlas.ending = (function () {
  "use strict";

  const { account, adventure, parts, words } = LuckAtlas;
  const { fill, id, markOf } = parts;
  const foeOf = ({ before }) => [before["foe-skill"], before["foe-stamina"]];
  const fightOf = (state) => ({ foe: foeOf(state), count: adventure.count(state) });

  function show(state) {
    const found = account.of(state);
    const { dearest, luckiest, points, measure } = found;
    const root = id("account");
    fill(root, {
      fight: words.fightLine(fightOf(state)),
      end: words.END[state.end](state.scores),
      curve: words.curveTitle(measure),
      limits: dearest ? words.limits(account.LIMITS) : "",
    });
    id("curve").replaceChildren(LuckAtlas.curve(points, measure, dearest && dearest.number));
    id("ring-sign").hidden = !dearest;
    id("luckiest").hidden = !luckiest;
    if (luckiest) fill(root, { luckiest: words.rollWords(luckiest), "luckiest-chances": words.arrow(words.hundred(luckiest.from), words.hundred(luckiest.to)) });
    markOf(id("dearest-mark"), dearest ? dearest.outcome : "");
    fill(root, { dearest: dearest ? words.choiceWords(dearest) : words.noMistake(found.decided), "dearest-name": dearest ? words.MISTAKES[dearest.name] : "" });
    return found;
  }

  return { fightOf, show };
})();
