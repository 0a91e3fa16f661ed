// The stage of the browser tests: a real server on free ports with a folder of its own, a real Chromium, and visitors
// who write down everything that goes wrong.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { FAMILIES, GAMES, seasonsOf } from "../../web/games.mjs";
import { serveStatic } from "./static.mjs";

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Root starts no program as root: where the tests are run by root, bots run as another user, who must be able to reach
 * their files. For the tests in Python this is in bot_user.py.
 */
const isRoot = process.getuid?.() === 0;
if (isRoot) process.env.KIELWASSER_BOT_USER = "nobody";

/** Whether everybody may pass through all folders above this file. */
function isReachable(path) {
  const above = dirname(path);
  return above === path || ((statSync(above).mode & 0o001) !== 0 && isReachable(above));
}

/** The program, or a copy of it where everybody can reach it: the project may lie in a private folder. */
function reachable(path) {
  if (!isRoot || isReachable(path)) return path;
  const folder = mkdtempSync(join(tmpdir(), "kielwasser-program-"));
  chmodSync(folder, 0o755);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  copyFileSync(path, join(folder, "kielwasser"));
  chmodSync(join(folder, "kielwasser"), 0o755);
  return join(folder, "kielwasser");
}

/** A new folder for bots; the caller removes it. */
export function makeBotFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), name));
  if (isRoot) chmodSync(folder, 0o755);
  return folder;
}

/** The program under test; KIELWASSER_BUILD names another build folder. */
export const program = reachable(join(root, process.env.KIELWASSER_BUILD ?? "build", "kielwasser"));

export { GAMES };

/** One season of each game, for what is the same in all of them. */
export const FIRST_SEASONS = FAMILIES.map((family) => seasonsOf(family)[0]);

/** How long anything is waited for. Nothing is asserted about time: a busy machine may take it. */
const PATIENCE_MS = 90000;

/**
 * Waits until `look` answers something true, and answers that. Gives up with `what` after a long time. It looks again
 * after 25 ms, then less and less often: each look costs processor time in node and in the page.
 */
export async function until(look, what, { patienceMs = PATIENCE_MS, everyMs = 100 } = {}) {
  const end = Date.now() + patienceMs;
  for (let pauseMs = Math.min(25, everyMs); ; pauseMs = Math.min(2 * pauseMs, everyMs)) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited in vain: ${typeof what === "function" ? await what() : what}`);
    await sleep(pauseMs);
  }
}

const canListen = (port) =>
  new Promise((told) => {
    const socket = createServer();
    socket.once("error", () => told(false));
    socket.listen(port, "127.0.0.1", () => socket.close(() => told(true)));
  });

/**
 * Below the ports that the system hands to anybody: nobody takes it while the server is started, or killed and started
 * again.
 */
async function freePort() {
  for (;;) {
    const port = 12000 + Math.floor(Math.random() * 20000);
    if (await canListen(port)) return port;
  }
}

// ---- servers ----

/** Tokens of the servers by the addresses of their pages: a visitor has the owner's unless the test says otherwise. */
export const tokens = new Map();

/** The referee with its page. It can be killed and started again on the same folder and ports. */
export class House {
  static async open(...options) {
    const house = new House();
    house.options = options;
    house.data = await mkdtemp(join(tmpdir(), "kielwasser-browser-"));
    [house.port, house.webPort] = [await freePort(), await freePort()];
    await house.start();
    return house;
  }

  get url() {
    return `http://127.0.0.1:${this.webPort}`;
  }

  async start() {
    this.said = "";
    this.process = spawn(
      program,
      [
        "serve",
        "--port",
        this.port,
        "--web-port",
        this.webPort,
        "--data",
        this.data,
        "--no-browser",
        ...this.options,
      ].map(String),
      { stdio: ["ignore", "pipe", "pipe"], cwd: this.data },
    );
    for (const stream of [this.process.stdout, this.process.stderr])
      stream.on("data", (text) => {
        this.said += text;
      });
    this.ended = once(this.process, "exit");
    await until(
      async () => {
        if (this.process.exitCode !== null) throw new Error(`the server ended: ${this.said}`);
        return fetch(`${this.url}/api/hello`).then(
          (answer) => answer.ok,
          () => false,
        );
      },
      () => `the server's first answer; it said: ${this.said}`,
    );
    this.token = (await readFile(join(this.data, "web-token"), "utf8")).trim();
    tokens.set(this.url, this.token);
  }

  /** A question past the page; throws nothing but network errors. */
  async ask(method, path, body, seat) {
    const headers = { "Content-Type": "application/json", "X-Kielwasser-Token": this.token ?? "" };
    if (seat) headers["X-Kielwasser-Seat"] = seat;
    const answer = await fetch(this.url + path, { method, headers, body: body && JSON.stringify(body) });
    return answer.json();
  }

  /** kill -9, as a power cut would do it. */
  async kill() {
    this.process.kill("SIGKILL");
    await this.ended;
  }

  get isUp() {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  async close() {
    if (this.isUp) {
      this.process.kill("SIGTERM");
      await this.ended;
    }
    await rm(this.data, { recursive: true, force: true });
  }
}

/** The page on a static host: no server to play at. */
export async function openStatic() {
  const server = await serveStatic(0);
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** A built-in player as a program of its own that joins over XML. */
export function startClient(house, game, player = "zufall", more = []) {
  const client = spawn(program, ["client", "--game", game, "--port", String(house.port), "--player", player, ...more], {
    stdio: "ignore",
  });
  client.ended = once(client, "exit");
  return client;
}

// ---- browsers ----

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** The headless shell is the same engine without the windows around it, and needs half the processor time. */
const chromiumPath = () =>
  [
    process.env.CHROMIUM,
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ].find((path) => path && existsSync(path));

export async function openBrowser(more = []) {
  const { chromium } = require("playwright-core");
  return chromium.launch({ executablePath: chromiumPath(), args: [...FLAGS, ...more] });
}

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const DESKTOP = { viewport: { width: 1280, height: 800 } };

/** Contexts that nobody uses, by browser and by what they were made for. Making one costs more than most tests do. */
const idle = new WeakMap();

function idleContexts(browser, wish) {
  if (!idle.has(browser)) idle.set(browser, new Map());
  const known = idle.get(browser);
  const name = JSON.stringify(wish);
  if (!known.has(name)) known.set(name, []);
  return known.get(name);
}

/** Leaves nothing of a visit behind but what the browser has loaded. */
async function tidy(context, origin) {
  const [page, ...others] = context.pages();
  for (const other of others) await other.close();
  await page.goto("about:blank");
  const line = await context.newCDPSession(page);
  await line.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await context.unrouteAll();
  await context.clearPermissions();
}

/** Notices go by themselves, maybe before a slow test looks: the page writes them down. */
const writeDownNotices = () => {
  window.notices = [];
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const isReason = target.matches?.(".bubble.reason") && addedNodes.length;
      for (const notice of isReason ? [target] : addedNodes)
        if (isReason || notice.matches?.(".toast")) window.notices.push(notice.textContent);
    }
  }).observe(document, { subtree: true, childList: true });
};

/**
 * A page that writes down its errors. `still`: no animations. The service worker, which fetches everything once more,
 * is for those who ask.
 */
export class Visitor {
  static async open(
    browser,
    url,
    { settings = {}, still = true, phone = false, allow = [], owner = true, ...options } = {},
  ) {
    const wish = {
      ...(phone ? PHONE : DESKTOP),
      acceptDownloads: true,
      locale: "de-DE",
      serviceWorkers: "block",
      ...options,
    };
    const others = idleContexts(browser, wish);
    const visitor = new Visitor(others.pop() ?? (await browser.newContext(wish)), url, allow);
    visitor.token = owner ? (tokens.get(url) ?? null) : null;
    visitor.settings = { ...(still ? { animation: 0 } : {}), ...settings };
    visitor.others = wish.serviceWorkers === "block" ? others : null;
    visitor.base = /"(\/b\/\w+\/)boot/.exec(await (await fetch(url)).text())[1]; // of all scripts: "/b/BUILD/"
    const [left] = visitor.context.pages(); // a context without a page would lose its window
    await visitor.newPage();
    await left?.close();
    return visitor;
  }

  constructor(context, url, allow) {
    this.context = context;
    this.url = url;
    this.troubles = [];
    this.moves = []; // what was sent to /api/games/ID/move, with the answer's status
    this.allowed = [/\/favicon\.ico/, ...allow]; // a bare file names no icon, so the browser looks for one
  }

  async newPage() {
    const page = await this.context.newPage();
    this.page = page;
    page.setDefaultTimeout(PATIENCE_MS);
    await page.addInitScript((values) => {
      if (!localStorage.getItem("kielwasser.settings"))
        localStorage.setItem("kielwasser.settings", JSON.stringify(values));
    }, this.settings);
    await page.addInitScript((token) => {
      if (token && location.protocol === "http:") localStorage.setItem("kielwasser.token", token);
    }, this.token);
    await page.addInitScript((base) => {
      window.load = (module) => import(base + module);
    }, this.base);
    await page.addInitScript(writeDownNotices);
    page.on(
      "console",
      (message) =>
        message.type() === "error" && this.note(`console: ${message.text()} ${message.location().url ?? ""}`),
    );
    page.on("pageerror", (error) => this.note(`exception: ${error.stack ?? error}`));
    page.on("requestfailed", (request) => {
      const why = request.failure()?.errorText ?? "";
      // Leaving a page ends its stream and its downloads: nothing is wrong with that.
      if (why !== "net::ERR_ABORTED") this.note(`request: ${request.url()} ${why}`);
    });
    page.on("response", (response) => {
      if (response.status() >= 400) this.note(`answer: ${response.status()} ${response.url()}`);
      if (/\/api\/games\/[^/]+\/move$/.test(response.url()))
        this.moves.push({ status: response.status(), ...JSON.parse(response.request().postData() ?? "{}") });
    });
    return this;
  }

  note(text) {
    this.troubles.push(text);
  }

  /** Trouble of this kind is expected from now on. */
  allow(...patterns) {
    this.allowed.push(...patterns);
  }

  /** What nobody expected. */
  get surprises() {
    return this.troubles.filter((text) => !this.allowed.some((pattern) => pattern.test(text)));
  }

  goto(path) {
    return this.page.goto(this.url + path);
  }

  /** Waits for a notice with these words, which may be gone again, and answers it. Each is heard once. */
  async told(words) {
    const pattern = words instanceof RegExp ? words : new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const take = () =>
      this.page.evaluate(
        ({ source, flags }) => {
          const at = window.notices.findIndex((text) => new RegExp(source, flags).test(text));
          return at < 0 ? null : window.notices.splice(at, 1)[0];
        },
        { source: pattern.source, flags: pattern.flags },
      );
    return until(
      take,
      async () => `a notice with ${words}; there were: ${(await this.page.evaluate(() => window.notices)).join(" | ")}`,
    );
  }

  /** Presses a button that asks once more. After a while it forgets: then it is pressed again. */
  async insist(name, sure) {
    const button = (label) => this.page.getByRole("button", { name: label });
    await until(async () => {
      if (!(await button(sure).count())) await button(name).click();
      return button(sure)
        .click({ timeout: 3000 })
        .then(
          () => true,
          () => false,
        );
    }, `${name} ${sure}`);
  }

  /** Ends the visit; throws what went wrong. */
  async close() {
    const { surprises } = this;
    if (this.others) {
      await tidy(this.context, this.url);
      this.others.push(this.context);
    } else await this.context.close();
    if (surprises.length) throw new Error(`the browser complained:\n  ${surprises.slice(0, 8).join("\n  ")}`);
  }
}

/** What a page on a static host cannot find. */
export const STATIC_TROUBLE = [/\/api\/hello/];

/** What is heard while the server is gone. */
export const GONE_TROUBLE = [
  /ERR_CONNECTION_(REFUSED|RESET)/,
  /ERR_SOCKET_NOT_CONNECTED/,
  /ERR_EMPTY_RESPONSE/,
  /ERR_INCOMPLETE_CHUNKED_ENCODING/,
  /ERR_NETWORK_IO_SUSPENDED/,
  /ERR_INTERNET_DISCONNECTED/,
];

/** One server and one browser for all tests of a file; `take(house, browser)` hands them over, and may furnish them. */
export function onStage(take) {
  let house, browser;
  before(async () => {
    house = await House.open();
    browser = await openBrowser();
    await take(house, browser);
  });
  after(async () => {
    await browser?.close();
    await house?.close();
  });
}
