/* One foe: the best decision in every state from one fight down, and what it leads to.

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

import { check, orNull, whole } from "./checks.mjs";
import { gcd, lowestTerms, luckOdds, roundWays, sum, upTo } from "./dice.mjs";
import { Escape, TO_WIN } from "./ends.mjs";
import { decimal, nearest, TIE } from "./numbers.mjs";
import { EITHER, KEEP, memories, mostRounds, OUTCOMES, TEST, VERDICTS } from "./rules.mjs";

/** What `solve` finds. Ask it for a state before a round: {stamina, foe_stamina, luck}. */
export class Solution {
  /* `box`: the largest stamina, foe stamina, luck. `goal`: what the very end is worth. `next`: of the next foe.
     `share`: what an escape leaves of what lies ahead; null where there is none. */
  constructor(rules, skillGap, box, goal, next, exact, share = null) {
    const [won, drawn, lost] = roundWays(skillGap);
    const memory = memories(rules);
    const ways = memory.drawn.map((after, m) => lowestTerms(after === m ? [won, 0, lost] : [won, drawn, lost]));
    const odds = upTo(box.luck).map((luck) => lowestTerms(luckOdds(luck)));
    const n = [...new Set(ways.map(sum))].reduce((a, b) => (a / gcd(a, b)) * b);
    const r = mostRounds(rules, box);
    const tests = share === null ? r : r + 1;
    const k = rules.luck_cost ? odds.map(sum) : Array(tests).fill(36);
    /** @type {any} Numbers are whole and exact, or floats. */
    const number = exact ? BigInt : Number;
    /** @type {any[]} */
    const [kept, all] = exact ? decimal(share ?? 0) : [share ?? 0, 1];
    const withTotal = (counts) => [...counts, sum(counts)].map(number);
    this.rules = rules;
    this.box = box;
    this.goal = goal;
    this.next = next;
    this.exact = exact;
    this.memory = memory;
    this.number = number;
    this.share = share;
    this.side = box.foeStamina + 1;
    this.kept = kept;
    this.left = all - kept;
    this.tie = number(exact ? 0 : TIE);
    // An end is worth whole units, and so is what an escape leaves of it.
    this.ends = exact ? k.reduce((product, rolls) => product * BigInt(rolls), BigInt(n) ** BigInt(r)) : 1;
    this.units = this.ends * all;
    this.rounds = ways.map(withTotal);
    this.odds = odds.map(withTotal);
    // A position is a pair of staminas, numbered row by row: every move leads to a smaller number.
    this.positions = upTo(box.stamina).flatMap((hero) => upTo(box.foeStamina).map((foe) => [hero, foe]));
    const hitFoe = (damage) => this.positions.map(([hero, foe]) => hero * this.side + Math.max(foe - damage, 0));
    const hitHero = (damage) => this.positions.map(([hero, foe]) => Math.max(hero - damage, 0) * this.side + foe);
    this.moves = [rules.won.map(hitFoe), rules.lost.map(hitHero)];
    this.plan = OUTCOMES.map(() => odds.map(() => ways.map(() => new Uint8Array(this.positions.length))));
    this.leaves = odds.map(() => ways.map(() => new Uint8Array(this.positions.length)));
    this.escape = new Escape(rules, this.odds, box, (options) => this.#verdict(options));
    // Without LUCK and without leaving: what never testing is measured by.
    if (share !== null) this.never = new Solution(rules, skillGap, { ...box, luck: 0 }, TO_WIN, null, exact);
  }

  /** Decides everything, row by row: who runs it may pause in between. */
  *solving() {
    const { number, goal, next } = this;
    if (next) yield* next.solving();
    const [zero, one] = [number(0), number(1)];
    /** @type {any[]} */
    const [price, over] = this.exact ? decimal(goal.luck_price) : [goal.luck_price, 1];
    const before = (part) => (stamina, luck) => next.worth(part, stamina, luck);
    const reached = (stamina, luck) => (stamina >= goal.least_stamina && luck >= goal.least_luck ? one : zero);
    const win = next?.values.denominator ?? over;
    const lost = (luck) => (win / over) * price * number(luck);
    const won = next ? before("values") : (stamina, luck) => reached(stamina, luck) * win + lost(luck);
    this.values = yield* this.#fill(won, lost, win, { deciding: true });
    const anyWin = !next && goal.least_stamina === 1 && goal.least_luck === 0 && this.share === null;
    this.wins = anyWin && !price ? this.values : yield* this.#fill(() => one, () => zero, one, { left: () => zero });
    if (this.never) yield* this.never.solving();
    this.lucks = yield* this.#fill((_, luck) => number(luck), number, one);
    const survivals = () =>
      this.#fill(next ? before("survivals") : reached, () => zero, next?.survivals.denominator ?? one);
    this.survivals = anyWin ? this.wins : yield* survivals();
  }

  /* The worth of every state, by luck, memory, position, from what an end is worth, won or lost, over a denominator.
     `left`: in units, what is left behind an escape. `deciding` makes the plan, which else is played. */
  *#fill(won, lost, denominator, { deciding = false, left = this.#leftOf(won, lost) } = {}) {
    const { rules, box, side, memory, number, units } = this;
    const behind = (stamina, luck) => (stamina ? left(stamina, luck) : lost(luck) * units);
    const escapes = this.share === null ? null : this.escape.tabulate(behind, deciding);
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
                if (deciding) verdicts[here] = this.#verdict([value, test]);
                if (verdicts[here] === TEST) value = test;
              }
              total += ways[2 * outcome] * value;
            }
            now[m][here] = total / ways[3];
            if (!escapes) continue;
            const escape = escapes[luck][stamina];
            if (deciding) this.leaves[luck][m][here] = Number(escape - now[m][here] > this.tie);
            if (this.leaves[luck][m][here]) now[m][here] = escape;
          }
        }
        yield;
      }
    }
    return { values, denominator: denominator * units, behind };
  }

  #leftOf(won, lost) {
    return (stamina, luck) => (this.kept * won(stamina, luck) + this.left * lost(luck)) * this.ends;
  }

  #verdict(options) {
    const [keep, test] = options;
        if (test === null) return KEEP;
    return test - keep > this.tie ? TEST : keep - test > this.tie ? KEEP : EITHER;
  }

  /* Of one luck: what is known at the end of a fight, by memory and position, and 0 elsewhere. */
  #ends(won, lost) {
    const plane = (undecided) =>
      this.positions.map(([hero, foe]) => (hero === 0 ? lost : foe === 0 ? won(hero) : undecided(hero)));
    const open = this.rounds.map(() => plane(() => this.number(0)));
    return [...open, this.positions.map(() => lost), plane(this.rules.out_of_rounds === "won" ? won : () => lost)];
  }

  /** What it is worth to begin the fight: a part of the answer, in units. */
  worth(part, stamina, luck) {
    return this[part].values[luck][this.memory.number(null, 0)][(stamina + 1) * this.side - 1];
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

  /** @param {any[]} options */
  #decision(options) {
    const [keep, test] = options;
    const float = (number) => this.#float(number, this.values.denominator);
    if (test === null) return { verdict: "keep", test, keep: float(keep), stake: null };
    return { verdict: VERDICTS[this.#verdict(options)], test: float(test), keep: float(keep), stake: float(test - keep) };
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
    const [won, lost] = OUTCOMES.map((_, outcome) => this.#options("values", outcome, place));
    const answer = {
      won: this.#decision(won),
      lost: this.#decision(lost),
      value: this.#figure("values", place),
      win_chance: this.#figure("wins", place),
      win_chance_never: this.never ? this.never.#figure("wins", { ...place, luck: 0 }) : this.#figure("wins", { ...place, luck: 0 }),
      luck_spent: this.#float(spent, denominator),
      survival: this.#figure("survivals", place),
    };
    return this.share === null ? answer : { ...answer, escape: this.#escapeAnswer(state, place, [won, lost]) };
  }

  #escapeAnswer({ stamina }, { luck, m, here }, rounds) {
    /** @param {any[]} options */
    const better = ([keep, test]) => (test === null || test < keep ? keep : test);
    const [won, drawn, lost, all] = this.rounds[m];
    const again = drawn ? drawn * this.values.values[luck][this.memory.drawn[m]][here] : this.number(0);
    const fight = (won * better(rounds[0]) + again + lost * better(rounds[1])) / all;
    const options = this.escape.options(this.values.behind, stamina, luck);
    const escape = better(options);
    const verdict = ["fight", "escape", "either"][this.#verdict([fight, escape])];
    const float = (number) => this.#float(number, this.values.denominator);
    return { verdict, escape: float(escape), fight: float(fight), stake: float(escape - fight), wound: this.#decision(options) };
  }
}
