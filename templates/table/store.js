/* What the browser saves: the adventure as its events, so that undoing works across visits. */
LuckAtlas.store = (function () {
  "use strict";

  const KEY = "luck-atlas-adventure";
  const ASIDE = "luck-atlas-adventure-set-aside";
  const VERSION = 1;
  const MOST = 800;

  function get(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }

  function put(key, text) {
    try {
      localStorage.setItem(key, text);
    } catch {
      return false;
    }
    return true;
  }

  /* The adventure that was saved: { base, events, state }; null if there is none, or none that can be read. */
  function load() {
    const text = get(KEY);
    if (text === null) return { saved: null, problem: "" };
    try {
      const { version, base, events } = JSON.parse(text);
      if (version !== VERSION) throw new Error("another version");
      const from = base || LuckAtlas.adventure.begin(LuckAtlas.edition);
      return { saved: { base, events, state: LuckAtlas.adventure.replay(from, events) }, problem: "" };
    } catch {
      put(ASIDE, text);
      return { saved: null, problem: LuckAtlas.words.STORED.damaged };
    }
  }

  /* `phase` and `played` are for early.js. Long adventures forget how they began, not where they stand. */
  function save({ base, events }, { phase, played }) {
    if (events.length > MOST) {
      const early = events.slice(0, MOST / 2);
      base = LuckAtlas.adventure.replay(base || LuckAtlas.adventure.begin(LuckAtlas.edition), early);
      events = events.slice(MOST / 2);
    }
    return { base, events, kept: put(KEY, JSON.stringify({ version: VERSION, phase, played, base, events })) };
  }

  return { KEY, load, save };
})();
