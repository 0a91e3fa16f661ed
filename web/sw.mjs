// Keeps the page and the rules for times without the server. Network first: a new version is never hidden by an old
// one; the cache only answers when nobody else does. /files.json lists what belongs to the page.

const CACHE = "kielwasser-";
const PATIENCE_MS = 3000;
const FIRST = "0"; // the build is not known yet when the page is first kept

/** Keeps every file; one that is missing makes the whole cache useless, so it goes again. */
async function keepAll(name) {
  const answer = await fetch("/files.json", { cache: "no-store" });
  const list = await answer.json();
  const files = ["/", ...(Array.isArray(list) ? list : list.files)];
  const cache = await caches.open(name);
  try {
    await Promise.all(
      files.map(async (file) => {
        const response = await fetch(file);
        if (!response.ok) throw new Error(`${file}: ${response.status}`);
        await cache.put(file, response);
      }),
    );
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
}

/** A new build gets a cache of its own; the old one goes when the new one is full. */
async function renew(wanted) {
  if (!wanted || (await caches.has(CACHE + wanted))) return;
  await keepAll(CACHE + wanted);
  for (const name of await caches.keys())
    if (name.startsWith(CACHE) && name !== CACHE + wanted) await caches.delete(name);
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

addEventListener("install", (event) => event.waitUntil(keepAll(CACHE + FIRST).then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("message", (event) => event.waitUntil(renew(event.data?.build)));
addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  event.respondWith(answer(event.request));
});
