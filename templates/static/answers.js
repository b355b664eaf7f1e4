/* The answer for one fight: what the tables say, in words. */
window.LuckAtlas = window.LuckAtlas || {};

(function () {
  "use strict";

  const words = LuckAtlas.words;
  const ENDINGS = { won: "win", lost: "loss" };
  const OTHER = { thrifty: "best", best: "thrifty" };
  const OTHER_WORDS = { thrifty: "Thrifty", best: "For the win alone" };

  function column(table, name, policy) {
    return table.columns[policy === "thrifty" ? name + "_thrifty" : name];
  }

  function sentence(text) {
    return text.charAt(0).toUpperCase() + text.slice(1) + ".";
  }

  LuckAtlas.canTest = function (luck) {
    return luck >= Math.max(LuckAtlas.edition.rules.luck_cost, 1);
  };

  /* Why the tables say nothing about a fight, or "". */
  LuckAtlas.beyond = function (fight) {
    const most = LuckAtlas.edition.rules.max_stamina;
    if (fight.stamina > most || fight["foe-stamina"] > most) {
      return `The tables end at STAMINA ${most}. Play on, and ask again when both are at ${most} or below.`;
    }
    const gap = LuckAtlas.clampGap(fight.skill - fight["foe-skill"]);
    return LuckAtlas.hasGap(gap) ? "" : `There are no tables for skill gap ${words.signed(gap)}.`;
  };

  /* Says so where the skill gap is beyond the tables, and plays like their last. */
  LuckAtlas.clamped = function (fight) {
    const gap = fight.skill - fight["foe-skill"];
    const used = LuckAtlas.clampGap(gap);
    if (gap === used) return "";
    const never = gap > 0 ? "lose" : "win";
    return `Skill gap ${words.signed(gap)} plays exactly like ${words.signed(used)}: you never ${never} a round.`;
  };

  LuckAtlas.place = function (table, fight) {
    return (fight.luck * table.side + fight.stamina - 1) * table.side + fight["foe-stamina"] - 1;
  };

  LuckAtlas.decision = function (table, fight, outcome, policy) {
    const at = LuckAtlas.place(table, fight);
    const ending = ENDINGS[outcome];
    const verdict = column(table, "on_" + ending, policy)[at];
    const other = column(table, "on_" + ending, OTHER[policy])[at];
    const stake = table.columns["stake_" + ending][at];
    const { verdicts, verdict_words: verdictWords } = LuckAtlas.edition;
    return {
      stake,
      verdict: verdicts[verdict],
      words: verdictWords[verdict],
      effect: LuckAtlas.canTest(fight.luck) ? sentence("a test " + words.effect(stake)) : "",
      why: table.reasons[column(table, "why_" + ending, policy)[at]],
      other: other === verdict ? "" : sentence(`${OTHER_WORDS[OTHER[policy]]}: ${verdictWords[other]}`),
    };
  };

  LuckAtlas.answer = function (table, fight, policy) {
    const at = LuckAtlas.place(table, fight);
    const { win_chance, win_chance_thrifty, win_chance_never } = table.columns;
    return {
      won: LuckAtlas.decision(table, fight, "won", policy),
      lost: LuckAtlas.decision(table, fight, "lost", policy),
      chances: { thrifty: win_chance_thrifty[at], best: win_chance[at], never: win_chance_never[at] },
      lucky: words.chance(LuckAtlas.edition.lucky[fight.luck]),
      luck: words.amount(column(table, "luck_spent", policy)[at]),
      rounds: words.amount(column(table, "rounds", policy)[at]),
      stamina: words.amount(column(table, "stamina_left", policy)[at]),
    };
  };
})();
