// How a game ended, beside the board: winner, reason, every criterion, and where to go from here.
import { button, h, replace } from "./dom.mjs";
import { icon, mark } from "./icons.mjs";
import { faultFoot } from "./fault.mjs";
import { duration, lang, number, say, sentence, t } from "../i18n.mjs";
import { other } from "../play/game.mjs";
import { isProgram } from "../play/game.mjs";
import { explain } from "../lessons/index.mjs";

const sides = ["red", "blue"];
/** A sentence in both languages, or one that a server wrote: those are German only. */
const word = (text) => (typeof text === "object" ? say(text) : lang() === "de" ? text : "");
const cell = (value) => (typeof value === "number" ? number(value) : (value ?? "–"));

/** No winner although the rules did not end the game: it was called off. */
const isAgreed = (outcome) => outcome?.cause?.red === "AGREED";

function headline(result, view) {
  const { winner } = result;
  if (!winner && !view.over && !isAgreed(result)) return t("result.aborted");
  return winner ? t("result.wins", { side: t(`side.${winner}`) }) : t("result.draw");
}

/** What a program did wrong, for its author. */
function programFault(game, side, text) {
  const { state } = game;
  const seat = state[side],
    refusal = state.result.say?.[side];
  const error = { code: refusal?.code ?? state.result.cause[side], [lang()]: text };
  const about = {
    bot: seat.name,
    side,
    game: state.game,
    id: state.id,
    plies: state.plies.length,
    position: game.position,
  };
  const lines = seat.says?.slice(-20) ?? [];
  return [
    faultFoot(error, { ...about, output: lines }),
    lines.length > 0 &&
      h("details", h("summary", t("result.output")), h("pre.log", { tabindex: "0" }, lines.join("\n"))),
  ];
}

/** What the sides did wrong, if it was not the rules that ended the game. */
const faults = (outcome) =>
  sides
    .filter((side) => !["REGULAR", "AGREED"].includes(outcome?.cause?.[side] ?? "REGULAR"))
    .map((side) => {
      const name = t(`side.${side}`);
      const own = word(outcome.say?.[side]);
      return { side, text: own ? `${name}: ${own}` : t(`cause.${outcome.cause[side]}`, { side: name }) };
    });

/** Why the game ended, if it was not by its rules. */
export const endWords = (outcome) =>
  isAgreed(outcome) ? [t("result.agreed")] : faults(outcome).map(({ text }) => text);

/** Sentences: what a side did wrong, and what the rules say about the position. */
const reasons = (game, view) => [
  faults(game.state.result).map(({ side, text }) => [
    h("p.fault", text),
    isProgram(game.state[side]) && programFault(game, side, text),
  ]),
  isAgreed(game.state.result) && h("p", t("result.agreed")),
  view.over && h("p", sentence(say(view.over.say))),
];

const hasFault = ({ state }) => faults(state.result).some(({ side }) => isProgram(state[side]));

/** Where the rule that ended the game can be learned. */
function lesson(game, view) {
  const href = view.over && explain(game.state.game, view.over.reason);
  const { winner } = game.state.result;
  return (
    href && h("p", h("a.why", { href }, winner ? t("result.why", { side: t(`side.${winner}`) }) : t("result.whyDraw")))
  );
}

/** The score's parts in their order; the first that differs decides. */
function criteria(game, view) {
  const scores = game.state.result.scores ?? view.scores;
  const rows = (view.parts ?? []).map((part, i) => [t(`part.${part.name}`), scores?.red?.[i], scores?.blue?.[i]]);
  const decides = rows.findIndex(([, red, blue]) => red !== blue);
  /** @param {any[]} entry @param {boolean} isDeciding */
  const row = ([label, red, blue], isDeciding) =>
    h(
      "tr",
      { class: isDeciding ? "result-decides" : null },
      h("th", { scope: "row" }, label),
      h("td", cell(red)),
      h("td", cell(blue)),
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
      rows.map((entry, i) => row(entry, i === decides)),
      times(game).map((entry) => row(entry, false)),
    ),
  );
}

function times(game) {
  const own = { red: [], blue: [] };
  game.state.plies.forEach(({ ms }, i) => {
    const { side } = game.viewOf(i);
    if (side && ms !== null && ms !== undefined) own[side].push(ms);
  });
  if (!own.red.length && !own.blue.length) return [];
  const worded = (pick) => sides.map((side) => (own[side].length ? duration(pick(own[side])) : "–"));
  return [
    [t("result.mean"), ...worded((list) => list.reduce((a, b) => a + b, 0) / list.length)],
    [t("result.longest"), ...worded((list) => Math.max(...list))],
  ];
}

export class Result {
  /** @param {{log(): void, keep(): void}} actions */
  constructor(actions) {
    this.actions = actions;
    this.element = h("section.result.card", { "hidden": true, "aria-live": "polite" });
  }

  show(game) {
    const { result } = game.state;
    this.element.hidden = !result;
    if (!result) return;
    const view = game.viewOf(game.ply);
    const winner = result.winner;
    this.element.className = `result card ${winner ?? "draw"}`;
    replace(
      this.element,
      h("h2", winner && mark(winner), headline(result, view)),
      winner &&
        h("p.muted", t("result.names", { winner: game.state[winner].name, loser: game.state[other(winner)].name })),
      reasons(game, view),
      lesson(game, view),
      criteria(game, view),
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
