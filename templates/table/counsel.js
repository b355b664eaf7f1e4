/* Who is asked for advice: the solver of one foe, that of several, or that of what lies ahead. */
LuckAtlas.counsel = (function () {
  "use strict";

  const { adventure, answers, dice, parts } = LuckAtlas;
  const { rulesOf } = LuckAtlas.hits;

  /* Until the solver of several foes is there. */
  const coming = {
    answer: () => null,
    atHand: () => false,
    decide: () => null,
    prepare: async (state, signal) => {
      await parts.script("journey");
      await LuckAtlas.several.prepare(state, signal);
    },
  };
  const several = () => LuckAtlas.several || coming;
  const solverOf = (state) => (answers.alone(state) ? answers : several());
  const atHand = (state) => solverOf(state).atHand(state);
  const prepare = (state, signal) => solverOf(state).prepare(state, signal);

  /* null where the engine refuses the fight. */
  function safely(ask) {
    try {
      return ask();
    } catch {
      return null;
    }
  }

  const answer = (state) => safely(() => solverOf(state).answer(state));

  /* About the wound of an escape. As long as nothing is known of what lies ahead it is tested only where a normal one
     would kill and a Lucky one would not. */
  function escapeDecision(state) {
    const { stamina, luck } = state.scores;
    const { lost: [normal, lucky], luck_cost: cost } = rulesOf(state);
    const saves = luck > 0 && stamina <= normal && stamina > lucky && LuckAtlas.luckOdds(luck)[0] > 0;
    const does = LuckAtlas.outlook?.wound(state) ?? (saves ? "test" : "keep");
    return { outcome: "lost", does, verdict: does, test: null, keep: null, cost };
  }

  /* About the wound that waits for its choice. */
  function decide(state) {
    const { blows, settled } = state.open;
    const blow = blows[settled.length];
    if (blow.escape) return escapeDecision(state);
    return safely(() => (answers.alone(state) ? answers.answer(state)[blow.outcome] : several().decide(state)));
  }

  function testRoll(state) {
    const faces = dice.pair();
    const total = dice.sum(faces);
    return { choice: total <= state.scores.luck ? "lucky" : "unlucky", total, faces };
  }

  /* A round as the advice takes it: what is to be kept is kept, up to a test that the player has to roll. With the
     page's own dice tests are rolled as well. */
  function followed(state, event, rolls = false) {
    const [luck, luckDice, luckFaces] = [[], [], []];
    let now = adventure.step(state, event);
    while (now.phase === "answer") {
      const decision = decide(now);
      if (!decision || (decision.does === "test" && !rolls)) break;
      const { choice, total, faces } = decision.does === "test" ? testRoll(now) : { choice: "kept", total: null, faces: null };
      luck.push(choice);
      luckDice.push(total);
      luckFaces.push(faces);
      now = adventure.step(now, { luck: choice, dice: total });
    }
    if (!luck.length) return event;
    if (state.names.length > 1) return { ...event, luck, luckDice };
    const rolled = luckDice[0] ? { luckDice: luckDice[0], luckFaces: luckFaces[0] } : {};
    return { ...event, luck: luck[0], ...rolled };
  }

  /* A choice, with what the advice keeps after it. */
  function chosen(state, choice, total = null) {
    const event = { luck: choice, ...(total ? { dice: total } : {}) };
    if (state.open.again || state.open.settled.length + 1 === state.open.blows.length) return event;
    const kept = [];
    let now = adventure.step(state, event);
    while (now.phase === "answer" && decide(now)?.does === "keep") {
      kept.push("kept");
      now = adventure.step(now, { luck: "kept" });
    }
    return kept.length ? { luck: [choice, ...kept], dice: [total, ...kept.map(() => null)] } : event;
  }

  return { answer, atHand, chosen, decide, followed, prepare };
})();
