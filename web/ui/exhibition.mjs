// A game on the whole screen for an audience: its board, one line about it, the speed, full screen, a way out.
import { h, isTyping } from "./dom.mjs";
import { icon, iconButton } from "./icons.mjs";
import { t } from "../i18n.mjs";
import { navigate } from "../router.mjs";
import { Board } from "../board/board.mjs";
import { get, isStill, set } from "../settings.mjs";

const SLOWEST_MS = 5000;
const FASTEST_MS = 100;
const STEP_MS = 100;

export class Exhibition {
  /**
   * @param {HTMLElement} element
   * @param {{head: Child, leave: string, onPace(): void, beside?: Child, before?: Child, after?: Child,
   *   keys?: {[key: string]: () => void}}} parts  leave: where its end leads; beside: at the left of the board;
   *   before, after: buttons around the speed
   */
  constructor(element, { head, leave, onPace, beside = null, before = null, after = null, keys = {} }) {
    /** @type {Board | null} */
    this.board = null;
    this.onPace = onPace;
    this.keys = {
      "+": () => this.pace(get("viewMs") - STEP_MS),
      "-": () => this.pace(get("viewMs") + STEP_MS),
      "f": () => this.toggleFullScreen(),
      "Escape": () => navigate(leave),
      ...keys,
    };
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
    this.stage = h("div.exhibition-stage");
    this.told = h("p.exhibition-told", { role: "status" });
    this.speed = h("input", {
      "type": "range",
      "min": -SLOWEST_MS,
      "max": -FASTEST_MS,
      "step": STEP_MS,
      "value": -get("viewMs"),
      "aria-label": t("play.speed"),
      "title": `${t("play.speed")} (+ −)`,
      "oninput": () => this.pace(-Number(this.speed.value)),
    });
    const full = iconButton("full", `${t("live.full")} (F)`, () => this.toggleFullScreen());
    const label = t("live.leave");
    const end = h(
      "a.button",
      { "href": leave, "title": `${label} (Esc)`, "aria-label": label },
      icon("close"),
      h("span.exhibition-word", label),
    );
    element.append(
      h(
        "div.exhibition",
        h("header", head),
        h("div.exhibition-middle", beside, this.stage),
        h("div.exhibition-bottom", this.told, h("div.row", before, this.speed, after, full, end)),
      ),
    );
  }

  say(text, isResult = false) {
    this.told.textContent = text;
    this.told.classList.toggle("won", isResult);
  }

  /** @param {import("../play/game.mjs").PlayedGame} game @param {number} ply @param {boolean} animate */
  show(game, ply, animate) {
    const { game: name } = game.state;
    this.board ??= new Board(this.stage, {
      game: name,
      detail: 2,
      coordinates: "off",
      fixed: true,
      speed: isStill() ? 0 : 300,
    });
    this.board.show(game.viewOf(ply), { move: game.moveOf(ply), animate: animate && !isStill() });
  }

  pace(ms) {
    set("viewMs", Math.min(Math.max(ms, FASTEST_MS), SLOWEST_MS));
    this.speed.value = String(-get("viewMs"));
    this.onPace();
  }

  toggleFullScreen() {
    const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    done.catch(() => {});
  }

  key(event) {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]"))
      return;
    if (event.target.type === "range" && event.key.startsWith("Arrow")) return;
    if (event.key === " " && event.target.closest?.("button, a")) return;
    const run = this.keys[event.key] ?? this.keys[event.key.toLowerCase()];
    if (!run) return;
    event.preventDefault();
    run();
  }

  close() {
    document.removeEventListener("keydown", this.onKey);
    this.board?.destroy();
    if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  }
}
