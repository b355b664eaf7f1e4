/* Advice between fights: when to eat, to drink, to leave. What it goes by comes from the build, with the page. */
LuckAtlas.advice = (function () {
  "use strict";

  const { edition } = LuckAtlas;
  const { rulesOf } = LuckAtlas.hits;

  /* A meal is best as soon as nothing of it is wasted. */
  function meal({ scores, of, meals }) {
    const missing = of.stamina - scores.stamina;
    if (!meals) return "none";
    if (missing <= 0) return "full";
    return missing >= edition.meal ? "now" : "wait";
  }

  /* A potion gives back all that is missing: so it waits until little is left. */
  function potion({ scores, of, potion: name, doses }) {
    if (!name || !doses) return "none";
    const missing = of[name] - scores[name];
    if (missing <= 0 && name !== "luck") return "full";
    const below = edition.advice.drink[name];
    return scores[name] <= below * of[name] ? "now" : "wait";
  }

  /* Leaving costs a wound: whether it is worth one goes by the chance to win. Null where nothing is known of it. */
  function escape(chance) {
    const below = edition.advice.escape_below;
    return below === null || chance === null ? null : chance < below ? "leave" : "stay";
  }

  /* Of the wound that leaving costs: it is tested only where a normal one would kill and a Lucky one would not. */
  function escapeDecision(state) {
    const { stamina, luck } = state.scores;
    const [normal, lucky] = rulesOf(state).lost;
    const saves = luck > 0 && stamina <= normal && stamina > lucky && LuckAtlas.luckOdds(luck)[0] > 0;
    return { outcome: "lost", does: saves ? "test" : "keep", verdict: saves ? "test" : "keep", test: null, keep: null, escape: true, cost: rulesOf(state).luck_cost };
  }

  return { escape, escapeDecision, meal, potion };
})();
