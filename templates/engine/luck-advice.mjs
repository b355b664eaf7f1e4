/* <luck-advice skill="9" stamina="14" luck="8" foe-skill="8" foe-stamina="9"></luck-advice>

   shows what to do after a won and after a lost round. Its other attributes, too, are the words of a link to a fight:
   ahead="7/7,10/12", price, least-stamina, least-luck, rules (a preset's name, or an object as JSON). Style it
   through ::part(round), ::part(verdict) and ::part(chances), marked by the attribute data-verdict. MIT licence. */

import { FOE, LUCK, refuse, SKILL, solve, STAMINA } from "./luck-atlas.mjs";

const ROUNDS = { won: "If you won the round", lost: "If you lost the round" };
const VERDICTS = { test: "Test your Luck", keep: "Keep your LUCK", either: "No difference: keep" };
const NAMES = ["skill", "stamina", "luck", "foe-skill", "foe-stamina", "rules", "ahead", "price", "least-stamina", "least-luck"];
const STYLE = `
  :host { display: inline-grid; gap: 0.5em 1.5em; grid-template-columns: repeat(auto-fit, minmax(13em, 1fr)); }
  p { margin: 0; }
  [part=verdict] { display: block; font-size: 1.4em; }
`;

const NUMBERS = {
  skill: SKILL,
  stamina: STAMINA,
  luck: LUCK,
  "foe-skill": SKILL,
  "foe-stamina": STAMINA,
  price: { allowed: "a number from 0 to 1", fits: (value) => value >= 0 && value <= 1 },
  "least-stamina": STAMINA,
  "least-luck": LUCK,
};
const NEEDED = ["skill", "stamina", "luck", "foe-skill", "foe-stamina"];

/** A fight from the words of a link, as text each; what is not there is left out. Throws a RangeError that names the
    word, what it is, and what it must be. */
export function fightOf(words) {
  const number = (name) => {
    const text = words[name];
    if (text == null && !NEEDED.includes(name)) return undefined;
    if (text == null || !text.trim() || !NUMBERS[name].fits(Number(text))) refuse(name, text ?? "", NUMBERS[name].allowed);
    return Number(text);
  };
  return {
    hero: { skill: number("skill"), stamina: number("stamina"), luck: number("luck") },
    foe: { skill: number("foe-skill"), stamina: number("foe-stamina") },
    rules: rulesOf(words.rules),
    ahead: { foes: foesOf(words.ahead), luck_price: number("price"), least_stamina: number("least-stamina"), least_luck: number("least-luck") },
  };
}

function foesOf(text) {
  if (text == null) return undefined;
  const foes = text.split(",").map((foe) => foe.split("/").map(Number));
  if (!foes.every(FOE.fits)) refuse("ahead", text, "pairs of SKILL and STAMINA, such as 7/7,10/12");
  return foes;
}

function rulesOf(text) {
  if (text == null || !text.trim().startsWith("{")) return text ?? undefined;
  try {
    return JSON.parse(text);
  } catch {
    return refuse("rules", text, "the name of a preset, or an object as JSON");
  }
}

export class LuckAdvice extends HTMLElement {
  static observedAttributes = NAMES;

  connectedCallback() {
    if (this.shadowRoot) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    this.attachShadow({ mode: "open" }).adoptedStyleSheets = [sheet];
    this.show();
  }

  attributeChangedCallback() {
    if (this.shadowRoot) this.show();
  }

  show() {
    const words = Object.fromEntries(NAMES.map((name) => [name, this.getAttribute(name)]));
    try {
      const fight = fightOf(words);
      const solution = solve(fight);
      const [answer, chances] = [solution.at(fight.hero), solution.chances(fight.hero)];
      this.shadowRoot.replaceChildren(...Object.keys(ROUNDS).map((outcome) => said(outcome, answer, chances)));
    } catch (error) {
      this.shadowRoot.replaceChildren(part("p", "problem", error.message));
    }
  }
}

function said(outcome, answer, chances) {
  const { verdict } = answer[outcome];
  const { keep, test } = chances[outcome];
  const hundred = (chance) => (chance > 0 && chance < 0.005 ? "under 1" : chance < 1 && chance >= 0.995 ? "over 99" : Math.round(chance * 100));
  const tested = test === null ? "" : `${hundred(test)} in 100 if you test, `;
  const round = part("p", "round", ROUNDS[outcome]);
  round.dataset.verdict = verdict;
  round.append(part("b", "verdict", VERDICTS[verdict]), part("span", "chances", `${tested}${hundred(keep)} in 100 if you keep it`));
  return round;
}

function part(name, called, text) {
  const element = document.createElement(name);
  element.setAttribute("part", called);
  element.textContent = text;
  return element;
}

if (!customElements.get("luck-advice")) customElements.define("luck-advice", LuckAdvice);
