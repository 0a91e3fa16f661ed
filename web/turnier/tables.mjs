// Tables of a tournament: the ranking, the cross table, match days, and the games of a meeting.
import { button, h } from "../ui/dom.mjs";
import { icon, iconButton, mark } from "../ui/icons.mjs";
import { openPanel } from "../ui/panel.mjs";
import { number, t } from "../i18n.mjs";
import { faultsOf, gameLink, gamesOf, redOf, winnerOf } from "./data.mjs";

const SHADES = 6;

/** A table that is wider than a phone scrolls within its own box. */
export const box = (name, label, content) =>
  h("div.scroll-box", { "tabindex": "0", "role": "region", "aria-label": label, "dataset": { box: name } }, content);

const head = (label, title, kind) =>
  h("th", { scope: "col", class: kind ?? null }, title ? h("abbr", { title }, label) : label);

/** @param {{elo: number, error: number}} [rating] */
const elo = (rating) =>
  !Number.isFinite(rating?.elo)
    ? "–"
    : [h("b", (rating.elo > 0 ? "+" : "") + number(rating.elo)), h("small", ` ± ${number(rating.error)}`)];

/** Averages have two digits, sums none. */
const score = (value, { aggregation }) => number(value, aggregation === "average" ? 2 : 0);

const partName = ({ name, aggregation }) =>
  aggregation === "average" ? t("cup.average", { name: t(`part.${name}`) }) : t(`part.${name}`);

const teamCell = (place, isFirst, name) =>
  h(
    "th",
    { scope: "row" },
    isFirst ? h("b", name) : name,
    place?.out && h("small.fault", { title: place.out }, ` ${t("cup.out")}`),
  );

export function standings(tournament, group, days) {
  const places = new Map(tournament.places.map((place) => [place.team, place]));
  const faults = faultsOf(days);
  const isBegun = group.rows.some(({ games }) => games > 0);
  const row = (one) =>
    h(
      "tr",
      { class: isBegun && one.place === 1 ? "standings-leads" : null },
      h("td.num", { title: one.aheadBy ? t(`cup.ahead.${one.aheadBy}`) : null }, isBegun ? number(one.place) : "–"),
      teamCell(places.get(one.team), isBegun && one.place === 1, one.team),
      one.scores.map((value, i) => {
        const word = one.games > 0 ? score(value, group.scores[i]) : "–";
        return h("td.num", i === 0 ? h("b", word) : word);
      }),
      [one.games, one.won, one.drawn, one.lost].map((value) => h("td.num", number(value))),
      h("td.num", elo(places.get(one.team))),
      h("td", { class: faults[one.team] ? "num fault" : "num" }, number(faults[one.team] ?? 0)),
    );
  return box(
    "table",
    t("cup.tableOf", { name: group.title }),
    h(
      "table.standings",
      h(
        "thead",
        h(
          "tr",
          head(t("cup.place"), null, "num"),
          head(t("cup.team")),
          group.scores.map((part) => head(partName(part), null, "num")),
          head(t("cup.games"), null, "num"),
          ["won", "drawn", "lost"].map((key) => head(t(`cup.${key}`), t(`cup.${key}Tip`), "num")),
          head(t("cup.elo"), t("cup.eloTip"), "num"),
          head(t("cup.faults"), t("cup.faultsTip"), "num"),
        ),
      ),
      h("tbody", group.rows.map(row)),
    ),
  );
}

/** The end result so far, with the ratings. */
export function overall(tournament) {
  const faults = faultsOf(tournament.days);
  const isBegun = tournament.places.some(({ games }) => games > 0);
  const row = (place) =>
    h(
      "tr",
      { class: isBegun && place.place === 1 ? "standings-leads" : null },
      h("td.num", isBegun ? number(place.place) : "–"),
      teamCell(place, isBegun && place.place === 1, place.team),
      h("td", place.stage),
      h("td.num", number(place.games)),
      h("td.num", elo(place)),
      h("td", { class: faults[place.team] ? "num fault" : "num" }, number(faults[place.team] ?? 0)),
    );
  return box(
    "overall",
    t("cup.overall"),
    h(
      "table.standings",
      h(
        "thead",
        h(
          "tr",
          head(t("cup.place"), null, "num"),
          head(t("cup.team")),
          head(t("cup.until")),
          head(t("cup.games"), null, "num"),
          head(t("cup.elo"), t("cup.eloTip"), "num"),
          head(t("cup.faults"), t("cup.faultsTip"), "num"),
        ),
      ),
      h("tbody", tournament.places.map(row)),
    ),
  );
}

// ---- cross table ----

const shadeOf = ({ won, drawn, lost }) => Math.round(((won + drawn / 2) / (won + drawn + lost)) * SHADES);

/** `open(team, other)` shows the games of two teams. */
export function crossTable(group, open) {
  const cell = (row, i, other, k) => {
    const met = row.against.find(({ team }) => team === other.team);
    if (row === other) return h("td.cross-self", "×");
    if (!met || met.won + met.drawn + met.lost === 0) return h("td.num", "·");
    const text = `${met.won}-${met.drawn}-${met.lost}`;
    const label = t("cup.cellTip", {
      team: row.team,
      other: other.team,
      won: met.won,
      drawn: met.drawn,
      lost: met.lost,
    });
    return h(
      "td",
      { class: `share-${shadeOf(met)}` },
      button(
        () => open(row.team, other.team),
        { "id": `cross-${i}-${k}`, "title": label, "aria-label": `${text}, ${label}` },
        text,
      ),
    );
  };
  return [
    h("p.note", t("cup.crossNote")),
    box(
      "cross",
      t("cup.cross"),
      h(
        "table.cross",
        h(
          "thead",
          h(
            "tr",
            head(t("cup.number"), null, "num"),
            head(t("cup.team")),
            group.rows.map((other, k) =>
              h(
                "th.num",
                { scope: "col", title: other.team },
                h("span", { "aria-hidden": "true" }, number(k + 1)),
                h("span.sr-only", other.team),
              ),
            ),
          ),
        ),
        h(
          "tbody",
          group.rows.map((row, i) =>
            h(
              "tr",
              h("td.num", number(i + 1)),
              h("th", { scope: "row" }, row.team),
              group.rows.map((other, k) => cell(row, i, other, k)),
            ),
          ),
        ),
      ),
    ),
  ];
}

// ---- match days ----

const isOver = (day) => day.meetings.every((meeting) => meeting.done);

/** The first day that is not over, or the last one. */
export const currentDay = (days) => {
  const open = days.findIndex((day) => !isOver(day));
  return open < 0 ? days.length - 1 : open;
};

/** A – B  8 : 4 */
function meetingLine(meeting, key, open) {
  const name = (team, wins) =>
    h(meeting.done && meeting.winner === team && wins !== null ? "b" : "span", { class: "meeting-side" }, team ?? "–");
  const isPlayed = meeting.fate === "play";
  const middle =
    meeting.games > 0
      ? `${number(meeting.firstWins)} : ${number(meeting.secondWins)}`
      : isPlayed
        ? "– : –"
        : t(`cup.fate.${meeting.fate}`);
  const parts = [
    name(meeting.first, meeting.firstWins),
    h("span.meeting-result", middle),
    meeting.second ? name(meeting.second, meeting.secondWins) : h("span.meeting-side"),
  ];
  return h(
    "li",
    meeting.file ? button(() => open(meeting), { id: key, class: "meeting" }, parts) : h("div.meeting", parts),
  );
}

export function matchDays(days, shown, { choose, open }) {
  const day = days[shown];
  return [
    h(
      "div.row.cup-day",
      iconButton("back", t("cup.dayBack"), () => choose(shown - 1), { id: "day-back", disabled: shown === 0 }),
      h("h3", { role: "status" }, t("cup.dayOf", { n: shown + 1, all: days.length })),
      iconButton("forward", t("cup.dayForward"), () => choose(shown + 1), {
        id: "day-forward",
        disabled: shown === days.length - 1,
      }),
    ),
    h(
      "ul.meetings",
      day.meetings.map((meeting, i) => meetingLine(meeting, `meeting-${shown}-${i}`, open)),
    ),
  ];
}

// ---- games ----

const gameLine = (id, meeting, n) => {
  const winner = winnerOf(meeting, n);
  const red = redOf(meeting, n),
    blue = red === meeting.first ? meeting.second : meeting.first;
  const seat = (side, name) => [mark(side), h(winner === name ? "b" : "span", name)];
  return h(
    "li",
    h(
      "a",
      { href: gameLink(id, meeting, n) },
      h("span.game-list-what", h("b", t("cup.game", { n })), h("span", seat("red", red), " – ", seat("blue", blue))),
      winner === undefined
        ? null
        : h("small", winner === null ? t("cup.gameDrawn") : t("cup.gameWon", { name: winner })),
    ),
  );
};

/** Two games running have the same board: they stand together. */
function gameList(id, meeting) {
  const pairs = Array.from({ length: Math.ceil(meeting.games / 2) }, (_, i) =>
    [2 * i + 1, 2 * i + 2].filter((n) => n <= meeting.games),
  );
  return pairs.map((pair, i) =>
    h(
      "section.game-pair",
      h("h4", t("cup.pair", { n: i + 1 })),
      h(
        "ul.game-list",
        pair.map((n) => gameLine(id, meeting, n)),
      ),
    ),
  );
}

/** The meetings given, {day, meeting, name of the day}, each with all its games, in a panel. */
export function openGames(id, title, meetings) {
  openPanel(
    title,
    meetings.map(({ day, meeting, name }) =>
      h(
        "section.meeting-games",
        h("h3", `${day.stage}, ${name}: ${number(meeting.firstWins)} : ${number(meeting.secondWins)}`),
        h(
          "p",
          h("a.button", { href: `/turnier/${id}?vorfuehren&ab=${meeting.file}.1` }, icon("full"), t("cup.showFrom")),
        ),
        gameList(id, meeting),
      ),
    ),
  );
  for (const link of document.querySelectorAll("dialog.panel a[href]"))
    link.addEventListener("click", () => link.closest("dialog").close());
}

export const lastGames = (tournament, count) => gamesOf(tournament).slice(-count).reverse();
