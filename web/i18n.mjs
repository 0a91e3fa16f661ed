// The two languages of the page. A file in i18n/ holds pairs, German first:  "play.you": ["Du", "You"].  The module
// that needs the texts hands the file over once:  import texts from "./i18n/play.mjs"; addTexts(texts);
import { get, set, on } from "./settings.mjs";

/** @type {{[key: string]: TextPair}} */
const texts = {};
const LANGUAGES = ["de", "en"];
const listeners = new Set();

/** German is the default whatever the browser says: the contest is German. `?lang=en` is for links. */
const asked = globalThis.location ? new URLSearchParams(location.search).get("lang") : null;
if (asked === "de" || asked === "en") set("lang", asked);

/** @param {{[key: string]: any[]}} file  pairs, German first */
export const addTexts = (file) => Object.assign(texts, file);

export const hasText = (key) => key in texts;

/** A text in both languages, as errors carry it. */
export const both = (key) => Object.fromEntries(LANGUAGES.map((language, i) => [language, texts[key][i]]));

/** The language's half of a pair. @param {string[]} pair */
export const pick = (pair) => pair[LANGUAGES.indexOf(lang())];

export const lang = () => (get("lang") === "en" ? "en" : "de");

export const setLang = (language) => set("lang", language);

/** Calls back after the language changed; answers a function that ends it. */
export function onLang(callback) {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

on("lang", () => {
  if (globalThis.document) document.documentElement.lang = lang();
  for (const callback of [...listeners]) callback(lang());
});
if (globalThis.document) document.documentElement.lang = lang();

/**
 * The text of a key. `{name}` is replaced by params.name; numbers are written as the language does.
 * A text may be {one, other}: params.n chooses.
 * @param {string} key
 * @param {{[name: string]: any}} [params]
 * @returns {string}
 */
export function t(key, params = {}) {
  /** @type {any} */
  let text = texts[key]?.[LANGUAGES.indexOf(lang())];
  if (text === undefined) return key;
  if (typeof text === "object") text = text[plural(params.n)] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = params[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? number(value) : String(value);
  });
}

/**
 * What the C code says in both languages: a refusal, `say`, an error of the server.
 * @param {Partial<Both> | null} both
 */
export const say = (both) => (both ? (both[lang()] ?? both.de ?? "") : "");

/** Refusals are written in lower case, to follow a colon; here one stands alone. */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

/** What went wrong, as a sentence; in both languages where it has a code. */
export const errorText = (error) => sentence(say(error) || say(error.refusal) || String(error.message ?? error));

/** Making one takes longer than drawing a board, so each is made once: name -> Intl object. */
const made = new Map();

function once(name, make) {
  if (!made.has(name)) made.set(name, make());
  return made.get(name);
}

const plural = (n) => once(lang(), () => new Intl.PluralRules(lang())).select(n);

/** @param {number} value @param {number} [digits]  behind the comma */
export const number = (value, digits) =>
  once(
    `${lang()} ${digits}`,
    () =>
      new Intl.NumberFormat(
        lang(),
        digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits },
      ),
  ).format(value);

/** A running clock: 0:07, 32:18, 1:02:03. @param {number} ms */
export function clock(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

/** A moment as people read it: the time, and the day if it is not today. @param {number} ms */
export function momentWord(ms) {
  const isToday = new Date(ms).toDateString() === new Date().toDateString();
  /** @type {Intl.DateTimeFormatOptions} */
  const form = isToday ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" };
  return new Intl.DateTimeFormat(lang(), form).format(ms);
}

/** A duration as people read it: 310 ms, 1,31 s, 2:05 min. @param {number} ms */
export function duration(ms) {
  if (ms < 1000) return `${number(Math.round(ms))} ms`;
  if (ms < 60000) return `${number(ms / 1000, ms < 10000 ? 2 : 1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} min`;
}
