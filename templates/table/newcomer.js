/* A new adventurer: rolled up or typed. The adventure before stays in the list of all. */
LuckAtlas.newcomer = (function () {
  "use strict";

  const { adventure, current, dice, parts, words } = LuckAtlas;
  const { id, line, say } = parts;
  const ROLLS = { skill: [1, 6], stamina: [2, 12], luck: [1, 6] };
  const form = id("new");
  const field = (name) => form.querySelector(`[name=new-${name}]`);

  function open(shown) {
    form.hidden = !shown;
    if (!shown) return;
    line(id("new-wrong"), "");
    field("title").value = "";
    id("not-new").hidden = !current.begun;
    scrollTo({ top: 0, behavior: "instant" });
    field("skill").focus({ preventScroll: true });
    field("skill").select();
  }

  function roll() {
    if (!dice.fair()) return line(id("new-wrong"), words.NO_DICE);
    for (const [name, [count, more]] of Object.entries(ROLLS)) {
      field(name).value = more + Array.from({ length: count }, dice.die).reduce((a, b) => a + b);
    }
    say(Object.keys(ROLLS).map((name) => `${words.SCORES[name]} ${field(name).value}`).join(", "));
  }

  /* The first number that cannot be used ends it, and is named. */
  function numbers() {
    const { least, most } = LuckAtlas.edition.limits;
    const found = {};
    for (const name of ["skill", "stamina", "luck", "meals", "doses"]) {
      const [low, high] = [least[name] ?? 0, most[name] ?? 99];
      const text = field(name).value;
      if (!/^\d{1,2}$/.test(text) || Number(text) < low || Number(text) > high) {
        field(name).focus();
        throw new RangeError(words.wrongNew(words.labelOf(name), low, high));
      }
      found[name] = Number(text);
    }
    return found;
  }

  /* The adventure of a new adventurer, as it begins. */
  function made() {
    const { meals, doses, ...scores } = numbers();
    const event = { anew: { scores, meals, doses, potion: doses ? field("potion").value : "" } };
    return { title: field("title").value.trim(), base: null, events: [event], state: adventure.step(adventure.begin(LuckAtlas.edition), event) };
  }

  /* Enter goes on to the next number, and begins from the last. */
  function onwards(event) {
    const inputs = [...form.querySelectorAll("input")];
    const at = inputs.indexOf(event.target);
    if (event.key !== "Enter" || at < 0 || at === inputs.length - 1) return;
    event.preventDefault();
    inputs[at + 1].focus();
    inputs[at + 1].select();
  }

  form.addEventListener("keydown", onwards);

  return { form, made, open, roll };
})();
