// More about one game of a test: how it ended, as a picture and in words, and what the program last said.
import { h, replace } from "../ui/dom.mjs";
import { icon } from "../ui/icons.mjs";
import { copyText, toast } from "../ui/toast.mjs";
import { duration, errorText, t } from "../i18n.mjs";
import { api, download } from "../net.mjs";
import { loadRules } from "../rules.mjs";
import { thumbnail } from "../board/board.mjs";
import { causeWord, namesOf } from "./tests.mjs";
import { gameLink } from "./games.mjs";

const lines = (output) => (Array.isArray(output) ? output.join("\n") : output ?? "");

export class Preview {
  constructor() {
    this.element = h("section", { class: "card preview", "aria-live": "polite", hidden: true });
  }

  async show(test, row) {
    const names = namesOf(test);
    const picture = h("div", { class: `demo ${test.game}` });
    const file = (ending) => h("button", { type: "button", class: "small", onclick: () =>
      download(`/api/tests/${test.id}/games/${row.game}${ending}`, `test-${test.id}-${row.game}${ending}`)
        .catch((error) => toast(errorText(error), { kind: "bad" })) }, icon("save"), ending);
    this.element.hidden = false;
    replace(this.element, h("h3", t("test.gameTitle", { n: row.game })), picture,
      h("p", h("b", row.winner ? t("test.wins", { name: names[row.winner.toLowerCase()] }) : t("test.draw"))),
      row.cause !== "regular" && h("p", { class: "fault" }, causeWord(row, names), row.why ? `: ${row.why}` : ""),
      h("p", { class: "note" }, t("test.rowFacts", { seed: String(row.seed), plies: row.plies,
        a: duration(row.slowest?.a ?? 0), b: duration(row.slowest?.b ?? 0) })),
      lines(row.output) && h("div", h("small", t("test.output")), h("pre", { tabindex: "0" }, lines(row.output))),
      h("div", { class: "row" }, h("a", { class: "button primary", href: gameLink(test.id, row) }, icon("chart"), t("test.replay")),
        file(".kw"), file(".xml.gz")),
      row.position && h("div", { class: "row" },
        row.cause !== "regular" // nobody can play on where a game is over
          && h("button", { type: "button", class: "small", onclick: () => this.#remember(test, row) }, t("test.remember")),
        h("button", { type: "button", class: "small", onclick: () => copyText(row.position) }, icon("copy"),
          t("test.copyPosition"))));
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
      toast(errorText(error), { kind: "bad" });
    }
  }
}
