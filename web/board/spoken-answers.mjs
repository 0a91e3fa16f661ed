// Questions about the board for users of a screen reader: Alt and a letter.
import { index, other } from "./looks/common.mjs";
import { t } from "./words.mjs";

const around = ["right", "downright", "down", "downleft", "left", "upleft", "up", "upright"];

const questions = {
  KeyX: rays,
  KeyP: (input) => piecesOf(input, input.side ?? input.view.side ?? "red"),
  KeyO: (input) => piecesOf(input, other(input.side ?? input.view.side ?? "red")),
  KeyL: lastMove,
  KeyM: movesHere,
  KeyF: facts,
};

/** The answer to a key, or null if it asks nothing. */
export function answer(input, code) {
  return questions[code]?.(input) ?? null;
}

const here = (input) => input.selected ?? input.board.grid.current;

/** What lies in each direction, clockwise from the right, and what the game knows about the line. */
function rays(input) {
  const { board, look, view } = input;
  const from = here(input);
  const hexes = board.layout.at(from).shape !== "square";
  const directions = around.filter((direction) => !hexes || (direction !== "up" && direction !== "down"));
  const touched = input.rules.look(input.text, from);
  const told = directions.map((direction) => {
    const seen = [];
    for (let at = board.layout.step(from, direction); at; at = board.layout.step(at, direction)) seen.push(at);
    const what = runs(seen.map((at) => (look.brief ?? look.label)(at, view))) || t("board.edge");
    const note = seen.length && look.lineNote?.(touched, seen[0]);
    return `${t(`board.dir.${direction}`)}: ${what}${note ? ` (${note})` : ""}`;
  });
  return [look.name?.(from) ?? from, ...told].join("; ");
}

/** "leer, leer, roter Fisch" as "2 mal leer, roter Fisch". */
function runs(words) {
  const out = [];
  for (const what of words) {
    if (out.at(-1)?.what === what) out.at(-1).n += 1;
    else out.push({ what, n: 1 });
  }
  return out.map(({ what, n }) => (n > 1 ? t("board.times", { n, what }) : what)).join(", ");
}

function piecesOf(input, side) {
  const own = input.view.pieces.filter((piece) => piece.side === side);
  const name = input.look.name ?? String;
  const told = own.map((piece) => [input.look.pieceName?.(piece), name(piece.at)].filter(Boolean).join(" "));
  return `${t(`board.side.${side}`)}, ${own.length}: ${told.join(", ")}`;
}

function lastMove(input) {
  const { move } = input.board.painting;
  return move ? t("board.last", { move: input.look.spoken(move, input.view) }) : t("board.noLast");
}

function movesHere(input) {
  const from = here(input);
  const moves = input.movesFrom(from);
  if (!moves.length) return index(input.view).piece.has(from) ? t("board.noMoves") : t("board.nothing");
  return moves.map((move) => input.look.spoken(move, input.view)).join("; ");
}

function facts(input) {
  const told = ["red", "blue"].map((side) => {
    const list = input.look.facts(input.view, side).map((fact) => `${fact.label} ${fact.value}`);
    return `${t(`board.side.${side}`)}: ${list.join(", ")}`;
  });
  const turn = input.view.side ? [t("board.toMove", { side: t(`board.side.${input.view.side}`) })] : [];
  return [...told, ...turn].join("; ");
}
