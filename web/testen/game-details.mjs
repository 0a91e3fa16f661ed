// More about one game of a test: how it ended, as a picture and in words, and what the program last said.
import { button, h, replace } from "../ui/dom.mjs";
import { icon } from "../ui/icons.mjs";
import { complain, faultFoot } from "../ui/fault.mjs";
import { copyText, toast } from "../ui/toast.mjs";
import { duration, sentence, t } from "../i18n.mjs";
import { api, download } from "../net.mjs";
import { loadRules } from "../rules.mjs";
import { thumbnail } from "../board/board.mjs";
import { aboutGame } from "./failures.mjs";
import { gameLink } from "./games.mjs";
import { causeWord, namesOf, whyText } from "./test-data.mjs";

export class Preview {
  constructor() {
    this.element = h("section.card.preview", { "aria-live": "polite", "hidden": true });
  }

  async show(test, row) {
    const names = namesOf(test);
    const picture = h("div", { class: `demo ${test.game}` });
    const file = (ending) =>
      button(
        () =>
          download(`/api/tests/${test.id}/games/${row.game}${ending}`, `test-${test.id}-${row.game}${ending}`).catch(
            (error) => complain(error, { test: test.id, game: row.game }),
          ),
        { class: "small" },
        icon("save"),
        ending,
      );
    this.element.hidden = false;
    replace(
      this.element,
      h("h3", t("test.gameTitle", { n: row.game })),
      picture,
      h("p", h("b", row.winner ? t("test.wins", { name: names[row.winner.toLowerCase()] }) : t("test.draw"))),
      row.cause !== "regular" &&
        h(
          "div.fault-box",
          h("p.fault", causeWord(row, names), row.why ? `. ${sentence(whyText(row.why))}` : ""),
          faultFoot({ code: row.why?.code ?? row.cause, message: whyText(row.why) }, aboutGame(test, row)),
        ),
      h(
        "p.note",
        t("test.rowFacts", {
          seed: String(row.seed),
          plies: row.plies,
          a: duration(row.slowest.a),
          b: duration(row.slowest.b),
        }),
        Math.max(row.lag.a, row.lag.b) > 0 && ` · ${t("test.lag", { time: duration(Math.max(row.lag.a, row.lag.b)) })}`,
      ),
      row.output.length > 0 &&
        h("div", h("small", t("test.output")), h("pre", { tabindex: "0" }, row.output.join("\n"))),
      h(
        "div.row",
        h("a.button.primary", { href: gameLink(test.id, row) }, icon("chart"), t("test.replay")),
        file(".kw"),
        file(".xml.gz"),
      ),
      row.position &&
        h(
          "div.row",
          row.cause !== "regular" && // a game that is over cannot be played on
            button(() => this.#remember(test, row), { class: "small" }, t("test.remember")),
          button(() => copyText(row.position), { class: "small" }, icon("copy"), t("test.copyPosition")),
        ),
    );
    if (!row.position) return;
    const rules = await loadRules(test.game);
    replace(picture, thumbnail(rules.view(row.position), { size: 240 }));
  }

  async #remember(test, row) {
    try {
      const name = t("test.rememberName", { id: test.id, n: row.game });
      await api("POST", "/api/positions", { game: test.game, position: row.position, name });
      toast(t("test.remembered"));
    } catch (error) {
      complain(error, { test: test.id, game: row.game, position: row.position });
    }
  }
}
