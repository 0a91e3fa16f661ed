// How a bot did in its test: the verdict, what went wrong and what may help, and what the program said.
import { h } from "../ui/dom.mjs";
import { icon, mark } from "../ui/icons.mjs";
import { lang, say, sentence, t } from "../i18n.mjs";

/** Whoever fails at once may have been made for another game. */
const IN_GAME = ["bot_illegal", "bot_left", "bot_crashed", "bot_exited", "bot_garbage"];

export const dateWord = (ms) =>
  new Intl.DateTimeFormat(lang(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(ms));

export const verdict = (test) =>
  h("span", { class: `verdict ${test.ok ? "good" : "bad"}` }, test.ok ? "✔ " : "✘ ", t(test.ok ? "bots.ok" : "bots.bad"));

/** What is wrong, and what may help. `plies` null: no game began. */
export function diagnosis(why, plies, game) {
  const key = `bots.hint.${why.code}`;
  const isEarly = plies !== null && plies <= 1 && IN_GAME.includes(why.code);
  return [h("p", { class: "fault" }, sentence(say(why))), t(key) !== key && h("p", t(key)),
    isEarly && h("p", t("bots.hint.wrongGame", { game: t(`game.${game}`) }))];
}

function outcome(game) {
  const how = game.winner === null ? "drawn" : game.winner === game.side ? "won" : "lost";
  return h("p", t(`bots.${how}`, { n: game.plies }));
}

const output = (log) => (log.length ? h("details", { open: true }, h("summary", t("bots.said")),
  h("pre", { class: "log", tabindex: "0" }, log.join("\n"))) : h("p", { class: "note" }, t("bots.silent")));

const gameReport = (game, test) =>
  h("section", h("h3", mark(game.side), game.ok ? "✔ " : "✘ ", t(`bots.as.${game.side}`)),
    game.ok ? outcome(game) : [diagnosis(game.why, game.plies, test.game), output(game.log)]);

/** The whole test, as GET /api/bots/ID/test tells it. */
export const report = (bot, test, close) =>
  h("div", { class: "report" },
    h("div", { class: "top-line" }, h("h2", { tabindex: "-1" }, t("bots.reportOf", { name: bot.name }), " ", verdict(test)),
      h("button", { type: "button", class: "icon-button", "aria-label": t("close"), title: t("close"), onclick: close }, icon("close"))),
    h("p", { class: "note" }, dateWord(test.atMs), " · ", t(`game.${test.game}`)),
    test.why && diagnosis(test.why, null, test.game),
    h("div", { class: "report-games" }, test.games.map((game) => gameReport(game, test))),
    test.ok && h("p", { class: "note" }, t("bots.lostFine")));
