// A lesson on the page: the rule, a board to do it on, and what comes of each try.
import { button, h, isTyping, replace } from "../ui/dom.mjs";
import { icon } from "../ui/icons.mjs";
import { pick, t } from "../i18n.mjs";
import { familyOf, gameName } from "../games.mjs";
import { boardSpeed, openTryBoard } from "../play/try-board.mjs";
import { loadRules } from "../rules.mjs";
import { isSolved, markSolved } from "./progress.mjs";
import { prose } from "./prose.mjs";
import { Trainer } from "./trainer.mjs";

const REPLY_MS = 1100; // the other side answers when the own move has been seen

export class LessonPage {
  /** @param lessons all lessons of the game; `lesson` is one of them */
  constructor(game, lessons, lesson) {
    this.game = game;
    this.lessons = lessons;
    this.lesson = lesson;
    this.tips = 0;
    this.number = lessons.indexOf(lesson);
    this.next = lessons[this.number + 1] ?? null;
  }

  async open(element) {
    this.rules = await loadRules(this.game);
    this.trainer = new Trainer(this.rules, this.lesson);
    this.tryBoard = await openTryBoard(this.rules, { onMove: (words) => this.attempt(words) });
    this.tryBoard.board.hear("refused", ({ text }) => this.isOpen && this.say("bad", text));
    this.draw(element);
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
    this.restart();
  }

  /* ---- what is seen ---- */

  draw(element) {
    const { lesson } = this;
    this.feedback = h("div.lesson-feedback", { role: "status" });
    this.buttons = h("div.row.lesson-buttons");
    replace(
      element,
      this.trail(),
      h(
        "div",
        { class: `lesson play ${familyOf(this.game)}` },
        h("div.play-table", this.tryBoard.element),
        h(
          "div.play-side",
          h(
            "section.card.lesson-text",
            h("h1", pick(lesson.title)),
            lesson.text.map((paragraph) => h("p", prose(paragraph))),
          ),
          h("section.coach.lesson-task", icon("flag"), h("h2.sr-only", t("learn.task")), h("p", prose(lesson.task))),
          h("section.lesson-answer", h("h2.sr-only", t("learn.answer")), this.feedback, this.buttons),
          this.steps(),
        ),
      ),
    );
  }

  trail() {
    return h(
      "p.lesson-trail",
      h("a", { href: "/lernen" }, t("nav.learn")),
      " › ",
      h("a", { href: `/lernen/${this.game}` }, gameName(this.game)),
      " › ",
      h("span", t("learn.step", { n: this.number + 1, all: this.lessons.length })),
    );
  }

  /** Every lesson of the game as a dot. */
  steps() {
    const step = (lesson, i) =>
      h(
        "li",
        h(
          "a",
          {
            "href": `/lernen/${this.game}/${lesson.id}`,
            "title": pick(lesson.title),
            "class": isSolved(this.game, lesson.id) ? "solved" : null,
            "aria-current": lesson === this.lesson ? "step" : null,
          },
          h("span.sr-only", pick(lesson.title)),
          h("span", { "aria-hidden": "true" }, String(i + 1)),
          isSolved(this.game, lesson.id) && h("span.sr-only", t("learn.solved")),
        ),
      );
    this.dots = h("ol.lesson-steps", this.lessons.map(step));
    return h("nav", { "aria-label": t("learn.steps") }, this.dots);
  }

  /** kind: "good", "bad", "hint", or "" for nothing */
  say(kind, text = "") {
    this.feedback.className = `lesson-feedback ${kind}`;
    const picture = { good: "check", bad: "close", hint: "hint" }[kind];
    replace(this.feedback, text && h("p", icon(picture), h("span", text)));
  }

  offer(...buttons) {
    replace(this.buttons, buttons);
  }

  button(name, picture, run) {
    return button(run, { class: `lesson-${name}` }, icon(picture), t(`learn.${name}`));
  }

  onward(isSolvedNow) {
    const href = this.next ? `/lernen/${this.game}/${this.next.id}` : `/lernen/${this.game}`;
    return h(
      "a",
      { class: `button lesson-next${isSolvedNow ? " primary" : ""}`, href },
      t(this.next ? (isSolvedNow ? "learn.next" : "learn.skip") : "learn.finish"),
      icon("forward"),
    );
  }

  /* ---- what is done ---- */

  /** The position from which the rule is to be performed. */
  restart() {
    clearTimeout(this.answering);
    this.isOpen = true;
    this.tips = 0;
    this.say("");
    this.offer(
      this.button("hint", "hint", () => this.hint()),
      this.button("solution", "eye", () => this.solve()),
      this.onward(false),
    );
    this.show(this.trainer.start);
    this.tryBoard.input.reset?.();
  }

  show({ position, view, move = null }, animate = false) {
    this.tryBoard.show(position, view, { move, animate, side: this.isOpen ? view.side : null });
  }

  attempt(words) {
    const after = this.trainer.attempt(words);
    if (after.kind === "done") return this.finish(after);
    this.show(this.trainer.start);
    this.tryBoard.input.reset?.();
    if (after.kind === "refused") return this.tryBoard.board.complain(after.refusal);
    const [de, en] = this.lesson.other;
    return this.tryBoard.board.complain({ de, en, fields: [after.move.to].filter(Boolean) });
  }

  finish(after) {
    markSolved(this.game, this.lesson.id);
    this.dots.children[this.number].querySelector("*").classList.add("lesson-solved");
    this.settle(after, "good", pick(this.lesson.done));
    const next = this.onward(true);
    this.offer(
      next,
      this.button("again", "again", () => this.restart()),
    );
    next.focus();
  }

  /** Shows the move without counting it as done. */
  solve() {
    const after = this.trainer.attempt(this.lesson.solution);
    const how = this.tryBoard.look.spoken(after.move, this.trainer.start.view);
    this.tryBoard.input.cancel();
    this.settle(after, "hint", t("learn.shown", { move: how }));
    const again = this.button("try", "again", () => this.restart());
    this.offer(again, this.onward(false));
    again.focus();
  }

  /** A move is on the board; nothing is to be moved any more, but the other side may answer. */
  settle(after, kind, text) {
    this.isOpen = false;
    this.show(after, boardSpeed() > 0);
    this.say(kind, text);
    const reply = this.trainer.reply(after);
    if (!reply) return;
    this.answering = setTimeout(
      () => {
        this.show(reply, boardSpeed() > 0);
        this.say(kind, `${text} ${pick(this.lesson.reply.text)}`);
      },
      boardSpeed() > 0 ? REPLY_MS : 0,
    );
  }

  /** First in words, then on the board: the piece, and where it goes. */
  hint() {
    this.say("hint", pick(this.lesson.hint));
    if (this.tips > 0 && this.tips < 3) this.tryBoard.input.hint({ words: this.lesson.solution, step: this.tips });
    this.tips += 1;
  }

  key(event) {
    if (event.defaultPrevented || isTyping(event) || document.querySelector("dialog[open]")) return;
    if (this.isOpen && this.tryBoard.key(event)) event.preventDefault();
    else if (this.isOpen && event.key.toLowerCase() === "t" && !event.ctrlKey && !event.metaKey && !event.altKey)
      this.hint();
  }

  close() {
    clearTimeout(this.answering);
    document.removeEventListener("keydown", this.onKey);
    this.tryBoard.input.close();
    this.tryBoard.close();
  }
}
