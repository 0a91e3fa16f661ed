// Mississippi Queen in words: actions, labels, notation, and what a hand types.
import { t } from "../hex-texts.mjs";

const dx = [
  [1, 1, 0, -1, 0, 1],
  [1, 0, -1, -1, -1, 0],
];
const dy = [0, -1, -1, 0, 1, 1];
export const pushNames = ["RIGHT", "UP_RIGHT", "UP_LEFT", "LEFT", "DOWN_LEFT", "DOWN_RIGHT"];

/** The name of the neighbour in a direction. */
export function beside(id, dir) {
  const [x, y] = id.split(",").map(Number);
  const d = ((dir % 6) + 6) % 6;
  return `${x + dx[y & 1][d]},${y + dy[d]}`;
}

/** "acc:+1;step:2" as [{kind, n}]; of a push n is the number of its direction. */
export function actionsOf(words) {
  return (words ?? "")
    .split(";")
    .filter(Boolean)
    .map((word) => {
      const [kind, value] = word.split(":");
      return { kind, n: kind === "push" ? pushNames.indexOf(value) : Number(value) };
    });
}

/** Every place and direction of the moving ship.  Turns are added up backwards: a view only tells where it ended. */
export function walk(move) {
  const actions = actionsOf(move.words);
  const turned = actions.reduce((sum, action) => sum + (action.kind === "turn" ? action.n : 0), 0);
  let [at, dir] = [move.from, move.dir - turned];
  const way = [{ at, dir }];
  for (const action of actions) {
    if (action.kind === "turn") way.push({ at, dir: (dir += action.n) });
    for (let n = action.kind === "step" ? Math.abs(action.n) : 0; n > 0; n--) {
      way.push({ at: (at = beside(at, action.n < 0 ? dir + 3 : dir)), dir });
    }
  }
  return actions.length
    ? way
    : [
        { at: move.from, dir: move.dir },
        { at: move.to, dir: move.dir },
      ];
}

const signed = (n) => (n > 0 ? `+${n}` : `−${-n}`);

/** One action as in the move list: b+1 v2 l1 r2 a3. */
function short({ kind, n }) {
  if (kind === "acc") return `b${signed(n)}`;
  if (kind === "step") return n < 0 ? `z${-n}` : `v${n}`;
  if (kind === "turn") return `${n > 0 ? "l" : "r"}${Math.abs(n)}`;
  return `a${n}`;
}

/** One action as a sentence fragment for chips and ears. */
export function phrase({ kind, n }) {
  if (kind === "acc") return t("mq.action.acc", { n: signed(n) });
  if (kind === "step") return t(n < 0 ? "mq.action.back" : "mq.action.step", { n: Math.abs(n) });
  if (kind === "turn") return t(n > 0 ? "mq.action.left" : "mq.action.right", { n: Math.abs(n) });
  return t("mq.action.push", { dir: t(`mq.dir.${n}`) });
}

/** What a hand types: `b+1 v2 l1 v1 a3`, in any case, or the canonical words; null if it is neither. */
export function typed(text) {
  const line = text.trim().replaceAll("−", "-");
  const words = [];
  for (const word of line.split(/[\s;]+/).filter(Boolean)) {
    const one = canonical(word);
    if (!one) return null;
    words.push(one);
  }
  return words.length ? words.join(";") : null;
}

function canonical(word) {
  if (/^(acc|turn|step):[+-]?\d+$/i.test(word)) return word.toLowerCase();
  if (/^push:[a-z_]+$/i.test(word)) return `push:${word.slice(5).toUpperCase()}`;
  const [, letter, number] = word.match(/^([bvzlra])([+-]?\d+)$/i) ?? [];
  if (!letter) return null;
  const n = Number(number);
  const signedTurn = (turn) => `turn:${turn > 0 ? "+" : ""}${turn}`;
  return {
    b: () => `acc:${n > 0 ? "+" : ""}${n}`,
    v: () => `step:${n}`,
    z: () => `step:-${n}`,
    l: () => signedTurn(n),
    r: () => signedTurn(-n),
    a: () => (pushNames[n] ? `push:${pushNames[n]}` : null),
  }[letter.toLowerCase()]();
}

export const minus = (id) => id.replaceAll("-", "−");
const where = (id) => minus(id).replace(",", ", ");

function label(id, view) {
  const field = view.fields.find((one) => one.id === id);
  if (!field) return t("mq.label.none", { at: where(id) });
  const ships = view.pieces
    .filter((ship) => ship.at === id)
    .map((ship) =>
      t(`mq.label.${ship.side}`, {
        speed: ship.speed,
        coal: ship.coal,
        passengers: ship.passengers,
        dir: t(`mq.dir.${ship.dir}`),
      }),
    );
  const landing = view.fields.some((one) => one.landing === id && !one.taken);
  const kind = t(`mq.kind.${field.kind}`) + (field.kind === "passenger" ? ` ${t(`mq.dir.${field.dir}`)}` : "");
  const what = landing ? [kind, t("mq.label.landing")] : [kind];
  return [...ships, t("mq.label.field", { at: where(id), segment: field.segment + 1, row: field.row }), ...what].join(
    ", ",
  );
}

function brief(id, view) {
  const ship = view.pieces.find((one) => one.at === id);
  return ship ? pieceName(ship) : t(`mq.kind.${view.fields.find((one) => one.id === id)?.kind ?? "water"}`);
}

const pieceName = (ship) => t(`mq.ship.${ship.side}`);

const notation = (move) =>
  move.words ? actionsOf(move.words).map(short).join(" ") : `${minus(move.from)} → ${minus(move.to)}`;

function spoken(move) {
  if (!move.words) return t("mq.spoken.to", { to: where(move.to) });
  const parts = actionsOf(move.words).map((action) => phrase(action));
  return t("mq.spoken.move", { actions: parts.join(", "), speed: move.speed, coal: move.coal });
}

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
      value: `${ship.passengers}/2`,
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
    ...(late ? [{ label: "!", value: t("mq.fact.late", { n: mine.lag }) }] : []),
  ];
}

export const look = { label, brief, pieceName, notation, spoken, facts, words: () => "", read: typed };
