/* A fight as a line of letters, for a link that plays it again: data only, checked before anything is shown.

   The link has the fight as it began, in the words of every link, and `replay`: one item after the other, then a full
   stop and a sum over everything, which tells a damaged link.

   W75k                won with 7 against 5 on the dice, LUCK kept; also L lost, D drawn; the dice may be left out
   W75y4, W75n9        tested: Lucky with a 4, Unlucky with a 9; the dice may be left out here too
   Et12, Pu9, Cw07     ate a meal, drank a potion, changed by hand: which score, and to what */
LuckAtlas.replays = (function () {
  "use strict";

  const { account, adventure, links } = LuckAtlas;
  const ITEM = /([WLD])([2-9abc]{2})?(?:(k)|([yn])([2-9abc])?)?|([EPC])([stuvw])(\d\d)/g;
  const WHOLE = /^((?:[WLD](?:[2-9abc]{2})?(?:k|[yn][2-9abc]?)?|[EPC][stuvw]\d\d)+)\.([0-9a-z]{1,7})$/;
  const MOST_LETTERS = 2000;
  const OUTCOMES = { W: "won", L: "lost", D: "drawn" };
  const CHOICES = { k: "kept", y: "lucky", n: "unlucky" };
  const CHANGES = { E: "eat", P: "drink", C: "set" };
  const SCORES = { s: "skill", t: "stamina", u: "luck", v: "foe-skill", w: "foe-stamina" };
  const letterOf = (names, wanted) => Object.keys(names).find((letter) => names[letter] === wanted);
  const digit = (number) => number.toString(16);
  const number = (letter) => parseInt(letter, 16);

  /* FNV-1a, of 32 bits. */
  function sum(text) {
    let hash = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    return (hash >>> 0).toString(36);
  }

  function item({ outcome, dice, choice, luckDice, change, name, to }) {
    if (change) return letterOf(CHANGES, change) + letterOf(SCORES, name) + String(to).padStart(2, "0");
    const rolled = dice ? dice.map(digit).join("") : "";
    const tested = choice ? letterOf(CHOICES, choice) + (luckDice ? digit(luckDice) : "") : "";
    return letterOf(OUTCOMES, outcome) + rolled + tested;
  }

  /* The words of a link that plays a fight again; null where it could not, because the rules changed on the way or
     there is too much to tell. */
  function query(state) {
    const fight = links.query({ ...state, scores: state.before, used: 0 });
    const items = state.entries.map(item).join("");
    const made = `${fight}&replay=${items}.${sum(fight + items)}`;
    const { states } = read(made);
    const same = states && JSON.stringify(account.of(states[states.length - 1])) === JSON.stringify(account.of(state));
    return same ? made : null;
  }

  function must(holds) {
    if (!holds) throw new Error("no such fight");
  }

  /* What a link tells: the fight before every item and at its end; no states where the link is damaged. */
  function read(search) {
    try {
      must(search.length <= MOST_LETTERS);
      const words = new URLSearchParams(search);
      const [, items, check] = WHOLE.exec(words.get("replay"));
      must(words.getAll("replay").length === 1);
      words.delete("replay");
      const { fight, problem } = links.read(`?${words}`);
      must(fight && !problem);
      must(check === sum(links.query({ ...fight, used: 0 }) + items));
      return { states: played(fight, items) };
    } catch {
      return { states: null };
    }
  }

  function played(fight, items) {
    let state = adventure.step(adventure.begin(LuckAtlas.edition), { open: fight });
    const states = [state];
    for (const found of items.matchAll(ITEM)) {
      state = found[6] ? changed(state, found) : fought(state, found);
      states.push(state);
    }
    must(state.phase === "over");
    return states;
  }

  function changed(state, [, , , , , , kind, letter, digits]) {
    const made = adventure.step(state, { set: SCORES[letter], to: Number(digits) });
    const last = made.entries[made.entries.length - 1];
    must(made.entries.length === state.entries.length + 1);
    return { ...made, entries: [...state.entries, { ...last, change: CHANGES[kind] }] };
  }

  function fought(state, [, letter, rolled, kept, tested, luckRolled]) {
    const round = OUTCOMES[letter];
    const dice = rolled ? [...rolled].map(number) : null;
    if (dice) must(Math.sign(state.scores.skill + dice[0] - state.scores["foe-skill"] - dice[1]) === { won: 1, lost: -1, drawn: 0 }[round]);
    const made = adventure.step(state, { round, dice });
    const luck = CHOICES[kept || tested];
    must(Boolean(luck) === (made.phase === "answer"));
    if (!luck) return made;
    const total = luckRolled ? number(luckRolled) : null;
    if (total) must((total <= state.scores.luck) === (luck === "lucky"));
    return adventure.step(made, { luck, dice: total });
  }

  return { query, read };
})();
