// Mass tests: the list with the form for a new one, one test, or two side by side.
import { h, replace } from "../ui/dom.mjs";
import { icon } from "../ui/icons.mjs";
import { faultBox } from "../ui/fault.mjs";
import { ownerHint } from "../ui/owner-hint.mjs";
import { addTexts, number, t } from "../i18n.mjs";
import playTexts from "../i18n/play.mjs";
import texts from "../i18n/testen.mjs";
import { gameName } from "../games.mjs";
import { api, server } from "../net.mjs";
import { shownName } from "../names.mjs";
import { remount } from "../router.mjs";
import { Comparison } from "../testen/compare.mjs";
import { Dashboard } from "../testen/dashboard.mjs";
import { TestForm } from "../testen/form.mjs";
import { eloWord, isOwner, percentWord, titleOf, watchTests } from "../testen/test-data.mjs";
import { useStyle } from "../style.mjs";

useStyle("testen");

addTexts(playTexts);
addTexts(texts);

function line(test, title = titleOf(test)) {
  const { played, planned } = test.games;
  const facts = [
    gameName(test.game),
    `${number(played)}${planned ? `/${number(planned)}` : ""}`,
    percentWord(test.score),
    `Elo ${eloWord(test.elo)}`,
  ];
  return h(
    "li",
    h(
      "a",
      { href: `/test/${test.id}` },
      h("span.game-list-what", h("b", `#${test.id} ${title}`), h("small", facts.join(" · "))),
      h("span", { class: `pill ${test.state}` }, t(`test.state.${test.state}`)),
    ),
  );
}

/** Tests of a gauntlet stand together, where the newest of them would. */
function lines(tests) {
  const seen = new Set();
  return tests.map((test) => {
    const id = test.gauntlet?.id;
    if (!id) return line(test);
    if (seen.has(id)) return null;
    seen.add(id);
    const all = tests.filter((one) => one.gauntlet?.id === id).reverse();
    return h(
      "li.gauntlet-group",
      h("h3", test.name || t("test.gauntlet", { name: shownName(test.a.name), n: all.length })),
      h(
        "ul.game-list",
        all.map((one) => line(one, t("test.against", { name: shownName(one.b.name) }))),
      ),
    );
  });
}

/** What other tests were started with, as one form: the first one, and all their opponents. */
async function copyOf(ids) {
  const tests = await Promise.all(ids.map((id) => api("GET", `/api/tests/${id}`).catch(() => null)));
  const wants = tests.filter(Boolean).map((test) => test.wants);
  return wants.length ? { ...wants[0], name: "", against: wants.map(({ b }) => b) } : null;
}

/** From the editor: a test that begins at one position. */
const positionOf = (query) =>
  query.get("stellung") ? { game: query.get("spiel"), positions: [query.get("stellung")] } : null;

async function overview(element, query) {
  const copied = query.get("klon");
  const form = new TestForm(copied ? await copyOf(copied.split(",")) : positionOf(query));
  const list = h("ul.game-list");
  const state = h("div.note", { role: "status" }, t("loading"));
  element.append(
    h("div.hero", h("div", h("h1", t("test.title")), h("p", t("test.sub")))),
    h("div.test-desk", form.element, h("section.card", h("h2", t("test.all")), state, list)),
  );
  let isKnown = false;
  return watchTests(
    (house) => {
      isKnown = true;
      form.know(house);
      state.hidden = house.tests.length > 0;
      state.textContent = t("test.none");
      replace(list, lines(house.tests));
    },
    (error) => {
      if (isKnown) return; // the banner says it
      state.hidden = false;
      replace(state, faultBox(error));
    },
  );
}

/** Opens by itself as soon as the server is there. */
function closed(element) {
  element.append(
    h(
      "section.card.narrow",
      h("h1", t("test.title")),
      h("p", t("test.needsHouse")),
      ownerHint(),
      h("a.button", { href: "/" }, icon("play"), t("nav.play")),
    ),
  );
  const look = () => isOwner() && remount();
  server.addEventListener("state", look);
  return () => server.removeEventListener("state", look);
}

export function mount(element, { id, query }) {
  if (!isOwner()) return closed(element);
  if (!id && !query.get("vergleich")) return overview(element, query);
  const shown = id
    ? new Dashboard(element, id)
    : new Comparison(element, query.get("vergleich").split(",").slice(0, 2));
  return () => shown.close();
}
