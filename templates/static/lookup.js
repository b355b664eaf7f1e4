/* The look-up: five numbers in, the answer out, at once. */
(function () {
  "use strict";

  const QUIET = 500;
  const page = document.getElementById("lookup");
  const form = document.getElementById("numbers");
  const inputs = [...form.querySelectorAll(".dial input")];
  const cards = { won: document.getElementById("card-won"), lost: document.getElementById("card-lost") };
  const problemLine = document.getElementById("problem");
  const noteLine = document.getElementById("note");
  const status = document.getElementById("status");
  const details = document.getElementById("details");
  const mapPlace = document.getElementById("map");
  let drawn = { key: "" };
  let speaking = 0;

  const asked = LuckAtlas.readQuery(location.search);
  let linkProblem = asked.problem;
  for (const input of inputs) input.value = asked.fight[input.name];
  const policy = LuckAtlas.startPolicy(form, update);
  LuckAtlas.startSteppers(form);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", changed);
  document.getElementById("copy").addEventListener("click", copyLink);
  page.hidden = false;
  document.getElementById("without-script").hidden = true;
  update();

  /* The reader changed a number: the address follows, and the neighbours will be wanted. */
  function changed(event) {
    if (event.target.name === "policy") return;
    linkProblem = "";
    const fight = update();
    if (!fight) return;
    LuckAtlas.address(fight);
    const gap = fight.skill - fight["foe-skill"];
    for (const near of [gap - 1, gap + 1]) LuckAtlas.loadGap(LuckAtlas.clampGap(near)).catch(() => {});
  }

  /* Show the answer for what the form says; returns the fight if there is one. */
  function update() {
    const { numbers: fight, problem } = LuckAtlas.readNumbers(inputs);
    LuckAtlas.line(problemLine, problem || linkProblem);
    if (problem) {
      showNothing("");
      return null;
    }
    showLinks(fight);
    const beyond = LuckAtlas.beyond(fight);
    const gap = LuckAtlas.clampGap(fight.skill - fight["foe-skill"]);
    const table = LuckAtlas.gap(gap);
    if (beyond) showNothing(beyond);
    else if (table) show(table, fight);
    else fetchTable(gap);
    return fight;
  }

  function fetchTable(gap) {
    showNothing("");
    LuckAtlas.loadGap(gap).then(update, () => {
      showNothing(`The tables for skill gap ${LuckAtlas.words.signed(gap)} could not be loaded. Change a number to try again, or open this page again.`);
    });
  }

  function showNothing(note) {
    LuckAtlas.line(noteLine, note);
    for (const card of Object.values(cards)) LuckAtlas.showVerdict(card, null);
    details.hidden = true;
    say(note);
  }

  function show(table, fight) {
    const answer = LuckAtlas.answer(table, fight, policy());
    LuckAtlas.line(noteLine, LuckAtlas.clamped(fight));
    for (const [outcome, card] of Object.entries(cards)) LuckAtlas.showVerdict(card, answer[outcome]);
    for (const [name, code] of Object.entries(answer.chances)) {
      const row = details.querySelector(`[data-chance="${name}"]`);
      row.querySelector("output").textContent = LuckAtlas.words.chance(code);
      row.querySelector(".gauge i").style.width = `${LuckAtlas.words.share(code) * 100}%`;
      row.classList.toggle("chosen", name === policy());
    }
    const { lucky, luck, rounds, stamina } = answer;
    LuckAtlas.fill(details, { lucky, luck, rounds, stamina });
    details.hidden = false;
    showMap(table, fight);
    say(
      `Won the round: ${answer.won.words}. Lost the round: ${answer.lost.words}. ` +
        `Win chance ${LuckAtlas.words.chance(answer.chances[policy()])}.`,
    );
  }

  function showMap(table, fight) {
    const key = [table.skillGap, fight.luck, policy()].join();
    if (drawn.key !== key) {
      drawn = { key, ...LuckAtlas.map(table, fight.luck, policy()) };
      mapPlace.replaceChildren(drawn.svg);
      const words = `Skill gap ${LuckAtlas.words.signed(table.skillGap)}, LUCK ${fight.luck}, ${policy()}`;
      LuckAtlas.fill(details, { "map-title": words });
    }
    drawn.mark(fight.stamina, fight["foe-stamina"]);
    const where = `STAMINA ${fight.stamina} against ${fight["foe-stamina"]}`;
    drawn.svg.setAttribute("aria-label", `What to do at all other staminas; a ring marks ${where}.`);
    const slug = LuckAtlas.edition.gaps[table.skillGap];
    document.getElementById("to-map").setAttribute("href", `atlas/skill-gap-${slug}-luck-${fight.luck}.html`);
  }

  function showLinks(fight) {
    document.getElementById("to-fight").setAttribute("href", "fight.html" + LuckAtlas.query(fight));
    document.getElementById("to-here").setAttribute("href", "index.html" + LuckAtlas.query(fight));
  }

  function copyLink(event) {
    const button = event.currentTarget;
    const copied = navigator.clipboard
      ? navigator.clipboard.writeText(document.getElementById("to-here").href)
      : Promise.reject(new Error("no clipboard"));
    copied.then(
      () => LuckAtlas.fill(page, { copied: "Copied." }),
      () => LuckAtlas.fill(page, { copied: "Copy the link beside this button instead." }),
    );
    button.blur();
  }

  /* For those who listen: once the numbers have come to rest. */
  function say(text) {
    clearTimeout(speaking);
    speaking = setTimeout(() => {
      status.textContent = text;
    }, QUIET);
  }
})();
