// Files and links of games: from .kw, .xml and .xml.gz to Records and back (docs/web.md section 2).
import { GAMES } from "./games.mjs";
import { loadRules, RuleError } from "./rules.mjs";

const SIZE_MAX = 32 * 1024 * 1024; // an official replay has half a megabyte

const refuse = (code, de, en) => new RuleError({ ok: false, code, de, en, fields: [] });

// ---- bytes ----

/** Passes bytes through a stream; what comes out before an error is kept. */
async function pipe(bytes, stream) {
  const chunks = [];
  let size = 0;
  let isWhole = true;
  try {
    const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      chunks.push(part.value);
      size += part.value.length;
      if (size > SIZE_MAX)
        throw refuse("gz_large", "Die gepackte Datei enthält zu viel.", "The packed file holds too much.");
    }
  } catch (error) {
    if (error instanceof RuleError || size === 0) throw error;
    isWhole = false;
  }
  return { bytes: new Uint8Array(await new Blob(chunks).arrayBuffer()), isWhole };
}

/** Reads a .kw, .xml or .xml.gz. @param {Blob} file */
export async function readFile(file) {
  if (file.size > SIZE_MAX) throw refuse("file_large", "Die Datei ist zu groß.", "The file is too large.");
  let bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    try {
      ({ bytes } = await pipe(bytes, new DecompressionStream("gzip")));
    } catch (error) {
      if (error instanceof RuleError) throw error;
      throw refuse("gz_broken", "Die gepackte Datei ist beschädigt.", "The packed file is damaged.");
    }
  }
  return recordFromText(new TextDecoder().decode(bytes));
}

// ---- XML ----

/** A DOM element as [name, {attributes}, text, [children]]. */
function treeOf(element) {
  const attributes = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
  const text = element.children.length ? "" : element.textContent;
  return [element.tagName, attributes, text, [...element.children].map(treeOf)];
}

const NAME = "[\\p{L}_:][\\p{L}\\p{N}_:.-]*";
/** Comment, instruction, characters, a tag, or text between them. */
const PIECE = new RegExp(
  "<!--(?:[^-]|-[^-])*-->|<\\?[^]*?\\?>|<!\\[CDATA\\[[^]*?\\]\\]>|" +
    `<(/?)(${NAME})(?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*\\s*(/?)>|[^<]+`,
  "guy",
);
const BARE_AMPERSAND = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)/;

/**
 * Whether all tags are closed and nothing else is in the way. Chromium's parser answers a broken text with inline
 * styles, which the page's policy forbids and the console shows: mostly it is not asked then.
 */
function isProbablyXml(text) {
  const open = [];
  let end = 0;
  let roots = 0;
  for (const [piece, closes, name, isEmpty] of text.matchAll(PIECE)) {
    end += piece.length;
    if (BARE_AMPERSAND.test(piece)) return false;
    if (!name) {
      if (!open.length && piece[0] !== "<" && piece.trim()) return false;
    } else if (closes) {
      if (open.pop() !== name) return false;
    } else {
      if (!open.length) roots++;
      if (!isEmpty) open.push(name);
    }
  }
  return end === text.length && !open.length && roots === 1;
}

/** The tree of a text, or null if it is not XML. */
function parseXml(text) {
  if (!isProbablyXml(text)) return null;
  const root = new DOMParser().parseFromString(text, "text/xml");
  return root.querySelector("parsererror") ? null : treeOf(root.documentElement);
}

const TAG = /<(?:!--[^]*?-->|\?[^]*?\?>|(\/?)([^\s<>/!?]+)((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>)/g;

/** Where the children of the root end, as far as tags can be followed. */
function findEnds(text) {
  const ends = [];
  let root = null;
  let depth = 0;
  for (const tag of text.matchAll(TAG)) {
    const [, closes, name, rest] = tag;
    if (!name) continue;
    root ??= name;
    if (closes) depth--;
    else if (!rest.endsWith("/")) depth++;
    if (depth === 0) return { root, ends, isClosed: true };
    if (depth === 1 && (closes || rest.endsWith("/"))) ends.push(tag.index + tag[0].length);
  }
  return { root, ends, isClosed: false };
}

/** As much of a damaged file as can be read: the longest row of children that is XML. */
function salvage(text, parse) {
  const { root, ends, isClosed } = findEnds(text);
  const part = (count) => parse(`${text.slice(0, ends[count - 1])}</${root}>`);
  let good = 0;
  let bad = ends.length + 1;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (part(middle)) good = middle;
    else bad = middle;
  }
  if (good === 0) return null;
  return { tree: part(good), end: isClosed || good < ends.length ? "broken" : "cut" };
}

/** What a stranger's replay says it is. */
function foreign(text) {
  const state = text.match(/<state[^>]{0,80}/)?.[0] ?? text.trim().match(/^<[^>]{0,80}/)?.[0];
  const found = state ? `${state}>` : null;
  const de = found ? `Kein Replay der unterstützten Spiele: gefunden wurde ${found}` : "Darin ist kein Spiel.";
  const en = found ? `Not a replay of a supported game: found ${found}` : "There is no game in it.";
  return refuse("replay_foreign", de, en);
}

/** What a replay of a season has near its beginning and those of the others have not. */
const SIGNS = {
  mississippi: /<object-stream/,
  mississippi24: /nextDirection=/,
  piranhas: /plugin2019/,
  piranhas26: /<field>(ONE|TWO)_[SML]</,
  penguins: /<startTeam/,
  hive: /isObstructed/,
};
const HEAD = 4000; // characters

/** The games, first the one whose replay it seems to be: mostly no other module is loaded. */
function byLikelihood(text) {
  const head = text.slice(0, HEAD);
  return [...GAMES].sort((a, b) => Number(SIGNS[b]?.test(head) ?? 0) - Number(SIGNS[a]?.test(head) ?? 0));
}

async function recordFromXml(text, parse) {
  if (/<!DOCTYPE/.test(text)) throw foreign(text); // entities of one's own have no place in a replay
  const whole = parse(text);
  const read = whole ? { tree: whole, end: "whole" } : salvage(text, parse);
  if (!read) throw foreign(text);
  for (const game of byLikelihood(text)) {
    const record = (await loadRules(game)).readTree(read.tree, read.end);
    if (record.ok !== false) return record;
    if (record.code !== "replay_foreign") throw new RuleError(record);
  }
  throw foreign(text);
}

/** A Record from the text of a .kw or .xml; `parse` is for programs without a DOM. */
export async function recordFromText(text, parse = parseXml) {
  if (!text.startsWith("kielwasser")) return recordFromXml(text, parse);
  const game = text.match(/^game (\w+)/m)?.[1];
  const record = (await loadRules(GAMES.includes(game) ? game : GAMES[0])).readText(text);
  if (record.ok === false) throw new RuleError(record);
  return record;
}

// ---- links ----

const toBase64 = (bytes) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const fromBase64 = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));

/** A whole game in a link: "#g=…&ply=12". */
export async function toLink(record, ply = record.plies.length) {
  const text = (await loadRules(record.game)).writeText(record);
  const { bytes } = await pipe(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return `#g=${toBase64(bytes)}&ply=${ply}`;
}

/** @returns {Promise<{record: object, ply: number}|null>} null: there is no game in this link */
export async function fromLink(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const packed = words.get("g");
  if (!packed) return null;
  let text;
  try {
    text = new TextDecoder().decode((await pipe(fromBase64(packed), new DecompressionStream("deflate-raw"))).bytes);
  } catch {
    throw refuse("link_broken", "Der Link ist unvollständig.", "The link is incomplete.");
  }
  const record = await recordFromText(text);
  return { record, ply: Math.min(Number(words.get("ply") ?? record.plies.length) || 0, record.plies.length) };
}
