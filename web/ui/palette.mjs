// Ctrl+K: everything by its name. A combobox with a list: letters search, arrows choose, Enter does it.
import { h, replace, reveal } from "./dom.mjs";
import { icon } from "./icons.mjs";
import { find } from "./search.mjs";
import { commands, shownGame } from "./commands.mjs";
import { t } from "../i18n.mjs";
import { GAMES, gameName } from "../games.mjs";
import { playerName } from "../names.mjs";
import { api, isOnline, server } from "../net.mjs";
import { navigate } from "../router.mjs";
import { watchGames } from "../play/game-lists.mjs";
import * as settings from "../settings.mjs";
import { applies } from "../board/looks/index.mjs";

const SHOWN = 60;
const GAMES_SHOWN = 8; // the newest of those that go on

// ---- where entries come from: {group, label, key, isOn, run} ----

const here = () => commands().map((command) => ({ group: "here", ...command }));

const gameEntries = (games) =>
  games
    .filter((game) => game.phase !== "over")
    .slice(0, GAMES_SHOWN)
    .map((game) => ({
      group: "games",
      id: game.id,
      label: `${gameName(game.game)}: ${playerName(game, "red")} – ${playerName(game, "blue")}, ${t("palette.move", { n: game.ply })}`,
      run: () => navigate(`/spiel/${game.id}`),
    }));

const botEntries = (bots) =>
  bots.map((bot) => ({
    group: "bots",
    label: t("palette.playBot", { name: bot.name }),
    run: () => navigate(`/neu?${new URLSearchParams({ bot: bot.id, ...(bot.game ? { spiel: bot.game } : {}) })}`),
  }));

/** What can be done with each game, before those that run. */
const gameActions = () =>
  GAMES.flatMap((game) =>
    [
      ["play", `/neu?spiel=${game}`],
      ["learn", `/lernen/${game}`],
    ].map(([action, address]) => ({
      group: "game",
      label: t(`palette.${action}`, { game: gameName(game) }),
      run: () => navigate(address),
    })),
  );

/** A switch is one entry, a choice one for each value. */
function settingEntries() {
  const fitting = settings.names.filter((name) => name !== "viewMs" && applies(name, shownGame()));
  return fitting.flatMap((name) =>
    (settings.choices[name] ?? [!settings.get(name)]).map((value) => ({
      group: "settings",
      label: typeof value === "boolean" ? t(`set.${name}`) : `${t(`set.${name}`)}: ${t(`set.${name}.${value}`)}`,
      isOn: typeof value === "boolean" ? settings.get(name) : settings.get(name) === value,
      run: () => settings.set(name, value),
    })),
  );
}

async function fetchBots() {
  if (!isOnline() || !server.hello?.owner) return [];
  return api("GET", "/api/bots").then(
    (answer) => answer.bots,
    () => [],
  );
}

/** By which an entry is known again; a running game changes its label. */
const nameOf = ({ id, label }) => id ?? label;

// ---- the dialog ----

class Palette {
  /** pages: [{label, key, group, run}]: what the shell knows */
  constructor(pages) {
    this.actions = gameActions();
    this.fixed = [...here(), ...pages.map((page) => ({ group: "pages", ...page }))];
    this.settings = settingEntries();
    this.games = [];
    this.bots = [];
    this.list = h("ul.palette-list", { "role": "listbox", "id": "palette-list", "aria-label": t("palette.title") });
    this.count = h("p.sr-only", { role: "status" });
    this.none = h("p.muted.palette-none", { hidden: true }, t("palette.none"));
    this.field = h("input", {
      "type": "text",
      "role": "combobox",
      "aria-expanded": true,
      "aria-controls": this.list.id,
      "aria-autocomplete": "list",
      "aria-label": t("palette.title"),
      "placeholder": t("palette.placeholder"),
      "autocomplete": "off",
      "spellcheck": "false",
      "oninput": () => this.show(),
      "onkeydown": (event) => this.key(event),
    });
    this.dialog = h(
      "dialog.palette",
      {
        "aria-label": t("palette.title"),
        "onclick": (event) => event.target === this.dialog && this.dialog.close(),
        "onclose": () => this.end(),
      },
      h("div.palette-body", h("div.palette-field", icon("search"), this.field), this.none, this.list, this.count),
    );
  }

  open() {
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.stopGames = watchGames((games) => {
      this.games = gameEntries(games);
      this.show({ keep: true });
    });
    fetchBots().then((bots) => {
      this.bots = botEntries(bots);
      this.show({ keep: true });
    });
    this.show();
  }

  /** Settings are many: they come when words are typed. */
  show({ keep = false } = {}) {
    const question = this.field.value.trim();
    const known = [...this.fixed, ...this.actions, ...this.bots, ...this.games];
    const chosen = keep ? this.entries?.[this.at] : null;
    this.entries = (
      question
        ? find(question, [...known, ...this.settings], ({ label, group }) => `${label} ${t(`palette.${group}`)}`)
        : known
    ).slice(0, SHOWN);
    this.options = this.entries.map((entry, i) => this.option(entry, i));
    replace(this.list, this.options);
    this.list.hidden = this.entries.length === 0;
    this.none.hidden = this.entries.length > 0;
    this.count.textContent = t("palette.count", { n: this.entries.length });
    this.choose(
      Math.max(
        0,
        this.entries.findIndex((entry) => entry.group === chosen?.group && nameOf(entry) === nameOf(chosen)),
      ),
    );
  }

  option({ label, group, key, isOn }, i) {
    return h(
      "li",
      {
        "role": "option",
        "id": `palette-${i}`,
        "aria-selected": false,
        "onclick": () => this.run(i),
        "onpointermove": () => this.at !== i && this.choose(i),
      },
      h("span.palette-label", label),
      isOn && [icon("check"), h("span.sr-only", ` (${t("palette.on")})`)],
      key && h("kbd", key),
      h("small", t(`palette.${group}`)),
    );
  }

  choose(at) {
    this.options[this.at]?.setAttribute("aria-selected", "false");
    this.at = at;
    const option = this.options[at];
    if (!option) return void this.field.removeAttribute("aria-activedescendant");
    option.setAttribute("aria-selected", "true");
    this.field.setAttribute("aria-activedescendant", option.id);
    reveal(this.list, option);
  }

  key(event) {
    const last = this.entries.length - 1;
    const targets = {
      ArrowDown: this.at < last ? this.at + 1 : 0,
      ArrowUp: this.at > 0 ? this.at - 1 : last,
      PageDown: Math.min(last, this.at + 8),
      PageUp: Math.max(0, this.at - 8),
    };
    if (event.key === "Enter") this.run(this.at);
    else if (event.key in targets && last >= 0) this.choose(targets[event.key]);
    else return;
    event.preventDefault();
  }

  /** The dialog goes first and gives the focus back; what is done may then take it. */
  run(i) {
    const entry = this.entries[i];
    if (!entry) return;
    this.dialog.close();
    entry.run();
  }

  end() {
    this.stopGames();
    this.dialog.remove();
  }
}

export const openPalette = (pages) => new Palette(pages).open();
