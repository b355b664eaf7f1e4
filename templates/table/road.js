/* The road between fights: the Adventure Sheet, meals, potions, luck tests, and on to the next fight. */
LuckAtlas.road = (function () {
  "use strict";

  const { adventure, current, dice, outlook, parts, words } = LuckAtlas;
  const { fill, id, make, mark, set } = parts;
  const root = id("road");

  function advise(name, button, told, strong) {
    const [bold, rest] = told;
    set(root, name, bold ? [["b", bold], rest] : [rest]);
    button.classList.toggle("advised", strong);
  }

  /* Whether nothing is known to follow. */
  const done = (state) => state.end === "won" && outlook.last(state);

  /* A meal is best as soon as nothing of it is wasted. */
  function mealKind(state) {
    const { scores, of, meals } = state;
    const missing = of.stamina - scores.stamina;
    if (!meals) return "none";
    if (done(state)) return "over";
    return missing <= 0 ? "full" : missing >= LuckAtlas.edition.meal ? "now" : "wait";
  }

  /* What SKILL is missing costs something in every round. */
  function potionKind(state) {
    const { scores, of, potion: name, doses } = state;
    if (!doses) return "none";
    if (done(state)) return "over";
    if (scores[name] >= of[name] && name !== "luck") return "full";
    return name === "skill" ? "skill" : "unknown";
  }

  function showMeals(state) {
    const kind = mealKind(state);
    const { scores, of, meals } = state;
    const to = Math.max(scores.stamina, Math.min(scores.stamina + LuckAtlas.edition.meal, of.stamina));
    fill(root, { meals: meals ? words.mealsLeft(meals) : "", eat: words.stepOf("STAMINA", scores.stamina, to) });
    advise("eat-advice", id("eat"), words.EAT[kind], kind === "now");
    id("eat").disabled = !meals || to === scores.stamina;
  }

  function showPotion(state) {
    const { scores, of, potion: name, doses } = state;
    id("potions").hidden = !name;
    if (!name) return;
    const to = Math.max(scores[name], of[name] + (name === "luck" ? 1 : 0));
    const kind = potionKind(state);
    fill(root, { potion: words.POTIONS[name], doses: words.dosesLeft(doses), drink: words.stepOf(words.SCORES[name], scores[name], to) });
    advise("drink-advice", id("drink"), words.DRINK[kind], kind === "skill");
    id("drink").disabled = !doses;
  }

  /* What is best for what lies ahead, once it is worked out. For meals it is where the end is known: before it, who
     counts on few fights eats too early. */
  function showBest(state, decision) {
    const why = outlook.exact(state) ? words.AGAINST_THESE : outlook.last(state) ? words.BEFORE_THE_LAST : words.WINS_MORE;
    const told = (what) => (decision === what ? [words.NOW[what], why] : words.LATER);
    const known = outlook.exact(state) || outlook.last(state);
    if (!id("eat").disabled && known) advise("eat-advice", id("eat"), told("eat"), decision === "eat");
    if (potionKind(state) === "unknown") advise("drink-advice", id("drink"), told("drink"), decision === "drink");
  }

  function showTest({ scores }) {
    fill(root, { "test-odds": words.testOdds(words.percentIn100(LuckAtlas.luckOdds(scores.luck)[0] / 36), scores.luck) });
    root.querySelector("[data-tested=lucky]").disabled = scores.luck < 2;
  }

  function showFights(state) {
    const now = state.phase === "over" ? [{ ...adventure.fightOf(state), end: state.end, spent: state.before.luck - state.entries[state.entries.length - 1].after.luck }] : [];
    const all = [...state.fights, ...now].reverse();
    id("so-far").hidden = !all.length;
    id("so-far").querySelector("ul").replaceChildren(...all.map(fightRow));
  }

  function fightRow({ foe, foes = [foe], names = [""], count, end, spent = 0 }) {
    const done = words.DONE[end]({ rounds: count, spent });
    return make("li", "", mark({ left: "escaped" }[end] || end), make("b", "", words.foeTitle(names, foes)), make("span", "quiet", done));
  }

  /* The foe that is expected next, where the player has said so. */
  function expected({ ahead, end }) {
    const [foe] = ahead.kind === "foes" ? ahead.foes : [];
    return end === "lost" ? undefined : foe;
  }

  function show(state) {
    showMeals(state);
    showPotion(state);
    if (!done(state) && (state.meals || state.doses)) outlook.provisions(state).then((decision) => decision && showBest(state, decision), () => {});
    showTest(state);
    showFights(state);
    const foe = expected(state);
    fill(root, { "next-foe": foe ? words.foeName(foe) : words.NEXT_FOE, sword: words.sword(1) });
    id("next-last").hidden = Boolean(foe);
    if (document.activeElement !== id("note")) id("note").value = state.note;
  }

  function next(last) {
    const { state } = current;
    const foe = expected(state);
    const before = adventure.foeOf(state);
    current.act(foe ? { foe } : { foe: before, ...(last ? { last } : {}) }, { focus: foe ? "i-won" : "foe-skill" });
  }

  function rollTest() {
    if (!dice.fair()) return parts.line(id("problem"), words.NO_DICE);
    const faces = dice.pair();
    const total = dice.sum(faces);
    current.act({ tested: total <= current.state.scores.luck ? "lucky" : "unlucky", dice: total });
  }

  function listen(on) {
    on("eat", () => current.act({ eat: true }));
    on("drink", () => current.act({ drink: true }));
    on("sword", () => current.act({ sword: 1 }));
    on("roll-test", rollTest);
    on("next", () => next(false));
    on("next-last", () => next(true));
    for (const button of root.querySelectorAll("[data-tested]")) button.addEventListener("click", () => current.act({ tested: button.dataset.tested }));
    id("note").addEventListener("change", () => current.act({ note: id("note").value }));
  }

  return { listen, show };
})();
