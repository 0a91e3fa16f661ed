// Hive in words: labels, notation, and what a hand types.
import { kinds } from "../insects.mjs";
import { t } from "../hex-texts.mjs";

const wire = { bee: "Q", spider: "S", beetle: "B", grasshopper: "G", ant: "A" };

export const letter = (kind) => t(`hive.letter.${kind}`);
export const kindName = (kind) => t(`hive.kind.${kind}`);
export const minus = (id) => id.replaceAll("-", "−");
/** A field for the ear: without the space a reader swallows the comma. */
const where = (id) => minus(id).replace(",", ", ");

/** The kind that a letter means in the language of the page; the season's letters are understood, too. */
function kindOf(key) {
  const upper = key.toUpperCase();
  return kinds.find((kind) => letter(kind) === upper) ?? kinds.find((kind) => wire[kind] === upper) ?? null;
}

/** The queen under the top of a stack, if there is one. */
export const queenUnder = (stack) => stack.slice(0, -1).find(({ kind }) => kind === "bee") ?? null;

function label(id, view) {
  const at = where(id);
  if (view.fields.find((field) => field.id === id)?.kind === "bramble") return t("hive.label.bramble", { at });
  const stack = view.pieces.filter((piece) => piece.at === id);
  const top = stack.at(-1);
  if (!top) return t("hive.label.empty", { at });
  const what = t(`hive.label.${top.side}`, { at, kind: kindName(top.kind) });
  const height = stack.length > 1 && t("hive.label.stack", { n: stack.length });
  const queen = queenUnder(stack);
  const covered = queen && t(`hive.label.covered.${queen.side}`);
  return [what, height, covered, top.pinned && t("hive.label.pinned"), top.stuck && t("hive.label.stuck")]
    .filter(Boolean)
    .join(", ");
}

function brief(id, view) {
  const top = view.pieces.findLast((piece) => piece.at === id);
  const isBramble = view.fields.find((field) => field.id === id)?.kind === "bramble";
  return top ? pieceName(top) : t(isBramble ? "hive.brief.bramble" : "hive.brief.empty");
}

const pieceName = (piece) => t(`hive.brief.${piece.side}`, { kind: kindName(piece.kind) });

function notation(move) {
  if (move.skip) return t("hive.skipped");
  if (!move.from) return `+${letter(move.kind)} ${minus(move.to)}`;
  return `${letter(move.kind)} ${minus(move.from)}→${minus(move.to)}${move.level > 0 ? `▲${move.level + 1}` : ""}`;
}

function spoken(move) {
  if (move.skip) return t("hive.spoken.skip");
  const params = {
    kind: kindName(move.kind),
    from: move.from && where(move.from),
    to: where(move.to),
    n: move.level + 1,
  };
  return t(!move.from ? "hive.spoken.place" : move.level > 0 ? "hive.spoken.climb" : "hive.spoken.move", params);
}

export function facts(view, side, meter) {
  const { free, queen, reserve, mustPlaceQueen, canOnlySkip } = view.facts[side];
  const left = reserve.reduce((sum, one) => sum + one.count, 0);
  const warning =
    view.side === side && (mustPlaceQueen ? "hive.fact.mustPlace" : canOnlySkip ? "hive.fact.skip" : null);
  return [
    {
      label: t("hive.fact.queen"),
      term: "bee",
      value: queen ? t("hive.fact.free", { n: free }) : t("hive.fact.unplaced"),
      title: t("hive.fact.queenTitle"),
      picture: meter,
    },
    { label: t("hive.fact.reserve"), term: "stock", value: String(left), title: t("hive.fact.reserveTitle") },
    ...(warning ? [{ alarm: t(warning) }] : []),
  ];
}

const words = (from, to, kind) => (from ? `${from}>${to}` : kind ? `${wire[kind]}@${to}` : "-");

/** What a hand types: `+k 1,-2`, `k 0,0 1,-1`, `A 0,1→2,-1`; null leaves it to the rules to read it. */
function read(typed) {
  const line = typed
    .trim()
    .replaceAll("−", "-")
    .replace(/[()]/g, "")
    .replace(/▲\d+/, "")
    .replace(/→|->|>/g, " ");
  const place = line.match(/^\+?\s*([a-z])\s*@?\s*(-?\d)\s*,\s*(-?\d)$/i);
  if (place && kindOf(place[1])) return words(null, `${place[2]},${place[3]}`, kindOf(place[1]));
  const go = line.match(/^[a-z]?\s*(-?\d)\s*,\s*(-?\d)\s+(-?\d)\s*,\s*(-?\d)$/i);
  return go ? words(`${go[1]},${go[2]}`, `${go[3]},${go[4]}`) : null;
}

/** 1 to 5 and the letters choose from the reserve. */
const kindOfKey = (key) => (/^[1-5]$/.test(key) ? kinds[key - 1] : /^[a-z]$/i.test(key) ? kindOf(key) : null);

/** A target's disc says how high a beetle climbs. */
const targetLabel = (move) => (move.level > 0 ? `▲${move.level + 1}` : "");

export const look = { label, brief, pieceName, notation, spoken, words, read, targetLabel, kindOfKey };
