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
  const pair = list(TOTAL, 2, 2);
  const dice = orNull(pair);
  /* Of a round: against one foe, or against each of several. */
  const roundDice = (value) => dice(value) || list(pair, 1, 3)(value);
  const luckDice = orNull(TOTAL);
  const foe = (value) => list(SCORE, 2, 2)(value) && STAMINA(value[1]);
  const face = list(whole(1, 6), 2, 2);
  /* Die by die, of both sides; left out where nobody rolled by the page. */
  const faces = ifThere(list(face, 1, 2));
  const tests = among("", "none", "few", "many");
  const ahead = object({ kind: among("last", "more", "foes"), foes: list(foe, 0, 20), luck_price: isPrice, least_stamina: STAMINA, least_luck: SCORE, tests: ifThere(tests) });

  /* Scores before a round; after one, either side may have no STAMINA left. A second and a third foe come in pairs. */
  const NAMES = ["foe-skill", "foe-stamina"];
  const more = (value) => ["-2", "-3"].every((end) => (value[NAMES[0] + end] === undefined) === (value[NAMES[1] + end] === undefined));
  const others = (from) => ["-2", "-3"].flatMap((end) => NAMES.map((name) => [name + end, ifThere(whole(from(name), most[name]))]));
  const line = (from) => object(Object.fromEntries([...Object.keys(least).map((name) => [name, whole(from(name), most[name])]), ...others(from)]));
  const scores = (value) => line((name) => least[name])(value) && more(value);
  const scoresAfter = (value) => line(() => 0)(value) && more(value);

  function rules(value) {
    try {
      LuckAtlas.readRules(value);
      return typeof value === "string" || isObject(value);
    } catch {
      return false;
    }
  }

  const who = whole(0, 2);
  const choice = ifThere(among("kept", "lucky", "unlucky"));
  const blow = object({ who, outcome: among("won", "lost"), escape: ifThere(among(true)) });
  const settled = (value) => blow(value) && object({ choice, luckDice, before: scoresAfter, after: scoresAfter })(value);
  const round = object({
    outcome: among("won", "lost", "drawn", "escaped"), dice: roundDice, choice, luckDice: ifThere(luckDice), faces, luckFaces: ifThere(face),
    target: ifThere(who), hits: ifThere(list(who, 0, 2)), blows: ifThere(list(settled, 0, 3)), before: scoresAfter, after: scoresAfter, run: COUNT, used: COUNT,
  });
  const changeName = (value) => typeof value === "string" && Object.hasOwn(least, value.replace(/-[23]$/, ""));
  const change = object({
    change: among("set", "eat", "drink", "test", "sword"), name: changeName, from: SCORE, to: SCORE, after: scoresAfter,
    result: ifThere(among("lucky", "unlucky")), dice: ifThere(luckDice),
  });
  const text = (longest) => (value) => typeof value === "string" && value.length <= longest;
  const foeNames = list(text(40), 1, 3);
  const fought = object({
    foe, foes: ifThere(list(foe, 1, 3)), names: ifThere(foeNames), end: among("won", "lost", "left", "escaped"), count: COUNT,
    stamina: SCORE, luck: SCORE, spent: ifThere(Number.isInteger),
  });
  const open = object({
    outcome: among("won", "lost", "drawn", "escaped"), dice: roundDice, target: who, hits: list(who, 0, 2), blows: list(blow, 1, 3),
    settled: list(settled, 0, 2), before: scoresAfter, again: ifThere(among(true)), faces,
  });
  const of = object({ skill: SCORE, stamina: SCORE, luck: SCORE, "foe-stamina": SCORE, "foe-stamina-2": ifThere(SCORE), "foe-stamina-3": ifThere(SCORE) });
  const fields = object({
    scores: scoresAfter, of, meals: SCORE, potion: among("", "skill", "stamina", "luck"), doses: SCORE, names: foeNames, note: text(2000), ahead, rules, usual: rules,
    phase: among("ready", "answer", "over", "road"), open: orNull(open),
    entries: list((entry) => round(entry) || change(entry)), road: list(change), run: COUNT, used: COUNT, before: scores,
    end: orNull(among("won", "lost", "escaped")), fights: list(fought), played: among(true, false),
  });

  /* An adventure as it stands: every field, and that they go together. */
  function state(value) {
    if (!fields(value) || (value.open !== null) !== (value.phase === "answer") || (value.end !== null) !== (value.phase === "over")) return false;
    if (LuckAtlas.foes.indices(value.scores).length !== value.names.length) return false;
    if (value.open && value.open.settled.length >= value.open.blows.length) return false;
    const { losing_run: run, rounds } = LuckAtlas.readRules(value.rules);
    const yields = LuckAtlas.readRules(value.rules).foe_yields_at;
    if (value.end !== null || value.phase === "road") return true;
    return value.scores.stamina > 0 && LuckAtlas.foes.living(value.scores, yields).length > 0 && (run === null || value.run < run) && (rounds === null || value.used < rounds);
  }

  return { ahead, dice, faces, foe, isObject, list, luckDice, matching, object, roundDice, rules, scores, state, whole, COUNT };
})();
