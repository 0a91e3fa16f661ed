// A new tournament: a form, or the text of its file. Whatever was chosen, the text is what is sent.
import { button, h, redraw, replace, segments } from "../ui/dom.mjs";
import { icon, iconButton } from "../ui/icons.mjs";
import { faultBox } from "../ui/fault.mjs";
import { errorText, lang, t } from "../i18n.mjs";
import { api, server } from "../net.mjs";
import { navigate } from "../router.mjs";
import { GAMES } from "../rules.mjs";
import { LIST } from "./data.mjs";
import { KINDS, NUMBERS, defaultOf, parse, print } from "./file.mjs";

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

const stageOf = (kind) => ({ name: t(`cupform.name.${kind}`), kind });

const fresh = (players) => ({
  name: t("cupform.defaultName"),
  game: GAMES[0],
  seed: 1,
  time: 2000,
  admission: true,
  stages: PRESETS.league(),
  teams: players.toReversed().map((player) => ({ name: t(`player.${player}`), bot: player })),
});

/** What was typed last survives a reload and another language. */
function remembered(players) {
  try {
    const { how, text, concurrency } = JSON.parse(sessionStorage.getItem(STORE));
    return { how, text, concurrency, form: how === "form" ? parse(text) : null };
  } catch {
    return { how: "form", text: "", concurrency: "", form: fresh(players) };
  }
}

export class CupForm {
  /** `source`: the text of the tournament that is cloned, or null. */
  constructor(element, source) {
    this.players = server.hello?.players ?? [];
    this.bots = [];
    const { how, text, concurrency, form } = remembered(this.players);
    this.how = how;
    this.text = text;
    this.concurrency = concurrency;
    this.form = form;
    if (source !== null) this.take(source);
    this.problem = h("div.problem", { role: "alert" });
    this.body = h("div.stack.form-body");
    this.button = h("button.primary", { type: "submit" }, icon("play"), t("cupform.start"));
    this.element = h(
      "form.new-form.cup-form",
      {
        novalidate: true,
        onsubmit: (event) => {
          event.preventDefault();
          this.start();
        },
      },
      h("h1", t("cup.new")),
      h("fieldset", h("legend", t("cupform.how")), (this.switch = h("div"))),
      this.body,
      h("div.start-row", this.button, this.problem),
    );
    element.append(this.element);
    this.draw();
    this.fetchBots();
  }

  async fetchBots() {
    this.bots = await api("GET", "/api/bots").then(
      (answer) => answer.bots,
      () => [],
    );
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
    try {
      sessionStorage.setItem(
        STORE,
        JSON.stringify({ how: this.how, text: this.wanted, concurrency: this.concurrency }),
      );
    } catch {
      // No room: what was typed lasts as long as the page.
    }
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

  set(target, key, value, { draw = false } = {}) {
    target[key] = value;
    this.save();
    if (draw) this.redraw();
  }

  field(target, key, label, attributes = {}) {
    const input = h("input", {
      type: "text",
      autocomplete: "off",
      value: target[key] ?? "",
      name: attributes.id,
      ...attributes,
      oninput: () => this.set(target, key, input.value),
    });
    return h("label.field", h("span", label), input);
  }

  // ---- the form ----

  formParts() {
    const { form } = this;
    return [
      h(
        "section.card.stack",
        this.field(form, "name", t("cupform.name"), { id: "cup-name", maxlength: 60 }),
        h(
          "fieldset",
          h("legend", t("cupform.game")),
          segments(
            "game",
            GAMES,
            form.game,
            (game) => t(`game.${game}`),
            (game) => this.set(form, "game", game, { draw: true }),
          ),
        ),
      ),
      h(
        "section.card.stack",
        h("h2", t("cupform.stages")),
        this.presets(),
        h(
          "ol.stage-list",
          form.stages.map((stage, i) => this.stage(stage, i)),
        ),
        button(
          () => {
            form.stages.push(stageOf("final-eight"));
            this.changed();
          },
          { id: "add-stage" },
          icon("plus"),
          t("cupform.addStage"),
        ),
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

  presets() {
    return h(
      "div.row",
      { "role": "group", "aria-label": t("cupform.preset") },
      Object.entries(PRESETS).map(([name, make]) =>
        button(
          () => {
            this.form.stages = make();
            this.changed();
          },
          { id: `preset-${name}` },
          t(`cupform.preset.${name}`),
        ),
      ),
    );
  }

  stage(stage, i) {
    const { stages } = this.form;
    const id = (key) => `stage-${i}-${key}`;
    const kind = h(
      "select",
      {
        id: id("kind"),
        name: id("kind"),
        onchange: () => {
          // A name that nobody has typed goes with the kind.
          if (KINDS.some((one) => t(`cupform.name.${one}`) === stage.name))
            stage.name = t(`cupform.name.${kind.value}`);
          this.set(stage, "kind", kind.value, { draw: true });
        },
      },
      KINDS.map((value) => h("option", { value, selected: value === stage.kind }, t(`cupform.kind.${value}`))),
    );
    return h(
      "li.stage-form",
      h(
        "div.stage-line",
        h("label.field", h("span", t("cupform.kind")), kind),
        this.field(stage, "name", t("cupform.stageName"), { id: id("name"), maxlength: 60 }),
        stages.length > 1 &&
          iconButton("close", t("cupform.dropStage", { n: i + 1 }), () => {
            stages.splice(i, 1);
            this.changed();
          }),
      ),
      h(
        "div.stage-numbers",
        NUMBERS[stage.kind].map((key) =>
          this.field(stage, key, t(`cupform.${key}`), {
            id: id(key),
            type: "number",
            min: 1,
            placeholder: defaultOf(stage.kind, key),
          }),
        ),
        i < stages.length - 1 &&
          this.field(stage, "advance", t("cupform.advance"), { id: id("advance"), type: "number", min: 1 }),
      ),
      stage.kind === "final-eight" && [
        this.tick(stage, "third_place", t("cupform.third_place"), id("third")),
        h("p.note", t("cupform.finalNote")),
      ],
    );
  }

  tick(target, key, label, id) {
    const input = h("input", {
      type: "checkbox",
      id,
      checked: Boolean(target[key]),
      onchange: () => this.set(target, key, input.checked),
    });
    return h("label.switch", input, label);
  }

  fitting() {
    return this.bots.filter((bot) => !bot.game || bot.game === this.form.game);
  }

  team(team, i) {
    const bots = this.fitting();
    const isListed = this.players.includes(team.bot) || bots.some(({ name }) => name === team.bot);
    const id = (key) => `team-${i}-${key}`;
    const option = (value, text) => h("option", { value, selected: value === team.bot }, text);
    const who = h(
      "select",
      {
        "id": id("bot"),
        "aria-label": t("cupform.teamBot", { n: i + 1 }),
        "onchange": () => this.set(team, "bot", who.value === OWN ? "" : who.value, { draw: true }),
      },
      h(
        "optgroup",
        { label: t("cupform.builtin") },
        this.players.map((player) => option(player, t(`player.${player}`))),
      ),
      bots.length > 0 &&
        h(
          "optgroup",
          { label: t("cupform.registered") },
          bots.map(({ name }) => option(name, name)),
        ),
      h("option", { value: OWN, selected: !isListed }, t("cupform.ownCommand")),
    );
    const text = (key, label, more) =>
      h("input", {
        "type": "text",
        "id": id(key),
        "aria-label": label,
        "value": team[key] ?? "",
        "autocomplete": "off",
        "oninput": (event) => this.set(team, key, event.target.value),
        ...more,
      });
    return h(
      "li.team-form",
      text("name", t("cupform.teamName", { n: i + 1 }), { maxlength: 60 }),
      who,
      !isListed &&
        h("input.command-line", {
          "type": "text",
          "id": id("command"),
          "aria-label": t("cupform.teamCommand", { n: i + 1 }),
          "value": team.bot ?? "",
          "placeholder": t("cupform.commandHint"),
          "spellcheck": "false",
          "autocomplete": "off",
          "oninput": (event) => this.set(team, "bot", event.target.value),
        }),
      h(
        "span.team-tools",
        iconButton("up", t("cupform.raiseTeam", { n: i + 1 }), () => this.raise(i), {
          id: id("up"),
          disabled: i === 0,
        }),
        iconButton(
          "close",
          t("cupform.dropTeam", { n: i + 1 }),
          () => {
            this.form.teams.splice(i, 1);
            this.changed();
          },
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
    const missing = this.fitting().filter((bot) => !teams.some((team) => team.bot === bot.name));
    return h(
      "div.row",
      button(
        () => {
          add(t("cupform.newTeam", { n: teams.length + 1 }), this.players.at(-1) ?? "");
          this.changed();
          this.body.querySelector(`#team-${teams.length - 1}-name`)?.select();
        },
        { id: "add-team" },
        icon("plus"),
        t("cupform.addTeam"),
      ),
      missing.length > 0 &&
        button(
          () => {
            for (const bot of missing) add(bot.name, bot.name);
            this.changed();
          },
          { id: "all-bots" },
          icon("plus"),
          t("cupform.allBots"),
        ),
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
    const input = h("input.hidden", {
      "type": "file",
      "accept": FILES,
      "tabindex": "-1",
      "aria-hidden": "true",
      "onchange": () => this.load(input.files[0]),
    });
    return h(
      "section.card.stack.file-card",
      {
        ondragover: (event) => event.preventDefault(),
        ondrop: (event) => {
          event.preventDefault();
          this.load(event.dataTransfer.files[0]);
        },
      },
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
    if (file) this.show((await file.text()).replaceAll("\r\n", "\n"));
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
        isForm && this.field(form, "time", t("cupform.time"), { id: "cup-time", type: "number", min: 1 }),
        isForm && this.field(form, "seed", t("cupform.seed"), { id: "cup-seed", inputmode: "numeric" }),
        isForm && this.tick(form, "admission", t("cupform.admission"), "cup-admission"),
        this.field(this, "concurrency", t("cupform.concurrency"), {
          id: "cup-concurrency",
          type: "number",
          min: 1,
          max: 64,
        }),
      ),
    );
  }

  /** What the form can see by itself; everything else the referee says. */
  faultOf() {
    if (this.how !== "form") return null;
    const { teams } = this.form;
    if (teams.length < 2) return t("cupform.fewTeams");
    return teams.some(({ name, bot }) => !name?.trim() || !bot?.trim()) ? t("cupform.noName") : null;
  }

  async start() {
    const fault = this.faultOf();
    this.problem.textContent = fault ?? "";
    if (fault) return;
    this.button.disabled = true;
    try {
      const wishes = { file: this.wanted, ...(this.concurrency ? { concurrency: Number(this.concurrency) } : {}) };
      const { id } = await api("POST", LIST, wishes);
      sessionStorage.removeItem(STORE);
      navigate(`/turnier/${id}`);
    } catch (error) {
      this.complain(error);
    }
    this.button.disabled = false;
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
