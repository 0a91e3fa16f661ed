// One game under analysis: board, evaluation bar, graph, engine, moves with variations.
import { button, h, isTyping, replace } from "../ui/dom.mjs";
import { mark } from "../ui/icons.mjs";
import { toast } from "../ui/toast.mjs";
import { addTexts, say, t } from "../i18n.mjs";
import playTexts from "../i18n/play.mjs";
import * as settings from "../settings.mjs";
import { setHash } from "../router.mjs";
import { Engine } from "../engine.mjs";
import { familyOf } from "../games.mjs";
import { shownName } from "../names.mjs";
import { GameTree } from "../play/tree.mjs";
import { Viewer } from "../play/viewer.mjs";
import { offer } from "../ui/commands.mjs";
import { EvalBar } from "../ui/evalbar.mjs";
import { Graph } from "../ui/graph.mjs";
import { Transport } from "../ui/transport.mjs";
import { MoveTree } from "../ui/movetree.mjs";
import { endWords } from "../ui/result.mjs";
import { EnginePanel } from "../ui/enginepanel.mjs";
import { openTryBoard } from "../play/try-board.mjs";
import { largestMistakes } from "../play/review.mjs";
import { WholeGame } from "./whole.mjs";
import { actionBar, keepHere } from "./actions.mjs";
import { linesOf, readLines } from "../play/bot-annotations.mjs";

addTexts(playTexts); // those of the transport bar

export class Study extends EventTarget {
  /** A study in `host`, with the list of games that are open; its board comes with the input of the game. */
  static async open(host, rules, entry, playlist) {
    const study = new Study(rules, entry);
    study.tryBoard = await openTryBoard(rules, { onMove: (words) => study.#play(words), isPatient: true });
    study.#start(host, playlist);
    return study;
  }

  constructor(rules, entry) {
    super();
    this.entry = entry;
    this.rules = rules;
    this.tree = entry.tree ??= new GameTree(rules, entry.record);
    this.current = this.tree.main[Math.min(entry.ply, this.tree.main.length - 1)];
    this.line = this.tree.main;
    this.engine = new Engine(rules.name);
    this.viewer = new Viewer(this);
    /** How the node asked for is to be shown. @type {{animate: boolean} | null} */
    this.wanted = null;
    /** @type {Awaited<ReturnType<typeof openTryBoard>>} */
    this.tryBoard = null;
  }

  #start(host, playlist) {
    this.#draw(host, playlist);
    this.onKey = (event) => this.#key(event);
    document.addEventListener("keydown", this.onKey);
    this.off = [
      settings.on("annotations", () => this.#showOpinion(this.current)),
      settings.on("engineArrows", () => this.#arrows(this.current.opinion)),
      offer(
        () => [
          this.actions,
          this.whole.element,
          this.panel.element.querySelector(".engine-head"),
          this.transport.element,
        ],
        { game: () => this.rules.name },
      ),
    ];
    this.viewer.addEventListener("show", () => this.#show());
    this.#report();
    this.visit(this.current, false);
  }

  #draw(host, playlist) {
    this.look = this.tryBoard.look;
    this.graph = new Graph((ply) => this.go(ply));
    this.moves = new MoveTree(this.tree, this.look, (node) => this.visit(node));
    this.panel = new EnginePanel(this, {
      onOpinion: (node, opinion) => this.#opinion(node, opinion),
      onLine: (node, words) => this.#playLine(node, words),
      onHover: (words) => this.#preview(words),
    });
    this.whole = new WholeGame(this);
    this.transport = new Transport(this.viewer, { onPace: () => {} });
    this.backButton = button(() => this.backToGame(), { class: "small", hidden: true }, `${t("analyse.back")} (G)`);
    this.bar = new EvalBar(this.rules);
    this.actions = actionBar(this);
    this.banner = h("p.study-banner", { role: "status" });
    this.comment = h("p.study-comment", { "aria-live": "polite" });
    this.annotations = h(
      "label.switch",
      { hidden: true },
      h("input", {
        type: "checkbox",
        checked: settings.get("annotations"),
        onchange: (event) => settings.set("annotations", event.target.checked),
      }),
      h("span", t("log.annotations")),
    );
    this.players = h("div.study-players");
    replace(
      host,
      h(
        "div",
        { class: `play study ${familyOf(this.rules.name)}` },
        h(
          "div.play-table",
          h("div.board-frame.judged", this.tryBoard.host, this.bar.element),
          h("div.play-status", this.comment),
          this.transport.element,
        ),
        h(
          "div.play-side",
          playlist,
          this.players,
          this.banner,
          this.panel.element,
          this.graph.element,
          h("section.card.moves-card", h("h2.sr-only", t("analyse.moves")), this.moves.element, this.backButton),
          this.annotations,
          this.whole.element,
          this.tryBoard.panel,
          this.actions,
        ),
      ),
    );
    this.moves.show(this.current);
    this.drawGraph();
  }

  /** What was wrong with the file, as long as the game is open. */
  #report() {
    const { report, plies } = this.entry.record;
    const texts = [];
    if (report?.damage) texts.push(t("analyse.upTo", { ply: plies.length, why: say(report.damage) }));
    if (report?.difference) texts.push(t("analyse.differs", { why: say(report.difference) }));
    replace(this.banner, texts.join(" "));
    this.banner.hidden = texts.length === 0;
  }

  // ---- moving through the game ----

  // A viewer looks at the line through the node shown as it looks at a game: ply, viewOf.

  get ply() {
    return this.line.length - 1;
  }

  viewOf(ply) {
    return this.tree.view(this.line[ply]);
  }

  visit(node, animate = true) {
    if (!node) return;
    if (this.tree.isMain(node)) this.line = this.tree.main;
    else if (!this.line.includes(node)) this.line = this.tree.lineThrough(node);
    this.wanted = { animate };
    this.viewer.go(this.line.indexOf(node));
  }

  go(ply) {
    this.viewer.go(ply);
  }

  /** The viewer has something to show; where it is the same node, only playback has begun or ended. */
  #show() {
    const node = this.line[this.viewer.ply];
    this.transport.show();
    if (node === this.current && !this.wanted) return;
    const { animate } = this.wanted ?? { animate: true };
    this.wanted = null;
    const isNext = node.parent === this.current;
    this.current = node;
    const view = this.tree.view(node);
    this.tryBoard.show(node.position, view, {
      move: this.tree.move(node),
      animate: animate && isNext,
      side: view.side,
    });
    this.backButton.hidden = this.tree.isMain(node);
    if (this.tree.isMain(node)) {
      this.entry.ply = node.ply;
      if (this.entry.id) setHash(node.ply);
    }
    this.moves.select(node);
    this.graph.move(node.ply);
    this.#players(view);
    this.#showOpinion(node);
    this.#remark(node);
    this.panel.think(node, view);
  }

  backToGame() {
    let node = this.current;
    while (!this.tree.isMain(node)) node = node.parent;
    this.line = this.tree.main;
    this.visit(node, false);
  }

  // ---- variations ----

  #play(words) {
    const node = this.tree.add(this.current, words);
    if (node.ok === false) return this.tryBoard.board.complain(node);
    if (this.whole.judge(this.current, node)) return undefined;
    this.line = this.tree.lineThrough(node);
    this.moves.show(node);
    this.drawGraph();
    this.visit(node);
    return undefined;
  }

  /** Up and down go through what was played instead of this move. */
  #otherLine(by) {
    const siblings = this.current.parent?.children ?? [];
    const wanted = siblings[siblings.indexOf(this.current) + by];
    if (!wanted) return;
    this.line = this.tree.lineThrough(wanted);
    this.drawGraph();
    this.visit(wanted, false);
  }

  #playLine(node, words) {
    let at = node;
    for (const word of words) {
      const next = this.tree.add(at, word);
      if (next.ok === false) break;
      at = next;
    }
    this.line = this.tree.lineThrough(at);
    this.moves.show(node);
    this.visit(node.children.find((child) => this.line.includes(child)) ?? node);
  }

  #preview(words) {
    if (!words) return this.#arrows(this.current.opinion);
    const arrows = [];
    let position = this.current.position;
    for (const word of words.slice(0, 3)) {
      const played = this.rules.play(position, word);
      if (!played.ok) break;
      if (played.move.from !== undefined)
        arrows.push({ from: played.move.from, to: played.move.to, words: word, kind: `engine${arrows.length + 1}` });
      position = played.position;
    }
    return this.#paint(arrows);
  }

  // ---- opinions ----

  #opinion(node, opinion) {
    if (!node.opinion || opinion.nodes >= node.opinion.nodes) node.opinion = opinion;
    if (node === this.current) this.#showOpinion(node);
  }

  #showOpinion(node) {
    const opinion = node.opinion;
    this.bar.show(opinion);
    if (!opinion) return this.#paint([]);
    return this.#arrows(opinion);
  }

  #arrows(opinion) {
    const lines = settings.get("engineArrows") ? (opinion?.lines ?? []) : [];
    const arrows = lines.slice(0, 3).flatMap((line, index) => {
      const played = line.words.length ? this.rules.play(this.current.position, line.words[0]) : null;
      return played?.ok && played.move.to
        ? [{ from: played.move.from, to: played.move.to, words: line.words[0], kind: `engine${index + 1}` }]
        : [];
    });
    this.#paint(arrows);
  }

  /** The engine's arrows, and what the bot that moved wanted to be seen. */
  #paint(arrows) {
    this.tryBoard.board.arrows([...arrows, ...(settings.get("annotations") ? this.#said().arrows : [])]);
  }

  #said() {
    const { hint, ply } = this.current;
    const printed = this.tree.isMain(this.current) ? (this.entry.annotations?.(ply - 1) ?? []) : [];
    return readLines([...linesOf(hint), ...printed]);
  }

  /** What there is to say about the move that led here. */
  #remark(node) {
    const texts = [];
    const better = node.parent?.opinion?.best;
    if (node.loss >= 0.1 && better && better !== node.words) {
      const played = this.rules.play(node.parent.position, better);
      if (played.ok)
        texts.push(t("analyse.better", { words: this.look.notation(played.move, this.tree.view(node.parent)) }));
    }
    if (node.hint) texts.push(`${t("analyse.hint")}: ${node.hint}`);
    this.annotations.hidden = !this.#said().arrows.length;
    const over = this.tree.view(node).over;
    if (over) texts.push(`${t("analyse.result")}: ${say(over.say)}`);
    if (node === this.tree.main.at(-1)) texts.push(...endWords(this.entry.record.outcome));
    replace(this.comment, texts.join(" · "));
  }

  #players(view) {
    replace(
      this.players,
      ["red", "blue"].map((side) =>
        h(
          "span",
          { class: `study-player ${side}` },
          mark(side),
          h("b", {}, shownName(this.entry.record.names[side]) || t(`analyse.${side}`)),
          " ",
          h(
            "span.quiet",
            this.look
              .facts(view, side)
              .slice(0, 3)
              .map((fact) => `${fact.label} ${fact.value}`)
              .join(" · "),
          ),
        ),
      ),
    );
  }

  drawGraph() {
    const large = largestMistakes(this.tree);
    this.graph.show(
      this.line.map((node) => ({
        win: node.opinion?.win ?? null,
        loss: node.loss,
        isLarge: large.has(node),
        ms: node.ms,
        mover: node.parent ? this.tree.view(node.parent).side : null,
      })),
      this.current.ply,
    );
  }

  // ---- keys ----

  #key(event) {
    if (isTyping(event) || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (event.defaultPrevented || this.tryBoard.key(event)) return;
    const onBoard = event.target.closest?.('[role="grid"]');
    const actions = {
      "Home": () => this.viewer.move("first"),
      "End": () => this.viewer.move("last"),
      "g": () => this.backToGame(),
      "e": () => this.panel.toggle(),
      "f": () => this.tryBoard.flip(),
      "v": () => keepHere(this),
      "l": () => this.panel.setLines({ 1: 3, 3: 5 }[this.panel.lines] ?? 1),
      ...(onBoard
        ? {}
        : {
            ArrowLeft: () => this.viewer.move(event.shiftKey ? "tenBack" : "back"),
            ArrowRight: () => this.viewer.move(event.shiftKey ? "tenForward" : "forward"),
            ArrowUp: () => this.#otherLine(-1),
            ArrowDown: () => this.#otherLine(1),
          }),
      ...Object.fromEntries(
        (this.look.overlays ?? []).map(({ key, name }) => [key.toLowerCase(), () => this.tryBoard.board.toggle(name)]),
      ),
      "[": () => this.viewer.move("roundBack"),
      "]": () => this.viewer.move("roundForward"),
      ...(onBoard || event.target.closest?.("button, a") ? {} : { " ": () => this.viewer.togglePlay() }),
    };
    const run = actions[event.key] ?? actions[event.key.toLowerCase()];
    if (!run) return;
    event.preventDefault();
    run();
  }

  /** A look into the analysis: more than is drawn. */
  tell(text, options) {
    toast(text, options);
  }

  close() {
    this.viewer.close();
    this.whole.stop();
    for (const end of this.off) end();
    this.panel.close();
    this.engine.close();
    this.tryBoard.close();
    document.removeEventListener("keydown", this.onKey);
  }
}
