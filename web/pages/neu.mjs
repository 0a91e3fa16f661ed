// A new game: everything on one screen, remembered from last time.
import { button, h, replace } from "../ui/dom.mjs";
import { icon, iconButton, mark } from "../ui/icons.mjs";
import { copyText } from "../ui/toast.mjs";
import { Form, filePicker, tick } from "../ui/form.mjs";
import { SeatForm } from "../ui/seat-form.mjs";
import { seasonField } from "../ui/seasons.mjs";
import { KeptPositions } from "../ui/saved-positions.mjs";
import { addTexts, onLang, say, t } from "../i18n.mjs";
import texts from "../i18n/pages.mjs";
import playTexts from "../i18n/play.mjs";
import peopleTexts from "../i18n/people.mjs";
import { isOnline, server } from "../net.mjs";
import { builtinName, personName, programName } from "../names.mjs";
import { navigate } from "../router.mjs";
import { FAMILIES, GAMES, familyOf, gameName, seasonOf, yearOf } from "../games.mjs";
import { drawSeed, loadRules } from "../rules.mjs";
import { mayInvite, startGame } from "../play/open-game.mjs";
import { isProgram } from "../play/game.mjs";
import { isLocalId } from "../play/store.mjs";
import { read, write } from "../storage.mjs";
import { loadPicture } from "../board/picture.mjs";
import { thumbnail } from "../board/board.mjs";

addTexts(texts);
addTexts(playTexts);
addTexts(peopleTexts);

const STORE = "kielwasser.new";
const FRESH = {
  game: seasonOf(FAMILIES[0]),
  red: { kind: "person" },
  blue: { kind: "builtin", player: "leicht" },
  colour: "fixed",
  time: "2000", // as in the contest; people have none
  ownTime: 10,
  limitFor: "bots",
  rules: "book",
  port: "",
  begin: "now",
  log: true,
};

class NewGame extends Form {
  constructor(element, query, players) {
    super("form.new-form", "field", [icon("play"), t("new.start")]);
    this.button.after(h("a.button", { href: "/" }, t("new.close")));
    this.form = { ...FRESH, ...read(STORE), seed: drawSeed(), from: "seed" };
    this.record = null;
    this.ply = 0;
    if (GAMES.includes(query.get("spiel"))) this.form.game = query.get("spiel");
    if (query.get("gegner") === "manuell") this.form.blue = { kind: "manual" };
    if (query.get("gegner") === "freund")
      Object.assign(this.form, { red: { kind: "person" }, blue: { kind: "friend" } });
    if (!mayInvite())
      for (const side of ["red", "blue"]) if (this.form[side].kind === "friend") this.form[side] = { kind: "person" };
    if (query.get("bot")) this.form.blue = { kind: "bot", bot: query.get("bot") };
    if (query.get("stellung")) {
      const rules = query.get("regeln") ?? this.form.rules;
      Object.assign(this.form, { from: "text", text: query.get("stellung"), rules });
    }
    const seat = (side) => {
      const legend = [mark(side), t(`side.${side}`)];
      return new SeatForm(side, this.form[side], {
        legend,
        players,
        onchange: () => this.save(),
        mayInvite: mayInvite(),
      });
    };
    this.seats = { red: seat("red"), blue: seat("blue") };
    element.append(this.element);
    this.draw();
    this.fetchBots();
  }

  showBots() {
    for (const seat of Object.values(this.seats)) seat.offer(this.fittingBots);
  }

  save() {
    const kept = Object.fromEntries(Object.keys(FRESH).map((name) => [name, this.form[name]]));
    write(STORE, { ...kept, red: seatOf(this.seats.red), blue: seatOf(this.seats.blue) });
  }

  draw() {
    this.gameRow = h("div.stack.stretch");
    this.timeRow = h("div.stack");
    this.startRow = h("div.card.stack");
    this.rulesRow = h("div.stack");
    replace(
      this.element,
      h("h1", t("title.new")),
      this.gameRow,
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
      h("div.card.pairs", this.timeRow, this.one("colour", ["fixed", "random"])),
      this.startRow,
      h("details.card", h("summary", t("new.more")), h("div.stack", this.moreFields())),
      this.submitRow,
    );
    this.drawGame();
    this.drawTime();
    this.drawStart();
    this.drawRules();
    this.button.focus({ preventScroll: true });
  }

  one(name, values, draw) {
    const year = String(yearOf(this.form.game));
    return this.choice(name, t(`new.${name}`), values, (value) => t(`new.${name}.${value}`, { year }), draw);
  }

  drawGame() {
    const { game } = this.form;
    replace(
      this.gameRow,
      h(
        "fieldset",
        h("legend", t("new.game")),
        h(
          "div.game-choice",
          FAMILIES.map((family) => this.gameCard(family === familyOf(game) ? game : seasonOf(family))),
        ),
      ),
      seasonField(game, (season) => this.chooseGame(season)),
    );
  }

  gameCard(name) {
    const family = familyOf(name);
    const picture = h("span", t(`game.${family}`));
    loadPicture(name)
      .then(({ view }) => picture.prepend(thumbnail(view, { size: 72 })))
      .catch(() => {});
    return h(
      "label",
      h("input", {
        type: "radio",
        name: "game",
        value: family,
        checked: name === this.form.game,
        onchange: () => this.chooseGame(name),
      }),
      picture,
    );
  }

  chooseGame(name) {
    this.set("game", name, () => {
      this.drawGame();
      this.drawRules();
      this.showBots();
      this.form.kept = null;
      if (this.form.from === "kept") this.drawStart();
      else if (this.form.from !== "seed") this.set("from", "seed", this.drawStart);
    });
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
      this.one("time", ["off", "2000", "5000", "own"], this.drawTime),
      form.time === "own" &&
        this.field("ownTime", t("new.seconds"), { type: "number", min: 0.1, max: 3600, step: 0.1 }),
      form.time !== "off" && this.one("limitFor", ["bots", "all"]),
    );
  }

  drawStart() {
    const { form } = this;
    const parts = {
      seed: () => this.seedField(),
      file: () => this.fileField(),
      text: () => this.field("text", t("new.position"), { spellcheck: "false" }),
      kept: () => this.keptField(),
    };
    replace(
      this.startRow,
      this.one("from", ["seed", "file", "text", "kept"], this.drawStart),
      parts[form.from](),
      this.editorLink(),
    );
  }

  drawRules() {
    replace(this.rulesRow, this.one("rules", ["book", "server"]), h("p.note", t("new.rulesNote")));
  }

  seedField() {
    const beside = [
      iconButton("again", t("new.drawSeed"), () => this.set("seed", drawSeed(), this.drawStart)),
      iconButton("copy", t("copy"), () => copyText(this.form.seed)),
    ];
    return this.field("seed", t("new.seed"), { inputmode: "numeric" }, { beside });
  }

  /** To the editor, with the position that is chosen here. */
  editorLink() {
    const { form } = this;
    const position = { text: form.text, kept: form.kept, file: this.record && startOf(this.record, this.ply) }[
      form.from
    ];
    const address = () =>
      `/editor?${new URLSearchParams({ spiel: form.game, ...(position && { stellung: position }) })}`;
    return button(() => navigate(address()), { class: "link", name: "editor" }, icon("edit"), t("new.build"));
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
    const file = filePicker((chosen) => this.readFile(chosen), ".kw,.xml,.gz,.txt");
    return h(
      "div.field",
      button(() => file.click(), { id: "field-file" }, icon("drop"), t("new.chooseFile")),
      file,
      this.record && slider,
      word,
      h("span.problem", { id: "problem-field-file" }),
    );
  }

  recordWord() {
    const { names: who, plies } = this.record;
    return `${gameName(this.record.game)}: ${who?.red || t("side.red")} – ${who?.blue || t("side.blue")}, ${t("play.plyOf", { ply: this.ply, plies: plies.length })}`;
  }

  async readFile(file) {
    const { readFile } = await import("../replay.mjs");
    try {
      const record = await readFile(file);
      Object.assign(this, { record, ply: 0 });
      Object.assign(this.form, { game: record.game, rules: record.rules ?? this.form.rules });
      this.drawGame();
      this.drawStart();
    } catch (error) {
      this.mark("file", say(error) || t("new.badFile"));
    }
  }

  moreFields() {
    const placeholder = String(server.hello?.port ?? 13050);
    return [
      this.rulesRow,
      this.field("port", t("new.port"), { type: "number", min: 1024, max: 65535, placeholder }),
      h("p.note", t("new.portNote")),
      this.one("begin", ["now", "paused", "step"]),
      tick(t("new.log"), this.form.log, (isOn) => this.set("log", isOn), { name: "log" }),
    ];
  }

  async faults() {
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
    return wrong;
  }

  async check() {
    const { red, blue } = this.seats;
    return (await Promise.all([super.check(), red.check(), blue.check()])).every(Boolean);
  }

  options() {
    const { form } = this;
    /** @type {any[]} */
    let seats = [seatOf(this.seats.red), seatOf(this.seats.blue)];
    if (form.colour === "random" && Math.random() < 0.5) seats = seats.reverse();
    const invited = seats.findIndex((seat) => seat.kind === "friend");
    const friend = ["red", "blue"][invited];
    if (friend) seats[invited] = { kind: "person", name: seats[invited].name || t("invite.friendName") };
    const people = seats.filter((seat) => seat.kind === "person").length;
    const [red, blue] = seats.map((seat, i) => ({
      ...seat,
      name: seat.name || defaultName(seat, people, i, this.bots),
    }));
    const limits = { off: null, own: Math.round(form.ownTime * 1000) };
    const starts = { text: () => form.text, file: () => startOf(this.record, this.ply), kept: () => form.kept };
    const limitMs = form.begin === "step" ? 0 : form.time in limits ? limits[form.time] : Number(form.time);
    return {
      game: form.game,
      rules: form.rules,
      seed: form.from === "seed" ? form.seed.trim() : undefined,
      start: starts[form.from]?.(),
      red,
      blue,
      limitMs,
      limitFor: form.limitFor,
      // With a time limit for people it begins when the friend has come.
      paused: form.begin !== "now" || Boolean(friend && limitMs && form.limitFor === "all"),
      friend,
      log: seats.some(isProgram) ? form.log : undefined,
      port: form.port ? Number(form.port) : undefined,
      paceMs: people === 0 ? 800 : undefined,
    };
  }

  about() {
    return this.options();
  }

  async send() {
    this.save();
    const { friend, ...options } = this.options();
    const id = await startGame(options);
    navigate(friend && !isLocalId(id) ? `/spiel/${id}?einladen=${friend}` : `/spiel/${id}`);
  }

  complain(error) {
    super.complain(error);
    this.problem.append(h("a", { href: "/status" }, t("title.status")));
  }
}

/**
 * As POST /api/games takes it: a program by its command is a bot without a number.
 * @param {SeatForm} form
 * @returns {Seat}
 */
function seatOf(form) {
  const { kind, name, player, bot, command, args } = form.value;
  return { kind: /** @type {any} */ (kind === "command" ? "bot" : kind), name, player, bot, command, args };
}

const startOf = (record, ply) => (ply === 0 ? record.start : record.plies[ply - 1].position);

function isSeed(text) {
  if (!/^\s*-?\d{1,19}\s*$/.test(text ?? "")) return false;
  return BigInt.asIntN(64, BigInt(text.trim())) === BigInt(text.trim());
}

function defaultName(seat, people, i, bots) {
  if (seat.kind === "person") return people === 1 ? personName() : t("new.person", { n: i + 1 });
  if (seat.kind === "builtin") return builtinName(seat.player);
  return bots.find(({ id }) => String(id) === String(seat.bot))?.name ?? programName();
}

export async function mount(element, { query }) {
  const players = server.hello?.players ?? (await loadRules(GAMES[0])).players;
  const page = new NewGame(element, query, players);
  return onLang(() => page.save());
}
