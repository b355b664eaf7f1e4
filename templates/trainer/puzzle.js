/* The puzzle of the day: five decisions from a date, the same for everyone; the easiest first. */
LuckAtlas.puzzle = (function () {
  "use strict";

  const { questions, random } = LuckAtlas;
  const COUNT = 5;
  const WEEK = 7;
  const DAY = 24 * 60 * 60 * 1000;
  const two = (number) => String(number).padStart(2, "0");
  const written = (year, month, day) => `${year}-${two(month)}-${two(day)}`;

  /* The date where the reader is, as 2026-11-18. */
  const today = (now = new Date()) => written(now.getFullYear(), now.getMonth() + 1, now.getDate());

  /* Days are counted as the calendar has them, whatever the clock does. */
  function daysOf(date) {
    const [year, month, day] = date.split("-").map(Number);
    return Date.UTC(year, month - 1, day) / DAY;
  }

  function dateOf(days) {
    const at = new Date(days * DAY);
    return written(at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate());
  }

  /* The days up to a date, this one last. */
  const week = (date) => Array.from({ length: WEEK }, (_, i) => dateOf(daysOf(date) - WEEK + 1 + i));

  function of(date) {
    const chance = random.from(daysOf(date));
    const asked = new Set();
    const found = Array.from({ length: COUNT }, () => {
      const question = questions.draw(chance, { ahead: "more" }, asked);
      if (question) asked.add(questions.keyOf(question));
      return question;
    });
    return found.filter(Boolean).sort((a, b) => b.apart - a.apart);
  }

  return { COUNT, of, today, week };
})();
