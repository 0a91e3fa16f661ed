// What one can do with a position or a game: play on, ask a bot, share, save.
import { button, gzip, h, save } from "../ui/dom.mjs";
import { icon } from "../ui/icons.mjs";
import { openPanel } from "../ui/panel.mjs";
import { copyText } from "../ui/toast.mjs";
import { duration, errorText, t } from "../i18n.mjs";
import { api, server } from "../net.mjs";
import { navigate } from "../router.mjs";
import { toLink } from "../replay.mjs";
import { keepButton, keepPosition } from "../ui/saved-positions.mjs";
import { exportPng, exportSvg } from "../board/board.mjs";

export const actionBar = (study) =>
  h(
    "div.study-actions",
    button(() => playHere(study), icon("play"), t("analyse.playHere")),
    button(() => ask(study), icon("hint"), t("analyse.ask")),
    button(() => editHere(study), icon("edit"), t("analyse.edit")),
    button(() => share(study), icon("copy"), t("analyse.share")),
    keepButton(() => keepHere(study)),
    saveMenu(study),
  );

/** „Stellung merken" */
export function keepHere(study) {
  const { names } = study.entry.record;
  keepPosition({
    game: study.rules.name,
    position: study.current.position,
    names: [names.red, names.blue],
    ply: study.current.ply,
  });
}

/** The form for a new game, filled with this position. */
function playHere(study) {
  const query = new URLSearchParams({ spiel: study.rules.name, stellung: study.current.position });
  navigate(`/neu?${query}`);
}

/** The editor, with this position. */
function editHere(study) {
  const query = new URLSearchParams({ spiel: study.rules.name, stellung: study.current.position });
  navigate(`/editor?${query}`);
}

async function share(study) {
  const record = study.tree.recordOf(study.current);
  const link = `${location.origin}/analyse${await toLink(record, study.current.ply)}`;
  history.replaceState(null, "", link);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  copyText(link, t(isHere ? "analyse.copiedHere" : "analyse.copiedNear", { host: location.hostname }));
}

// ---- „Bot fragen" ----

async function ask(study) {
  const list = h("div.stack");
  openPanel(t("analyse.ask"), h("div", {}, h("p", {}, t("analyse.askWho")), list));
  for (const player of study.rules.players)
    list.append(answerRow(study, t(`player.${player}`), () => askBuiltin(study, player)));
  if (!server.hello?.owner) return;
  const { bots } = await api("GET", "/api/bots").catch(() => ({ bots: [] }));
  for (const bot of bots.filter((known) => !known.game || known.game === study.rules.name))
    list.append(
      answerRow(study, bot.name, () =>
        api("POST", "/api/ask", { bot: bot.id, game: study.rules.name, position: study.current.position }),
      ),
    );
}

/** One bot and, once it was asked, its answer. */
function answerRow(study, name, think) {
  const answer = h("span.quiet", { "aria-live": "polite" });
  const node = study.current;
  return h(
    "div.study-answer",
    button(async () => {
      answer.textContent = t("analyse.asking", { name });
      try {
        const { words, ms } = await think();
        const played = study.rules.play(node.position, words);
        const text = played.ok ? study.look.notation(played.move, study.tree.view(node)) : words;
        answer.textContent = t("analyse.answer", { name, words: text, time: duration(ms) });
        if (played.ok && study.current === node && played.move.to)
          study.tryBoard.board.arrows([{ from: played.move.from, to: played.move.to, kind: "bot", label: name }]);
      } catch (error) {
        answer.textContent = errorText(error);
      }
    }, name),
    answer,
  );
}

async function askBuiltin(study, player) {
  const began = performance.now();
  study.panel.isOn && study.panel.toggle();
  const info = await study.engine.go(study.current.position, { player, ms: 1700, seed: String(Date.now()) });
  return { words: info.words, ms: performance.now() - began };
}

// ---- saving ----

function saveMenu(study) {
  /** @type {[string, string, () => Blob | Promise<Blob>][]} */
  const items = [
    ["exportKw", "kw", () => textBlob(study.rules.writeText(study.tree.recordOf(study.current)))],
    ["exportXml", "xml", () => textBlob(study.rules.writeXml(study.tree.recordOf(study.current)))],
    ["exportGz", "xml.gz", () => gzip(study.rules.writeXml(study.tree.recordOf(study.current)))],
    [
      "exportSvg",
      "svg",
      () =>
        new Blob([exportSvg(study.tree.view(study.current), { game: study.rules.name })], { type: "image/svg+xml" }),
    ],
    ["exportPng", "png", () => exportPng(study.tree.view(study.current), { game: study.rules.name })],
    ["exportCsv", "csv", () => textBlob(evaluations(study))],
  ];
  return h(
    "details.study-menu",
    h("summary", {}, icon("save"), t("analyse.export")),
    h(
      "div.study-menu-items",
      items.map(([key, ending, make]) =>
        button(async () => save(fileName(study, ending), await make()), t(`analyse.${key}`)),
      ),
      button(() => copyText(study.current.position, t("analyse.positionCopied")), t("analyse.copyPosition")),
    ),
  );
}

const textBlob = (text) => new Blob([text], { type: "text/plain;charset=utf-8" });

function fileName(study, ending) {
  const { red, blue } = study.entry.record.names;
  const safe = (name) => name.replace(/[^\w-]+/g, "_").slice(0, 24);
  const names = [red, blue].filter(Boolean).map(safe).join("-");
  return (
    [study.rules.name, names, ["svg", "png"].includes(ending) ? study.current.ply : ""].filter(Boolean).join("_") +
    `.${ending}`
  );
}

function evaluations(study) {
  const rows = study.tree.main.map((node) => [
    node.ply,
    node.words ?? "",
    node.ms ?? "",
    node.opinion ? node.opinion.win.toFixed(4) : "",
    node.opinion?.own ?? "",
    node.loss === null ? "" : node.loss.toFixed(4),
  ]);
  return ["ply,move,ms,win_red,own_red,loss", ...rows.map((row) => row.map(quoted).join(","))].join("\n") + "\n";
}

const quoted = (value) => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : value);
