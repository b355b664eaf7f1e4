/* Numbers: typed, stepped, held down. A tap on + or − is a step of its own; what is typed in one go is one. */
LuckAtlas.fields = (function () {
  "use strict";

  const { adventure, current, foes, parts, words } = LuckAtlas;
  const { id, say } = parts;
  const [HOLD, REPEAT] = [450, 90];
  /* The field whose last event is still being typed, or held. */
  let going = null;

  const valueOf = (name, { of, scores, ...state } = current.state) => (name.startsWith("of-") ? of[name.slice(3)] : scores[name] ?? state[name]);

  function limits(name) {
    const { least, most } = LuckAtlas.edition.limits;
    const plain = foes.plainName(name);
    const low = plain === "foe-stamina" ? adventure.rulesOf(current.state).foe_yields_at + 1 : least[name] ?? least[plain] ?? 0;
    return [low, most[plain] ?? 99];
  }

  function complain(text) {
    parts.line(id("problem"), text);
    if (text) say(text);
  }

  /* What stands in a field, if it can be used. */
  function take(input, render) {
    const [low, high] = limits(input.name);
    const fits = /^\d{1,2}$/.test(input.value) && Number(input.value) >= low && Number(input.value) <= high;
    if (fits) input.removeAttribute("aria-invalid");
    else input.setAttribute("aria-invalid", "true");
    if (!fits) {
      complain(words.wrongNumber(input.name, low, high));
      return render(true);
    }
    complain("");
    if (Number(input.value) === valueOf(input.name)) return render(false);
    const instead = going === input.name && current.last?.set === input.name;
    going = input.name;
    current.act({ set: input.name, to: Number(input.value) }, { instead });
  }

  function step(input, by) {
    const { least, most } = LuckAtlas.edition.limits;
    const plain = foes.plainName(input.name);
    const to = Math.max(least[plain], Math.min(most[plain], valueOf(input.name) + by));
    if (to === valueOf(input.name)) return;
    const instead = going === input.name && current.last?.set === input.name;
    current.act({ set: input.name, to }, { instead });
  }

  /* Held down, + and − go on; all of it is one step to undo. */
  function hold(button) {
    const input = button.closest(".tile").querySelector("input");
    const by = Number(button.dataset.step);
    let timer = 0;
    let held = false;
    const goOn = () => {
      step(input, by);
      held = true;
      going = input.name;
      timer = setTimeout(goOn, REPEAT);
    };
    button.tabIndex = -1;
    button.addEventListener("pointerdown", () => {
      held = false;
      going = null;
      timer = setTimeout(goOn, HOLD);
    });
    for (const end of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(end, () => clearTimeout(timer));
    button.addEventListener("click", () => {
      if (!held) step(input, by);
      held = false;
      going = null;
    });
  }

  /* A field that is entered is selected, so that typing replaces what stands there. */
  function field(input, next, render) {
    for (const entered of ["focus", "click"]) {
      input.addEventListener(entered, () => {
        going = null;
        input.select();
      });
    }
    input.addEventListener("input", () => take(input, render));
    input.addEventListener("blur", () => {
      going = null;
      if (!input.hasAttribute("aria-invalid")) return;
      input.removeAttribute("aria-invalid");
      input.value = valueOf(input.name);
      complain("");
      render(false);
    });
    input.addEventListener("keydown", (event) => {
      const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (by && input.closest(".tile")) step(input, by);
      else if (event.key === "Enter" && next) next().focus();
      else return;
      event.preventDefault();
      if (by) input.select();
    });
  }

  /* `render` shows the screen anew; told true, without an answer, for a number that cannot be used. */
  function listen(render) {
    const tiles = [...id("scores").querySelectorAll(".tile input")];
    const seen = (input) => input.offsetParent !== null;
    tiles.forEach((input, i) => field(input, () => tiles.slice(i + 1).find(seen) || id("i-won"), render));
    for (const input of id("sheet").querySelectorAll("input")) field(input, null, render);
    for (const button of document.querySelectorAll(".tile [data-step]")) hold(button);
    id("scores").addEventListener("submit", (event) => event.preventDefault());
  }

  return { listen, valueOf };
})();
