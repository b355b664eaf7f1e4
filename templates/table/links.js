/* Links to a fight: everything that decides the answer, and nothing else. Keys that we do not know are ignored. */
LuckAtlas.links = (function () {
  "use strict";

  const MOST_FOES = 20;
  const MOST_LINES = 3;
  const LONGEST_PRICE = 40;
  const words = LuckAtlas.words;

  /* 7/7, 10/12 → [[7, 7], [10, 12]]; null where it is something else. */
  function readFoes(text) {
    const foes = text.split(/[,;]/).map((foe) => foe.trim()).filter(Boolean).map((foe) => /^(\d{1,2})\s*\/\s*(\d{1,2})$/.exec(foe));
    if (foes.length > MOST_FOES || foes.some((foe) => !foe || Number(foe[2]) < 1)) return null;
    return foes.map((foe) => [Number(foe[1]), Number(foe[2])]);
  }

  function whole(text, least, most) {
    const number = Number(text);
    return /^\d{1,3}$/.test(text) && number >= least && number <= most ? number : null;
  }

  /* A number as `atlas --luck-price` takes it, fractions apart. */
  function readPrice(text) {
    const fits = text.length <= LONGEST_PRICE && /^(\d+(\.\d+)?|\.\d+)(e[+-]?\d{1,3})?$/i.test(text);
    return fits && Number(text) <= 1 ? Number(text) : null;
  }

  function readRules(text) {
    if (Object.hasOwn(LuckAtlas.PRESETS, text)) return text;
    try {
      const found = JSON.parse(text);
      LuckAtlas.readRules(found);
      return typeof found === "object" ? found : null;
    } catch {
      return null;
    }
  }

  /* What a link asks for: a fight, or null if it names none, and lines on what cannot be used. */
  function read(search) {
    const { start, limits, price: usual } = LuckAtlas.edition;
    const found = {};
    const wrong = [];
    for (const [name, text] of new URLSearchParams(search)) {
      if (!Object.hasOwn(limits.least, name) && !["ahead", "price", "rules", "least-stamina", "least-luck"].includes(name)) continue;
      if (Object.hasOwn(found, name)) wrong.push(words.LINKS.twice(name));
      else found[name] = text;
    }
    const given = Object.keys(found).length > 0;
    const scores = { ...start };
    for (const name of Object.keys(limits.least)) {
      if (!Object.hasOwn(found, name)) continue;
      const number = whole(found[name], limits.least[name], limits.most[name]);
      if (number === null) wrong.push(words.LINKS.number(name, limits.least[name], limits.most[name], found[name]));
      else scores[name] = number;
    }
    const take = (name, reader, complaint, otherwise) => {
      const value = Object.hasOwn(found, name) ? reader(found[name]) : otherwise;
      if (value !== null) return value;
      wrong.push(complaint(found[name]));
      return otherwise;
    };
    const foes = take("ahead", readFoes, words.LINKS.ahead, []);
    const price = take("price", readPrice, words.LINKS.price, foes.length ? 0 : usual);
    const least = (name, low) => take(`least-${name}`, (text) => whole(text, low, 99), (text) => words.LINKS.number(name, low, 99, text), low);
    const ahead = { kind: foes.length ? "foes" : price ? "more" : "last", foes, luck_price: price, least_stamina: least("stamina", 1), least_luck: least("luck", 0) };
    const rules = take("rules", readRules, words.LINKS.rules, ofEdition());
    const yields = LuckAtlas.readRules(rules).foe_yields_at;
    if (scores["foe-stamina"] <= yields) {
      wrong.push(words.LINKS.yielded(yields, scores["foe-stamina"]));
      scores["foe-stamina"] = Math.max(start["foe-stamina"], yields + 1);
    }
    return { fight: given ? { scores, ahead, rules } : null, problem: problem(wrong) };
  }

  const ofEdition = () => LuckAtlas.edition.rules ?? "books";

  function problem(wrong) {
    const lines = wrong.slice(0, MOST_LINES);
    if (wrong.length > lines.length) lines.push(words.LINKS.rest(wrong.length - lines.length));
    return lines.join(" ");
  }

  /* The words of a link to a fight as it stands. */
  function query({ scores, ahead, rules, used }) {
    const usual = LuckAtlas.edition.price;
    const parts = Object.keys(LuckAtlas.edition.limits.least).map((name) => `${name}=${scores[name]}`);
    const foes = ahead.kind === "foes" ? ahead.foes : [];
    const price = ahead.kind === "last" ? 0 : ahead.luck_price;
    if (foes.length) parts.push(`ahead=${foes.map(words.foeName).join(",")}`);
    if (price !== (foes.length ? 0 : usual)) parts.push(`price=${price}`);
    if (ahead.least_stamina > 1) parts.push(`least-stamina=${ahead.least_stamina}`);
    if (ahead.least_luck > 0) parts.push(`least-luck=${ahead.least_luck}`);
    const told = used ? fewerRounds(rules, used) : rules;
    if (JSON.stringify(told) !== JSON.stringify(ofEdition())) parts.push(`rules=${encodeURIComponent(typeof told === "string" ? told : JSON.stringify(told))}`);
    return "?" + parts.join("&");
  }

  /* A limit of rounds is counted from the fight that is given. */
  function fewerRounds(rules, used) {
    const all = LuckAtlas.hits.rulesOf({ rules });
    if (all.rounds === null) return rules;
    const own = typeof rules === "string" ? LuckAtlas.PRESETS[rules].rules : rules;
    return { ...own, rounds: Math.max(1, all.rounds - used) };
  }

  return { query, read, readFoes };
})();
