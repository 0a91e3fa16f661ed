// One test while it runs and afterwards. Parts are drawn again only when what they show has changed, so that nothing
// moves under a hand or a screen reader.
import { h, redraw, replace } from "../ui/dom.mjs";
import { icon } from "../ui/icons.mjs";
import { pairsPlot, scoreBar, scorePlot, sprtBar, timesPlot } from "../ui/plots.mjs";
import { complain, faultBox, faultFoot } from "../ui/fault.mjs";
import { LiveStrip } from "../ui/live-strip.mjs";
import { copyText } from "../ui/toast.mjs";
import { duration, number, say, sentence, t } from "../i18n.mjs";
import { gameName } from "../games.mjs";
import { mayPass } from "../latest.mjs";
import { api, download } from "../net.mjs";
import { navigate } from "../router.mjs";
import { Failures } from "./failures.mjs";
import { GameList } from "./games.mjs";
import { gauntletTable } from "./gauntlet.mjs";
import { Preview } from "./game-details.mjs";
import { Title } from "./rename-title.mjs";
import {
  causeWord,
  eloWord,
  isGoing,
  isTelling,
  known,
  longTime,
  losWord,
  namesOf,
  percentWord,
  titleOf,
  watchTest,
} from "./test-data.mjs";

const EXPORTS = ["summary.csv", "games.jsonl", "replays.zip"];

/** A part of the page and what it last showed. */
class Part {
  constructor(element, draw) {
    this.element = element;
    this.draw = draw;
    this.shown = null;
  }

  show(data) {
    const now = JSON.stringify(data);
    if (now === this.shown) return;
    this.shown = now;
    redraw(this.element, () => replace(this.element, this.draw(data)));
  }
}

/** note: what the figure means, shown when pointed at; "Was heißt das?" says the same by a click */
const fact = (name, value, note = null) =>
  h("div", { title: note, class: note ? "test-noted" : null }, h("dt", name), h("dd", value));
const failedOf = (test) =>
  test.causes.filter(({ cause }) => cause !== "regular").reduce((sum, { count }) => sum + count, 0);

export class Dashboard {
  constructor(element, id) {
    this.id = id;
    this.test = null;
    this.filter = null;
    this.hasChosen = false;
    const part = (tag, attributes, draw) => new Part(h(tag, attributes), draw);
    this.title = new Title(() => this.watch.refresh());
    this.head = part("div", { class: "test-head" }, () => this.drawHead());
    this.actions = part("div", { class: "row test-actions" }, () => this.drawActions());
    this.verdict = part("section", { "class": "card test-verdict", "aria-label": t("test.verdict") }, () =>
      this.drawVerdict(),
    );
    this.gauntlet = part("section", { class: "card gauntlet-card" }, () =>
      gauntletTable(this.test, (what, body) => this.post(what, body)),
    );
    this.warning = part("div", { class: "test-cores" }, () => this.drawWarning());
    this.failures = new Failures();
    this.live = new LiveStrip(id);
    this.figures = part("dl", { class: "numbers" }, () => this.drawFigures());
    this.causes = part("section", { class: "card" }, () => this.drawCauses());
    this.score = part("section", { class: "card" }, () => scorePlot(this.test.plots.score));
    this.pairs = part("section", { class: "card" }, () => pairsPlot(this.test.pairs));
    this.times = part("section", { class: "card wide" }, () => this.drawTimes());
    this.tabs = part("div", { "class": "row game-tabs", "role": "group", "aria-label": t("test.filter") }, () =>
      this.drawTabs(),
    );
    this.ends = part("section", { class: "card stack wide" }, () => this.drawEnds());
    this.preview = new Preview();
    this.gamesHost = h("section.card.test-games", h("h2", t("test.gamesTitle")), this.tabs.element);
    this.host = element;
    this.waiting = h("p.loading", { role: "status" }, t("loading"));
    element.append(this.waiting);
    this.follow();
  }

  follow() {
    this.watch = watchTest(
      this.id,
      (test) => this.show(test),
      (error) => this.fail(error),
    );
  }

  close() {
    this.watch.end();
    this.failures.close();
    this.live.close();
    this.list?.close();
  }

  /** Before anything was shown it is the page that fails; afterwards the banner of the shell tells. */
  fail(error) {
    if (this.test) return;
    replace(
      this.host,
      h(
        "section.card.narrow",
        h("h1", t("test.title")),
        h("div", { role: "alert" }, faultBox(error, { test: this.id })),
        h(
          "div.row",
          h("button", { type: "button", onclick: () => this.watch.refresh() }, icon("again"), t("test.again")),
          h("a.button", { href: "/test" }, t("test.all")),
        ),
      ),
    );
  }

  build() {
    this.list = new GameList(this.id, namesOf(this.test), (row) =>
      this.preview.show(this.test, row).catch((error) => complain(error, { test: this.id, game: row.game })),
    );
    this.gamesHost.append(h("div.games-desk", this.list.element, this.preview.element));
    this.gauntlet.element.hidden = !this.test.gauntlet;
    replace(
      this.host,
      h("p.crumb", h("a", { href: "/test" }, t("test.all"))),
      this.title.element,
      this.head.element,
      this.actions.element,
      this.warning.element,
      this.gauntlet.element,
      this.verdict.element,
      this.failures.element,
      this.live.element,
      this.figures.element,
      h(
        "details.explain",
        h("summary", t("test.explain")),
        ["eloNote", "neloNote", "losNote", "sprtNote"].map((name) => h("p", t(`test.${name}`))),
      ),
      h("div.test-grid", this.causes.element, this.pairs.element, this.score.element, this.times.element),
      this.gamesHost,
      this.ends.element,
    );
  }

  show(test) {
    const isFirst = !this.test;
    this.test = test;
    if (isFirst) this.build();
    document.title = `${titleOf(test)} – Kielwasser`;
    const { plots, causes, games, state } = test;
    this.title.show(test);
    this.head.show([state, games, test.why, Math.round(test.leftMs / 5000), Math.round(test.elapsedMs / 1000)]);
    this.actions.show([state]);
    this.warning.show([test.warning, state]);
    if (test.gauntlet) this.gauntlet.show(test.gauntlet);
    this.failures.show(test, failedOf(test)).catch((error) => mayPass(error) || complain(error, { test: this.id }));
    this.live.show(isGoing(test));
    this.verdict.show([test.score, test.sprt, test.verdict]);
    this.figures.show([
      test.games.played > 0,
      test.elo,
      test.nelo,
      test.los,
      test.asRed,
      test.asBlue,
      test.scores,
      test.rounds,
    ]);
    this.causes.show(causes);
    this.pairs.show(test.pairs);
    this.score.show(plots.score);
    this.times.show([plots.times, test.times]);
    const wanted = this.hasChosen ? this.filter : failedOf(test) ? "failed" : "all";
    const isOther = wanted !== this.filter;
    this.filter = wanted;
    this.tabs.show([this.filter, causes, test.score]);
    this.ends.show([test.command, state]);
    this.list.element.classList.toggle("has-lag", lagOf(test) > 0);
    if (isOther) this.list.show(this.query(), this.totalOf(this.filter));
    else if (games.played !== this.played) this.list.grow(this.totalOf(this.filter));
    this.played = games.played;
  }

  // ---- parts ----

  drawHead() {
    const { test } = this;
    const { played, planned } = test.games;
    const facts = [
      gameName(test.game),
      t("test.played", { played, planned: planned ? number(planned) : "∞", n: Math.floor(played / 2) }),
      t("test.parallel", { n: test.concurrency }),
      test.startedMs && longTime(test.elapsedMs ?? 0),
      isGoing(test) && test.leftMs ? t("test.left", { time: longTime(test.leftMs) }) : null,
    ].filter(Boolean);
    return [
      h(
        "p.test-facts",
        h("span", { class: `pill ${test.state}` }, t(`test.state.${test.state}`)),
        " ",
        facts.join(" · "),
      ),
      planned ? h("progress", { "max": planned, "value": played, "aria-label": t("test.progress") }) : null,
      test.why &&
        h(
          "div.fault-box",
          { role: "alert" },
          h("p.fault", test.state === "broken" ? t("test.broken", { why: say(test.why) }) : sentence(say(test.why))),
          faultFoot(test.why, { test: test.id, command: test.command }),
        ),
    ];
  }

  drawActions() {
    const { test } = this;
    const button = (picture, word, run, more = {}) =>
      h("button", { type: "button", id: `do-${word}`, onclick: run, ...more }, icon(picture), t(`test.do.${word}`));
    const isFinal = test.state === "complete" || test.state === "decided";
    const isWaiting = test.state === "waiting";
    return [
      test.state === "running" && button("stop", "after", () => this.post("stop", { when: "after" })),
      isGoing(test) && button("close", "now", () => this.post("stop", { when: "now" })),
      isWaiting && button("stop", "notYet", () => this.post("stop", { when: "now" })),
      !isGoing(test) &&
        !isWaiting &&
        button("play", isFinal ? "more" : "resume", () => this.resume(isFinal), { class: "primary" }),
      h("a.button", { href: `/test?klon=${test.id}` }, icon("copy"), t("test.do.clone")),
      h("a.button", { href: `/test?vergleich=${test.id}` }, icon("layers"), t("test.do.compare")),
      !isGoing(test) && !isWaiting && button("close", "delete", (event) => this.remove(event.currentTarget)),
    ];
  }

  /** More games at a time than cores: the times that were measured are not honest. */
  drawWarning() {
    const { warning, cores, state } = this.test;
    const canResume = ["stopped", "broken", "failed"].includes(state);
    return (
      warning && [
        h("p", { role: "status" }, sentence(say(warning))),
        canResume &&
          h(
            "button",
            { type: "button", id: "fit-cores", onclick: () => this.post("resume", { concurrency: cores }) },
            t("test.coresResume", { n: cores }),
          ),
      ]
    );
  }

  drawVerdict() {
    const { test } = this;
    return [
      scoreBar(test.score, namesOf(test)),
      test.sprt && sprtBar(test.sprt),
      h("p.test-plain", { "aria-live": "polite" }, say(test.verdict)),
    ];
  }

  drawFigures() {
    const { test } = this;
    const isKnown = test.games.played > 0;
    const pair = (a, b) => (isKnown ? `${known(a, 1)} : ${known(b, 1)}` : "—");
    const isSure = isKnown && !(test.elo && !isTelling(test.elo));
    return [
      fact(t("test.elo"), eloWord(test.elo), t("test.eloNote")),
      fact("nElo", eloWord(test.nelo), t("test.neloNote")),
      fact("LOS", losWord(isSure ? test.los : null), t("test.losNote")),
      fact(t("test.asRed"), percentWord(test.asRed)),
      fact(t("test.asBlue"), percentWord(test.asBlue)),
      test.scores.map(({ name, a, b }) => fact(`∅ ${t(`part.${name}`)}`, pair(a, b))),
      fact(t("test.rounds"), known(isKnown ? test.rounds : null, 1)),
    ];
  }

  drawCauses() {
    const names = namesOf(this.test);
    const button = (one) =>
      h(
        "button",
        {
          type: "button",
          id: `cause-${one.cause}-${one.by ?? ""}`,
          class: one.cause === "regular" ? null : "causes-failed",
          onclick: () => this.choose(filterOf(one)),
        },
        one.cause !== "regular" && h("span", { "aria-hidden": "true" }, "⚠"),
        causeWord(one, names),
        h("b", number(one.count)),
      );
    return [
      h("h2", t("test.causes")),
      this.test.causes.length === 0
        ? h("p.note", t("plot.early"))
        : h(
            "ul.causes",
            this.test.causes.map((one) => h("li", button(one))),
          ),
    ];
  }

  drawTimes() {
    const { test } = this;
    const names = namesOf(test);
    const columns = ["p50", "p95", "p99", "max"];
    const cell = (name, who) =>
      h(
        "td",
        { class: isLate(test, name, who) ? "fault" : null },
        duration(test.times[who][name]),
        isLate(test, name, who) && " ⚠",
      );
    const lag = (who) =>
      h(
        "td",
        test.times[who].lags
          ? [duration(test.times[who].lag), " ", h("small", t("test.lags", { n: test.times[who].lags }))]
          : "—",
      );
    const line = (who) =>
      h(
        "tr",
        h("th", { scope: "row" }, names[who]),
        columns.map((name) => cell(name, who)),
        lag(who),
      );
    const head = (name, note = null) => h("th", { scope: "col", title: note }, t(`test.time.${name}`));
    return [
      timesPlot(test.plots.times, { names, facts: test.times, limitMs: test.limitMs }),
      h(
        "table.test-times",
        h(
          "thead",
          h(
            "tr",
            h("th", { scope: "col" }, t("test.moveTime")),
            columns.map((name) => head(name)),
            head("lag", t("test.lagNote")),
          ),
        ),
        h("tbody", line("a"), line("b")),
      ),
      lagOf(test) > 0 && h("p.note", t("test.lag", { time: duration(lagOf(test)) }), ". ", t("test.lagNote")),
    ];
  }

  drawTabs() {
    const tab = (name) =>
      h(
        "button",
        {
          "type": "button",
          "id": `tab-${name}`,
          "aria-pressed": this.filter === name,
          "onclick": () => this.choose(name),
        },
        t(`test.show.${name}`),
        " ",
        name === "short" ? null : h("b", number(this.totalOf(name))),
      );
    const [cause, by] = this.filter.split("/");
    return [
      ["failed", "all", "lost", "won", "short"].map(tab),
      by !== undefined &&
        h(
          "button",
          { "type": "button", "id": "tab-cause", "aria-pressed": true },
          causeWord({ cause, by: by || null }, namesOf(this.test)),
        ),
    ];
  }

  drawEnds() {
    const { test } = this;
    const fetchFile = (name) =>
      download(`/api/tests/${test.id}/${name}`, `test-${test.id}-${name}`).catch((error) =>
        complain(error, { test: test.id, file: name }),
      );
    const saved = test.wants.save ?? "failed";
    const word = (name) =>
      t(`test.export.${name}`) + (name === "replays.zip" && saved !== "all" ? `: ${t(`test.save.${saved}`)}` : "");
    return [
      h("h2", t("test.files")),
      h(
        "div.row",
        EXPORTS.filter((name) => name !== "replays.zip" || saved !== "none").map((name) =>
          h("button", { type: "button", onclick: () => fetchFile(name) }, icon("save"), word(name)),
        ),
      ),
      test.command && [
        h("h3", t("test.cli")),
        h(
          "div.cli",
          h("pre", { tabindex: "0" }, test.command),
          h("button", { type: "button", onclick: () => copyText(test.command) }, icon("copy"), t("copy")),
        ),
      ],
    ];
  }

  // ---- which games ----

  totalOf(filter) {
    const { score, causes } = this.test;
    const all = score.wins + score.draws + score.losses;
    const [cause, by] = filter.split("/");
    if (by !== undefined) return causes.find((one) => one.cause === cause && (one.by ?? "") === by)?.count ?? 0;
    return { all, short: all, failed: failedOf(this.test), lost: score.losses, won: score.wins }[filter];
  }

  query() {
    const [cause, by] = this.filter.split("/");
    return by === undefined ? `show=${this.filter}` : `show=all&cause=${cause}&by=${by}`;
  }

  choose(filter) {
    this.hasChosen = true;
    this.filter = filter;
    this.tabs.show([filter, this.test.causes, this.test.score]);
    this.list.show(this.query(), this.totalOf(filter));
    this.gamesHost.scrollIntoView({ block: "nearest" });
  }

  // ---- what can be done ----

  async post(what, body) {
    try {
      await api("POST", `/api/tests/${this.id}/${what}`, body);
      this.watch.refresh();
    } catch (error) {
      complain(error, { test: this.id, what, ...body });
    }
  }

  /** A test that is over goes on with as many games again. */
  resume(isFinal) {
    const { planned, played } = this.test.games;
    return this.post("resume", isFinal ? { games: 2 * (planned || played) } : {});
  }

  /** Asks once more, on the same button. */
  async remove(button) {
    if (!button.classList.contains("armed")) {
      button.classList.add("armed");
      button.lastChild.textContent = t("test.do.reallyDelete");
      return;
    }
    await this.watch.end(); // a question on its way would find no test
    try {
      await api("DELETE", `/api/tests/${this.id}`);
      navigate("/test");
    } catch (error) {
      complain(error, { test: this.id });
      this.follow();
    }
  }
}

const filterOf = ({ cause, by }) => `${cause}/${by ?? ""}`;
const isLate = ({ limitMs, wants, times }, name, who) =>
  limitMs && wants[who].kind !== "builtin" && times[who][name] > limitMs;
const lagOf = ({ times }) => Math.max(times.a.lag, times.b.lag);
