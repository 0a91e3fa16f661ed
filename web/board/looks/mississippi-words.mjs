// Mississippi Queen in words: actions, labels, notation, and what a hand types.
import { t } from "../hex-texts.mjs";
import { other } from "./common.mjs";
import { ARROWS, headingNamed, mapOf, nameOfHeading } from "./river-map.mjs";

/**
 * "acc:+1;step:2" as [{kind, n}]. A turn by a number turns by so many sixths, to the left where it is positive; a turn
 * to a direction is of the kind "face". Of directions n is the heading (river-map.mjs).
 */
export function actionsOf(words) {
  return (words ?? "")
    .split(";")
    .filter(Boolean)
    .map((word) => {
      const [kind, value] = word.split(":");
      const heading = headingNamed(value);
      return heading < 0 ? { kind, n: Number(value) } : { kind: kind === "turn" ? "face" : kind, n: heading };
    });
}

/** Every place and heading of the moving ship. A move only tells how it ended: its first heading is one that leads there. */
export function walk(move, map) {
  const actions = actionsOf(move.words);
  if (!actions.length) return [move.from, move.to].map((at) => ({ at, heading: move.dir }));
  const ways = [0, 1, 2, 3, 4, 5].map((heading) => walkFrom(move.from, heading, actions, map));
  const isRight = ({ at, heading }) => at === move.to && (heading - move.dir) % 6 === 0;
  return ways.find((way) => isRight(way.at(-1))) ?? ways[0];
}

/** The same for a move of which only the words and the end are known. */
export function walkOf({ from, to, words }, view) {
  const map = mapOf(view);
  const ship = view.pieces.find((piece) => piece.at === from);
  const headings = [ship?.dir ?? 0, 0, 1, 2, 3, 4, 5];
  const ways = headings.map((heading) => walkFrom(from, heading, actionsOf(words), map));
  return ways.find((way) => way.at(-1).at === to) ?? [];
}

function walkFrom(from, first, actions, map) {
  let [at, heading] = [from, first];
  const way = [{ at, heading }];
  for (const { kind, n } of actions) {
    if (kind === "turn") way.push({ at, heading: (heading += n) });
    if (kind === "face") way.push({ at, heading: (heading = n) });
    for (let left = kind === "step" ? Math.abs(n) : 0; left > 0; left--)
      way.push({ at: (at = map.beside(at, n < 0 ? heading + 3 : heading)), heading });
  }
  return way;
}

const signed = (n) => (n > 0 ? `+${n}` : `−${-n}`);

const sixths = (n) => ((n % 6) + 6) % 6;

/** A turn by so many sixths, to the left where it is positive: how the seasons that turn to a direction are read, too. */
const turnTo = (heading, n) => sixths(n - heading + 2) - 2;

/** The heading that a ship has after an action. */
const headingAfter = ({ kind, n }, heading) => (kind === "turn" ? heading + n : kind === "face" ? n : heading);

/** Actions one after the other, each with the heading before it. */
function inOrder(actions, heading, tell) {
  return actions.map((action) => {
    const told = tell(action, sixths(heading));
    heading = headingAfter(action, heading);
    return told;
  });
}

/** One action as in the move list: b+1 v2 l1 r2 a3. Turns are told from the bow, because boards are turned. */
function short({ kind, n }, heading, map) {
  if (kind === "acc") return `b${signed(n)}`;
  if (kind === "step") return n < 0 ? `z${-n}` : `v${n}`;
  if (kind === "push") return `a${map.number(n)}`;
  const by = kind === "turn" ? n : turnTo(heading, n);
  return `${by > 0 ? "l" : "r"}${Math.abs(by)}`;
}

function phrase({ kind, n }, heading) {
  if (kind === "acc") return t("mq.action.acc", { n: signed(n) });
  if (kind === "step") return t(n < 0 ? "mq.action.back" : "mq.action.step", { n: Math.abs(n) });
  if (kind === "push") return t("mq.action.push", { dir: t(`mq.side.${sixths(n - heading)}`) });
  const by = kind === "turn" ? n : turnTo(heading, n);
  return t(by > 0 ? "mq.action.left" : "mq.action.right", { n: Math.abs(by) });
}

/** Actions as sentence fragments for chips and ears; `heading` is that of the ship before them. */
export const phrases = (words, heading) => inOrder(actionsOf(words), heading, phrase);

/**
 * What a hand types: `b+1 v2 l1 v1 a3`, in any case, with numbers of the season or arrows as they are seen, or the
 * canonical words; null if it is neither. `heading`: of a ship that turns to directions; `turn`: of the board.
 */
export function typed(text, map, { heading = null, turn = 0 } = {}) {
  const line = text.trim().replaceAll("−", "-");
  const words = [];
  for (const word of line.split(/[\s;]+/).filter(Boolean)) {
    const one = canonical(word, map, { heading, turn });
    if (!one) return null;
    if (heading !== null) heading = headingAfter(actionsOf(one)[0], heading);
    words.push(one);
  }
  return words.length ? words.join(";") : null;
}

function canonical(word, map, { heading, turn }) {
  if (/^(acc|turn|step):[+-]?\d+$/i.test(word)) return word.toLowerCase();
  if (/^(push|turn):[a-z_]+$/i.test(word)) return word.slice(0, 5).toLowerCase() + word.slice(5).toUpperCase();
  const [, letter, number] = word.match(/^([bvzlrda])([+-]?\d+|[→↗↖←↙↘])$/i) ?? [];
  if (!letter) return null;
  const n = ARROWS.includes(number) ? map.number(ARROWS.indexOf(number) - turn) : Number(number);
  const by = (sixth) =>
    heading === null ? `turn:${sixth > 0 ? "+" : ""}${sixth}` : `turn:${nameOfHeading(heading + sixth)}`;
  const toward = (kind) => (n >= 0 && n < 6 ? `${kind}:${nameOfHeading(map.heading(n))}` : null);
  return {
    b: () => `acc:${n > 0 ? "+" : ""}${n}`,
    v: () => `step:${n}`,
    z: () => `step:-${n}`,
    l: () => by(n),
    r: () => by(-n),
    d: () => toward("turn"),
    a: () => toward("push"),
  }[letter.toLowerCase()]();
}

export const minus = (id) => id.replaceAll("-", "−");
const where = (id) => minus(id).replace(",", ", ");

/** The greatest speed with which a ship on this field counts as slow; in the current it is slower by one. */
export const slowEnough = (field) => (field?.current ? 2 : 1);

function label(id, view, layout = null) {
  const dir = (heading) => t(`mq.dir.${sixths(heading + (layout?.turn ?? 0))}`);
  const field = view.fields.find((one) => one.id === id);
  if (!field) return t("mq.label.none", { at: where(id) });
  const ships = view.pieces
    .filter((ship) => ship.at === id)
    .map((ship) =>
      t(`mq.label.${ship.side}`, {
        speed: ship.speed,
        coal: ship.coal,
        passengers: ship.passengers,
        dir: dir(ship.dir),
      }),
    );
  const landing = view.fields.some((one) => one.landing === id && !one.taken);
  const kind = t(`mq.kind.${field.kind}`) + (field.kind === "passenger" ? ` ${dir(field.dir)}` : "");
  const what = [kind, field.current && t("mq.label.current"), landing && t("mq.label.landing")].filter(Boolean);
  return [...ships, t("mq.label.field", { at: where(id), segment: field.segment + 1, row: field.row }), ...what].join(
    ", ",
  );
}

function brief(id, view) {
  const ship = view.pieces.find((one) => one.at === id);
  return ship ? pieceName(ship) : t(`mq.kind.${view.fields.find((one) => one.id === id)?.kind ?? "water"}`);
}

const pieceName = (ship) => t(`mq.ship.${ship.side}`);

function notation(move, view) {
  if (!move.words) return `${minus(move.from)} → ${minus(move.to)}`;
  const map = mapOf(view);
  const [{ heading }] = walk(move, map);
  return inOrder(actionsOf(move.words), heading, (action, before) => short(action, before, map)).join(" ");
}

function spoken(move, view) {
  if (!move.words) return t("mq.spoken.to", { to: where(move.to) });
  const [{ heading }] = walk(move, mapOf(view));
  return t("mq.spoken.move", { actions: phrases(move.words, heading).join(", "), speed: move.speed, coal: move.coal });
}

/** The speed to which a ship can slow down. */
const leastSpeed = (ship) => Math.max(1, ship.speed - 1 - ship.coal);

/** Why a ship cannot move, in plain words. `mine`: it is the reader's ship. */
function whyStuck(view, side, mine) {
  const { beside } = view.facts[side];
  const ship = view.pieces.find((piece) => piece.side === side);
  const what = (place) => t(`mq.beside.${beside[place] === "ship" ? other(side) : beside[place]}`);
  const who = mine ? "mine" : side;
  if (beside.under === "sandbank") {
    const text = t(`mq.aground.${who}`, { ahead: what("ahead"), behind: what("behind") });
    const isOpen = beside.behind === "water" && ship.coal === 0;
    return isOpen ? `${text} ${t("mq.stuck.noCoalBack")}` : text;
  }
  const around = { ahead: what("ahead"), left: what("aheadLeft"), right: what("aheadRight") };
  const isClosed = ["ahead", "aheadLeft", "aheadRight"].every((place) => CLOSED.includes(beside[place]));
  const why = isClosed
    ? ship.coal < 2 && t("mq.stuck.noCoalTurn")
    : t(ship.coal ? "mq.stuck.tooFast" : "mq.stuck.tooFastNow", { n: leastSpeed(ship), coal: ship.coal });
  return [t(`mq.stuck.${who}`, around), why].filter(Boolean).join(" ");
}

/** Whose ship cannot move, where that has ended the game. */
export function stuckSide(view) {
  if (!["nomove", "stuck"].includes(view.over?.reason)) return null;
  return view.facts.red.stuck || (!view.facts.blue.stuck && view.over.winner === "blue") ? "red" : "blue";
}

/** The ways of a ship that are closed, in sixths from its bow: ahead and beside it, on a sandbank ahead and behind. */
export function closedSides(view, side) {
  const { beside } = view.facts[side];
  if (beside.under === "sandbank") return [0, 3];
  const ways = { 0: beside.ahead, 1: beside.aheadLeft, 5: beside.aheadRight };
  return [0, 1, 5].filter((turn) => [...CLOSED, "ship"].includes(ways[turn]));
}

/** Why the game is over, where there is more to say than its rule; `mine`: the reader's side. */
function whyOver(view, mine) {
  const side = stuckSide(view);
  return side && whyStuck(view, side, mine === side);
}

/** Where no ship can be. */
const CLOSED = ["land", "island", "left", "fog"];

const pips = (n, of) => "●".repeat(n) + "○".repeat(Math.max(0, of - n));

function facts(view, side) {
  const mine = view.facts[side];
  const ship = view.pieces.find((piece) => piece.side === side);
  const late = mine.lag >= 3;
  return [
    {
      label: t("mq.fact.points"),
      value: String(mine.points),
      title: t("mq.fact.split", {
        passengers: mine.passengerPoints,
        segments: mine.segmentPoints,
        rows: mine.rowPoints,
      }),
    },
    {
      label: t("mq.fact.speed"),
      term: "speed",
      value: String(ship.speed),
      title: t("mq.fact.speedTitle"),
      pips: pips(ship.speed, 6),
    },
    {
      label: t("mq.fact.coal"),
      term: "fuel",
      value: String(ship.coal),
      title: t("mq.fact.coalTitle"),
      pips: pips(ship.coal, 6),
    },
    {
      label: t("mq.fact.passengers"),
      term: "jetty",
      value: ship.passengers > 2 ? String(ship.passengers) : `${ship.passengers}/2`,
      title: t("mq.fact.passengersTitle"),
      pips: pips(ship.passengers, 2),
    },
    {
      label: t("mq.fact.segment"),
      term: "segment",
      value: `${mine.segment + 1}/8`,
      title: mine.lag ? t("mq.fact.lag", { n: mine.lag }) : t("mq.fact.level"),
      warn: late,
    },
    ...(late ? [{ alarm: t("mq.fact.late", { n: mine.lag }) }] : []),
  ];
}

/** A refusal without the number of its action ("Aktion 2: …"): the helm marks the action itself. */
export const plain = (text) => text.replace(/^(Aktion|action) \d+: /, "");

export const look = { whyStuck, whyOver, label, brief, pieceName, notation, spoken, facts, words: () => "" };
