/* What lies ahead and the rules: the panel in which a player says so. */
LuckAtlas.lies = (function () {
  "use strict";

  const { adventure, current, links, parts, words } = LuckAtlas;
  const { id, line, say } = parts;

  const priceOf = (tests) => LuckAtlas.edition.prices[tests] ?? LuckAtlas.edition.price;
  const set = (change, what) => current.act({ ahead: { ...current.state.ahead, ...change } }, what);

  /* These foes keep what was chosen before them: it comes back after the last of them. */
  function chooseKind(kind) {
    const { ahead } = current.state;
    id("foes-panel").hidden = kind !== "foes";
    if (kind === "foes" && !ahead.foes.length) id("foes").focus();
    set({ kind, luck_price: kind === "last" ? 0 : kind === "more" ? priceOf(ahead.tests) : ahead.luck_price });
  }

  function chooseTests(tests) {
    const { luck_price: price } = current.state.ahead;
    set({ tests, luck_price: price > 0 ? priceOf(tests) : 0 });
  }

  const chooseThen = (then) => set({ luck_price: then === "last" ? 0 : priceOf(current.state.ahead.tests) });

  function useFoes(event) {
    event.preventDefault();
    const foes = links.readFoes(id("foes").value);
    const wrong = !foes || foes.some(([, stamina]) => stamina <= adventure.rulesOf(current.state).foe_yields_at);
    line(id("foes-wrong"), wrong ? words.WRONG_FOES : "");
    if (wrong) return say(words.WRONG_FOES);
    id("foes-panel").hidden = true;
    id("ahead").open = false;
    set({ kind: "foes", foes }, { focus: "i-won" });
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

  function show({ rules }) {
    for (const radio of document.getElementsByName("rules")) radio.checked = radio.value === (typeof rules === "string" ? rules : "own");
    id("own").hidden = typeof rules === "string";
    const all = LuckAtlas.readRules(rules);
    for (const input of id("own").querySelectorAll("input")) if (document.activeElement !== input) fillRule(input, all);
  }

  function fillRule(input, rules) {
    const [, outcome, kind] = /^(won|lost)-(\d)$/.exec(input.name) || [];
    if (outcome) input.value = rules[outcome][kind];
    else if (input.name === "out_of_rounds") input.checked = rules.out_of_rounds === "won";
    else if (input.type === "checkbox") input.checked = Boolean(rules[input.name]);
    else input.value = rules[input.name] ?? 0;
  }

  const rulesEvent = (rules) => ({ rules, ...(id("rules-all").checked ? { all: true } : {}) });

  function chooseRules({ target }) {
    if (target.name !== "rules" || target.type !== "radio") return;
    id("own").hidden = target.value !== "own";
    if (target.value !== "own") current.act(rulesEvent(target.value));
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
      line(id("rules-wrong"), "");
      parts.toggle("to-rules", "rules");
      current.act(rulesEvent(differs.length ? own : "books"), { focus: "to-rules" });
    } catch {
      line(id("rules-wrong"), words.WRONG_RULES);
      say(words.WRONG_RULES);
    }
  }

  /* What was chosen before anything listened. */
  function takeEarlier() {
    const { kind, tests } = current.state.ahead;
    const chosen = [...document.getElementsByName("ahead")].find((radio) => radio.checked).value;
    if (chosen !== kind) chooseKind(chosen);
    if (id("tests").value !== (tests || "")) chooseTests(id("tests").value);
  }

  function listen(on) {
    fillPresets();
    for (const radio of document.getElementsByName("ahead")) radio.addEventListener("change", () => chooseKind(radio.value));
    id("foes-panel").addEventListener("submit", useFoes);
    id("then").addEventListener("change", () => chooseThen(id("then").value));
    id("tests").addEventListener("change", () => chooseTests(id("tests").value));
    id("rules").addEventListener("change", chooseRules);
    id("rules").addEventListener("submit", useOwnRules);
    on("no-goal", () => set({ least_stamina: 1, least_luck: 0 }));
    show(current.state);
    takeEarlier();
  }

  return { listen, show };
})();
