/* Whether to eat or to drink now: exactly, where all foes to come are known and nothing follows them. */
LuckAtlas.provisions = (function () {
  "use strict";

  const { parts } = LuckAtlas;
  /* By the score that a potion brings back, as an adventure's file names it. */
  const POTIONS = { "": null, stamina: "strength", luck: "fortune" };
  const SLICE = 10;
  let known = { key: "", solution: null };

  function question({ scores, of, meals, potion, doses, ahead, usual }) {
    if (ahead.kind !== "foes" || !ahead.foes.length || ahead.luck_price > 0 || !Object.hasOwn(POTIONS, potion)) return null;
    const { least_stamina, least_luck, foes } = ahead;
    const hero = { skill: scores.skill, stamina: Math.max(of.stamina, scores.stamina), luck: Math.max(of.luck, scores.luck) };
    return { hero, adventure: { rules: usual, least_stamina, least_luck, meals, potion: POTIONS[potion], doses, stages: foes.map((foe) => ({ foe })) } };
  }

  /* "eat", "drink" or "go on"; null where there is no such answer, or nobody waits for it any more. */
  async function ask(state, wanted) {
    const asked = question(state);
    if (!asked) return null;
    await parts.script("luck-adventure");
    const key = JSON.stringify(asked);
    if (known.key !== key) {
      const solution = new LuckAtlas.AdventureSolution(asked.adventure, asked.hero);
      let until = performance.now() + SLICE;
      for (const _ of solution.solving()) {
        if (performance.now() < until) continue;
        await new Promise((then) => setTimeout(then));
        if (!wanted()) return null;
        until = performance.now() + SLICE;
      }
      known = { key, solution };
    }
    const { scores, meals, doses, potion } = state;
    return known.solution.before({ stage: 0, stamina: scores.stamina, luck: scores.luck, meals, doses: potion ? doses : 0 }).decision;
  }

  return { ask };
})();
