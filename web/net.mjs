// Questions to the server and the stream of its news. Without a server (a static host) everything here says "none"
// and the page plays by itself.
import { build } from "./build.mjs";
import { t } from "./i18n.mjs";
import { save } from "./ui/dom.mjs";

/** What is known about the server. state: "unknown", "online", "offline" (it was there), "none" (never was). */
export const server = Object.assign(new EventTarget(), {
  state: "unknown",
  hello: /** @type {Hello | null} */ (null),
  token: takeToken(),
  retryAt: 0,
  isNewer: false, // than this page
});

export const isOnline = () => server.state === "online";

/** `?token=` is for the first visit only: it must not stay in the address that people share. */
function takeToken() {
  const url = new URL(location.href);
  const token = url.searchParams.get("token");
  if (!token) return sessionStorage.getItem("kielwasser.token");
  sessionStorage.setItem("kielwasser.token", token);
  url.searchParams.delete("token");
  history.replaceState(history.state, "", url);
  return token;
}

function setState(state, retryAt = 0) {
  if (server.state === state && server.retryAt === retryAt) return;
  server.state = state;
  server.retryAt = retryAt;
  server.dispatchEvent(new Event("state"));
}

/** An error that can be read by people: {code, de, en, fields, hint, status}. */
class ApiError extends Error {
  constructor(answer, status) {
    super(answer.en ?? answer.code);
    Object.assign(this, { fields: [] }, answer, { status });
  }
}

const unreachable = () => new ApiError({ code: "unreachable", de: t("net.unreachable"), en: t("net.unreachable") }, 0);

async function readError(response) {
  try {
    return new ApiError(await response.json(), response.status);
  } catch {
    return new ApiError(
      {
        code: `http_${response.status}`,
        de: t("net.http", { status: response.status }),
        en: t("net.http", { status: response.status }),
      },
      response.status,
    );
  }
}

/**
 * A question with its rights, the body being JSON or a File; throws ApiError.
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @param {{seat?: string | null, signal?: AbortSignal}} options
 */
async function ask(method, path, body, { seat = null, signal } = {}) {
  const headers = {};
  const isFile = body instanceof Blob;
  if (server.token) headers["X-Kielwasser-Token"] = server.token;
  if (seat) headers["X-Kielwasser-Seat"] = seat;
  if (body !== undefined) headers["Content-Type"] = isFile ? "application/octet-stream" : "application/json";
  let response;
  try {
    response = await fetch(path, {
      method,
      headers,
      signal,
      cache: "no-store",
      body: body === undefined || isFile ? body : JSON.stringify(body),
    });
  } catch {
    if (server.state === "online") setState("offline");
    throw unreachable();
  }
  if (!response.ok) throw await readError(response);
  return response;
}

/**
 * api("POST", "/api/games/7/move", {ply, words}, {seat}) -> the JSON answered; throws ApiError.
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @param {{seat?: string | null, signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
export async function api(method, path, body, options) {
  const response = await ask(method, path, body, options);
  return response.status === 204 ? {} : response.json();
}

/**
 * A question that is asked again whenever somebody calls, but never twice at a time: an answer may be older than the news
 * that came while it was on its way, so whoever calls then (while isBusy) has it asked once more (isWanted).
 */
export function inTurn(ask) {
  const run = async () => {
    run.isWanted = true;
    if (run.isBusy) return;
    run.isBusy = true;
    try {
      while (run.isWanted) {
        run.isWanted = false;
        await ask();
      }
    } finally {
      run.isBusy = false;
    }
  };
  run.isWanted = false;
  run.isBusy = false;
  return run;
}

/** Hands over a file that needs the owner's right: a link could not bring the token. */
export const download = async (path, name) => save(name, await (await ask("GET", path)).blob());

/** Asks who is there. A page that got no answer at its first question has no server at all. */
export async function greet() {
  try {
    const hello = await api("GET", "/api/hello");
    server.hello = hello;
    server.token = hello.token ?? server.token;
    setState("online");
    if (build !== "dev" && hello.build !== build && !server.isNewer) {
      server.isNewer = true;
      server.dispatchEvent(new Event("newer"));
    }
  } catch (error) {
    const wasThere = server.hello !== null || localStorage.getItem("kielwasser.server") === "1";
    setState(wasThere && error.code === "unreachable" ? "offline" : "none");
  }
  if (server.state === "online") localStorage.setItem("kielwasser.server", "1");
  return server.state;
}

/* One stream per browser: the tab that holds the lock reads it and passes everything on. Browsers allow six
   connections to a host, so a stream per tab would end at the sixth tab. */

const LOCK = "kielwasser.events";
const OFFLINE_ASK_MS = 4000;
const channel = globalThis.BroadcastChannel ? new BroadcastChannel(LOCK) : null;
const me = Math.random().toString(36).slice(2);
const wishes = new Map(); // tab -> its subscriptions
const subscribers = new Map(); // subscription -> Set of callbacks
let isLeader = false;
let lastId = null;
let stop = null; // AbortController of the open stream
let wake = null; // ends the pause before the next attempt
let openSubs = "";

/**
 * subscribe("game:7", (type, data) => …) -> function that ends it. type "open": (again) connected, fetch anew.
 * @param {Topic} topic
 * @param {(type: string, data: any) => void} callback
 */
export function subscribe(topic, callback) {
  if (!subscribers.has(topic)) subscribers.set(topic, new Set());
  subscribers.get(topic).add(callback);
  wish();
  return () => {
    const set = subscribers.get(topic);
    set?.delete(callback);
    if (set?.size === 0) subscribers.delete(topic);
    wish();
  };
}

/** Says at once what this tab wants to hear. */
function wish() {
  wishes.set(me, [...subscribers.keys()]);
  channel?.postMessage({ type: "wish", tab: me, topics: wishes.get(me) });
  if (isLeader) reopen();
}

const union = () => [...new Set([...wishes.values()].flat())].sort().join(",");

function reopen() {
  if (union() === openSubs) return;
  stop?.abort();
  wake?.();
}

/** News about lists; all other events are about one game. */
const LISTS = new Set(["games", "tests", "tournaments"]);

function deliver(type, data) {
  const topic = LISTS.has(type) ? type : `game:${data?.id}`;
  for (const callback of subscribers.get(topic) ?? []) callback(type, data);
}

const deliverOpen = () => {
  for (const set of subscribers.values()) for (const callback of set) callback("open", null);
};

function hear(message) {
  const { type } = message;
  if (type === "wish" && isLeader) {
    wishes.set(message.tab, message.topics);
    reopen();
  } else if (type === "gone") {
    wishes.delete(message.tab);
    if (isLeader) reopen();
  } else if (type === "leader") {
    wish();
  } else if (type === "event") deliver(message.name, message.data);
  else if (type === "open") {
    if (server.state !== "online") greet();
    deliverOpen();
  } else if (type === "lost") setState("offline", message.retryAt);
  else if (type === "retry" && isLeader) wake?.();
}

const tell = (message) => {
  channel?.postMessage(message);
  hear(message);
};

/** „Jetzt versuchen" */
export function retryNow() {
  if (isLeader) wake?.();
  else if (channel) channel.postMessage({ type: "retry" });
  return greet();
}

/** Begins to listen; once, after greet() found a server. */
export function listen() {
  channel?.addEventListener("message", (event) => hear(event.data));
  // A page that follows nothing would not notice that the server is back.
  setInterval(() => server.state === "offline" && !document.hidden && greet(), OFFLINE_ASK_MS);
  addEventListener("pagehide", () => channel?.postMessage({ type: "gone", tab: me }));
  const lead = async () => {
    isLeader = true;
    channel?.postMessage({ type: "leader" });
    for (;;) await keepOpen();
  };
  if (navigator.locks) navigator.locks.request(LOCK, lead).catch(() => {});
  else lead();
}

/** Without locks every tab has its own stream; then a hidden tab closes it. */
const isResting = () => !navigator.locks && document.hidden;

const pause = (ms) =>
  new Promise((/** @type {(value?: any) => void} */ resolve) => {
    const timer = setTimeout(resolve, ms);
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });

let failures = 0;

async function keepOpen() {
  openSubs = union();
  if (!openSubs || isResting()) return pause(30000);
  try {
    await readStream(openSubs);
    failures = 0;
  } catch (error) {
    if (error.name === "AbortError") return;
    const ms = Math.min(15000, 1000 * 2 ** Math.min(failures++, 4));
    tell({ type: "lost", retryAt: Date.now() + ms });
    await pause(ms);
    await greet();
  }
}

async function readStream(subs) {
  stop = new AbortController();
  const headers = { Accept: "text/event-stream" };
  if (server.token) headers["X-Kielwasser-Token"] = server.token;
  if (lastId) headers["Last-Event-ID"] = lastId;
  const response = await fetch(`/api/events?subs=${encodeURIComponent(subs)}`, {
    headers,
    signal: stop.signal,
    cache: "no-store",
  });
  if (!response.ok) throw new Error(`events ${response.status}`);
  failures = 0;
  if (server.state !== "online") await greet();
  tell({ type: "open" });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error("the stream ended");
    const blocks = (rest + value).replaceAll("\r", "").split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) readBlock(block);
  }
}

/** One event: lines `event:`, `data:`, `id:`; a comment (`:`) only says that the server lives. */
function readBlock(block) {
  let name = "message";
  const data = [];
  for (const line of block.split("\n")) {
    const [, field, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (field === "event") name = value;
    else if (field === "data") data.push(value);
    else if (field === "id") lastId = value;
  }
  if (data.length) tell({ type: "event", name, data: JSON.parse(data.join("\n")) });
}

if (!navigator.locks)
  document.addEventListener("visibilitychange", () => {
    stop?.abort();
    wake?.();
  });
