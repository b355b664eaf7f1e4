/* What the browser saves: the adventure as its events, so that undoing works across visits. */
LuckAtlas.store = (function () {
  "use strict";

  const { adventure, saved, shapes } = LuckAtlas;
  const KEY = "luck-atlas-adventure";
  const VERSION = 2;
  const OLDER = 1;
  const MOST = 800;
  const LONGEST_TITLE = 40;

  /* An adventure of the edition before this one knew less. */
  const grown = (base) => base && { names: [""], note: "", road: [], usual: base.rules, ...base };

  /* An adventure is what it began with, if that was not a fresh sheet, and its events: both must hold. */
  function take({ version, title = "", base, events }) {
    if (![VERSION, OLDER].includes(version)) throw new Error("no adventure of this version");
    const begun = version === OLDER ? grown(base) : base;
    if (begun !== null && !shapes.state(begun)) throw new Error("no adventure");
    if (typeof title !== "string" || title.length > LONGEST_TITLE) throw new Error("no title");
    return { title, base: begun, events, state: adventure.replay(begun || adventure.begin(LuckAtlas.edition), events) };
  }

  /* The adventure that was saved: { title, base, events, state }; null if there is none, or none that can be gone on with. */
  function load() {
    const { found, damaged } = saved.load(KEY, take);
    return { saved: found, problem: damaged ? LuckAtlas.words.STORED.damaged : "" };
  }

  /* As it is written. Long adventures forget how they began, not where they stand. */
  function written({ title, base, events }) {
    if (events.length <= MOST) return { version: VERSION, title, base, events };
    const early = events.slice(0, events.length - MOST / 2);
    return { version: VERSION, title, base: adventure.replay(base || adventure.begin(LuckAtlas.edition), early), events: events.slice(-MOST / 2) };
  }

  /* What is shown is for early.js, `now` for the maps, which open at this fight. */
  function save(given, { phase, played, end, entries, scores, ahead, rules }) {
    const { version, title, base, events } = written(given);
    const shown = { phase, end, begun: entries.length > 0, played, now: { scores, ahead: ahead.kind, rules } };
    return { title, base, events, kept: saved.write(KEY, JSON.stringify({ version, ...shown, title, base, events })) };
  }

  return { KEY, LONGEST_TITLE, load, save, take, written };
})();
