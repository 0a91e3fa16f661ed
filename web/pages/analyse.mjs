// Replay and analysis. Games come from files, from a link, from the server or from nothing; each becomes a Study, and
// one of them is shown.
import { button, h, replace } from "../ui/dom.mjs";
import { icon } from "../ui/icons.mjs";
import { toast } from "../ui/toast.mjs";
import { addTexts, both, errorText, t } from "../i18n.mjs";
import texts from "../i18n/analyse.mjs";
import { navigate } from "../router.mjs";
import { loadPicture } from "../board/picture.mjs";
import { thumbnail } from "../board/board.mjs";
import { watchGames } from "../play/game-lists.mjs";
import { secretsOf } from "../play/store.mjs";
import { stateOf } from "../play/open-game.mjs";
import { GAMES, gameName } from "../games.mjs";
import { shownName } from "../names.mjs";
import { loadRules } from "../rules.mjs";
import { fromLink, readFile, recordFromText } from "../replay.mjs";
import { Study } from "../analyse/study.mjs";
import { Protocol } from "../play/protocol.mjs";
import { useStyle } from "../style.mjs";

useStyle("analyse");

addTexts(texts);

const FILES = ".xml,.gz,.kw";
const RECENT = 6; // games shown on the empty page …
const LOOKED_AT = 40; // … of so many

/** Games stay open while one looks at other pages. */
const opened = [];

class AnalysePage {
  constructor(element, params) {
    this.params = params;
    this.study = null;
    this.side = h("aside.playlist", { "aria-label": t("analyse.playlist") });
    this.host = h("div.study-host");
    replace(element, h("h1.sr-only", t("analyse.title")), this.host);
    this.onDrop = (event) => this.#drop(event);
    this.onDragOver = (event) => event.preventDefault();
    addEventListener("drop", this.onDrop);
    addEventListener("dragover", this.onDragOver);
  }

  async start() {
    const { id, hash, files, query } = this.params;
    try {
      if (files?.length) await this.openFiles(files);
      else if (id) await this.openServerGame(id, Number(hash) || null);
      else if (hash.startsWith("g=")) await this.openLink(hash);
      else if (query.get("spiel")) await this.openFresh(query.get("spiel"), query.get("stellung"));
      else if (opened.length) await this.show(opened.at(-1));
      else this.welcome();
    } catch (error) {
      this.fail(error);
    }
  }

  fail(error) {
    this.standBy();
    toast(errorText(error), { kind: "bad", ms: 10000 });
  }

  // ---- where games come from ----

  async openFiles(files) {
    const records = [];
    for (const file of files) {
      const done = toast(t("analyse.reading", { name: file.name }), { ms: 0 });
      try {
        const record = await readFile(file);
        records.push({ record, name: file.name });
      } catch (error) {
        toast(t("analyse.unreadable", { name: file.name, why: errorText(error) }), { kind: "bad", ms: 12000 });
      }
      done();
    }
    for (const { record, name } of records)
      opened.push({ record, name, ply: record.report?.damage ? record.plies.length : 0 });
    if (records.length) await this.show(opened.at(-records.length));
    else this.standBy();
  }

  async openServerGame(id, ply) {
    const known = opened.find((entry) => entry.id === id);
    if (known) return this.show(Object.assign(known, ply === null ? {} : { ply }));
    const game = await stateOf(id).catch((error) => {
      throw error.code === "unreachable" ? error : both("analyse.notFound");
    });
    const { game: name, rules, seed, start, plies, result } = game;
    const record = {
      game: name,
      rules,
      seed: seed ?? null,
      names: { red: game.red.name, blue: game.blue.name },
      start,
      plies,
      outcome: result ?? null,
      report: null,
    };
    const protocol = new Protocol(game); // what its bots have printed may be drawn, too
    await protocol.update();
    opened.push({ record, id, name: id, ply: ply ?? plies.length, annotations: (at) => protocol.annotations(at) });
    return this.show(opened.at(-1));
  }

  async openLink(hash) {
    const { record, ply } = await fromLink(hash).catch(() => {
      throw both("analyse.badLink");
    });
    opened.push({ record, name: "link", ply: ply ?? 0 });
    return this.show(opened.at(-1));
  }

  async openFresh(game, position) {
    const rules = await loadRules(game);
    const start = position ?? rules.setup({}).position;
    const record = {
      game,
      rules: rules.view(start).rules,
      seed: null,
      names: { red: "", blue: "" },
      start,
      plies: [],
      outcome: null,
      report: null,
    };
    opened.push({ record, name: game, ply: 0 });
    return this.show(opened.at(-1));
  }

  /** A whole record, or a position of whichever game understands it. */
  async openText(text) {
    if (text.startsWith("kielwasser")) {
      const record = await recordFromText(text);
      opened.push({ record, name: "kw", ply: 0 });
      return this.show(opened.at(-1));
    }
    let refusal = null;
    for (const game of GAMES) {
      const rules = await loadRules(game);
      try {
        rules.view(text);
        return this.openFresh(game, text);
      } catch (error) {
        refusal ??= error;
      }
    }
    throw refusal;
  }

  #drop(event) {
    event.preventDefault();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length) this.openFiles(files);
  }

  // ---- what is shown ----

  async show(entry) {
    const rules = await loadRules(entry.record.game);
    this.#close();
    this.study = await Study.open(this.host, rules, entry, this.side);
    this.study.addEventListener("open", (event) => this.openFiles(event.detail));
    this.list();
  }

  list() {
    if (opened.length < 2) {
      replace(this.side, this.#openButton());
      return;
    }
    replace(
      this.side,
      this.#openButton(),
      h(
        "ul",
        {},
        opened.map((entry) => {
          const { red, blue } = entry.record.names;
          const isShown = this.study?.entry === entry;
          return h(
            "li",
            {},
            button(
              () => this.show(entry),
              { "class": "bare", "aria-current": isShown ? "true" : null },
              h("b", {}, gameName(entry.record.game)),
              h(
                "span.quiet",
                red || blue ? t("analyse.names", { red: shownName(red), blue: shownName(blue) }) : entry.name,
              ),
            ),
          );
        }),
      ),
    );
  }

  #openButton() {
    const take = () => {
      const files = [...input.files];
      input.value = ""; // the same file may be chosen again
      this.openFiles(files);
    };
    const input = h("input.sr-only", {
      "type": "file",
      "multiple": true,
      "accept": FILES,
      "tabindex": "-1",
      "aria-label": t("analyse.open"),
      "onchange": take,
    });
    return h(
      "div.open-file",
      input,
      button(() => input.click(), icon("drop"), t("analyse.open")),
    );
  }

  /** Where no game could be shown, another one is asked for; what was typed there stays. */
  standBy() {
    if (!this.study && !this.host.querySelector(".analyse-welcome")) this.welcome();
  }

  welcome() {
    const text = h("textarea", { "rows": "3", "aria-label": t("analyse.paste"), "placeholder": t("analyse.paste") });
    this.recent = h("section.analyse-recent", { hidden: true });
    replace(
      this.host,
      h(
        "div.analyse-welcome",
        h(
          "div.analyse-drop",
          h("div", h("h2", {}, t("analyse.drop")), h("p.quiet", t("analyse.dropMore"))),
          this.#openButton(),
        ),
        this.recent,
        h("section", h("h2", t("analyse.freshTitle")), this.#fresh()),
        h(
          "details.analyse-paste",
          h("summary", t("analyse.more")),
          h(
            "form",
            {
              onsubmit: (event) => {
                event.preventDefault();
                this.openText(text.value.trim()).catch((error) => this.fail(error));
              },
            },
            text,
            h("button", { type: "submit" }, t("analyse.pasteOpen")),
          ),
        ),
      ),
    );
    this.endList = watchGames((games) => this.#showRecent(games), LOOKED_AT);
  }

  /** A card for each game, and one for the editor. */
  #fresh() {
    const card = (game) => {
      const picture = h("span");
      loadPicture(game)
        .then(({ view }) => replace(picture, thumbnail(view, { size: 64 })))
        .catch(() => {});
      return button(
        () => this.openFresh(game).catch((error) => this.fail(error)),
        { class: "analyse-card" },
        picture,
        gameName(game),
      );
    };
    return h(
      "div.analyse-cards",
      GAMES.map(card),
      button(() => navigate("/editor"), { class: "analyse-card" }, icon("edit"), t("title.editor")),
    );
  }

  /** One's own games with their last positions, or else those of others: no modules are loaded for these. */
  #showRecent(games) {
    const begun = games.filter(({ ply }) => ply > 0);
    const own = begun.filter(({ id, local }) => local || Object.keys(secretsOf(id)).length > 0);
    const shown = (own.length ? own : begun).slice(0, RECENT);
    this.recent.hidden = shown.length === 0;
    const title = t(own.length ? "analyse.recent" : "analyse.recentOthers");
    replace(
      this.recent,
      h("h2", title),
      h(
        "div.analyse-cards",
        shown.map((game) => recentCard(game, own.length > 0)),
      ),
    );
  }

  #close() {
    this.endList?.();
    this.endList = null;
    this.study?.close();
    this.study = null;
  }

  leave() {
    removeEventListener("drop", this.onDrop);
    removeEventListener("dragover", this.onDragOver);
    this.#close();
  }
}

/** @param {Summary} summary @param {boolean} isOwn */
function recentCard({ id, game, position, red, blue, ply, result }, isOwn) {
  const picture = h("span");
  const view = isOwn
    ? loadRules(game).then((rules) => rules.view(position))
    : loadPicture(game).then((one) => one.view);
  view.then((shown) => replace(picture, thumbnail(shown, { size: 72 }))).catch(() => {});
  const end = result?.winner ? t("analyse.won", { side: t(`side.${result.winner}`) }) : t("analyse.ply", { ply });
  const names = t("analyse.names", { red: red?.name || t("side.red"), blue: blue?.name || t("side.blue") });
  return h(
    "a.analyse-card",
    { href: `/analyse/${id}` },
    picture,
    h("span", h("b", gameName(game)), h("small", names), h("small.quiet", end)),
  );
}

export async function mount(element, params) {
  const page = new AnalysePage(element, params);
  await page.start();
  return () => page.leave();
}
