// What the server knows of tournaments, and questions to what it tells (tournament.json, docs/tournament.md).
import { t } from "../i18n.mjs";
import { keepUpToDate } from "../latest.mjs";
import { api } from "../net.mjs";

export const LIST = "/api/tournaments";
export const address = (id, what = "") => `${LIST}/${id}${what}`;

/**
 * Calls back with fresh data at once and whenever something changes, at most once a second.
 * @param {string} path @param {(data: any) => boolean} isMine @param {(answer: any) => void} callback
 * @param {(error: any) => void} onError
 */
export const follow = (path, isMine, callback, onError) =>
  keepUpToDate({
    topic: "tournaments",
    ask: () => api("GET", path),
    take: callback,
    fail: onError,
    isNews: (type, data) => isMine(data),
  });

export const isRunning = ({ state }) => state === "running" || state === "stopping";

/** Those on the first place; there may be several. */
export const winnersOf = ({ places }) =>
  places
    .filter(({ place }) => place === 1)
    .map(({ team }) => team)
    .join(", ");

/** Days of one group of a stage, in their order; both numbers count from 0. */
export const daysOf = (tournament, stage, group) =>
  tournament.days.filter((day) => day.stageNumber === stage + 1 && day.group === group + 1);

/** "Spieltag 3", or "Halbfinale" in a knock-out. */
export function dayName(tournament, { stageNumber, round }) {
  const { kind, rounds } = tournament.stages[stageNumber - 1];
  return kind === "final-eight" ? t(`cup.round.${rounds - round + 1}`) : t("cup.day", { n: round });
}

/** All meetings that have games to look at: {day, meeting}. */
export const meetingsOf = (tournament) =>
  tournament.days.flatMap((day) => day.meetings.filter((meeting) => meeting.file).map((meeting) => ({ day, meeting })));

/** Every game in the order of the tournament: {day, meeting, number}, number from 1. */
export const gamesOf = (tournament) =>
  meetingsOf(tournament).flatMap(({ day, meeting }) =>
    Array.from({ length: meeting.games }, (_, i) => ({ day, meeting, number: i + 1 })),
  );

/** The winner of game `number`: a name, null (a draw), or undefined if the file does not say. */
export function winnerOf(meeting, number) {
  const letter = meeting.course[number - 1];
  return { "A": meeting.first, "B": meeting.second, "=": null }[letter];
}

/** The first of a meeting is red in its first game; then colours are swapped after each. */
export const redOf = (meeting, number) => (number % 2 === 1 ? meeting.first : meeting.second);

/** Wins of both before game `number`. */
export function scoreBefore(meeting, number) {
  const before = [...meeting.course.slice(0, number - 1)];
  return [before.filter((letter) => letter === "A").length, before.filter((letter) => letter === "B").length];
}

/** How often a team failed: in the days given. */
export function faultsOf(days) {
  const faults = {};
  for (const { meetings } of days)
    for (const meeting of meetings)
      for (const who of ["first", "second"])
        if (meeting[`${who}Faults`]) faults[meeting[who]] = (faults[meeting[who]] ?? 0) + meeting[`${who}Faults`];
  return faults;
}

/** The page that shows a game. */
export const gameLink = (id, meeting, number) => `/analyse/turnier-${id}-${meeting.file}-${number - 1}`;

/** What the server says about it; there games are numbered from 0. */
export const gameAddress = (id, meeting, number) => address(id, `/games/${meeting.file}/${number - 1}`);
