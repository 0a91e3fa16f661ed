// The stage of the browser tests: a real server on free ports with a folder of its own, a real Chromium, and visitors
// who write down everything that goes wrong.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { serveStatic } from "./static.mjs";

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("../../", import.meta.url));

/** The program under test; KIELWASSER_BUILD names another build folder. */
export const program = join(root, process.env.KIELWASSER_BUILD ?? "build", "kielwasser");

export const GAMES = ["piranhas", "hive", "mississippi", "penguins"];

/** Waits until `look` answers something true, and answers that. Gives up with `what` after a long time. */
export async function until(look, what, { patienceMs = 30000, everyMs = 25 } = {}) {
  const end = Date.now() + patienceMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited in vain: ${typeof what === "function" ? await what() : what}`);
    await sleep(everyMs);
  }
}

async function freePort() {
  const socket = createServer().listen(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address();
  socket.close();
  await once(socket, "close");
  return port;
}

// ---- servers ----

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
    this.process = spawn(program, ["serve", "--port", this.port, "--web-port", this.webPort, "--data", this.data, "--no-browser",
      ...this.options].map(String), { stdio: ["ignore", "pipe", "pipe"], cwd: this.data });
    for (const stream of [this.process.stdout, this.process.stderr]) stream.on("data", (text) => { this.said += text; });
    this.ended = once(this.process, "exit");
    await until(async () => {
      if (this.process.exitCode !== null) throw new Error(`the server ended: ${this.said}`);
      return fetch(`${this.url}/api/hello`).then((answer) => answer.ok, () => false);
    }, () => `the server's first answer; it said: ${this.said}`);
    this.token = (await this.ask("GET", "/api/hello")).token;
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

  async close() {
    if (this.process.exitCode === null && this.process.signalCode === null) {
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
  const client = spawn(program, ["client", "--game", game, "--port", String(house.port), "--player", player, ...more], { stdio: "ignore" });
  client.ended = once(client, "exit");
  return client;
}

// ---- browsers ----

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];

const chromiumPath = () =>
  [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => path && existsSync(path));

export async function openBrowser(more = []) {
  const { chromium } = require("playwright-core");
  return chromium.launch({ executablePath: chromiumPath(), args: [...FLAGS, ...more] });
}

/** A page that writes down its errors. `still`: no animations. */
export class Visitor {
  static async open(browser, url, { settings = {}, still = true, phone = false, allow = [], ...options } = {}) {
    const shape = phone ? { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } : { viewport: { width: 1280, height: 800 } };
    const context = await browser.newContext({ ...shape, acceptDownloads: true, locale: "de-DE", ...options });
    const wanted = { ...(still ? { animation: 0 } : {}), ...settings };
    await context.addInitScript((values) => {
      if (!localStorage.getItem("kielwasser.settings")) localStorage.setItem("kielwasser.settings", JSON.stringify(values));
    }, wanted);
    return new Visitor(context, url, allow).newPage();
  }

  constructor(context, url, allow) {
    this.context = context;
    this.url = url;
    this.troubles = [];
    this.moves = []; // what was sent to /api/games/ID/move, with the answer's status
    this.allowed = [...allow];
  }

  async newPage() {
    const page = await this.context.newPage();
    this.page = page;
    page.setDefaultTimeout(15000);
    page.on("console", (message) => message.type() === "error" && this.note(`console: ${message.text()} ${message.location().url ?? ""}`));
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

  /** Ends the visit; answers what went wrong. */
  async close() {
    const { surprises } = this;
    await this.context.close();
    if (surprises.length) throw new Error(`the browser complained:\n  ${surprises.slice(0, 8).join("\n  ")}`);
  }
}

/** What a page on a static host cannot find. */
export const STATIC_TROUBLE = [/\/api\/hello/, /\/files\.json/];

/** What is heard while the server is gone. */
export const GONE_TROUBLE = [/ERR_CONNECTION_(REFUSED|RESET)/, /ERR_EMPTY_RESPONSE/, /ERR_INCOMPLETE_CHUNKED_ENCODING/, /ERR_NETWORK_IO_SUSPENDED/, /ERR_INTERNET_DISCONNECTED/];

/** One server and one browser for all tests of a file; `take(house, browser)` hands them over. */
export function onStage(take) {
  let house, browser;
  before(async () => {
    house = await House.open();
    browser = await openBrowser();
    take(house, browser);
  });
  after(async () => {
    await browser?.close();
    await house?.close();
  });
}
