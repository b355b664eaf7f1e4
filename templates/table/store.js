/* What the browser saves: the adventure as its events, so that undoing works across visits. */
LuckAtlas.store = (function () {
  "use strict";

  const { adventure, saved, shapes } = LuckAtlas;
  const KEY = "luck-atlas-adventure";
  const VERSION = 1;
  const MOST = 800;

  /* An adventure is what it began with, if that was not a fresh sheet, and its events: both must hold. */
  function take({ version, base, events }) {
    if (version !== VERSION || (base !== null && !shapes.state(base))) throw new Error("no adventure of this version");
    return { base, events, state: adventure.replay(base || adventure.begin(LuckAtlas.edition), events) };
  }

  /* The adventure that was saved: { base, events, state }; null if there is none, or none that can be gone on with. */
  function load() {
    const { found, damaged } = saved.load(KEY, take);
    return { saved: found, problem: damaged ? LuckAtlas.words.STORED.damaged : "" };
  }

  /* `phase` and `played` are for early.js, `now` is for the maps, which open at this fight. Long adventures forget how
     they began, not where they stand. */
  function save({ base, events }, { phase, played, scores, ahead, rules }) {
    if (events.length > MOST) {
      const early = events.slice(0, MOST / 2);
      base = adventure.replay(base || adventure.begin(LuckAtlas.edition), early);
      events = events.slice(MOST / 2);
    }
    const now = { scores, ahead: ahead.kind, rules };
    return { base, events, kept: saved.write(KEY, JSON.stringify({ version: VERSION, phase, played, now, base, events })) };
  }

  return { KEY, load, save };
})();
