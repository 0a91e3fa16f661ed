// How a bot did in its test: the verdict, what went wrong and what may help, and what the program said.
import { button, h } from "../ui/dom.mjs";
import { icon, mark } from "../ui/icons.mjs";
import { faultBox } from "../ui/fault.mjs";
import { lang, t } from "../i18n.mjs";
import { gameName } from "../games.mjs";

/** Whoever fails at once may have been made for another game. */
const IN_GAME = ["bot_illegal", "bot_left", "bot_crashed", "bot_exited", "bot_garbage", "bot_slow"];

export const dateWord = (ms) =>
  new Intl.DateTimeFormat(lang(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(ms));

export const verdict = (test) =>
  h(
    "span",
    { class: `bot-verdict ${test.ok ? "good" : "bad"}` },
    test.ok ? "✔ " : "✘ ",
    t(test.ok ? "bots.ok" : "bots.bad"),
  );

const outcomeOf = (game) => (game.winner === null ? "drawn" : game.winner === game.side ? "won" : "lost");

/** "won, lost · 16 Nov": both games of a test in short, and when it was. */
export const trialWord = (test) =>
  [test.ok && (test.results ?? []).map((game) => t(`bots.short.${outcomeOf(game)}`)).join(", "), dateWord(test.atMs)]
    .filter(Boolean)
    .join(" · ");

/** What is wrong, and what may help. `game` null: none began. */
function diagnosis(why, bot, test, game) {
  const key = `bots.hint.${why.code}`;
  const isEarly = game !== null && game.plies <= 1 && IN_GAME.includes(why.code);
  const about = {
    bot: `${bot.name}, ${t("bots.version")} ${bot.active}`,
    game: test.game,
    command: bot.command,
    folder: bot.folder || "–",
    ...(game ? { side: game.side, plies: game.plies, output: game.log } : {}),
  };
  return [
    faultBox(why, about),
    t(key) !== key && h("p", t(key)),
    isEarly && h("p", t("bots.hint.wrongGame", { game: gameName(test.game) })),
  ];
}

const output = (log) =>
  log.length
    ? h("details", { open: true }, h("summary", t("bots.said")), h("pre.log", { tabindex: "0" }, log.join("\n")))
    : h("p.note", t("bots.silent"));

const gameReport = (game, bot, test) =>
  h(
    "section",
    h("h3", mark(game.side), game.ok ? "✔ " : "✘ ", t(`bots.as.${game.side}`)),
    game.ok
      ? h("p", t(`bots.${outcomeOf(game)}`, { n: game.plies }))
      : [diagnosis(game.why, bot, test, game), output(game.log)],
  );

/** The whole test, as GET /api/bots/ID/test tells it. */
export const report = (bot, test, close) =>
  h(
    "div.bot-report",
    h(
      "div.card-line",
      h("h2", { tabindex: "-1" }, t("bots.reportOf", { name: bot.name }), " ", verdict(test)),
      button(close, { "class": "icon-button", "aria-label": t("close"), "title": t("close") }, icon("close")),
    ),
    h("p.note", dateWord(test.atMs), " · ", gameName(test.game)),
    test.why && diagnosis(test.why, bot, test, null),
    h(
      "div.bot-report-games",
      test.games.map((game) => gameReport(game, bot, test)),
    ),
    test.ok && h("p.note", t("bots.lostFine")),
  );
