// The page without its server, as any static host would bring it: web/ and the built modules.
// usage: node tests/browser/static.mjs [PORT]     (default 8060)
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const types = {
  ".html": "text/html; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
};

/** Files of web/ and modules of build/wasm/ under /b/dev/; every other path is a page of the application. */
async function find(path) {
  const clean = normalize(path).replace(/^\/+(b\/dev\/)?/, "");
  const file = clean.startsWith("wasm/") ? join(root, "build", clean) : join(root, "web", clean || "index.html");
  try {
    return { body: await readFile(file), type: types[extname(file)] ?? "application/octet-stream" };
  } catch {
    if (extname(clean) || clean.startsWith("api/")) return null;
    return { body: await readFile(join(root, "web", "index.html")), type: types[".html"] };
  }
}

export async function serveStatic(port = 0) {
  const server = createServer(async (request, response) => {
    const found = await find(new URL(request.url, "http://localhost").pathname);
    response.writeHead(found ? 200 : 404, { "Content-Type": found?.type ?? "text/plain", "Cache-Control": "no-store" });
    response.end(found?.body ?? "not found");
  });
  await new Promise((ready) => server.listen(port, "127.0.0.1", ready));
  return server;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await serveStatic(Number(process.argv[2] ?? 8060));
  console.log(`http://127.0.0.1:${server.address().port}/`);
}
