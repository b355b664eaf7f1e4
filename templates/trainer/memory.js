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
  const MOST_MET = 200;
  /* A kind of question has been answered so often before anything is read from how that went. */
  const ENOUGH = 4;
  const empty = () => ({ version: VERSION, level: 0, asked: 0, right: 0, lost: 0, byGrid: 0, waiting: [], puzzles: {}, kinds: {}, met: [] });
  const isDate = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00Z`));
  const isPuzzle = object({ choices: matching(/^[tk]{0,5}$/), right: whole(0, 5) });
  const fits = object({
    version: (number) => number === VERSION, level: COUNT, asked: COUNT, right: COUNT, lost: COUNT, byGrid: COUNT,
    waiting: list(object({ key: matching(/./), box: whole(0, WAITS.length - 1), due: COUNT })),
    kinds: (found) => isObject(found) && Object.values(found).every(list(COUNT, 2, 2)), met: list(matching(/./), 0, MOST_MET),
    puzzles: (found) => isObject(found) && Object.keys(found).every(isDate) && Object.values(found).every(isPuzzle),
  });

  /* What was saved, and whether something was that does not fit and was set aside. */
  function load() {
    const { found, damaged } = saved.load(KEY, (written) => {
      // What an earlier edition wrote has no kinds, and nothing of one's own fights.
      const memory = isObject(written) ? { kinds: {}, met: [], ...written } : written;
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

  /* One answer more. `kinds` are those of the question. */
  function answered(memory, { key, right, lost, byGrid, kinds }) {
    const asked = memory.asked + 1;
    const counts = { asked, right: memory.right + (right ? 1 : 0), lost: memory.lost + lost, byGrid: memory.byGrid + byGrid };
    const met = [...memory.met.filter((one) => one !== key), key].slice(-MOST_MET);
    return { ...memory, ...counts, met, kinds: tallied(memory.kinds, kinds, right), waiting: moved(memory.waiting, key, right, asked) };
  }

  /* Of each kind of question: how many were asked, and answered wrongly. */
  function tallied(tally, kinds, right) {
    const more = kinds.map((kind) => {
      const [asked, wrong] = tally[kind] || [0, 0];
      return [kind, [asked + 1, wrong + (right ? 0 : 1)]];
    });
    return { ...tally, ...Object.fromEntries(more) };
  }

  /* The kind of question that goes wrong most often; null where none does. */
  function hardest({ kinds }) {
    const often = Object.entries(kinds).filter(([, [asked, wrong]]) => asked >= ENOUGH && wrong > 0);
    return often.sort(([, a], [, b]) => b[1] / b[0] - a[1] / a[0])[0]?.[0] ?? null;
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

  return { KEY, WAITS, answered, due, empty, forget, hardest, load, played, save };
})();
