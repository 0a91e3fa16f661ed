// What one person asks the other, in the line under the board: a draw, a move back, another game. Only games of two
// people load it.
import { button, h } from "./dom.mjs";
import { toast } from "./toast.mjs";
import { addTexts, t } from "../i18n.mjs";
import texts from "../i18n/people.mjs";
import { playerName } from "../names.mjs";
import { other } from "../play/game.mjs";

addTexts(texts);

const LINK_MS = 8000;

const asked = (text, buttons) => h("p.play-question", h("span", text), buttons);

export class Questions {
  /** @param {any} game @param {(run: () => any) => any} act  says what was refused */
  constructor(game, act) {
    this.game = game;
    this.act = act;
  }

  /** The question at this browser, or what it waits for; "" if nothing: drawn anew only when it has changed. */
  get key() {
    const { question, openOffer, isOver, state } = this.game;
    return [question ?? openOffer, isOver && [state.red.wantsRematch, state.blue.wantsRematch]]
      .map((part) => JSON.stringify(part ?? null))
      .join();
  }

  /** What has become of the link by which this browser has come (play/people.mjs). */
  tellOfLink(link) {
    const { mine, state } = this.game;
    const side = mine.red ? "red" : "blue";
    const about = { side: t(`side.${side}`), name: playerName(state, other(side)) };
    if (link !== "own") toast(link === "joined" ? t("invite.youPlay", about) : t(`invite.${link}`), { ms: LINK_MS });
  }

  /** Null if nothing is asked. */
  draw() {
    return this.offer() ?? this.rematch();
  }

  offer() {
    const { game, act } = this;
    const { question, openOffer, state } = game;
    const answer = (isAccepted) => () => act(() => game.answerOffer(isAccepted));
    if (question)
      return asked(t(`ask.${question.kind}.question`, { name: playerName(state, question.side) }), [
        button(answer(true), { class: "primary" }, t(question.kind === "draw" ? "ask.accept" : "ask.allow")),
        button(answer(false), t("ask.decline")),
      ]);
    return openOffer && asked(t(`ask.${openOffer.kind}.waits`), [button(answer(false), t("ask.withdraw"))]);
  }

  /** The other person wants another game; or is asked for one. */
  rematch() {
    const { game, act } = this;
    const { state } = game;
    if (!game.isShared || !game.isOver || state.rematch) return null;
    const side = game.mine.red ? "red" : "blue";
    const [mine, theirs] = [state[side], state[other(side)]];
    const name = playerName(state, other(side));
    if (theirs.wantsRematch && !mine.wantsRematch)
      return asked(t("ask.rematch.question", { name }), [
        button(() => act(() => game.askRematch()), { class: "primary" }, t("ask.accept")),
      ]);
    return mine.wantsRematch ? asked(t("ask.rematch.waits", { name }), []) : null;
  }
}
