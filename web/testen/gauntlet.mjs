// One player against many: how it stands against each of them.
import { h } from "../ui/dom.mjs";
import { icon } from "../ui/icons.mjs";
import { number, t } from "../i18n.mjs";
import { shownName } from "../names.mjs";
import { eloWord, isGoing, losWord, percentWord } from "./test-data.mjs";

const COLUMNS = ["opponent", "games", "points", "elo", "los", "state"];
const isFinished = ({ state }) => state === "complete" || state === "decided";
const isWanted = (test) => isGoing(test) || test.state === "waiting";

const gamesWord = ({ played, planned }) => `${number(played)}${planned ? `/${number(planned)}` : ""}`;

function line(one, shown) {
  const name =
    one.id === shown.id ? h("b", shownName(one.b.name)) : h("a", { href: `/test/${one.id}` }, shownName(one.b.name));
  return h(
    "tr",
    { "aria-current": one.id === shown.id ? "true" : null },
    h("th", { scope: "row" }, name),
    h("td", gamesWord(one.games)),
    h("td", percentWord(one.score)),
    h("td", eloWord(one.elo)),
    h("td", losWord(one.los)),
    h("td", h("span", { class: `pill ${one.state}` }, t(`test.state.${one.state}`))),
  );
}

/** onPost(what, body): what is wanted of all of them */
export function gauntletTable(test, onPost) {
  const { tests, score } = test.gauntlet;
  const played = score.wins + score.draws + score.losses;
  const button = (picture, word, run) =>
    h("button", { type: "button", id: `all-${word}`, onclick: run }, icon(picture), t(`test.all.${word}`));
  return [
    h("h2", t("test.gauntlet", { name: shownName(test.a.name), n: tests.length })),
    h(
      "div.compare-scroll",
      { "tabindex": "0", "role": "group", "aria-label": t("test.gauntletTable") },
      h(
        "table.gauntlet",
        h(
          "thead",
          h(
            "tr",
            COLUMNS.map((name) => h("th", { scope: "col" }, t(`test.col.${name}`))),
          ),
        ),
        h(
          "tbody",
          tests.map((one) => line(one, test)),
        ),
        h(
          "tfoot",
          h(
            "tr",
            h("th", { scope: "row" }, t("test.together")),
            h("td", number(played)),
            h("td", percentWord(score)),
            h("td"),
            h("td"),
            h("td"),
          ),
        ),
      ),
    ),
    h(
      "div.row",
      tests.some(isWanted) && button("stop", "after", () => onPost("stop", { when: "after", all: true })),
      tests.some((one) => !isWanted(one) && !isFinished(one)) &&
        button("play", "resume", () => onPost("resume", { all: true })),
      h("a.button", { href: `/test?klon=${tests.map(({ id }) => id).join(",")}` }, icon("copy"), t("test.all.clone")),
    ),
  ];
}
