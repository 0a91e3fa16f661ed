// The versions of a bot: which one plays, how each did in its trial, and against whom which of them did better.
import { h } from "../ui/dom.mjs";
import { icon } from "../ui/icons.mjs";
import { number, t } from "../i18n.mjs";
import { comparison, lineOf } from "./results.mjs";
import { dateWord, trialWord, verdict } from "./report.mjs";

export const cell = (name, ...children) => h("td", { dataset: { label: t(`bots.${name}`) } }, h("div", children));
export const heads = (names) =>
  h(
    "thead",
    h(
      "tr",
      names.map((name) => h("th", { scope: "col" }, t(`bots.${name}`))),
    ),
  );

const versionWord = (n) => `${t("bots.version")} ${n}`;

/** do: {activate(version), match(version), add()} */
function line(bot, version, run) {
  const button = (name, label, act) =>
    h(
      "button",
      {
        "type": "button",
        "name": `${name}-${bot.id}-${version.number}`,
        "aria-label": `${label}: ${versionWord(version.number)}`,
        "onclick": act,
      },
      label,
    );
  const isActive = version.number === bot.active;
  return h(
    "tr",
    h(
      "th",
      { scope: "row" },
      versionWord(version.number),
      isActive && [h("br"), h("span.pill.running", t("bots.active"))],
    ),
    cell("noteColumn", h("span", version.note || "–"), h("small", dateWord(version.addedMs))),
    cell("program", h("code", version.command), version.uploaded && h("small", t("bots.uploadedMark"))),
    cell(
      "lastTest",
      version.test ? [verdict(version.test), h("small", trialWord(version.test))] : h("span.muted", t("bots.never")),
    ),
    cell(
      "actions",
      !isActive &&
        h(
          "div.row.tight",
          button("activate", t("bots.activate"), () => run.activate(version)),
          bot.active > 0 && lineOf(version) && button("match", t("bots.match"), () => run.match(version)),
        ),
    ),
  );
}

const percent = (value) => `${number(value, 1)} %`;

/** Opponents below each other, versions beside each other. */
function results(bot, tests) {
  const { versions, rows } = comparison(bot, tests);
  if (rows.length === 0) return h("p.note", t("bots.noResults"), " ", h("a", { href: "/test" }, t("bots.toTests")));
  const score = (found) =>
    found
      ? h(
          "td.num",
          h("a", { href: `/test/${found.test.id}` }, percent(found.percent)),
          h("small", ` (${number(found.games)})`),
        )
      : h("td.num.muted", "–");
  const change = (points) =>
    h(
      "td",
      { class: `num ${points > 0 ? "bot-better" : points < 0 ? "bot-worse" : ""}` },
      points === null ? "–" : `${points > 0 ? "▲ +" : points < 0 ? "▼ −" : "±"}${number(Math.abs(points), 1)}`,
    );
  return h(
    "div.scroll-box",
    { "tabindex": "0", "role": "region", "aria-label": t("bots.results") },
    h(
      "table.result-table",
      h(
        "thead",
        h(
          "tr",
          h("th", { scope: "col" }, t("bots.against")),
          versions.map((n) => h("th.num", { scope: "col" }, versionWord(n))),
          versions.length > 1 &&
            h("th.num", { scope: "col" }, h("abbr", { title: t("bots.changeTip") }, t("bots.change"))),
        ),
      ),
      h(
        "tbody",
        rows.map((row) =>
          h(
            "tr",
            h("th", { scope: "row" }, row.against.version ? versionWord(row.against.version) : row.against.name),
            row.cells.map(score),
            versions.length > 1 && change(row.change),
          ),
        ),
      ),
    ),
  );
}

export const versionsOf = (bot, tests, run) =>
  h(
    "div.bot-versions",
    h(
      "div.card-line",
      h("h2", t("bots.versionsOf", { name: bot.name })),
      h(
        "button",
        {
          "type": "button",
          "name": `new-${bot.id}`,
          "aria-label": `${t("bots.newVersion")}: ${bot.name}`,
          "onclick": run.add,
        },
        icon("plus"),
        t("bots.newVersion"),
      ),
    ),
    h(
      "table.bot-table",
      heads(["version", "noteColumn", "program", "lastTest", "actions"]),
      h(
        "tbody",
        [...bot.versions].reverse().map((version) => line(bot, version, run)),
      ),
    ),
    h("h3", t("bots.results")),
    results(bot, tests),
  );
