// „Stellung merken": a name for the position on the board, and the list of those that have one.
import { button, h, replace } from "./dom.mjs";
import { icon, iconButton } from "./icons.mjs";
import { openPanel } from "./panel.mjs";
import { toast } from "./toast.mjs";
import { faultBox } from "./fault.mjs";
import { addTexts, t } from "../i18n.mjs";
import texts from "../i18n/debug.mjs";
import { gameName } from "../games.mjs";
import { thumbnail } from "../board/board.mjs";
import { loadRules } from "../rules.mjs";
import { forgetPosition, listPositions, rememberPosition } from "../play/positions.mjs";

addTexts(texts);

/** Asks for a name; `names` of the players and the ply suggest one. */
export function keepPosition({ game, position, names, ply }) {
  const suggested = t("keep.suggest", { names: names.filter(Boolean).join(" – ") || gameName(game), ply });
  const field = h("input", { type: "text", maxlength: 80, value: suggested, autofocus: true });
  const problem = h("div.problem", { role: "alert" });
  const form = h(
    "form.stack.stretch",
    {
      onsubmit: async (event) => {
        event.preventDefault();
        const name = field.value.trim() || suggested;
        try {
          await rememberPosition({ game, position, name });
          panel.close();
          toast(t("keep.done", { name }));
        } catch (error) {
          replace(problem, faultBox(error, { game, position }));
        }
      },
    },
    h("label.field", h("span", t("keep.name")), field),
    h("button.primary", { type: "submit" }, icon("check"), t("keep.save")),
    problem,
  );
  const panel = openPanel(t("keep.title"), form);
  field.select();
}

export const keepButton = (onclick) =>
  button(onclick, { class: "keep", title: `${t("keep.title")} (V)` }, icon("pin"), h("span", t("keep.title")));

/** The remembered positions of a game as a choice; `chosen` is the position text. */
export class KeptPositions {
  constructor(onchoose) {
    this.onchoose = onchoose;
    this.list = h("div.kept-list");
    this.element = h(
      "fieldset",
      { id: "field-kept" },
      h("legend.sr-only", t("new.kept")),
      this.list,
      h("span.problem", { id: "problem-field-kept" }),
    );
  }

  async show(game, chosen) {
    this.game = game;
    const [positions, rules] = await Promise.all([listPositions(game), loadRules(game)]);
    if (this.game !== game) return;
    replace(
      this.list,
      positions.length ? positions.map((one) => this.card(one, rules, chosen)) : h("p.note", t("new.noKept")),
    );
  }

  card(one, rules, chosen) {
    const row = h(
      "div.kept",
      h(
        "label",
        h("input", {
          type: "radio",
          name: "kept",
          value: one.position,
          checked: one.position === chosen,
          onchange: () => this.onchoose(one.position),
        }),
        picture(rules, one.position),
        h("span", one.name),
      ),
      iconButton("close", t("keep.forget", { name: one.name }), async () => {
        await forgetPosition(one).catch(() => {});
        if (row.querySelector("input").checked) this.onchoose(null);
        row.remove();
      }),
    );
    return row;
  }
}

function picture(rules, position) {
  try {
    return thumbnail(rules.view(position), { size: 56 });
  } catch {
    return null; // written down by another version
  }
}
