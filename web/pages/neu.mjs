// A new game: everything on one screen, remembered from last time.
import { h, redraw, replace, segments } from "../ui/dom.mjs";
import { icon, iconButton } from "../ui/icons.mjs";
import { copyText } from "../ui/toast.mjs";
import { faultBox } from "../ui/fault.mjs";
import { SeatForm } from "../ui/seat-form.mjs";
import { KeptPositions } from "../ui/keep.mjs";
import { addTexts, onLang, say, t } from "../i18n.mjs";
import texts from "../i18n/pages.mjs";
import playTexts from "../i18n/play.mjs";
import { api, isOnline, server } from "../net.mjs";
import { navigate } from "../router.mjs";
import { GAMES, drawSeed, loadRules } from "../rules.mjs";
import { startGame } from "../play/session.mjs";
import { isProgram } from "../play/protocol.mjs";
import { thumbnail } from "../board/board.mjs";

addTexts(texts);
addTexts(playTexts);

const STORE = "kielwasser.new";
const fresh = () => ({
  game: "piranhas",
  red: { kind: "person" },
  blue: { kind: "builtin", player: "leicht" },
  colour: "fixed",
  time: "off",
  ownTime: 10,
  limitFor: "bots",
  from: "seed",
  rules: "book",
  port: "",
  paused: false,
  step: false,
  log: true,
});

function remembered() {
  try {
    return { ...fresh(), ...JSON.parse(localStorage.getItem(STORE)) };
  } catch {
    return fresh();
  }
}

class NewGame {
  constructor(element, query, players) {
    this.form = remembered();
    this.form.seed = drawSeed();
    this.form.from = "seed";
    this.record = null;
    this.ply = 0;
    if (GAMES.includes(query.get("spiel"))) this.form.game = query.get("spiel");
    if (query.get("gegner") === "manuell") this.form.blue = { kind: "manual" };
    if (query.get("bot")) this.form.blue = { kind: "bot", bot: query.get("bot") };
    if (query.get("stellung"))
      Object.assign(this.form, {
        from: "text",
        text: query.get("stellung"),
        rules: query.get("regeln") ?? this.form.rules,
      });
    this.bots = [];
    this.problem = h("div.problem", { role: "alert" });
    this.seats = {
      red: new SeatForm("red", this.form.red, players, () => this.save()),
      blue: new SeatForm("blue", this.form.blue, players, () => this.save()),
    };
    this.element = h("form.new-form", {
      novalidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        this.start();
      },
    });
    element.append(this.element);
    this.draw();
    this.fetchBots();
  }

  async fetchBots() {
    if (!isOnline() || !server.hello?.owner) return;
    this.bots = await api("GET", "/api/bots").then(
      (answer) => answer.bots,
      () => [],
    );
    this.showBots();
  }

  showBots() {
    const fitting = this.bots.filter((bot) => !bot.game || bot.game === this.form.game);
    for (const seat of Object.values(this.seats)) seat.offer(fitting);
  }

  save() {
    const { game, colour, time, ownTime, limitFor, rules, port, paused, step, log } = this.form;
    localStorage.setItem(
      STORE,
      JSON.stringify({
        game,
        colour,
        time,
        ownTime,
        limitFor,
        rules,
        port,
        paused,
        step,
        log,
        red: this.seats.red.value,
        blue: this.seats.blue.value,
      }),
    );
  }

  set(name, value, draw = null) {
    this.form[name] = value;
    this.save();
    if (draw) redraw(this.element, () => draw.call(this));
  }

  draw() {
    this.timeRow = h("div.stack");
    this.startRow = h("div.card.stack");
    this.more = h("details.card", h("summary", t("new.more")), h("div.stack", this.moreFields()));
    this.button = h("button.primary", { type: "submit" }, icon("play"), t("new.start"));
    replace(
      this.element,
      h("h1", t("title.new")),
      this.gameChoice(),
      h(
        "div.sides",
        this.seats.red.element,
        h(
          "div.swap",
          iconButton("swap", t("play.swap"), () => this.swap()),
        ),
        this.seats.blue.element,
      ),
      !isOnline() && h("p.note", t("new.needsServer")),
      h("div.card.pairs", this.timeRow, this.choice("colour", ["fixed", "random"])),
      this.startRow,
      this.more,
      h("div.start-row", this.button, this.problem),
    );
    this.drawTime();
    this.drawStart();
    this.button.focus({ preventScroll: true });
  }

  /** One of several; what depends on it is drawn anew. */
  choice(name, values, draw) {
    return h(
      "fieldset",
      h("legend", t(`new.${name}`)),
      segments(
        name,
        values,
        this.form[name],
        (value) => t(`new.${name}.${value}`),
        (value) => this.set(name, value, draw),
      ),
    );
  }

  gameChoice() {
    return h(
      "fieldset",
      h("legend", t("new.game")),
      h(
        "div.game-choice",
        GAMES.map((name) => {
          const picture = h("span", t(`game.${name}`));
          loadRules(name)
            .then((rules) => picture.prepend(thumbnail(rules.view(rules.setup({ seed: 4 }).position), { size: 72 })))
            .catch(() => {});
          return h(
            "label",
            h("input", {
              type: "radio",
              name: "game",
              value: name,
              checked: name === this.form.game,
              onchange: () =>
                this.set("game", name, () => {
                  this.showBots();
                  this.form.kept = null;
                  if (this.form.from === "kept") this.drawStart();
                  else if (this.form.from !== "seed") this.set("from", "seed", this.drawStart);
                }),
            }),
            picture,
          );
        }),
      ),
    );
  }

  swap() {
    const { red, blue } = this.seats;
    const [a, b] = [red.value, blue.value];
    red.value = b;
    blue.value = a;
    this.save();
  }

  drawTime() {
    const { form } = this;
    replace(
      this.timeRow,
      this.choice("time", ["off", "2000", "5000", "own"], this.drawTime),
      form.time === "own" &&
        this.input("ownTime", t("new.seconds"), { type: "number", min: 0.1, max: 3600, step: 0.1 }),
      form.time !== "off" && this.choice("limitFor", ["bots", "all"]),
    );
  }

  drawStart() {
    const { form } = this;
    const parts = {
      seed: () => this.seedField(),
      file: () => this.fileField(),
      text: () => this.input("text", t("new.position"), { type: "text", spellcheck: "false" }),
      kept: () => this.keptField(),
    };
    replace(this.startRow, this.choice("from", ["seed", "file", "text", "kept"], this.drawStart), parts[form.from]());
  }

  /** A labelled field with room for what is wrong with it. */
  input(name, label, attributes, ...beside) {
    const problem = h("span.problem", { id: `problem-${name}` });
    const field = h("input", {
      ...attributes,
      "id": `field-${name}`,
      "value": this.form[name] ?? "",
      "aria-describedby": problem.id,
      "oninput": () => {
        this.form[name] = field.value;
        field.removeAttribute("aria-invalid");
        problem.textContent = "";
      },
      "onchange": () => this.save(),
    });
    return h("div.field", h("label.legend", { for: field.id }, label), h("div.inline", field, beside), problem);
  }

  seedField() {
    return this.input(
      "seed",
      t("new.seed"),
      { type: "text", inputmode: "numeric" },
      iconButton("again", t("new.drawSeed"), () => this.set("seed", drawSeed(), this.drawStart)),
      iconButton("copy", t("copy"), () => copyText(this.form.seed)),
    );
  }

  keptField() {
    const list = new KeptPositions((position) => {
      this.form.kept = position;
    });
    list.show(this.form.game, this.form.kept).catch(() => {});
    return list.element;
  }

  fileField() {
    const word = h("output.legend", this.record ? this.recordWord() : "");
    const slider = h("input", {
      "type": "range",
      "min": 0,
      "max": this.record?.plies.length ?? 0,
      "value": this.ply,
      "aria-label": t("new.ply"),
      "oninput": () => {
        this.ply = Number(slider.value);
        word.textContent = this.recordWord();
      },
    });
    const choose = h("input.hidden", {
      type: "file",
      id: "field-file",
      accept: ".kw,.xml,.gz,.txt",
      onchange: () => this.readFile(choose.files[0]),
    });
    return h(
      "div.field",
      h("label.button", icon("drop"), t("new.chooseFile"), choose),
      this.record && slider,
      word,
      h("span.problem", { id: "problem-file" }),
    );
  }

  recordWord() {
    const { names: who, plies } = this.record;
    return `${t(`game.${this.record.game}`)}: ${who?.red || t("side.red")} – ${who?.blue || t("side.blue")}, ${t("play.plyOf", { ply: this.ply, plies: plies.length })}`;
  }

  async readFile(file) {
    const { readFile } = await import("../replay.mjs");
    try {
      const record = await readFile(file);
      Object.assign(this, { record, ply: 0 });
      Object.assign(this.form, { game: record.game, rules: record.rules ?? this.form.rules });
      this.element.querySelector(`[name=game][value=${record.game}]`).checked = true;
      this.drawStart();
    } catch (error) {
      this.mark("file", say(error) || t("new.badFile"));
    }
  }

  moreFields() {
    const { form } = this;
    return [
      this.choice("rules", ["book", "server"]),
      h("p.note", t("new.rulesNote")),
      this.input("port", t("new.port"), {
        type: "number",
        min: 1024,
        max: 65535,
        placeholder: String(server.hello?.port ?? 13050),
      }),
      h("p.note", t("new.portNote")),
      ["paused", "step", "log"].map((name) =>
        h(
          "label.switch",
          h("input", {
            type: "checkbox",
            name,
            checked: form[name],
            onchange: (event) => this.set(name, event.target.checked),
          }),
          h("span", t(`new.${name}`)),
        ),
      ),
    ];
  }

  mark(name, text) {
    const field = this.element.querySelector(`#field-${name}`);
    const problem = this.element.querySelector(`#problem-${name}`);
    if (problem) problem.textContent = text;
    field?.setAttribute("aria-invalid", "true");
    if (!this.hasFocused) field?.focus();
    this.hasFocused = true;
  }

  /** Says under each field what is wrong; nothing is cleared. */
  async check() {
    const { form } = this;
    const wrong = [];
    if (form.from === "seed" && !isSeed(form.seed)) wrong.push(["seed", t("new.badSeed")]);
    if (form.from === "kept" && !form.kept) wrong.push(["kept", t("new.chooseKept")]);
    if (form.from === "file" && !this.record) wrong.push(["file", t("new.noFile")]);
    if (form.time === "own" && !(form.ownTime >= 0.1 && form.ownTime <= 3600))
      wrong.push(["ownTime", t("new.badTime")]);
    if (form.port && !(form.port >= 1024 && form.port <= 65535)) wrong.push(["port", t("new.badPort")]);
    if (form.from === "text") {
      const rules = await loadRules(form.game);
      try {
        rules.parse(form.text ?? "");
      } catch (error) {
        wrong.push(["text", say(error.refusal) || t("new.badPosition")]);
      }
    }
    this.hasFocused = false;
    if (wrong.some(([name]) => name === "port")) this.more.open = true;
    for (const [name, text] of wrong) this.mark(name, text);
    const seats = Object.values(this.seats).map((seat) => seat.check());
    return wrong.length === 0 && seats.every(Boolean);
  }

  options() {
    const { form } = this;
    let seats = [this.seats.red.value, this.seats.blue.value];
    if (form.colour === "random" && Math.random() < 0.5) seats = seats.reverse();
    const people = seats.filter((seat) => seat.kind === "person").length;
    const [red, blue] = seats.map((seat, i) => ({ ...seat, name: seat.name || defaultName(seat, people, i) }));
    const limits = { off: null, own: Math.round(form.ownTime * 1000) };
    const starts = { text: () => form.text, file: () => startOf(this.record, this.ply), kept: () => form.kept };
    const limitMs = form.step ? 0 : form.time in limits ? limits[form.time] : Number(form.time);
    return {
      game: form.game,
      rules: form.rules,
      seed: form.from === "seed" ? form.seed.trim() : undefined,
      start: starts[form.from]?.(),
      red,
      blue,
      limitMs,
      limitFor: form.limitFor,
      paused: form.paused || form.step,
      log: seats.some(isProgram) ? form.log : undefined,
      port: form.port ? Number(form.port) : undefined,
      paceMs: people === 0 ? 800 : undefined,
    };
  }

  async start() {
    this.problem.textContent = "";
    if (!(await this.check())) return;
    this.save();
    this.button.disabled = true;
    try {
      navigate(`/spiel/${await startGame(this.options())}`);
    } catch (error) {
      replace(
        this.problem,
        faultBox(error, this.options()),
        error.hint && h("p", say(error.hint) || error.hint),
        h("a", { href: "/status" }, t("title.status")),
      );
      this.button.disabled = false;
    }
  }
}

const startOf = (record, ply) => (ply === 0 ? record.start : record.plies[ply - 1].position);

function isSeed(text) {
  if (!/^\s*-?\d{1,19}\s*$/.test(text ?? "")) return false;
  return BigInt.asIntN(64, BigInt(text.trim())) === BigInt(text.trim());
}

function defaultName(seat, people, i) {
  if (seat.kind === "person") return people === 1 ? t("start.you") : t("new.person", { n: i + 1 });
  if (seat.kind === "builtin") return t("start.bot", { level: t(`player.${seat.player}`) });
  return t(`seat.${seat.kind}`);
}

export async function mount(element, { query }) {
  const players = server.hello?.players ?? (await loadRules(GAMES[0])).players;
  const page = new NewGame(element, query, players);
  return onLang(() => page.save());
}
