// What people do with a game: hint, take back, resign, pause, flip … Buttons that come and go with the state.
import { gzip, h, replace, save } from "./dom.mjs";
import { icon, iconButton } from "./icons.mjs";
import { copyText, toast } from "./toast.mjs";
import { t } from "../i18n.mjs";
import { server } from "../net.mjs";
import { keepButton } from "./saved-positions.mjs";

/** A button that asks once more: the second click within four seconds does it. */
export function sureButton(name, label, sure, run) {
  let timer = null;
  const rest = () => {
    clearTimeout(timer);
    timer = null;
    button.classList.remove("armed");
    button.lastChild.textContent = label;
  };
  const button = h(
    "button",
    {
      type: "button",
      onblur: rest,
      onclick: () => {
        if (timer) {
          rest();
          return run();
        }
        button.classList.add("armed");
        button.lastChild.textContent = sure;
        timer = setTimeout(rest, 4000);
      },
    },
    icon(name),
    h("span", label),
  );
  return button;
}

const button = (name, label, key, onclick, more = {}) =>
  h(
    "button",
    { type: "button", title: key ? `${label} (${key})` : label, onclick, ...more },
    icon(name),
    h("span", label),
  );

/** do: {tip, takeBack, resign, pause, step, abort, remove, rematch, flip, keep, overlay, coordinates} */
export class Actions {
  constructor(game, look, run) {
    this.game = game;
    this.run = run;
    this.tip = button("hint", t("play.tip"), "T", run.tip, { class: "tip" });
    this.back = button("undo", t("play.takeBack"), "U", run.takeBack);
    this.pause = button("pause", t("play.pause"), null, () => run.pause(!game.state.paused));
    this.step = button("step", t("play.step"), null, run.step);
    this.resign = sureButton("flag", t("play.resign"), t("play.resignSure"), run.resign);
    this.swap = button("swap", t("play.swap"), null, () => run.rematch({ swap: true }));
    this.abort = sureButton("stop", t("play.abort"), t("play.abortSure"), run.abort);
    this.remove = sureButton("trash", t("play.delete"), t("play.deleteSure"), run.remove);
    this.main = h("div.row.play-actions", this.tip, this.back, this.pause, this.step, this.resign);
    this.overlays = (look.overlays ?? []).map((overlay) =>
      h(
        "button",
        {
          "type": "button",
          "aria-pressed": false,
          "dataset": { name: overlay.name },
          "title": `${label(overlay)} (${overlay.key})`,
          "onclick": () => run.overlay(overlay.name),
        },
        icon("layers"),
        h("span", label(overlay).split(":")[0]),
      ),
    );
    this.second = h(
      "div.row.play-actions.quiet",
      button("flip", t("play.flip"), "F", run.flip),
      this.overlays,
      keepButton(run.keep),
      this.swap,
      this.abort,
      this.remove,
    );
    this.element = h("div.action-block", this.main, this.second);
  }

  show(overlays) {
    const { game } = this;
    const { state } = game;
    const isRunning = state.phase === "running";
    const mayRule = state.local || game.isMine || server.hello?.owner;
    this.tip.disabled = !game.canMove();
    this.back.disabled = !game.canTakeBack;
    for (const [element, isShown] of [
      [this.tip, game.isMine],
      [this.back, game.isMine],
      [this.resign, game.isMine && isRunning],
      [this.pause, mayRule && isRunning && !state.diskFull],
      [this.step, mayRule && isRunning && state.paused && !state.diskFull],
      [this.abort, mayRule && isRunning],
      [this.remove, server.hello?.owner && game.isOver && state.number],
      [this.swap, mayRule && state.phase !== "waiting"],
    ])
      element.hidden = !isShown;
    this.pause.replaceChildren(
      icon(state.paused ? "play" : "pause"),
      h("span", t(state.paused ? "play.resume" : "play.pause")),
    );
    for (const toggle of this.overlays)
      toggle.setAttribute("aria-pressed", String(overlays.includes(toggle.dataset.name)));
  }
}

const label = (overlay) => (typeof overlay.label === "function" ? overlay.label() : overlay.label);

/** Files of the game, at any time; its seed and address to copy. */
export class Files {
  constructor(game) {
    this.game = game;
    this.body = h("div");
    this.element = h("details.play-files", h("summary", t("files.title")), this.body);
    this.drawn = null;
  }

  show() {
    const { game } = this;
    const { seed, id, local, game: name } = game.state;
    const now = `${seed} ${game.ply}`;
    if (now === this.drawn) return;
    this.drawn = now;
    const kinds = [".kw", ".xml", ".xml.gz"];
    const links = local
      ? kinds.map((kind) => h("button", { type: "button", onclick: () => this.save(kind) }, icon("save"), kind))
      : kinds.map((kind) =>
          h("a.button", { href: `/api/games/${id}${kind}`, download: `${name}-${id}${kind}` }, icon("save"), kind),
        );
    replace(
      this.body,
      h("div.row", links),
      seed !== null && seed !== undefined && this.line(t("files.seed"), seed),
      this.line(t("files.position"), game.position),
      !local && this.line(t("files.address"), new URL(`/spiel/${id}`, location.href).href),
    );
  }

  line(label, text) {
    return h(
      "p.copyline",
      h("span", label),
      h("code", text),
      iconButton("copy", `${t("copy")}: ${label}`, () => copyText(text)),
    );
  }

  async save(kind) {
    const { rules, state } = this.game;
    const name = `${state.game}-${state.id}${kind}`;
    const record = this.game.record();
    const text = kind === ".kw" ? rules.writeText(record) : rules.writeXml(record);
    if (typeof text !== "string") return void toast(t("files.failed"), { kind: "bad" });
    save(name, kind === ".xml.gz" ? await gzip(text) : new Blob([text]));
  }
}
