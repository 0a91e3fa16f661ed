// What the person has chosen, kept in localStorage. One object; every tab hears of changes.

/** Every setting with its default. Names are stable: they are stored. */
export const defaults = {
  lang: "de",
  theme: "system", // system light dark print
  palette: "standard", // standard safe contrast
  coordinates: "edge", // off edge all
  insects: "picture", // picture letter
  autoflip: false,
  input: "both", // both click drag
  hints: "selection", // none selection all
  confirm: false,
  typing: false, // letter keys type a move
  steamer: "auto", // auto manual
  neverInvalid: false, // hides „Trotzdem senden"
  animation: 250, // milliseconds; 0 is off
  sound: "off", // off moves all
  textView: false,
  annotations: true, // arrows and marks of bots
  viewMs: 1000, // how long playback shows a ply
  learned: {}, // lessons solved: {game: [id]}
};

const STORE = "kielwasser.settings";
const listeners = new Map();
let values = load();

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

export const get = (name) => values[name] ?? defaults[name];

export function set(name, value) {
  if (get(name) === value) return;
  values[name] = value;
  save();
  tell(name);
}

/** Calls back with the new value; `"*"` hears of every setting. Answers a function that ends it. */
export function on(name, callback) {
  if (!listeners.has(name)) listeners.set(name, new Set());
  listeners.get(name).add(callback);
  return () => listeners.get(name).delete(callback);
}

export const all = () => ({ ...defaults, ...values });

/** Puts many settings at once: import, reset. Unknown names are left out. */
export function replace(wanted) {
  const before = all();
  values = Object.fromEntries(Object.entries(wanted).filter(([name]) => name in defaults));
  save();
  for (const name of Object.keys(defaults)) if (before[name] !== get(name)) tell(name);
}

export const reset = () => replace({});

globalThis.addEventListener?.("storage", (event) => {
  if (event.key !== STORE) return;
  const before = all();
  values = load();
  for (const name of Object.keys(defaults)) if (before[name] !== get(name)) tell(name);
});

/** The person or the system wants stillness. */
export const isStill = () =>
  get("animation") === 0 || globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches === true;
