// The programs of this computer: the list, adding one, trying one, its versions.
import { h, redraw, replace } from "../ui/dom.mjs";
import { icon } from "../ui/icons.mjs";
import { complain, faultBox } from "../ui/fault.mjs";
import { ownerHint } from "../ui/owner-hint.mjs";
import { toast } from "../ui/toast.mjs";
import { addTexts, number, say, sentence, t } from "../i18n.mjs";
import texts from "../i18n/bots.mjs";
import { keepUpToDate } from "../latest.mjs";
import { shownName } from "../names.mjs";
import { api, isOnline, server } from "../net.mjs";
import { navigate } from "../router.mjs";
import { GAMES, gameName } from "../games.mjs";
import { BotForm } from "../bots/form.mjs";
import { report, trialWord, verdict } from "../bots/report.mjs";
import { latestOf, lineOf } from "../bots/results.mjs";
import { cell, heads, versionsOf } from "../bots/versions.mjs";
import { isTelling } from "../testen/test-data.mjs";
import { useStyle } from "../style.mjs";

useStyle("bots");

addTexts(texts);

const testing = new Set(); // ids of bots whose test goes on, whatever page is shown meanwhile
const ARMED_MS = 4000;
const FRESH_MS = 10000;
const MATCH_GAMES = 100; // of two versions

function arm(button, isArmed, bot) {
  button.textContent = t(isArmed ? "bots.removeSure" : "bots.remove");
  button.setAttribute("aria-label", `${button.textContent}: ${bot.name}`);
  button.classList.toggle("armed", isArmed);
}

class Bots {
  constructor(element) {
    this.bots = [];
    this.tests = []; // mass tests, newest first
    this.opened = null; // {id, what: "versions" or "report", test}
    this.list = h("div.bot-list");
    this.formHost = h("div");
    this.list.append(h("p.loading", { role: "status" }, t("loading")));
    this.newest = h("div", { role: "status" }); // the bot that was just added
    this.addButton = h(
      "button.primary",
      { type: "button", onclick: () => this.openForm(null) },
      icon("plus"),
      t("bots.add"),
    );
    element.append(
      h("div.hero", h("div", h("h1", t("title.bots")), h("p", t("bots.sub"))), this.addButton),
      this.safety(),
      this.formHost,
      this.newest,
      this.list,
      h("p.note", t("bots.testNote")),
    );
  }

  /** What a program may do here. */
  safety() {
    if (server.hello?.cell) return h("p.note.bot-cell", icon("check"), " ", t("bots.cell"));
    return h(
      "div.card.bot-warning",
      { role: "note" },
      h("b", "⚠ ", t("bots.noCell")),
      h("p.note", t("bots.noCellHint")),
    );
  }

  /** Another tab may add one, and mass tests go on. */
  follow() {
    this.latest = keepUpToDate({
      everyMs: FRESH_MS,
      ask: () => Promise.all([api("GET", "/api/bots"), api("GET", "/api/tests")]),
      take: ([{ bots }, { tests }]) => {
        Object.assign(this, { bots, tests });
        const now = JSON.stringify([bots, tests, [...testing]]);
        if (now !== this.drawn) this.draw();
        this.drawn = now;
      },
      fail: (error) => !this.drawn && replace(this.list, h("div", { role: "alert" }, faultBox(error))),
    });
  }

  fetch() {
    return this.latest.refresh();
  }

  draw() {
    redraw(this.list, () =>
      replace(
        this.list,
        this.bots.length
          ? this.table()
          : h(
              "section.card.nothing",
              h("p", h("b", t("bots.none"))),
              h("p", t("bots.noneHint")),
              h("p", h("a", { href: "/neu?gegner=manuell" }, t("bots.byHand"))),
            ),
      ),
    );
  }

  table() {
    return h(
      "table.card.bot-table",
      heads(["name", "program", "version", "results", "actions"]),
      h(
        "tbody",
        this.bots.map((bot) => [this.row(bot), this.more(bot)]),
      ),
    );
  }

  row(bot) {
    const version = bot.versions.find((one) => one.number === bot.active);
    const language = bot.language && t(`bots.language.${bot.language}`);
    const folder = bot.folder && !version?.uploaded && t("bots.worksIn", { folder: bot.folder });
    return h(
      "tr",
      { dataset: { bot: bot.name } },
      h("th", { scope: "row" }, bot.name, h("small", bot.game ? gameName(bot.game) : t("bots.anyGame"))),
      cell("program", h("code", bot.command), language && h("small", language), folder && h("small", folder)),
      cell("version", h("span", bot.active || "–", version?.note ? ` · ${version.note}` : "")),
      cell("results", this.lastTest(bot), this.lastMatch(bot)),
      cell("actions", this.actions(bot)),
    );
  }

  lastTest(bot) {
    if (testing.has(bot.id))
      return h("span.pill.running", { role: "status" }, h("span.sr-only", `${bot.name} `), t("bots.testing"));
    if (!bot.test) return h("span.muted", t("bots.untested"));
    return [
      verdict(bot.test),
      h("small", trialWord(bot.test)),
      bot.test.why && h("small.bot-why", sentence(say(bot.test.why))),
    ];
  }

  /** How strong it is, as far as a mass test has shown it. */
  lastMatch(bot) {
    const found = latestOf(bot, this.tests);
    if (!found) return null;
    const { elo, against, test } = found;
    const name = against.version ? `${t("bots.version")} ${against.version}` : shownName(against.name);
    const worth = isTelling(elo)
      ? `Elo ${elo.value > 0 ? "+" : ""}${number(Math.round(elo.value))} ± ${number(Math.round((elo.high - elo.low) / 2))}`
      : t("bots.score", { won: found.wins, drawn: found.draws, lost: found.losses });
    return h("a", { href: `/test/${test.id}` }, h("small", t("bots.strength", { worth, name, n: test.games.played })));
  }

  actions(bot) {
    const button = (name, word, run, attributes = {}) =>
      h(
        "button",
        {
          "type": "button",
          "name": `${name}-${bot.id}`,
          "aria-label": `${word}: ${bot.name}`,
          "onclick": run,
          ...attributes,
        },
        word,
      );
    const isOpen = (what) => this.opened?.id === bot.id && this.opened.what === what;
    return h(
      "div.row.tight",
      !bot.game && this.gameChoice(bot),
      button("test", t("bots.test"), () => this.test(bot), {
        disabled: testing.has(bot.id),
        class: bot.test?.ok ? null : "primary",
      }),
      bot.test && button("report", t("bots.report"), () => this.showReport(bot), { "aria-expanded": isOpen("report") }),
      button("versions", `${t("bots.versions")} (${bot.versions.length})`, () => this.toggle(bot, "versions"), {
        "aria-expanded": isOpen("versions"),
      }),
      button("remove", t("bots.remove"), (event) => this.remove(bot, event.currentTarget)),
    );
  }

  gameChoice(bot) {
    return h(
      "select",
      { "name": `game-${bot.id}`, "aria-label": `${t("bots.testGame")}: ${bot.name}` },
      GAMES.map((game) => h("option", { value: game }, gameName(game))),
    );
  }

  more(bot) {
    if (this.opened?.id !== bot.id) return null;
    const inside =
      this.opened.what === "report"
        ? report(bot, this.opened.test, () => this.toggle(bot, "report"))
        : versionsOf(bot, this.tests, {
            add: () => this.openForm(bot),
            activate: (version) => this.activate(bot, version),
            match: (version) => this.match(bot, version),
          });
    return h("tr.bot-more", h("td", { colspan: 5 }, inside));
  }

  toggle(bot, what, test = null) {
    const isOpen = this.opened?.id === bot.id && this.opened.what === what;
    this.opened = isOpen && !test ? null : { id: bot.id, what, test };
    this.draw();
  }

  async showReport(bot) {
    if (this.opened?.id === bot.id && this.opened.what === "report") return this.toggle(bot, "report");
    try {
      this.toggle(bot, "report", await api("GET", `/api/bots/${bot.id}/test`));
    } catch (error) {
      complain(error, { bot: bot.name });
    }
    return null;
  }

  openForm(bot) {
    const form = new BotForm(bot, (made) => this.closeForm(made));
    replace(this.formHost, form.element);
    this.addButton.disabled = true;
    form.element.querySelector("button, input:checked").focus();
    form.element.scrollIntoView({ block: "nearest" });
  }

  async closeForm(made) {
    replace(this.formHost);
    this.addButton.disabled = false;
    if (!made) return this.addButton.focus();
    await this.fetch();
    this.welcome(made);
    return null;
  }

  /** What to do with a bot that was just added. */
  welcome(bot) {
    const test = () => {
      replace(this.newest);
      this.test(this.bots.find(({ id }) => id === bot.id) ?? bot);
    };
    const button = h("button.primary", { type: "button", onclick: test }, icon("play"), t("bots.testNow"));
    const where = new URLSearchParams({ bot: bot.id, ...(bot.game ? { spiel: bot.game } : {}) });
    replace(
      this.newest,
      h(
        "section.card.bot-newest",
        h("p", icon("check"), " ", t("bots.added", { name: bot.name })),
        h("div.row", button, h("a.button", { href: `/neu?${where}` }, t("bots.playNow"))),
      ),
    );
    button.focus();
  }

  gameOf(bot) {
    return bot.game || this.list.querySelector(`[name="game-${bot.id}"]`)?.value;
  }

  async test(bot) {
    const game = this.gameOf(bot);
    testing.add(bot.id);
    this.opened = null;
    this.draw();
    try {
      await api("POST", `/api/bots/${bot.id}/selftest`, { game });
    } catch (error) {
      if (error.code === "unreachable" || error.status === 404) complain(error, { bot: bot.name });
    }
    testing.delete(bot.id);
    if (page) await page.finishTest(bot.id);
  }

  async finishTest(id) {
    await this.fetch();
    const bot = this.bots.find((one) => one.id === id);
    if (!bot?.test) return;
    if (!bot.test.ok) await this.showReport(bot);
    this.list.querySelector(bot.test.ok ? `[name="test-${id}"]` : ".bot-report h2")?.focus();
  }

  async activate(bot, version) {
    try {
      await api("POST", `/api/bots/${bot.id}/active`, { version: version.number });
      toast(t("bots.activated", { name: bot.name, n: version.number }));
    } catch (error) {
      complain(error, { bot: bot.name });
    }
    await this.fetch();
  }

  /** The version that plays against an older one: a mass test, which tells best what the newer one is worth. */
  async match(bot, version) {
    const game = this.gameOf(bot);
    const name = t("bots.matchName", { name: bot.name, a: bot.active, b: version.number });
    try {
      const word = (n) => `${bot.name}, ${t("bots.version")} ${n}`;
      const { id } = await api("POST", "/api/tests", {
        name,
        game,
        a: { kind: "bot", bot: Number(bot.id), name: word(bot.active) },
        b: { kind: "command", command: lineOf(version), name: word(version.number) },
        games: MATCH_GAMES,
      });
      navigate(`/test/${id}`);
    } catch (error) {
      complain(error, { bot: bot.name, version: version.number });
    }
  }

  /** The first press asks, the second one does it. */
  async remove(bot, button) {
    if (!button.classList.contains("armed")) {
      arm(button, true, bot);
      setTimeout(() => arm(button, false, bot), ARMED_MS);
      return;
    }
    try {
      await api("DELETE", `/api/bots/${bot.id}`);
      toast(t("bots.removed", { name: bot.name }));
    } catch (error) {
      complain(error, { bot: bot.name });
    }
    await this.fetch();
    this.addButton.focus();
  }
}

let page = null; // the one shown

export function mount(element) {
  if (!isOnline() || !server.hello?.owner) {
    element.append(h("section.card.narrow", h("h1", t("title.bots")), h("p", t("bots.away")), ownerHint()));
    return null;
  }
  page = new Bots(element);
  page.follow();
  return () => {
    page.latest.end();
    page = null;
  };
}
