/* The foes of a fight in its scores: one, or two or three at once. The first is "foe-skill" and "foe-stamina", the
   second "foe-skill-2" and "foe-stamina-2", the third "-3". A foe is named by its index, from 0. */
LuckAtlas.foes = (function () {
  "use strict";

  const MOST = 3;
  const ENDS = ["", "-2", "-3"];
  const HERO = ["skill", "stamina", "luck"];

  const skillOf = (who) => `foe-skill${ENDS[who]}`;
  const staminaOf = (who) => `foe-stamina${ENDS[who]}`;
  const plainName = (name) => name.replace(/-[23]$/, "");
  const indexOf = (name) => Math.max(0, ENDS.indexOf((/-[23]$/.exec(name) || [""])[0]));

  const indices = (scores) => ENDS.map((_, who) => who).filter((who) => scores[staminaOf(who)] !== undefined);
  const pairs = (scores) => indices(scores).map((who) => [scores[skillOf(who)], scores[staminaOf(who)]]);
  const living = (scores, yields) => indices(scores).filter((who) => scores[staminaOf(who)] > yields);

  /* Scores with these foes in place of others. */
  function withFoes(scores, foes) {
    const made = Object.fromEntries(HERO.map((name) => [name, scores[name]]));
    foes.forEach(([skill, stamina], who) => Object.assign(made, { [skillOf(who)]: skill, [staminaOf(who)]: stamina }));
    return made;
  }

  /* The five scores of the fight against one of them alone. */
  const duel = (scores, who) => withFoes(scores, [[scores[skillOf(who)], scores[staminaOf(who)]]]);

  return { duel, indexOf, indices, living, pairs, plainName, skillOf, staminaOf, withFoes, HERO, MOST };
})();
