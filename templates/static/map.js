// The maps of one SKILL gap and LUCK, read out square by square: by pointer, by arrow keys on a map, or by the buttons
// beside it. On a wide screen, and on paper, every square of the large map has its number.
"use strict";

(function () {
  const SVG = "http://www.w3.org/2000/svg";
  const TOP_SKILL = 12;
  const STEPS = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] };
  const WIDE = matchMedia("(min-width: 60rem)");
  const [MARK_SIZE, MARK_MIDDLE, NUMBER_FOOT] = [0.62, 0.31, 0.87];
  const APART = 8;
  const { reader, words } = LuckAtlas;
  const sheet = document.getElementById("sheet");
  const [gap, luck, price, side, dark] = ["gap", "luck", "price", "side", "dark"].map((name) => Number(sheet.dataset[name]));
  const rules = JSON.parse(sheet.dataset.rules);
  const yields = LuckAtlas.readRules(rules).foe_yields_at;
  const own = reader.own && reader.own.gap === gap ? reader.own : null;
  const [skill, foeSkill] = own ? [own.skill, own["foe-skill"]] : [TOP_SKILL + Math.min(gap, 0), TOP_SKILL - Math.max(gap, 0)];
  const within = (number, least) => Math.min(side, Math.max(least, number));
  const middle = Math.ceil(side / 2);
  const boards = [];
  const shown = {};
  const solved = {};
  let here = square(reader.own ? reader.own.stamina : middle, reader.own ? reader.own["foe-stamina"] : middle);
  let pinned = null;

  function square(stamina, foe) {
    return { stamina: within(stamina, 1), foe_stamina: within(foe, yields + 1), luck };
  }

  const whole = (luckPrice) => ({
    hero: { skill, stamina: side, luck },
    foe: { skill: foeSkill, stamina: side },
    rules,
    ahead: { luck_price: luckPrice },
  });

  const does = (verdict) => (verdict === "test" ? "test" : "keep");

  /* What to do, what it wins, and what to do if something else lies ahead, where that is another thing. */
  function decision(outcome, answer, chances) {
    const verdict = answer[outcome].verdict;
    const said = words.spokenCard({ verdict, does: does(verdict), ...chances[outcome], reason: null }, "fight").trim();
    const other = reader.chosen() === "last" ? "more" : "last";
    const elsewhere = does(solved[other].glance(here)[outcome]);
    return elsewhere === does(verdict) ? said : `${said} ${words.ELSEWHERE[other](elsewhere)}`;
  }

  function show() {
    const { stamina, foe_stamina: foe } = here;
    shown.hero.textContent = stamina;
    shown.foe.textContent = foe;
    for (const { cursor } of boards) cursor.setAttribute("transform", `translate(${foe - 1} ${side - stamina})`);
    const query = { skill, stamina, luck, "foe-skill": foeSkill, "foe-stamina": foe, ...(reader.chosen() === "last" && { price: 0 }) };
    shown.link.href = `${shown.root}?${new URLSearchParams(query)}`;
    if (!solved.last || !solved.more) return;
    const solution = solved[reader.chosen()];
    const [answer, chances] = [solution.at(here), solution.chances(here)];
    for (const outcome of ["won", "lost"]) {
      shown[outcome].textContent = decision(outcome, answer, chances);
      shown[outcome].parentNode.className = does(answer[outcome].verdict);
    }
    shown.chance.textContent = words.percent(answer.win_chance) + ".";
    shown.where.textContent = words.MAP.where(stamina, foe);
    if (pinned) fillBubble(answer, chances);
  }

  /* The answer in short stands beside the square that was tapped; the panel has it all. */
  function fillBubble(answer, chances) {
    const { stamina, foe_stamina: foe } = here;
    const short = (outcome) => words.inShort(outcome, { does: does(answer[outcome].verdict), ...chances[outcome] });
    const { bubble } = pinned;
    bubble.hidden = false;
    bubble.replaceChildren();
    make("b", bubble, words.mapSquare(stamina, foe, answer.win_chance));
    for (const outcome of ["won", "lost"]) make("p", bubble, short(outcome));
    make("a", bubble, words.MAP.open, { href: shown.link.href });
    const [box, frame] = [pinned.cursor.getBoundingClientRect(), pinned.frame.getBoundingClientRect()];
    const { offsetWidth: width, offsetHeight: height } = bubble;
    const room = document.documentElement.clientWidth - width - APART;
    const left = Math.max(APART, Math.min(room, (box.left + box.right - width) / 2));
    const above = box.top - height - APART >= 0 || innerHeight - box.bottom < height + APART;
    bubble.style.left = `${left - frame.left}px`;
    bubble.style.top = `${(above ? box.top - height - APART : box.bottom + APART) - frame.top}px`;
  }

  function pin(board) {
    if (pinned && pinned !== board) pinned.bubble.hidden = true;
    pinned = board;
  }

  function unpin() {
    if (pinned) pinned.bubble.hidden = true;
    pinned = null;
  }

  function move(stamina, foe) {
    here = square(stamina, foe);
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

  function draw(parent, name, attributes, text = "") {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    parent.append(element);
    return element;
  }

  function stepper(panel, name, [less, more]) {
    const label = words.MAP[name];
    const group = make("div", panel, "", { class: "cell-step", role: "group", "aria-label": label });
    make("span", group, label);
    const box = make("div", group);
    const button = (sign, told, by) => {
      const made = make("button", box, sign, { type: "button", "aria-label": told });
      made.addEventListener("click", () => step(by));
    };
    button("−", words.MAP.less(label), less);
    shown[name] = make("output", box);
    button("+", words.MAP.more(label), more);
  }

  function line(panel, name) {
    const paragraph = make("p", panel);
    make("b", paragraph, words.MAP[name] + " ");
    shown[name] = make("span", paragraph, "…");
  }

  function buildPanel() {
    const panel = make("section", sheet, "", { class: "reading", "aria-label": words.MAP.square });
    make("h2", panel, words.MAP.square);
    stepper(panel, "hero", [STEPS.ArrowDown, STEPS.ArrowUp]);
    stepper(panel, "foe", [STEPS.ArrowLeft, STEPS.ArrowRight]);
    const answer = make("div", panel, "", { "aria-live": "polite", "aria-atomic": "true" });
    shown.where = make("span", answer, "", { class: "unseen" });
    for (const name of ["won", "lost", "chance"]) line(answer, name);
    shown.root = document.querySelector(".brand").getAttribute("href");
    shown.link = make("a", make("p", panel), words.MAP.open);
    make("p", panel, words.MAP.help, { class: "small" });
  }

  /* The square under the pointer, if that is on the map. */
  function place(map, event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
    const inside = at.x >= 0 && at.x < side && at.y >= 0 && at.y < side;
    if (inside) move(side - Math.floor(at.y), Math.floor(at.x) + 1);
    return inside;
  }

  /* A frame around the picture takes the focus: the picture itself says nothing that the words do not. */
  function takeOver(map) {
    const frame = make("div", map.parentNode, "", { class: "board", tabindex: "0", role: "group", "aria-label": words.MAP.name });
    map.replaceWith(frame);
    frame.append(map);
    const board = { map, frame, cursor: draw(map, "g", { class: "cursor" }) };
    for (const line of ["s-paper", "ring"]) draw(board.cursor, "rect", { class: line, x: -0.08, y: -0.08, width: 1.16, height: 1.16 });
    board.bubble = make("div", frame, "", { class: "bubble", hidden: "" });
    boards.push(board);
    map.addEventListener("pointermove", (event) => event.pointerType === "mouse" && !pinned && place(map, event));
    map.addEventListener("click", (event) => {
      pin(board);
      if (!place(map, event)) unpin();
    });
    frame.addEventListener("keydown", (event) => {
      if (event.key === "Escape") unpin();
      if (!STEPS[event.key] || event.altKey || event.ctrlKey || event.metaKey || event.target !== frame) return;
      event.preventDefault();
      pin(board);
      step(STEPS[event.key]);
    });
  }

  /* Marks make room for the numbers: smaller, and higher in their squares. */
  function smallMark(name) {
    const small = `${name}-small`;
    if (document.getElementById(small)) return small;
    const marker = document.getElementById(name).cloneNode(true);
    const width = 3 * MARK_SIZE;
    const at = { id: small, markerWidth: width, markerHeight: width, refX: -10 / MARK_SIZE, refY: (-20 * MARK_MIDDLE) / MARK_SIZE };
    for (const [key, value] of Object.entries(at)) marker.setAttribute(key, value);
    document.getElementById(name).after(marker);
    return small;
  }

  function drawNumbers(ahead) {
    const map = document.querySelector(`figure.for-${ahead} .map`);
    if (map.querySelector(".numbers") || !solved[ahead]) return;
    for (const path of map.querySelectorAll("[marker-mid]")) {
      path.setAttribute("marker-mid", `url(#${smallMark(path.getAttribute("marker-mid").slice(5, -1))})`);
    }
    const numbers = draw(map, "g", { class: "numbers" });
    for (let stamina = 1; stamina <= side; stamina++) {
      for (let foe = yields + 1; foe <= side; foe++) {
        const { win_chance: chance } = solved[ahead].glance(square(stamina, foe));
        const tone = chance < dark ? "f-both-on-dark" : "f-both-on-light";
        draw(numbers, "text", { class: tone, x: foe - 0.5, y: side - stamina + NUMBER_FOOT }, words.inSquare(chance));
      }
    }
    map.append(map.querySelector(".cursor"));
    document.documentElement.dataset.numbered = "";
  }

  /* The table of the last fight is not on the page: it is written here when it is asked for. */
  function writeTable() {
    const table = document.querySelector(".scroll.for-more");
    if (document.querySelector(".scroll.for-last") || !solved.last) return;
    const copy = table.cloneNode(true);
    copy.className = "scroll for-last";
    copy.firstElementChild.removeAttribute("id");
    [...copy.querySelector("tbody").rows].reverse().forEach((row, h) => [...row.cells].slice(1).forEach((cell, f) => {
      const { won, lost, win_chance: chance } = solved.last.glance({ stamina: h + 1, foe_stamina: f + 1, luck });
      const after = won !== "test" ? (lost === "test" ? "lost" : "none") : lost === "test" ? "both" : "won";
      cell.textContent = words.MAP.after[after] + words.inTable(chance);
    }));
    table.after(copy);
  }

  function complete() {
    const ahead = reader.chosen();
    show();
    if (ahead === "last") writeTable();
    if (WIDE.matches) drawNumbers(ahead);
  }

  async function solve() {
    solved.more = await LuckAtlas.solveInSlices(whole(price));
    solved.last = await LuckAtlas.solveInSlices(whole(0));
    complete();
    sheet.dataset.ready = "";
  }

  buildPanel();
  document.querySelectorAll("svg.map").forEach(takeOver);
  document.addEventListener("click", (event) => pinned && !pinned.frame.contains(event.target) && unpin());
  addEventListener("resize", unpin);
  addEventListener("beforeprint", () => drawNumbers(reader.chosen()));
  WIDE.addEventListener("change", complete);
  reader.onChoice(() => {
    unpin();
    complete();
  });
  show();
  solve();
})();
