// From addresses to pages. A page is a module that exports mount(element, params) -> unmount; params is
// {id, query: URLSearchParams, hash: "12", files: File[]|null}. Pages are loaded when they are first wanted.
import { t } from "./i18n.mjs";
import { greet, server } from "./net.mjs";
import { stylesReady } from "./style.mjs";

const routes = [
  { path: /^\/$/, page: () => import("./pages/start.mjs"), nav: "play", title: "title.start" },
  { path: /^\/neu$/, page: () => import("./pages/neu.mjs"), nav: "play", title: "title.new" },
  { path: /^\/spiel\/([\w-]+)$/, page: () => import("./pages/spiel.mjs"), nav: "play", title: "title.game" },
  {
    path: /^\/analyse(?:\/([\w-]+))?$/,
    page: () => import("./pages/analyse.mjs"),
    nav: "analyse",
    title: "title.analyse",
  },
  { path: /^\/editor$/, page: () => import("./pages/editor.mjs"), nav: "analyse", title: "title.editor" },
  { path: /^\/live(?:\/([\w-]+))?$/, page: () => import("./pages/live.mjs"), nav: "watch", title: "title.live" },
  { path: /^\/test(?:en)?(?:\/(\d+))?$/, page: () => import("./pages/testen.mjs"), nav: "test", title: "title.test" },
  { path: /^\/turnier(?:\/([\w-]+))?$/, page: () => import("./pages/turnier.mjs"), nav: "cup", title: "title.cup" },
  { path: /^\/bots$/, page: () => import("./pages/bots.mjs"), nav: "bots", title: "title.bots" },
  { path: /^\/lernen(?:\/([\w/-]+))?$/, page: () => import("./pages/lernen.mjs"), nav: "learn", title: "title.learn" },
  { path: /^\/kiosk$/, page: () => import("./pages/kiosk.mjs"), nav: null, title: "title.kiosk" },
  { path: /^\/status$/, page: () => import("./pages/status.mjs"), nav: null, title: "title.status" },
];

let host = null;
let leave = null; // unmount of the page shown
let shown = 0; // counts visits, so that a slow page cannot arrive late
const listeners = new Set();
let guard = (path) => path;

/** Who guards answers for a path the one to be shown instead, or itself. */
export const setGuard = (wanted) => {
  guard = wanted;
};

/** Calls back with the route shown: the shell marks its navigation. */
export const onRoute = (callback) => listeners.add(callback);

export function startRouter(element) {
  host = element;
  addEventListener("popstate", () => show());
  document.addEventListener("click", followLink);
  return show();
}

/** Links inside the page do not load it again. */
function followLink(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/") || link.getAttribute("href").startsWith("#")) return;
  event.preventDefault();
  navigate(link.pathname + link.search + link.hash);
}

/** navigate("/analyse", {files}); where the server has a newer build, the page is loaded, unless it brings files. */
export function navigate(address, { files = null, replace = false } = {}) {
  if (server.isNewer && !files) return void location.assign(address);
  history[replace ? "replaceState" : "pushState"](null, "", address);
  return show(files);
}

/** Writes where one is (the ply) into the address without a new visit. */
export function setHash(hash) {
  const wanted = hash === "" ? location.pathname + location.search : `#${hash}`;
  if (location.hash.slice(1) !== String(hash)) history.replaceState(history.state, "", wanted);
}

/** The same page once more, for instance in the other language. */
export const remount = () => show();

/** Nothing fails silently: a page that cannot be built says so. */
async function mountOrSay(page, element, params) {
  try {
    return await page.mount(element, params);
  } catch (error) {
    element.replaceChildren();
    return (await import("./pages/lost.mjs")).mount(element, { error });
  }
}

/** From a new address until its page is there, what is seen belongs to the address left. */
async function show(files = null) {
  const visit = ++shown;
  host.setAttribute("aria-busy", "true");
  try {
    await arrive(visit, files);
  } finally {
    if (visit === shown) host.removeAttribute("aria-busy");
  }
}

async function arrive(visit, files) {
  if (guard(location.pathname) !== location.pathname) history.replaceState(null, "", guard(location.pathname));
  const route = routes.find((candidate) => candidate.path.test(location.pathname));
  document.title = `${t(route?.title ?? "title.lost")} – Kielwasser`;
  for (const callback of listeners) callback(route ?? null);
  const params = {
    id: route?.path.exec(location.pathname)[1] ?? null,
    query: new URLSearchParams(location.search),
    hash: location.hash.slice(1),
    files,
  };
  let page;
  try {
    page = route ? await route.page() : await import("./pages/lost.mjs");
  } catch (error) {
    await greet();
    if (server.isNewer) return void location.reload(); // this build is gone
    page = await import("./pages/lost.mjs");
    params.error = error;
  }
  await stylesReady();
  if (visit !== shown) return;
  leave?.();
  leave = null;
  // Every visit has its own element: a page that is slow to mount writes into one that is not shown any more.
  const element = document.createElement("div");
  element.className = `page ${route?.title.slice(6) ?? ""}`;
  host.replaceChildren(element);
  const done = await mountOrSay(page, element, params);
  if (visit === shown) leave = done ?? null;
  else done?.();
  if (visit === shown && !params.hash) scrollTo(0, 0);
}
