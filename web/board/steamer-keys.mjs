// The keys of a steamer: actions, and questions for users of a screen reader.
import { phrases } from "./looks/mississippi-words.mjs";
import { mapOf } from "./looks/river-map.mjs";
import { t } from "./hex-texts.mjs";
import { answer } from "./spoken-answers.mjs";

/** The headings of the keys as they lie around the 5. */
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
  const told = code === "KeyM" && voyage.build?.next ? waysText(voyage.build) : answer(asker, code);
  if (told) input.speak(told);
  return Boolean(told);
}

function waysText({ next, ship }) {
  const { left, right, faster, slower, step, push, back, turn } = next;
  const open = [...step, ...push, ...(turn ?? [left, right]), faster, slower, back].filter(
    (way) => way?.ok && way.words,
  );
  return t("mq.ways", { list: open.flatMap((way) => phrases(way.words, ship.dir)).join(", ") });
}

function controlKey(input, event) {
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey && input.voyage.canUndo) return () => input.undo();
  if ((key === "y" || (key === "z" && event.shiftKey)) && input.voyage.canRedo) return () => input.redo();
  return null;
}

/** A key of the number pad points there on the board as it is turned; other digits are the numbers of the season. */
function headingOfKey(event, map, turn) {
  if (event.code in numpad) return (numpad[event.code] - turn + 6) % 6;
  return /^[0-5]$/.test(event.key) ? map.heading(Number(event.key)) : null;
}

/** Where the opponent must be pushed, or else where the ship turns, in seasons that turn to a direction. */
function directionKey(input, heading) {
  const { mustPush, next } = input.voyage.build;
  if (mustPush) return () => input.push(heading);
  return next.turn ? () => input.face(heading) : null;
}

function plainKey(input, event) {
  const heading = headingOfKey(event, mapOf(input.view), input.board.painting.pen.turn);
  if (heading !== null) return directionKey(input, heading);
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
