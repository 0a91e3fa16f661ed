// One game: play it, watch it, look back.
import { button, h, isTyping, replace } from "../ui/dom.mjs";
import { toast } from "../ui/toast.mjs";
import { complain, faultBox } from "../ui/fault.mjs";
import { offerOffline } from "../ui/banner.mjs";
import { Strip } from "../ui/player-line.mjs";
import { Transport } from "../ui/transport.mjs";
import { MoveList } from "../ui/movelist.mjs";
import { Result } from "../ui/result.mjs";
import { Seats } from "../ui/seats.mjs";
import { TextView, TypeField } from "../ui/board-as-text.mjs";
import { Coach } from "../ui/first-game-tips.mjs";
import { StatusLine } from "../ui/status-line.mjs";
import { Actions, Files } from "../ui/actions.mjs";
import { keepPosition } from "../ui/saved-positions.mjs";
import { offer } from "../ui/commands.mjs";
import { addTexts, sentence, t } from "../i18n.mjs";
import texts from "../i18n/play.mjs";
import { familyOf, gameName } from "../games.mjs";
import * as settings from "../settings.mjs";
import { play as sound, playMove } from "../sound.mjs";
import { isKiosk } from "../kiosk-mode.mjs";
import { playerName } from "../names.mjs";
import { navigate, setHash } from "../router.mjs";
import { isProgram } from "../play/game.mjs";
import { openGame, other, playOnOffline, rematch } from "../play/open-game.mjs";
import { Viewer } from "../play/viewer.mjs";
import { boardSpeed, makeInput } from "../play/try-board.mjs";
import { Board } from "../board/board.mjs";

addTexts(texts);

const TIP_MS = 700;
const SKIP_MS = 1200;
const TICK_MS = 1000; // seconds are shown …
const LIMIT_TICK_MS = 250; // … and, with a time limit, a bar

export async function mount(element, params) {
  element.append(h("p.loading", t("play.loading")));
  let game, link;
  try {
    link =
      params.hash.startsWith("p=") && (await (await import("../play/people.mjs")).takeSeat(params.id, params.hash));
    game = await openGame(params.id);
  } catch (error) {
    replace(element, missing(error));
    return null;
  }
  const page = new PlayPage(element, game, params);
  await page.start();
  if (link) page.questions?.tellOfLink(link);
  if (params.query.has("einladen")) page.invite(params.query.get("einladen"));
  return () => page.close();
}

const missing = (error) =>
  h(
    "section.card.narrow",
    h("h1", t("play.notFound")),
    faultBox(error),
    h(
      "p.row",
      h("a.button.primary", { href: "/" }, t("lost.home")),
      h("a.button", { href: "/status" }, t("title.status")),
    ),
  );

class PlayPage {
  constructor(element, game, params) {
    this.element = element;
    this.game = game;
    this.viewer = new Viewer(game, /^\d+$/.test(params.hash) ? Number(params.hash) : null);
    /** @type {Side} who sits at the bottom */
    this.bottom = game.mine.blue && !game.mine.red ? "blue" : "red";
    this.flipped = settings.get("autoflip") && this.bottom === "blue";
    this.knownRematch = game.state.rematch ?? null; // from an earlier visit; a new one is gone to
    this.shownPly = null;
    this.isClosed = false;
    this.tipState = { ply: -1, step: 0, words: null };
    this.off = [];
  }

  async start() {
    const { game, viewer } = this;
    this.host = h("div.board-host");
    this.board = new Board(this.host, {
      game: game.state.game,
      detail: 2,
      coordinates: settings.get("coordinates"),
      speed: boardSpeed(),
    });
    this.look = this.board.look;
    if (game.mine.red !== game.mine.blue) this.board.anchor = this.bottom;
    if (this.look.frame) this.flipped = false; // a river is turned as it fits
    this.strips = { red: new Strip("red", this.board), blue: new Strip("blue", this.board) };
    this.transport = new Transport(viewer, { onPace: (ms) => this.setPace(ms) });
    this.moves = new MoveList(viewer, this.look);
    this.result = new Result({ log: () => this.log?.reveal(), keep: () => this.keep() });
    this.seats = new Seats({
      seat: (side, kind) => this.act(() => game.seat(side, kind, kind === "builtin" ? "mittel" : undefined)),
      abort: () => this.act(() => game.abort()),
    });
    this.text = new TextView(this.look, (words) => this.move(words));
    this.type = new TypeField({ onText: (text) => this.input.type(text) });
    this.coach = new Coach(game, () =>
      this.board.pulse(this.reserve.querySelectorAll(".stock[aria-disabled=false], .waiting .next svg")),
    );
    this.status = new StatusLine(this.coach.element);
    this.questions = await this.openQuestions();
    this.actions = new Actions(game, this.look, this.actionsOf());
    this.files = new Files(game);
    this.log = await this.openLog();
    this.input = await makeInput(this.board, game.rules, {
      onMove: (words, force) => this.move(words, force),
      say: (text) => this.say(text),
    });
    /** @type {import("../ui/evalbar.mjs").ThinkingBar | null} */
    this.bar = null; // once it is wanted
    this.build();
    this.connect();
    this.show();
    if (settings.get("textView")) this.text.element.open = true;
  }

  /** Only a game of two people needs them. */
  async openQuestions() {
    if (!this.game.isBetweenPeople) return null;
    const { Questions } = await import("../ui/question.mjs");
    return new Questions(this.game, (run) => this.act(run));
  }

  /** Only a game with programs needs it. */
  async openLog() {
    const { state } = this.game;
    if (!isProgram(state.red) && !isProgram(state.blue)) return null;
    const { BotLog } = await import("../ui/botlog.mjs");
    return new BotLog(this.game, this.viewer, this.actionsOf(), () => this.drawAnnotations());
  }

  /** The parts in their places; CSS decides what stands beside what. */
  build() {
    this.chip = button(() => this.viewer.toLive(), { class: "play-chip", hidden: true });
    this.frame = h("div.board-frame", this.host, this.chip);
    this.reserve = h("div.input-panel", this.input.panel && [h("h2.sr-only", t("play.input")), this.input.panel]);
    this.side = h(
      "div.play-side",
      h("section.card.moves-card", h("h2.sr-only", t("play.moves")), this.moves.element, this.type.element),
      this.seats.element,
      this.result.element,
      this.reserve,
      this.actions.element,
    );
    replace(
      this.element,
      h(
        "h1.sr-only",
        `${gameName(this.game.state.game)}: ${playerName(this.game.state, "red")} – ${playerName(this.game.state, "blue")}`,
      ),
      h(
        "div",
        { class: `play ${familyOf(this.game.state.game)}` },
        h("div.play-table", this.frame, this.status.element, this.transport.element),
        this.side,
        h("div.play-folds", this.text.element, this.log?.element, this.files.element),
      ),
    );
    this.turnBoard();
  }

  /** The person sits at the bottom. */
  turnBoard() {
    const [low, high] = [this.strips[this.bottom], this.strips[other(this.bottom)]];
    this.side.prepend(high.element);
    this.side.append(low.element);
    low.element.classList.add("low");
    high.element.classList.remove("low");
    this.board.set({ flipped: this.flipped });
  }

  connect() {
    const { game, viewer } = this;
    const hear = (target, name, run) => {
      target.addEventListener(name, run);
      this.off.push(() => target.removeEventListener(name, run));
    };
    hear(viewer, "show", () => this.show());
    hear(game, "ply", () => this.onPly());
    hear(game, "over", () => sound("over"));
    hear(game, "trouble", (event) => this.complain(event.detail));
    hear(game, "handed", (event) => this.onHanded(event.detail));
    hear(this.board, "refused", () => sound("illegal"));
    hear(this.board, "press", () => this.coach.touched());
    hear(document, "keydown", (event) => this.onKey(event));
    this.off.push(
      settings.on("coordinates", (coordinates) => this.board.set({ coordinates })),
      settings.on("animation", () => this.board.set({ speed: boardSpeed() })),
      settings.on("input", (input) => this.board.set({ input })),
      settings.on("insects", () => this.board.set({})),
      settings.on("annotations", () => this.drawAnnotations()),
      settings.on("evalBar", () => this.judge()),
      offer(() => [this.actions.element, this.transport.element, this.result.element], { game: () => game.state.game }),
    );
    this.board.set({ input: settings.get("input") });
    this.clock = setInterval(() => this.tick(), game.state.limitMs ? LIMIT_TICK_MS : TICK_MS);
    if (game.canGoOffline) offerOffline(() => this.goOffline());
  }

  show() {
    const { game, viewer } = this;
    if (game.isShared && (game.state.rematch ?? null) !== this.knownRematch) return void this.toRematch();
    const { ply, view } = viewer;
    const isNext = this.shownPly !== null && ply === this.shownPly + 1;
    const position = game.positionAt(ply);
    if (this.sentAt !== game.ply) this.sentAt = null; // a move taken back may be played again
    const side = viewer.isLive ? game.canMove() : null;
    const now = `${position}|${side}|${ply}`;
    if (now !== this.drawn) {
      this.drawn = now;
      const past = view.over ? game.past : [];
      this.board.show(view, { move: game.moveOf(ply), animate: isNext && boardSpeed() > 0, past });
      this.input.position(position, view, { side: side ?? this.waitingSide() });
      this.drawAnnotations();
      this.text.show(game.rules, position, view, side);
      this.type.show(game.rules, position, side);
      this.shownPly = ply;
      setHash(viewer.isLive ? "" : ply);
    }
    for (const strip of Object.values(this.strips)) strip.show(game, view, ply);
    for (const part of [this.transport, this.moves, this.files]) part.show();
    this.reserve.hidden = game.isOver;
    for (const part of [this.result, this.seats, this.coach]) part.show(game);
    this.actions.show(this.board.overlays);
    this.log?.show(ply);
    this.judge();
    this.showNotices();
    this.skipIfMust(view, side);
  }

  /** What bots want to be seen with the ply shown. */
  drawAnnotations() {
    this.board.arrows(this.log?.annotations(this.viewer.ply) ?? []);
  }

  keep() {
    const { game, viewer } = this;
    if (isKiosk()) return; // there nothing stays
    const { red, blue } = game.state;
    keepPosition({
      game: game.state.game,
      position: game.positionAt(viewer.ply),
      names: [red.name, blue.name],
      ply: viewer.ply,
    });
  }

  /** The editor, with the position shown. */
  edit() {
    const { game, viewer } = this;
    const query = new URLSearchParams({ spiel: game.state.game, stellung: game.positionAt(viewer.ply) });
    navigate(`/editor?${query}`);
  }

  /** The bar that shows which side is ahead. */
  async judge() {
    const isWanted = () => settings.get("evalBar") && !this.isClosed;
    this.frame.classList.toggle("judged", isWanted());
    if (!isWanted()) return this.bar?.close();
    const { ThinkingBar } = await import("../ui/evalbar.mjs");
    if (!isWanted()) return undefined;
    this.bar ??= new ThinkingBar(this.game.rules);
    this.frame.append(this.bar.element);
    return this.bar.look(this.game.positionAt(this.viewer.ply), this.viewer.view);
  }

  /** Who waits for the other side may already choose a piece. */
  waitingSide() {
    const { game, viewer } = this;
    if (!viewer.isLive || game.state.phase !== "running" || !game.holdsSeat || game.mine.red === game.mine.blue)
      return null;
    return game.mine.red ? "red" : "blue";
  }

  /** To eyes and ears. */
  say(text) {
    this.status.tell(sentence(text));
    this.board.announce(text);
  }

  showNotices() {
    const { game, viewer } = this;
    const { ply, view } = viewer;
    this.frame.dataset.side = game.isOver ? "over" : (view.side ?? "over");
    this.frame.classList.toggle("past", !viewer.isLive);
    this.chip.hidden = viewer.isLive;
    const missed = viewer.missed ? ` · ${t("play.missed", { n: viewer.missed })}` : "";
    this.chip.textContent = `${t("play.plyOf", { ply, plies: game.ply })}${missed} · ${t(game.isOver ? "play.toEnd" : "play.toGame")} (Esc)`;
    const isPausedNow = game.state.paused && game.state.phase === "running";
    this.status.show(game, game.viewOf(game.ply), this.look);
    const asks = this.questions?.key ?? "";
    const now = `${game.holdsSeat}${isPausedNow}${game.state.diskFull}${asks}`;
    if (now === this.noticed) return;
    if (game.question && !this.noticed?.endsWith(asks)) sound("turn");
    this.noticed = now;
    this.status.notice(
      !game.holdsSeat
        ? h(
            "p",
            t("play.otherTab"),
            " ",
            button(() => game.takeOver(), t("play.takeOver")),
          )
        : this.questions?.draw() || (isPausedNow && h("p", t(game.state.diskFull ? "play.diskFull" : "play.isPaused"))),
    );
  }

  /** Another person has taken the seat of `side`. */
  onHanded(side) {
    const { game } = this;
    this.bottom = other(side);
    if (!this.look.frame) this.flipped = settings.get("autoflip") && this.bottom === "blue";
    this.turnBoard();
    this.drawn = null;
    this.show();
    sound("turn");
    toast(t("invite.joined", { name: playerName(game.state, side) }));
  }

  async invite(side) {
    const { game } = this;
    if (!game.canInvite || isKiosk()) return;
    const { openInvitation } = await import("../ui/invite.mjs");
    this.invitation = openInvitation(game, side === "red" ? "red" : "blue");
  }

  tick() {
    const { game } = this;
    if (game.state.phase === "waiting") this.seats.show(game);
    else if (game.state.phase === "running") for (const strip of Object.values(this.strips)) strip.tick(game);
  }

  onPly() {
    const { game } = this;
    const { ply } = game;
    const move = game.moveOf(ply);
    playMove(move);
    if (game.canMove()) sound("turn");
    if (!this.viewer.isLive || !move) return;
    const before = game.viewOf(ply - 1);
    this.board.announce(`${t(`side.${before.side}`)}: ${this.look.spoken(move, before)}`);
    if (move.skip) this.status.tell(t("play.skipped", { side: t(`side.${before.side}`) }));
    else this.status.quiet();
  }

  /** The only move is to skip: it is played without a click. */
  skipIfMust(view, side) {
    if (!side || !view.facts?.[side]?.canOnlySkip || this.skipping === this.game.ply) return;
    this.skipping = this.game.ply;
    const [only] = this.game.rules.moves(this.game.position);
    setTimeout(() => this.skipping === this.game.ply && this.game.canMove() && this.move(only.words), SKIP_MS);
  }

  /** One move per position: a second click before the answer is none. */
  async move(words, force = false) {
    const { ply } = this.game;
    if (this.sentAt === ply) return;
    this.sentAt = ply;
    try {
      await this.game.move(words, force);
    } catch (refusal) {
      this.sentAt = null;
      this.drawn = null; // the input has let go of the move: it begins anew
      this.show();
      this.complain(refusal);
    }
  }

  complain(refusal) {
    if (refusal.code && refusal.code !== "unreachable") {
      this.board.complain({ fields: [], ...refusal, de: refusal.de, en: refusal.en });
    } else {
      sound("illegal");
      complain(refusal);
    }
  }

  async act(run) {
    try {
      return await run();
    } catch (error) {
      complain(error, { game: this.game.state.id });
      return null;
    }
  }

  actionsOf() {
    const { game } = this;
    return {
      tip: () => this.tip(),
      takeBack: () => this.act(() => game.takeBack()),
      draw: () => this.act(() => game.offerDraw()),
      invite: () => this.invite(),
      resign: () => this.act(() => game.resign()),
      pause: (paused, more) => this.act(() => game.pause(paused, more)),
      keep: () => this.keep(),
      edit: isKiosk() ? null : () => this.edit(),
      step: () => this.act(() => game.step()),
      abort: () => this.act(() => game.abort()),
      remove: () => this.remove(),
      rematch: (wishes) => this.rematch(wishes),
      flip: () => this.flip(),
      overlay: (name) => this.toggleOverlay(name),
      analyse: `/analyse/${game.state.id}`,
      fresh: `/neu?spiel=${game.state.game}`,
    };
  }

  flip() {
    this.flipped = !this.flipped;
    this.bottom = other(this.bottom);
    this.turnBoard();
    this.input.refresh?.();
  }

  toggleOverlay(name) {
    this.board.toggle(name);
    this.actions.show(this.board.overlays);
  }

  toRematch() {
    navigate(`/spiel/${this.game.state.rematch}`);
  }

  async rematch(wishes) {
    if (this.game.isShared && this.game.state.rematch) return void this.toRematch();
    if (this.game.isShared) return void this.act(() => this.game.askRematch());
    const id = await this.act(() => rematch(this.game, wishes));
    if (id) navigate(`/spiel/${id}`);
  }

  async remove() {
    if (!(await this.act(() => this.game.remove()))) return;
    navigate("/");
    toast(t("play.deleted"));
  }

  async goOffline() {
    const id = await this.act(() => playOnOffline(this.game));
    if (id) navigate(`/spiel/${id}`);
  }

  /** The speed of viewing also slows down a running game between two programs. */
  setPace(ms) {
    const { red, blue, phase } = this.game.state;
    if (phase !== "over" && red.kind !== "person" && blue.kind !== "person") this.act(() => this.game.pace(ms));
  }

  /** First the piece, then the target, then the move itself. */
  async tip() {
    const { game } = this;
    if (!game.canMove() || !this.viewer.isLive) return;
    if (this.tipState.ply !== game.ply) {
      this.tipState = { ply: game.ply, step: 0, words: null };
      game.state.tips = (game.state.tips ?? 0) + 1;
      const answer = await this.act(() => game.ask(game.position, { player: "mittel", ms: TIP_MS }));
      if (!answer || this.tipState.ply !== game.ply) return;
      this.tipState.words = answer.words;
    }
    const { words } = this.tipState;
    if (!words) return;
    const step = ++this.tipState.step;
    if (step >= 3) this.move(words);
    else this.input.hint({ words, step });
  }

  onKey(event) {
    if (event.defaultPrevented || isTyping(event) || document.querySelector("dialog[open]")) return;
    if (this.viewer.isLive && this.input.key(event)) return void event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if (event.key === "z" && event.ctrlKey && this.game.canTakeBack) this.actionsOf().takeBack();
      return;
    }
    if (settings.get("typing") && this.game.canMove() && /^[a-z0-9+*]$/i.test(event.key))
      return void this.type.field.focus();
    const run =
      this.keys()[event.key.length === 1 ? event.key.toLowerCase() : event.shiftKey ? `Shift${event.key}` : event.key];
    if (!run || (event.key === " " && event.target.closest?.("button, a, summary, label"))) return;
    event.preventDefault();
    run();
  }

  keys() {
    const { viewer, game } = this;
    return {
      "ArrowLeft": () => viewer.move("back"),
      "ArrowRight": () => viewer.move("forward"),
      "ShiftArrowLeft": () => viewer.move("tenBack"),
      "ShiftArrowRight": () => viewer.move("tenForward"),
      "[": () => viewer.move("roundBack"),
      "]": () => viewer.move("roundForward"),
      "Home": () => viewer.move("first"),
      "End": () => viewer.move("last"),
      "Escape": () => viewer.toLive(),
      " ": () => viewer.togglePlay(),
      "t": () => this.tip(),
      "u": () => game.canTakeBack && this.actionsOf().takeBack(),
      "f": () => this.flip(),
      "v": () => this.keep(),
      "k": () => settings.cycle("coordinates"),
      "h": () => settings.cycle("hints"),
      "/": () => this.type.field.focus(),
      ...Object.fromEntries(
        (this.look.overlays ?? []).map(({ key, name }) => [key.toLowerCase(), () => this.toggleOverlay(name)]),
      ),
    };
  }

  close() {
    clearInterval(this.clock);
    offerOffline(null);
    for (const end of this.off) end();
    this.status.quiet();
    this.invitation?.close();
    this.log?.close();
    this.isClosed = true;
    this.bar?.close();
    this.viewer.close();
    this.input.close?.();
    this.board.destroy();
    this.game.close();
  }
}
