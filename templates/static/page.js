/* What both pages share: the choice of a policy, what the browser keeps, words and drawings on the page. */
window.LuckAtlas = window.LuckAtlas || {};

(function () {
  "use strict";

  const POLICY_KEY = "luck-atlas-policy";
  const SVG = "http://www.w3.org/2000/svg";

  /* What to play for: remembered where the browser keeps anything. */
  LuckAtlas.startPolicy = function (root, changed) {
    const radios = [...root.querySelectorAll("input[name=policy]")];
    const chosen = () => radios.find((radio) => radio.checked).value;
    const kept = LuckAtlas.kept(POLICY_KEY);
    for (const radio of radios) {
      if (radio.value === kept) radio.checked = true;
      radio.addEventListener("change", () => {
        LuckAtlas.keep(POLICY_KEY, chosen());
        changed();
      });
    }
    return chosen;
  };

  /* The browser's own store: null where there is none, false where nothing can be kept. */
  LuckAtlas.kept = function (key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  LuckAtlas.keep = function (key, text) {
    try {
      localStorage.setItem(key, text);
    } catch {
      return false;
    }
    return true;
  };

  LuckAtlas.fill = function (root, slots) {
    for (const [name, text] of Object.entries(slots)) {
      for (const slot of root.querySelectorAll(`[data-slot="${name}"]`)) slot.textContent = text;
    }
  };

  LuckAtlas.line = function (element, text) {
    element.textContent = text;
    element.hidden = !text;
  };

  /* A verdict on its card: word, sign and frame, and what stands behind it. */
  LuckAtlas.showVerdict = function (card, decision) {
    const verdict = decision ? decision.verdict : "unknown";
    card.dataset.verdict = verdict;
    card.querySelector(".icon use").setAttribute("href", `#icon-${verdict}`);
    LuckAtlas.fill(card, {
      do: decision ? verdict.charAt(0).toUpperCase() + verdict.slice(1) : "…",
      // What the verdict's words add to that one: "your luck", "it makes no difference".
      rest: decision ? decision.words.replace(/^.*, |^\S+ /, "") : "",
      stake: decision ? decision.effect : "",
      why: decision ? decision.why : "",
      other: decision ? decision.other : "",
    });
  };

  /* A drawing, or a part of one. */
  LuckAtlas.draw = function (parent, name, attributes, text) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    if (parent) parent.append(element);
    return element;
  };
})();
