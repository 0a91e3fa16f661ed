// Below the board: what has been done, what it costs, whether it is a move yet, and the button that sends it.
import { h, replace } from "../ui/dom.mjs";
import { Compass, Controls } from "./steamer-controls.mjs";
import { phrases } from "./looks/mississippi-words.mjs";
import { say, sentence, t } from "./hex-texts.mjs";
import { get } from "../settings.mjs";

const HOLD_MS = 1000;
const lights = { green: "▲", yellow: "●", red: "✕" };

export class Panel {
  constructor(input) {
    this.input = input;
    this.controls = new Controls(input, ["left", "right", "slower", "faster", "ahead"]);
    this.tools = new Controls(input, ["undo", "redo", "reset"]);
    this.compass = new Compass(input);
    this.sender = new Controls(input, ["send"], { isLong: true });
    this.build();
  }

  build() {
    const { left, right, slower, faster, ahead } = this.controls.elements;
    this.strip = h("div.steamer-strip");
    this.banner = h("p.steamer-banner", { hidden: true });
    this.modes = ["auto", "manual"].map((mode) =>
      h("button", { type: "button", onclick: () => this.input.setMode(mode) }),
    );
    this.aim = h("button.steamer-aim", { type: "button", onclick: () => this.input.aim() });
    this.points = h("p.steamer-points");
    this.coal = h("p.steamer-coal");
    this.chips = h("ol.steamer-chips", { tabindex: "0" }); // it scrolls where many actions stand in a row
    this.light = h("p.steamer-light");
    this.prompt = h("div.steamer-prompt", { role: "alertdialog", hidden: true });
    this.wheel = h("div.steamer-row.steamer-wheel", left, right, slower, this.controls.speed, faster, ahead);
    this.work = h(
      "div.steamer-work",
      h("div.steamer-row", h("div.segments", { role: "group" }, this.modes), this.aim),
      h("div.steamer-row", this.points, this.coal),
      this.wheel,
      this.compass.element,
      this.chips,
      h("div.steamer-row.steamer-end", this.light, Object.values(this.tools.elements), this.sender.elements.send),
      this.prompt,
    );
    this.element = h("section.steamer-panel", this.strip, this.banner, this.work);
  }

  show() {
    const { input } = this;
    const { build } = input.voyage;
    this.element.setAttribute("aria-label", t("mq.panel"));
    if (input.view) replace(this.strip, input.board.look.strip(input.view, input.board.painting.pen));
    this.showBanner();
    this.work.hidden = !build?.next || !input.isSteering;
    this.wheel.hidden = !input.hud.isSmall;
    if (!build?.next) return;
    for (const part of [this.controls, this.tools, this.sender, this.compass]) part.show();
    this.showModes();
    this.showCosts(build);
    this.showChips(build);
    this.showLight(build);
    this.showPrompt(build);
  }

  showBanner() {
    const { voyage, isActive, view, board } = this.input;
    const isStuck = isActive && voyage.build && !voyage.build.fill && !voyage.words.length;
    const text = isStuck ? board.look.whyStuck(view, view.side, true) : this.input.news();
    this.banner.hidden = !text;
    this.banner.classList.toggle("urgent", Boolean(isStuck));
    if (this.banner.textContent !== text) this.banner.textContent = text;
  }

  showModes() {
    for (const [i, mode] of ["auto", "manual"].entries()) {
      this.modes[i].textContent = t(`mq.mode.${mode}`);
      this.modes[i].title = t(`mq.mode.${mode}Title`);
      this.modes[i].setAttribute("aria-pressed", String(this.input.voyage.mode === mode));
    }
    this.aim.textContent = t("mq.aim");
    this.aim.title = `${t("mq.aim.title")} (Z)`;
    this.aim.setAttribute("aria-pressed", String(this.input.isAiming));
  }

  showCosts(build) {
    const { used, points, coal } = build;
    const left = points === null ? 0 : Math.max(0, points - used);
    const before = this.input.view.pieces.find((ship) => ship.side === this.input.view.side).coal;
    replace(
      this.points,
      h("span", { "aria-hidden": "true" }, "●".repeat(Math.max(0, used)) + "○".repeat(left)),
      " ",
      points === null ? t("mq.used", { n: used }) : t("mq.usedOf", { n: used, of: points }),
    );
    replace(
      this.coal,
      h("span", { "aria-hidden": "true" }, "■".repeat(coal) + "□".repeat(Math.max(0, before - coal))),
      " ",
      t("mq.coal", { n: coal }),
      before > coal ? ` (−${before - coal})` : "",
    );
  }

  showChips(build) {
    const ship = this.input.view.pieces.find(({ side }) => side === this.input.view.side);
    const told = phrases(build.actions.map((action) => action.words).join(";"), ship.dir);
    const chip = (action, i) => {
      const cost = action.coal > 0 ? ` −${action.coal} ■` : action.kind === "turn" ? ` (${t("mq.free")})` : "";
      return h(
        "li",
        h(
          "button",
          {
            type: "button",
            title: t("mq.chip"),
            onclick: () => this.input.back(i),
            onpointerenter: () => this.input.ghost(i),
            onpointerleave: () => this.input.hints(),
            onfocus: () => this.input.ghost(i),
            onblur: () => this.input.hints(),
          },
          told[i] + cost,
        ),
      );
    };
    replace(
      this.chips,
      build.actions.length
        ? build.actions.map(chip)
        : h("li.muted", t(build.next.turn ? "mq.noActionsFace" : "mq.noActions")),
    );
  }

  showLight(build) {
    const pushing = build.mustPush ? `${t(build.next.turn ? "mq.wherePlain" : "mq.where")} ` : "";
    this.light.dataset.light = build.light;
    const text = [pushing + sentence(say(build.say)), this.input.landingNote()].filter(Boolean).join(" ");
    if (this.light.textContent !== `${lights[build.light]} ${text}`)
      replace(this.light, h("b", { "aria-hidden": "true" }, lights[build.light]), " ", text);
    this.sender.elements.send.dataset.light = build.light;
  }

  /* ---- the safety prompt ---- */

  showPrompt(build) {
    const isOpen = Boolean(this.input.prompt);
    if (!isOpen) {
      this.prompt.hidden = true;
      return this.prompt.replaceChildren();
    }
    if (!this.prompt.hidden) return;
    this.prompt.hidden = false;
    const fill = build.fill && phrases(build.fill.added, build.ship.dir).join(", ");
    const text = h("p", { id: "steamer-warning" }, t("mq.prompt", { why: sentence(say(build.say)) }));
    this.prompt.setAttribute("aria-labelledby", text.id);
    replace(
      this.prompt,
      text,
      h(
        "div.steamer-row",
        h("button", { type: "button", onclick: () => this.input.closePrompt() }, t("mq.prompt.edit")),
        fill && h("button", { type: "button", onclick: () => this.input.fill() }, t("mq.prompt.fill", { what: fill })),
        !get("neverInvalid") && this.forceButton(),
        !get("neverInvalid") && this.forceField(),
      ),
    );
  }

  focusPrompt() {
    this.prompt.querySelector("button")?.focus();
  }

  /** Held for a second, because it loses the game. */
  forceButton() {
    let timer = null;
    const button = h("button.steamer-force", { type: "button", title: t("mq.prompt.hold") }, t("mq.prompt.force"));
    const stop = () => {
      clearTimeout(timer);
      button.classList.remove("held");
    };
    button.addEventListener("pointerdown", () => {
      button.classList.add("held");
      timer = setTimeout(() => this.input.sendAnyway(), HOLD_MS);
    });
    for (const name of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(name, stop);
    return button;
  }

  /** The same for keyboards: the word is typed. */
  forceField() {
    const word = t("mq.prompt.word");
    return h("input", {
      "type": "text",
      "size": 17,
      "autocomplete": "off",
      "placeholder": t("mq.prompt.type", { word }),
      "aria-label": t("mq.prompt.type", { word }),
      "oninput": (event) => event.target.value.trim().toUpperCase() === word && this.input.sendAnyway(),
    });
  }
}
