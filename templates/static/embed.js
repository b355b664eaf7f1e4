// The examples on the page for makers, as they would run in a page of their own.
"use strict";

(function () {
  const fight = document.getElementById("fight");
  const answer = document.querySelector("#answer code");
  const element = document.querySelector("luck-advice");
  const letter = document.getElementById("letter");
  let policy = null;

  function ask() {
    try {
      answer.textContent = JSON.stringify(LuckAtlas.advise(JSON.parse(fight.value)), null, 2);
    } catch (error) {
      answer.textContent = error.message;
    }
  }

  function lookUp(form) {
    const { skill, stamina, luck, "foe-skill": foeSkill, "foe-stamina": foe } = Object.fromEntries(
      [...new FormData(form)].map(([name, text]) => [name, Number(text)]),
    );
    const { least, widest } = letter.dataset;
    const gap = Math.max(Number(least), Math.min(Number(widest), skill - foeSkill));
    const inside = stamina >= 1 && foe >= 1 && Math.max(stamina, foe) <= policy.staminas;
    letter.textContent = (inside && policy.thrifty[gap][luck]?.[(stamina - 1) * policy.staminas + foe - 1]) || "not in the table";
  }

  fight.addEventListener("input", ask);
  document.addEventListener("input", ({ target }) => {
    const form = target.closest("[data-scores]");
    if (form?.dataset.scores === "element") element.setAttribute(target.name, target.value);
    else if (form && policy) lookUp(form);
  });
  async function fetchPolicy() {
    policy = await (await fetch(letter.dataset.file)).json();
    lookUp(document.querySelector("[data-scores=table]"));
  }

  if (location.protocol === "file:") letter.textContent = "a page opened from a disk may not fetch; from a server it stands here";
  else fetchPolicy().catch(() => (letter.textContent = "the file did not come: load the page again"));
})();
