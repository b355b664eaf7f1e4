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

/** The skill gap within −10 … +10 that plays exactly like this one. */
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

/** Rules that have a name: {title, sentence, rules}. */
export const PRESETS = {"books":{"title":"The books","sentence":"As printed in the books.","rules":{}},"lucky-hit-3":{"title":"Lucky hit 3","sentence":"A Lucky hit takes 3 STAMINA.","rules":{"won":[2,3,1]}},"weapon-3":{"title":"A better weapon","sentence":"Your hits take 1 STAMINA more.","rules":{"won":[3,5,2]}},"armoured-foe":{"title":"An armoured foe","sentence":"Your hits take 1 STAMINA less.","rules":{"won":[1,3,0]}},"foe-hits-3":{"title":"A strong foe","sentence":"The foe’s hits take 1 STAMINA more.","rules":{"lost":[3,2,4]}},"foe-hits-4":{"title":"A deadly foe","sentence":"The foe’s hits take 2 STAMINA more.","rules":{"lost":[4,3,5]}},"two-lost-rounds-kill":{"title":"Two lost rounds kill","sentence":"Two lost rounds in succession kill you.","rules":{"losing_run":2}},"last-ten-rounds":{"title":"Last ten rounds","sentence":"Alive after ten rounds, you win.","rules":{"rounds":10,"out_of_rounds":"won"}}};

const OUTCOMES = ["won", "lost"];
const VERDICTS = ["keep", "test", "either"];
const [KEEP, TEST, EITHER] = [0, 1, 2];

/* Memories are numbered; a draw leads to a smaller number, or changes nothing. Two more numbers are ends: `count` is
   the hero killed by a run of lost rounds, `count + 1` no round left. `after` is by outcome. */
function memories({ losing_run, draw_breaks_run, rounds }) {
  const [runs, most] = [losing_run ?? 1, rounds ?? 1];
  const count = runs * most;
  const number = (left, run) => (left === 0 ? count + 1 : (left - 1) * runs + run);
  const [won, lost, drawn] = [[], [], []];
  for (let memory = 0; memory < count; memory++) {
    const run = memory % runs;
    const left = Math.floor(memory / runs) + (rounds === null ? 1 : 0);
    won.push(number(left, 0));
    lost.push(losing_run === null ? number(left, 0) : run + 1 === runs ? count : number(left, run + 1));
    drawn.push(number(left, draw_breaks_run ? 0 : run));
  }
  return { after: [won, lost], drawn, count, number: (left, run) => number(left ?? most, run) };
}

/* No fight has more rounds that count. Either every round takes stamina, or those without a test do and the others
   take luck; a draw counts where it ends a run of lost rounds, or uses up one of the rounds there are. */
function mostRounds(rules, { stamina, foeStamina, luck }) {
  if (rules.rounds !== null) return rules.rounds;
  const hits = (most, damage) => Math.ceil(most / (rules.luck_cost ? damage[0] : Math.min(...damage)));
  const decisive = (rules.luck_cost ? luck : 0) + hits(foeStamina, rules.won) + hits(stamina, rules.lost) - 1;
  return rules.losing_run !== null && rules.draw_breaks_run ? 2 * decisive : decisive;
}

// ---- numbers: exact ones, and the floats nearest to them

const TIE = 1e-12;
/* Bits to carry through all states: with more a page would wait for seconds, and floats take over. */
const MOST_BITS = 4e8;

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
  constructor(rules, skillGap, box, goal, next) {
    const [won, drawn, lost] = roundWays(skillGap);
    const memory = memories(rules);
    const ways = memory.drawn.map((after, m) => lowestTerms(after === m ? [won, 0, lost] : [won, drawn, lost]));
    const odds = upTo(box.luck).map((luck) => lowestTerms(luckOdds(luck)));
    const n = [...new Set(ways.map(sum))].reduce((a, b) => (a / gcd(a, b)) * b);
    const r = mostRounds(rules, box);
    const k = rules.luck_cost ? odds.map(sum) : Array(r).fill(36);
    const bits = r * Math.log2(n) + sum(k.map(Math.log2)) + (next?.bits ?? 0);
    const work = bits * box.stamina * box.foeStamina * odds.length * memory.count + (next?.work ?? 0);
    const exact = work < MOST_BITS;
    const number = exact ? BigInt : Number;
    const withTotal = (counts) => [...counts, sum(counts)].map(number);
    Object.assign(this, { rules, box, goal, next, memory, bits, work, exact, number, side: box.foeStamina + 1 });
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
    const { number, goal, next, exact } = this;
    if (next) yield* next.solving();
    const [zero, one] = [number(0), number(1)];
    const [price, over] = exact ? decimal(goal.luck_price) : [goal.luck_price, 1];
    const whole = exact && next ? next.values.denominator : over;
    const reached = (stamina, luck) => (stamina >= goal.least_stamina && luck >= goal.least_luck ? one : zero);
    const lost = (luck) => (whole / over) * price * number(luck);
    const won = next?.#before("values", exact) ?? ((stamina, luck) => reached(stamina, luck) * whole + lost(luck));
    this.values = yield* this.#fill(won, lost, whole, true);
    const anyWin = !next && goal.least_stamina === 1 && goal.least_luck === 0;
    this.wins = anyWin && !price ? this.values : yield* this.#fill(() => one, () => zero, one);
    this.lucks = yield* this.#fill((_, luck) => number(luck), number, one);
    const survived = next?.#before("survivals", exact) ?? reached;
    const certain = exact && next ? next.survivals.denominator : one;
    this.survivals = anyWin ? this.wins : yield* this.#fill(survived, () => zero, certain);
  }

  /* What it is worth to stand before the first round with a stamina and a luck: a numerator, or a float. */
  #before(part, exact) {
    const here = (stamina) => (stamina + 1) * this.side - 1;
    const m = this.memory.number(null, 0);
    if (exact) return (stamina, luck) => this[part].values[luck][m][here(stamina)];
    return (stamina, luck) => this.#figure(part, { luck, m, here: here(stamina) });
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
  #place({ stamina, foe_stamina, luck, lost_in_succession = 0, rounds_left }) {
    const { rules, box, side, memory } = this;
    const [least, most] = [rules.foe_yields_at, rules.foe_yields_at + box.foeStamina];
    const foe = whole("foe_stamina", foe_stamina ?? most, least + 1, most) - least;
    whole("lost_in_succession", lost_in_succession, 0, (rules.losing_run ?? 1) - 1);
    if (rounds_left !== undefined) whole("rounds_left", rounds_left, 1, rules.rounds ?? 0);
    return {
      luck: whole("luck", luck, 0, box.luck),
      m: memory.number(rounds_left, lost_in_succession),
      here: whole("stamina", stamina, 1, box.stamina) * side + foe,
    };
  }

  #decision(outcome, { luck, m, here }) {
    const { values, denominator } = this.values;
    const [plain, lucky, unlucky] = this.moves[outcome].map((targets) => targets[here]);
    const after = this.memory.after[outcome][m];
    const keep = values[luck][after][plain];
    const kept = { verdict: "keep", test: null, keep: this.#float(keep, denominator), stake: null };
    if (!luck) return kept;
    const spent = values[luck - this.rules.luck_cost][after];
    const [a, b, k] = this.odds[luck];
    const test = (a * spent[lucky] + b * spent[unlucky]) / k;
    const verdict = VERDICTS[this.plan[outcome][luck][m][here]];
    return { ...kept, verdict, test: this.#float(test, denominator), stake: this.#float(test - keep, denominator) };
  }

  /** What to do after a won and after a lost round, and the chance to win under that advice: for maps. */
  glance(state) {
    const place = this.#place(state);
    const [won, lost] = this.plan.map((plan) => VERDICTS[plan[place.luck][place.m][place.here]]);
    return { won, lost, win_chance: this.#figure("wins", place) };
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

const MOST = 99;
const MOST_ROUNDS = 99;
const MOST_FOES = 20;
const MOST_STATES = 400000;
const shown = (value) =>
  typeof value === "string" ? JSON.stringify(value) : typeof value === "object" && value ? "an object" : String(value);

function refuse(name, value, allowed) {
  throw new RangeError(`${name} is ${shown(value).slice(0, 60)}: it must be ${allowed}.`);
}

function whole(name, value, least, most) {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  return refuse(name, value, most < least ? "left out" : `a whole number from ${least} to ${most}`);
}

function keys(name, object, defaults) {
  if (object === null || typeof object !== "object" || Array.isArray(object)) refuse(name, object, "an object");
  const unknown = Object.keys(object).find((key) => !Object.hasOwn(defaults, key));
  if (unknown !== undefined) refuse(`A key of ${name}`, unknown, `one of ${Object.keys(defaults).join(", ")}`);
  const given = Object.entries(object).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(given) };
}

/** All rules, from the name of a preset or from those that differ from the books’. */
export function readRules(given = "books") {
  const named = typeof given === "string";
  if (named && !Object.hasOwn(PRESETS, given)) refuse("rules", given, `one of ${Object.keys(PRESETS).join(", ")}`);
  const rules = keys("rules", named ? PRESETS[given].rules : given, BOOK_RULES);
  whole("rules.luck_cost", rules.luck_cost, 0, 1);
  for (const outcome of OUTCOMES) {
    const damage = rules[outcome];
    if (!Array.isArray(damage) || damage.length !== 3) refuse(`rules.${outcome}`, damage, "a list of three numbers");
    damage.forEach((hit, i) => whole(`rules.${outcome}[${i}]`, hit, i && rules.luck_cost ? 0 : 1, MOST));
  }
  whole("rules.foe_yields_at", rules.foe_yields_at, 0, MOST - 1);
  if (rules.losing_run !== null) whole("rules.losing_run", rules.losing_run, 2, MOST);
  if (rules.rounds !== null) whole("rules.rounds", rules.rounds, 1, MOST_ROUNDS);
  const breaks = rules.draw_breaks_run;
  if (typeof breaks !== "boolean") refuse("rules.draw_breaks_run", breaks, "true or false");
  if (!OUTCOMES.includes(rules.out_of_rounds)) refuse("rules.out_of_rounds", rules.out_of_rounds, '"won" or "lost"');
  return rules;
}

function readFight(fight) {
  const given = keys("The fight", fight, { hero: undefined, foe: undefined, rules: "books", ahead: {} });
  const rules = readRules(given.rules);
  const { skill, stamina, luck } = keys("hero", given.hero, { skill: undefined, stamina: undefined, luck: undefined });
  whole("hero.skill", skill, 0, MOST);
  const box = { stamina: whole("hero.stamina", stamina, 1, MOST), luck: whole("hero.luck", luck, 0, MOST) };
  const goal = keys("ahead", given.ahead, { foes: [], luck_price: 0, least_stamina: 1, least_luck: 0 });
  const price = goal.luck_price;
  if (typeof price !== "number" || !(price >= 0 && price <= 1)) refuse("ahead.luck_price", price, "from 0 to 1");
  whole("ahead.least_stamina", goal.least_stamina, 1, MOST);
  whole("ahead.least_luck", goal.least_luck, 0, MOST);
  if (!Array.isArray(goal.foes) || goal.foes.length > MOST_FOES) {
    refuse("ahead.foes", goal.foes, `a list of at most ${MOST_FOES} pairs`);
  }
  const now = keys("foe", given.foe, { skill: undefined, stamina: undefined });
  const foes = [[now.skill, now.stamina], ...goal.foes].map((pair, i) => {
    const name = i ? `ahead.foes[${i - 1}]` : "foe";
    if (!Array.isArray(pair) || pair.length !== 2) refuse(name, pair, "a pair: [skill, stamina]");
    const [foeSkill, foeStamina] = pair;
    whole(i ? `${name}[0]` : "foe.skill", foeSkill, 0, MOST);
    whole(i ? `${name}[1]` : "foe.stamina", foeStamina, rules.foe_yields_at + 1, MOST);
    return { skillGap: clampGap(skill - foeSkill), box: { ...box, foeStamina: foeStamina - rules.foe_yields_at } };
  });
  const staminas = sum([now.stamina, ...goal.foes.map(([, foeStamina]) => foeStamina)]);
  const states = staminas * stamina * (luck + 1) * (rules.rounds ?? 1) * (rules.losing_run ?? 1);
  if (states > MOST_STATES) refuse("The number of states", states, `${MOST_STATES} or less: take fewer foes or rounds`);
  return { rules, goal, foes };
}

function prepare(fight) {
  const { rules, goal, foes } = readFight(fight);
  return foes.reduceRight((next, { skillGap, box }) => new Solution(rules, skillGap, box, goal, next), null);
}

/** All states from a fight down: every lower stamina, foe stamina and luck. */
export function solve(fight) {
  const solution = prepare(fight);
  for (const _ of solution.solving());
  return solution;
}

/** The same without freezing a page: works for so many milliseconds at a time, until it is done or told to stop. */
export async function solveInSlices(fight, { milliseconds = 8, signal } = {}) {
  const solution = prepare(fight);
  let began = performance.now();
  for (const _ of solution.solving()) {
    if (performance.now() - began < milliseconds) continue;
    await new Promise((resume) => setTimeout(resume));
    signal?.throwIfAborted();
    began = performance.now();
  }
  return solution;
}

/** What to do in one fight, and what it is worth. */
export function advise(fight) {
  const solution = solve(fight);
  return solution.at({ stamina: solution.box.stamina, luck: solution.box.luck });
}
