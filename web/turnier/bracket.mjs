// The tree of a knock-out: a column for each round, the two that lead to a meeting beside it. On a phone the rounds
// stand below each other.
import { button, h } from "../ui/dom.mjs";
import { number, t } from "../i18n.mjs";
import { box } from "./tables.mjs";

const nobody = { first: null, second: null, fate: "play", done: false, games: 0, winner: null };

/** The meetings of each round; those that are not known yet are empty. Without the game for the third place. */
function roundsOf(days, rounds) {
  return Array.from({ length: rounds }, (_, round) => {
    const known = days.find((day) => day.round === round + 1)?.meetings ?? [];
    return Array.from({ length: 2 ** (rounds - 1 - round) }, (_unused, i) => known[i] ?? nobody);
  });
}

const thirdPlace = (days, rounds) => days.find((day) => day.round === rounds)?.meetings[1] ?? null;

function side(meeting, which) {
  const name = meeting[which];
  const isWinner = meeting.done && meeting.winner === name && name !== null;
  const isBye = which === "second" && meeting.fate === "bye";
  return h(
    "span",
    { class: `duel-side${isWinner ? " won" : ""}` },
    h(
      isWinner ? "b" : "span",
      { class: name ? "duel-name" : "duel-name quiet" },
      name ?? (isBye ? t("cup.fate.bye") : t("cup.open")),
    ),
    meeting.games > 0 ? h("span.duel-wins", number(meeting[`${which}Wins`])) : null,
    isWinner && h("span.duel-check", { "aria-hidden": "true" }, "✓"),
  );
}

function duel(meeting, key, open) {
  const parts = [
    side(meeting, "first"),
    side(meeting, "second"),
    meeting.fate === "walkover" || meeting.fate === "no-show" ? h("small", t(`cup.fate.${meeting.fate}`)) : null,
  ];
  return meeting.file ? button(() => open(meeting), { class: "duel", id: key }, parts) : h("div.duel", parts);
}

export function bracket(days, rounds, open) {
  const third = thirdPlace(days, rounds);
  return [
    box(
      "tree",
      t("cup.tree"),
      h(
        "ol.bracket",
        roundsOf(days, rounds).map((meetings, round) =>
          h(
            "li.bracket-round",
            h("h3", t(`cup.round.${rounds - round}`)),
            h(
              "ul",
              meetings.map((meeting, i) => h("li", duel(meeting, `duel-${round}-${i}`, open))),
            ),
          ),
        ),
      ),
    ),
    third && h("div.bracket-third", h("h3", t("cup.third")), duel(third, "duel-third", open)),
  ];
}
