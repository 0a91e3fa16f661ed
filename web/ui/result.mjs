// How a game ended, beside the board: winner, reason, every criterion with its numbers, and what the players have done.
import { button, h, replace } from "./dom.mjs";
import { icon, mark } from "./icons.mjs";
import { faultFoot } from "./fault.mjs";
import { addTexts, duration, hasText, lang, number, say, sentence, t } from "../i18n.mjs";
import texts from "../i18n/ends.mjs";
import { playerName } from "../names.mjs";
import { isProgram, other } from "../play/game.mjs";
import { lookOf } from "../board/looks/index.mjs";
import { explain } from "../lessons/index.mjs";

addTexts(texts);

/** @type {Side[]} */
const sides = ["red", "blue"];
/** A sentence in both languages, or one that a server wrote: those are German only. */
const word = (text) => (typeof text === "object" ? say(text) : lang() === "de" ? text : "");

const isAgreed = (outcome) => outcome?.cause?.red === "AGREED";

/** The side that one person plays at this browser, if it is one only. */
const ownSide = ({ mine }) => (mine.red === mine.blue ? null : mine.red ? "red" : "blue");

/** No winner although the rules did not end the game: it was called off. */
function headline(game, view) {
  const { result } = game.state;
  const { winner } = result;
  if (!winner && !view.over && !isAgreed(result)) return t("result.aborted");
  if (!winner) return t("result.draw");
  const own = ownSide(game);
  if (own) return t(own === winner ? "result.youWin" : "result.youLose");
  return t("result.wins", { side: t(`side.${winner}`) });
}

/** Who played: one's own name first, else the winner's. */
function names(game) {
  const own = ownSide(game);
  const first = own ?? game.state.result.winner ?? "red";
  const name = (side) => (side === own ? t("play.you") : playerName(game.state, side));
  return t("result.names", { winner: name(first), loser: name(other(first)) });
}

/** What a program did wrong, for its author: behind a fold. */
function programFault(game, side, text) {
  const { state } = game;
  const seat = state[side],
    refusal = state.result.say?.[side];
  const error = { code: refusal?.code ?? state.result.cause[side], [lang()]: word(refusal) || text };
  const about = {
    bot: seat.name,
    side,
    game: state.game,
    id: state.id,
    plies: state.plies.length,
    position: game.position,
  };
  const lines = seat.says?.slice(-20) ?? [];
  return h(
    "details",
    h("summary", t("result.details")),
    h("p.muted", error[lang()]),
    faultFoot(error, { ...about, output: lines }),
    lines.length > 0 && [h("h3", t("result.output")), h("pre.log", { tabindex: "0" }, lines.join("\n"))],
  );
}

/** The sentence for people, where the server's is one for protocols. */
function faultText(outcome, side, own) {
  const refusal = outcome.say?.[side];
  const told = { player_resigned: "resigned", player_left: "LEFT", player_left_so: "LEFT" }[refusal?.code];
  const isLost = refusal?.details?.includes("LOST_CONNECTION");
  const name = t(`side.${side}`);
  if (!told && word(refusal)) return `${name}: ${sentence(word(refusal))}`;
  const key = `cause.${isLost ? "lost" : (told ?? outcome.cause[side])}`;
  return t(side === own && hasText(`${key}.you`) ? `${key}.you` : key, { side: name });
}

/** What the sides did wrong, if it was not the rules that ended the game. */
const faults = (outcome, own = null) =>
  sides
    .filter((side) => !["REGULAR", "AGREED"].includes(outcome?.cause?.[side] ?? "REGULAR"))
    .map((side) => ({ side, text: faultText(outcome, side, own) }));

/** Why the game ended, if it was not by its rules. */
export const endWords = (outcome) =>
  isAgreed(outcome) ? [t("result.agreed")] : faults(outcome).map(({ text }) => text);

/** A value that has its own words goes before the words for all others. */
function phrase(view, { name, ...values }, side, own) {
  const who = side === own ? "you" : "side";
  const value = values[side] < 0 ? "none" : values[side];
  const key = [`end.${name}.${value}.${who}`, `end.${name}.${who}`].find(hasText);
  return key ? t(key, { ...view.facts[side], n: values[side], side: t(`side.${side}`) }) : null;
}

/** „Deine 16 Fische sind verbunden, Blau hat 6 Schwärme." One's own side, or the winner's, first. */
function decision(view, own) {
  const told = lookOf(view.game).whyOver?.(view, own);
  if (told) return told;
  const criterion = view.criteria?.find(({ decides }) => decides);
  if (!criterion) return null;
  const first = own ?? view.over.winner ?? "red";
  const phrases = [first, other(first)].map((side) => phrase(view, criterion, side, own)).filter(Boolean);
  return phrases.length ? sentence(phrases.join(", ")) : null;
}

/** All of it in a line. */
export function endText(game, view) {
  const own = ownSide(game);
  const { result } = game.state;
  const why = isAgreed(result) ? [t("result.agreed")] : faults(result, own).map(({ text }) => text);
  return [`${headline(game, view)}.`, ...why, view.over && decision(view, own)].filter(Boolean).join(" ");
}

/** Sentences: what a side did wrong, and what the rules say about the position. */
function reasons(game, view) {
  const own = ownSide(game);
  const decided = view.over && decision(view, own);
  return [
    faults(game.state.result, own).map(({ side, text }) => [
      h("p.fault", text),
      isProgram(game.state[side]) && programFault(game, side, text),
    ]),
    isAgreed(game.state.result) && h("p", t("result.agreed")),
    decided && h("p", h("b", decided)),
  ];
}

/** The rule that has ended the game. */
const rule = (game, view) => view.over && h("p.muted", sentence(say(view.over.say)), lesson(game, view));

const hasFault = ({ state }) => faults(state.result).some(({ side }) => isProgram(state[side]));

/** Where the rule that ended the game can be learned. */
function lesson(game, view) {
  const href = explain(game.state.game, view.over.reason);
  return href && [" ", h("a.why", { href }, t("result.why"))];
}

/** A number as it is written in the table. */
function cell(view, name, side, value) {
  if (name === "free" && value < 0) return t("end.unplaced");
  if (["goal", "canSail", "union"].includes(name)) return t(value ? "end.yes" : "end.no");
  return typeof value === "number" ? number(value) : (value ?? "–");
}

/** Points are the sum of several things; the tooltip says which. */
const title = (view, name, side) =>
  name === "points" && view.facts[side].rowPoints !== undefined ? t("end.split", view.facts[side]) : null;

/** Every criterion of the game, its score, and the times. */
function table(game, view) {
  const scores = game.state.result.scores ?? view.scores;
  const part = view.parts?.[0];
  /** @param {Child} label @param {(side: Side) => Child} value */
  const row = (label, value, { decides = false, name = "" } = {}) =>
    h(
      "tr",
      { class: decides ? "result-decides" : null },
      h("th", { scope: "row" }, label),
      sides.map((side) => h("td", { title: title(view, name, side) }, value(side))),
    );
  return h(
    "table.result-criteria",
    h(
      "thead",
      h(
        "tr",
        h("td"),
        sides.map((side) => h("th", { scope: "col" }, mark(side), " ", t(`side.${side}`))),
      ),
    ),
    h(
      "tbody",
      (view.criteria ?? []).map(({ name, decides, ...values }) =>
        row(t(`end.row.${name}`), (side) => cell(view, name, side, values[side]), { decides, name }),
      ),
      part && row(t(`part.${part.name}`), (side) => cell(view, "", side, scores?.[side]?.[0])),
      times(game).map(([label, value]) => row(label, value)),
    ),
  );
}

/** @returns {[string, (side: Side) => string][]} */
function times(game) {
  const own = { red: [], blue: [] };
  game.state.plies.forEach(({ ms }, i) => {
    const { side } = game.viewOf(i);
    if (side && ms !== null && ms !== undefined) own[side].push(ms);
  });
  if (!own.red.length && !own.blue.length) return [];
  const worded = (pick) => (side) => (own[side].length ? duration(pick(own[side])) : "–");
  return [
    [t("result.mean"), worded((list) => list.reduce((a, b) => a + b, 0) / list.length)],
    [t("result.longest"), worded((list) => Math.max(...list))],
  ];
}

export class Result {
  /** @param {{log(): void, keep(): void}} actions */
  constructor(actions) {
    this.actions = actions;
    this.element = h("section.result.card", { "hidden": true, "aria-live": "polite", "tabindex": "0" });
  }

  show(game) {
    const { result } = game.state;
    this.element.hidden = !result;
    const now = result && JSON.stringify([result, game.ply, game.mine, lang()]);
    if (!result || now === this.drawn) return;
    this.drawn = now;
    const view = game.viewOf(game.ply);
    const { winner } = result;
    this.element.className = `result card ${winner ?? "draw"}`;
    replace(
      this.element,
      h("div.result-head", h("h2", winner && mark(winner), headline(game, view)), h("span.muted", names(game))),
      reasons(game, view),
      table(game, view),
      rule(game, view),
      game.state.tips ? h("p.muted", t("result.tips", { n: game.state.tips })) : null,
      hasFault(game) &&
        h(
          "div.row",
          button(() => this.actions.log(), icon("list"), t("result.log")),
          button(() => this.actions.keep(), icon("pin"), t("keep.title")),
        ),
    );
  }
}
