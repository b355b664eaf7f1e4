/* The answer for a fight against several foes at once. */

import { check, orNull, whole } from "./checks.mjs";
import { ends, Escape } from "./ends.mjs";
import { Group, without } from "./group.mjs";
import { TIE } from "./numbers.mjs";
import { VERDICTS } from "./rules.mjs";

/* The foe to attack: the first of the best. */
const best = (targets) => targets.reduce((first, worth, foe) => (worth !== null && (targets[first] === null || worth > targets[first] + TIE) ? foe : first), 0);

const NOTHING = { verdict: "keep", test: null, keep: null, stake: null };

/** What `solve` finds for several foes. Ask it for a state before a round: {stamina, foes, luck}. */
export class GroupSolution {
  /* `fight`: {skill, foes, attack, escape}; `box`: the largest stamina and luck; `goal`: what the very end is worth;
     `next`: of the foe that follows. */
  constructor(rules, fight, box, goal, next) {
    const foes = fight.foes.map(([skill, stamina]) => [skill, stamina - rules.foe_yields_at]);
    this.rules = rules;
    this.fight = fight;
    this.box = box;
    this.goal = goal;
    this.next = next;
    this.exact = false;
    this.group = new Group(rules, fight.skill, foes, fight.attack, box);
  }

  /** Decides everything, row by row: who runs it may pause in between. */
  *solving() {
    const { group, goal, next, fight, rules, box } = this;
    if (next) yield* next.solving();
    const parts = ends(goal, next, fight.escape);
    const escape = new Escape(rules, group.odds.map((odds) => [...odds, 1]), box, (options) => group.verdict(options));
    const measure = (part, deciding = false) => ({
      ...part,
      leave: fight.escape === null ? null : escape.tabulate(part.left, deciding),
    });
    this.parts = parts;
    this.escape = escape;
    const isToWin = !next && goal.least_stamina === 1 && !goal.least_luck && fight.escape === null;
    const names = isToWin ? ["luck", "win"] : ["luck", "win", "survival"];
    const [value, lucks, wins, survivals = wins] = yield* group.fill([measure(parts.value, true), ...names.map((name) => measure(parts[name]))]);
    this.values = value;
    this.lucks = lucks;
    this.wins = wins;
    this.survivals = survivals;
    this.never = new Group(rules, fight.skill, group.foes, fight.attack, { ...box, luck: 0 });
    const [nevers] = yield* this.never.fill([parts.win]);
    this.nevers = nevers;
  }

  /* Where a state stands in the tables. */
  #place({ stamina, foes, luck }) {
    const { box, fight, group } = this;
    const at = this.rules.foe_yields_at;
    const given = check("state", { stamina, foes: foes ?? fight.foes.map((foe) => foe[1]), luck }, {
      stamina: whole(1, box.stamina),
      foes: {
        allowed: `the stamina of each foe, at most ${fight.foes.map((foe) => foe[1]).join(", ")}, not all down`,
        fits: (value) =>
          Array.isArray(value) &&
          value.length === fight.foes.length &&
          value.every((foe, i) => whole(0, fight.foes[i][1]).fits(foe)) &&
          value.some((foe) => foe > at),
      },
      luck: whole(0, box.luck),
    });
    const x = group.at(stamina, given.foes.map((foe) => Math.max(0, foe - at)));
    return { x, stamina, luck, standing: group.standing[x % group.row] };
  }

  /* What keeping is worth, and testing, about the wound given to the target or taken from a foe: the average over the
     rolls of the hero, by how often they bring it, where one roll counts against all. Null where none does. */
  #options(worth, { x, stamina, luck, standing }, target, outcome, foe, known) {
    const { group } = this;
    if (!(standing & (1 << foe))) return null;
    const others = without(standing, target);
    const after = foe === target ? others : others & ~((2 << foe) - 1);
    let [weight, keep, test] = [0, 0, 0];
    for (const [roll, chances] of group.rolls.entries()) {
      const share = group.rolls.length === 1 ? 1 : known === null ? chances.chance * chances[outcome][foe] : Number(roll === known - 2 && chances[outcome][foe] > 0);
      if (!share) continue;
      const found = outcome === "won" ? group.won(worth, x, stamina, luck, target, roll) : group.lost(worth, x, stamina, luck, after, roll);
      weight += share;
      keep += share * found[0];
      test += share * found[1];
    }
    return weight ? [keep / weight, luck ? test / weight : null] : null;
  }

  #decision(options) {
    if (!options) return { ...NOTHING };
    const [keep, test] = options;
    if (test === null) return { ...NOTHING, keep };
    return { verdict: VERDICTS[this.group.verdict(options)], test, keep, stake: test - keep };
  }

  #each(state, { target = null, roll = null }, worth, told) {
    const place = this.#place(state);
    const targets = this.#targets(place);
    const { foes } = this.group;
    check("asked", { target, roll }, { target: orNull(whole(0, foes.length - 1)), roll: orNull(whole(2, 12)) });
    const chosen = target ?? best(targets);
    const lost = foes.map((_, foe) => told(this.#options(worth, place, chosen, "lost", foe, roll)));
    return { place, targets, target: chosen, won: told(this.#options(worth, place, chosen, "won", chosen, roll)), lost };
  }

  /* What a round against each foe is worth. */
  #targets({ x, stamina, luck, standing }) {
    return this.group.foes.map((_, foe) => (standing & (1 << foe) ? this.group.against(this.values, x, stamina, luck, foe) : null));
  }

  /** The whole answer. Within a round it is `asked` with the target that was chosen and, where one roll of yours
      counts against all, that roll: scores as they stand now. */
  at(state, asked = {}) {
    const { place, targets, target, won, lost } = this.#each(state, asked, this.values, (options) => this.#decision(options));
    const { x, luck } = place;
    const figure = (worth) => worth.values[luck][x];
    const answer = {
      target,
      targets,
      won,
      lost,
      value: figure(this.values),
      win_chance: figure(this.wins),
      win_chance_never: this.nevers.values[0][x],
      luck_spent: luck - figure(this.lucks),
      survival: figure(this.survivals),
    };
    return this.fight.escape === null ? answer : { ...answer, escape: this.#leaving(place, Math.max(...targets)) };
  }

  #leaving({ stamina, luck }, fight) {
    const wound = this.#decision(this.escape.options(this.parts.value.left, stamina, luck));
    const escape = wound.test !== null && wound.verdict === "test" ? wound.test : wound.keep;
    const verdict = ["fight", "escape", "either"][this.group.verdict([fight, escape])];
    return { verdict, escape, fight, stake: escape - fight, wound };
  }

  /** The chance that all ends well if you test, and if you keep: about the wound given, and about one from each foe. */
  chances(state, asked = {}) {
    const told = (options) => ({ keep: options && options[0], test: options && options[1] });
    const { won, lost } = this.#each(state, asked, this.survivals, told);
    return { won, lost };
  }
}
