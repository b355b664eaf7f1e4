/* Several foes at once: whom to attack and when to test, in every state from one fight down.

   Before a round the hero chooses a target t among the foes that stand. The exchange with t is settled first, then
   those with the other foes, as they are listed; these can only wound the hero. With V(x, l) the worth between two
   rounds of the staminas x and the luck l, and C(x, l, S, r) the worth within a round in which something has happened
   and the foes of S are still to strike,

       C(x, l, ∅, r) = V(x, l)
       C(x, l, S, r) = ( 1 − q ) · C(x, l, S′, r) + q · L(x, l, S′, r)       q the chance that the first of S strikes,
                                                                             S′ the others
       L(x, l, S, r) = max( keep: C(x − plain wound, l, S, r),
                            test: ( a · C(x − lucky wound, l − 1, S, r) + b · C(x − unlucky wound, l − 1, S, r) ) / 36 )

   and W(x, l, t, S, r) is the same for the wound given to t. r is the hero's roll where one counts against all foes,
   and nothing where each exchange has a roll of its own. A round in which nothing happens is rolled again:

       V(x, l) = max over t of  Σ p(r) · ( w · W(x, l, t, S, r) + v · L(x, l, S, r) + d · U(r) ) / ( 1 − Σ p(r) · d · n(r) )

   with w : d : v the chances to win, draw and lose the exchange with t, S the other foes that stand, n(r) the chance
   that none of them strikes, and U(r) the worth of those ways of the round in which one does, times their chance.

   Method. Every wound leads to smaller staminas or less luck, so one pass solves all. It runs in floats: numbers are
   right to 1e-12, and what differs by no more than that is a tie. */

import { luckOdds, PAIR_WAYS, roundWays, upTo } from "./dice.mjs";
import { TIE } from "./numbers.mjs";
import { EITHER, KEEP, TEST } from "./rules.mjs";

/* Sets of foes are bits: the first of each set, and the set without it. */
const FIRST = upTo(7).map((set) => Math.max(0, [0, 1, 2].findIndex((foe) => set & (1 << foe))));
export const without = (set, foe) => set & ~(1 << foe);
export const LEAVE = 9;
const isMore = (a, b, tie = TIE) => a - b > tie;

/* What comes of an exchange with each foe, by what the hero rolls: [{chance, won, lost}] by roll, with lists by foe. */
function exchanges(skill, foes, attack) {
  const gaps = foes.map(([foe]) => skill - foe);
  if (attack === "each") {
    const ways = gaps.map(roundWays);
    return [{ chance: 1, won: ways.map(([won]) => won / 1296), lost: ways.map(([, , lost]) => lost / 1296) }];
  }
  const count = (fits) => PAIR_WAYS.reduce((total, [roll, ways]) => total + (fits(roll) ? ways : 0), 0) / 36;
  return PAIR_WAYS.map(([mine, ways]) => ({
    chance: ways / 36,
    won: gaps.map((gap) => count((roll) => mine + gap > roll)),
    lost: gaps.map((gap) => count((roll) => mine + gap < roll)),
  }));
}

/** How many numbers a group of foes takes: its states, times what is decided in each. */
export function groupSize(hero, foes, attack) {
  const states = foes.reduce((product, [, stamina]) => product * (stamina + 1), (hero.stamina + 1) * (hero.luck + 1));
  return states * decisionsOf(foes.length, attack === "one" ? PAIR_WAYS.length : 1);
}

/* In each state: about the wound given to each target, and about wounds taken with each set of foes still to strike;
   for every roll. */
const decisionsOf = (foes, rolls) => (foes + 2 ** foes - 1) * rolls;

/** All states of a fight against several foes, from the largest scores down, for any worths of its ends. */
export class Group {
  /* `box`: the largest stamina and luck; `foes`: pairs of skill and stamina above that at which they yield. */
  constructor(rules, skill, foes, attack, box) {
    this.rolls = exchanges(skill, foes, attack);
    const strides = foes.map((_, i) => foes.slice(i + 1).reduce((product, [, stamina]) => product * (stamina + 1), 1));
    const row = strides[0] * (foes[0][1] + 1);
    const odds = upTo(box.luck).map((luck) => luckOdds(luck).map((ways) => ways / 36));
    this.rules = rules;
    this.foes = foes;
    this.box = box;
    this.strides = strides;
    this.row = row;
    this.odds = odds;
    this.size = row * (box.stamina + 1);
    this.decisions = decisionsOf(foes.length, this.rolls.length);
    this.standing = upTo(row - 1).map((x) => foes.reduce((set, _, foe) => set | (this.staminaOf(x, foe) ? 1 << foe : 0), 0));
    this.targets = this.odds.map(() => new Uint8Array(this.size));
    this.plan = this.odds.map(() => new Uint8Array(this.size * this.decisions));
  }

  staminaOf(x, foe) {
    return Math.floor(x / this.strides[foe]) % (this.foes[foe][1] + 1);
  }

  /** Where a state stands: the hero's stamina, then those of the foes above that at which they yield. */
  at(stamina, foes) {
    return foes.reduce((x, foe, i) => x + foe * this.strides[i], stamina * this.row);
  }

  /** The worths of every state, one for each measure: {won, lost, leave}, what an end is worth by stamina and luck and
      what it is to leave, by luck and stamina. The first measure decides what is not planned yet: `tests` and `targets`.
      With `isSharp` the second measure is 1 less the first: where one is next to 1, a difference shows in the other. */
  *fill(measures, { tests = true, targets = true, isSharp = false } = {}) {
    const { row, box } = this;
    const table = () => this.odds.map(() => new Float64Array(this.size));
    const worths = measures.map((measure) => ({ ...measure, values: table(), wounded: table() }));
    for (let luck = 0; luck <= box.luck; luck++) {
      for (const { values, lost } of worths) values[luck].fill(lost(luck), 0, row);
      for (let stamina = 1; stamina <= box.stamina; stamina++) {
        for (const { values, won } of worths) values[luck][stamina * row] = won(stamina, luck);
        for (let x = stamina * row + 1; x < (stamina + 1) * row; x++) {
          if (tests) this.#decide(worths[0], isSharp ? worths[1] : null, x, stamina, luck);
          for (const worth of worths) worth.wounded[luck][x] = this.struck(worth, x, stamina, luck, 0, 0, true);
          if (targets) this.#choose(worths[0], isSharp ? worths[1] : null, x, stamina, luck);
          for (const worth of worths) worth.values[luck][x] = this.#before(worth, x, stamina, luck);
        }
        yield;
      }
    }
    return worths;
  }

  #decide(worth, loss, x, stamina, luck) {
    const standing = this.standing[x % this.row];
    const plan = this.plan[luck];
    for (let roll = 0; roll < this.rolls.length; roll++) {
      for (let set = 0; set < standing; set++) {
        if (set & ~standing || (roll && !set)) continue;
        const options = this.lost(worth, x, stamina, luck, set, roll);
        plan[this.#lostAt(x, set, roll)] = this.verdict(options, loss && this.lost(loss, x, stamina, luck, set, roll));
      }
      for (let foe = 0; foe < this.foes.length; foe++) {
        if (!(standing & (1 << foe))) continue;
        const options = this.won(worth, x, stamina, luck, foe, roll);
        plan[this.#wonAt(x, foe, roll)] = this.verdict(options, loss && this.won(loss, x, stamina, luck, foe, roll));
      }
    }
  }

  #wonAt(x, foe, roll) {
    return x * this.decisions + foe * this.rolls.length + roll;
  }

  #lostAt(x, set, roll) {
    return x * this.decisions + (this.foes.length + set) * this.rolls.length + roll;
  }

  /** What is better, of keeping and testing; with what they are worth by a second measure, 1 less the first.
      @param {number[]} options
      @param {number[] | null} loss */
  verdict(options, loss = null) {
    const [keep, test] = options;
    if (test === null) return KEEP;
    if (loss) return isMore(test, keep, TIE * keep) || isMore(loss[0], loss[1], TIE * loss[0]) ? TEST : KEEP;
    return isMore(test, keep) ? TEST : isMore(keep, test) ? KEEP : EITHER;
  }

  /* The best target, or to leave. */
  #choose(worth, loss, x, stamina, luck) {
    const standing = this.standing[x % this.row];
    let best = -Infinity;
    let least = Infinity;
    for (let foe = 0; foe < this.foes.length; foe++) {
      if (!(standing & (1 << foe))) continue;
      const value = this.against(worth, x, stamina, luck, foe);
      const risk = loss ? this.against(loss, x, stamina, luck, foe) : 0;
      if (loss ? isMore(value, best, TIE * value) || isMore(least, risk, TIE * risk) : isMore(value, best)) {
        [best, least, this.targets[luck][x]] = [value, risk, foe];
      }
    }
    if (worth.leave && isMore(worth.leave[luck][stamina], best)) this.targets[luck][x] = LEAVE;
  }

  /* V, as it is planned. */
  #before(worth, x, stamina, luck) {
    const target = this.targets[luck][x];
    return target === LEAVE ? worth.leave[luck][stamina] : this.against(worth, x, stamina, luck, target);
  }

  /** What a round against this target is worth. */
  against(worth, x, stamina, luck, target) {
    const others = without(this.standing[x % this.row], target);
    let total = 0;
    let again = 0;
    for (let roll = 0; roll < this.rolls.length; roll++) {
      const { chance, won, lost } = this.rolls[roll];
      let same = 1;
      let struck = 0;
      let rest = 0;
      for (let foe = this.foes.length - 1; foe >= 0; foe--) {
        if (!(others & (1 << foe))) continue;
        const strikes = lost[foe];
        struck *= 1 - strikes;
        if (strikes) struck += strikes * this.struck(worth, x, stamina, luck, rest, roll);
        same *= 1 - strikes;
        rest |= 1 << foe;
      }
      const drawn = 1 - won[target] - lost[target];
      total += chance * drawn * struck;
      again += chance * drawn * same;
      if (won[target]) total += chance * won[target] * this.#given(worth, x, stamina, luck, target, roll);
      if (lost[target]) total += chance * lost[target] * this.struck(worth, x, stamina, luck, others, roll);
    }
    return total / (1 - again);
  }

  /* W, as it is planned. */
  #given(worth, x, stamina, luck, target, roll) {
    const tests = this.plan[luck][this.#wonAt(x, target, roll)] === TEST;
    return tests ? this.wonTest(worth, x, stamina, luck, target, roll) : this.wonKeep(worth, x, stamina, luck, target, roll);
  }

  /** L, as it is planned: behind a wound taken, when the foes of this set are still to strike. */
  struck(worth, x, stamina, luck, set, roll, anew = false) {
    if (!set && !anew) return worth.wounded[luck][x];
    const tests = this.plan[luck][this.#lostAt(x, set, set ? roll : 0)] === TEST;
    return tests ? this.lostTest(worth, x, stamina, luck, set, roll) : this.#hit(worth, x, stamina, luck, this.rules.lost[0], set, roll);
  }

  /** What keeping is worth, and testing (null without luck), about the wound given to the target. */
  won(worth, x, stamina, luck, target, roll) {
    return [this.wonKeep(worth, x, stamina, luck, target, roll), luck ? this.wonTest(worth, x, stamina, luck, target, roll) : null];
  }

  /** The same about a wound taken, when the foes of this set are still to strike. */
  lost(worth, x, stamina, luck, set, roll) {
    return [this.#hit(worth, x, stamina, luck, this.rules.lost[0], set, roll), luck ? this.lostTest(worth, x, stamina, luck, set, roll) : null];
  }

  wonKeep(worth, x, stamina, luck, target, roll) {
    return this.#wound(worth, x, stamina, luck, target, this.rules.won[0], roll);
  }

  wonTest(worth, x, stamina, luck, target, roll) {
    const [, lucky, unlucky] = this.rules.won;
    const spent = luck - this.rules.luck_cost;
    const good = this.odds[luck][0] && this.odds[luck][0] * this.#wound(worth, x, stamina, spent, target, lucky, roll);
    return good + (this.odds[luck][1] && this.odds[luck][1] * this.#wound(worth, x, stamina, spent, target, unlucky, roll));
  }

  lostTest(worth, x, stamina, luck, set, roll) {
    const [, lucky, unlucky] = this.rules.lost;
    const spent = luck - this.rules.luck_cost;
    const good = this.odds[luck][0] && this.odds[luck][0] * this.#hit(worth, x, stamina, spent, lucky, set, roll);
    return good + (this.odds[luck][1] && this.odds[luck][1] * this.#hit(worth, x, stamina, spent, unlucky, set, roll));
  }

  /* A wound given: the others that stand strike after it. */
  #wound(worth, x, stamina, luck, target, damage, roll) {
    const others = without(this.standing[x % this.row], target);
    const left = x - Math.min(damage, this.staminaOf(x, target)) * this.strides[target];
    return this.#after(worth, left, stamina, luck, others, roll);
  }

  /* A wound taken. */
  #hit(worth, x, stamina, luck, damage, set, roll) {
    if (damage >= stamina) return worth.values[luck][0];
    return this.#after(worth, x - damage * this.row, stamina - damage, luck, set, roll);
  }

  /* C. */
  #after(worth, x, stamina, luck, set, roll) {
    if (!set) return worth.values[luck][x];
    const foe = FIRST[set];
    const rest = without(set, foe);
    const strikes = this.rolls[roll].lost[foe];
    const missed = this.#after(worth, x, stamina, luck, rest, roll);
    return strikes ? (1 - strikes) * missed + strikes * this.struck(worth, x, stamina, luck, rest, roll) : missed;
  }

  /** Passes the chance to be in a state on to those behind a round, as it is planned: `chances` by luck and place. */
  push(chances, chance, x, stamina, luck) {
    const target = this.targets[luck][x];
    const others = without(this.standing[x % this.row], target);
    const drawn = (roll) => 1 - roll.won[target] - roll.lost[target];
    // A round in which nothing happens is rolled again.
    const again = this.rolls.reduce((sum, roll) => sum + roll.chance * drawn(roll) * this.#missed(others, roll), 0);
    for (const [i, roll] of this.rolls.entries()) {
      const share = (chance * roll.chance) / (1 - again);
      this.#pushOptions(chances, share * roll.won[target], x, stamina, luck, this.plan[luck][this.#wonAt(x, target, i)], (damage, spent, part) => {
        const left = x - Math.min(damage, this.staminaOf(x, target)) * this.strides[target];
        this.#pushAfter(chances, part, left, stamina, spent, others, i);
      }, this.rules.won);
      this.#pushStruck(chances, share * roll.lost[target], x, stamina, luck, others, i);
      let rest = others;
      let missed = share * drawn(roll);
      while (rest) {
        const foe = FIRST[rest];
        rest = without(rest, foe);
        this.#pushStruck(chances, missed * roll.lost[foe], x, stamina, luck, rest, i);
        missed *= 1 - roll.lost[foe];
      }
    }
  }

  #missed(set, { lost }) {
    return this.foes.reduce((product, _, foe) => (set & (1 << foe) ? product * (1 - lost[foe]) : product), 1);
  }

  #pushOptions(chances, chance, x, stamina, luck, verdict, hit, [plain, lucky, unlucky]) {
    if (!chance) return;
    if (verdict !== TEST) {
      hit(plain, luck, chance);
      return;
    }
    hit(lucky, luck - this.rules.luck_cost, chance * this.odds[luck][0]);
    hit(unlucky, luck - this.rules.luck_cost, chance * this.odds[luck][1]);
  }

  #pushStruck(chances, chance, x, stamina, luck, set, roll) {
    const verdict = this.plan[luck][this.#lostAt(x, set, set ? roll : 0)];
    this.#pushOptions(chances, chance, x, stamina, luck, verdict, (damage, spent, part) => {
      if (stamina > damage) this.#pushAfter(chances, part, x - damage * this.row, stamina - damage, spent, set, roll);
    }, this.rules.lost);
  }

  #pushAfter(chances, chance, x, stamina, luck, set, roll) {
    if (!chance) return;
    if (!set) {
      chances[luck][x] += chance;
      return;
    }
    const foe = FIRST[set];
    const rest = without(set, foe);
    const strikes = this.rolls[roll].lost[foe];
    this.#pushAfter(chances, chance * (1 - strikes), x, stamina, luck, rest, roll);
    this.#pushStruck(chances, chance * strikes, x, stamina, luck, rest, roll);
  }
}
