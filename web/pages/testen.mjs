// Mass tests: the list with the form for a new one, one test, or two side by side.
import { h, replace } from "../ui/dom.mjs";
import { icon } from "../ui/icons.mjs";
import { addTexts, errorText, number, t } from "../i18n.mjs";
import texts from "../i18n/testen.mjs";
import { api, server } from "../net.mjs";
import { remount } from "../router.mjs";
import { Comparison } from "../testen/compare.mjs";
import { Dashboard } from "../testen/dashboard.mjs";
import { TestForm } from "../testen/form.mjs";
import { eloWord, isOwner, percentWord, titleOf, watchTests } from "../testen/tests.mjs";

addTexts(texts);

function line(test) {
  const { played, planned } = test.games;
  const facts = [t(`game.${test.game}`), `${number(played)}${planned ? `/${number(planned)}` : ""}`, percentWord(test.score),
    `Elo ${eloWord(test.elo)}`];
  return h("li", h("a", { href: `/testen/${test.id}` },
    h("span", { class: "what" }, h("b", `#${test.id} ${titleOf(test)}`), h("small", facts.join(" · "))),
  h("span", { class: `pill ${test.state}` }, t(`test.state.${test.state}`))));
}

async function overview(element, query) {
  const copied = query.get("klon");
  const wants = copied ? await api("GET", `/api/tests/${copied}`).then((test) => ({ ...test.wants, name: "" }), () => null) : null;
  const form = new TestForm(wants);
  const list = h("ul", { class: "game-list" });
  const state = h("p", { class: "note", role: "status" }, t("test.loading"));
  element.append(h("div", { class: "hero" }, h("div", h("h1", t("test.title")), h("p", t("test.sub")))),
    h("div", { class: "test-desk" }, form.element, h("section", { class: "card" }, h("h2", t("test.all")), state, list)));
  return watchTests((house) => {
    form.know(house);
    state.hidden = house.tests.length > 0;
    state.textContent = t("test.none");
    replace(list, house.tests.map(line));
  }, (error) => {
    state.hidden = false;
    state.textContent = errorText(error);
  });
}

/** Opens by itself as soon as the server is there. */
function closed(element) {
  element.append(h("section", { class: "card narrow" }, h("h1", t("test.title")), h("p", t("test.needsHouse")),
    h("a", { class: "button", href: "/" }, icon("play"), t("nav.play"))));
  const look = () => isOwner() && remount();
  server.addEventListener("state", look);
  return () => server.removeEventListener("state", look);
}

export function mount(element, { id, query }) {
  if (!isOwner()) return closed(element);
  if (!id && !query.get("vergleich")) return overview(element, query);
  const shown = id ? new Dashboard(element, id) : new Comparison(element, query.get("vergleich").split(",").slice(0, 2));
  return () => shown.close();
}
