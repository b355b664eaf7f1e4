// For every page: arrow keys lead to neighbours, pages stay readable without a connection, newer editions are offered.
"use strict";

document.addEventListener("keydown", function (event) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  // Where something has the focus, the arrow keys are its own.
  if (document.activeElement && document.activeElement !== document.body) return;
  var key = (event.shiftKey ? "Shift+" : "") + event.key;
  var link = document.querySelector('a[data-key="' + CSS.escape(key) + '"]');
  if (link) location.href = link.href;
});

var steps = document.querySelector(".steps");
if (steps) {
  var several = steps.querySelector('[data-key^="Shift"]');
  var hint = document.createElement("p");
  hint.className = "keys";
  hint.textContent = several ? "Keys: ← → LUCK, Shift ← → SKILL gap" : "Keys: ← →";
  steps.append(hint);
}

// Folded parts open where a link leads: into them, or to the heading before them. On paper they are all open, also
// where the stylesheet cannot do that, and a filter of the ledger opens what it leaves.
var FOLDED = ".fold:not([open]), .strip-fold:not([open])";

function leadInto() {
  var target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  var part = target.closest("details");
  for (var next = target.nextElementSibling; !part && next && !/^H[1-6]$/.test(next.tagName); next = next.nextElementSibling) {
    if (/^H[1-6]$/.test(target.tagName) && next.matches("details")) part = next;
  }
  if (!part || part.open) return;
  for (; part; part = part.parentElement.closest("details")) part.open = true;
  target.scrollIntoView();
}

leadInto();
window.addEventListener("hashchange", leadInto);

var unfolded = [];
window.addEventListener("beforeprint", function () {
  unfolded = Array.from(document.querySelectorAll(FOLDED));
  unfolded.forEach(function (part) { part.open = true; });
});
window.addEventListener("afterprint", function () {
  unfolded.forEach(function (part) { part.open = false; });
});
document.querySelectorAll(".ledger .filter input").forEach(function (choice) {
  choice.addEventListener("change", function () {
    document.querySelectorAll(".ledger .fold").forEach(function (part) { part.open = choice.id !== "show-all"; });
  });
});

// What prints at one tap is of the paper that printers have where the reader is: A4, but for some countries.
if (/-(BZ|CA|CL|CO|CR|GT|MX|NI|PA|PH|PR|SV|US|VE)\b/i.test(navigator.language)) {
  document.querySelectorAll("a[data-other]").forEach(function (link) {
    link.href = link.dataset.other;
    link.querySelector(".paper-size").textContent = "Letter";
  });
}

if (location.protocol !== "file:" && "serviceWorker" in navigator) {
  // This script knows where the site begins, whatever page it is on.
  var root = document.currentScript.src.replace(/static\/site\.js.*$/, "");
  var manifest = document.createElement("link");
  manifest.rel = "manifest";
  manifest.href = root + "manifest.webmanifest";
  document.head.append(manifest);
  window.addEventListener("load", function () {
    navigator.serviceWorker.register(root + "sw.js").then(lookAgain, function () {});
  });
  var newer = document.createElement("p");
  newer.className = "newer";
  newer.setAttribute("role", "status");
  document.body.append(newer);
  // The worker's only message: there is a newer edition than that of this page. The next page will be of it.
  navigator.serviceWorker.addEventListener("message", function () {
    if (newer.hasChildNodes()) return;
    var link = document.createElement("a");
    link.href = "";
    link.textContent = "Open it";
    newer.append("A newer edition is here. ", link);
  });
}

// A page may stay open for days: whoever comes back to it hears of a newer edition, too.
function lookAgain(registration) {
  document.addEventListener("visibilitychange", function () {
    if (!document.hidden) registration.update().catch(function () {});
  });
}
