/* Rules: what a round costs, and what is remembered from round to round. */

import { check, isList, LIMITS, orNull, refuse, whole } from "./checks.mjs";
import { clampGap, upTo } from "./dice.mjs";

/** The rules printed in the books; damage as plain, lucky, unlucky. The build writes them in. */
export const BOOK_RULES = {};

/** Rules that have a name: {title, sentence, rules}. The build writes them in. */
export const PRESETS = { books: { title: "The books’ rules", sentence: "", rules: {} } };

export const OUTCOMES = ["won", "lost"];
export const VERDICTS = ["keep", "test", "either"];
export const [KEEP, TEST, EITHER] = [0, 1, 2];

/* Memories are numbered; a draw leads to a smaller number, or changes nothing. Two more numbers are ends: `count` is
   the hero killed by a run of lost rounds, `count + 1` no round left. `after` is by outcome. */
export function memories({ losing_run, draw_breaks_run, rounds }) {
  const runs = losing_run ?? 1;
  const count = runs * (rounds ?? 1);
  const number = (left, run) => (left === 0 ? count + 1 : (left - 1) * runs + run);
  const all = upTo(count - 1).map((m) => ({ left: Math.floor(m / runs) + (rounds ? 0 : 1), run: m % runs }));
  const won = all.map(({ left }) => number(left, 0));
  const longer = (left, run) => (run === losing_run ? count : number(left, losing_run ? run : 0));
  const lost = all.map(({ left, run }) => longer(left, run + 1));
  const drawn = all.map(({ left, run }) => number(left, draw_breaks_run ? 0 : run));
  return { after: [won, lost], drawn, count, number: (left, run) => number(left ?? rounds ?? 1, run) };
}

/* Whether a drawn round changes what is remembered: it uses up a round, or ends a run of lost ones. */
function drawsCount({ losing_run, draw_breaks_run, rounds }) {
  return rounds !== null || (losing_run !== null && draw_breaks_run);
}

/* The skill gap to solve. At ±10 one roll in 1296 still is a draw, beyond it none is: where draws count, every gap is
   its own. */
export function playingGap(rules, skillGap) {
  return drawsCount(rules) ? skillGap : clampGap(skillGap);
}

/* No fight has more rounds that count. Either every round takes stamina, or those without a test do and the others
   take luck; a draw counts where it ends a run of lost rounds, or uses up one of the rounds there are. */
export function mostRounds(rules, { stamina, foeStamina, luck }) {
  if (rules.rounds !== null) return rules.rounds;
  const hits = (most, damage) => Math.ceil(most / (rules.luck_cost ? damage[0] : Math.min(...damage)));
  const decisive = (rules.luck_cost ? luck : 0) + hits(foeStamina, rules.won) + hits(stamina, rules.lost) - 1;
  return drawsCount(rules) ? 2 * decisive : decisive;
}

const DAMAGE = {
  allowed: `three whole numbers from 0 to ${LIMITS.stamina}, the first 1 or more`,
  fits: (value) => isList(value, 3, 3, whole(0, LIMITS.stamina).fits) && value[0] >= 1,
};
const RULE_SHAPES = {
  won: DAMAGE,
  lost: DAMAGE,
  luck_cost: whole(0, 1),
  foe_yields_at: whole(0, LIMITS.stamina - 1),
  losing_run: orNull(whole(2, LIMITS.rounds)),
  draw_breaks_run: { allowed: "true or false", fits: (value) => typeof value === "boolean" },
  rounds: orNull(whole(1, LIMITS.rounds)),
  out_of_rounds: { allowed: "won or lost", fits: (value) => OUTCOMES.includes(value) },
};

/** All rules, from the name of a preset or from those that differ from the books’. */
export function readRules(given = "books", where = "rules") {
  const named = typeof given === "string";
  if (named && !Object.hasOwn(PRESETS, given)) refuse(where, given, `one of ${Object.keys(PRESETS).join(", ")}`);
  const rules = check(where, named ? PRESETS[given].rules : given, RULE_SHAPES, BOOK_RULES);
  const least = Math.min(...rules.won, ...rules.lost);
  if (!rules.luck_cost && !least) refuse("The least damage", 0, "1 or more where a test costs no luck");
  return rules;
}
