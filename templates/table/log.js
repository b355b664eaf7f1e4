/* What happened: the last round with its dice, this fight, and those before it. */
LuckAtlas.log = (function () {
  "use strict";

  const { adventure, answers, dice, parts, words } = LuckAtlas;
  const { fill, id, make, mark, markOf } = parts;
  const table = id("table");

  /* What happened last, in a round or between two. */
  const lastOf = ({ entries, road }) => road[road.length - 1] || entries[entries.length - 1];

  function showLast(state, last) {
    const entry = lastOf(state);
    id("last-line").hidden = !entry;
    if (entry) {
      markOf(id("last-mark"), entry.outcome || "");
      fill(table, { last: words.roundWords(entry, adventure.count(state), state.names) });
      if (entry.faces) id("last-line").querySelector("[data-slot=last]").prepend(...rolled(entry));
    }
    const keptOne = entry && (entry.choice === "kept" || entry.blows?.some(({ choice }) => choice === "kept"));
    id("reopen").hidden = !keptOne || !adventure.canReopen(state);
    for (const name of ["undo", "undo-top"]) {
      id(name).hidden = !last;
      if (last) id(name).setAttribute("aria-label", words.undo(last));
    }
  }

  /* The dice of a round that the page rolled, one by one. */
  function rolled({ faces, luckFaces, before }) {
    const side = (who, skill, pair) => make("span", "roll", `${who} `, ...pair.map(dice.shown), ` ${words.rolledWords(skill, dice.sum(pair), skill + dice.sum(pair))}`);
    const shown = [side(words.YOU, before.skill, faces[0]), side(words.FOE, before["foe-skill"], faces[1])];
    if (luckFaces) shown.push(make("span", "roll", `${words.LUCK_ROLL} `, ...luckFaces.map(dice.shown), ` ${dice.sum(luckFaces)}`));
    return [make("span", "rolls", ...shown)];
  }

  /* With the chance after each round, once the script that tells of a fight is there. */
  function showLog(state, answer) {
    const known = LuckAtlas.account && state.names.length === 1 && (Boolean(answer) || (state.phase === "over" && answers.solvable(state)));
    let number = 0;
    const rows = state.entries.map((entry) => (entry.outcome ? roundRow(state, entry, ++number, known) : make("li", "change", words.changeWords(entry))));
    id("rounds").replaceChildren(...rows.reverse());
    id("rounds").hidden = !rows.length;
    id("no-log").hidden = Boolean(rows.length);
    id("earlier").querySelector("ol").replaceChildren(...state.fights.map((fight) => make("li", "", words.earlierLine(fight))));
    id("earlier").hidden = !state.fights.length;
  }

  function roundRow(state, entry, number, known) {
    const [did, lost] = entry.blows ? ["", words.roundWords(entry, number, state.names)] : words.inLog(entry, state.names);
    const chance = known && entry.outcome !== "escaped" ? `${words.percentIn100(LuckAtlas.account.chanceAfter(state, entry))}` : "";
    const row = make("li", entry.blows ? "of-several" : "", make("span", "number", String(number)), make("span", "did", mark(entry.outcome), ` ${did}`), make("span", "lost", lost));
    if (chance) row.append(make("b", "chance-then", chance));
    return row;
  }

  return { showLast, showLog };
})();
