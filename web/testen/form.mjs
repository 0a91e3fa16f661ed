// The form for a mass test: two players, a game, how long. Everything else is folded and has a sensible value.
import { button, h, redraw, replace, segments } from "../ui/dom.mjs";
import { icon, iconButton } from "../ui/icons.mjs";
import { faultBox } from "../ui/fault.mjs";
import { number, say, t } from "../i18n.mjs";
import { api, server } from "../net.mjs";
import { navigate } from "../router.mjs";
import { GAMES } from "../rules.mjs";
import { WhoForm } from "./who.mjs";
import { StartForm } from "./starts.mjs";
import { isGoing } from "./tests.mjs";

const STORE = "kielwasser.test";
const PRESETS = { fast: [0, 10], exact: [0, 5], harm: [-5, 0] };
const MOST_GAMES = 1000000;
const MOST_OPPONENTS = 16;

const builtin = (spec) => ({ kind: "builtin", spec });
const fresh = () => ({
  game: "piranhas",
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
});

function remembered() {
  try {
    return { ...fresh(), ...JSON.parse(localStorage.getItem(STORE)), name: "", positions: null };
  } catch {
    return fresh();
  }
}

/** Which of the preset tests this is. */
const presetOf = (sprt) => Object.keys(PRESETS).find((name) => String(PRESETS[name]) === String(sprt)) ?? "own";

export class TestForm {
  /** wants: what another test was started with, to begin from; `against` are all opponents where there are several */
  constructor(wants = null) {
    const form = { ...remembered(), ...wants };
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
    this.bots = null; // not known yet
    this.a = this.whoForm("A", form.a);
    this.opponents = opponents.map((who, i) => this.opponent(who, i));
    this.starts = new StartForm(this.form.positions);
    this.warning = h("div.cores", { role: "status" });
    this.problem = h("div.problem", { role: "alert" });
    this.element = h("form.test-form", {
      "novalidate": true,
      "aria-label": t("test.new"),
      "onsubmit": (event) => {
        event.preventDefault();
        this.start();
      },
    });
    this.draw();
    this.fetchBots();
  }

  whoForm(name, who, onremove = null) {
    return new WhoForm(name, who, server.hello?.players ?? [], { onchange: () => this.save(), onremove });
  }

  opponent(who, i) {
    return this.whoForm(i ? `B ${i + 1}` : "B", who, i ? () => this.removeOpponent(i) : null);
  }

  get everybody() {
    return [this.a, ...this.opponents];
  }

  async fetchBots() {
    this.bots = await api("GET", "/api/bots").then(
      (answer) => answer.bots,
      () => [],
    );
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
    this.starts.game = this.form.game;
    const fitting = this.bots?.filter((bot) => !bot.game || bot.game === this.form.game);
    if (fitting) for (const who of this.everybody) who.offer(fitting);
  }

  save() {
    localStorage.setItem(STORE, JSON.stringify({ ...this.wanted(), name: "", positions: null }));
  }

  set(name, value, draw = null) {
    this.form[name] = value;
    this.save();
    if (draw) redraw(this.element, () => draw.call(this));
  }

  // ---- what is to be seen ----

  draw() {
    this.lengthRow = h("div.stack");
    this.timeRow = h("div.stack");
    this.othersRow = h("div.opponents");
    this.optionsRow = h("div.stack");
    this.button = h("button.primary", { type: "submit" }, icon("play"), t("test.start"));
    replace(
      this.element,
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
      h(
        "div.card.stack",
        this.choice("game", GAMES, (game) => t(`game.${game}`), this.gameChanged),
        this.lengthRow,
        h("p.note", t("test.twice")),
      ),
      h("details.card", h("summary", t("test.more")), h("div.stack", this.moreFields())),
      this.warning,
      h("div.start-row", this.button, this.problem),
    );
    this.drawOpponents();
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
      others.map((who) => who.element),
      others.length > 0 && h("p.note", t("test.gauntletNote")),
      this.opponents.length < MOST_OPPONENTS &&
        button(() => this.addOpponent(), { class: "small", id: "add-opponent" }, icon("plus"), t("test.addOpponent")),
    );
    replace(
      this.optionsRow,
      this.everybody.map((who) => who.more),
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
    const left = this.opponents.filter((_, i) => i !== at).map((who) => who.value);
    this.opponents.splice(1, Infinity, ...left.slice(1).map((who, i) => this.opponent(who, i + 1)));
    this.drawOpponents();
    this.gameChanged();
    this.save();
    this.element.querySelector("#add-opponent").focus();
  }

  choice(name, values, word, draw) {
    return h(
      "fieldset",
      h("legend", t(`test.${name}`)),
      segments(`test-${name}`, values, this.form[name], word, (value) => this.set(name, value, draw)),
    );
  }

  input(name, label, attributes, onchange = () => {}) {
    const problem = h("span.problem", { id: `problem-test-${name}` });
    const field = h("input", {
      "type": "number",
      ...attributes,
      "id": `test-${name}`,
      "value": this.form[name] ?? "",
      "autocomplete": "off",
      "aria-describedby": problem.id,
      "oninput": () => {
        this.set(name, field.value);
        field.removeAttribute("aria-invalid");
        problem.textContent = "";
        onchange();
      },
    });
    return h("div.field", h("label.legend", { for: field.id }, label), field, problem);
  }

  drawLength() {
    const { length } = this.form;
    const lengths = ["games", ...Object.keys(PRESETS), "own"];
    const quick = (count) => button(() => this.set("games", count, this.drawLength), { class: "small" }, number(count));
    replace(
      this.lengthRow,
      this.choice("length", lengths, (value) => t(`test.length.${value}`), this.drawLength),
      length === "games" &&
        h(
          "div.inline",
          this.input("games", t("test.games"), { min: 2, max: MOST_GAMES, step: 2 }),
          [100, 400, 2000].map(quick),
        ),
      length === "own" &&
        h(
          "div.inline",
          this.input("elo0", t("test.elo0"), { step: 0.5 }),
          this.input("elo1", t("test.elo1"), { step: 0.5 }),
        ),
      length !== "games" && h("p.note", t(`test.length.${length}.note`)),
    );
  }

  drawTime() {
    replace(
      this.timeRow,
      this.choice("time", ["contest", "off", "own"], (value) => t(`test.time.${value}`), this.drawTime),
      this.form.time === "own" && this.input("ownTime", t("test.ownTime"), { min: 1, max: 3600000 }),
    );
  }

  moreFields() {
    const option = (name, values) => this.choice(name, values, (value) => t(`test.${name}.${value}`));
    return [
      this.input("name", t("test.name"), { type: "text", maxlength: 60, placeholder: t("test.namePlaceholder") }),
      this.optionsRow,
      h("p.note", t("test.optionsNote")),
      this.timeRow,
      this.input("concurrency", t("test.concurrency"), { min: 1, max: 256 }, () => this.drawWarning()),
      this.starts.element,
      this.input("seed", t("test.seed"), { type: "text", inputmode: "numeric" }),
      option("save", ["all", "lost", "failed", "none"]),
      h("p.note", t("test.saveNote")),
      option("rules", ["book", "server"]),
      this.input("set", t("test.set"), { type: "text", placeholder: t("test.setPlaceholder") }),
      this.input("pace", t("test.pace"), { min: 0, max: 10000, placeholder: t("test.setPlaceholder") }),
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
    const opponents = this.opponents.map((who) => who.value);
    return {
      name: form.name.trim(),
      game: form.game,
      a: this.a.value,
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

  mark(name, text) {
    const field = this.element.querySelector(`#test-${name}`);
    field.closest("details")?.setAttribute("open", "");
    field.setAttribute("aria-invalid", "true");
    field.focus();
    this.element.querySelector(`#problem-test-${name}`).textContent = text;
    return false;
  }

  async check() {
    const { form } = this;
    const isWhole = (value, low, high) =>
      value !== "" && Number.isInteger(Number(value)) && Number(value) >= low && Number(value) <= high;
    if (!this.everybody.every((who) => who.check())) return false;
    if (form.length === "games" && !isWhole(form.games, 2, MOST_GAMES))
      return this.mark("games", t("test.badGames", { most: MOST_GAMES }));
    if (form.length === "own" && !(Number(form.elo0) < Number(form.elo1))) return this.mark("elo1", t("test.badSprt"));
    if (form.time === "own" && !isWhole(form.ownTime, 1, 3600000)) return this.mark("ownTime", t("test.badTime"));
    if (form.concurrency && !isWhole(form.concurrency, 1, 256))
      return this.mark("concurrency", t("test.badConcurrency"));
    if (form.pace && !isWhole(form.pace, 0, 10000)) return this.mark("pace", t("test.badPace"));
    if (!/^-?\d{1,19}$/.test(form.seed.trim())) return this.mark("seed", t("test.badSeed"));
    return this.starts.check();
  }

  async start() {
    this.problem.textContent = "";
    if (!(await this.check())) return;
    this.button.disabled = true;
    try {
      const { id } = await api("POST", "/api/tests", this.wanted());
      navigate(`/test/${id}`);
    } catch (error) {
      replace(
        this.problem,
        faultBox(error, { wanted: JSON.stringify(this.wanted()) }),
        error.hint ? say(error.hint) || error.hint : "",
      );
      this.button.disabled = false;
    }
  }
}
