/* Escape, on the screen: whether to leave the fight, where the book allows it. */
LuckAtlas.leave = (function () {
  "use strict";

  const { current, outlook, parts, words } = LuckAtlas;
  const row = parts.id("escape-row");
  /* Chances that differ by less, of the better, are as good as each other. */
  const SAME = 0.01;

  function tell(advice, why) {
    parts.fill(row, { "escape-advice": advice, "escape-why": why });
  }

  function told(state, { decision, actions }) {
    const [here, other] = decision === "escape" ? [actions.escape, actions.fight] : [actions.fight, actions.escape];
    const same = here - other <= SAME * here;
    tell(words.ESCAPE[same ? "either" : decision], outlook.exact(state) ? words.comingThrough(here, same ? null : other, state.meals > 0) : words.FIGHTS_AHEAD);
  }

  /* What was told before stays until the new answer is there. */
  function show(state) {
    if (state.phase !== "ready") return;
    if (outlook.last(state)) return tell(words.ESCAPE.fight, words.TO_BE_WON);
    outlook.leaving(state).then((found) => found && told(state, found), () => state === current.state && tell(words.ESCAPE.unknown, ""));
  }

  return { show };
})();
