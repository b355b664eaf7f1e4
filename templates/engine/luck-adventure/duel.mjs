/* One foe on the way: a fight whose ends are worth what lies behind them.

   As in `luck-atlas`, V(h, f, l, m) is the worth between two rounds; here the ends are a table, the same fight is solved
   for many of them, and all runs in floats. A plane has a number for every luck and stamina of the hero. */

import { luckOdds, memories, roundWays, TIE, upTo } from "../luck-atlas.mjs";

const [WON, LOST] = [0, 1];

/** Where a stamina and a luck stand in a plane. */
export const planeSide = (box) => box.stamina + 1;

export class Duel {
  /* `box`: the largest stamina, foe stamina above that at which it yields, luck. */
  constructor(rules, skillGap, box) {
    const memory = memories(rules);
    const [side, width] = [planeSide(box), box.foeStamina + 1];
    const planes = rules.rounds === null && rules.losing_run === null ? 1 : memory.count + 2;
    this.rules = rules;
    this.box = box;
    this.memory = memory;
    this.side = side;
    this.width = width;
    this.planes = planes;
    this.size = side * width;
    this.values = new Float64Array((box.luck + 1) * planes * this.size);
    this.odds = upTo(box.luck).map((luck) => luckOdds(luck).map((ways) => ways / 36));
    const [won, drawn, lost] = roundWays(skillGap);
    const rounds = memory.drawn.map((after, m) => (after === m ? [won, 0, lost] : [won, drawn, lost]));
    this.ways = Float64Array.from(rounds.flatMap((ways) => ways.map((count) => count / (ways[0] + ways[1] + ways[2]))));
    const left = (most, damage) => Int32Array.from(upTo(most), (stamina) => Math.max(stamina - damage, 0));
    this.foeLeft = rules.won.map((damage) => left(box.foeStamina, damage));
    this.heroLeft = rules.lost.map((damage) => left(box.stamina, damage).map((stamina) => stamina * width));
  }

  /* Where a table of a luck and a memory begins. */
  #table(luck, m) {
    return (luck * this.planes + m) * this.size;
  }

  /** Where a state stands: the foe’s stamina is that above where it yields. */
  place(stamina, foe, luck, m = this.memory.number(null, 0)) {
    return this.#table(luck, m) + stamina * this.width + foe;
  }

  /* What is known at the ends of a fight; `after` has what a fallen hero is worth at stamina 0. */
  #ends(values, after, luck) {
    const { side, width, planes, memory, box } = this;
    const isWonAtLast = this.rules.out_of_rounds === "won";
    for (let m = 0; m < planes; m++) {
      for (let stamina = 0; stamina <= box.stamina; stamina++) {
        const row = this.#table(luck, m) + stamina * width;
        const [won, fallen] = [after[luck * side + stamina], after[luck * side]];
        values[row] = won;
        if (!stamina || m >= memory.count) values.fill(m > memory.count && isWonAtLast ? won : fallen, row + 1, row + width);
      }
    }
  }

  /** The worth of all states, from a plane of what lies behind a win and one of what it is worth to leave (or null).
      `tests` says where luck is tested, by place: 1 after a won round, 2 after a lost one, 3 after both; without it luck
      is tested where that is best. */
  solve(after, leave = null, tests = null) {
    const { values, box, side, memory } = this;
    for (let luck = 0; luck <= box.luck; luck++) {
      this.#ends(values, after, luck);
      for (let stamina = 1; stamina <= box.stamina; stamina++) {
        const away = leave ? leave[luck * side + stamina] : -Infinity;
        // A draw leads to a smaller memory, or changes nothing.
        for (let m = 0; m < memory.count; m++) this.#row(stamina, luck, m, tests, away);
      }
    }
    return values;
  }

  /* All foe staminas for one of the hero’s, one luck and one memory: what a page waits for is this loop. */
  #row(stamina, luck, m, tests, away) {
    const { values, width, memory, ways } = this;
    const [plainF, luckyF, unluckyF] = this.foeLeft;
    const [plainH, luckyH, unluckyH] = this.heroLeft;
    const row = stamina * width;
    const here = this.#table(luck, m) + row;
    const spent = luck && luck - this.rules.luck_cost;
    const [wonNow, wonSpent] = [this.#table(luck, memory.after[WON][m]) + row, this.#table(spent, memory.after[WON][m]) + row];
    const [lostNow, lostSpent] = [this.#table(luck, memory.after[LOST][m]), this.#table(spent, memory.after[LOST][m])];
    const [lostPlain, lostLucky, lostUnlucky] = [lostNow + plainH[stamina], lostSpent + luckyH[stamina], lostSpent + unluckyH[stamina]];
    const drawn = this.#table(luck, memory.drawn[m]) + row;
    const [pWon, pDrawn, pLost] = [ways[3 * m], ways[3 * m + 1], ways[3 * m + 2]];
    const [good, bad] = this.odds[luck];
    for (let foe = 1; foe < width; foe++) {
      let won = values[wonNow + plainF[foe]];
      let lost = values[lostPlain + foe];
      const planned = tests === null ? 0 : tests[here + foe];
      if (luck && (tests === null || planned)) {
        const wonTest = good * values[wonSpent + luckyF[foe]] + bad * values[wonSpent + unluckyF[foe]];
        const lostTest = good * values[lostLucky + foe] + bad * values[lostUnlucky + foe];
        if (tests === null ? wonTest > won : planned & 1) won = wonTest;
        if (tests === null ? lostTest > lost : planned & 2) lost = lostTest;
      }
      let total = pWon * won + pLost * lost;
      if (pDrawn) total += pDrawn * values[drawn + foe];
      values[here + foe] = total > away ? total : away;
    }
  }

  /* What a round leads to if you keep, or test. */
  #option(values, outcome, stamina, foe, luck, m, isTested) {
    const after = this.memory.after[outcome][m];
    if (!isTested) return values[this.#hit(outcome, 0, stamina, foe, luck, after)];
    const spent = luck - this.rules.luck_cost;
    const [good, bad] = this.odds[luck];
    return good * values[this.#hit(outcome, 1, stamina, foe, spent, after)] + bad * values[this.#hit(outcome, 2, stamina, foe, spent, after)];
  }

  /* Where a hit leads: plain, lucky or unlucky. */
  #hit(outcome, kind, stamina, foe, luck, after) {
    const table = this.#table(luck, after);
    return outcome === WON ? table + stamina * this.width + this.foeLeft[kind][foe] : table + this.heroLeft[kind][stamina] + foe;
  }

  /* What a round is worth, from what it is to win and to lose it. */
  #mean(values, won, lost, stamina, foe, luck, m) {
    const { ways } = this;
    const drawn = ways[3 * m + 1] && ways[3 * m + 1] * values[this.place(stamina, foe, luck, this.memory.drawn[m])];
    return ways[3 * m] * won + ways[3 * m + 2] * lost + drawn;
  }

  /* Goes through all states of the fight, each after those that a round leads to. */
  #eachPlace(visit) {
    const { box, memory } = this;
    for (let luck = 0; luck <= box.luck; luck++)
      for (let stamina = 1; stamina <= box.stamina; stamina++)
        for (let m = 0; m < memory.count; m++) for (let foe = 1; foe <= box.foeStamina; foe++) visit(stamina, foe, luck, m);
  }

  /** Where luck is tested by who plays for this fight alone, with a point of luck left worth so much; as `solve` takes it.

      Without a price the chance to win is worked out beside that to lose: where one of them is next to 1, an advantage
      shows in the other, however small. */
  testsAlone(price) {
    const { box, side } = this;
    const counted = this.rules.luck_cost ? price : 0;
    const plane = (worth) => Float64Array.from({ length: (box.luck + 1) * side }, (_, i) => worth(i % side, Math.floor(i / side)));
    const ends = [plane((stamina, luck) => Number(stamina > 0) + counted * luck), plane((stamina) => Number(stamina === 0))];
    const tables = (counted ? ends.slice(0, 1) : ends).map((after) => {
      const values = new Float64Array(this.values.length);
      for (let luck = 0; luck <= box.luck; luck++) this.#ends(values, after, luck);
      return values;
    });
    const tests = new Uint8Array(this.values.length);
    this.#eachPlace((stamina, foe, luck, m) => {
      const here = this.place(stamina, foe, luck, m);
      for (const outcome of [WON, LOST]) {
        const isTested = luck > 0 && this.#isBetter(tables, counted, outcome, stamina, foe, luck, m);
        if (isTested) tests[here] |= 1 << outcome;
      }
      for (const values of tables) {
        const after = (outcome) => this.#option(values, outcome, stamina, foe, luck, m, Boolean(tests[here] & (1 << outcome)));
        values[here] = this.#mean(values, after(WON), after(LOST), stamina, foe, luck, m);
      }
    });
    return tests;
  }

  /** Whether testing is better; with a price that counts nothing, by the chance to win or by that to lose.
      @param {Float64Array[]} tables */
  #isBetter(tables, price, outcome, stamina, foe, luck, m) {
    const [values, loss] = tables;
    const keep = this.#option(values, outcome, stamina, foe, luck, m, false);
    const test = this.#option(values, outcome, stamina, foe, luck, m, true);
    if (price) return test - keep > TIE;
    if (test - keep > TIE * keep) return true;
    const risk = this.#option(loss, outcome, stamina, foe, luck, m, false);
    return risk - this.#option(loss, outcome, stamina, foe, luck, m, true) > TIE * risk;
  }

  /** Passes chances on, from those before the fight, to those behind it by luck and stamina: a plane of those who won,
      and one of those who leave, before their wound. As `solve` has just solved it. */
  push(chances, leave = null) {
    const { box, side, memory } = this;
    const [won, left] = [new Float64Array((box.luck + 1) * side), new Float64Array((box.luck + 1) * side)];
    for (let luck = box.luck; luck >= 0; luck--)
      for (let stamina = box.stamina; stamina >= 1; stamina--)
        for (let m = memory.count - 1; m >= 0; m--)
          for (let foe = box.foeStamina; foe >= 1; foe--) {
            const here = this.place(stamina, foe, luck, m);
            const chance = chances[here];
            if (!chance) continue;
            if (leave && leave[luck * side + stamina] > this.fought(stamina, foe, luck, m) + TIE) left[luck * side + stamina] += chance;
            else this.#round(chances, chance, stamina, foe, luck, m);
          }
    for (let luck = 0; luck <= box.luck; luck++) {
      for (let stamina = 1; stamina <= box.stamina; stamina++) won[luck * side + stamina] = this.#arrived(chances, stamina, luck);
    }
    return { won, left };
  }

  /** What the next round is worth, as `solve` has just solved it. */
  fought(stamina, foe, luck, m = this.memory.number(null, 0)) {
    const best = (outcome) => {
      const keep = this.#option(this.values, outcome, stamina, foe, luck, m, false);
      return luck ? Math.max(keep, this.#option(this.values, outcome, stamina, foe, luck, m, true)) : keep;
    };
    return this.#mean(this.values, best(WON), best(LOST), stamina, foe, luck, m);
  }

  #round(chances, chance, stamina, foe, luck, m) {
    const { values, ways, odds } = this;
    if (ways[3 * m + 1]) chances[this.place(stamina, foe, luck, this.memory.drawn[m])] += chance * ways[3 * m + 1];
    for (const outcome of [WON, LOST]) {
      const share = chance * ways[3 * m + 2 * outcome];
      const after = this.memory.after[outcome][m];
      const keep = this.#option(values, outcome, stamina, foe, luck, m, false);
      if (luck && this.#option(values, outcome, stamina, foe, luck, m, true) - keep > TIE) {
        const spent = luck - this.rules.luck_cost;
        chances[this.#hit(outcome, 1, stamina, foe, spent, after)] += share * odds[luck][0];
        chances[this.#hit(outcome, 2, stamina, foe, spent, after)] += share * odds[luck][1];
      } else chances[this.#hit(outcome, 0, stamina, foe, luck, after)] += share;
    }
  }

  /* The chance to stand behind the fight, by all that it may have remembered. */
  #arrived(chances, stamina, luck) {
    let total = 0;
    for (let m = 0; m < this.planes; m++) {
      const row = this.place(stamina, 0, luck, m);
      const isOver = m > this.memory.count && this.rules.out_of_rounds === "won";
      for (let foe = 0; foe < (isOver ? this.width : 1); foe++) total += chances[row + foe];
    }
    return total;
  }
}
