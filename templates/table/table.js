/* The screen at the table: what a tap does. State is one adventure; every tap adds an event to it. */
(function () {
  "use strict";

  const { adventure, answers, dice, links, parts, store, view, words } = LuckAtlas;
  const { id, say } = parts;
  const [HOLD, REPEAT] = [450, 90];

  let base = null;
  let events = [];
  let state = adventure.begin(LuckAtlas.edition);
  let offered = null;
  let asking = null;

  /* Where to begin: what was saved, or the fight of the link; a running fight is never ended unasked. */
  function start() {
    if (!parts.able()) return parts.unable(view.table, words.TOO_OLD);
    fillPresets();
    const { saved, problem } = store.load();
    if (saved) ({ base, events, state } = saved);
    const link = links.read(location.search);
    parts.line(id("problem"), [problem, link.problem].filter(Boolean).join(" "));
    if (link.fight && (!saved || links.query(link.fight) !== address())) openLink(link, saved);
    listen();
    id("whole").open = view.WIDE.matches;
    render();
  }

  function openLink({ fight, problem }, saved) {
    const running = adventure.count(state) > 0 && state.phase !== "over";
    if (running && problem) return;
    if (running) {
      offered = fight;
      parts.fill(id("offer"), { offer: words.LINKS.offer(fight.scores) });
      id("offer").hidden = false;
    } else if (saved) act({ open: fight });
    else {
      base = state = { ...adventure.step(state, { open: fight }) };
      save();
    }
  }

  /* One event more. What cannot be is not done, and said. */
  function act(event, focus) {
    try {
      const next = adventure.joined(events, event);
      state = next.length > events.length ? adventure.step(state, event) : adventure.replay(base || adventure.begin(LuckAtlas.edition), next);
      events = next;
    } catch {
      parts.line(id("problem"), words.CANNOT);
      say(words.CANNOT);
      return;
    }
    changed(typeof focus === "function" ? focus() : focus);
  }

  function undo() {
    events = events.slice(0, -1);
    state = adventure.replay(base || adventure.begin(LuckAtlas.edition), events);
    changed(onwards());
  }

  function changed(focus) {
    parts.fill(view.table, { told: "" });
    save();
    parts.line(id("problem"), "");
    try {
      history.replaceState(null, "", address());
    } catch {
      // A page from a disk may not be allowed to.
    }
    render();
    if (focus) focusOn(focus);
  }

  function save() {
    const made = store.save({ base, events }, state);
    ({ base, events } = made);
    if (!made.kept) parts.fill(view.table, { told: words.STORED.nothing });
  }

  function address() {
    return links.query(state.phase === "over" ? { ...state, scores: state.before, used: 0 } : state);
  }

  /* The hand stays where it is: the next thing to press has the focus, and is in view. Before the answer is there, the
     card that waits for it. */
  function focusOn(name) {
    const advised = id("answer").querySelector(".choice-button.advised");
    const element = name === "choice" ? advised || id("card") : id(name);
    element.focus({ preventScroll: true });
    const top = view.table.getBoundingClientRect().top;
    if (top < 0) scrollBy({ top: top - 8, behavior: "instant" });
    if (element.matches("input")) element.select();
  }

  /* The answer at once where that takes no time; else the numbers first, and the answer when it is there. */
  function render() {
    if (asking) asking.abort();
    asking = null;
    const last = events[events.length - 1];
    if (state.entries.length) sharing().then(() => state.phase === "over" && view.showAccount(state), () => {});
    if (state.phase === "over") {
      show(null, last);
    } else if (answers.atHand(state)) {
      show(answers.safely(state), last);
    } else {
      asking = new AbortController();
      const { signal } = asking;
      view.show(state, null, last);
      answers.prepare(state, signal).catch(() => {}).then(() => signal.aborted || show(answers.safely(state), last));
    }
  }

  function show(answer, last) {
    view.show(state, answer, last);
    if (state.phase !== "over" && !answer) parts.line(id("problem"), whyNone());
    if (document.activeElement === id("card")) focusOn("choice");
    const done = last && (last.luck || last.round === "drawn") ? id("last").textContent.trim() + ". " : "";
    if (state.phase === "over") say(`${words.END[state.end](state.scores)}. ${done}`);
    else if (!answer) say(id("problem").textContent);
    else if (state.phase === "answer") say(words.spokenCard(answer[state.open.outcome], answer.measure));
    else say(done + words.spoken(answer, answer.measure));
  }

  /* Why the engine has no answer. */
  function whyNone() {
    const { ahead, scores } = state;
    const foes = ahead.kind === "foes" ? ahead.foes.map(([, stamina]) => stamina) : [];
    const rules = adventure.rulesOf(state);
    return Math.min(scores["foe-stamina"], ...foes) > rules.foe_yields_at ? words.TOO_LARGE : words.noAnswer(rules);
  }

  /* Numbers: typed, stepped, held. */

  function take(input) {
    const { least, most } = LuckAtlas.edition.limits;
    const low = input.name === "foe-stamina" ? adventure.rulesOf(state).foe_yields_at + 1 : least[input.name] ?? 0;
    const high = most[input.name] ?? 99;
    const fits = /^\d{1,2}$/.test(input.value) && Number(input.value) >= low && Number(input.value) <= high;
    if (fits) input.removeAttribute("aria-invalid");
    else input.setAttribute("aria-invalid", "true");
    const wrong = fits ? "" : words.wrongNumber(input.name, low, high);
    parts.line(id("problem"), wrong);
    if (wrong) {
      view.show(state, null, events[events.length - 1]);
      say(wrong);
    } else if (Number(input.value) !== valueOf(input.name)) act({ set: input.name, to: Number(input.value) });
    else render();
  }

  const valueOf = (name) => (name.startsWith("of-") ? state.of[name.slice(3)] : state.scores[name] ?? state[name]);

  function step(input, by) {
    const { least, most } = LuckAtlas.edition.limits;
    const next = Math.max(least[input.name], Math.min(most[input.name], valueOf(input.name) + by));
    if (String(next) === input.value) return;
    input.value = next;
    take(input);
  }

  /* Held down, + and − go on. */
  function hold(button) {
    const input = button.parentElement.querySelector("input");
    const by = Number(button.dataset.step);
    let timer = 0;
    let held = false;
    const goOn = () => {
      held = true;
      step(input, by);
      timer = setTimeout(goOn, REPEAT);
    };
    button.tabIndex = -1;
    button.addEventListener("pointerdown", () => {
      held = false;
      timer = setTimeout(goOn, HOLD);
    });
    for (const end of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(end, () => clearTimeout(timer));
    button.addEventListener("click", () => {
      if (!held) step(input, by);
      held = false;
    });
  }

  /* A field that is entered is selected, so that typing replaces what stands there. */
  function field(input, next) {
    for (const entered of ["focus", "click"]) input.addEventListener(entered, () => input.select());
    input.addEventListener("input", () => take(input));
    input.addEventListener("blur", () => {
      if (!input.hasAttribute("aria-invalid")) return;
      input.removeAttribute("aria-invalid");
      input.value = valueOf(input.name);
      parts.line(id("problem"), "");
      render();
    });
    input.addEventListener("keydown", (event) => {
      const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (by && input.closest(".tile")) step(input, by);
      else if (event.key === "Enter" && next) next.focus();
      else return;
      event.preventDefault();
      if (by) input.select();
    });
  }

  /* Taps. */

  function listen() {
    view.inputs.forEach((input, i) => field(input, view.inputs[i + 1] || id("i-won")));
    for (const input of id("sheet").querySelectorAll("input")) field(input, null);
    for (const button of document.querySelectorAll(".tile [data-step]")) hold(button);
    id("scores").addEventListener("submit", (event) => event.preventDefault());
    for (const button of document.querySelectorAll("[data-round]")) {
      button.addEventListener("click", () => act({ round: button.dataset.round }, onwards));
    }
    for (const button of document.querySelectorAll("[data-luck]")) {
      button.addEventListener("click", () => act({ luck: button.dataset.luck }, onwards));
    }
    on("drawn", () => act({ round: "drawn" }));
    on("undo", undo);
    on("roll", roll);
    on("eat", () => act({ eat: true }, id("eat").matches(":focus") ? "stamina" : null));
    on("eat-after", () => act({ eat: true }, "next"));
    on("drink", () => act({ drink: true }));
    on("anew", () => act({ anew: true }, "skill"));
    on("again", () => act({ again: true }, "i-won"));
    on("next", next);
    on("another", another);
    on("share", () => share(words.SHARE, `index.html${address()}`));
    on("share-fight", () => sharing().then(({ link }) => link(view.table, state)));
    on("picture", () => sharing().then(({ picture }) => picture(view.table, state)));
    on("open-link", () => answerOffer(true));
    on("stay", () => answerOffer(false));
    on("no-goal", () => act({ ahead: { ...state.ahead, least_stamina: 1, least_luck: 0 } }));
    id("potion").addEventListener("change", () => act({ potion: id("potion").value }));
    for (const [button, panel] of [["to-sheet", "sheet"], ["to-rules", "rules"], ["to-log", "log"]]) on(button, () => toggle(button, panel));
    for (const radio of document.getElementsByName("ahead")) radio.addEventListener("change", () => chooseAhead(radio.value));
    id("foes-panel").addEventListener("submit", useFoes);
    id("rules").addEventListener("change", chooseRules);
    id("rules").addEventListener("submit", useOwnRules);
    id("whole").addEventListener("toggle", () => view.showMap(state, state.phase === "over" ? null : answers.safely(state)));
    view.WIDE.addEventListener("change", () => {
      id("whole").open = view.WIDE.matches;
    });
    addEventListener("storage", (event) => {
      if (event.key !== store.KEY) return;
      const { saved } = store.load();
      if (saved) ({ base, events, state } = saved);
      render();
    });
  }

  const on = (name, then) => id(name).addEventListener("click", then);
  const onwards = () => ({ ready: "i-won", answer: "choice", over: "end" })[state.phase];

  function roll() {
    if (!dice.fair()) return parts.line(id("problem"), words.NO_DICE);
    if (state.phase === "answer") {
      const total = dice.sum(dice.pair());
      act({ luck: total <= state.scores.luck ? "lucky" : "unlucky", dice: total }, onwards);
      return;
    }
    const totals = [dice.sum(dice.pair()), dice.sum(dice.pair())];
    const apart = state.scores.skill + totals[0] - state.scores["foe-skill"] - totals[1];
    const outcome = apart > 0 ? "won" : apart < 0 ? "lost" : "drawn";
    act({ round: outcome, dice: totals }, outcome === "drawn" ? "roll" : onwards);
    if (outcome === "drawn") parts.fill(view.table, { told: words.strengths("drawn", state.scores.skill + totals[0], state.scores["foe-skill"] + totals[1]) });
  }

  function toggle(button, panel) {
    const open = id(button).getAttribute("aria-expanded") !== "true";
    id(button).setAttribute("aria-expanded", String(open));
    if (panel === "log") view.table.classList.toggle("with-log", open);
    else id(panel).hidden = !open;
    if (open) id(panel).scrollIntoView({ block: "nearest" });
  }

  function next() {
    const [foe] = state.ahead.kind === "foes" ? state.ahead.foes : [];
    const known = state.end === "won" && foe;
    act({ foe: known ? foe : adventure.foeOf(state) }, known ? "i-won" : "foe-skill");
  }

  function another() {
    if (adventure.count(state)) act({ foe: adventure.foeOf(state) }, "foe-skill");
    else focusOn("foe-skill");
  }

  function chooseAhead(kind) {
    id("foes-panel").hidden = kind !== "foes";
    const price = kind === "more" ? LuckAtlas.edition.price : 0;
    if (kind === "foes" && !state.ahead.foes.length) id("foes").focus();
    act({ ahead: { ...state.ahead, kind, luck_price: price } });
  }

  function useFoes(event) {
    event.preventDefault();
    const foes = links.readFoes(id("foes").value);
    const wrong = !foes || foes.some(([, stamina]) => stamina <= adventure.rulesOf(state).foe_yields_at);
    parts.line(id("foes-wrong"), wrong ? words.WRONG_FOES : "");
    if (wrong) return say(words.WRONG_FOES);
    id("foes-panel").hidden = true;
    act({ ahead: { ...state.ahead, kind: "foes", luck_price: 0, foes } }, "i-won");
  }

  function fillPresets() {
    for (const [name, { title, sentence }] of Object.entries(LuckAtlas.PRESETS)) {
      const label = id("presets").appendChild(document.createElement("label"));
      label.className = "choice";
      const radio = label.appendChild(document.createElement("input"));
      Object.assign(radio, { type: "radio", name: "rules", value: name });
      const said = label.appendChild(document.createElement("span"));
      said.append(document.createElement("b"), " ", document.createElement("small"));
      said.querySelector("b").textContent = title;
      said.querySelector("small").textContent = sentence;
    }
  }

  function chooseRules({ target }) {
    if (target.name !== "rules" || target.type !== "radio") return;
    id("own").hidden = target.value !== "own";
    if (target.value !== "own") act({ rules: target.value });
  }

  function useOwnRules(event) {
    event.preventDefault();
    const value = (name) => id("own").querySelector(`[name="${name}"]`);
    const number = (name) => (/^\d+$/.test(value(name).value) ? Number(value(name).value) : NaN);
    const orNone = (name) => number(name) || (number(name) === 0 ? null : NaN);
    const rules = {
      won: [0, 1, 2].map((kind) => number(`won-${kind}`)), lost: [0, 1, 2].map((kind) => number(`lost-${kind}`)),
      luck_cost: value("luck_cost").checked ? 1 : 0, foe_yields_at: number("foe_yields_at"),
      losing_run: orNone("losing_run"), draw_breaks_run: value("draw_breaks_run").checked,
      rounds: orNone("rounds"), out_of_rounds: value("out_of_rounds").checked ? "won" : "lost",
    };
    const differs = Object.entries(rules).filter(([name, rule]) => JSON.stringify(rule) !== JSON.stringify(LuckAtlas.BOOK_RULES[name]));
    try {
      const own = Object.fromEntries(differs);
      LuckAtlas.readRules(own);
      parts.line(id("rules-wrong"), "");
      toggle("to-rules", "rules");
      act({ rules: differs.length ? own : "books" }, "to-rules");
    } catch {
      parts.line(id("rules-wrong"), words.WRONG_RULES);
      say(words.WRONG_RULES);
    }
  }

  function answerOffer(taken) {
    id("offer").hidden = true;
    if (taken) act({ open: offered }, "i-won");
    else changed("i-won");
  }

  /* Share. */

  const share = (text, path) => parts.share(view.table, text, path, words.LINKS);

  /* What tells of a fight and shares it comes when one has begun: nobody needs it earlier. */
  const sharing = () => parts.script("sharing").then(() => LuckAtlas.sharing);

  start();
})();
