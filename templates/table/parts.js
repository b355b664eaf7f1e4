/* Parts that all screens with fights have: words into their places, the one voice, the card with an answer, sharing. */
LuckAtlas.parts = (function () {
  "use strict";

  const words = LuckAtlas.words;
  const QUIET = 400;
  const coming = new Map();
  let speaking = 0;
  const id = (name) => document.getElementById(name);

  function fill(root, slots) {
    for (const [name, text] of Object.entries(slots)) {
      for (const slot of root.querySelectorAll(`[data-slot="${name}"]`)) slot.textContent = text;
    }
  }

  /* Text in parts: plain ones, and ["b", bold] ones. */
  function set(root, name, parts) {
    const made = parts.map((part) => {
      if (typeof part === "string") return part;
      const element = document.createElement(part[0]);
      element.textContent = part[1];
      return element;
    });
    root.querySelector(`[data-slot="${name}"]`).replaceChildren(...made);
  }

  /* An element with a class and what stands in it. */
  function make(name, kind, ...children) {
    const element = document.createElement(name);
    if (kind) element.className = kind;
    element.append(...children);
    return element;
  }

  /* A script of the site that is not needed earlier: it comes once. */
  function script(name) {
    const made = () => new Promise((done, failed) => {
      document.head.append(Object.assign(document.createElement("script"), { src: `static/${name}.js`, onload: done, onerror: failed }));
    });
    if (!coming.has(name)) coming.set(name, made());
    coming.get(name).catch(() => coming.delete(name));
    return coming.get(name);
  }

  function line(element, text) {
    element.textContent = text;
    element.hidden = !text;
  }

  /* The one voice of the page: what was last to say, once the numbers have come to rest. */
  function say(text) {
    clearTimeout(speaking);
    speaking = setTimeout(() => {
      id("status").textContent = text;
    }, QUIET);
  }

  function mark(outcome) {
    const svg = LuckAtlas.draw(null, "svg", { class: `mark ${outcome}`, "aria-hidden": "true" });
    LuckAtlas.draw(svg, "use", { href: `#mark-${outcome}` });
    return svg;
  }

  /* Whether this browser has what an exact answer needs. */
  const able = () => typeof BigInt === "function" && typeof LuckAtlas.solve === "function";

  /* A screen that cannot work: one line on why, and nothing that would not work. */
  function unable(root, text) {
    root.dataset.phase = document.documentElement.dataset.phase = "unable";
    line(id("problem"), text);
    say(text);
  }

  const markOf = (root, outcome) => {
    for (const found of root.querySelectorAll(".mark")) found.toggleAttribute("hidden", !found.classList.contains(outcome));
  };

  /* A verdict with its reason, on a button or on the card; nothing where it is not known. */
  function showDecision(root, decision, measure) {
    root.dataset.verdict = decision ? decision.does : "unknown";
    root.dataset.strength = decision ? decision.strength : "none";
    fill(root, { verdict: decision ? words.VERDICTS[decision.does] : "…", why: decision ? words.reason(decision.reason) : "", strength: decision ? words.STRENGTHS[decision.strength] : "" });
    const tell = root.id === "card" ? words.onCard : words.onButton;
    set(root, "chances", decision ? tell(decision, measure) : []);
  }

  /* The same on the card, with a hundred fights each. */
  function showCard(card, decision, measure) {
    showDecision(card, decision, measure);
    card.querySelector(".dots").hidden = !decision;
    if (!decision) return;
    const best = decision.test > decision.keep ? "test" : "keep";
    for (const name of ["test", "keep"]) {
      const other = name === "test" ? "keep" : "test";
      const [here, there] = [decision[name], decision[other]].map((chance) => words.inHundred(chance));
      dots(card.querySelector(`[data-dots=${name}]`), here, Math.min(here, there));
      fill(card, { [`n-${name}`]: words.hundred(decision[name]), [`more-${name}`]: name === best && decision.verdict !== "either" ? words.more(decision, measure) : "" });
    }
  }

  /* A hundred fights, four to a column: those won either way, those won only so, those lost. */
  function dots(svg, won, either) {
    const at = (i) => `M${5 + Math.floor(i / 4) * 10} ${5 + (i % 4) * 10}h0`;
    const path = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, i) => at(from + i)).join("");
    svg.replaceChildren();
    for (const [name, from, to] of [["lost", won, 100], ["lost inner", won, 100], ["won", 0, either], ["extra", either, won]]) {
      LuckAtlas.draw(svg, "path", { class: name, d: path(from, to) });
    }
  }

  /* Text and an address: to whatever the phone shares with, or to be pasted. `told` are the lines on how that went. */
  function share(root, text, path, told) {
    const url = new URL(path, location.href).href;
    const tell = (said) => {
      fill(root, { told: said });
      say(said);
    };
    if (navigator.share && matchMedia("(pointer: coarse)").matches) navigator.share({ title: document.title, text, url }).catch(() => {});
    else if (navigator.clipboard) navigator.clipboard.writeText(`${text} ${url}`.trim()).then(() => tell(told.copied), () => tell(told.notCopied));
    else tell(told.notCopied);
  }

  /* A panel that a button opens and closes. */
  function toggle(button, panel) {
    const open = id(button).getAttribute("aria-expanded") !== "true";
    id(button).setAttribute("aria-expanded", String(open));
    id(panel).hidden = !open;
    if (open) id(panel).scrollIntoView({ block: "nearest" });
  }

  return { able, fill, id, line, make, mark, markOf, say, script, set, share, showCard, showDecision, toggle, unable };
})();
