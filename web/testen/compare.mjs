// Two tests side by side.
import { h, replace } from "../ui/dom.mjs";
import { pairsPlot, scoreBar, scorePlot } from "../ui/plots.mjs";
import { faultBox } from "../ui/fault.mjs";
import { number, say, t } from "../i18n.mjs";
import { gameName } from "../games.mjs";
import { api } from "../net.mjs";
import { navigate } from "../router.mjs";
import { causeWord, eloWord, known, losWord, namesOf, percentWord, titleOf, watchTest } from "./test-data.mjs";

/** @type {[string, (test: any) => Child][]} */
const rows = [
  ["test.game", (test) => gameName(test.game)],
  ["test.state", (test) => t(`test.state.${test.state}`)],
  ["test.games", (test) => number(test.games.played)],
  ["test.points", (test) => percentWord(test.score)],
  ["test.elo", (test) => eloWord(test.elo)],
  ["test.los", (test) => losWord(test.los)],
  ["test.asRed", (test) => percentWord(test.asRed)],
  ["test.asBlue", (test) => percentWord(test.asBlue)],
  ["test.rounds", (test) => known(test.rounds, 1)],
  [
    "test.causes",
    (test) => test.causes.map((one) => `${causeWord(one, namesOf(test))} ${number(one.count)}`).join(", ") || "—",
  ],
];

export class Comparison {
  /** ids: one or two; the second can be chosen here */
  constructor(element, ids) {
    this.ids = ids;
    this.tests = [];
    this.body = h("div");
    this.choices = h("div.compare-choices");
    element.append(
      h("p.crumb", h("a", { href: "/test" }, t("test.all"))),
      h("h1", t("test.compare")),
      this.choices,
      this.body,
    );
    this.watches = ids.map((id, i) =>
      watchTest(
        id,
        (test) => {
          this.tests[i] = test;
          this.draw();
        },
        (error) => !this.tests[i] && replace(this.body, h("div", { role: "alert" }, faultBox(error, { test: id }))),
      ),
    );
    api("GET", "/api/tests").then(
      ({ tests }) => this.offer(tests),
      () => {},
    );
  }

  offer(tests) {
    const choose = (i) => {
      const select = h(
        "select",
        {
          "aria-label": t("test.compareChoose", { n: i + 1 }),
          "onchange": () => {
            const ids = [...this.ids];
            ids[i] = select.value;
            navigate(`/test?vergleich=${ids.filter(Boolean).join(",")}`);
          },
        },
        !this.ids[i] && h("option", { value: "" }, t("test.choose")),
        tests.map((test) =>
          h("option", { value: test.id, selected: String(test.id) === this.ids[i] }, `#${test.id} ${titleOf(test)}`),
        ),
      );
      return select;
    };
    replace(this.choices, [0, 1].map(choose));
  }

  draw() {
    const tests = this.tests.filter(Boolean);
    const link = (test) => h("a", { href: `/test/${test.id}` }, `#${test.id} ${titleOf(test)}`);
    replace(
      this.body,
      h(
        "div.compare-scroll",
        { "tabindex": "0", "role": "group", "aria-label": t("test.compare") },
        h(
          "table.compare",
          h(
            "thead",
            h(
              "tr",
              h("td"),
              tests.map((test) => h("th", { scope: "col" }, link(test))),
            ),
          ),
          h(
            "tbody",
            rows.map(([name, value]) =>
              h(
                "tr",
                h("th", { scope: "row" }, t(name)),
                tests.map((test) => h("td", value(test))),
              ),
            ),
          ),
        ),
      ),
      h(
        "div.compare-plots",
        tests.map((test) =>
          h(
            "section.card",
            h("h2", titleOf(test)),
            scoreBar(test.score, namesOf(test)),
            h("p", say(test.verdict)),
            pairsPlot(test.pairs),
            test.plots && scorePlot(test.plots.score),
          ),
        ),
      ),
    );
  }

  close() {
    for (const watch of this.watches) watch.end();
  }
}
