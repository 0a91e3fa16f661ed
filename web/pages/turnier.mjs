// Tournaments: all of them, a new one, one of them, or its games for an audience.
import { h, replace } from "../ui/dom.mjs";
import { icon } from "../ui/icons.mjs";
import { faultBox } from "../ui/fault.mjs";
import { ownerHint } from "../ui/owner-hint.mjs";
import { addTexts, lang, onLang, t } from "../i18n.mjs";
import texts from "../i18n/turnier.mjs";
import pageTexts from "../i18n/pages.mjs";
import playTexts from "../i18n/play.mjs";
import { gameName } from "../games.mjs";
import { api, isOnline, server } from "../net.mjs";
import { LIST, address, follow, isRunning } from "../turnier/data.mjs";
import { useStyle } from "../style.mjs";

useStyle("turnier");

addTexts(texts);
addTexts(pageTexts);
addTexts(playTexts);

const canCreate = () => isOnline() && Boolean(server.hello?.owner);

export async function mount(element, { id, query }) {
  if (!id) return overview(element);
  if (id === "neu") return fresh(element, query);
  if (query.has("vorfuehren")) return (await import("../turnier/show.mjs")).exhibit(element, id, query);
  return (await import("../turnier/tournament-view.mjs")).showCup(element, id, query);
}

async function fresh(element, query) {
  if (!canCreate()) {
    element.append(
      h(
        "section.card.narrow",
        h("h1", t("cup.new")),
        h("p", t(isOnline() ? "cup.needsOwner" : "cup.needsServer")),
        ownerHint(),
        h("a.button", { href: "/turnier" }, t("cup.title")),
      ),
    );
    return null;
  }
  const { CupForm } = await import("../turnier/form.mjs");
  const copied = query.get("kopie");
  const source = copied ? (await api("GET", address(copied))).file : null;
  const form = new CupForm(element, source);
  // From now on it is what stands in the form, also in the other language.
  if (copied) history.replaceState(history.state, "", "/turnier/neu");
  form.save();
  return onLang(() => form.save());
}

function line(cup) {
  const when = new Intl.DateTimeFormat(lang(), { dateStyle: "medium", timeStyle: "short" }).format(cup.createdMs);
  const isOpen = cup.planned > 0 && !cup.winner;
  return h(
    "li.card.cup-card",
    h(
      "a",
      { href: `/turnier/${cup.id}` },
      h("div.card-line", h("b", cup.name), h("span", { class: `pill ${cup.state}` }, t(`cup.state.${cup.state}`))),
      h("p.muted", `${gameName(cup.game)} · ${t("cup.teams", { n: countOf(cup.teams) })} · ${when}`),
      isOpen
        ? h("progress", {
            "max": cup.planned,
            "value": cup.played,
            "aria-label": t("cup.progress", { played: cup.played, planned: cup.planned }),
          })
        : null,
      cup.winner
        ? h("p.cup-winner", icon("cup"), t("cup.winner", { name: cup.winner }))
        : cup.planned > 0 && h("p", t("cup.progress", { played: cup.played, planned: cup.planned })),
    ),
    canCreate() &&
      h(
        "a.button",
        { "href": `/turnier/neu?kopie=${cup.id}`, "aria-label": `${t("cup.clone")}: ${cup.name}` },
        icon("copy"),
        t("cup.clone"),
      ),
  );
}

const countOf = (teams) => (Array.isArray(teams) ? teams.length : teams);

function overview(element) {
  const list = h("div.stack.cup-lists", h("p.loading", { role: "status" }, t("loading")));
  element.append(
    h(
      "div.hero",
      h("div", h("h1", t("cup.title")), h("p", t("cup.sub"))),
      canCreate() && h("a.button.primary", { href: "/turnier/neu" }, icon("plus"), t("cup.new")),
    ),
    list,
  );
  if (!isOnline()) {
    replace(list, h("section.card.nothing", h("p", t("cup.needsServer"))));
    return null;
  }
  const section = (title, cups) => cups.length > 0 && h("section", h("h2", title), h("ul.cup-grid", cups.map(line)));
  const isOpen = (cup) => isRunning(cup) || cup.state === "stopped";
  let drawn = null;
  const cups = follow(
    LIST,
    () => true,
    ({ tournaments }) => {
      const now = JSON.stringify(tournaments);
      if (now === drawn) return;
      drawn = now;
      const newest = [...tournaments].sort((a, b) => b.createdMs - a.createdMs);
      const held = list.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
      replace(
        list,
        newest.length === 0 && h("section.card.nothing", h("p", t("cup.none"))),
        section(t("cup.current"), newest.filter(isOpen)),
        section(
          t("cup.archive"),
          newest.filter((cup) => !isOpen(cup)),
        ),
      );
      if (held) list.querySelector(`a[href="${held}"]`)?.focus();
    },
    (error) => drawn === null && replace(list, faultBox(error)),
  );
  return () => cups.end();
}
