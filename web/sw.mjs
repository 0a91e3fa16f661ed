// Keeps one whole build of the page for times without the server. Its files have the build in their address: those of
// this build come from the cache, those of any other only from the network, so two builds are never mixed.

const BASE = "/b/dev/"; // tools/embed.py writes the name of the build
const NAME = "kielwasser-"; // of all caches of the page
const CACHE = NAME + BASE.split("/")[2];
const PATIENCE_MS = 3000;

/** Keeps every file of the build, or none. */
async function keepAll() {
  const list = await (await fetch(`${BASE}files.json`)).json();
  const cache = await caches.open(CACHE);
  try {
    await Promise.all(
      list.map(async (path) => {
        const response = await fetch(path, { cache: path === "/" ? "no-store" : "default" });
        const isOurs = response.ok && (path !== "/" || (await response.clone().text()).includes(BASE));
        if (!isOurs) throw new Error(`${path}: ${response.status}`);
        await cache.put(path, response);
      }),
    );
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** Does the page in this tab work? A page from before builds had names does not answer, nor does an empty one. */
const isAlive = (tab) =>
  new Promise((tell) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => tell(true);
    setTimeout(tell, PATIENCE_MS, false);
    tab.postMessage("there?", [port2]);
  });

async function reloadOthers() {
  for (const tab of await clients.matchAll({ type: "window" }))
    if (!(await isAlive(tab))) await tab.navigate(tab.url).catch(() => {});
}

async function takeOver() {
  const old = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
  if (old.length) reloadOthers(); // not awaited: a tab can load only when this worker is active
}

const kept = async (path) => (await caches.open(CACHE)).match(path);

/** From the network while it is quick, otherwise what was kept under this path. */
async function freshOrKept(request, path) {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  const network = fetch(request).catch(() => null);
  return (await Promise.race([network, patience])) ?? (await kept(path)) ?? (await network) ?? Response.error();
}

/** Without the server a page of another build becomes one of this build. */
const fromOtherBuild = (request, path) =>
  fetch(request).catch(async () => (path.endsWith(".mjs") && (await kept(`${BASE}reload.mjs`))) || Response.error());

async function answer(request, path) {
  if (request.mode === "navigate") return freshOrKept(request, "/");
  if (path.startsWith(BASE)) return (await kept(path)) ?? fetch(request);
  return path.startsWith("/b/") ? fromOtherBuild(request, path) : freshOrKept(request, path);
}

addEventListener("install", (event) => event.waitUntil(keepAll().then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  event.respondWith(answer(event.request, pathname));
});
