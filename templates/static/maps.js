// For every page with maps, before it is drawn: the reader's own fight, and the switch between more to come and the
// last fight, which is kept from page to page. Without this script the switch works by the address of the page.
window.LuckAtlas = window.LuckAtlas || {};

LuckAtlas.reader = (function () {
  "use strict";

  const CHOICE = "luck-atlas-ahead";
  const ADDRESSES = { "#more-to-come": "more", "#last-fight": "last" };
  const SCORES = { skill: 0, stamina: 1, luck: 0, "foe-skill": 0, "foe-stamina": 1 };
  const MOST = 99;
  const root = document.documentElement;
  const { rules } = document.currentScript.dataset;

  function read(act) {
    try {
      return act();
    } catch {
      return null; // the browser saves nothing, or what it saved is damaged: the fight page says so
    }
  }

  /* The fight that the fight page has saved: its scores, its SKILL gap, and what lies ahead; null if there is none, or
     one by other rules than those of this page. */
  function ownFight() {
    const { now } = JSON.parse(localStorage.getItem("luck-atlas-adventure"));
    const fits = ([name, least]) => Number.isInteger(now.scores[name]) && now.scores[name] >= least && now.scores[name] <= MOST;
    if (!Object.entries(SCORES).every(fits) || (rules && JSON.stringify(now.rules) !== rules)) return null;
    return { ...now.scores, gap: now.scores.skill - now.scores["foe-skill"], ahead: now.ahead };
  }

  const own = read(ownFight);
  const listeners = [];

  function choose(choice) {
    root.dataset.ahead = choice;
    read(() => sessionStorage.setItem(CHOICE, choice));
    for (const link of document.querySelectorAll("#ahead a")) {
      if (ADDRESSES[link.hash] === choice) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    listeners.forEach((listener) => listener(choice));
  }

  const saved = read(() => sessionStorage.getItem(CHOICE));
  const usual = own && own.ahead === "last" ? "last" : "more";
  root.dataset.ahead = ADDRESSES[location.hash] || (saved === "last" || saved === "more" ? saved : usual);
  if (own) root.dataset.own = "";

  /* The map of a fight, as far as there are maps: `gaps` and `luck` are what they reach to. */
  function mapOf({ gap, luck }, folder, [lowest, highest], most) {
    const near = Math.max(lowest, Math.min(highest, gap));
    const slug = near < 0 ? `minus-${-near}` : near > 0 ? `plus-${near}` : "0";
    return new URL(`skill-gap-${slug}-luck-${Math.min(luck, most)}.html`, folder);
  }

  function showOwn(nav) {
    const line = document.querySelector(".yours");
    const signed = (own.gap > 0 ? "+" : own.gap < 0 ? "−" : "") + Math.abs(own.gap);
    for (const slot of line.querySelectorAll("[data-own]")) slot.textContent = slot.dataset.own === "gap" ? signed : own[slot.dataset.own];
    const link = line.querySelector("a");
    const map = mapOf(own, link.href, nav.dataset.gaps.split(" ").map(Number), Number(nav.dataset.luck));
    link.hidden = map.pathname === location.pathname;
    link.href = map.href;
    for (const tile of document.querySelectorAll(".tiles a")) {
      if (tile.pathname !== map.pathname) continue;
      tile.setAttribute("aria-label", `${tile.getAttribute("aria-label")}, ${nav.dataset.yours}`);
      tile.classList.add("mine");
    }
    return map;
  }

  /* A box of small maps opens at the own one, or where the interesting ones are, whatever fits on the screen. */
  function scrollOverview() {
    const overview = document.getElementById("overview");
    if (!overview) return;
    const mine = overview.querySelector(".mine");
    const row = mine ? mine.closest("tr") : document.getElementById("middle-gap");
    const column = mine ? mine.closest("td") : document.getElementById("middle-luck");
    if (row) overview.scrollTop = row.offsetTop - overview.clientHeight / 2;
    if (column) overview.scrollLeft = column.offsetLeft - overview.clientWidth / 2;
  }

  /* Tables of a SKILL gap mark the square of the own fight, and open where it is. */
  function markSquares() {
    for (const table of document.querySelectorAll(".thresholds[data-gap]")) {
      if (Number(table.dataset.gap) !== own.gap) continue;
      const { rows } = table.tBodies[0];
      const row = rows[rows.length - own.stamina];
      const cell = row && row.cells[own["foe-stamina"]];
      if (!cell) continue;
      cell.classList.add("mine");
      table.parentNode.scrollLeft = cell.offsetLeft - table.parentNode.clientWidth / 2;
    }
  }

  document.addEventListener("DOMContentLoaded", function () {
    const nav = document.getElementById("ahead");
    if (own) {
      showOwn(nav);
      markSquares();
    }
    scrollOverview();
    nav.addEventListener("click", function (event) {
      const link = event.target.closest("a");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault(); // the page stays where it is
      history.replaceState(null, "", link.hash);
      choose(ADDRESSES[link.hash]);
    });
    addEventListener("hashchange", () => ADDRESSES[location.hash] && choose(ADDRESSES[location.hash]));
    choose(root.dataset.ahead);
  });

  return { own, chosen: () => root.dataset.ahead, onChoice: (listener) => listeners.push(listener) };
})();
