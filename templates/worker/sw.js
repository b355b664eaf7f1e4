// What was opened once opens again without a connection. VERSION, CORE and FILES stand above.
// A cache holds the files of one build and no others, each checked against the list of that build, and notes which
// open pages came from it: a page takes all its files from its own build, even if a newer one took over meanwhile.
// What is kept is packed, for devices with little room. There may be none left, for all sites of a host share it, and
// what was kept may be lost or damaged: pages that are online open all the same. A build whose core and list are not
// kept whole is asked only when there is no connection.
"use strict";

const ROOT = self.registration.scope;
// All copies of the site under one host see these names. An address has no spaces: none begins like another's.
const OURS = "luck-atlas " + ROOT + " ";
const CACHE = OURS + VERSION;
const STAND_IN = "offline.html";
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
  } else {
    event.respondWith(fetch(event.request).catch(standIn));
  }
});

function pathOf(url) {
  const address = url.split(/[?#]/)[0];
  if (!address.startsWith(ROOT)) return "";
  const path = address.slice(ROOT.length);
  return path === "" || path.endsWith("/") ? path + "index.html" : path;
}

// What there is no room for waits until older builds have gone. A file of another build ends the installation.
async function install() {
  const older = (await builds()).filter((name) => name !== CACHE);
  const room = await Promise.all(CORE.map(renew));
  if (room.every(Boolean) && (await keepList(older))) {
    await Promise.allSettled((await openedBefore(older)).map(renew));
    // Pages that opened before there was any worker came with this one.
    if (!self.registration.active) {
      const open = await self.clients.matchAll({ includeUncontrolled: true });
      await Promise.all(open.filter(({ url }) => pathOf(url) in FILES).map(({ id }) => note(id)));
    }
  }
  await self.skipWaiting();
}

async function builds() {
  return (await caches.keys()).filter((name) => name.startsWith(OURS));
}

async function keepList(older) {
  return put(CACHE, LIST, new Response(JSON.stringify({ files: FILES, older })));
}

// Null where it is not kept. A damaged one goes.
async function listOf(name) {
  const cache = await caches.open(name);
  const list = await cache.match(LIST);
  return list ? list.json().catch(() => cache.delete(LIST).then(() => null)) : null;
}

async function olderBuilds() {
  const list = await listOf(CACHE);
  return list?.older ?? (await builds()).filter((name) => name !== CACHE);
}

// What older builds have kept beside the core and this one has, too.
async function openedBefore(older) {
  const requests = await Promise.all(older.map(async (name) => (await caches.open(name)).keys()));
  const paths = new Set(requests.flat().map(({ url }) => pathOf(url)));
  return [...paths].filter((path) => path in FILES && !CORE.includes(path));
}

// Whether there was room for it.
async function renew(path) {
  const response = await fetch(ROOT + path, { cache: "no-cache" });
  const body = await checked(response, FILES[path]);
  if (!body) throw new Error(path + " is not of this build");
  return keep(CACHE, path, response, body);
}

// What is not kept of the core and the list, by its address.
async function missing() {
  const requests = await (await caches.open(CACHE)).keys();
  const kept = new Set(requests.map(({ url }) => url));
  return [...CORE.map((path) => ROOT + path), LIST].filter((address) => !kept.has(address));
}

// One after another: where there is still no room, little is asked of the network in vain.
async function complete() {
  for (const address of await missing()) {
    const done = address === LIST ? await keepList(await olderBuilds()) : await renew(pathOf(address));
    if (!done) return;
  }
}

// Pages come from this build. What the network has of another is handed on, and not noted.
async function page(event, path) {
  const found = await kept(CACHE, FILES, path);
  if (found && (await note(event.resultingClientId))) return found;
  try {
    const response = await fetch(event.request);
    const body = await checked(response, FILES[path]);
    if (body && (await keep(CACHE, path, response, body))) await note(event.resultingClientId);
    return response;
  } catch (error) {
    return found ?? standIn(error);
  }
}

// In place of what is not here while there is no connection: a page that says so, and how to fetch it.
async function standIn(error) {
  const told = await kept(CACHE, FILES, STAND_IN);
  if (!told) throw error;
  return new Response(told.body, { status: 503, headers: told.headers });
}

// Other files come from the build of the page that asks, or not at all. A page of no known build takes what the
// network has.
async function file(event, path) {
  const home = await homeOf(event.clientId);
  if (!home) return fetch(event.request).catch(async () => (await kept(CACHE, FILES, path)) ?? Response.error());
  const found = await kept(home.name, home.files, path);
  if (found) return found;
  const response = await fetch(event.request);
  if (!response.ok || !(path in home.files)) return response;
  const body = await checked(response, home.files[path]);
  if (!body) return Response.error();
  await keep(home.name, path, response, body);
  return response;
}

// That a page comes from this build, if all that it may need is kept; whether that could be noted.
async function note(client) {
  try {
    return !(await missing()).length && (await put(CACHE, PAGES + "?" + client, new Response()));
  } catch {
    return false;
  }
}

// The build that an open page came from; null if that is not known.
async function homeOf(client) {
  try {
    for (const name of await builds()) {
      if (!(await (await caches.open(name)).match(PAGES + "?" + client))) continue;
      const files = name === CACHE ? FILES : (await listOf(name))?.files;
      return files ? { name, files } : null;
    }
  } catch {
    // As if nothing were kept.
  }
  return null;
}

// Forget pages that were closed, and older builds when none of their pages is open; tell those that are. Then there may
// be room for what this build lacks.
async function tidy() {
  for (const name of [CACHE, ...(await olderBuilds())]) {
    if (!(await caches.has(name))) continue;
    const cache = await caches.open(name);
    const open = await openPages(cache);
    if (name === CACHE) continue;
    for (const client of open) client.postMessage("newer");
    // An older build may come back: a worker that is about to take over may be filling its cache.
    const { installing, waiting } = self.registration;
    if (!open.length && !installing && !waiting) await caches.delete(name);
  }
  await complete().catch(() => {});
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

// The body of a response if it is the file of a build, else null.
async function checked(response, digest) {
  if (!response.ok) return null;
  const body = await response.clone().arrayBuffer();
  return (await digestOf(body)) === digest ? body : null;
}

async function digestOf(body) {
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", body))));
}

// A server may have answered with a redirect; what is kept must not, or pages refuse it.
async function keep(name, path, response, body) {
  return put(name, ROOT + path, typed(await piped(new Response(body), new CompressionStream("gzip")), response));
}

// Whether there was room.
async function put(name, address, response) {
  try {
    await (await caches.open(name)).put(address, response);
    return true;
  } catch {
    return false;
  }
}

// Null where it is not kept. What is not as it was kept goes.
async function kept(name, files, path) {
  try {
    const cache = await caches.open(name);
    const packed = await cache.match(ROOT + path);
    if (!packed) return null;
    const body = await piped(packed, new DecompressionStream("gzip")).catch(() => null);
    if (body && (await digestOf(body)) === files[path]) return typed(body, packed);
    await cache.delete(ROOT + path);
  } catch {
    // As if nothing were kept.
  }
  return null;
}

// Whole: a worker may be stopped, and what it was still handing on with it.
async function piped(response, stream) {
  return new Response(response.body.pipeThrough(stream)).arrayBuffer();
}

// With the type of another response.
function typed(body, { headers }) {
  return new Response(body, { headers: { "Content-Type": headers.get("Content-Type") ?? "" } });
}
