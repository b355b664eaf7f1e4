/* The best play followed from the start: how often each stage is reached, and with what. */

import { LEAVE, TIE, upTo } from "../luck-atlas.mjs";

/** Before a stage: go on, eat or drink. Ties: in this order. */
export const PROVISIONS = ["go on", "eat", "drink"];

/** The first of the best, by place in a list; what is null is no choice. */
export function best(worths) {
  return worths.reduce((first, worth, i) => (worth !== null && worth - worths[first] > TIE ? i : first), 0);
}

/** What going on, eating and drinking are worth before a stage. */
export function provisions(solver, number, at, ...scores) {
  const later = solver.taken(at, ...scores).map((after) => (after === null ? null : solver.before[number][after]));
  return [solver.inside[number][at], ...later];
}

export class Travel {
  constructor(solver) {
    this.solver = solver;
    this.arrivals = [...solver.inside.map(() => solver.table()), solver.table()];
    this.reached = solver.inside.map(() => 0);
    this.actions = solver.inside.map(() => null);
  }

  /** Follows everyone through all stages: who runs it may pause in between. */
  *travelling() {
    const { solver } = this;
    const { singles, doses, meals } = solver.adventure;
    this.arrivals[0][solver.place({ ...solver.hero, doses, meals })] = 1;
    for (const [number, stage] of singles.entries()) {
      const entered = this.#takeProvisions(number);
      this.reached[number] = entered.reduce((sum, chance) => sum + chance, 0);
      yield* this.#stage(stage, number, entered);
    }
  }

  /* Who enters a stage, with meals and doses taken. */
  #takeProvisions(number) {
    const { solver } = this;
    const chances = this.arrivals[number];
    const places = [];
    solver.each((...place) => places.push(place));
    for (const [at, ...scores] of places.reverse()) {
      if (!chances[at]) continue;
      const chosen = best(provisions(solver, number, at, ...scores));
      if (!chosen) continue;
      chances[solver.taken(at, ...scores)[chosen - 1]] += chances[at];
      chances[at] = 0;
    }
    return chances;
  }

  *#stage(stage, number, entered) {
    const { solver } = this;
    switch (stage.kind) {
      case "choice":
        return this.#choice(stage, number, entered);
      case "roll": {
        const all = stage.ways.reduce((sum, [, ways]) => sum + ways, 0);
        for (const [to, ways] of stage.ways) entered.forEach((chance, at) => (this.arrivals[to][at] += (chance * ways) / all));
        return;
      }
      case "test":
        return yield* this.#test(stage, entered);
      case "unknown": {
        const behind = this.arrivals[stage.next];
        entered.forEach((chance, at) => (behind[at] += chance * stage.yielded));
        for (const { gap, foes } of stage.duels) yield* this.#duel(stage.rules, gap, foes, stage.next, entered);
        return;
      }
      case "fight":
        return yield* this.#fightStage(stage, number, entered);
      default:
        return solver.each((at, ...scores) => {
          const to = solver.change(stage.change, ...scores);
          if (to !== null) this.arrivals[stage.next][to] += entered[at];
        });
    }
  }

  /* What each way is worth to those who come, on average. */
  #count(number, names, worths) {
    const { reached } = this;
    this.actions[number] ??= Object.fromEntries(names.map((name) => [name, 0]));
    names.forEach((name, i) => (this.actions[number][name] += worths[i] / reached[number]));
  }

  #choice({ names, ways }, number, entered) {
    entered.forEach((chance, at) => {
      if (!chance) return;
      const worths = ways.map((to) => this.solver.before[to][at]);
      this.#count(number, names, worths.map((worth) => chance * worth));
      this.arrivals[ways[best(worths)]][at] += chance;
    });
  }

  *#test({ lucky, unlucky }, entered) {
    const { solver } = this;
    for (const [result, what] of [lucky, unlucky].entries()) {
      if (what.dead) continue;
      const changed = what.fight ? solver.table() : this.arrivals[what.next];
      solver.each((at, stamina, luck, meals, doses) => {
        const chance = entered[at] * solver.odds[luck][result];
        const to = chance ? solver.change(what.change, stamina, Math.max(luck - 1, 0), meals, doses) : null;
        if (to !== null) changed[to] += chance;
      });
      if (what.fight) yield* this.#fight(what.fight, what.next, changed, null);
    }
  }

  *#fightStage({ fight, next, escape }, number, entered) {
    const { solver } = this;
    const leave = solver.leave[number];
    const left = leave && solver.table();
    yield* this.#fight(fight, next, entered, leave && { worths: leave, left, number });
    if (!leave) return;
    solver.each((at, stamina, luck) => {
      if (left[at]) this.#wound(fight.rules, escape, left[at], at, stamina, luck);
    });
  }

  /* The wound of an escape. */
  #wound(rules, to, chance, at, stamina, luck) {
    const { solver } = this;
    const { keep, test } = solver.wound(rules, solver.before[to], at, stamina, luck);
    const [plain, lucky, unlucky] = rules.lost;
    const hit = (damage, spent, part) => {
      if (stamina > damage) this.arrivals[to][at - damage - spent * solver.side] += chance * part;
    };
    if (test === null || test - keep <= TIE) return hit(plain, 0, 1);
    hit(lucky, rules.luck_cost, solver.odds[luck][0]);
    return hit(unlucky, rules.luck_cost, solver.odds[luck][1]);
  }

  *#fight(fight, next, entered, leave) {
    if (fight.foes.length > 1) return yield* this.#melee(fight, next, entered, leave);
    return yield* this.#duel(fight.rules, fight.gap, [[fight.foes[0][1], 1]], next, entered, leave);
  }

  /* One foe, or those of one skill gap by their shares. */
  *#duel(rules, gap, foes, next, entered, leave = null) {
    const { solver } = this;
    const { plane } = solver;
    const solved = solver.duel(rules, gap, Math.max(...foes.map(([stamina]) => stamina)));
    for (const pack of this.#packs(entered)) {
      const { duel } = solved;
      solver.solveDuel(solved, pack, solver.before[next], leave?.worths ?? null);
      const chances = new Float64Array(duel.values.length);
      this.#living(entered, pack, (chance, at, stamina, luck) => {
        for (const [foe, share] of foes) chances[duel.place(stamina, foe, luck)] += chance * share;
        if (leave) this.#countLeaving(leave, chance, at, duel.fought(stamina, foes[0][0], luck));
      });
      const { won, left } = duel.push(chances, leave && solver.planeOf(leave.worths, pack));
      won.forEach((chance, i) => (this.arrivals[next][pack * plane + i] += chance));
      if (leave) left.forEach((chance, i) => (leave.left[pack * plane + i] += chance));
      yield;
    }
  }

  #countLeaving({ number, worths }, chance, at, fought) {
    this.#count(number, ["fight", "escape"], [chance * fought, chance * worths[at]]);
  }

  #packs(entered) {
    return upTo(this.solver.packs - 1).filter((pack) => this.solver.planeOf(entered, pack).some(Boolean));
  }

  #living(entered, pack, visit) {
    const { box, side, plane } = this.solver;
    for (let luck = 0; luck <= box.luck; luck++) {
      for (let stamina = 1; stamina <= box.stamina; stamina++) {
        const at = pack * plane + luck * side + stamina;
        if (entered[at]) visit(entered[at], at, stamina, luck);
      }
    }
  }

  // ---- several foes at once

  *#melee(fight, next, entered, leave) {
    const { solver } = this;
    const group = yield* solver.group(fight);
    const start = group.at(0, fight.foes.map(([, stamina]) => stamina));
    for (const pack of this.#packs(entered)) {
      const worth = yield* solver.solveGroup(group, pack, solver.before[next], leave?.worths ?? null);
      const chances = group.odds.map(() => new Float64Array(group.size));
      this.#living(entered, pack, (chance, at, stamina, luck) => {
        chances[luck][start + stamina * group.row] = chance;
        if (!leave) return;
        const x = start + stamina * group.row;
        this.#countLeaving(leave, chance, at, Math.max(...fight.foes.map((_, foe) => group.against(worth, x, stamina, luck, foe))));
      });
      this.#pushGroup(group, chances, pack, next, leave);
      yield;
    }
  }

  #pushGroup(group, chances, pack, next, leave) {
    const { side, plane, box } = this.solver;
    for (let luck = box.luck; luck >= 0; luck--) {
      for (let stamina = box.stamina; stamina >= 1; stamina--) {
        const at = pack * plane + luck * side + stamina;
        for (let x = (stamina + 1) * group.row - 1; x > stamina * group.row; x--) {
          const chance = chances[luck][x];
          if (!chance) continue;
          if (group.targets[luck][x] === LEAVE) leave.left[at] += chance;
          else group.push(chances, chance, x, stamina, luck);
        }
        this.arrivals[next][at] += chances[luck][stamina * group.row];
      }
    }
  }
}
