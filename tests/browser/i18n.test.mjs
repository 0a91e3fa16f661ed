// Every sentence of the page exists in German and in English, and every key that is asked for exists.
import test from "node:test";
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("../../web", import.meta.url));
const files = (await readdir(join(web, "i18n"))).filter((name) => name.endsWith(".mjs"));
const texts = new Map();
for (const name of files) {
  const module = await import(join(web, "i18n", name));
  texts.set(name, module.default ?? module);
}

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

for (const [name, { de, en }] of texts) {
  test(`${name}: the same keys in both languages`, () => {
    assert.deepEqual(Object.keys(de).filter((key) => !(key in en)), [], "only German");
    assert.deepEqual(Object.keys(en).filter((key) => !(key in de)), [], "only English");
  });
  test(`${name}: the same places in both languages, and no empty text`, () => {
    for (const key of Object.keys(de)) {
      assert.equal(shape(de[key]), shape(en[key]), key);
      assert.notEqual(shape(de[key]), null);
      assert.ok(typeof de[key] === "object" || de[key].length > 0, key);
      assert.equal(typeof de[key], typeof en[key], key);
    }
  });
}

test("no key has two meanings", () => {
  const owner = new Map();
  for (const [name, { de }] of texts) {
    for (const key of Object.keys(de)) {
      assert.ok(!owner.has(key), `${key} is in ${owner.get(key)} and in ${name}`);
      owner.set(key, name);
    }
  }
});

test("every key that is asked for exists", async () => {
  const known = new Set([...texts.values()].flatMap(({ de }) => Object.keys(de)));
  const missing = [];
  for (const path of await sources()) {
    const code = await readFile(path, "utf8");
    for (const [, key] of code.matchAll(/\bt\(\s*"([^"]+)"/g)) if (!known.has(key)) missing.push(`${path.slice(web.length)}: ${key}`);
    for (const [, start] of code.matchAll(/\bt\(\s*`([^`$]+)\$\{/g)) {
      if (![...known].some((key) => key.startsWith(start))) missing.push(`${path.slice(web.length)}: ${start}…`);
    }
  }
  assert.deepEqual(missing, []);
});
