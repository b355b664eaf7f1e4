/* What the browser saves of the trainer: how it went, and the questions that come back.

   A question that was answered wrongly waits in the first box, and comes back after a few others; answered rightly it
   moves to the next box, where it waits longer, and after the last it is learnt. */
LuckAtlas.memory = (function () {
  "use strict";

  const { saved, shapes } = LuckAtlas;
  const { isObject, list, matching, object, whole, COUNT } = shapes;
  const KEY = "luck-atlas-trainer";
  const VERSION = 1;
  /* Questions that are asked before one of a box comes back. */
  const WAITS = [3, 10, 30];
  const MOST_WAITING = 60;
  const MOST_PUZZLES = 60;
  const empty = () => ({ version: VERSION, level: 0, asked: 0, right: 0, lost: 0, byGrid: 0, waiting: [], puzzles: {} });
  const isDate = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00Z`));
  const isPuzzle = object({ choices: matching(/^[tk]{0,5}$/), right: whole(0, 5) });
  const fits = object({
    version: (number) => number === VERSION, level: COUNT, asked: COUNT, right: COUNT, lost: COUNT, byGrid: COUNT,
    waiting: list(object({ key: matching(/./), box: whole(0, WAITS.length - 1), due: COUNT })),
    puzzles: (found) => isObject(found) && Object.keys(found).every(isDate) && Object.values(found).every(isPuzzle),
  });

  /* What was saved, and whether something was that does not fit and was set aside. */
  function load() {
    const { found, damaged } = saved.load(KEY, (memory) => {
      if (!fits(memory)) throw new Error("no notes of this version");
      return memory;
    });
    return { memory: found || empty(), damaged };
  }

  const save = (memory) => saved.write(KEY, JSON.stringify(memory));

  function forget() {
    saved.forget(KEY);
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
