/* The ends of a fight: what each is worth, in four respects, and what it is worth to escape.

   Of a stamina and a luck that are left: `value` is what is maximised, `win` the chance to win this fight, `luck` what
   is left of it after this fight, `survival` the chance to come through all that lies ahead.

   To escape takes one wound, that of a lost round, and luck may be tested on it. A share s of what lies ahead is left:
   the worth behind an escape is s times that behind a win, and 1 − s times that behind a defeat. */

import { TEST } from "./rules.mjs";

/** What is asked for at the end of a last fight. */
export const TO_WIN = { foes: [], luck_price: 0, least_stamina: 1, least_luck: 0 };

/** What ends are worth, from what is asked for at the very end and, with foes to follow, what comes before it. `share`
    is left behind an escape. */
export function ends({ luck_price, least_stamina, least_luck }, next, share) {
  const reached = (stamina, luck) => Number(stamina >= least_stamina && luck >= least_luck);
  const follows = (part) => next && ((stamina, luck) => next.worth(part, stamina, luck));
  const price = (luck) => luck_price * luck;
  const all = follows("values") ?? ((stamina, luck) => reached(stamina, luck) + price(luck));
  const parts = {
    value: { won: all, lost: price },
    win: { won: () => 1, lost: () => 0, left: () => 0 },
    luck: { won: (_, luck) => luck, lost: (luck) => luck },
    survival: { won: follows("survivals") ?? reached, lost: () => 0 },
  };
  for (const part of Object.values(parts)) {
    const { won, lost } = part;
    part.left ??= (stamina, luck) => (stamina ? share * won(stamina, luck) + (1 - share) * lost(luck) : lost(luck));
  }
  return parts;
}

/** Escaping from a fight: a wound, the decision about it, and what lies behind it. */
export class Escape {
  /* `odds`: by luck, lucky and unlucky rolls and their sum; `verdict` judges what keeping and testing are worth. */
  constructor(rules, odds, box, verdict) {
    this.rules = rules;
    this.odds = odds;
    this.verdict = verdict;
    this.plan = odds.map(() => new Uint8Array(box.stamina + 1));
  }

  /** The worth of escaping, by luck and stamina; `behind`: what lies behind the wound, by stamina (or 0) and luck. */
  tabulate(behind, deciding) {
    return this.odds.map((_, luck) =>
      Array.from(this.plan[luck].keys(), (stamina) => {
        if (!stamina) return behind(0, luck);
        const options = this.options(behind, stamina, luck);
        if (deciding) this.plan[luck][stamina] = this.verdict(options);
        return options[Number(this.plan[luck][stamina] === TEST)];
      }),
    );
  }

  /** What keeping is worth, and testing: null without luck. */
  options(behind, stamina, luck) {
    const [plain, lucky, unlucky] = this.rules.lost.map((damage) => Math.max(stamina - damage, 0));
    const [a, b, k] = this.odds[luck];
    const spent = luck - this.rules.luck_cost;
    return [behind(plain, luck), luck ? (a * behind(lucky, spent) + b * behind(unlucky, spent)) / k : null];
  }
}
