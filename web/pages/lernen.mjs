// Learning: the four games, the lessons of one, one lesson, and the glossary.
import { h, redraw, replace } from "../ui/dom.mjs";
import { icon } from "../ui/icons.mjs";
import { seasonSwitch, seasonTitle } from "../ui/seasons.mjs";
import { addTexts, lang, pick, t } from "../i18n.mjs";
import pageTexts from "../i18n/pages.mjs";
import texts from "../i18n/lernen.mjs";
import { thumbnail } from "../board/board.mjs";
import { FAMILIES, GAMES, familyOf, gameName, gameNames, seasonOf, textOf } from "../games.mjs";
import { navigate } from "../router.mjs";
import { loadRules } from "../rules.mjs";
import { hasLessons, loadLessons } from "../lessons/index.mjs";
import { LessonPage } from "../lessons/lesson.mjs";
import { isSolved, nextOf } from "../lessons/progress.mjs";
import glossary from "../lessons/glossary.mjs";
import { useStyle } from "../style.mjs";

useStyle("lernen");

addTexts(pageTexts);
addTexts(texts);

const countOf = (game, lessons) => lessons.filter(({ id }) => isSolved(game, id)).length;

/** How far one has come, as a bar and in words. */
function progress(game, lessons) {
  const n = countOf(game, lessons);
  const text = t("learn.progress", { n, all: lessons.length });
  return h(
    "div.learn-progress",
    h("progress", { "value": n, "max": lessons.length, "aria-label": text }),
    h("small", text),
  );
}

function goOn(game, lessons) {
  const n = countOf(game, lessons);
  const word = n === 0 ? "learn.begin" : n < lessons.length ? "learn.goOn" : "learn.repeat";
  return h(
    "a.button.primary",
    { "href": `/lernen/${game}/${nextOf(game, lessons).id}`, "aria-label": `${t(word)}: ${gameName(game)}` },
    icon("play"),
    t(word),
  );
}

/* ---- four games ---- */

/** A season is loaded when it is shown. */
async function card(family) {
  const element = h("li.card.game-card");
  const show = async (game) => {
    const parts = await cardParts(game, show);
    if (game === seasonOf(family)) redraw(element, () => replace(element, parts));
  };
  await show(seasonOf(family));
  return element;
}

const goalOf = (game) => textOf(game, (name) => `start.goal.${name}`);

async function cardParts(game, show) {
  const [lessons, rules] = await Promise.all([loadLessons(game), loadRules(game)]);
  const shown = nextOf(game, lessons);
  return [
    h(
      "div",
      { "class": `demo ${familyOf(game)}`, "aria-hidden": "true" },
      h("div.board", thumbnail(rules.view(shown.position), { size: 260 })),
    ),
    h("div.card-about", seasonTitle(game, show), h("p", goalOf(game)), progress(game, lessons)),
    h(
      "div.row",
      goOn(game, lessons),
      h(
        "a.button",
        { "href": `/lernen/${game}`, "aria-label": `${t("learn.all")}: ${gameName(game)}` },
        icon("list"),
        t("learn.all"),
      ),
    ),
  ];
}

async function overview(element) {
  const cards = await Promise.all(FAMILIES.map(card));
  element.append(
    h(
      "div.hero",
      h("div", h("h1", t("learn.title")), h("p", t("learn.sub"))),
      h("a.button", { href: "/lernen/glossar" }, icon("book"), t("learn.glossary")),
    ),
    h("ul.games.learn-games", cards),
  );
}

/* ---- one game ---- */

function line(game, lesson, number) {
  const done = isSolved(game, lesson.id);
  return h(
    "li",
    { class: done ? "learn-solved" : null },
    h(
      "a",
      { href: `/lernen/${game}/${lesson.id}` },
      h("span.learn-number", { "aria-hidden": "true" }, done ? icon("check") : String(number)),
      h("span.learn-what", h("b", pick(lesson.title)), h("small", pick(lesson.rule))),
      done && h("span.sr-only", t("learn.solved")),
    ),
  );
}

async function rulesOf(element, game) {
  const lessons = await loadLessons(game);
  element.append(
    h("p.lesson-trail", h("a", { href: "/lernen" }, t("nav.learn")), " › ", h("span", gameName(game))),
    h(
      "div.hero",
      h("div", h("h1", gameName(game)), h("p", goalOf(game))),
      h(
        "div.row",
        seasonSwitch(game, (season) => navigate(`/lernen/${season}`)),
        goOn(game, lessons),
        h("a.button", { href: `/neu?spiel=${game}` }, t("learn.play")),
      ),
    ),
    h(
      "section.card",
      h("h2", t("learn.glance")),
      progress(game, lessons),
      h(
        "ol.learn-list",
        lessons.map((lesson, i) => line(game, lesson, i + 1)),
      ),
    ),
  );
}

/* ---- one lesson ---- */

async function lesson(element, game, id) {
  const lessons = await loadLessons(game);
  const found = lessons.find((one) => one.id === id);
  if (!found) return lost(element);
  const page = new LessonPage(game, lessons, found);
  await page.open(element);
  return () => page.close();
}

/* ---- all terms ---- */

function entry(term, titles) {
  const { term: name, say, games, lesson: address } = glossary[term];
  return h(
    "div.glossary-entry",
    { id: term },
    h("dt", pick(name), h("small", gameNames(games))),
    h(
      "dd",
      pick(say),
      titles[address] && [
        " ",
        h("a", { href: `/lernen/${address}` }, t("learn.toLesson", { lesson: titles[address] })),
      ],
    ),
  );
}

/** The titles of all lessons by their address. */
async function lessonTitles() {
  const lists = await Promise.all(
    GAMES.map(async (game) => (await loadLessons(game)).map(({ id, title }) => [`${game}/${id}`, pick(title)])),
  );
  return Object.fromEntries(lists.flat());
}

function glossaryPage(element) {
  let titles = {}; // they come when all lessons are loaded
  const sorted = Object.keys(glossary).sort((a, b) =>
    pick(glossary[a].term).localeCompare(pick(glossary[b].term), lang()),
  );
  const list = h("dl.glossary");
  const show = (wanted) => {
    const found = sorted.filter((term) =>
      pick(glossary[term].term).toLowerCase().includes(wanted.toLowerCase().trim()),
    );
    replace(
      list,
      found.length ? found.map((term) => entry(term, titles)) : h("div", h("dt.muted", t("learn.nothing")), h("dd")),
    );
  };
  const field = h("input", {
    "type": "search",
    "placeholder": t("learn.find"),
    "aria-label": t("learn.find"),
    "oninput": () => show(field.value),
  });
  element.append(
    h("p.lesson-trail", h("a", { href: "/lernen" }, t("nav.learn")), " › ", h("span", t("learn.glossary"))),
    h("div.hero", h("div", h("h1", t("learn.glossary")), h("p", t("learn.glossarySub"))), field),
    h("section.card", list),
  );
  show("");
  lessonTitles().then((loaded) => {
    titles = loaded;
    show(field.value);
  });
}

const lost = async (element) => (await import("./lost.mjs")).mount(element);

export async function mount(element, { id }) {
  const [game, step, ...rest] = (id ?? "").replace(/\/$/, "").split("/");
  if (rest.length) return lost(element);
  if (!game) return overview(element);
  if (game === "glossar" && !step) return glossaryPage(element);
  if (!hasLessons(game)) return lost(element);
  return step ? lesson(element, game, step) : rulesOf(element, game);
}
