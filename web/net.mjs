// Questions to the server and the stream of its news. Without a server (a static host) everything here says "none"
// and the page plays by itself.
import { build } from "./build.mjs";
import { t } from "./i18n.mjs";
import { save } from "./ui/dom.mjs";

const TOKEN = "kielwasser.token"; // it stays in this browser; a cookie would be sent to every port of the machine

/** What is known about the server. state: "unknown", "online", "offline" (it was there), "none" (never was). */
export const server = Object.assign(new EventTarget(), {
  state: "unknown",
  hello: /** @type {Hello | null} */ (null),
  token: localStorage.getItem(TOKEN),
  retryAt: 0,
  heardAt: 0, // when anything was heard of it last
  isNewer: false, // than this page
});

export const isOnline = () => server.state === "online";

/** May this browser see the server's list of games? */
export const mayWatch = () => isOnline() && (server.hello.owner || server.hello.guests !== "off");

/** `kielwasser open` puts a one-time code behind the #; it must not stay in the address that people share. */
function takeCode() {
  const code = /^#code=(\w+)$/.exec(location.hash)?.[1] ?? null;
  if (code) history.replaceState(history.state, "", location.pathname + location.search);
  return code;
}

let code = takeCode();

const PATIENCE_MS = 30000; // with a question that only reads

/** The code becomes the owner's token. A code that is not valid any more is told (event "refused"). */
async function exchangeCode() {
  try {
    server.token = (await api("POST", "/api/token", { code })).token;
    localStorage.setItem(TOKEN, server.token);
  } catch (error) {
    if (error.code !== "bad_code") throw error; // the code may still be valid
    server.dispatchEvent(new CustomEvent("refused", { detail: error }));
  }
  code = null;
}

// Another tab has got the token.
addEventListener("storage", async (event) => {
  if (event.key !== TOKEN || event.newValue === server.token) return;
  server.token = event.newValue;
  await greet();
  server.dispatchEvent(new Event("rights"));
});

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

function lose() {
  if (server.state === "online") setState("offline");
  return unreachable();
}

/**
 * A question with its rights, the body being JSON or a File; throws ApiError.
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @param {{seat?: string | null, patienceMs?: number}} options
 */
async function ask(method, path, body, { seat = null, patienceMs } = {}) {
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
      signal: patienceMs ? AbortSignal.timeout(patienceMs) : undefined,
      cache: "no-store",
      body: body === undefined || isFile ? body : JSON.stringify(body),
    });
  } catch {
    throw lose();
  }
  if (!response.ok) throw await readError(response);
  server.heardAt = Date.now();
  return response;
}

/**
 * api("POST", "/api/games/7/move", {ply, words}, {seat}) -> the JSON answered; throws ApiError. A server that does not
 * answer a question is as good as gone; what it was told to do may take its time.
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @param {{seat?: string | null}} [options]
 * @returns {Promise<any>}
 */
export async function api(method, path, body, { seat } = {}) {
  const response = await ask(method, path, body, { seat, patienceMs: method === "GET" ? PATIENCE_MS : undefined });
  if (response.status === 204) return {};
  try {
    return await response.json();
  } catch {
    throw lose(); // the answer was cut
  }
}

/**
 * A question that is asked again at every call, but never twice at a time: an answer may be older than the news
 * that came while it was on its way, so a call meanwhile (isBusy) has it asked once more (isWanted).
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

/** Asks for the server's version and rights. A page that got no answer at its first question has no server at all. */
export async function greet() {
  try {
    if (code) await exchangeCode();
    const hello = await api("GET", "/api/hello");
    server.hello = hello;
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
   connections to a host, so a stream per tab would end at the sixth tab. Without locks (they need https, or this
   machine) every tab has a stream of its own. The stream stays open while its topics change. */

const LOCK = "kielwasser.events";
const OFFLINE_ASK_MS = 4000;
const TOPICS_MAX = 64; // of one stream, at the server
const SILENT_MS = 45000; // the server says something every 15 seconds
const TIDY_MS = 10000; // so often topics of closed tabs are dropped, and those without a stream fetched anew
const channel = navigator.locks && globalThis.BroadcastChannel ? new BroadcastChannel(LOCK) : null;
const me = Math.random().toString(36).slice(2);
const lockOf = (tab) => `${LOCK}.${tab}`; // each tab holds its own: it ends with the tab, also in a crash
const wishes = new Map(); // tab -> its topics
const subscribers = new Map(); // topic -> Set of callbacks
let isLeader = false;
let lastId = null;
let followed = /** @type {Topic[]} */ ([]); // by the stream, or by the last one
let stream = /** @type {{id: string, stop: AbortController} | null} */ (null); // open
let wake = null; // ends the pause before the next attempt

/**
 * subscribe("game:7", (type, data) => …) -> function that ends it. type "open": fetch anew, news come from now on.
 * @param {Topic} topic
 * @param {(type: string, data: any) => void} callback
 */
export function subscribe(topic, callback) {
  if (subscribers.has(topic)) setTimeout(() => subscribers.get(topic)?.has(callback) && callback("open", null));
  else subscribers.set(topic, new Set());
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
  const message = { type: "wish", tab: me, topics: [...subscribers.keys()] };
  channel?.postMessage(message);
  if (isLeader) hearWish(message);
}

/** A topic that is new to a tab, but not to the stream, is open at once. */
function hearWish({ tab, topics }) {
  const known = wishes.get(tab) ?? [];
  wishes.set(tab, topics);
  const open = stream ? topics.filter((topic) => followed.includes(topic) && !known.includes(topic)) : [];
  if (open.length) tell({ type: "open", tab, topics: open });
  if (topics.every((topic) => followed.includes(topic))) return;
  if (stream) follow();
  else wake?.();
}

/** News about lists; all other events are about one game. */
const LISTS = new Set(["games", "tests", "tournaments"]);

/** All topics that a tab wants; the stream follows the first ones. */
const wanted = () =>
  [...new Set([...wishes.values()].flat().filter((topic) => topic !== "games" || mayWatch()))].sort(
    (a, b) => Number(LISTS.has(b)) - Number(LISTS.has(a)),
  );

/** The open stream follows what is wanted now. */
const follow = inTurn(async () => {
  const open = stream;
  const topics = wanted().slice(0, TOPICS_MAX);
  const added = topics.filter((topic) => !followed.includes(topic));
  if (!open || (!added.length && topics.length === followed.length)) return;
  try {
    if (topics.length) await api("POST", `/api/events/${open.id}/subs`, { subs: topics.join(",") });
    else open.stop.abort();
    followed = topics;
    tell({ type: "open", topics: added });
  } catch {
    open.stop.abort(); // a new one is opened
  }
});

/** Forgets tabs that are gone, and has fetched anew what the stream cannot follow. */
async function tidy() {
  const held = navigator.locks && new Set((await navigator.locks.query()).held.map(({ name }) => name));
  for (const tab of wishes.keys()) if (held && tab !== me && !held.has(lockOf(tab))) wishes.delete(tab);
  follow();
  const rest = wanted().slice(TOPICS_MAX);
  if (stream && rest.length) tell({ type: "open", topics: rest });
}

function deliver(type, data) {
  const topic = data.topic ?? (LISTS.has(type) ? type : `game:${data.id}`);
  if (type === "reset" && LISTS.has(topic)) deliverOpen([topic]);
  else for (const callback of subscribers.get(topic) ?? []) callback(type, data);
}

function deliverOpen(topics) {
  for (const topic of topics) for (const callback of subscribers.get(topic) ?? []) callback("open", null);
}

function hear(message) {
  const { type } = message;
  if (type === "event" || type === "alive" || type === "open") server.heardAt = Date.now();
  if (message.tab && message.tab !== me && type !== "wish") return;
  if (type === "wish" && isLeader) hearWish(message);
  else if (type === "leader") wish();
  else if (type === "event") deliver(message.name, message.data);
  else if (type === "open") {
    if (server.state !== "online") greet();
    deliverOpen(message.topics);
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
  const lead = async () => {
    isLeader = true;
    tell({ type: "leader" });
    setInterval(tidy, TIDY_MS);
    for (;;) await keepOpen();
  };
  if (!navigator.locks) return void lead();
  const hold = () => {
    wish(); // the leader may have missed the lock, and so this tab
    return new Promise(() => {});
  };
  navigator.locks.request(lockOf(me), hold).catch(() => {});
  navigator.locks.request(LOCK, lead).catch(() => {});
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
  const topics = wanted();
  if (!topics.length || isResting()) return pause(30000);
  try {
    await readStream(topics.slice(0, TOPICS_MAX));
  } catch (error) {
    stream = null;
    if (error.name === "AbortError") return;
    if (error.status) {
      // The server is there, but has no stream for this page: it asks now and then.
      if (error.code === "guests_off") await greet();
      tell({ type: "open", topics });
      return pause(TIDY_MS);
    }
    const ms = Math.min(15000, 1000 * 2 ** Math.min(failures++, 4));
    tell({ type: "lost", retryAt: Date.now() + ms });
    await pause(ms);
    await greet();
  }
}

/**
 * Reads until the stream ends, and throws why. With a last id the server goes on where the stream before has ended.
 * Games are fetched nevertheless: a move that was missed does not say how long ago the next side was asked.
 */
async function readStream(topics) {
  const stop = new AbortController();
  const silence = new Silence(() => stop.abort(new Error("the stream is silent")));
  try {
    await readBlocks(topics, stop, silence);
  } finally {
    silence.end();
  }
}

/** Calls back when nothing was heard for too long. */
class Silence {
  constructor(run) {
    this.run = run;
    this.hear();
  }

  hear() {
    this.end();
    this.timer = setTimeout(this.run, SILENT_MS);
  }

  end() {
    clearTimeout(this.timer);
  }
}

async function readBlocks(topics, stop, silence) {
  const headers = { Accept: "text/event-stream" };
  if (server.token) headers["X-Kielwasser-Token"] = server.token;
  if (lastId) headers["Last-Event-ID"] = lastId;
  const known = lastId ? followed.filter((topic) => LISTS.has(topic)) : [];
  const address = `/api/events?subs=${encodeURIComponent(topics.join(","))}`;
  const response = await fetch(address, { headers, signal: stop.signal, cache: "no-store" });
  if (!response.ok) throw await readError(response);
  failures = 0;
  stream = { id: response.headers.get("X-Kielwasser-Stream"), stop };
  followed = topics;
  if (server.state !== "online") await greet();
  tell({ type: "open", topics: topics.filter((topic) => !known.includes(topic)) });
  follow(); // what was wanted meanwhile
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error("the stream ended");
    silence.hear();
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
  else tell({ type: "alive" });
}

if (!navigator.locks)
  document.addEventListener("visibilitychange", () => {
    stream?.stop.abort();
    wake?.();
  });
