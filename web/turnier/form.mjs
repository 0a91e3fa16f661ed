// A new tournament: a form, or the text of its file. Whatever was chosen, the text is what is sent.
import { button, h, redraw, replace, segments } from "../ui/dom.mjs";
import { icon, iconButton } from "../ui/icons.mjs";
import { Form, dropTarget, filePicker, option, select, tick } from "../ui/form.mjs";
import { programOptions } from "../ui/seat-form.mjs";
import { faultBox } from "../ui/fault.mjs";
import { gameFields } from "../ui/seasons.mjs";
import { errorText, lang, t } from "../i18n.mjs";
import { api, server } from "../net.mjs";
import { navigate } from "../router.mjs";
import { FAMILIES, seasonOf } from "../games.mjs";
import { read, write } from "../storage.mjs";
import { LIST } from "./data.mjs";
import { KINDS, NUMBERS, defaultOf, parse, print } from "./definition-text.mjs";

const STORE = "kielwasser.tournament";
const FILES = ".ini,.txt,.cfg,.conf,text/plain";
const OWN = "\n"; // no bot is called like this: a command line is typed
const PRESETS = {
  league: () => [stageOf("league")],
  final: () => [stageOf("final-eight")],
  swiss: () => [stageOf("swiss")],
  season: () => [
    { ...stageOf("league"), name: t("cupform.name.groups"), groups: 2, advance: 2 },
    stageOf("final-eight"),
  ],
};

/** The same course, whatever its stages are called. */
const isSame = (stages, others) => {
  const course = (list) => JSON.stringify(list.map(({ kind, groups = 1, advance = 0 }) => [kind, groups, advance]));
  return course(stages) === course(others);
};

const stageOf = (kind) => ({ name: t(`cupform.name.${kind}`), kind });

const fresh = (players) => ({
  name: t("cupform.defaultName"),
  game: seasonOf(FAMILIES[0]),
  seed: 1,
  time: 2000,
  admission: true,
  stages: PRESETS.league(),
  teams: players.toReversed().map((player) => ({ name: t(`player.${player}`), bot: player })),
});

export class CupForm extends Form {
  /** `source`: the text of the tournament that is cloned, or null. */
  constructor(element, source) {
    super("form.new-form.cup-form", "cup", [icon("play"), t("cupform.start")]);
    this.players = server.hello?.players ?? [];
    // What was typed last survives a reload and another language.
    const { how = "form", text = "", concurrency = "" } = read(STORE, sessionStorage) ?? {};
    this.how = how;
    this.text = text;
    this.concurrency = concurrency;
    if (source !== null) this.take(source);
    else if (how === "form" && text) this.take(text);
    else if (how === "form") this.form = fresh(this.players);
    this.body = h("div.stack.cup-form-body");
    replace(
      this.element,
      h("h1", t("cup.new")),
      h("fieldset", h("legend", t("cupform.how")), (this.switch = h("div"))),
      this.body,
      this.submitRow,
    );
    element.append(this.element);
    this.draw();
    this.fetchBots();
  }

  showBots() {
    if (this.bots.length && this.how === "form") this.redraw();
  }

  /** Text from elsewhere: into the form if the form understands it. */
  take(text) {
    this.text = text;
    try {
      this.form = parse(text);
      this.how = "form";
    } catch {
      this.how = "file";
    }
  }

  get wanted() {
    return this.how === "form" ? print(this.form) : this.text;
  }

  save() {
    this.problem.textContent = "";
    write(STORE, { how: this.how, text: this.wanted, concurrency: this.concurrency }, sessionStorage);
  }

  choose(how) {
    try {
      if (how === "form") this.form = parse(this.text);
      else this.text = print(this.form);
      this.how = how;
      this.problem.textContent = "";
    } catch (error) {
      this.problem.textContent = t("cupform.notForm", { line: error.line });
    }
    this.draw();
    this.switch.querySelector("input:checked").focus();
    if (this.how === how) this.save();
  }

  redraw() {
    redraw(this.body, () => this.draw());
  }

  draw() {
    replace(
      this.switch,
      segments(
        "how",
        ["form", "file"],
        this.how,
        (how) => t(`cupform.how.${how}`),
        (how) => this.choose(how),
      ),
    );
    replace(this.body, this.how === "form" ? this.formParts() : this.fileParts(), this.more());
  }

  /** A new value in a part of the form; the form is drawn anew. */
  put(target, key, value) {
    target[key] = value;
    this.changed();
  }

  tick(target, key, label, id) {
    const onchange = (isOn) => {
      target[key] = isOn;
      this.save();
    };
    return tick(label, Boolean(target[key]), onchange, { id });
  }

  // ---- the form ----

  formParts() {
    const { form } = this;
    return [
      h(
        "section.card.stack",
        this.field("name", t("cupform.name"), { maxlength: 60 }),
        gameFields("cup-game", t("cupform.game"), form.game, (game) => this.put(form, "game", game)),
      ),
      h(
        "section.card.stack",
        h("h2", t("cupform.stages")),
        this.presets(),
        h(
          "ol.stage-list",
          form.stages.map((stage, i) => this.stage(stage, i)),
        ),
        this.adder("add-stage", t("cupform.addStage"), () => form.stages.push(stageOf("final-eight"))),
      ),
      h(
        "section.card.stack",
        h("h2", t("cupform.teams")),
        h(
          "ol.team-list",
          form.teams.map((team, i) => this.team(team, i)),
        ),
        this.teamButtons(),
      ),
    ];
  }

  changed() {
    this.save();
    this.redraw();
  }

  /** A button that adds something to the form. */
  adder(id, label, add) {
    const run = () => {
      add();
      this.changed();
    };
    return button(run, { id }, icon("plus"), label);
  }

  /** A field of a stage or of a team. */
  part(target, id, key, label, attributes = {}, more = {}) {
    return this.field(id, label, { id, ...attributes }, { of: target, key, ...more });
  }

  presets() {
    return h(
      "div.row",
      { "role": "group", "aria-label": t("cupform.preset") },
      Object.entries(PRESETS).map(([name, make]) =>
        button(
          () => this.put(this.form, "stages", make()),
          { "id": `preset-${name}`, "aria-pressed": isSame(this.form.stages, make()) },
          t(`cupform.preset.${name}`),
        ),
      ),
    );
  }

  stage(stage, i) {
    const { stages } = this.form;
    const id = (key) => `stage-${i}-${key}`;
    const setKind = (kind) => {
      // A name that was not typed goes with the kind.
      if (KINDS.some((one) => t(`cupform.name.${one}`) === stage.name)) stage.name = t(`cupform.name.${kind}`);
      this.put(stage, "kind", kind);
    };
    const kinds = KINDS.map((kind) => option(kind, t(`cupform.kind.${kind}`), stage.kind));
    const number = { type: "number", min: 1 };
    return h(
      "li.stage-form",
      h(
        "div.stage-line",
        h("label.field", h("span", t("cupform.kind")), select(setKind, { id: id("kind"), name: id("kind") }, kinds)),
        this.part(stage, id("name"), "name", t("cupform.stageName"), { maxlength: 60 }),
        stages.length > 1 &&
          iconButton("close", t("cupform.dropStage", { n: i + 1 }), () =>
            this.put(this.form, "stages", stages.toSpliced(i, 1)),
          ),
      ),
      h(
        "div.stage-numbers",
        NUMBERS[stage.kind].map((key) =>
          this.part(stage, id(key), key, t(`cupform.${key}`), { ...number, placeholder: defaultOf(stage.kind, key) }),
        ),
        i < stages.length - 1 && this.part(stage, id("advance"), "advance", t("cupform.advance"), number),
      ),
      stage.kind === "final-eight" && [
        this.tick(stage, "third_place", t("cupform.third_place"), id("third")),
        h("p.note", t("cupform.finalNote")),
      ],
    );
  }

  team(team, i) {
    const bots = this.fittingBots;
    const isListed = this.players.includes(team.bot) || bots.some(({ name }) => name === team.bot);
    const id = (key) => `team-${i}-${key}`;
    const n = i + 1;
    const text = (key, label, of, more) =>
      h("input", {
        "type": "text",
        "id": id(key),
        "aria-label": label,
        "value": team[of] ?? "",
        "autocomplete": "off",
        "oninput": (event) => {
          team[of] = event.target.value;
          this.save();
        },
        ...more,
      });
    const list = programOptions(
      this.players.map((player) => ({ value: player, word: t(`player.${player}`) })),
      bots.map(({ name }) => ({ value: name, word: name })),
      team.bot,
    );
    return h(
      "li.team-form",
      text("name", t("cupform.teamName", { n }), "name", { maxlength: 60 }),
      select(
        (bot) => this.put(team, "bot", bot === OWN ? "" : bot),
        { "id": id("bot"), "aria-label": t("cupform.teamBot", { n }) },
        list,
        h("option", { value: OWN, selected: !isListed }, t("cupform.ownCommand")),
      ),
      !isListed &&
        text("command", t("cupform.teamCommand", { n }), "bot", {
          class: "team-command",
          placeholder: t("cupform.commandHint"),
          spellcheck: "false",
        }),
      h(
        "span.team-tools",
        iconButton("up", t("cupform.raiseTeam", { n }), () => this.raise(i), { id: id("up"), disabled: i === 0 }),
        iconButton(
          "close",
          t("cupform.dropTeam", { n }),
          () => this.put(this.form, "teams", this.form.teams.toSpliced(i, 1)),
          { id: id("drop") },
        ),
      ),
    );
  }

  raise(i) {
    const { teams } = this.form;
    [teams[i - 1], teams[i]] = [teams[i], teams[i - 1]];
    this.changed();
    this.body.querySelector(`#team-${i - 1}-up`)?.focus();
  }

  freeName(name) {
    const names = new Set(this.form.teams.map((team) => team.name));
    let free = name;
    for (let n = 2; names.has(free); n++) free = `${name} ${n}`;
    return free;
  }

  teamButtons() {
    const { teams } = this.form;
    const add = (name, bot) => teams.push({ name: this.freeName(name), bot });
    const missing = this.fittingBots.filter((bot) => !teams.some((team) => team.bot === bot.name));
    const addOne = () => {
      add(t("cupform.newTeam", { n: teams.length + 1 }), this.players.at(-1) ?? "");
      this.changed();
      this.body.querySelector(`#team-${teams.length - 1}-name`)?.select();
    };
    return h(
      "div.row",
      button(addOne, { id: "add-team" }, icon("plus"), t("cupform.addTeam")),
      missing.length > 0 &&
        this.adder("all-bots", t("cupform.allBots"), () => missing.forEach((bot) => add(bot.name, bot.name))),
    );
  }

  // ---- the file ----

  fileParts() {
    this.area = h("textarea", {
      "id": "cup-text",
      "rows": "22",
      "spellcheck": "false",
      "aria-label": t("cupform.text"),
      "oninput": () => {
        this.text = this.area.value;
        this.save();
      },
    });
    this.area.value = this.text;
    const input = filePicker((file) => this.load(file), FILES);
    return h(
      "section.card.stack",
      dropTarget((file) => this.load(file)),
      this.area,
      h("p.note", t("cupform.textNote")),
      h(
        "div.row",
        input,
        button(() => input.click(), { id: "load-file" }, icon("drop"), t("cupform.load")),
        button(() => this.example(), { id: "example" }, t("cupform.example")),
      ),
    );
  }

  show(text) {
    this.text = text;
    this.area.value = text;
    this.save();
  }

  async load(file) {
    this.show((await file.text()).replaceAll("\r\n", "\n"));
  }

  async example() {
    try {
      this.show((await api("GET", `${LIST}/example`))[lang()]);
    } catch (error) {
      replace(this.problem, faultBox(error));
    }
  }

  // ---- both ----

  more() {
    const { form } = this;
    const isForm = this.how === "form";
    return h(
      "details.card",
      {
        open: this.isMore ?? false,
        ontoggle: (event) => {
          this.isMore = event.target.open;
        },
      },
      h("summary", t("cupform.more")),
      h(
        "div.stack",
        isForm && this.field("time", t("cupform.time"), { type: "number", min: 1 }),
        isForm && this.field("seed", t("cupform.seed"), { inputmode: "numeric" }),
        isForm && this.tick(form, "admission", t("cupform.admission"), "cup-admission"),
        this.part(this, "cup-concurrency", "concurrency", t("cupform.concurrency"), {
          type: "number",
          min: 1,
          max: 64,
        }),
      ),
    );
  }

  /** What the form can see by itself; everything else the referee says. */
  async check() {
    const { teams } = this.form;
    if (this.how !== "form") return true;
    if (teams.length < 2) this.problem.textContent = t("cupform.fewTeams");
    else if (teams.some(({ name, bot }) => !name?.trim() || !bot?.trim()))
      this.problem.textContent = t("cupform.noName");
    return this.problem.textContent === "";
  }

  async send() {
    const concurrency = Number(this.concurrency) || undefined;
    const { id } = await api("POST", LIST, { file: this.wanted, concurrency });
    sessionStorage.removeItem(STORE);
    navigate(`/turnier/${id}`);
  }

  /** The line that the referee names is shown in the file. */
  complain(error) {
    replace(this.problem, faultBox(error));
    const line = Number(/\b(?:Zeile|line) (\d+)/.exec(errorText(error))?.[1]);
    if (!line) return;
    if (this.how === "form") this.choose("file");
    replace(this.problem, faultBox(error, { file: this.text.split("\n") }));
    const lines = this.text.split("\n");
    const from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.area.focus();
    this.area.setSelectionRange(from, from + (lines[line - 1] ?? "").length);
  }
}
