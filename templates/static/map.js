// One square of the map, read out: by pointer, by arrow keys on the map, or by the buttons beside it.
"use strict";

(function () {
  const SVG = "http://www.w3.org/2000/svg";
  const TOP_SKILL = 12;
  const STEPS = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] };
  const words = LuckAtlas.words;
  const sheet = document.getElementById("sheet");
  const [gap, luck, price, side] = ["gap", "luck", "price", "side"].map((name) => Number(sheet.dataset[name]));
  const rules = JSON.parse(sheet.dataset.rules);
  const yields = LuckAtlas.readRules(rules).foe_yields_at;
  const skill = TOP_SKILL + Math.min(gap, 0);
  const foeSkill = TOP_SKILL - Math.max(gap, 0);
  const maps = [...document.querySelectorAll("svg.map")];
  const cursors = [];
  const shown = {};
  let here = { stamina: Math.ceil(side / 2), foe_stamina: Math.max(yields + 1, Math.ceil(side / 2)), luck };
  let thrifty, allOut, bubble;

  const whole = (luckPrice) => ({
    hero: { skill, stamina: side, luck },
    foe: { skill: foeSkill, stamina: side },
    rules,
    ahead: { luck_price: luckPrice },
  });

  const does = (verdict) => (verdict === "test" ? "test" : "keep");

  /* What to do, what it wins, and what to do in the last fight where that is something else. */
  function decision(outcome, answer, chances) {
    const verdict = answer[outcome].verdict;
    const said = words.spokenCard({ verdict, does: does(verdict), ...chances[outcome], reason: null }, "fight").trim();
    const last = does(allOut.glance(here)[outcome]);
    return last === does(verdict) ? said : `${said} In the last fight: ${last}.`;
  }

  function show() {
    const { stamina, foe_stamina: foe } = here;
    shown.hero.textContent = stamina;
    shown.foe.textContent = foe;
    for (const cursor of cursors) {
      cursor.setAttribute("x", foe - 1);
      cursor.setAttribute("y", side - stamina);
    }
    const query = { skill, stamina, luck, "foe-skill": foeSkill, "foe-stamina": foe };
    shown.link.href = `${shown.root}?${new URLSearchParams(query)}`;
    if (!allOut) return;
    const [answer, chances] = [thrifty.at(here), thrifty.chances(here)];
    for (const outcome of ["won", "lost"]) {
      shown[outcome].textContent = decision(outcome, answer, chances);
      shown[outcome].parentNode.className = does(answer[outcome].verdict);
    }
    shown.chance.textContent = words.percent(answer.win_chance) + ".";
    shown.where.textContent = `STAMINA ${stamina} against ${foe}. `;
    if (bubble) fillBubble(answer, chances);
  }

  /* On a small screen the answer stands beside the square that was tapped; the panel has it all. */
  function fillBubble(answer, chances) {
    const { stamina, foe_stamina: foe } = here;
    const short = (outcome) => words.inShort(outcome, { does: does(answer[outcome].verdict), ...chances[outcome] });
    bubble.replaceChildren();
    make("b", bubble, words.mapSquare(stamina, foe, answer.win_chance));
    for (const outcome of ["won", "lost"]) make("p", bubble, short(outcome));
    const [box, frame] = [cursors[0].getBoundingClientRect(), bubble.parentNode.getBoundingClientRect()];
    const middle = (box.left + box.right) / 2 - frame.left - bubble.offsetWidth / 2;
    const below = stamina > side / 2;
    bubble.style.left = `${Math.max(0, Math.min(middle, frame.width - bubble.offsetWidth))}px`;
    bubble.style.top = `${below ? box.bottom - frame.top + 6 : box.top - frame.top - bubble.offsetHeight - 6}px`;
  }

  function move(stamina, foe) {
    const inside = (number, least) => Math.min(side, Math.max(least, number));
    here = { stamina: inside(stamina, 1), foe_stamina: inside(foe, yields + 1), luck };
    show();
  }

  const step = ([stamina, foe]) => move(here.stamina + stamina, here.foe_stamina + foe);

  function make(name, parent, text = "", attributes = {}) {
    const element = document.createElement(name);
    element.textContent = text;
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    parent.append(element);
    return element;
  }

  function stepper(panel, name, label, [less, more]) {
    const group = make("div", panel, "", { class: "cell-step", role: "group", "aria-label": label });
    make("span", group, label);
    const button = (sign, word, by) => {
      const made = make("button", group, sign, { type: "button", "aria-label": `${label}: one ${word}` });
      made.addEventListener("click", () => step(by));
    };
    button("−", "less", less);
    shown[name] = make("output", group);
    button("+", "more", more);
  }

  function line(panel, name, label) {
    const paragraph = make("p", panel);
    make("b", paragraph, label + " ");
    shown[name] = make("span", paragraph, "…");
  }

  function build() {
    const panel = make("section", sheet, "", { class: "reading", "aria-label": "One square" });
    make("h2", panel, "One square");
    stepper(panel, "hero", "Your STAMINA", [STEPS.ArrowDown, STEPS.ArrowUp]);
    stepper(panel, "foe", "Foe’s STAMINA", [STEPS.ArrowLeft, STEPS.ArrowRight]);
    const answer = make("div", panel, "", { "aria-live": "polite", "aria-atomic": "true" });
    shown.where = make("span", answer, "", { class: "unseen" });
    line(answer, "won", "You won the round:");
    line(answer, "lost", "You lost the round:");
    line(answer, "chance", "Your chance to win:");
    shown.root = document.querySelector(".brand").getAttribute("href");
    shown.link = make("a", make("p", panel), "Open this fight");
    make("p", panel, "Point at a map, tap it, or give it the focus and use the arrow keys.", { class: "small" });
  }

  function place(map, event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
    if (at.x >= 0 && at.x < side && at.y >= 0 && at.y < side) move(side - Math.floor(at.y), Math.floor(at.x) + 1);
  }

  function listen(map) {
    const cursor = document.createElementNS(SVG, "rect");
    for (const [key, value] of Object.entries({ class: "cursor", width: 1, height: 1 })) cursor.setAttribute(key, value);
    map.append(cursor);
    cursors.push(cursor);
    map.addEventListener("pointermove", (event) => event.pointerType === "mouse" && place(map, event));
    map.addEventListener("click", (event) => {
      if (map === maps[0] && !bubble) bubble = make("div", map.parentNode, "", { class: "bubble", "aria-hidden": "true" });
      place(map, event);
    });
  }

  /* A frame around the picture takes the focus: the picture itself says nothing that the words do not. */
  function takeKeys(map) {
    const label = "Map. Arrow keys move from square to square.";
    const frame = make("div", map.parentNode, "", { class: "board", tabindex: "0", role: "group", "aria-label": label });
    map.replaceWith(frame);
    frame.append(map);
    frame.addEventListener("keydown", (event) => {
      if (!STEPS[event.key] || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      step(STEPS[event.key]);
    });
  }

  async function solve() {
    thrifty = await LuckAtlas.solveInSlices(whole(price));
    allOut = await LuckAtlas.solveInSlices(whole(0));
    show();
    sheet.dataset.ready = "";
  }

  build();
  maps.forEach(listen);
  takeKeys(maps[0]);
  show();
  solve();
})();
