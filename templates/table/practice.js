/* Decisions of one's own fights that gave wins away: the fight page notes them, the trainer asks them again.

   They are noted fight by fight, so that a fight that is undone and ends otherwise is noted as it ended. */
LuckAtlas.practice = (function () {
  "use strict";

  const { saved, shapes, words } = LuckAtlas;
  const { list, matching, object, whole } = shapes;
  const KEY = "luck-atlas-practice";
  const VERSION = 1;
  const MOST_FIGHTS = 30;
  const MOST_DECISIONS = 60;
  const DEAR = ["mistake", "blunder"];
  const text = matching(/^.{1,200}$/);
  const fits = object({
    version: whole(VERSION, VERSION),
    fights: list(object({ fight: text, decisions: list(text, 0, MOST_DECISIONS) }), 0, MOST_FIGHTS),
  });

  /* A decision in one line: scores, outcome, what lies ahead. */
  function keyOf({ scores, outcome, ahead }) {
    const numbers = [scores.skill, scores.stamina, scores.luck, scores["foe-skill"], scores["foe-stamina"]].join(".");
    return [numbers, outcome, ahead.kind, ...(ahead.kind === "foes" ? ahead.foes.map(words.foeName) : [])].join(" ");
  }

  function load() {
    const { found } = saved.load(KEY, (written) => {
      if (!fits(written)) throw new Error("no decisions of this version");
      return written;
    }, false);
    return found ? found.fights : [];
  }

  /* All that are noted, those of the latest fight first. */
  const decisions = () => [...new Set(load().reverse().flatMap((one) => one.decisions))];

  /* The trainer asks about one foe, under the books' rules, and about no goal. */
  const askable = ({ names, rules, ahead }) => names.length === 1 && rules === "books" && ahead.least_stamina === 1 && ahead.least_luck === 0;

  /* What the trainer is asked for where a decision was dear; null where it was not. */
  const questionOf = (state, decision) => (decision && askable(state) && DEAR.includes(decision.name) ? keyOf({ ...decision, ahead: state.ahead }) : null);

  /* Notes the fight as it stands: its dear decisions, if it is over. */
  function note(state, judged) {
    const fight = `${state.fights.length} ${Object.values(state.before).join(".")}`;
    const others = load();
    const before = others.find((one) => one.fight === fight);
    const made = judged.map((decision) => questionOf(state, decision)).filter(Boolean).slice(0, MOST_DECISIONS);
    if (JSON.stringify(before?.decisions ?? []) === JSON.stringify(made)) return;
    const rest = others.filter((one) => one !== before);
    const fights = made.length ? [...rest, { fight, decisions: made }] : rest;
    saved.write(KEY, JSON.stringify({ version: VERSION, fights: fights.slice(-MOST_FIGHTS) }));
  }

  const forget = () => saved.forget(KEY);

  return { decisions, forget, keyOf, note, questionOf };
})();
