/* An adventure: what happened, as a list of events, and where it stands, which is what replaying them gives.

   { set: "luck", to: 8 }             a number was changed by hand; also "of-luck", "meals", "doses"
   { potion: "luck" }                 which score a potion brings back, "" for none
   { eat: true }, { drink: true }     a meal, a measure of potion
   { ahead: {…} }, { rules: … }       as in "a fight in one line"; `ahead.kind` is last, more or foes
   { round: "won", dice: [7, 5] }     or lost, drawn; what two dice showed for each side, if the page rolled them
   { luck: "lucky", dice: 6 }         or unlucky, kept: how the damage of that round was taken
   { foe: [7, 7] }                    the next foe; a fight that is not over is left
   { again: true }, { anew: true }    the same fight once more; another adventurer
   { open: {scores, ahead, rules} }   the fight of a link

   Undoing is leaving out the last event: so it reaches back across fights. An event that cannot be throws. */
LuckAtlas.adventure = (function () {
  "use strict";

  const HERO = ["skill", "stamina", "luck"];
  const SHEET = ["of-skill", "of-stamina", "of-luck", "meals", "doses"];
  const { HIT, HITS, rulesOf } = LuckAtlas.hits;
  const { shapes } = LuckAtlas;

  function begin({ start, ahead, rules = "books" }) {
    const { skill, stamina, luck, "foe-stamina": foe } = start;
    return {
      scores: { ...start }, of: { skill, stamina, luck, "foe-stamina": foe }, meals: 0, potion: "", doses: 0,
      ahead, rules, phase: "ready", open: null, entries: [], run: 0, used: 0, before: { ...start },
      end: null, fights: [], played: false,
    };
  }

  function must(holds) {
    if (!holds) throw new Error("this cannot happen in an adventure");
  }

  const count = (state) => state.entries.filter((entry) => entry.outcome).length;
  const foeOf = ({ before }) => [before["foe-skill"], before["foe-stamina"]];
  const fightOf = (state) => ({ foe: foeOf(state), count: count(state) });

  function changed(state, change, name, to) {
    const from = state.scores[name];
    const scores = { ...state.scores, [name]: to };
    const of = { ...state.of };
    if (HERO.includes(name)) of[name] = state.played ? Math.max(of[name], to) : to;
    else if (name === "foe-stamina" && !state.entries.length) of[name] = to;
    const entries = state.entries.length && from !== to ? [...state.entries, { change, name, from, to, after: scores }] : state.entries;
    return { ...state, scores, of, entries, before: state.entries.length ? state.before : scores };
  }

  const steps = {
    set(state, { set, to }) {
      const { least, most } = LuckAtlas.edition.limits;
      if (SHEET.includes(set)) {
        must(Number.isInteger(to) && to >= 0 && to <= 99);
        if (!set.startsWith("of-")) return { ...state, [set]: to };
        return { ...state, of: { ...state.of, [set.slice(3)]: to } };
      }
      must(Number.isInteger(to) && to >= least[set] && to <= most[set]);
      return changed(state, "set", set, to);
    },

    potion(state, { potion }) {
      must(potion === "" || HERO.includes(potion));
      return { ...state, potion };
    },

    eat(state) {
      must(state.meals > 0);
      const { meal } = LuckAtlas.edition;
      const to = Math.min(state.scores.stamina + meal, Math.max(state.of.stamina, state.scores.stamina));
      return { ...changed(state, "eat", "stamina", to), meals: state.meals - 1 };
    },

    /* A potion brings a score back to where it began; that of Fortune lifts that by one first. */
    drink(state) {
      must(state.potion && state.doses > 0);
      const name = state.potion;
      const to = Math.min(LuckAtlas.edition.limits.most[name], state.of[name] + (name === "luck" ? 1 : 0));
      const drunk = changed(state, "drink", name, to);
      return { ...drunk, of: { ...drunk.of, [name]: to }, doses: state.doses - 1 };
    },

    ahead(state, { ahead }) {
      must(shapes.ahead(ahead));
      return { ...state, ahead };
    },

    rules(state, { rules }) {
      must(shapes.rules(rules));
      const made = { ...state, rules };
      const { foe_yields_at: yields, losing_run: run, rounds } = rulesOf(made);
      must(state.phase === "over" || state.scores["foe-stamina"] > yields);
      // A fight that is under way goes on, for a round at least.
      const used = rounds === null ? state.used : Math.min(state.used, rounds - 1);
      return { ...made, run: run === null ? 0 : Math.min(state.run, run - 1), used };
    },

    round(state, { round, dice = null }) {
      must(state.phase === "ready" && ["won", "lost", "drawn"].includes(round) && shapes.dice(dice));
      const opened = { ...state, phase: "answer", open: { outcome: round, dice } };
      return round === "drawn" || state.scores.luck === 0 ? taken(opened, undefined, null) : opened;
    },

    luck(state, { luck, dice = null }) {
      must(state.phase === "answer" && Object.hasOwn(HITS, luck) && shapes.luckDice(dice));
      must(luck === "kept" || state.scores.luck > 0);
      return taken(state, luck, dice);
    },

    foe(state, { foe }) {
      must(shapes.foe(foe));
      const scores = { ...state.scores, "foe-skill": foe[0], "foe-stamina": foe[1] };
      if (state.end === "lost") Object.assign(scores, pick(state.before, HERO));
      return fightWith(noted(state), scores);
    },

    again: (state) => fightWith(noted(state), { ...state.before }),

    open(state, { open }) {
      must(shapes.scores(open.scores) && shapes.ahead(open.ahead));
      const opened = fightWith(noted(state), { ...open.scores });
      return steps.rules({ ...opened, ahead: open.ahead }, { rules: open.rules });
    },

    anew: () => begin(LuckAtlas.edition),
  };

  const pick = (from, names) => Object.fromEntries(names.map((name) => [name, from[name]]));

  /* The damage of the round that was rolled, and what the rules make of it. */
  function taken(state, choice, luckDice) {
    const rules = rulesOf(state);
    const { outcome, dice } = state.open;
    const before = state.scores;
    const after = { ...before };
    if (choice === "lucky" || choice === "unlucky") after.luck -= rules.luck_cost;
    if (outcome !== "drawn") after[HIT[outcome]] = Math.max(0, before[HIT[outcome]] - rules[outcome][HITS[choice || "kept"]]);
    const run = outcome === "lost" ? state.run + 1 : outcome === "won" || rules.draw_breaks_run ? 0 : state.run;
    const used = state.used + 1;
    const entry = { outcome, dice, choice, luckDice, before, after, run: state.run, used: state.used };
    const made = { ...state, scores: after, entries: [...state.entries, entry], open: null, run, used, played: true };
    const end = endOf(rules, after, run, used);
    return { ...made, end, phase: end ? "over" : "ready" };
  }

  function endOf(rules, after, run, used) {
    if (after["foe-stamina"] <= rules.foe_yields_at) return "won";
    if (after.stamina <= 0 || (rules.losing_run !== null && run >= rules.losing_run)) return "lost";
    return rules.rounds !== null && used >= rules.rounds ? rules.out_of_rounds : null;
  }

  /* The fight as it is remembered. */
  function noted(state) {
    if (!count(state)) return state;
    const { stamina, luck } = state.scores;
    const fight = { ...fightOf(state), end: state.end || "left", stamina, luck };
    return { ...state, fights: [...state.fights, fight] };
  }

  function fightWith(state, scores) {
    const [next, ...rest] = state.ahead.foes;
    const expected = state.end === "won" && state.ahead.kind === "foes" && next;
    const ahead = expected ? { ...state.ahead, foes: rest, kind: rest.length ? "foes" : "last" } : state.ahead;
    const of = { ...state.of, "foe-stamina": scores["foe-stamina"] };
    for (const name of HERO) of[name] = state.played ? Math.max(of[name], scores[name]) : scores[name];
    return { ...state, scores, of, ahead, phase: "ready", open: null, entries: [], run: 0, used: 0, before: { ...scores }, end: null };
  }

  function step(state, event) {
    const kind = Object.keys(steps).find((name) => Object.hasOwn(event, name));
    must(kind);
    return steps[kind](state, event);
  }

  /* Changes of one number by hand that follow each other are one event. */
  function joined(events, event) {
    const last = events[events.length - 1];
    const same = event.set && last && last.set === event.set;
    return [...(same ? events.slice(0, -1) : events), event];
  }

  const replay = (base, events) => events.reduce(step, base);

  return { begin, count, fightOf, foeOf, joined, replay, rulesOf, step, HIT, HITS };
})();
