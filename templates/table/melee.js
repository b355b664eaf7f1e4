/* Several foes at once, on the screen: whom to hit, and a button for each way a round can go. */
LuckAtlas.melee = (function () {
  "use strict";

  const { adventure, counsel, foes, parts, several, words } = LuckAtlas;
  const { id, make, mark } = parts;
  const OUTCOMES = ["won", "drawn", "lost"];
  /* What the player has chosen for this round: another target, and who else has struck. */
  let choice = { round: -1, target: null, hits: [] };

  function chosenIn(state, answer) {
    const round = adventure.count(state);
    const standing = several.standing(state);
    if (choice.round !== round || !standing.includes(choice.target ?? standing[0])) choice = { round, target: null, hits: [] };
    return { target: choice.target ?? (answer ? answer.target : standing[0]), hits: choice.hits };
  }

  function targetButton(state, answer, who, target) {
    const [skill, stamina] = foes.pairs(state.scores)[who];
    const best = answer && who === answer.target;
    const button = make("button", "target", make("span", "head", words.TARGET[who === target ? "hit" : "fend"]), make("b", "", words.foeCalled(state.names, who)),
      make("span", "numbers", make("span", "", make("i", "", String(skill)), " SKILL "), make("span", "", make("i", "", String(stamina)), " STAMINA")),
      make("span", "worth", answer ? (best ? words.hitBest(answer.chance, answer.measure) : words.hitOther(answer.costs[who])) : "…"));
    button.type = "button";
    button.dataset.target = who;
    button.setAttribute("aria-pressed", String(who === target));
    button.classList.toggle("best", Boolean(best));
    return button;
  }

  /* What a way of the round asks for: the first test, or what is lost if all is kept. */
  function asks(state, event) {
    let now = adventure.step(state, event);
    let keeps = 0;
    while (now.phase === "answer") {
      const decision = counsel.decide(now);
      if (!decision) return { does: "unknown", small: "" };
      const blow = now.open.blows[now.open.settled.length];
      if (decision.does === "test") return { does: "test", small: words.testOn(state.names, blow, keeps > 0, afterwards(now)) };
      keeps += 1;
      now = adventure.step(now, { luck: "kept" });
    }
    return { does: event.round === "drawn" && !event.hits.length ? "nothing" : "keep", small: words.allKept(state.names, event, state.scores, now.scores) };
  }

  /* The choice after a test, where it is the same whether Lucky or not. */
  function afterwards(now) {
    const next = ["lucky", "unlucky"].map((luck) => adventure.step(now, { luck })).map((then) => (then.phase === "answer" ? counsel.decide(then)?.does : null));
    return now.open.settled.length + 1 === now.open.blows.length ? "" : next[0] === next[1] ? next[0] : "see";
  }

  function wayButton(state, outcome, target, hits) {
    const event = { round: outcome, target, hits };
    const { does, small } = asks(state, event);
    const verdict = { test: words.VERDICTS.test, keep: words.VERDICTS.keep, nothing: "", unknown: "…" }[does];
    const button = make("button", "way", make("b", "", verdict), make("small", "", small));
    button.type = "button";
    button.dataset.verdict = does;
    button.dataset.outcome = outcome;
    button.dataset.hits = hits.join(",");
    button.setAttribute("aria-label", `${words.wayCalled(state.names, outcome, target, hits)} ${verdict} ${small}`);
    return button;
  }

  function rowHead(outcome) {
    return make("p", "way-head", mark(outcome), make("span", "", words.WAYS[outcome]));
  }

  function showWays(state, target, hits) {
    const others = several.standing(state).filter((who) => who !== target);
    const columns = others.length === 1 ? [[], others] : [hits.filter((who) => others.includes(who))];
    id("ways").style.setProperty("--columns", columns.length);
    const heads = others.length === 1 ? [words.missed(state.names, others[0]), words.hitMe(state.names, others[0])] : [];
    const cells = heads.length ? [make("p", "quiet", words.hitWhom(state.names, target)), ...heads.map((text) => make("p", "column", text))] : [];
    for (const outcome of OUTCOMES) cells.push(rowHead(outcome), ...columns.map((column) => wayButton(state, outcome, target, column)));
    id("ways").replaceChildren(...cells);
    id("struck").hidden = others.length < 2;
    id("struck").replaceChildren(make("span", "quiet", words.WHO_ELSE), ...(others.length < 2 ? [] : others.map((who) => struckButton(state, who, hits))));
  }

  function struckButton(state, who, hits) {
    const button = make("button", "chip", words.foeCalled(state.names, who));
    button.type = "button";
    button.setAttribute("aria-label", words.hitMe(state.names, who));
    button.dataset.struck = who;
    button.setAttribute("aria-pressed", String(hits.includes(who)));
    return button;
  }

  function show(state, answer) {
    const { target, hits } = chosenIn(state, answer);
    id("targets").replaceChildren(...several.standing(state).map((who) => targetButton(state, answer, who, target)));
    showWays(state, target, hits);
  }

  /* `tell` takes the round as an event, `again` shows the screen anew. */
  function listen(tell, again) {
    id("blows").addEventListener("click", ({ target: element }) => {
      const button = element.closest("button");
      if (!button) return;
      const { target, struck, outcome } = button.dataset;
      if (outcome) return tell({ round: outcome, target: current().target, hits: button.dataset.hits ? button.dataset.hits.split(",").map(Number) : [] });
      if (target !== undefined) choice = { ...choice, target: Number(target), hits: [] };
      else choice = { ...choice, hits: choice.hits.includes(Number(struck)) ? choice.hits.filter((who) => who !== Number(struck)) : [...choice.hits, Number(struck)].sort() };
      again();
    });
  }

  const current = () => ({ target: Number(id("targets").querySelector("[aria-pressed=true]").dataset.target) });

  return { current, listen, show };
})();
