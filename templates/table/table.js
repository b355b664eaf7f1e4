/* The screen at the table: what a tap does. State is one adventure; every tap adds an event to it. */
(function () {
  "use strict";

  const { adventure, awake, calm, counsel, current, dice, fields, foes, links, parts, store, view, words } = LuckAtlas;
  const { id, say, toggle } = parts;

  let offered = null;
  let asking = null;
  /* Whether the form of a new adventurer is open, over whatever is played. */
  let making = false;
  /* Whether the scripts of a whole adventure are here: nobody needs them before one has begun. */
  let travelling = false;
  let openNewcomer = null;

  /* Where to begin: what was saved, or the fight of the link, which never touches what was saved unasked. */
  function start() {
    if (!parts.able()) return parts.unable(view.table, words.TOO_OLD);
    const { saved, problem } = store.load();
    if (saved) current.follow(saved);
    const link = links.read(location.search);
    parts.line(id("problem"), [problem, link.problem].filter(Boolean).join(" "));
    listen();
    if (link.fight) openLink(link);
    id("whole").open = view.WIDE.matches;
    current.hear(changed);
    render();
  }

  function openLink({ fight }) {
    if (!current.begun) {
      current.take({ title: "", base: adventure.step(current.state, { open: fight }), events: [] });
      clearAddress();
    } else if (links.query(fight) === links.query(current.state)) clearAddress();
    else {
      offered = fight;
      parts.fill(id("offer"), { offer: words.LINKS.offer(fight.scores) });
      id("offer").hidden = false;
    }
  }

  function answerOffer(taken) {
    id("offer").hidden = true;
    clearAddress();
    parts.line(id("problem"), "");
    if (!taken) return render();
    const base = adventure.step(adventure.begin(LuckAtlas.edition), { open: offered });
    travel().then(() => LuckAtlas.shelf.swap({ title: words.FROM_LINK, base, events: [] }, { focus: "i-won" }));
  }

  /* The address says nothing of the scores until they are shared. */
  function clearAddress(query = "") {
    try {
      history.replaceState(null, "", query || location.pathname);
    } catch {
      // A page from a disk may not be allowed to.
    }
  }

  const TYPED = ["set", "name", "note", "potion"];

  /* The adventure has changed. */
  function changed({ focus, event, undone, followed, renamed }) {
    making = false;
    if (travelling) LuckAtlas.newcomer.open(false);
    parts.fill(view.table, { told: current.kept ? "" : words.STORED.nothing });
    parts.line(id("problem"), "");
    if (id("strip").getAttribute("aria-expanded") === "true" && !(event && event.set)) toggleScores(false);
    render();
    const wanted = undone ? onwards() : focus;
    if (wanted) focusOn(wanted);
    // What is typed moves nothing: the tap that ends it counts.
    const typed = renamed || TYPED.some((kind) => event && kind in event);
    if (!followed && !typed) calm.rest();
  }

  /* The hand stays where it is: the next thing to press has the focus, and is in view. */
  function focusOn(name) {
    const { top } = view.table.getBoundingClientRect();
    if (top < 0) scrollBy({ top: top - 80, behavior: "instant" });
    const advised = id("answer").querySelector(".choice-button.advised");
    const way = view.standing(current.state).length > 1 && id("ways").querySelector("button");
    const element = name === "choice" ? advised || id("card") : (name === "i-won" && way) || id(name);
    if (!element || element.offsetParent === null) return;
    element.focus({ preventScroll: true });
    if (element.matches("input")) element.select();
  }

  const onwards = () => ({ setup: "i-won", fight: "i-won", answer: "choice", road: "next", over: "end" })[view.phaseOf(current.state)];

  /* The answer at once where that takes no time; else the numbers first, and the answer when it is there. */
  function render(without = false) {
    if (asking) asking.abort();
    asking = null;
    const { state } = current;
    awake.want(state.phase === "ready" && state.entries.length > 0 || state.phase === "answer");
    if (current.begun && !travelling) travel().then(() => render(), () => {});
    if (state.entries.length && state.phase !== "over" && LuckAtlas.practice) LuckAtlas.practice.note(state, []);
    if (state.entries.length && !LuckAtlas.sharing) sharing().then(() => render(), () => {});
    if (without === true || !["ready", "answer"].includes(state.phase)) show(null, without === true);
    else if (counsel.atHand(state)) show(counsel.answer(state));
    else {
      asking = new AbortController();
      const { signal } = asking;
      show(null, true);
      counsel.prepare(state, signal).catch(() => {}).then(() => {
        if (signal.aborted) return;
        calm.rest();
        show(counsel.answer(state));
      });
    }
  }

  function show(answer, silent = false) {
    const { state, last } = current;
    const screen = making ? "new" : view.phaseOf(state);
    view.show(state, answer, last, screen);
    if (screen === "road" && travelling) LuckAtlas.road.show(state);
    if (!id("mine").hidden) LuckAtlas.mine.show();
    if (silent) return;
    const fighting = ["ready", "answer"].includes(state.phase);
    if (fighting && !answer) parts.line(id("problem"), whyNone());
    if (document.activeElement === id("card")) focusOn("choice");
    speak(state, answer);
  }

  /* What is said aloud: what the last tap did, and what there is to do. */
  function speak(state, answer) {
    const done = !id("last-line").hidden ? `${id("last").querySelector("[data-slot=last]").textContent.trim()} ` : "";
    if (state.phase === "over") say(`${words.END[state.end](state.scores)}. ${done}`);
    else if (state.phase === "road") say(`${done}${words.ON_THE_ROAD}.`);
    else if (!answer) say(id("problem").textContent);
    else if (state.phase === "answer") say([".card-head", "strong", ".do", ".chances", ".why"].map((part) => words.ended(id("card").querySelector(part).textContent)).filter(Boolean).join(" "));
    else if (answer.several) say(done + (travelling ? words.spokenSeveral(state.names, answer) : ""));
    else say(done + words.spoken(answer, answer.measure));
  }

  /* Why the engine has no answer. */
  function whyNone() {
    const { ahead, scores } = current.state;
    const foes = ahead.kind === "foes" ? ahead.foes.map(([, stamina]) => stamina) : [];
    const rules = adventure.rulesOf(current.state);
    return Math.min(scores["foe-stamina"], ...foes) > rules.foe_yields_at ? words.TOO_LARGE : words.noAnswer(rules);
  }

  /* Taps. */

  const on = (name, then) => id(name).addEventListener("click", then);

  function listen() {
    calm.listen();
    fields.listen(render);
    listenAhead();
    for (const button of document.querySelectorAll("[data-round]")) button.addEventListener("click", () => tell(button.dataset.round));
    for (const button of document.querySelectorAll("[data-luck]")) {
      button.addEventListener("click", () => current.act(counsel.chosen(current.state, button.dataset.luck)) && focusOn(onwards()));
    }
    on("undo", () => current.undo());
    on("undo-top", () => current.undo());
    on("back", () => current.undo());
    on("reopen", () => current.act({ reopen: true }, { focus: "choice" }));
    on("roll", roll);
    on("roll-luck", rollLuck);
    on("escape", escape);
    on("again", () => current.act({ again: true }, { focus: "i-won" }));
    on("another", () => current.act({ foe: adventure.foeOf(current.state) }, { focus: "foe-skill" }));
    on("strip", () => toggleScores());
    listenToFoes();
    on("share", () => {
      clearAddress(address());
      share(words.SHARE, `index.html${address()}`);
    });
    on("share-fight", () => sharing().then(({ link }) => link(view.table, current.state)));
    on("picture", () => sharing().then(({ picture }) => picture(view.table, current.state)));
    on("open-link", () => answerOffer(true));
    on("stay", () => answerOffer(false));
    id("potion").addEventListener("change", () => current.act({ potion: id("potion").value }));
    for (const [button, panel] of [["to-sheet", "sheet"], ["to-rules", "rules"], ["to-log", "log"]]) on(button, () => openPanel(button, panel));
    on("fresh", () => travel().then(() => openNewcomer()));
    on("to-mine", () => travel().then(() => openPanel("to-mine", "mine")));
    id("whole").addEventListener("toggle", () => render());
    view.WIDE.addEventListener("change", () => {
      id("whole").open = view.WIDE.matches;
    });
    document.addEventListener("keydown", key);
    addEventListener("storage", (event) => {
      if (travelling && event.key === LuckAtlas.shelf.KEY) LuckAtlas.shelf.reload();
      if (event.key !== store.KEY) return;
      const { saved } = store.load();
      if (saved) current.follow(saved);
    });
  }

  function listenToFoes() {
    for (const input of id("foe-part").querySelectorAll("[data-name-of]")) {
      const of = Number(input.dataset.nameOf);
      input.addEventListener("change", () => current.act({ name: input.value.trim(), of }));
      input.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        id(of ? `foe-skill-${of + 1}` : "foe-skill").focus();
      });
    }
    on("add-foe", () => {
      const count = current.state.names.length;
      current.act({ add: adventure.foeOf(current.state) }, { focus: `foe-skill-${count + 1}` });
    });
    for (const button of id("foe-part").querySelectorAll("[data-drop]")) button.addEventListener("click", () => current.act({ drop: true }));
    id("known").addEventListener("click", ({ target }) => {
      const chip = target.closest(".chip");
      if (chip) current.act({ foe: [Number(chip.dataset.skill), Number(chip.dataset.stamina)], named: chip.dataset.named }, { focus: "i-won" });
    });
  }

  /* The panel in which a player says what lies ahead comes when it is opened. */
  const sayAhead = () => parts.script("ahead").then(() => LuckAtlas.lies.listen(on), listenAhead);
  const listenAhead = () => id("ahead").addEventListener("toggle", sayAhead, { once: true });

  /* What belongs to a whole adventure comes once, and listens from then on. */
  function travel() {
    return parts.script("journey").then(() => {
      if (travelling) return;
      travelling = true;
      LuckAtlas.road.listen(on);
      LuckAtlas.mine.listen(on);
      LuckAtlas.melee.listen((event) => take(event), () => render());
      listenToAdventures(LuckAtlas);
    });
  }

  function listenToAdventures({ newcomer, shelf }) {
    const openNew = (open) => {
      making = open;
      calm.rest();
      render();
      newcomer.open(open);
    };
    openNewcomer = () => openNew(true);
    on("to-new", openNewcomer);
    on("mine-new", openNewcomer);
    on("after-new", openNewcomer);
    on("not-new", () => openNew(false));
    on("roll-new", newcomer.roll);
    newcomer.form.addEventListener("submit", (event) => {
      event.preventDefault();
      try {
        shelf.swap(newcomer.made(), { focus: "next" });
      } catch (error) {
        parts.line(id("new-wrong"), error.message);
        say(error.message);
      }
    });
  }

  /* Who won the round. What the advice keeps is applied at once; a test is asked for. */
  function tell(outcome) {
    take({ round: outcome });
  }

  function take(event, rolls = false) {
    const { state } = current;
    if (state.phase !== "ready") return;
    const followed = counsel.atHand(state) ? counsel.followed(state, event, rolls) : event;
    if (!current.act(followed)) return say(words.CANNOT);
    if (rolls && view.phaseOf(current.state) === "fight") id("roll").focus({ preventScroll: true });
    else focusOn(onwards());
  }

  /* The page's dice: one tap rolls the round and, where the advice says so, the test. */
  function roll() {
    if (!dice.fair()) return parts.line(id("problem"), words.NO_DICE);
    const { scores, names } = current.state;
    const exchange = (who) => {
      const faces = [dice.pair(), dice.pair()];
      const totals = faces.map(dice.sum);
      const apart = scores.skill + totals[0] - scores[foes.skillOf(who)] - totals[1];
      return { faces, totals, outcome: apart > 0 ? "won" : apart < 0 ? "lost" : "drawn" };
    };
    const standing = view.standing(current.state);
    const target = standing.length > 1 ? LuckAtlas.melee.current().target : standing[0];
    const { faces, totals, outcome } = exchange(target);
    if (names.length === 1) return take({ round: outcome, dice: totals, faces }, true);
    const hits = standing.filter((who) => who !== target && exchange(who).outcome === "lost");
    take({ round: outcome, target, hits }, true);
  }

  function rollLuck() {
    if (!dice.fair()) return parts.line(id("problem"), words.NO_DICE);
    const total = dice.sum(dice.pair());
    current.act(counsel.chosen(current.state, total <= current.state.scores.luck ? "lucky" : "unlucky", total));
    focusOn(onwards());
  }

  function escape() {
    current.act(counsel.followed(current.state, { escape: true }));
    focusOn(onwards());
  }

  const KEYS = { w: "i-won", d: "i-drawn", l: "i-lost" };

  /* W, D and L tell the round, L, U and K the test, for whoever has a keyboard and no field to type in. */
  function key(event) {
    if (event.repeat || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, [popover]")) return;
    const letter = event.key.toLowerCase();
    const choice = { l: "lucky", u: "unlucky", k: "kept" }[letter];
    const target = current.state.phase === "answer" ? choice && id("answer").querySelector(`[data-luck=${choice}]`) : KEYS[letter] && id(KEYS[letter]);
    if (target && target.offsetParent !== null && !calm.resting()) target.click();
  }

  function openPanel(button, panel) {
    toggle(button, panel);
    if (panel === "mine" && !id("mine").hidden) LuckAtlas.mine.show();
    if (panel === "log") view.table.classList.toggle("with-log", id(button).getAttribute("aria-expanded") === "true");
  }

  /* The strip on a phone opens into all scores, to change them. */
  function toggleScores(open = id("strip").getAttribute("aria-expanded") !== "true") {
    id("strip").setAttribute("aria-expanded", String(open));
    view.table.classList.toggle("with-scores", open);
  }

  /* Share. */

  const address = () => links.query(current.state.phase === "over" ? { ...current.state, scores: current.state.before, used: 0 } : current.state);
  const share = (text, path) => parts.share(view.table, text, path, words.LINKS);

  /* What tells of a fight and shares it comes when one has begun: nobody needs it earlier. */
  const sharing = () => parts.script("sharing").then(() => LuckAtlas.sharing);

  start();
})();
