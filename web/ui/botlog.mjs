// What programs said: hints with the move shown, and the last lines of their error output.
import { h, replace } from "./dom.mjs";
import { mark } from "./icons.mjs";
import { t } from "../i18n.mjs";

/** `@arrow a4 c4 green` and `@mark f3 text` are drawn on the board; `key=value` becomes a table. */
export function readHint(hint) {
  const lines = (Array.isArray(hint) ? hint.join("\n") : hint ?? "").split("\n").filter(Boolean);
  const found = { arrows: [], values: [], texts: [] };
  for (const line of lines) {
    const arrow = /^@arrow (\S+) (\S+)/i.exec(line);
    const place = /^@mark (\S+) ?(.*)/i.exec(line);
    const value = /^([^=\s]+)\s*=\s*(.*)$/.exec(line);
    if (arrow) found.arrows.push({ from: arrow[1].toLowerCase(), to: arrow[2].toLowerCase(), kind: "bot" });
    else if (place) found.arrows.push({ from: place[1].toLowerCase(), to: place[1].toLowerCase(), kind: "bot",
      label: place[2] });
    else if (value) found.values.push([value[1], value[2]]);
    else found.texts.push(line);
  }
  return found;
}

export class BotLog {
  constructor() {
    this.body = h("div");
    this.element = h("details", { class: "botlog", hidden: true }, h("summary", t("log.title")), this.body);
    this.drawn = null;
  }

  show(game, ply) {
    const { red, blue, plies } = game.state;
    const hint = plies[ply - 1]?.hint ?? null;
    const now = JSON.stringify([ply, hint, red.says, blue.says]);
    if (now === this.drawn) return;
    this.drawn = now;
    const found = readHint(hint);
    const said = [["red", red], ["blue", blue]].filter(([, seat]) => seat.says?.length);
    this.element.hidden = !hint && !said.length && ![red, blue].some((seat) => seat.kind === "bot" || seat.kind === "manual");
    replace(this.body, h("h3", t("log.thisMove")),
      found.values.length > 0 && h("table",
        found.values.map(([key, value]) => h("tr", h("th", { scope: "row" }, key), h("td", value)))),
      found.texts.map((text) => h("p", text)), !hint && h("p", { class: "muted" }, t("log.nothing")),
      said.map(([side, seat]) => [h("h3", mark(side), t("log.stderr", { name: seat.name })),
        h("pre", { tabindex: "0" }, seat.says.join("\n"))]));
  }
}
