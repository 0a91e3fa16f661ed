// A server whose page is replaced: one address, behind it the real server with its build of the page, a newer build of
// it, or the page of an old commit.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { createServer, request as ask } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { tokens } from "./harness.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const TYPES = {
  ".html": "text/html",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
};
const NEWER = "fedcba9876543210"; // the name of the newer build

const git = (...words) =>
  execFileSync("git", words, { cwd: root, stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1e8 });

/** Is this commit in the history that was cloned? */
export function hasCommit(commit) {
  try {
    git("cat-file", "-e", `${commit}:web/sw.mjs`);
    return true;
  } catch {
    return false;
  }
}

export class Front {
  /** `build`: of the page of the house behind it. */
  static async open(house, build) {
    const front = Object.assign(new Front(), {
      house,
      build,
      page: "present",
      broken: null,
      asked: [],
      bodies: [], // {pathname, bytes} of what came from the house
      onServed: () => {},
    });
    front.server = createServer((question, answer) => front.serve(question, answer).catch(() => answer.destroy()));
    front.server.listen(0, "127.0.0.1");
    await once(front.server, "listening");
    front.url = `http://127.0.0.1:${front.server.address().port}`;
    tokens.set(front.url, house.token);
    return front;
  }

  /** Takes the page of an old commit, as its server brought it: all paths at the root. */
  async takeOld(commit) {
    this.old = await mkdtemp(join(tmpdir(), "kielwasser-old-"));
    execFileSync("tar", ["-x", "-C", this.old], { input: git("archive", commit, "web") });
    this.page = "old";
  }

  /** Brings another page from now on; streams end, as they do when a server is replaced. */
  replace(page) {
    this.page = page;
    this.server.closeAllConnections();
  }

  async serve(question, answer) {
    const { pathname } = new URL(question.url, this.url);
    this.asked.push(pathname);
    if (this.broken?.test(pathname)) return void answer.destroy(); // a worker falls back to what it has kept
    if (this.page === "old" && !pathname.startsWith("/api/")) await this.serveOld(pathname, answer);
    else await this.pass(question, pathname, answer);
    this.onServed(pathname);
  }

  async serveOld(pathname, answer) {
    const folder = join(this.old, "web");
    const name = extname(pathname) ? pathname : "/index.html";
    const files = await readdir(folder, { recursive: true });
    const body =
      name === "/files.json"
        ? JSON.stringify(files.filter((file) => extname(file)).map((file) => `/${file}`))
        : await readFile(join(folder, name)).catch(() => null);
    answer.writeHead(body ? 200 : 404, {
      "Content-Type": TYPES[extname(name)] ?? "application/json",
      "Cache-Control": "no-cache",
    });
    answer.end(body);
  }

  /** The house answers. Of a newer build it knows nothing: names change on the way, there and back. */
  async pass(question, pathname, answer) {
    const isNewer = this.page === "newer";
    const path = isNewer
      ? question.url.replace(`/b/${this.build}/`, "/b/gone/").replace(NEWER, this.build)
      : question.url;
    const headers = { ...question.headers, host: new URL(this.house.url).host };
    if (isNewer) headers["accept-encoding"] = "identity";
    delete headers.origin;
    delete headers["if-none-match"];
    // A connection of its own: one that is kept may be closed by the house just when it is used again.
    const passed = ask(this.house.url + path, { method: question.method, headers, agent: false });
    question.pipe(passed);
    const [got] = await once(passed, "response");
    if (!isNewer || pathname.startsWith("/api/events") || pathname.endsWith(".wasm")) {
      const body = { pathname, bytes: 0 };
      this.bodies.push(body);
      got.on("data", (piece) => (body.bytes += piece.length));
      answer.writeHead(got.statusCode, got.headers);
      got.pipe(answer);
      answer.on("close", () => got.destroy());
      return;
    }
    const text = Buffer.concat(await got.toArray())
      .toString()
      .replaceAll(this.build, NEWER);
    delete got.headers["content-length"];
    answer.writeHead(got.statusCode, got.headers);
    answer.end(text);
  }

  /** The build that the page of a tab has; null: it has none that works. */
  async buildOf(tab) {
    const src = await tab
      .evaluate(() => document.querySelector("main h1") && document.scripts[0]?.src)
      .catch(() => null);
    const name = /\/b\/(\w+)\//.exec(src ?? "")?.[1] ?? null;
    return name === NEWER ? "newer" : name === this.build ? "present" : name;
  }

  async close() {
    this.server.closeAllConnections();
    this.server.close();
    if (this.old) await rm(this.old, { recursive: true });
  }
}
