// Every sentence of the page exists in German and in English, and every key that is asked for exists.
import test from "node:test";
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("../../web", import.meta.url));
const files = (await readdir(join(web, "i18n"))).filter((name) => name.endsWith(".mjs"));
const texts = new Map();
for (const name of files) texts.set(name, (await import(join(web, "i18n", name))).default);

async function sources(folder = web) {
  const found = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await sources(path)));
    else if (entry.name.endsWith(".mjs")) found.push(path);
  }
  return found;
}

const shape = (text) => {
  const all = typeof text === "object" ? Object.values(text).join(" ") : text;
  return [...new Set(all.match(/\{\w+\}/g) ?? [])].sort().join(" ");
};

for (const [name, pairs] of texts) {
  test(`${name}: every text in both languages, with the same places`, () => {
    for (const [key, pair] of Object.entries(pairs)) {
      assert.equal(pair.length, 2, key);
      const [german, english] = pair;
      assert.equal(typeof german, typeof english, key);
      assert.equal(shape(german), shape(english), key);
      for (const text of pair) assert.ok(typeof text === "object" || text.length > 0, key);
    }
  });
}

test("no key has two meanings", () => {
  const owner = new Map();
  for (const [name, pairs] of texts) {
    for (const key of Object.keys(pairs)) {
      assert.ok(!owner.has(key), `${key} is in ${owner.get(key)} and in ${name}`);
      owner.set(key, name);
    }
  }
});

test("every key that is asked for exists", async () => {
  const known = new Set([...texts.values()].flatMap(Object.keys));
  const missing = [];
  for (const path of await sources()) {
    const code = await readFile(path, "utf8");
    for (const [, key] of code.matchAll(/\bt\(\s*"([^"]+)"/g))
      if (!known.has(key)) missing.push(`${path.slice(web.length)}: ${key}`);
    for (const [, start] of code.matchAll(/\bt\(\s*`([^`$]+)\$\{/g)) {
      if (![...known].some((key) => key.startsWith(start))) missing.push(`${path.slice(web.length)}: ${start}…`);
    }
  }
  assert.deepEqual(missing, []);
});
