// Where the games of a test begin: on boards drawn by chance, at remembered positions, or at positions given as text.
import { h, redraw, replace, segments } from "../ui/dom.mjs";
import { icon } from "../ui/icons.mjs";
import { say, t } from "../i18n.mjs";
import { api } from "../net.mjs";
import { loadRules } from "../rules.mjs";
import { thumbnail } from "../board/board.mjs";

export class StartForm {
  #game = null;

  /** positions: texts, or null for boards drawn by chance */
  constructor(positions) {
    this.from = positions?.length ? "text" : "seed";
    this.text = positions?.join("\n") ?? "";
    this.remembered = null;
    this.chosen = new Set();
    this.body = h("div.stack.wide");
    this.problem = h("p.problem", { role: "alert", id: "problem-starts" });
    this.element = h("fieldset", h("legend", t("test.from")), this.body, this.problem);
    this.draw();
  }

  set game(game) {
    if (game === this.#game) return;
    this.#game = game;
    this.chosen.clear();
    this.draw();
  }

  get value() {
    if (this.from === "seed") return null;
    if (this.from === "text")
      return this.text
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line && !line.startsWith("#"));
    return this.#fitting()
      .filter(({ id }) => this.chosen.has(id))
      .map(({ position }) => position);
  }

  #fitting() {
    return (this.remembered ?? []).filter(({ game }) => game === this.#game);
  }

  async fetchRemembered() {
    this.remembered = await api("GET", "/api/positions").then(
      (answer) => answer.positions,
      () => [],
    );
    for (const { id } of this.#fitting()) this.chosen.add(id);
    redraw(this.body, () => this.draw());
  }

  draw() {
    this.problem.textContent = "";
    const parts = { seed: () => null, remembered: () => this.list(), text: () => this.lines() };
    replace(
      this.body,
      segments(
        "test-from",
        ["seed", "remembered", "text"],
        this.from,
        (value) => t(`test.from.${value}`),
        (value) => {
          this.from = value;
          if (value === "remembered" && !this.remembered) this.fetchRemembered();
          redraw(this.body, () => this.draw());
        },
      ),
      parts[this.from](),
      this.from !== "seed" &&
        h("a.button.link", { href: `/editor?spiel=${this.#game ?? ""}` }, icon("edit"), t("test.build")),
    );
  }

  lines() {
    const area = h("textarea", {
      "rows": 4,
      "aria-label": t("test.positions"),
      "placeholder": t("test.positions"),
      "spellcheck": "false",
      "aria-describedby": "problem-starts",
      "value": this.text,
      "oninput": () => {
        this.text = area.value;
        this.problem.textContent = "";
      },
    });
    return area;
  }

  list() {
    if (!this.remembered) return h("p.note", t("loading"));
    const fitting = this.#fitting();
    if (!fitting.length) return h("p.note", t("test.noneRemembered"));
    return h(
      "ul.remembered",
      fitting.map(({ id, name, position }) => {
        const picture = h("span.remembered-picture");
        loadRules(this.#game)
          .then((rules) => replace(picture, thumbnail(rules.view(position), { size: 56 })))
          .catch(() => {});
        return h(
          "li",
          h(
            "label.switch",
            h("input", {
              type: "checkbox",
              checked: this.chosen.has(id),
              onchange: (event) => (event.target.checked ? this.chosen.add(id) : this.chosen.delete(id)),
            }),
            picture,
            h("span", name || `#${id}`),
          ),
        );
      }),
    );
  }

  complain(text) {
    this.element.closest("details")?.setAttribute("open", "");
    this.problem.textContent = text;
    this.body.querySelector("textarea, input")?.focus();
    return false;
  }

  /** Says which line is none. */
  async check() {
    const positions = this.value;
    if (positions === null) return true;
    if (!positions.length) return this.complain(t("test.noPositions"));
    const rules = await loadRules(this.#game);
    for (const [i, position] of positions.entries()) {
      try {
        rules.parse(position);
      } catch (error) {
        return this.complain(t("test.badPosition", { n: i + 1, why: say(error.refusal) }));
      }
    }
    return true;
  }
}
