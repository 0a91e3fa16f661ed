// What went wrong last, before everything else: why, and what the program had said until then.
import { h, replace } from "../ui/dom.mjs";
import { icon } from "../ui/icons.mjs";
import { faultFoot } from "../ui/fault.mjs";
import { sentence, t } from "../i18n.mjs";
import { api } from "../net.mjs";
import { gameLink } from "./games.mjs";
import { causeWord, namesOf, whyText } from "./test-data.mjs";

const SHOWN = 3; // games
const TAIL = 6; // lines of each

/** To be copied: everything that is known of a failed game. */
export const aboutGame = (test, row) => ({
  test: test.id,
  command: test.command,
  game: row.game,
  seed: String(row.seed),
  cause: causeWord(row, namesOf(test)),
  plies: row.plies,
  position: row.position,
  output: row.output,
});

export class Failures {
  #total = 0;
  #isClosed = false;

  constructor() {
    this.element = h("section.card.failures", { "hidden": true, "aria-label": t("test.failures") });
  }

  /** total: how many there are now */
  async show(test, total) {
    if (total === this.#total) return;
    this.#total = total;
    this.element.hidden = total === 0;
    const from = Math.max(0, total - SHOWN);
    const path = `/api/tests/${test.id}/games?show=failed&from=${from}&count=${SHOWN}`;
    const { rows } = await api("GET", path).catch((error) => {
      this.#total = -1; // the next showing asks again
      throw error;
    });
    if (this.#isClosed) return;
    replace(
      this.element,
      h("h2", icon("flag"), t("test.failuresTitle", { n: total })),
      h(
        "ul",
        rows.reverse().map((row) => h("li", this.#item(test, row))),
      ),
    );
  }

  #item(test, row) {
    const why = whyText(row.why);
    return [
      h(
        "p.fault",
        h("a", { href: gameLink(test.id, row) }, t("test.gameTitle", { n: row.game })),
        `: ${causeWord(row, namesOf(test))}${why ? `. ${sentence(why)}` : ""}`,
      ),
      row.output.length > 0 &&
        h("pre", { "tabindex": "0", "aria-label": t("test.output") }, row.output.slice(-TAIL).join("\n")),
      faultFoot({ code: row.why?.code ?? row.cause, message: why }, aboutGame(test, row)),
    ];
  }

  close() {
    this.#isClosed = true;
  }
}
