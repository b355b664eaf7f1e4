// What was opened once opens again without a connection. VERSION, CORE and FILES stand above.
// A cache holds the files of one build and no others, each checked against the list of that build, and notes which
// open pages came from it: a page takes all its files from its own build, even if a newer one took over meanwhile.
// What is kept is packed, for devices with little room.
"use strict";

const ROOT = self.registration.scope;
// All copies of the site under one host see these names. An address has no spaces: none begins like another's.
const OURS = "luck-atlas " + ROOT + " ";
const CACHE = OURS + VERSION;
// Addresses of notes in a cache: the files of its build and the caches that are older; the pages that came from it.
const LIST = ROOT + "sw.js/list";
const PAGES = ROOT + "sw.js/pages";

self.addEventListener("install", (event) => {
  event.waitUntil(install());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim().then(tidy));
});

self.addEventListener("fetch", (event) => {
  const path = pathOf(event.request.url);
  if (event.request.method !== "GET" || path === "") return;
  if (event.request.mode !== "navigate") {
    event.respondWith(file(event, path));
  } else if (path in FILES) {
    event.respondWith(page(event, path));
    event.waitUntil(tidy());
  }
});

function pathOf(url) {
  const address = url.split(/[?#]/)[0];
  if (!address.startsWith(ROOT)) return "";
  const path = address.slice(ROOT.length);
  return path === "" || path.endsWith("/") ? path + "index.html" : path;
}

async function install() {
  const older = (await builds()).filter((name) => name !== CACHE);
  const cache = await caches.open(CACHE);
  await cache.put(LIST, new Response(JSON.stringify({ files: FILES, older })));
  await Promise.all(CORE.map((path) => renew(cache, path)));
  await Promise.allSettled((await openedBefore(older)).map((path) => renew(cache, path)));
  // Pages that opened before there was any worker came with this one.
  if (!self.registration.active) {
    const open = await self.clients.matchAll({ includeUncontrolled: true });
    await Promise.all(open.filter(({ url }) => pathOf(url) in FILES).map(({ id }) => note(cache, id)));
  }
  await self.skipWaiting();
}

async function builds() {
  return (await caches.keys()).filter((name) => name.startsWith(OURS));
}

async function listOf(cache) {
  const list = await cache.match(LIST);
  return list ? list.json() : { files: FILES, older: [] };
}

// What older builds have kept beside the core and this one has, too.
async function openedBefore(older) {
  const requests = await Promise.all(older.map(async (name) => (await caches.open(name)).keys()));
  const paths = new Set(requests.flat().map(({ url }) => pathOf(url)));
  return [...paths].filter((path) => path in FILES && !CORE.includes(path));
}

async function renew(cache, path) {
  const response = await fetch(ROOT + path, { cache: "no-cache" });
  if (!(await keep(cache, FILES, path, response))) throw new Error(path + " is not of this build");
}

// Pages come from this build. What the network has of another is handed on, and not noted.
async function page(event, path) {
  const cache = await caches.open(CACHE);
  let response = await kept(cache, path);
  if (!response) {
    response = await fetch(event.request);
    if (!(await keep(cache, FILES, path, response))) return response;
  }
  await note(cache, event.resultingClientId);
  return response;
}

// Other files come from the build of the page that asks, or not at all. A page of no known build takes what the
// network has.
async function file(event, path) {
  const home = await homeOf(event.clientId);
  if (!home) return fetch(event.request).catch(async () => kept(await caches.open(CACHE), path));
  const found = await kept(home, path);
  if (found) return found;
  const { files } = await listOf(home);
  const response = await fetch(event.request);
  return !(path in files) || (await keep(home, files, path, response)) ? response : Response.error();
}

function note(cache, client) {
  return cache.put(PAGES + "?" + client, new Response());
}

async function homeOf(client) {
  for (const name of await builds()) {
    const cache = await caches.open(name);
    if (await cache.match(PAGES + "?" + client)) return cache;
  }
  return null;
}

// Forget pages that were closed, and older builds when none of their pages is open; tell those that are.
async function tidy() {
  const { older } = await listOf(await caches.open(CACHE));
  for (const name of [CACHE, ...older]) {
    if (!(await caches.has(name))) continue;
    const cache = await caches.open(name);
    const open = await openPages(cache);
    if (name === CACHE) continue;
    for (const client of open) client.postMessage("newer");
    // An older build may come back: a worker that is about to take over may be filling its cache.
    const { installing, waiting } = self.registration;
    if (!open.length && !installing && !waiting) await caches.delete(name);
  }
}

async function openPages(cache) {
  const open = [];
  for (const { url } of await cache.keys(PAGES, { ignoreSearch: true })) {
    const client = await self.clients.get(url.split("?")[1]);
    if (client) open.push(client);
    else await cache.delete(url);
  }
  return open;
}

async function keep(cache, files, path, response) {
  if (!response.ok) return false;
  const body = await response.clone().arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  if (btoa(String.fromCharCode(...digest)) !== files[path]) return false;
  // A server may have answered with a redirect; what is kept must not, or pages refuse it.
  await cache.put(ROOT + path, await piped(new Response(body), response.headers, new CompressionStream("gzip")));
  return true;
}

async function kept(cache, path) {
  const packed = await cache.match(ROOT + path);
  return packed && piped(packed, packed.headers, new DecompressionStream("gzip"));
}

// Whole: a worker may be stopped, and what it was still handing on with it.
async function piped(response, headers, stream) {
  const body = await new Response(response.body.pipeThrough(stream)).arrayBuffer();
  return new Response(body, { headers: { "Content-Type": headers.get("Content-Type") ?? "" } });
}
