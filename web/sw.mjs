// Keeps the page and the rules for times without the server. Network first: a new version is never hidden by an old
// one; the cache only answers when nobody else does. /files.json lists what belongs to the page.

const CACHE = "kielwasser-";
const PATIENCE_MS = 3000;
let build = "0";

async function keepAll() {
  const answer = await fetch("/files.json", { cache: "no-store" });
  const list = await answer.json();
  const cache = await caches.open(CACHE + build);
  const files = ["/", ...(Array.isArray(list) ? list : list.files)];
  await Promise.allSettled(files.map(async (file) => {
    const response = await fetch(file);
    if (response.ok) await cache.put(file, response);
  }));
}

/** A new build gets a cache of its own; the old one goes when the new one is full. */
async function renew(wanted) {
  if (!wanted || (await caches.has(CACHE + wanted))) return;
  build = wanted;
  await keepAll();
  for (const name of await caches.keys()) if (name.startsWith(CACHE) && name !== CACHE + build) await caches.delete(name);
}

async function fromCache(request) {
  const path = new URL(request.url).pathname;
  const found = await caches.match(path);
  return found ?? (request.mode === "navigate" ? caches.match("/") : undefined);
}

async function answer(request) {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  const network = fetch(request).catch(() => null);
  const first = await Promise.race([network, patience]);
  if (first) return first;
  return (await fromCache(request)) ?? (await network) ?? Response.error();
}

addEventListener("install", (event) => event.waitUntil(keepAll().then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("message", (event) => event.waitUntil(renew(event.data?.build)));
addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  event.respondWith(answer(event.request));
});
