// For every page: arrow keys lead to neighbours, and pages stay readable without a connection.
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
  hint.textContent = several ? "Keys: ← → luck, Shift ← → skill gap" : "Keys: ← →";
  steps.append(hint);
}

if (location.protocol !== "file:" && "serviceWorker" in navigator) {
  // This script knows where the site begins, whatever page it is on.
  var root = document.currentScript.src.replace(/static\/site\.js.*$/, "");
  var manifest = document.createElement("link");
  manifest.rel = "manifest";
  manifest.href = root + "manifest.webmanifest";
  document.head.append(manifest);
  window.addEventListener("load", function () {
    navigator.serviceWorker.register(root + "sw.js").catch(function () {});
  });
}
