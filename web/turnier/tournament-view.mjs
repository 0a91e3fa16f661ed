// One tournament: how it stands, live; what one can do with it.
import { h, redraw, replace } from "../ui/dom.mjs";
import { icon, iconButton } from "../ui/icons.mjs";
import { sureButton } from "../ui/actions.mjs";
import { copyText, toast } from "../ui/toast.mjs";
import { complain, faultBox } from "../ui/fault.mjs";
import { LiveStrip } from "../ui/live-strip.mjs";
import { errorText, number, t } from "../i18n.mjs";
import { gameName } from "../games.mjs";
import { api, download, server } from "../net.mjs";
import { navigate } from "../router.mjs";
import { loadRules } from "../rules.mjs";
import { thumbnail } from "../board/board.mjs";
import { bracket } from "./bracket.mjs";
import {
  address,
  dayName,
  daysOf,
  follow,
  gameAddress,
  gameLink,
  gamesOf,
  isRunning,
  meetingsOf,
  redOf,
  winnerOf,
  winnersOf,
} from "./data.mjs";
import { crossTable, currentDay, lastGames, matchDays, openGames, overall, standings } from "./tables.mjs";

const FORMATS = ["html", "csv", "json", "txt"];
const LATEST = 4;

/** One of several panels; arrow keys go along the tabs. */
function tabs(name, label, items, chosen, choose) {
  const go = (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    choose((chosen + by + items.length) % items.length);
  };
  return h(
    "div.cup-tabs",
    { "role": "tablist", "aria-label": label, "onkeydown": go },
    items.map((item, i) =>
      h(
        "button",
        {
          "type": "button",
          "role": "tab",
          "id": `${name}-${i}`,
          "aria-selected": i === chosen,
          "tabindex": i === chosen ? "0" : "-1",
          "aria-controls": `${name}-panel`,
          "onclick": () => choose(i),
        },
        item,
      ),
    ),
  );
}

class Cup {
  constructor(element, id, query) {
    this.id = id;
    this.chosen = {
      stage: query.has("phase") ? Number(query.get("phase")) : null,
      group: Number(query.get("gruppe") ?? 1) - 1,
      day: null,
    };
    this.pictures = new Map();
    this.head = h("div.cup-head");
    this.live = new LiveStrip(id);
    this.body = h("div.cup-body", h("p.loading", { role: "status" }, t("loading")));
    this.foot = h("div.cup-foot");
    element.append(this.head, this.live.element, this.body, this.foot);
    this.follow();
  }

  follow() {
    this.cups = follow(
      address(this.id),
      (data) => String(data.id) === this.id,
      (cup) => this.hear(cup),
      (error) => this.fail(error),
    );
  }

  fail(error) {
    if (this.cup) return;
    replace(
      this.body,
      h(
        "section.card.narrow",
        h("h1", error.status === 404 ? t("cup.notFound") : errorText(error)),
        h("a.button", { href: "/turnier" }, t("cup.title")),
      ),
    );
  }

  hear(cup) {
    const now = JSON.stringify(cup);
    if (now === this.drawn) return;
    this.drawn = now;
    this.cup = cup;
    redraw(this.head, () => this.drawHead());
    this.live.show(isRunning(cup));
    this.drawBody();
    if (this.footOf !== cup.command + cup.file) redraw(this.foot, () => this.drawFoot());
  }

  // ---- what it is and what one can do ----

  drawHead() {
    const { cup } = this;
    const { tournament } = cup;
    const played = tournament?.played ?? cup.played ?? 0,
      planned = tournament?.planned ?? cup.planned ?? 0;
    const game = tournament?.game ?? cup.game;
    replace(
      this.head,
      h(
        "div.hero",
        h(
          "div",
          h("h1", cup.name),
          h(
            "p.row",
            { role: "status" },
            h("span", { class: `pill ${cup.state}` }, t(`cup.state.${cup.state}`)),
            game && h("span", gameName(game)),
            planned > 0 &&
              h("span", tournament?.over ? t("cup.played", { n: played }) : t("cup.progress", { played, planned })),
          ),
        ),
        h("div.row", this.actions()),
      ),
      planned > 0 &&
        !tournament?.over &&
        h("progress", { "max": planned, "value": played, "aria-label": t("cup.progress", { played, planned }) }),
      cup.why && faultBox(cup.why, { tournament: cup.name, command: cup.command }),
      tournament?.over && h("p.cup-winner", icon("cup"), t("cup.winner", { name: winnersOf(tournament) })),
    );
  }

  actions() {
    const { cup } = this;
    const button = (id, picture, label, run, more = {}) =>
      h("button", { type: "button", id, onclick: run, ...more }, icon(picture), label);
    const isOwner = Boolean(server.hello?.owner);
    const canResume = ["stopped", "broken", "failed"].includes(cup.state);
    return [
      cup.tournament &&
        gamesOf(cup.tournament).length > 0 &&
        h("a.button", { id: "cup-show", href: `/turnier/${this.id}?vorfuehren` }, icon("full"), t("cup.show")),
      isOwner &&
        cup.state === "running" &&
        button("cup-stop", "stop", t("cup.stop"), () => this.post("stop", { when: "after" }), {
          title: t("cup.stopTip"),
        }),
      isOwner &&
        cup.state === "stopping" &&
        button("cup-stop-now", "stop", t("cup.stopNow"), () => this.post("stop", { when: "now" })),
      isOwner &&
        canResume &&
        button("cup-resume", "play", t("cup.resume"), () => this.post("resume", {}), { class: "primary" }),
      isOwner && h("a.button", { href: `/turnier/neu?kopie=${this.id}` }, icon("copy"), t("cup.clone")),
      isOwner && !isRunning(cup) && sureButton("close", t("cup.delete"), t("cup.deleteSure"), () => this.remove()),
    ];
  }

  async post(what, body) {
    try {
      await api("POST", address(this.id, `/${what}`), body);
      this.cups.refresh();
    } catch (error) {
      complain(error, { tournament: this.id });
    }
  }

  async remove() {
    await this.cups.end(); // a question on its way would find no tournament
    try {
      await api("DELETE", address(this.id));
      toast(t("cup.deleted"));
      navigate("/turnier");
    } catch (error) {
      complain(error, { tournament: this.id });
      this.follow();
    }
  }

  async save(format) {
    try {
      await download(address(this.id, `/tournament.${format}`), `turnier-${this.id}.${format}`);
    } catch (error) {
      complain(error, { tournament: this.id });
    }
  }

  drawFoot() {
    const { cup } = this;
    this.footOf = cup.command + cup.file;
    replace(
      this.foot,
      h(
        "section.row.cup-exports",
        h("b", t("cup.export")),
        FORMATS.map((format) =>
          h(
            "button",
            { type: "button", id: `cup-${format}`, onclick: () => this.save(format) },
            icon("save"),
            format.toUpperCase(),
          ),
        ),
      ),
      (cup.command || cup.file) &&
        h(
          "details.card",
          h("summary", t("cup.details")),
          cup.command && [
            h("h3", t("cup.command")),
            h(
              "p.cup-command",
              h("code", cup.command),
              iconButton("copy", `${t("copy")}: ${t("cup.command")}`, () => copyText(cup.command)),
            ),
          ],
          cup.file && [h("h3", t("cup.file")), h("pre", { "tabindex": "0", "aria-label": t("cup.file") }, cup.file)],
        ),
    );
  }

  // ---- how it stands ----

  /** The overall table is the last tab; the stage being played is the one to see first. */
  get stage() {
    const { stages, over } = this.cup.tournament;
    const { stage } = this.chosen;
    if (stage !== null && stage >= 0 && stage <= stages.length) return stage === 0 ? stages.length : stage - 1;
    return over && stages.length > 1 ? stages.length : stages.length - 1;
  }

  choose(what) {
    Object.assign(this.chosen, what);
    const query = new URLSearchParams();
    if (this.chosen.stage !== null) query.set("phase", String(this.chosen.stage));
    if (this.chosen.group > 0) query.set("gruppe", String(this.chosen.group + 1));
    history.replaceState(history.state, "", `/turnier/${this.id}${query.size ? `?${query}` : ""}`);
    this.drawBody();
  }

  drawBody() {
    const boxes = Object.fromEntries(
      [...this.body.querySelectorAll("[data-box]")].map((box) => [box.dataset.box, box.scrollLeft]),
    );
    redraw(this.body, () => replace(this.body, this.cup.tournament ? this.tables() : this.nothing()));
    for (const box of this.body.querySelectorAll("[data-box]")) box.scrollLeft = boxes[box.dataset.box] ?? 0;
  }

  nothing() {
    return h("section.card.nothing", h("p", t(isRunning(this.cup) ? "cup.waiting" : "cup.notBegun")));
  }

  tables() {
    const { tournament } = this.cup;
    const { stages } = tournament;
    const at = this.stage;
    const pick = (i) => {
      this.choose({ stage: i === stages.length ? 0 : i + 1, group: 0, day: null });
      this.body.querySelector(`#stage-${i}`)?.focus();
    };
    return [
      tabs("stage", t("cup.stages"), [...stages.map((stage) => stage.name), t("cup.overall")], at, pick),
      h(
        "div.stage-panel",
        { "role": "tabpanel", "id": "stage-panel", "aria-labelledby": `stage-${at}` },
        at === stages.length ? this.endResult() : this.stageParts(stages[at], at),
      ),
      this.latest(),
    ];
  }

  endResult() {
    return h("section.card", h("h2", t("cup.overall")), overall(this.cup.tournament));
  }

  stageParts(stage, at) {
    const { groups } = stage;
    const chosen = Math.min(Math.max(this.chosen.group, 0), groups.length - 1);
    const pick = (group) => {
      this.choose({ group, day: null });
      this.body.querySelector(`#group-${group}`)?.focus();
    };
    const parts = this.groupParts(stage, at, chosen);
    if (groups.length < 2) return parts;
    return [
      tabs(
        "group",
        t("cup.groups"),
        groups.map((_, i) => t("cup.group", { n: i + 1 })),
        chosen,
        pick,
      ),
      h("div.stage-panel", { "role": "tabpanel", "id": "group-panel", "aria-labelledby": `group-${chosen}` }, parts),
    ];
  }

  groupParts(stage, at, groupNumber) {
    const { tournament } = this.cup;
    const group = stage.groups[groupNumber];
    const days = daysOf(tournament, at, groupNumber);
    const isTree = stage.kind === "final-eight";
    const open = (meeting) => this.open([meeting.first, meeting.second], (one) => one === meeting);
    const isHere = (day) => day.stageNumber === at + 1;
    const between = (team, other) =>
      this.open(
        [team, other],
        ({ first, second }, day) =>
          isHere(day) && ((first === team && second === other) || (first === other && second === team)),
      );
    const shown = Math.min(this.chosen.day ?? currentDay(days), days.length - 1);
    return [
      isTree && h("section.card", h("h2", t("cup.tree")), bracket(days, stage.rounds, open)),
      h("section.card", h("h2", t("cup.table")), standings(tournament, group, days)),
      h("section.card", h("h2", t("cup.cross")), crossTable(group, between)),
      !isTree &&
        days.length > 0 &&
        h(
          "section.card",
          h("h2", t("cup.days")),
          matchDays(days, shown, { choose: (day) => this.choose({ day }), open }),
        ),
    ];
  }

  open([first, second], isWanted) {
    const meetings = meetingsOf(this.cup.tournament).filter(({ day, meeting }) => isWanted(meeting, day));
    openGames(
      this.id,
      t("cup.gamesOf", { first, second }),
      meetings.map((one) => ({ ...one, name: dayName(this.cup.tournament, one.day) })),
    );
  }

  // ---- the games played last, as small boards ----

  latest() {
    const games = lastGames(this.cup.tournament, LATEST);
    return (
      games.length > 0 &&
      h(
        "section",
        h("h2", t("cup.latest")),
        h(
          "ul.live-grid",
          games.map((game) => this.card(game)),
        ),
      )
    );
  }

  card({ day, meeting, number: n }) {
    const link = gameLink(this.id, meeting, n);
    const winner = winnerOf(meeting, n);
    const red = redOf(meeting, n),
      blue = red === meeting.first ? meeting.second : meeting.first;
    const line = (name) => h("p", h(winner === name ? "b" : "span", name));
    return h(
      "li.card.live-card",
      h(
        "a",
        { href: link, id: `latest-${meeting.file}-${n}` },
        this.picture(link, meeting, n),
        h(
          "div.card-about",
          h(
            "div.card-line",
            h("span", `${day.stage}, ${dayName(this.cup.tournament, day)}`),
            h("span", t("cup.game", { n: number(n) })),
          ),
          line(red),
          line(blue),
        ),
      ),
    );
  }

  /** Drawn once; it moves along when the list does. */
  picture(link, meeting, n) {
    if (!this.pictures.has(link)) {
      const host = h("div", { "class": `demo ${this.cup.tournament.game}`, "aria-hidden": "true" });
      this.pictures.set(link, host);
      api("GET", gameAddress(this.id, meeting, n))
        .then(async (state) => {
          const rules = await loadRules(state.game);
          replace(host, thumbnail(rules.view(state.plies.at(-1)?.position ?? state.start), { size: 220 }));
        })
        .catch(() => this.pictures.delete(link)); // the next drawing asks again
    }
    return this.pictures.get(link);
  }

  leave() {
    this.cups.end();
    this.live.close();
  }
}

export function showCup(element, id, query) {
  const cup = new Cup(element, id, query);
  return () => cup.leave();
}
