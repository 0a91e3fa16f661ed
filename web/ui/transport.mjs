// Buttons for looking: to the start, rounds, single moves, to the end, playback and its speed.
import { h } from "./dom.mjs";
import { icon, iconButton } from "./icons.mjs";
import { get, set } from "../settings.mjs";
import { number, t } from "../i18n.mjs";

const SLOWEST_MS = 3000;
const FASTEST_MS = 100;

export class Transport {
  /** onPace(ms): a live game between two programs takes the speed over. */
  constructor(viewer, { onPace }) {
    this.viewer = viewer;
    const button = (name, key) => iconButton(name, `${t(`play.${name}`)} (${key})`, () => viewer.move(name));
    this.backward = [button("first", t("key.Home")), button("roundBack", "["), button("back", "←")];
    this.onward = [button("forward", "→"), button("roundForward", "]"), button("last", t("key.End"))];
    this.play = iconButton("play", "", () => viewer.togglePlay());
    this.scrub = h("input.transport-scrub", {
      "type": "range",
      "min": 0,
      "max": 0,
      "step": 1,
      "aria-label": t("play.scrub"),
      "oninput": () => viewer.go(Number(this.scrub.value)),
    });
    this.round = h("span.transport-round");
    this.speedWord = h("output.transport-speed-word");
    this.speed = h("input", {
      "type": "range",
      "min": -SLOWEST_MS,
      "max": -FASTEST_MS,
      "step": 100,
      "value": -get("viewMs"),
      "aria-label": t("play.speed"),
      "oninput": () => {
        set("viewMs", -Number(this.speed.value));
        this.showSpeed();
      },
      "onchange": () => onPace(get("viewMs")),
    });
    this.element = h(
      "div.transport",
      { "role": "group", "aria-label": t("play.viewing") },
      h("div.transport-buttons", this.backward, this.play, this.onward),
      this.scrub,
      h(
        "div.transport-line",
        this.round,
        h("label.transport-speed", { title: t("play.speed") }, this.speed, this.speedWord),
      ),
    );
    this.showSpeed();
  }

  showSpeed() {
    this.speedWord.textContent = t("play.perMove", { seconds: number(get("viewMs") / 1000, 1) });
  }

  show() {
    const { viewer } = this;
    const { ply, game, view } = viewer;
    for (const button of this.backward) button.disabled = ply === 0;
    for (const button of this.onward) button.disabled = ply === game.ply;
    this.play.disabled = game.ply === 0;
    this.play.replaceChildren(icon(viewer.isPlaying ? "pause" : "play"));
    const label = t(viewer.isPlaying ? "play.stopPlayback" : "play.playback");
    this.play.title = label;
    this.play.setAttribute("aria-label", label);
    this.scrub.max = String(game.ply);
    this.scrub.value = String(ply);
    this.scrub.setAttribute("aria-valuetext", t("play.plyOf", { ply, plies: game.ply }));
    this.round.textContent = t("play.round", { round: Math.min(view.round, view.rounds), rounds: view.rounds });
  }
}
