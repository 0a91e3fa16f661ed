// A board with the input that fits its game: steamers are steered, everything else is moved.
import { h } from "../ui/dom.mjs";
import { Board } from "../board/board.mjs";
import * as settings from "../settings.mjs";

/**
 * @param {Board} board
 * @param {import("../rules.mjs").Rules} rules
 * @param {InputHandlers} handlers
 * @returns {Promise<BoardInput>}
 */
export async function makeInput(board, rules, handlers) {
  const Input = (await board.look.input?.()) ?? (await import("../board/input.mjs")).Input;
  return new Input(board, rules, handlers);
}

export const boardSpeed = () => (settings.isStill() ? 0 : settings.get("animation"));

/**
 * A board on which every side may move, for looking and trying.
 * @param {import("../rules.mjs").Rules} rules
 * @param {{onMove(words: string, force?: boolean): void, isPatient?: boolean}} options  isPatient: for looking first; a
 *   steamer is steered only after a click on it
 */
export async function openTryBoard(rules, { onMove, isPatient = false }) {
  const host = h("div.board-host");
  const board = new Board(host, {
    game: rules.name,
    detail: 2,
    coordinates: settings.get("coordinates"),
    speed: boardSpeed(),
  });
  const input = await makeInput(board, rules, { onMove, say: (text) => board.announce(text), isPatient });
  const panel = h("div.input-panel", input.panel ?? null);
  let flipped = false;
  return {
    board,
    look: board.look,
    input,
    host,
    panel,
    /** Both, one below the other. */
    get element() {
      return h("div.try-board", host, panel);
    },
    show(position, view, { move, animate, side }) {
      board.show(view, { move, animate: animate && boardSpeed() > 0 });
      input.position(position, view, { side });
    },
    flip() {
      flipped = !flipped;
      board.set({ flipped });
      input.refresh?.();
    },
    key: (event) => input.key(event),
    close() {
      input.close?.();
      board.destroy();
    },
  };
}
