/* The words of a fight against several foes at once. */
(function () {
  "use strict";

  const { arrow, IF, percentIn100, TITLES } = LuckAtlas.words;
  const { inHundred, plural, sentence } = LuckAtlas.words;
  const { foes } = LuckAtlas;

  const TARGET = { hit: "Hit this one", fend: "Only fend off" };
  const WAYS = { won: "I won", drawn: "We drew", lost: "I lost" };
  const WHO_ELSE = "Who else hit you?";
  const foeCalled = (names, who) => names[who] || TITLES[who];
  const hitBest = (chance, measure) => `${sentence(percentIn100(chance))} ${IF[measure]}`;
  const hitOther = (cost) => (inHundred(cost) ? `${plural(inHundred(cost), "win")} in 100 less` : "Hardly worse to hit");
  const hitWhom = (names, who) => `Hit ${foeCalled(names, who)}`;
  const missed = (names, who) => `${foeCalled(names, who)} missed`;
  const hitMe = (names, who) => `${foeCalled(names, who)} hit me`;
  const THEN = { keep: ", then keep", test: ", then test", see: ", then see" };
  const testOn = (names, { who, outcome }, kept, then) => `${kept ? "keep, then test " : ""}on ${outcome === "won" ? foeCalled(names, who) : "your wound"}${THEN[then] || ""}`;

  /* What is lost if nothing is tested. */
  function allKept(names, { round, target, hits }, from, to) {
    const wounds = from.stamina - to.stamina;
    const given = round === "won" ? `${foeCalled(names, target)} ${arrow(from[foes.staminaOf(target)], to[foes.staminaOf(target)])}` : "";
    const both = hits.length + (round === "lost" ? 1 : 0) > 1 ? "both: " : "";
    const taken = wounds ? `${both}−${wounds} STAMINA` : "";
    return [given, taken].filter(Boolean).join(", ") || "nothing changes";
  }

  const wayCalled = (names, outcome, target, hits) => `${WAYS[outcome]} against ${foeCalled(names, target)}${hits.map((who) => `, ${hitMe(names, who)}`).join("")}:`;

  const spokenSeveral = (names, answer) => `Hit ${foeCalled(names, answer.target)}. ${hitBest(answer.chance, answer.measure)}.`;

  Object.assign(LuckAtlas.words, { TARGET, WAYS, WHO_ELSE, allKept, foeCalled, hitBest, hitMe, hitOther, hitWhom, missed, spokenSeveral, testOn, wayCalled });
})();
