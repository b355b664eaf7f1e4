/* The five numbers of a fight: steppers, what is typed, and the words of a link. */
window.LuckAtlas = window.LuckAtlas || {};

(function () {
  "use strict";

  const HOLD = 450;
  const REPEAT = 90;
  const LONGEST_ECHO = 40;

  /* − and + beside a number; held down they go on. */
  LuckAtlas.startSteppers = function (root) {
    for (const button of root.querySelectorAll(".dial button")) {
      let timer = 0;
      let held = false;
      const stop = () => clearTimeout(timer);
      const goOn = () => {
        held = true;
        step(button);
        timer = setTimeout(goOn, REPEAT);
      };
      button.addEventListener("pointerdown", () => {
        held = false;
        stop();
        timer = setTimeout(goOn, HOLD);
      });
      for (const end of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(end, stop);
      button.addEventListener("click", () => {
        if (!held) step(button);
        held = false;
      });
    }
  };

  function step(button) {
    const input = button.parentElement.querySelector("input");
    const [least, most] = [Number(input.min), Number(input.max)];
    const now = input.value === "" ? least : Math.round(Number(input.value));
    const next = Math.max(least, Math.min(most, now + Number(button.dataset.step)));
    if (String(next) === input.value) return;
    input.value = next;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /* What a whole number must be, or "" if this text is one. */
  function complaint(text, least, most) {
    const fits = /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most;
    return fits ? "" : `a whole number from ${least} to ${most}`;
  }

  /* The numbers of a form by name, and one line on what is wrong with them, or "". */
  LuckAtlas.readNumbers = function (inputs) {
    const numbers = {};
    const wrong = [];
    for (const input of inputs) {
      const problem = complaint(input.value, Number(input.min), Number(input.max));
      if (problem) {
        input.setAttribute("aria-invalid", "true");
        wrong.push(`${input.getAttribute("aria-label")}: ${problem}, please.`);
      } else {
        input.removeAttribute("aria-invalid");
        numbers[input.name] = Number(input.value);
      }
    }
    return { numbers, problem: wrong.join(" ") };
  };

  function echo(text) {
    return `“${text.length > LONGEST_ECHO ? text.slice(0, LONGEST_ECHO) + "…" : text}”`;
  }

  /* The fight that a link asks for, and one line on what in it cannot be used, or "". */
  LuckAtlas.readQuery = function (search) {
    const { least, largest, start } = LuckAtlas.edition;
    const found = {};
    const wrong = [];
    for (const [name, text] of new URLSearchParams(search)) {
      if (!Object.hasOwn(least, name)) {
        wrong.push(`${echo(name)} is not known here.`);
      } else if (Object.hasOwn(found, name)) {
        wrong.push(`${echo(name)} is there twice: the first counts.`);
      } else {
        const problem = complaint(text, least[name], largest[name]);
        if (problem) wrong.push(`${echo(name)} must be ${problem}, not ${echo(text)}.`);
        else found[name] = Number(text);
      }
    }
    const lines = wrong.slice(0, 3);
    if (wrong.length > lines.length) lines.push(`And ${wrong.length - lines.length} more.`);
    const problem = lines.length ? `This link has something wrong with it. ${lines.join(" ")}` : "";
    return { fight: Object.assign({}, start, found), given: Object.keys(found).length > 0, problem };
  };

  /* The words of a link to a fight. */
  LuckAtlas.query = function (fight) {
    const names = Object.keys(LuckAtlas.edition.least);
    return "?" + names.map((name) => `${name}=${fight[name]}`).join("&");
  };

  /* Keep the address in step; a page from a disk may not be allowed to. */
  LuckAtlas.address = function (fight) {
    try {
      history.replaceState(null, "", LuckAtlas.query(fight));
    } catch {
      return false;
    }
    return true;
  };
})();
