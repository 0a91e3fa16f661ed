// „Vorführmodus": the games of a tournament one after the other on a big board, by themselves. What is still being
// played comes when it is over.
import { h, replace } from "../ui/dom.mjs";
import { icon, iconButton, mark } from "../ui/icons.mjs";
import { Exhibition } from "../ui/exhibition.mjs";
import { errorText, number, t } from "../i18n.mjs";
import { mayPass } from "../latest.mjs";
import { api } from "../net.mjs";
import { Engine } from "../engine.mjs";
import { loadRules } from "../rules.mjs";
import { get } from "../settings.mjs";
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
const AGAIN_MS = 3000;
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
    /** @type {Engine | null} */
    this.engine = null;
    this.build(element);
    this.cups = follow(
      address(id),
      (data) => String(data.id) === id,
      (cup) => this.hear(cup),
      (error) => this.say(errorText(error)),
    );
  }

  build(element) {
    this.title = h("h1.exhibition-title");
    this.sides = { red: h("span.exhibition-side.red"), blue: h("span.exhibition-side.blue") };
    this.score = h("span.exhibition-score", { title: t("cupshow.score") });
    this.bar = h("div.exhibition-bar", { role: "img", hidden: true }, h("i"));
    this.pause = iconButton("pause", t("cupshow.pause"), () => this.toggle());
    this.barButton = iconButton("chart", t("cupshow.bar"), () => this.toggleBar(), { "aria-pressed": false });
    this.exhibition = new Exhibition(element, {
      head: [this.title, h("div.exhibition-names", this.sides.red, this.score, this.sides.blue)],
      leave: `/turnier/${this.id}`,
      onPace: () => this.schedule(),
      beside: this.bar,
      before: [
        iconButton("first", t("cupshow.back"), () => this.open(this.at - 1)),
        this.pause,
        iconButton("last", t("cupshow.next"), () => this.open(this.at + 1)),
      ],
      after: this.barButton,
      keys: {
        " ": () => this.toggle(),
        "ArrowLeft": () => this.step(-1),
        "ArrowRight": () => this.step(1),
        "n": () => this.open(this.at + 1),
        "p": () => this.open(this.at - 1),
        "e": () => this.toggleBar(),
      },
    });
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

  say(text, isResult = false) {
    this.exhibition.say(text, isResult);
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
      const isPassing = mayPass(error);
      this.timer = setTimeout(() => this.open(isPassing ? at : at + 1), isPassing ? AGAIN_MS : RESULT_MS);
    }
    return undefined;
  }

  begin(entry, rules, state) {
    this.entry = entry;
    this.game = new PlayedGame(rules, state);
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
    this.exhibition.show(this.game, this.ply, animate);
    this.head();
    if (this.isOver) this.say(this.resultText(), true);
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

  leave() {
    this.asked++;
    clearTimeout(this.timer);
    this.cups.end();
    this.engine?.close();
    this.exhibition.close();
  }
}

export function exhibit(element, id, query) {
  const show = new Show(element, id, query);
  return () => show.leave();
}
