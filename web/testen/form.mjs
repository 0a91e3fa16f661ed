// The form for a mass test: two players, a game, how long. Everything else is folded and has a sensible value.
import { button, h, replace } from "../ui/dom.mjs";
import { icon, iconButton } from "../ui/icons.mjs";
import { Form } from "../ui/form.mjs";
import { SeatForm } from "../ui/seat-form.mjs";
import { gameFields } from "../ui/seasons.mjs";
import { number, t } from "../i18n.mjs";
import { api, server } from "../net.mjs";
import { navigate } from "../router.mjs";
import { FAMILIES, seasonOf, yearOf } from "../games.mjs";
import { read, write } from "../storage.mjs";
import { StartForm } from "./starts.mjs";
import { isGoing } from "./test-data.mjs";

const STORE = "kielwasser.test";
const PRESETS = { fast: [0, 10], exact: [0, 5], harm: [-5, 0] };
const MOST_GAMES = 1000000;
const MOST_OPPONENTS = 16;

/** @param {string} spec @returns {TestPlayer} */
const builtin = (spec) => ({ kind: "builtin", spec });
const FRESH = {
  game: seasonOf(FAMILIES[0]),
  a: builtin("mittel"),
  b: builtin("leicht"),
  games: 100,
  sprt: null,
  limitMs: null,
  concurrency: null,
  seed: "1",
  positions: null,
  save: "all",
  rules: "book",
  set: "",
  pace: null,
  name: "",
};

/** Which of the preset tests this is. */
const presetOf = (sprt) => Object.keys(PRESETS).find((name) => String(PRESETS[name]) === String(sprt)) ?? "own";

/** A short name for a command: the file it is about. */
function nameOf(command) {
  const words = command.split(/\s+/);
  const file = words.filter((word) => !word.startsWith("-") && /[/.]/.test(word)).at(-1) ?? words[0];
  return file.split("/").at(-1);
}

/** What was chosen, as POST /api/tests takes it. @param {SeatForm} form @returns {TestPlayer} */
function playerOf({ value: { kind, player, options, bot, command }, bots }) {
  if (kind === "builtin") return builtin(options ? `${player}:${options}` : player);
  if (kind === "command") return { kind, command, name: nameOf(command) };
  return { kind: "bot", bot, name: bots.find(({ id }) => id === bot)?.name };
}

/** The other way round. @param {TestPlayer} player @returns {import("../ui/seat-form.mjs").ChosenSeat} */
const seatOf = ({ kind, spec = "", bot, command }) => ({
  kind,
  player: spec.split(":")[0],
  options: spec.split(":").slice(1).join(":"),
  bot,
  command,
});

export class TestForm extends Form {
  /** wants: what another test was started with, to begin from; `against` are all opponents where there are several */
  constructor(wants = null) {
    super("form.test-form", "test", [icon("play"), t("test.start")], { "aria-label": t("test.new") });
    const form = { ...FRESH, ...read(STORE), name: "", positions: null, ...wants };
    const opponents = form.against?.length ? form.against : [form.b];
    this.form = {
      ...form,
      name: form.name ?? "",
      seed: String(form.seed ?? "1"),
      games: form.games ?? 100,
      length: form.sprt ? presetOf(form.sprt) : "games",
      elo0: form.sprt?.[0] ?? 0,
      elo1: form.sprt?.[1] ?? 10,
      time: form.limitMs === null || form.limitMs === undefined ? "contest" : form.limitMs === 0 ? "off" : "own",
      ownTime: form.limitMs || 1000,
    };
    this.house = { tests: [], cores: null };
    this.hasBots = false; // not known yet
    this.a = this.seatForm("A", seatOf(form.a));
    this.opponents = opponents.map((player, i) => this.opponent(seatOf(player), i));
    this.starts = new StartForm(this.form.positions);
    this.warning = h("div.test-cores", { role: "status" });
    this.draw();
    this.fetchBots();
  }

  seatForm(name, seat, onremove = null) {
    const id = name.replace(" ", "").toLowerCase();
    return new SeatForm(id, seat, {
      legend: [h("i", { class: `swatch ${id[0]}` }), name],
      players: server.hello?.players ?? [],
      onchange: () => this.save(),
      isForTest: true,
      remove:
        onremove &&
        iconButton("close", t("test.removeOpponent", { name }), onremove, { class: "icon-button test-remove" }),
    });
  }

  opponent(seat, i) {
    return this.seatForm(i ? `B ${i + 1}` : "B", seat, i ? () => this.removeOpponent(i) : null);
  }

  get everybody() {
    return [this.a, ...this.opponents];
  }

  showBots() {
    this.hasBots = true;
    this.gameChanged();
  }

  /** What else runs on this machine decides what fits on it. */
  know(house) {
    this.house = house;
    if (!this.form.concurrency && house.cores) {
      this.form.concurrency = house.cores;
      const field = this.element.querySelector("#test-concurrency");
      if (field) field.value = house.cores;
    }
    this.drawWarning();
  }

  gameChanged() {
    const year = String(yearOf(this.form.game));
    replace(
      this.rulesRow,
      this.one("rules", ["book", "server"], undefined, (value) => t(`test.rules.${value}`, { year })),
    );
    this.starts.game = this.form.game;
    if (this.hasBots) for (const seat of this.everybody) seat.offer(this.fittingBots);
  }

  save() {
    write(STORE, { ...this.wanted(), name: "", positions: null });
  }

  // ---- what is to be seen ----

  draw() {
    this.gameRow = h("div.inline");
    this.rulesRow = h("div");
    this.lengthRow = h("div.stack");
    this.timeRow = h("div.stack");
    this.othersRow = h("div.opponents");
    this.optionsRow = h("div.stack");
    replace(
      this.element,
      this.gameRow,
      h(
        "div.sides",
        this.a.element,
        h(
          "div.swap",
          iconButton("swap", t("test.swap"), () => this.swap()),
        ),
        this.opponents[0].element,
      ),
      this.othersRow,
      h("div.card.stack", this.lengthRow, h("p.note", t("test.twice"))),
      h("details.card", h("summary", t("test.more")), h("div.stack", this.moreFields())),
      this.warning,
      this.submitRow,
    );
    this.drawOpponents();
    this.drawGame();
    this.drawLength();
    this.drawTime();
    this.gameChanged();
    this.drawWarning();
  }

  /** Those after the first: with them it is a gauntlet. */
  drawOpponents() {
    const others = this.opponents.slice(1);
    replace(
      this.othersRow,
      others.map((seat) => seat.element),
      others.length > 0 && h("p.note", t("test.gauntletNote")),
      this.opponents.length < MOST_OPPONENTS &&
        button(() => this.addOpponent(), { class: "small", id: "add-opponent" }, icon("plus"), t("test.addOpponent")),
    );
    replace(
      this.optionsRow,
      this.everybody.map((seat) => seat.limits),
    );
  }

  addOpponent() {
    const added = this.opponent(this.opponents.at(-1).value, this.opponents.length);
    this.opponents.push(added);
    this.drawOpponents();
    this.gameChanged();
    this.save();
    added.element.querySelector("select").focus();
  }

  /** Those after it move up. */
  removeOpponent(at) {
    const left = this.opponents.filter((_, i) => i !== at).map((seat) => seat.value);
    this.opponents.splice(1, Infinity, ...left.slice(1).map((seat, i) => this.opponent(seat, i + 1)));
    this.drawOpponents();
    this.gameChanged();
    this.save();
    this.element.querySelector("#add-opponent").focus();
  }

  one(name, values, draw, word = (value) => t(`test.${name}.${value}`)) {
    return this.choice(name, t(`test.${name}`), values, word, draw);
  }

  /** A field for a number. */
  number(name, attributes, onchange) {
    return this.field(name, t(`test.${name}`), { type: "number", ...attributes }, { onchange });
  }

  drawGame() {
    const choose = (game) =>
      this.set("game", game, () => {
        this.drawGame();
        this.gameChanged();
      });
    replace(this.gameRow, gameFields("test-game", t("test.game"), this.form.game, choose));
  }

  drawLength() {
    const { length } = this.form;
    const lengths = ["games", ...Object.keys(PRESETS), "own"];
    const quick = (count) => button(() => this.set("games", count, this.drawLength), { class: "small" }, number(count));
    replace(
      this.lengthRow,
      this.one("length", lengths, this.drawLength),
      length === "games" &&
        h("div.inline", this.number("games", { min: 2, max: MOST_GAMES, step: 2 }), [100, 400, 2000].map(quick)),
      length === "own" && h("div.inline", this.number("elo0", { step: 0.5 }), this.number("elo1", { step: 0.5 })),
      length !== "games" && h("p.note", t(`test.length.${length}.note`)),
    );
  }

  drawTime() {
    replace(
      this.timeRow,
      this.one("time", ["contest", "off", "own"], this.drawTime),
      this.form.time === "own" && this.number("ownTime", { min: 1, max: 3600000 }),
    );
  }

  moreFields() {
    return [
      this.field("name", t("test.name"), { maxlength: 60, placeholder: t("test.namePlaceholder") }),
      this.optionsRow,
      h("p.note", t("test.optionsNote")),
      this.timeRow,
      this.number("concurrency", { min: 1, max: 256 }, () => this.drawWarning()),
      this.starts.element,
      this.field("seed", t("test.seed"), { inputmode: "numeric" }),
      this.one("save", ["all", "lost", "failed", "none"]),
      h("p.note", t("test.saveNote")),
      this.rulesRow,
      this.field("set", t("test.set"), { placeholder: t("test.setPlaceholder") }),
      this.number("pace", { min: 0, max: 10000, placeholder: t("test.setPlaceholder") }),
    ];
  }

  /** More games at a time than cores: honest times are impossible. */
  drawWarning() {
    const { cores, tests } = this.house;
    const wanted = Number(this.form.concurrency) || 1;
    const busy = tests.filter(isGoing).reduce((sum, test) => sum + (test.concurrency ?? 0), 0);
    if (!cores || wanted + busy <= cores) return void replace(this.warning);
    const fitting = Math.max(1, cores - busy);
    replace(
      this.warning,
      h("p", t(busy ? "test.coresBusy" : "test.cores", { n: wanted, busy, cores })),
      wanted !== fitting &&
        button(
          () => {
            this.set("concurrency", fitting);
            this.element.querySelector("#test-concurrency").value = String(fitting);
            this.drawWarning();
            this.button.focus();
          },
          t("test.coresSet", { n: fitting }),
        ),
    );
  }

  swap() {
    const [a, b] = this.everybody;
    const [first, second] = [a.value, b.value];
    a.value = second;
    b.value = first;
    this.save();
  }

  // ---- what is sent ----

  wanted() {
    const { form } = this;
    const sprt = form.length === "games" ? null : (PRESETS[form.length] ?? [Number(form.elo0), Number(form.elo1)]);
    const limits = { contest: null, off: 0, own: Number(form.ownTime) };
    const opponents = this.opponents.map(playerOf);
    return {
      name: form.name.trim(),
      game: form.game,
      a: playerOf(this.a),
      ...(opponents.length > 1 ? { against: opponents } : { b: opponents[0] }),
      sprt,
      games: sprt ? null : Number(form.games),
      limitMs: limits[form.time],
      concurrency: Number(form.concurrency) || null,
      seed: form.seed.trim(),
      positions: this.starts.value,
      save: form.save,
      rules: form.rules,
      set: form.set?.trim() ?? "",
      pace: form.pace === null || form.pace === "" ? null : Number(form.pace),
    };
  }

  faults() {
    const { form } = this;
    const isWhole = (value, low, high) =>
      value !== "" && Number.isInteger(Number(value)) && Number(value) >= low && Number(value) <= high;
    const hasOwnTime = form.time === "own";
    return [
      [
        "games",
        form.length !== "games" || isWhole(form.games, 2, MOST_GAMES),
        t("test.badGames", { most: MOST_GAMES }),
      ],
      ["elo1", form.length !== "own" || Number(form.elo0) < Number(form.elo1), t("test.badSprt")],
      ["ownTime", !hasOwnTime || isWhole(form.ownTime, 1, 3600000), t("test.badTime")],
      ["concurrency", !form.concurrency || isWhole(form.concurrency, 1, 256), t("test.badConcurrency")],
      ["pace", !form.pace || isWhole(form.pace, 0, 10000), t("test.badPace")],
      ["seed", /^-?\d{1,19}$/.test(form.seed.trim()), t("test.badSeed")],
    ]
      .filter(([, isRight]) => !isRight)
      .map(([name, , text]) => [name, text]);
  }

  async check() {
    for (const part of this.everybody) if (!(await part.check())) return false;
    return (await super.check()) && this.starts.check();
  }

  about() {
    return { wanted: JSON.stringify(this.wanted()) };
  }

  async send() {
    const { id } = await api("POST", "/api/tests", this.wanted());
    navigate(`/test/${id}`);
  }
}
