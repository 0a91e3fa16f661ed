// Kiosk: a screen for passers-by. Nothing but playing against the computer; a visit leaves nothing behind. It is
// a state of the tab, so that a reload does not end it: only Ctrl+Alt+Shift+K does.
import { button, h, replace } from "./ui/dom.mjs";
import { t } from "./i18n.mjs";
import { navigate, setGuard } from "./router.mjs";
import { reload } from "./settings.mjs";
import { LOCAL_GAMES } from "./play/store.mjs";

const STORE = "kielwasser.kiosk";
const IDLE_S = 60;
const WARNING_S = 20; // the last part of the idle time is counted down
const LOOK_MS = 200;
const START = "/kiosk";

let visit = read(); // {idleS, kept: {key: value}, games: [keys]}: what was there before anybody came
let touchedAt = 0;
let isUsed = true; // there was a visit since the last start
let counted = 0; // seconds that the countdown shows
let onChange = () => {};
const countdown = h("div.kiosk-left", { role: "timer", hidden: true });

export const isKiosk = () => visit !== null;

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(STORE));
  } catch {
    return null;
  }
}

const isGame = (key) => key.startsWith(LOCAL_GAMES);
const ownKeys = () => Object.keys(localStorage).filter((key) => key.startsWith("kielwasser."));

/** What this browser knew before the visit. Games are only named: they cannot be opened here. */
function photograph(idleS) {
  const keys = ownKeys();
  return {
    idleS,
    games: keys.filter(isGame),
    kept: Object.fromEntries(keys.filter((key) => !isGame(key)).map((key) => [key, localStorage.getItem(key)])),
  };
}

/** Everything as it was. */
function forget() {
  for (const key of ownKeys()) if (!(key in visit.kept) && !visit.games.includes(key)) localStorage.removeItem(key);
  for (const [key, value] of Object.entries(visit.kept)) localStorage.setItem(key, value);
  reload();
}

/** Only the start and games begun here: links, the back button and typed addresses lead nowhere else. */
function guard(path) {
  if (!visit || path === START) return path;
  const key = LOCAL_GAMES + (/^\/spiel\/(lokal-\w+)$/.exec(path)?.[1] ?? "");
  return localStorage.getItem(key) !== null && !visit.games.includes(key) ? path : START;
}

/** The page of the kiosk was opened: from now on there is no other. */
export function enterKiosk(idleS) {
  if (visit) return;
  visit = photograph(idleS > 0 ? idleS : IDLE_S);
  sessionStorage.setItem(STORE, JSON.stringify(visit));
  dress();
}

async function leave() {
  forget();
  sessionStorage.removeItem(STORE);
  visit = null;
  dress();
  await navigate("/");
}

function dress() {
  document.documentElement.toggleAttribute("data-kiosk", isKiosk());
  touch();
  onChange();
}

function touch() {
  touchedAt = performance.now();
  countdown.hidden = true;
}

/** The countdown goes by a press, not by a hand that only passes: its button must stay where it is. */
function onTouch(event) {
  isUsed = true;
  if (countdown.hidden || event.type !== "pointermove") touch();
}

async function startOver() {
  touch();
  if (!isUsed) return;
  isUsed = false;
  await navigate(START, { replace: true });
  if (visit) forget();
}

function look() {
  if (!visit) return;
  const left = Math.ceil(visit.idleS - (performance.now() - touchedAt) / 1000);
  if (left <= 0) return void startOver();
  countdown.hidden = left > WARNING_S || location.pathname === START;
  if (countdown.hidden || counted === left) return;
  counted = left;
  replace(
    countdown,
    h("span", t("kiosk.left", { seconds: left })),
    button(touch, { class: "primary" }, t("kiosk.stay")),
  );
}

const isChord = (event) => event.ctrlKey && event.altKey && event.shiftKey && event.code === "KeyK";

/** Called once by the shell; `changed` is called when the kiosk opens or closes. */
export function watchKiosk(changed) {
  onChange = changed;
  setGuard(guard);
  document.body.append(countdown);
  for (const name of ["pointerdown", "pointermove", "keydown", "wheel"])
    document.addEventListener(name, onTouch, { passive: true });
  document.addEventListener("keydown", (event) => visit && isChord(event) && leave());
  setInterval(look, LOOK_MS);
  dress();
}
