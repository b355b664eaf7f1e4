// What was opened once opens again without a connection. VERSION, CORE and FILES stand above.
// A cache holds the files of one build and no others: each is checked against its listed content.
"use strict";

const CACHE = "luck-atlas-" + VERSION;
const ROOT = new URL("./", self.location).href;
// Pages that came from a newer build than this one take everything from the network.
const newer = new Set();

self.addEventListener("install", (event) => {
  event.waitUntil(keepCore());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOldCaches().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  const asksForNewer = event.request.mode !== "navigate" && newer.has(event.clientId);
  if (event.request.method !== "GET" || !(path in FILES) || asksForNewer) return;
  event.respondWith(answer(event, path));
});

function pathOf(request) {
  const address = request.url.split(/[?#]/)[0];
  if (!address.startsWith(ROOT)) return "";
  const path = address.slice(ROOT.length);
  return path === "" || path.endsWith("/") ? path + "index.html" : path;
}

async function keepCore() {
  const cache = await caches.open(CACHE);
  await Promise.all(
    CORE.map(async (path) => {
      const response = await fetch(ROOT + path, { cache: "no-cache" });
      if (!(await keep(cache, path, response))) throw new Error(path + " is not of this build");
    }),
  );
}

async function dropOldCaches() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("luck-atlas-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function answer(event, path) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(ROOT + path);
  if (kept) return kept;
  const response = await fetch(event.request);
  if (!(await keep(cache, path, response)) && event.request.mode === "navigate") newer.add(event.resultingClientId);
  return response;
}

async function keep(cache, path, response) {
  if (!response.ok) return false;
  const body = await response.clone().arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  if (btoa(String.fromCharCode(...digest)) !== FILES[path]) return false;
  // A server may have answered with a redirect; what is kept must not, or pages refuse it.
  await cache.put(ROOT + path, new Response(body, { headers: response.headers }));
  return true;
}
