/* An adventure: what happened, as a list of events, and where it stands, which is what replaying them gives.

   { set: "luck", to: 8 }             a number was changed by hand; also "of-luck", "meals", "doses"
   { name: "Orc", of: 0 }             what a foe is called
   { potion: "luck" }                 which score a potion brings back, "" for none
   { eat: true }, { drink: true }     a meal, a measure of potion
   { tested: "lucky", dice: 6 }       a luck test outside a fight
   { sword: 1 }                       a weapon that adds to SKILL
   { note: "…" }                      a line on the Adventure Sheet
   { ahead: {…} }                     as in "a fight in one line"; `ahead.kind` is last, more or foes
   { rules: …, all: true }            the rules of this foe; of the adventure, where `all` is set
   { round: "won", dice: [7, 5] }     or lost, drawn; what two dice showed for each side, if the page rolled them;
                                      with several foes `target`, and `hits`: which of the others wounded you
                                      `faces`: die by die
   { luck: "lucky", dice: 6 }         or unlucky, kept: how the wound of that round was taken; a list for several wounds
   { round: …, luck: "kept" }         both in one tap; `luckDice` is the roll of a test; a list where there are several
   { escape: true }                   a fight is left for a wound; `luck` as above
   { reopen: true }                   the choice of the last round once more: "I tested after all"
   { add: [7, 6] }, { drop: true }    one more foe at once before the first round; one less
   { foe: [7, 7], named: "Orc" }      the next foe; `others` are at once with it; `last` where it is the last fight; a
                                      fight that is not over is left
   { again: true }                    the same fight once more
   { anew: {…} }                      a new adventurer, on the road
   { open: {scores, ahead, rules} }   the fight of a link

   Undoing is leaving out the last event: so it reaches back across fights. An event that cannot be throws. */
LuckAtlas.adventure = (function () {
  "use strict";

  const { foes, rounds, shapes } = LuckAtlas;
  const { HERO } = foes;
  const SHEET = ["of-skill", "of-stamina", "of-luck", "meals", "doses"];
  const { HIT, HITS, rulesOf } = LuckAtlas.hits;
  const MOST_NOTED = 20;
  const LONGEST = { name: 40, note: 2000 };

  function begin({ start, ahead, rules = "books" }) {
    const { skill, stamina, luck, "foe-stamina": foe } = start;
    return {
      scores: { ...start }, of: { skill, stamina, luck, "foe-stamina": foe }, meals: 0, potion: "", doses: 0,
      names: [""], note: "", ahead, rules, usual: rules, phase: "ready", open: null, entries: [], road: [], run: 0, used: 0,
      before: { ...start }, end: null, fights: [], played: false,
    };
  }

  function must(holds) {
    if (!holds) throw new Error("this cannot happen in an adventure");
  }

  const count = (state) => state.entries.filter((entry) => entry.outcome).length;
  const foesOf = ({ before }) => foes.pairs(before);
  const foeOf = (state) => foesOf(state)[0];
  /* An escape is no round. */
  const fought = ({ entries }) => entries.filter(({ outcome }) => outcome && outcome !== rounds.ESCAPE).length;
  const fightOf = (state) => ({ foe: foeOf(state), foes: foesOf(state), names: state.names, count: fought(state) });
  const dead = (state) => state.end === "lost";
  /* Between fights, or before the first round of one. */
  const resting = (state) => !dead(state) && state.phase !== "answer" && (state.phase !== "ready" || !state.entries.length);
  const onRoad = ({ phase }) => phase === "road" || phase === "over";

  /* A score that changed outside a round: told in the fight that is on, or on the road. */
  function changed(state, change, name, to, more = {}) {
    const from = state.scores[name];
    const scores = { ...state.scores, [name]: to };
    const of = { ...state.of };
    if (HERO.includes(name) ? !state.played : foes.plainName(name) === "foe-stamina" && !state.entries.length) of[name] = to;
    const noted = { change, name, from, to, after: scores, ...more };
    const fighting = state.phase === "ready" && state.entries.length;
    const same = from === to && change !== "test";
    if (onRoad(state)) return { ...state, scores, of, road: same ? state.road : [...state.road, noted].slice(-MOST_NOTED) };
    if (fighting) return { ...state, scores, of, entries: same ? state.entries : [...state.entries, noted] };
    return { ...state, scores, of, before: scores };
  }

  const numbers = {
    set(state, { set, to }) {
      if (SHEET.includes(set)) {
        must(Number.isInteger(to) && to >= 0 && to <= 99);
        if (!set.startsWith("of-")) return { ...state, [set]: to };
        return { ...state, of: { ...state.of, [set.slice(3)]: to } };
      }
      const { least, most } = LuckAtlas.edition.limits;
      const plain = foes.plainName(set);
      must(state.scores[set] !== undefined && !dead(state) && state.phase !== "answer");
      must(Number.isInteger(to) && to >= least[plain] && to <= most[plain]);
      return changed(state, "set", set, to);
    },

    potion(state, { potion }) {
      must(potion === "" || HERO.includes(potion));
      return { ...state, potion };
    },

    eat(state) {
      must(state.meals > 0 && !dead(state) && state.phase !== "answer");
      const { meal } = LuckAtlas.edition;
      const to = Math.min(state.scores.stamina + meal, Math.max(state.of.stamina, state.scores.stamina));
      return { ...changed(state, "eat", "stamina", to), meals: state.meals - 1 };
    },

    /* A potion brings a score back to where it began; that of Fortune lifts that by one first. */
    drink(state) {
      must(state.potion && state.doses > 0 && !dead(state) && state.phase !== "answer");
      const name = state.potion;
      const begun = Math.min(LuckAtlas.edition.limits.most[name], state.of[name] + (name === "luck" ? 1 : 0));
      const drunk = changed(state, "drink", name, Math.max(begun, state.scores[name]));
      return { ...drunk, of: { ...drunk.of, [name]: begun }, doses: state.doses - 1 };
    },

    tested(state, { tested, dice = null }) {
      must(resting(state) && ["lucky", "unlucky"].includes(tested) && shapes.luckDice(dice));
      must(state.scores.luck > 0 || tested === "unlucky");
      return changed(state, "test", "luck", Math.max(0, state.scores.luck - 1), { result: tested, dice });
    },

    sword(state, { sword }) {
      const to = state.scores.skill + sword;
      must(resting(state) && Number.isInteger(sword) && Math.abs(sword) <= 9 && to >= 0 && to <= 99);
      const armed = changed(state, "sword", "skill", to);
      return { ...armed, of: { ...armed.of, skill: Math.max(0, state.of.skill + sword) } };
    },

    note(state, { note }) {
      must(typeof note === "string" && note.length <= LONGEST.note);
      return { ...state, note };
    },
  };

  const terms = {
    ahead(state, { ahead }) {
      must(shapes.ahead(ahead));
      return { ...state, ahead };
    },

    rules(state, { rules, all = false }) {
      must(shapes.rules(rules) && !state.open);
      const made = { ...state, rules, usual: all ? rules : state.usual };
      const { foe_yields_at: yields, losing_run: run, rounds: limit } = rulesOf(made);
      must(onRoad(state) || foes.living(state.scores, yields).length);
      // A fight that is under way goes on, for a round at least.
      const used = limit === null ? state.used : Math.min(state.used, limit - 1);
      return { ...made, run: run === null ? 0 : Math.min(state.run, run - 1), used };
    },
  };

  const fighting = {
    round(state, { round, dice = null, faces, luck, luckDice = null, luckFaces, target, hits = [] }) {
      const living = foes.living(state.scores, rulesOf(state).foe_yields_at);
      const at = target ?? living[0];
      must(state.phase === "ready" && ["won", "lost", "drawn"].includes(round) && shapes.roundDice(dice));
      must(living.includes(at) && shapes.list((who) => who !== at && living.includes(who), 0, foes.MOST - 1)(hits) && new Set(hits).size === hits.length);
      must(shapes.faces(faces) && shapes.faces(luckFaces && [luckFaces]));
      const more = faces ? { faces } : {};
      return chosen(rounds.begin(state, { outcome: round, dice, target: at, hits: [...hits].sort(), ...more }), luck, luckDice, luckFaces);
    },

    luck(state, { luck, dice = null, faces }) {
      if (Array.isArray(luck)) return chosen(state, luck, dice);
      must(state.phase === "answer" && Object.hasOwn(HITS, luck) && shapes.luckDice(dice));
      return rounds.choose(state, luck, dice, faces);
    },

    escape(state, { luck, luckDice = null }) {
      must(state.phase === "ready");
      const [target] = foes.living(state.scores, rulesOf(state).foe_yields_at);
      return chosen(rounds.begin(state, { outcome: rounds.ESCAPE, dice: null, target, hits: [] }), luck, luckDice);
    },

    reopen(state) {
      must(canReopen(state));
      return rounds.reopen(state);
    },
  };

  /* The choices that came with a round, one for each of its wounds. */
  function chosen(state, luck, luckDice, luckFaces) {
    if (luck === undefined) return state;
    const dice = Array.isArray(luck) ? luckDice || [] : [luckDice];
    return [luck].flat().reduce((now, choice, i) => fighting.luck(now, { luck: choice, dice: dice[i] ?? null, faces: luckFaces }), state);
  }

  /* Whether there is a choice in the last round that could have been another. */
  function canReopen({ entries, road, phase }) {
    const last = entries[entries.length - 1];
    return Boolean(last && (last.choice || last.blows?.some(({ choice }) => choice))) && phase !== "answer" && phase !== "road" && !road.length;
  }

  const journey = {
    name(state, { name, of = 0 }) {
      must(typeof name === "string" && name.length <= LONGEST.name && foes.indices(state.scores).includes(of));
      return { ...state, names: state.names.map((known, who) => (who === of ? name : known)) };
    },

    add(state, { add }) {
      const pairs = foes.pairs(state.scores);
      must(state.phase === "ready" && !state.entries.length && shapes.foe(add) && pairs.length < foes.MOST);
      return lineUp(state, [...pairs, add], [...state.names, ""]);
    },

    drop(state) {
      const pairs = foes.pairs(state.scores);
      must(state.phase === "ready" && !state.entries.length && pairs.length > 1);
      return lineUp(state, pairs.slice(0, -1), state.names.slice(0, -1));
    },

    foe(state, { foe, named = "", others = [], last = false }) {
      must(shapes.foe(foe) && shapes.list((other) => shapes.foe(other.slice(0, 2)), 0, foes.MOST - 1)(others));
      const lined = foes.withFoes(dead(state) ? state.before : state.scores, [foe, ...others]);
      const met = fightWith(noted(state), lined, [named, ...others.map(([, , name = ""]) => name)]);
      return last ? { ...met, ahead: { ...met.ahead, kind: "last", luck_price: 0 } } : met;
    },

    again: (state) => fightWith(noted(state), { ...state.before }, state.names),

    open(state, { open }) {
      must(shapes.scores(open.scores) && shapes.ahead(open.ahead));
      const opened = fightWith(noted(state), { ...open.scores }, foes.indices(open.scores).map(() => ""));
      const { scores } = opened;
      const of = Object.fromEntries(HERO.map((name) => [name, state.played ? Math.max(state.of[name], scores[name]) : scores[name]]));
      return terms.rules({ ...opened, of: { ...opened.of, ...of }, ahead: open.ahead }, { rules: open.rules, all: true });
    },

    anew(state, { anew }) {
      const fresh = begin(LuckAtlas.edition);
      if (anew === true) return fresh;
      const { scores, meals, doses, potion } = anew;
      const begun = { ...fresh.scores, ...scores };
      must(shapes.scores(begun) && [meals, doses].every((number) => Number.isInteger(number) && number >= 0 && number <= 99));
      const made = { ...fresh, scores: begun, before: begun, of: { ...fresh.of, ...scores }, meals, doses, phase: "road", played: true };
      return numbers.potion(made, { potion });
    },
  };

  /* The foes of a fight that has not begun. */
  function lineUp(state, pairs, names) {
    const scores = foes.withFoes(state.scores, pairs);
    return { ...state, scores, before: scores, names, of: { ...state.of, ...staminas(scores) } };
  }

  const staminas = (scores) => Object.fromEntries(foes.indices(scores).map((who) => [foes.staminaOf(who), scores[foes.staminaOf(who)]]));

  /* The fight as it is remembered. */
  function noted(state) {
    if (!count(state)) return state;
    const { stamina, luck } = state.entries[state.entries.length - 1].after;
    const spent = state.before.luck - luck;
    const fight = { ...fightOf(state), end: state.end || "left", stamina, luck, spent };
    return { ...state, fights: [...state.fights, fight] };
  }

  /* Foes that were expected are met one by one; after the last of them comes what was said to follow. Where another
     fight follows the last one, it was not the last. */
  function aheadNow({ ahead, end }) {
    const [next, ...rest] = ahead.foes;
    const { price, prices } = LuckAtlas.edition;
    if (ahead.kind === "last" && (end === "won" || end === "escaped")) return { ...ahead, kind: "more", luck_price: prices[ahead.tests] ?? price };
    if (!["won", "escaped"].includes(end) || ahead.kind !== "foes" || !next) return ahead;
    return { ...ahead, foes: rest, kind: rest.length ? "foes" : ahead.luck_price > 0 ? "more" : "last" };
  }

  function fightWith(state, scores, names) {
    const of = Object.fromEntries(HERO.map((name) => [name, state.of[name]]));
    return {
      ...state, scores, names, ahead: aheadNow(state), rules: state.usual,
      of: { ...of, ...staminas(scores) }, phase: "ready", open: null, entries: [], road: [], run: 0, used: 0,
      before: { ...scores }, end: null,
    };
  }

  const steps = { ...journey, ...fighting, ...terms, ...numbers };
  /* A round may carry its choice, a foe its name: what an event is comes first in this list. */
  const KINDS = ["round", "escape", "foe", "open", "rules", "luck", ...Object.keys(steps)];

  function step(state, event) {
    const kind = KINDS.find((name) => Object.hasOwn(event, name));
    must(kind);
    return steps[kind](state, event);
  }

  const replay = (base, events) => events.reduce(step, base);

  return { begin, canReopen, count, dead, fightOf, foeOf, onRoad, replay, resting, rulesOf, step, HIT, HITS };
})();
