/* A whole adventure solved for one hero: when to test, eat and drink, whom to hit, when to escape, which way to go.

   What a hero has between two stages is a place: doses and meals, which make a pack, and stamina and luck, which make a
   plane of each pack. Doses that are gone tell how often Fortune has raised the limit of luck. What it is worth to stand
   somewhere is the chance to come through from there; a table has it for all places. A stage is a function from tables
   after it to the table before it, and every way leads forward, so one pass from the last stage to the first solves all:

       end        1 where the goal is met
       change     before(s) = after(s changed)
       choice     before(s) = best of after₁(s), after₂(s) …
       roll       before(s) = mean of after₁(s), after₂(s) …, each with its ways
       luck test  before(s) = mean of lucky(s with 1 luck less), unlucky(s with 1 luck less)
       fight      `duel` against one foe; a `Group` against several
       unknown    before(s) = mean over the foes of the books of fight(s)

   and before each stage meals and doses are taken as long as that is best. Floats: a worth is a mean of at most 1, or
   the best, of worths that are known, so each step of the longest way adds some 1e-16; results are right to 1e-12. */

import { Group, luckOdds, upTo } from "../luck-atlas.mjs";
import { Duel, planeSide } from "./duel.mjs";
import { mealsOnTheWay } from "./reading.mjs";

/** Ways to use luck: as is best for what lies ahead, never, or as is best for each fight alone with luck worth a price. */
export const AHEAD = { knows: true, price: 0 };
export const NEVER = { knows: false, price: null };
export const alone = (price) => ({ knows: false, price });

export class AdventureSolver {
  constructor(adventure, hero, use, moreMeals = 0) {
    this.adventure = adventure;
    this.hero = hero;
    this.use = use;
    const isFortune = adventure.potion === "fortune";
    this.mostMeals = adventure.meals + moreMeals + mealsOnTheWay(adventure.singles);
    this.box = { stamina: hero.stamina, luck: hero.luck + (isFortune ? adventure.doses : 0) };
    this.side = planeSide(this.box);
    this.plane = this.side * (this.box.luck + 1);
    this.packs = (adventure.doses + 1) * (this.mostMeals + 1);
    this.limits = upTo(adventure.doses).map((doses) => hero.luck + (isFortune ? adventure.doses - doses : 0));
    this.odds = upTo(this.box.luck).map((luck) => luckOdds(luck).map((ways) => ways / 36));
    this.duels = new Map();
    this.groups = new Map();
    this.before = [];
    this.inside = [];
    this.leave = [];
  }

  table = () => new Float64Array(this.packs * this.plane);

  /** Where a place stands in a table. */
  place({ stamina, luck, meals, doses }) {
    return (doses * (this.mostMeals + 1) + meals) * this.plane + luck * this.side + stamina;
  }

  /** Calls `visit(place, stamina, luck, meals, doses)` for every place of a living hero, packs with less first. */
  each(visit) {
    let at = 0;
    for (let doses = 0; doses <= this.adventure.doses; doses++)
      for (let meals = 0; meals <= this.mostMeals; meals++)
        for (let luck = 0; luck <= this.box.luck; luck++, at += this.side)
          for (let stamina = 1; stamina <= this.box.stamina; stamina++) visit(at + stamina, stamina, luck, meals, doses);
  }

  /** Solves all stages, the last one first: who runs it may pause in between. */
  *solving() {
    const { singles } = this.adventure;
    this.before[singles.length] = this.#end();
    for (let number = singles.length - 1; number >= 0; number--) {
      this.inside[number] = yield* this.#stage(singles[number], number);
      this.before[number] = this.#withProvisions(this.inside[number]);
    }
  }

  /** The chance to come through. */
  atStart(moreMeals = 0) {
    const { doses, meals } = this.adventure;
    return this.before[0][this.place({ ...this.hero, doses, meals: meals + moreMeals })];
  }

  #end() {
    const { least_stamina, least_luck } = this.adventure;
    const table = this.table();
    this.each((at, stamina, luck) => {
      table[at] = Number(stamina >= least_stamina && luck >= least_luck);
    });
    return table;
  }

  // ---- provisions

  /** Where a meal leads from a place, and a dose; null where there is none. */
  taken(at, stamina, luck, meals, doses) {
    const { meal, potion } = this.adventure;
    const fed = Math.min(stamina + meal, this.hero.stamina);
    const eaten = meals ? at - this.plane + fed - stamina : null;
    if (!doses) return [eaten, null];
    const less = at - (this.mostMeals + 1) * this.plane;
    const drunk = { strength: this.hero.stamina - stamina, fortune: (this.limits[doses - 1] - luck) * this.side, skill: 0 };
    return [eaten, less + drunk[potion]];
  }

  #withProvisions(inside) {
    const best = inside.slice();
    this.each((at, ...scores) => {
      for (const after of this.taken(at, ...scores)) if (after !== null && best[after] > best[at]) best[at] = best[after];
    });
    return best;
  }

  // ---- stages

  *#stage(stage, number) {
    switch (stage.kind) {
      case "choice":
        return this.#mixed((at) => Math.max(...stage.ways.map((to) => this.before[to][at])));
      case "roll": {
        const all = stage.ways.reduce((sum, [, ways]) => sum + ways, 0);
        return this.#mixed((at) => stage.ways.reduce((sum, [to, ways]) => sum + ways * this.before[to][at], 0) / all);
      }
      case "test": {
        const [lucky, unlucky] = [yield* this.#consequence(stage.lucky), yield* this.#consequence(stage.unlucky)];
        return this.#mixed((at, luck) => {
          const [good, bad] = this.odds[luck];
          const spent = luck ? at - this.side : at;
          return good * lucky[spent] + bad * unlucky[spent];
        });
      }
      case "unknown":
        return yield* this.#unknown(stage);
      case "fight":
        this.leave[number] = stage.escape === null ? null : this.escapes(stage.fight.rules, this.before[stage.escape]);
        return yield* this.#fight(stage.fight, this.before[stage.next], this.leave[number]);
      default:
        return this.#changed(this.before[stage.next], stage.change);
    }
  }

  #mixed(worth) {
    const table = this.table();
    this.each((at, _, luck) => {
      table[at] = worth(at, luck);
    });
    return table;
  }

  /** Where a change leads from a place: null to death. */
  change({ stamina: byStamina, luck: byLuck, meals: byMeals }, stamina, luck, meals, doses) {
    const left = Math.min(stamina + byStamina, this.hero.stamina);
    if (left <= 0) return null;
    const spared = Math.max(Math.min(luck + byLuck, this.limits[doses]), 0);
    return this.place({ stamina: left, luck: spared, meals: Math.min(Math.max(meals + byMeals, 0), this.mostMeals), doses });
  }

  #changed(after, change) {
    const table = this.table();
    this.each((at, ...scores) => {
      const to = this.change(change, ...scores);
      table[at] = to === null ? 0 : after[to];
    });
    return table;
  }

  /* Scores change first; then the hero is dead, or fights, or goes on. */
  *#consequence({ change, dead, fight, next }) {
    if (dead) return this.table();
    const after = fight ? yield* this.#fight(fight, this.before[next], null) : this.before[next];
    return this.#changed(after, change);
  }

  // ---- fights

  *#fight(fight, after, leave) {
    if (fight.foes.length > 1) return yield* this.#melee(fight, after, leave);
    const [[, foe]] = fight.foes;
    return yield* this.#fought(this.duel(fight.rules, fight.gap, foe), [[foe, 1]], after, leave);
  }

  *#unknown({ rules, duels, yielded, next }) {
    const table = this.before[next].map((worth) => yielded * worth);
    for (const { gap, foes } of duels) {
      const most = Math.max(...foes.map(([stamina]) => stamina));
      const fought = yield* this.#fought(this.duel(rules, gap, most), foes, this.before[next], null);
      for (let at = 0; at < table.length; at++) table[at] += fought[at];
    }
    return table;
  }

  /* The mean over foes of one skill gap, by their shares. */
  *#fought(duel, foes, after, leave) {
    const table = this.table();
    const { side, plane, box } = this;
    for (let pack = 0; pack < this.packs; pack++) {
      const values = this.solveDuel(duel, pack, after, leave);
      for (let luck = 0; luck <= box.luck; luck++) {
        for (let stamina = 1; stamina <= box.stamina; stamina++) {
          const row = duel.duel.place(stamina, 0, luck);
          let worth = 0;
          for (const [foe, share] of foes) worth += share * values[row + foe];
          table[pack * plane + luck * side + stamina] = worth;
        }
      }
      yield;
    }
    return table;
  }

  solveDuel({ duel, tests }, pack, after, leave) {
    return duel.solve(this.planeOf(after, pack), leave && this.planeOf(leave, pack), tests);
  }

  planeOf(table, pack) {
    return table.subarray(pack * this.plane, (pack + 1) * this.plane);
  }

  /** A duel, and where luck is tested in it: null where that hangs on what follows. */
  duel(rules, gap, foeStamina) {
    const key = JSON.stringify([rules, gap, foeStamina]);
    if (!this.duels.has(key)) {
      const duel = new Duel(rules, gap, { ...this.box, foeStamina });
      const { knows, price } = this.use;
      const tests = knows ? null : price === null ? new Uint8Array(duel.values.length) : duel.testsAlone(price);
      this.duels.set(key, { duel, tests });
    }
    return this.duels.get(key);
  }

  *#melee(fight, after, leave) {
    const table = this.table();
    const { side, plane, box } = this;
    const group = yield* this.group(fight);
    const start = group.at(0, fight.foes.map(([, stamina]) => stamina));
    for (let pack = 0; pack < this.packs; pack++) {
      const { values } = yield* this.solveGroup(group, pack, after, leave);
      for (let luck = 0; luck <= box.luck; luck++) {
        for (let stamina = 1; stamina <= box.stamina; stamina++) {
          table[pack * plane + luck * side + stamina] = values[luck][start + stamina * group.row];
        }
      }
    }
    return table;
  }

  /** A fight against several in one pack. Where luck is used as is best for the fight alone, whom to attack and whether
      to leave are still as is best for what follows. */
  *solveGroup(group, pack, after, leave) {
    const at = (table, stamina, luck) => table[pack * this.plane + luck * this.side + stamina];
    const { box } = group;
    const away = leave && upTo(box.luck).map((luck) => upTo(box.stamina).map((stamina) => at(leave, stamina, luck)));
    const measure = { won: (stamina, luck) => at(after, stamina, luck), lost: () => 0, leave: away };
    const [worth] = yield* group.fill([measure], { tests: this.use.knows });
    return worth;
  }

  *group(fight) {
    const key = JSON.stringify(fight);
    if (this.groups.has(key)) return this.groups.get(key);
    const group = new Group(fight.rules, fight.skill, fight.foes, fight.attack, this.box);
    const { knows, price } = this.use;
    if (!knows && price !== null) {
      const counted = fight.rules.luck_cost ? price : 0;
      const win = { won: (_, luck) => 1 + counted * luck, lost: (luck) => counted * luck };
      const lose = { won: () => 0, lost: () => 1 };
      yield* group.fill(counted ? [win] : [win, lose], { isSharp: !counted });
    }
    this.groups.set(key, group);
    return group;
  }

  // ---- escape

  /** What it is worth to escape, its wound to come. */
  escapes(rules, to) {
    const table = this.table();
    this.each((at, stamina, luck) => {
      const { keep, test, isTested } = this.wound(rules, to, at, stamina, luck);
      table[at] = isTested ? test : keep;
    });
    return table;
  }

  /** About the wound of an escape: what keeping and testing are worth, and which is done. */
  wound(rules, to, at, stamina, luck) {
    const [plain, lucky, unlucky] = rules.lost;
    const behind = (damage, spent) => (stamina > damage ? to[at - damage - spent * this.side] : 0);
    const keep = behind(plain, 0);
    if (!luck || this.use.price === null) return { keep, test: null, isTested: false };
    const [good, bad] = this.odds[luck];
    const test = good * behind(lucky, rules.luck_cost) + bad * behind(unlucky, rules.luck_cost);
    if (this.use.knows) return { keep, test, isTested: test > keep };
    const lives = good * Number(stamina > lucky) + bad * Number(stamina > unlucky);
    return { keep, test, isTested: lives - this.use.price * rules.luck_cost > Number(stamina > plain) };
  }
}
