// What people do with a game. Four buttons stay in sight, at fixed places; everything else is in the menu „Mehr".
import { gzip, h, replace, save } from "./dom.mjs";
import { icon, iconButton } from "./icons.mjs";
import { Menu } from "./menu.mjs";
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

/** A button in sight has room for a short word; its whole name is said and in its tooltip. */
const named = (element, name) => {
  element.title = name;
  element.setAttribute("aria-label", name);
  return element;
};

/**
 * do: {tip, takeBack, draw, invite, resign, pause, step, abort, remove, rematch, flip, keep, edit, overlay}, and
 * addresses: {analyse, fresh}. Between two people a draw can be offered in sight, and the pause is in the menu.
 */
export class Actions {
  constructor(game, look, run) {
    this.game = game;
    this.tip = button("hint", t("play.tip"), "T", run.tip, { class: "tip" });
    this.back = button("undo", t("play.takeBack"), "U", run.takeBack);
    this.pause = button("pause", t("play.pause"), null, () => run.pause(!game.state.paused));
    const isPair = game.isBetweenPeople && game.isMine;
    this.draw = isPair && named(button("scales", t("ask.draw"), null, run.draw), t("ask.drawLong"));
    this.invite = isPair && button("plug", t("invite.title"), null, run.invite);
    this.resign = sureButton("flag", t("play.resign"), t("play.resignSure"), run.resign);
    this.same = named(
      button("again", t("result.sameShort"), null, () => run.rematch({ same: true })),
      t("result.same"),
    );
    this.analyse = h("a.button", { href: run.analyse }, icon("chart"), h("span", t("result.analyse")));
    this.rematch = named(
      button("swap", t("result.rematchShort"), null, () => run.rematch({ swap: true })),
      t("result.rematch"),
    );
    this.fresh = h("a.button", { href: run.fresh }, icon("plus"), h("span", t("title.new")));
    this.step = button("step", t("play.step"), null, run.step);
    this.abort = sureButton("trash", t("play.abort"), t("play.abortSure"), run.abort);
    this.remove = sureButton("trash", t("play.delete"), t("play.deleteSure"), run.remove);
    this.swap = button("swap", t("play.swap"), null, () => run.rematch({ swap: true }));
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
    this.menu = new Menu(t("play.more"), [
      this.invite,
      isPair && this.pause,
      button("flip", t("play.flip"), "F", run.flip),
      this.overlays,
      keepButton(run.keep),
      run.edit && button("edit", t("play.edit"), null, run.edit),
      game.isMine && this.step,
      this.swap,
      this.abort,
      this.remove,
    ]);
    // Each place has a button for the time of the game and one for the time after it.
    const places = [
      [this.tip, !game.isMine && this.step, this.same],
      [this.back, this.analyse],
      [isPair ? this.draw : this.pause, this.rematch],
      [this.resign, this.fresh],
    ];
    this.element = h(
      "div.action-block.play-actions",
      places.map((buttons) => h("div.action-place", buttons)),
      this.menu.element,
    );
  }

  show(overlays) {
    const { game } = this;
    const { state } = game;
    const isRunning = state.phase === "running";
    const mayRule = state.local || server.hello?.owner;
    const mayRepeat = mayRule || game.isMine;
    this.tip.disabled = !game.canMove();
    this.back.disabled = !game.canTakeBack;
    this.step.disabled = !state.paused;
    for (const [element, isShown] of [
      [this.tip, game.isMine && isRunning],
      [this.back, game.isMine && isRunning],
      [this.pause, mayRule && isRunning && !state.diskFull],
      [this.draw, game.isMine && isRunning],
      [this.invite, game.canInvite],
      [this.resign, game.isMine && isRunning],
      [this.same, mayRepeat && game.isOver && !game.isShared],
      [this.analyse, game.isOver],
      [this.rematch, mayRepeat && game.isOver],
      [this.fresh, game.isOver],
      [this.step, mayRule && isRunning && !state.diskFull],
      [this.swap, mayRepeat && isRunning && game.ply === 0 && !game.isShared], // later it would throw the game away
      [this.abort, mayRule && isRunning],
      [this.remove, server.hello?.owner && game.isOver && state.number],
    ])
      if (element) element.hidden = !isShown;
    replace(
      this.pause,
      icon(state.paused ? "play" : "pause"),
      h("span", t(state.paused ? "play.resumeShort" : "play.pauseShort")),
    );
    named(this.pause, t(state.paused ? "play.resume" : "play.pause"));
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
