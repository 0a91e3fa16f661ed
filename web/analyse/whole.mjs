// „Ganzes Spiel analysieren", the table of both sides, and practising one's mistakes.
import { button, h, replace } from "../ui/dom.mjs";
import { mark } from "../ui/icons.mjs";
import { duration, number, t } from "../i18n.mjs";
import { largestMistakes, opinionOf, review, signOf, summary, verdictOf } from "../play/review.mjs";

const NODES = 20000;

export class WholeGame {
  constructor(study) {
    this.study = study;
    this.element = h("section.study-whole");
    this.practised = null;
    this.draw();
  }

  get isDone() {
    return this.study.tree.main.every((node) => node.opinion && (node.loss !== null || !node.parent));
  }

  draw() {
    const { tree } = this.study;
    if (tree.main.length < 2) return replace(this.element);
    const run = button(() => this.run(), t("analyse.whole"));
    return replace(this.element, this.isDone ? this.#table() : run);
  }

  async run() {
    const { study } = this;
    const bar = h("progress", { "max": study.tree.main.length, "value": 0, "aria-label": t("analyse.whole") });
    const label = h("span.quiet");
    this.abort = new AbortController();
    const wasOn = study.panel.isOn;
    if (wasOn) study.panel.toggle();
    replace(
      this.element,
      bar,
      label,
      button(() => this.stop(), { class: "small" }, t("analyse.wholeStop")),
    );
    try {
      await review(
        study.tree,
        study.engine,
        NODES,
        (done, all) => {
          bar.value = done;
          replace(label, t("analyse.progress", { done, all }));
          study.drawGraph();
        },
        this.abort.signal,
      );
    } catch {
      // Stopped, or the page is gone; what was found stays.
    }
    if (!this.abort.signal.aborted || this.element.isConnected) this.draw();
    study.moves.show(study.current);
    study.drawGraph();
    if (wasOn && !study.panel.isOn && this.element.isConnected) study.panel.toggle();
  }

  stop() {
    this.abort?.abort();
    this.study.engine.stop();
  }

  #table() {
    const sums = summary(this.study.tree);
    const worst = [...largestMistakes(this.study.tree)];
    const hasTimes = sums.red.times.length + sums.blue.times.length > 0;
    const head = ["side", "blunder", "mistake", "doubtful", "meanLoss", ...(hasTimes ? ["meanTime", "maxTime"] : [])];
    return [
      h(
        "table.study-summary",
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            head.map((key) => h("th", { scope: "col" }, t(`analyse.${key}`))),
          ),
        ),
        h(
          "tbody",
          {},
          ["red", "blue"].map((side) => this.#row(side, sums[side], hasTimes)),
        ),
      ),
      worst.length > 0 &&
        h(
          "div.study-worst",
          { "role": "group", "aria-label": t("analyse.worst"), "title": t("analyse.worst") },
          worst.map((node) => this.#mistake(node)),
          button(() => this.practise(), { "aria-label": t("analyse.practise") }, t("analyse.practiseShort")),
        ),
    ];
  }

  /** One of the largest: whose it was, and its number in the list of moves. */
  #mistake(node) {
    const { side } = this.study.tree.view(node.parent);
    const loss = t("analyse.percent", { n: Math.round(node.loss * 100) });
    return button(
      () => this.study.visit(node, false),
      { title: `${t("analyse.ply", { ply: node.ply })}, ${t(`side.${side}`)}: −${loss}` },
      mark(side),
      `${Math.ceil(node.ply / 2)}. ${signOf(node.loss).sign}`,
    );
  }

  #row(side, sum, hasTimes) {
    const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
    const cell = (nodes) =>
      h(
        "td",
        {},
        nodes.length === 0
          ? "0"
          : button(() => this.study.visit(nodes[0], false), { class: "bare" }, number(nodes.length)),
      );
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, mark(side), t(`analyse.${side}`)),
      cell(sum.blunder),
      cell(sum.mistake),
      cell(sum.doubtful),
      h("td", {}, sum.moves ? t("analyse.percent", { n: Math.round((sum.loss / sum.moves) * 100) }) : "–"),
      hasTimes &&
        [mean(sum.times), Math.max(...sum.times)].map((ms) => h("td", {}, sum.times.length ? duration(ms) : "–")),
    );
  }

  // ---- „Fehler üben": the position before a mistake, and a better move is looked for ----

  practise() {
    const { tree } = this.study;
    const large = largestMistakes(tree);
    const mistakes = tree.main.filter((node) => large.has(node));
    const after = this.practised ? mistakes.indexOf(this.practised) + 1 : 0;
    this.practised = mistakes[after] ?? null;
    if (!this.practised) return this.study.tell(t("analyse.practiseDone"));
    const before = tree.view(this.practised.parent);
    this.study.visit(this.practised.parent, false);
    const move = tree.move(this.practised);
    return this.study.tell(
      t("analyse.practiseFind", {
        side: t(`analyse.${before.side}`),
        sign: signOf(this.practised.loss).sign,
        words: move ? this.study.look.notation(move, before) : this.practised.words,
      }),
      { ms: 12000 },
    );
  }

  /** True: the move was an answer, and has been judged. */
  judge(from, node) {
    if (!this.practised || from !== this.practised.parent) return false;
    this.#judge(node);
    return true;
  }

  async #judge(node) {
    const { tree, engine } = this.study,
      asked = this.practised;
    const view = tree.view(node);
    node.opinion = verdictOf(view) ?? opinionOf(await engine.go(node.position, { nodes: NODES, lines: 1 }), view);
    const isRed = tree.view(asked.parent).side === "red";
    const gain = (node.opinion.win - asked.opinion.win) * (isRed ? 1 : -1);
    if (gain < 0.05) return this.study.tell(t("analyse.practiseBad"), { kind: "bad" });
    this.study.tell(t("analyse.practiseGood"), {
      kind: "good",
      action: { label: t("analyse.practise"), run: () => this.practise() },
    });
    this.study.moves.show(node);
    return this.study.visit(node);
  }
}
