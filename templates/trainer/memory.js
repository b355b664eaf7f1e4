/* What the browser saves of the trainer: how it went, and the questions that come back.

   A question that was answered wrongly waits in the first box, and comes back after a few others; answered rightly it
   moves to the next box, where it waits longer, and after the last it is learnt. */
LuckAtlas.memory = (function () {
  "use strict";

  const KEY = "luck-atlas-trainer";
  const VERSION = 1;
  /* Questions that are asked before one of a box comes back. */
  const WAITS = [3, 10, 30];
  const MOST_WAITING = 60;
  const MOST_PUZZLES = 60;
  const empty = () => ({ version: VERSION, level: 0, asked: 0, right: 0, lost: 0, byGrid: 0, waiting: [], puzzles: {} });
  const isCount = (number) => Number.isInteger(number) && number >= 0;

  function isMemory({ version, level, asked, right, lost, byGrid, waiting, puzzles }) {
    return version === VERSION && [level, asked, right, lost, byGrid].every(isCount) && Array.isArray(waiting) &&
      waiting.every(({ key, box, due }) => typeof key === "string" && isCount(box) && box < WAITS.length && isCount(due)) &&
      Object.entries(puzzles).every(([date, { choices, right: marks }]) => /^\d{4}-\d\d-\d\d$/.test(date) && /^[tk]{0,5}$/.test(choices) && isCount(marks));
  }

  /* What was saved, and whether something was that cannot be read. */
  function load() {
    try {
      const text = localStorage.getItem(KEY);
      if (text === null) return { memory: empty(), damaged: false };
      const memory = JSON.parse(text);
      return isMemory(memory) ? { memory, damaged: false } : { memory: empty(), damaged: true };
    } catch {
      return { memory: empty(), damaged: true };
    }
  }

  function save(memory) {
    try {
      localStorage.setItem(KEY, JSON.stringify(memory));
      return true;
    } catch {
      return false;
    }
  }

  function forget() {
    try {
      localStorage.removeItem(KEY);
    } catch {
      // Then nothing was saved.
    }
    return empty();
  }

  /* One answer more. */
  function answered(memory, { key, right, lost, byGrid }) {
    const asked = memory.asked + 1;
    const counts = { asked, right: memory.right + (right ? 1 : 0), lost: memory.lost + lost, byGrid: memory.byGrid + byGrid };
    return { ...memory, ...counts, waiting: moved(memory.waiting, key, right, asked) };
  }

  function moved(waiting, key, right, asked) {
    const found = waiting.find((one) => one.key === key);
    const others = waiting.filter((one) => one.key !== key);
    const box = right ? (found ? found.box + 1 : WAITS.length) : 0;
    if (box === WAITS.length) return others;
    return [...others, { key, box, due: asked + WAITS[box] }].slice(-MOST_WAITING);
  }

  /* The questions whose time has come, the longest overdue first. */
  const due = ({ waiting, asked }) => waiting.filter((one) => one.due <= asked).sort((a, b) => a.due - b.due);

  function played(memory, date, choices, right) {
    const puzzles = Object.entries({ ...memory.puzzles, [date]: { choices, right } }).sort().slice(-MOST_PUZZLES);
    return { ...memory, puzzles: Object.fromEntries(puzzles) };
  }

  return { KEY, WAITS, answered, due, empty, forget, load, played, save };
})();
