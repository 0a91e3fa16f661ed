// What the person has chosen, kept in localStorage. One object; every tab hears of changes.

/** @typedef {typeof defaults} Settings */

/** Every setting with its default. Names are stable: they are stored. */
const defaults = {
  lang: "de",
  theme: "system",
  palette: "standard",
  coordinates: "edge",
  insects: "picture",
  autoflip: true,
  input: "both",
  hints: "selection",
  confirm: false,
  typing: false, // letter keys type a move
  steamer: "auto",
  neverInvalid: false, // hides „Trotzdem senden"
  animation: 250, // milliseconds; 0 is off
  sound: "off",
  textView: false,
  annotations: true, // arrows and marks of bots
  viewMs: 1000, // how long playback shows a ply
  learned: /** @type {{[game: string]: string[]}} */ ({}), // lessons solved: {game: [id]}
  seasons: /** @type {{[family: string]: string}} */ ({}), // of the games that have several: {family: game}
  evalBar: false, // beside the board of a game that is played or watched
  engineMs: 8000, // how long the analysis thinks about a position
  engineLines: 3,
  engineArrows: true,
};

export const names = /** @type {(keyof Settings)[]} */ (Object.keys(defaults));

/** What a setting may be, where it is not simply on or off. */
export const choices = {
  lang: ["de", "en"],
  theme: ["system", "light", "dark", "print"],
  palette: ["standard", "safe", "contrast"],
  coordinates: ["off", "edge", "all"],
  insects: ["picture", "letter"],
  input: ["both", "click", "drag"],
  hints: ["none", "selection", "all"],
  steamer: ["auto", "manual"],
  animation: [0, 150, 250, 400],
  sound: ["off", "moves", "all"],
  engineMs: [2000, 8000, 30000],
  engineLines: [1, 2, 3, 5],
};

const STORE = "kielwasser.settings";
const listeners = new Map();
/** @type {Partial<Settings>} */
let values = load();

/** A value that this version understands. */
const isFine = (name, value) =>
  choices[name]?.includes(value) ?? (name in defaults && typeof value === typeof defaults[name]);

function load() {
  try {
    return JSON.parse(localStorage.getItem(STORE)) ?? {};
  } catch {
    return {};
  }
}

function save() {
  try {
    localStorage.setItem(STORE, JSON.stringify(values));
  } catch {
    // Private windows may refuse; the choice then lasts as long as the page.
  }
}

function tell(name) {
  for (const callback of [...(listeners.get(name) ?? []), ...(listeners.get("*") ?? [])]) callback(get(name), name);
}

/**
 * @template {keyof Settings} Name
 * @param {Name} name
 * @returns {Settings[Name]}
 */
export const get = (name) => /** @type {any} */ (values[name] ?? defaults[name]);

/**
 * @template {keyof Settings} Name
 * @param {Name} name
 * @param {Settings[Name]} value
 */
export function set(name, value) {
  if (get(name) === value) return;
  values[name] = value;
  save();
  tell(name);
}

/** The next value of those it may have. */
export function cycle(name) {
  const list = choices[name] ?? [false, true];
  set(name, list[(list.indexOf(get(name)) + 1) % list.length]);
}

/**
 * Calls back with the new value; `"*"` hears of every setting. Answers a function that ends it.
 * @param {keyof Settings | "*"} name
 * @param {(value: any, name: keyof Settings) => void} callback
 */
export function on(name, callback) {
  if (!listeners.has(name)) listeners.set(name, new Set());
  listeners.get(name).add(callback);
  return () => listeners.get(name).delete(callback);
}

export const all = () => ({ ...defaults, ...values });

/** Puts other values in place of all, and says what is different now. */
function take(wanted) {
  const before = all();
  values = wanted;
  for (const name of names) if (before[name] !== get(name)) tell(name);
}

/** Puts many settings at once. What is unknown here is left out; answers whether anything was known. */
export function replace(wanted) {
  const known = Object.entries(Object(wanted)).filter(([name, value]) => isFine(name, value));
  if (!known.length) return false;
  take(Object.fromEntries(known));
  save();
  return true;
}

export function reset() {
  take({});
  save();
}

/** Somebody else has written: another tab, the end of a kiosk visit. */
export const reload = () => take(load());

globalThis.addEventListener?.("storage", (event) => {
  if (event.key === STORE || event.key === null) reload();
});

/** The person or the system wants stillness. */
export const isStill = () =>
  get("animation") === 0 || globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches === true;
