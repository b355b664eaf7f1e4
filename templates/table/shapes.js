/* What saved data must be: each shape is a test that takes a value and says whether it fits. */
LuckAtlas.shapes = (function () {
  "use strict";

  const MANY = 1e9;
  const { least, most } = LuckAtlas.edition.limits;

  const whole = (low, high) => (value) => Number.isInteger(value) && value >= low && value <= high;
  const among = (...values) => (value) => values.includes(value);
  const matching = (pattern) => (value) => typeof value === "string" && pattern.test(value);
  const orNull = (fits) => (value) => value === null || fits(value);
  const ifThere = (fits) => (value) => value === undefined || fits(value);
  const list = (fits, low = 0, high = Infinity) => (value) => Array.isArray(value) && value.length >= low && value.length <= high && value.every(fits);
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const object = (shape) => (value) => isObject(value) && Object.keys(shape).every((name) => shape[name](value[name]));
  const isPrice = (value) => typeof value === "number" && value >= 0 && value <= 1;

  const [SCORE, STAMINA, TOTAL, COUNT] = [whole(0, 99), whole(1, 99), whole(2, 12), whole(0, MANY)];
  const dice = orNull(list(TOTAL, 2, 2));
  const luckDice = orNull(TOTAL);
  const foe = (value) => list(SCORE, 2, 2)(value) && STAMINA(value[1]);
  const ahead = object({ kind: among("last", "more", "foes"), foes: list(foe, 0, 20), luck_price: isPrice, least_stamina: STAMINA, least_luck: SCORE });

  /* Scores before a round; after one, either side may have no STAMINA left. */
  const scores = object(Object.fromEntries(Object.keys(least).map((name) => [name, whole(least[name], most[name])])));
  const scoresAfter = object(Object.fromEntries(Object.keys(least).map((name) => [name, whole(0, most[name])])));

  function rules(value) {
    try {
      LuckAtlas.readRules(value);
      return typeof value === "string" || isObject(value);
    } catch {
      return false;
    }
  }

  const round = object({
    outcome: among("won", "lost", "drawn"), dice, choice: ifThere(among("kept", "lucky", "unlucky")), luckDice,
    before: scores, after: scoresAfter, run: COUNT, used: COUNT,
  });
  const change = object({ change: among("set", "eat", "drink"), name: among(...Object.keys(least)), from: SCORE, to: SCORE, after: scoresAfter });
  const fought = object({ foe, end: among("won", "lost", "left"), count: COUNT, stamina: SCORE, luck: SCORE });
  const fields = object({
    scores: scoresAfter, of: object({ skill: SCORE, stamina: SCORE, luck: SCORE, "foe-stamina": SCORE }),
    meals: SCORE, potion: among("", "skill", "stamina", "luck"), doses: SCORE, ahead, rules,
    phase: among("ready", "answer", "over"), open: orNull(object({ outcome: among("won", "lost"), dice })),
    entries: list((entry) => round(entry) || change(entry)), run: COUNT, used: COUNT, before: scores,
    end: orNull(among("won", "lost")), fights: list(fought), played: among(true, false),
  });

  /* An adventure as it stands: every field, and that they go together. */
  function state(value) {
    if (!fields(value) || (value.open !== null) !== (value.phase === "answer") || (value.end !== null) !== (value.phase === "over")) return false;
    const { losing_run: run, rounds } = LuckAtlas.readRules(value.rules);
    return value.end !== null || (scores(value.scores) && (run === null || value.run < run) && (rounds === null || value.used < rounds));
  }

  return { ahead, dice, foe, isObject, list, luckDice, matching, object, rules, scores, state, whole, COUNT };
})();
