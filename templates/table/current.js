/* The adventure that is played: its events, one more or one less, saved after each. */
LuckAtlas.current = (function () {
  "use strict";

  const { adventure, store } = LuckAtlas;
  const heard = [];
  let title = "";
  let base = null;
  let events = [];
  let state = adventure.begin(LuckAtlas.edition);
  let kept = true;

  const replayed = () => adventure.replay(base || adventure.begin(LuckAtlas.edition), events);
  const tell = (what) => heard.forEach((hear) => hear(what));

  function changed(what) {
    ({ title, base, events, kept } = store.save({ title, base, events }, state));
    tell(what);
  }

  /* One event more, or in place of the last one. False where it cannot be. */
  function act(event, { instead = false, ...what } = {}) {
    try {
      if (instead) {
        const before = events.slice(0, -1);
        state = adventure.replay(base || adventure.begin(LuckAtlas.edition), [...before, event]);
        events = [...before, event];
      } else {
        state = adventure.step(state, event);
        events = [...events, event];
      }
    } catch {
      return false;
    }
    changed({ event, ...what });
    return true;
  }

  function undo(what = {}) {
    if (!events.length) return;
    events = events.slice(0, -1);
    state = replayed();
    changed({ undone: true, ...what });
  }

  /* Another adventure in place of this one. */
  function take(found, what = {}) {
    ({ title, base, events } = found);
    state = found.state || replayed();
    changed({ taken: true, ...what });
  }

  /* What another window has saved. */
  function follow(found) {
    ({ title, base, events, state } = found);
    tell({ followed: true });
  }

  function rename(name) {
    title = name;
    changed({ renamed: true });
  }

  return {
    get state() { return state; },
    get last() { return events[events.length - 1]; },
    get title() { return title; },
    get kept() { return kept; },
    /* Whether anything was done in it: nothing of the example is worth keeping. */
    get begun() { return base !== null || events.length > 0; },
    written: () => store.written({ title, base, events }),
    hear: (hear) => heard.push(hear),
    act, follow, rename, take, undo,
  };
})();
