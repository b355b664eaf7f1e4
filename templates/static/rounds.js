/* A fight, round by round: what happened in, where things stand out. The damage is the edition's.

   A fight is its start and a list of events, each one step of the player:
     { round: "won" }, "lost" or "drawn", or { round: [7, 8] }: what the dice of both sides show
     { test: true } or { test: false }: the choice after a round that was not drawn
     { luck: true }, false, or { luck: 5 }: what the dice of a luck test show
   `replay` plays them from the start and throws at one that cannot be; undoing is leaving out the last. */
window.LuckAtlas = window.LuckAtlas || {};

(function () {
  "use strict";

  const OUTCOMES = ["won", "drawn", "lost"];

  LuckAtlas.replay = function (start, events) {
    const state = { now: { ...start }, phase: "roll", rounds: [] };
    for (const event of events) steps[state.phase](state, event);
    return state;
  };

  const steps = {
    roll(state, event) {
      const outcome = outcomeOf(event.round, state.now);
      const round = { outcome, dice: Array.isArray(event.round) ? event.round : null, before: { ...state.now } };
      state.rounds.push(round);
      if (outcome === "drawn") finish(state, round);
      else if (LuckAtlas.canTest(state.now.luck)) state.phase = "choose";
      else hit(state, round, "plain");
    },

    choose(state, event) {
      must(typeof event.test === "boolean");
      const round = last(state);
      round.test = event.test;
      if (event.test) state.phase = "test";
      else hit(state, round, "plain");
    },

    test(state, event) {
      const round = last(state);
      const rolled = typeof event.luck === "number";
      must(rolled ? isPair(event.luck) : typeof event.luck === "boolean");
      round.luckDice = rolled ? event.luck : null;
      round.lucky = rolled ? event.luck <= state.now.luck : event.luck;
      state.now.luck -= LuckAtlas.edition.rules.luck_cost;
      hit(state, round, round.lucky ? "lucky" : "unlucky");
    },

    over() {
      must(false);
    },
  };

  function must(holds) {
    if (!holds) throw new Error("this cannot happen in a fight");
  }

  function last(state) {
    return state.rounds[state.rounds.length - 1];
  }

  function isPair(total) {
    const faces = LuckAtlas.edition.faces;
    return Number.isInteger(total) && total >= 2 * faces[0] && total <= 2 * faces[faces.length - 1];
  }

  function outcomeOf(round, now) {
    if (!Array.isArray(round)) {
      must(OUTCOMES.includes(round));
      return round;
    }
    must(round.length === 2 && round.every(isPair));
    const difference = now.skill + round[0] - now["foe-skill"] - round[1];
    return difference > 0 ? "won" : difference < 0 ? "lost" : "drawn";
  }

  function hit(state, round, kind) {
    const side = round.outcome === "won" ? "foe-stamina" : "stamina";
    state.now[side] = Math.max(0, state.now[side] - LuckAtlas.edition.rules[round.outcome][kind]);
    finish(state, round);
  }

  function finish(state, round) {
    round.after = { ...state.now };
    state.phase = state.now.stamina && state.now["foe-stamina"] ? "roll" : "over";
  }

  /* What a choice cost against best play, in millionths; undefined where there was none, or no table for it. */
  LuckAtlas.costOf = function (table, round) {
    if (!table || round.test === undefined || LuckAtlas.beyond(round.before)) return undefined;
    const { stake } = LuckAtlas.decision(table, round.before, round.outcome, "best");
    return Math.max(0, round.test ? -stake : stake);
  };

  /* The choices of a fight together, and how many of them the tables do not hold. */
  LuckAtlas.account = function (table, rounds) {
    const chosen = rounds.filter((round) => round.test !== undefined);
    const costs = chosen.map((round) => LuckAtlas.costOf(table, round)).filter((cost) => cost !== undefined);
    return { cost: costs.reduce((sum, cost) => sum + cost, 0), unjudged: chosen.length - costs.length };
  };

  function die() {
    const faces = LuckAtlas.edition.faces;
    const many = Math.floor(256 / faces.length) * faces.length;
    const byte = new Uint8Array(1);
    // A byte beyond the last whole multiple would favour the low faces.
    do crypto.getRandomValues(byte);
    while (byte[0] >= many);
    return faces[byte[0] % faces.length];
  }

  LuckAtlas.rollPair = function () {
    return [die(), die()];
  };
})();
