// The keys of a steamer: actions, and questions for users of a screen reader.
import { actionsOf, phrase } from "./looks/mississippi-words.mjs";
import { t } from "./hex-texts.mjs";
import { answer } from "./spoken-answers.mjs";

const numpad = { Numpad6: 0, Numpad9: 1, Numpad7: 2, Numpad4: 3, Numpad1: 4, Numpad3: 5 };

/** True if the key meant something. */
export function steer(input, event) {
  if (!input.view || event.metaKey) return false;
  if (event.altKey) return question(input, event.code);
  if (!input.isActive || !input.voyage.build?.next) return false;
  const run = event.ctrlKey ? controlKey(input, event) : plainKey(input, event);
  run?.();
  return Boolean(run);
}

/** Alt and a letter, for users of a screen reader. */
function question(input, code) {
  const { board, rules, view, side, voyage } = input;
  const asker = { board, rules, view, side, look: board.look, text: input.shown, selected: null, movesFrom: () => [] };
  const told = code === "KeyM" && voyage.build?.next ? waysText(voyage.build.next) : answer(asker, code);
  if (told) input.speak(told);
  return Boolean(told);
}

function waysText({ left, right, faster, slower, step, push, back }) {
  const open = [...step, ...push, left, right, faster, slower, back].filter((way) => way?.ok && way.words);
  return t("mq.ways", { list: open.map((way) => actionsOf(way.words).map(phrase).join()).join(", ") });
}

function controlKey(input, event) {
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey && input.voyage.canUndo) return () => input.undo();
  if ((key === "y" || (key === "z" && event.shiftKey)) && input.voyage.canRedo) return () => input.redo();
  return null;
}

function plainKey(input, event) {
  const dir = event.code in numpad ? numpad[event.code] : /^[0-5]$/.test(event.key) ? Number(event.key) : null;
  if (dir !== null) return input.voyage.build.mustPush ? () => input.push(dir) : null;
  const isOnButton = event.target?.closest?.("button, a, summary, input, [role=gridcell]");
  const keys = {
    "w": () => input.ahead(event.shiftKey),
    "a": () => input.turn("left"),
    "d": () => input.turn("right"),
    "+": () => input.turn("faster"),
    "-": () => input.turn("slower"),
    "z": () => input.aim(),
    "s": () => input.send(),
    "enter": isOnButton ? null : () => input.send(),
    "c": () => input.reset(),
    "backspace": () => input.undo(),
    "escape": input.isIdle ? null : () => input.cancel(),
  };
  return keys[event.key.toLowerCase()] ?? null;
}
