// „Vorführmodus": the games of a tournament one after the other on a big board, by themselves. What is still being
// played comes when it is over.
import { h, isTyping, replace } from "../ui/dom.mjs";
import { icon, iconButton, mark } from "../ui/icons.mjs";
import { errorText, number, t } from "../i18n.mjs";
import { api } from "../net.mjs";
import { navigate } from "../router.mjs";
import { Board } from "../board/board.mjs";
import { Engine } from "../engine.mjs";
import { loadRules } from "../rules.mjs";
import { get, isStill, set } from "../settings.mjs";
import { play as sound, playMove } from "../sound.mjs";
import { PlayedGame } from "../play/game.mjs";
import { opinionOf, verdictOf } from "../play/review.mjs";
import {
  address,
  dayName,
  follow,
  gameAddress,
  gamesOf,
  isRunning,
  redOf,
  scoreBefore,
  winnerOf,
  winnersOf,
} from "./data.mjs";

const RESULT_MS = 10000;
const SLOWEST_MS = 5000,
  FASTEST_MS = 100,
  STEP_MS = 100;
const THINK_NODES = 3000;

const nameOf = ({ meeting, number: n }) => `${meeting.file}.${n}`;

class Show {
  constructor(element, id, query) {
    this.id = id;
    this.games = [];
    this.at = -1; // of the games
    this.from = query.get("ab");
    this.ply = 0;
    this.isPlaying = true;
    this.asked = 0;
    this.hasBar = false;
    /** @type {Board | null} */
    this.board = null;
    /** @type {Engine | null} */
    this.engine = null;
    this.build(element);
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
    this.end = follow(
      address(id),
      (data) => String(data.id) === id,
      (cup) => this.hear(cup),
      (error) => this.say(errorText(error)),
    );
  }

  build(element) {
    this.title = h("h1.show-title");
    this.sides = { red: h("span.show-side.red"), blue: h("span.show-side.blue") };
    this.score = h("span.show-score", { title: t("cupshow.score") });
    this.stage = h("div.stage");
    this.bar = h("div.show-bar", { role: "img", hidden: true }, h("i"));
    this.told = h("p.big", { role: "status" });
    this.pause = iconButton("pause", t("cupshow.pause"), () => this.toggle());
    this.barButton = iconButton("chart", t("cupshow.bar"), () => this.toggleBar(), { "aria-pressed": false });
    this.delay = h("input", {
      "type": "range",
      "min": -SLOWEST_MS,
      "max": -FASTEST_MS,
      "step": STEP_MS,
      "value": -get("viewMs"),
      "aria-label": t("cupshow.delay"),
      "title": t("cupshow.delay"),
      "oninput": () => this.pace(-Number(this.delay.value)),
    });
    element.append(
      h(
        "div.exhibition.cup-show",
        h("header", this.title, h("div.show-names", this.sides.red, this.score, this.sides.blue)),
        h("div.show-middle", this.bar, this.stage),
        h(
          "div.bottom",
          this.told,
          h(
            "div.row",
            iconButton("first", t("cupshow.back"), () => this.open(this.at - 1)),
            this.pause,
            iconButton("last", t("cupshow.next"), () => this.open(this.at + 1)),
            this.delay,
            this.barButton,
            iconButton("full", t("cupshow.full"), () => this.whole()),
            h(
              "a.button",
              { "href": `/turnier/${this.id}`, "title": t("cupshow.leave"), "aria-label": t("cupshow.leave") },
              icon("close"),
              h("span.wide-only", t("live.leave")),
            ),
          ),
        ),
      ),
    );
  }

  /** News: more games may be there now. */
  hear(cup) {
    this.cup = cup;
    this.games = cup.tournament ? gamesOf(cup.tournament) : [];
    if (!this.games.length) return void this.say(t("cupshow.nothing"));
    if (this.at < 0)
      return void this.open(
        Math.max(
          0,
          this.games.findIndex((game) => nameOf(game) === this.from),
        ),
      );
    if (this.isWaiting && this.at + 1 < this.games.length) this.open(this.at + 1);
  }

  say(text) {
    this.told.textContent = text;
  }

  // ---- games ----

  async open(at) {
    if (at < 0 || at >= this.games.length) return this.rest();
    const asked = ++this.asked;
    clearTimeout(this.timer);
    this.at = at;
    this.isWaiting = false;
    const entry = this.games[at];
    history.replaceState(history.state, "", `/turnier/${this.id}?vorfuehren&ab=${nameOf(entry)}`);
    try {
      const state = await api("GET", gameAddress(this.id, entry.meeting, entry.number));
      const rules = await loadRules(state.game);
      if (asked !== this.asked) return undefined;
      this.begin(entry, rules, state);
    } catch (error) {
      if (asked !== this.asked) return undefined;
      this.say(t("cupshow.broken", { why: errorText(error) }));
      this.timer = setTimeout(() => this.open(at + 1), RESULT_MS);
    }
    return undefined;
  }

  begin(entry, rules, state) {
    this.entry = entry;
    this.game = new PlayedGame(rules, state);
    this.board ??= new Board(this.stage, {
      game: state.game,
      detail: 2,
      coordinates: "off",
      fixed: true,
      speed: isStill() ? 0 : 300,
    });
    this.ply = 0;
    this.head();
    this.show(false);
    this.schedule();
  }

  head() {
    const { day, meeting, number: n } = this.entry;
    const red = redOf(meeting, n),
      isFirstRed = red === meeting.first;
    const [first, second] = scoreBefore(meeting, n + (this.isOver ? 1 : 0));
    replace(
      this.title,
      `${this.cup.name} · ${day.stage} · ${dayName(this.cup.tournament, day)} · `,
      t("cupshow.game", { n, all: meeting.games }),
    );
    replace(this.sides.red, mark("red"), red);
    replace(this.sides.blue, mark("blue"), isFirstRed ? meeting.second : meeting.first);
    this.score.textContent = isFirstRed
      ? `${number(first)} : ${number(second)}`
      : `${number(second)} : ${number(first)}`;
  }

  get isOver() {
    return this.ply >= this.game.ply;
  }

  /** The board, the round, and at the end the result. */
  show(animate) {
    const view = this.game.viewOf(this.ply);
    this.board.show(view, { move: this.game.moveOf(this.ply), animate: animate && !isStill() });
    this.head();
    this.told.classList.toggle("won", this.isOver);
    if (this.isOver) this.say(this.resultText());
    else this.say(t("play.round", { round: Math.min(view.round, view.rounds), rounds: view.rounds }));
    this.value();
  }

  resultText() {
    const winner = winnerOf(this.entry.meeting, this.entry.number);
    return winner ? t("cup.gameWon", { name: winner }) : t("result.draw");
  }

  // ---- time ----

  schedule() {
    clearTimeout(this.timer);
    if (!this.isPlaying || !this.game) return;
    this.timer = this.isOver
      ? setTimeout(() => this.open(this.at + 1), RESULT_MS)
      : setTimeout(() => this.step(1, true), get("viewMs"));
  }

  step(by, isAlone = false) {
    if (!this.game) return;
    if (!isAlone) this.play(false);
    this.ply = Math.min(Math.max(this.ply + by, 0), this.game.ply);
    this.show(by === 1);
    if (isAlone) playMove(this.game.moveOf(this.ply));
    if (isAlone && this.isOver) sound("over");
    this.schedule();
  }

  /** After the last game: wait for the next one, or the winner stays. */
  rest() {
    clearTimeout(this.timer);
    if (!this.cup || this.at + 1 < this.games.length) return;
    this.isWaiting = isRunning(this.cup);
    const isOver = this.cup.tournament?.over;
    this.say(isOver ? t("cup.winner", { name: winnersOf(this.cup.tournament) }) : t("cupshow.waits"));
  }

  play(isPlaying) {
    this.isPlaying = isPlaying;
    this.pause.replaceChildren(icon(isPlaying ? "pause" : "play"));
    const label = t(isPlaying ? "cupshow.pause" : "cupshow.play");
    this.pause.title = label;
    this.pause.setAttribute("aria-label", label);
  }

  toggle() {
    this.play(!this.isPlaying);
    this.schedule();
  }

  pace(ms) {
    set("viewMs", Math.min(Math.max(ms, FASTEST_MS), SLOWEST_MS));
    this.delay.value = String(-get("viewMs"));
    this.schedule();
  }

  // ---- what the engine thinks, on demand ----

  toggleBar() {
    this.hasBar = !this.hasBar;
    this.barButton.setAttribute("aria-pressed", String(this.hasBar));
    this.bar.hidden = !this.hasBar;
    if (this.game) this.value();
  }

  async value() {
    if (!this.hasBar) return;
    const { game, ply, entry } = this;
    const view = game.viewOf(ply);
    this.engine ??= new Engine(game.rules.name);
    const info =
      verdictOf(view) ??
      (await this.engine.go(game.positionAt(ply), { nodes: THINK_NODES, lines: 1 }).then(
        (found) => found && opinionOf(found, view),
        () => null,
      ));
    if (!info || this.game !== game || this.ply !== ply) return;
    const percent = Math.round(info.win * 100);
    this.bar.querySelector("i").style.setProperty("height", `${percent}%`);
    this.bar.setAttribute("aria-label", t("cupshow.barOf", { name: redOf(entry.meeting, entry.number), percent }));
  }

  whole() {
    const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    done.catch(() => {});
  }

  key(event) {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]"))
      return;
    if (event.target.type === "range" && event.key.startsWith("Arrow")) return;
    if (event.key === " " && event.target.closest?.("button, a")) return;
    const keys = {
      " ": () => this.toggle(),
      "ArrowLeft": () => this.step(-1),
      "ArrowRight": () => this.step(1),
      "n": () => this.open(this.at + 1),
      "p": () => this.open(this.at - 1),
      "+": () => this.pace(get("viewMs") - STEP_MS),
      "-": () => this.pace(get("viewMs") + STEP_MS),
      "f": () => this.whole(),
      "e": () => this.toggleBar(),
      "Escape": () => navigate(`/turnier/${this.id}`),
    };
    const run = keys[event.key] ?? keys[event.key.toLowerCase()];
    if (!run) return;
    event.preventDefault();
    run();
  }

  leave() {
    this.asked++;
    clearTimeout(this.timer);
    document.removeEventListener("keydown", this.onKey);
    this.end();
    this.engine?.close();
    this.board?.destroy();
    if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  }
}

export function exhibit(element, id, query) {
  const show = new Show(element, id, query);
  return () => show.leave();
}
