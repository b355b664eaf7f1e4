/* Luck Atlas: when to Test your Luck in a Fighting Fantasy fight, solved exactly. MIT licence.

   Between two rounds a fight is a state (h, f, l, m): hero stamina, foe stamina, luck, and what the rules remember
   (rounds lost in succession, rounds left). With w : d : v the ways to win, draw and lose a round at this skill gap
   (n = w + d + v; where a draw changes nothing the round is rolled again, and d = 0), and a : b the ways to be lucky
   and unlucky (k = a + b), the Bellman equation of Johnston (2020) is

       V(h, f, l, m) = ( w · won + d · V(h, f, l, m after a draw) + v · lost ) / n
       won  = max( keep: V(h, f−2, l, m′),   test: ( a · V(h, f−4, l−1, m′) + b · V(h, f−1, l−1, m′) ) / k )
       lost = max( keep: V(h−2, f, l, m″),   test: ( a · V(h−1, f, l−1, m″) + b · V(h−3, f, l−1, m″) ) / k )

   with the damage as the rules have it, m′ and m″ what is remembered after a won and a lost round, and V known at the
   end of a fight: its worth.

   Method. A fight has at most r rounds that count and tests each luck at most once, so with the unit

       u = 1 / ( δ · n^r · Π k )          δ the denominator of the worths, Π over all lucks

   every V, won, lost, keep and test is a whole number of units and every division above leaves no remainder: BigInt
   carries the exact values, and a tie is a tie. What is handed out are floats, each the nearest to the exact value.
   With foes ahead, a win is worth V before the next foe. Where the digits would grow too long, the same lines run in
   floats, and what differs by no more than 1e-12 is a tie. */

// ---- dice: probability as favourable cases, counted

const upTo = (last) => Array.from({ length: last + 1 }, (_, n) => n);
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const gcd = (a, b) => (b ? gcd(b, a % b) : a);
const lowestTerms = (ways) => ways.map((count) => count / ways.reduce(gcd));

/* How many of the 36 rolls of a pair give each sum. */
const PAIR_WAYS = upTo(10).map((n) => [n + 2, 6 - Math.abs(n - 5)]);

/** From this skill gap on the hero never loses a round; at minus this, never wins one. */
export const WIDEST_GAP = 10;

/** How many of the 1296 rolls of a round the hero wins, draws and loses. */
export function roundWays(skillGap) {
  const rolls = PAIR_WAYS.flatMap(([hero, p]) => PAIR_WAYS.map(([foe, q]) => [hero + skillGap - foe, p * q]));
  return [1, 0, -1].map((sign) => sum(rolls.map(([lead, ways]) => (Math.sign(lead) === sign ? ways : 0))));
}

/** How many of the 36 rolls of a pair are lucky and unlucky. */
export function luckOdds(luck) {
  const lucky = sum(PAIR_WAYS.map(([total, ways]) => (total <= luck ? ways : 0)));
  return [lucky, 36 - lucky];
}

/** The skill gap within −10 … +10 that plays exactly like this one, where drawn rounds are rolled again. */
export function clampGap(skillGap) {
  return Math.max(-WIDEST_GAP, Math.min(WIDEST_GAP, skillGap));
}

// ---- rules: what a round costs, and what is remembered from round to round

/** The rules printed in the books; damage as plain, lucky, unlucky. */
export const BOOK_RULES = {
  won: [2, 4, 1],
  lost: [2, 1, 3],
  luck_cost: 1,
  foe_yields_at: 0,
  losing_run: null,
  draw_breaks_run: false,
  rounds: null,
  out_of_rounds: "lost",
};

/** Rules that have a name: {title, sentence, rules}. The build writes them in. */
export const PRESETS = { books: { title: "The books’ rules", sentence: "", rules: {} } };

const OUTCOMES = ["won", "lost"];
const VERDICTS = ["keep", "test", "either"];
const [KEEP, TEST, EITHER] = [0, 1, 2];

/* Memories are numbered; a draw leads to a smaller number, or changes nothing. Two more numbers are ends: `count` is
   the hero killed by a run of lost rounds, `count + 1` no round left. `after` is by outcome. */
function memories({ losing_run, draw_breaks_run, rounds }) {
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
function playingGap(rules, skillGap) {
  return drawsCount(rules) ? skillGap : clampGap(skillGap);
}

/* No fight has more rounds that count. Either every round takes stamina, or those without a test do and the others
   take luck; a draw counts where it ends a run of lost rounds, or uses up one of the rounds there are. */
function mostRounds(rules, { stamina, foeStamina, luck }) {
  if (rules.rounds !== null) return rules.rounds;
  const hits = (most, damage) => Math.ceil(most / (rules.luck_cost ? damage[0] : Math.min(...damage)));
  const decisive = (rules.luck_cost ? luck : 0) + hits(foeStamina, rules.won) + hits(stamina, rules.lost) - 1;
  return drawsCount(rules) ? 2 * decisive : decisive;
}

// ---- numbers: exact ones, and the floats nearest to them

const TIE = 1e-12;

/* The float nearest to a quotient of two integers. */
function nearest(numerator, denominator) {
  if (numerator < 0n) return -nearest(-numerator, denominator);
  const digits = (number) => number.toString(16).length;
  const shift = Math.min(1076, Math.max(0, 4 * (17 + digits(denominator) - digits(numerator))));
  const scaled = numerator << BigInt(shift);
  const quotient = scaled / denominator;
  // One more bit stands for all that is left over, so that only a true half is rounded as one.
  const rounded = Number((quotient << 1n) | (quotient * denominator === scaled ? 0n : 1n));
  return (rounded / 2 ** (shift >> 1)) / 2 ** (shift + 1 - (shift >> 1));
}

/* A number as it is written, over a power of ten: 0.001 is a thousandth, not the float beside it. */
function decimal(number) {
  const [, whole, digits = "", power = "0"] = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(number));
  const places = Math.max(digits.length - Number(power), 0);
  return [BigInt(whole + digits), 10n ** BigInt(places)];
}

// ---- solver: the best decision in every state from one fight down, and what it leads to

/** What `solve` finds. Ask it for a state before a round: {stamina, foe_stamina, luck}. */
export class Solution {
  /* `box`: the largest stamina, foe stamina, luck. `goal`: what the very end is worth. `next`: of the next foe. */
  constructor(rules, skillGap, box, goal, next, exact) {
    const [won, drawn, lost] = roundWays(skillGap);
    const memory = memories(rules);
    const ways = memory.drawn.map((after, m) => lowestTerms(after === m ? [won, 0, lost] : [won, drawn, lost]));
    const odds = upTo(box.luck).map((luck) => lowestTerms(luckOdds(luck)));
    const n = [...new Set(ways.map(sum))].reduce((a, b) => (a / gcd(a, b)) * b);
    const r = mostRounds(rules, box);
    const k = rules.luck_cost ? odds.map(sum) : Array(r).fill(36);
    const number = exact ? BigInt : Number;
    const withTotal = (counts) => [...counts, sum(counts)].map(number);
    Object.assign(this, { rules, box, goal, next, exact, memory, number, side: box.foeStamina + 1 });
    this.units = exact ? k.reduce((product, tests) => product * BigInt(tests), BigInt(n) ** BigInt(r)) : 1;
    this.rounds = ways.map(withTotal);
    this.odds = odds.map(withTotal);
    // A position is a pair of staminas, numbered row by row: every move leads to a smaller number.
    this.positions = upTo(box.stamina).flatMap((hero) => upTo(box.foeStamina).map((foe) => [hero, foe]));
    const hitFoe = (damage) => this.positions.map(([hero, foe]) => hero * this.side + Math.max(foe - damage, 0));
    const hitHero = (damage) => this.positions.map(([hero, foe]) => Math.max(hero - damage, 0) * this.side + foe);
    this.moves = [rules.won.map(hitFoe), rules.lost.map(hitHero)];
    this.plan = OUTCOMES.map(() => odds.map(() => ways.map(() => new Uint8Array(this.positions.length))));
  }

  /** Decides everything, row by row: who runs it may pause in between. */
  *solving() {
    const { number, goal, next } = this;
    if (next) yield* next.solving();
    const [zero, one] = [number(0), number(1)];
    const [price, over] = this.exact ? decimal(goal.luck_price) : [goal.luck_price, 1];
    const before = ({ values }) => (stamina, luck) =>
      values[luck][next.memory.number(null, 0)][(stamina + 1) * next.side - 1];
    const reached = (stamina, luck) => (stamina >= goal.least_stamina && luck >= goal.least_luck ? one : zero);
    const win = next?.values.denominator ?? over;
    const lost = (luck) => (win / over) * price * number(luck);
    const won = next ? before(next.values) : (stamina, luck) => reached(stamina, luck) * win + lost(luck);
    this.values = yield* this.#fill(won, lost, win, true);
    const anyWin = !next && goal.least_stamina === 1 && goal.least_luck === 0;
    this.wins = anyWin && !price ? this.values : yield* this.#fill(() => one, () => zero, one);
    this.lucks = yield* this.#fill((_, luck) => number(luck), number, one);
    const survivals = () =>
      this.#fill(next ? before(next.survivals) : reached, () => zero, next?.survivals.denominator ?? one);
    this.survivals = anyWin ? this.wins : yield* survivals();
  }

  /* The worth of every state, by luck, memory, position, from what an end is worth, won or lost, over a denominator.
     `deciding` makes the plan, which else is played. */
  *#fill(won, lost, denominator, deciding = false) {
    const { rules, box, side, memory, number, units } = this;
    const tie = this.exact ? 0n : TIE;
    const values = this.odds.map((_, luck) => this.#ends((hero) => won(hero, luck) * units, lost(luck) * units));
    for (const [luck, [lucky, unlucky, tests]] of this.odds.entries()) {
      const now = values[luck];
      const spent = values[luck - (luck && rules.luck_cost)];
      for (let stamina = 1; stamina <= box.stamina; stamina++) {
        for (let here = stamina * side + 1; here < (stamina + 1) * side; here++) {
          for (let m = 0; m < memory.count; m++) {
            const ways = this.rounds[m];
            let total = ways[1] ? ways[1] * now[memory.drawn[m]][here] : number(0);
            for (let outcome = 0; outcome < 2; outcome++) {
              const after = memory.after[outcome][m];
              const [plain, luckily, unluckily] = this.moves[outcome];
              const verdicts = this.plan[outcome][luck][m];
              let value = now[after][plain[here]];
              if (luck && (deciding || verdicts[here] === TEST)) {
                const test = (lucky * spent[after][luckily[here]] + unlucky * spent[after][unluckily[here]]) / tests;
                if (deciding) verdicts[here] = test - value > tie ? TEST : value - test > tie ? KEEP : EITHER;
                if (verdicts[here] === TEST) value = test;
              }
              total += ways[2 * outcome] * value;
            }
            now[m][here] = total / ways[3];
          }
        }
        yield;
      }
    }
    return { values, denominator: denominator * units };
  }

  /* Of one luck: what is known at the end of a fight, by memory and position, and 0 elsewhere. */
  #ends(won, lost) {
    const plane = (undecided) =>
      this.positions.map(([hero, foe]) => (hero === 0 ? lost : foe === 0 ? won(hero) : undecided(hero)));
    const open = this.rounds.map(() => plane(() => this.number(0)));
    return [...open, this.positions.map(() => lost), plane(this.rules.out_of_rounds === "won" ? won : () => lost)];
  }

  #float(number, denominator) {
    return this.exact ? nearest(number, denominator) : number;
  }

  #figure(part, { luck, m, here }) {
    return this.#float(this[part].values[luck][m][here], this[part].denominator);
  }

  /* Where a state stands in the tables. */
  #place({ stamina, foe_stamina, luck, lost_in_succession = 0, rounds_left = null }) {
    const { rules, box } = this;
    const most = box.foeStamina + rules.foe_yields_at;
    const foe = foe_stamina ?? most;
    check("state", { stamina, foe_stamina: foe, luck, lost_in_succession, rounds_left }, {
      stamina: whole(1, box.stamina),
      foe_stamina: whole(rules.foe_yields_at + 1, most),
      luck: whole(0, box.luck),
      lost_in_succession: whole(0, (rules.losing_run ?? 1) - 1),
      rounds_left: orNull(whole(1, rules.rounds ?? 0)),
    });
    const here = stamina * this.side + foe - rules.foe_yields_at;
    return { luck, m: this.memory.number(rounds_left, lost_in_succession), here };
  }

  /* What keeping leads to after a round, and testing: null without luck. */
  #options(part, outcome, { luck, m, here }) {
    const { values } = this[part];
    const [plain, lucky, unlucky] = this.moves[outcome].map((targets) => targets[here]);
    const after = this.memory.after[outcome][m];
    const spent = values[luck - (luck && this.rules.luck_cost)][after];
    const [a, b, k] = this.odds[luck];
    return [values[luck][after][plain], luck ? (a * spent[lucky] + b * spent[unlucky]) / k : null];
  }

  #decision(outcome, place) {
    const [keep, test] = this.#options("values", outcome, place);
    const float = (number) => this.#float(number, this.values.denominator);
    if (test === null) return { verdict: "keep", test, keep: float(keep), stake: null };
    const verdict = VERDICTS[this.plan[outcome][place.luck][place.m][place.here]];
    return { verdict, test: float(test), keep: float(keep), stake: float(test - keep) };
  }

  /** What to do after a won and after a lost round, and the chance to win under that advice: for maps. */
  glance(state) {
    const place = this.#place(state);
    const [won, lost] = this.plan.map((plan) => VERDICTS[plan[place.luck][place.m][place.here]]);
    return { won, lost, win_chance: this.#figure("wins", place) };
  }

  /** The chance that all ends well if you test, and if you keep, after a won and after a lost round. */
  chances(state) {
    const place = this.#place(state);
    const float = (number) => (number === null ? null : this.#float(number, this.survivals.denominator));
    const [won, lost] = OUTCOMES.map((_, outcome) => this.#options("survivals", outcome, place).map(float));
    return { won: { keep: won[0], test: won[1] }, lost: { keep: lost[0], test: lost[1] } };
  }

  /** The whole answer. */
  at(state) {
    const place = this.#place(state);
    const { values, denominator } = this.lucks;
    const spent = this.number(place.luck) * denominator - values[place.luck][place.m][place.here];
    return {
      won: this.#decision(0, place),
      lost: this.#decision(1, place),
      value: this.#figure("values", place),
      win_chance: this.#figure("wins", place),
      win_chance_never: this.#figure("wins", { ...place, luck: 0 }),
      luck_spent: this.#float(spent, denominator),
      survival: this.#figure("survivals", place),
    };
  }
}

// ---- advice: a fight in one line, and its answer

const whole = (least, most) => ({
  allowed: `a whole number from ${least} to ${most}`,
  fits: (value) => Number.isInteger(value) && value >= least && value <= most,
});
const orNull = ({ allowed, fits }) => ({ allowed: `${allowed} or null`, fits: (value) => value === null || fits(value) });
const list = (value, length, fits) => Array.isArray(value) && value.length === length && value.every(fits);
const [SCORE, STAMINA] = [whole(0, 99), whole(1, 99)];
const DAMAGE = {
  allowed: "three whole numbers from 0 to 99, the first 1 or more",
  fits: (value) => list(value, 3, SCORE.fits) && value[0] >= 1,
};
const isFoe = (value) => list(value, 2, SCORE.fits) && STAMINA.fits(value[1]);
const FOES = {
  allowed: "at most 20 pairs of skill and stamina",
  fits: (value) => Array.isArray(value) && value.length <= 20 && value.every(isFoe),
};
const PRICE = { allowed: "a number from 0 to 1", fits: (value) => typeof value === "number" && value >= 0 && value <= 1 };
const SHAPES = {
  hero: { skill: SCORE, stamina: STAMINA, luck: SCORE },
  foe: { skill: SCORE, stamina: STAMINA },
  ahead: { foes: FOES, luck_price: PRICE, least_stamina: STAMINA, least_luck: SCORE },
  rules: {
    won: DAMAGE,
    lost: DAMAGE,
    luck_cost: whole(0, 1),
    foe_yields_at: whole(0, 98),
    losing_run: orNull(whole(2, 99)),
    draw_breaks_run: { allowed: "true or false", fits: (value) => typeof value === "boolean" },
    rounds: orNull(whole(1, 99)),
    out_of_rounds: { allowed: "won or lost", fits: (value) => OUTCOMES.includes(value) },
  },
};
const MOST_STATES = 400_000;
/* Bits to carry through the states of a chain: with more a phone would wait for seconds, and floats take over. */
const MOST_BITS = 1e8;

function refuse(name, value, allowed) {
  const shown = typeof value === "object" || typeof value === "string" ? JSON.stringify(value) : String(value);
  throw new RangeError(`${name} is ${shown.slice(0, 60)}: it must be ${allowed}.`);
}

/* An object with these keys and no others, each as it may be. */
function check(name, given, shape, defaults = {}) {
  const names = Object.keys(shape);
  if (typeof given !== "object" || given === null) refuse(name, given, `an object with ${names.join(", ")}`);
  const unknown = Object.keys(given).find((key) => !names.includes(key));
  if (unknown !== undefined) refuse(`A key of ${name}`, unknown, `one of ${names.join(", ")}`);
  const found = Object.fromEntries(names.map((key) => [key, given[key] === undefined ? defaults[key] : given[key]]));
  const wrong = names.find((key) => !shape[key].fits(found[key]));
  if (wrong) refuse(`${name}.${wrong}`, found[wrong], shape[wrong].allowed);
  return found;
}

/** All rules, from the name of a preset or from those that differ from the books’. */
export function readRules(given = "books") {
  const named = typeof given === "string";
  if (named && !Object.hasOwn(PRESETS, given)) refuse("rules", given, `one of ${Object.keys(PRESETS).join(", ")}`);
  const rules = check("rules", named ? PRESETS[given].rules : given, SHAPES.rules, BOOK_RULES);
  const least = Math.min(...rules.won, ...rules.lost);
  if (!rules.luck_cost && !least) refuse("The least damage", 0, "1 or more where a test costs no luck");
  return rules;
}

function prepare(fight) {
  const any = { fits: () => true };
  const given = check("fight", fight, { hero: any, foe: any, rules: any, ahead: any }, { ahead: {} });
  const hero = check("hero", given.hero, SHAPES.hero);
  const { skill, stamina } = check("foe", given.foe, SHAPES.foe);
  const rules = readRules(given.rules);
  const goal = check("ahead", given.ahead, SHAPES.ahead, { foes: [], luck_price: 0, least_stamina: 1, least_luck: 0 });
  const foes = [[skill, stamina], ...goal.foes];
  const least = Math.min(...foes.map((foe) => foe[1]));
  if (least <= rules.foe_yields_at) refuse("A foe’s stamina", least, `above ${rules.foe_yields_at}, where foes yield`);
  const rows = hero.stamina * (hero.luck + 1) * memories(rules).count;
  const states = rows * sum(foes.map((foe) => foe[1]));
  if (states > MOST_STATES) refuse("The number of states", states, `${MOST_STATES} or less: take fewer foes or rounds`);
  const boxes = foes.map((foe) => ({ ...hero, foeStamina: foe[1] - rules.foe_yields_at }));
  const bits = sum(boxes.map((box) => 11 * mostRounds(rules, box) + 4 * hero.luck));
  const exact = foes.length === 1 || (bits / 2) * states < MOST_BITS;
  return foes.reduceRight(
    (next, foe, i) => new Solution(rules, playingGap(rules, hero.skill - foe[0]), boxes[i], goal, next, exact),
    null,
  );
}

/** All states from a fight down: every lower stamina, foe stamina and luck. */
export function solve(fight) {
  const solution = prepare(fight);
  for (const _ of solution.solving());
  return solution;
}

/** The same without freezing a page: works for so many milliseconds at a time, until it is done or told to stop. */
export async function solveInSlices(fight, { milliseconds = 8, signal } = {}) {
  const pause = async () => {
    await new Promise((resume) => setTimeout(resume));
    signal?.throwIfAborted();
    return performance.now();
  };
  let began = await pause();
  const solution = prepare(fight);
  for (const _ of solution.solving()) {
    if (performance.now() - began >= milliseconds) began = await pause();
  }
  return solution;
}

/** What to do in one fight, and what it is worth. */
export function advise(fight) {
  const solution = solve(fight);
  return solution.at({ stamina: solution.box.stamina, luck: solution.box.luck });
}
