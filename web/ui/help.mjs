// „?": every key on one sheet.
import { h } from "./dom.mjs";
import { openPanel } from "./panel.mjs";
import { t } from "../i18n.mjs";

/** @type {[string, string[][]][]} */
const keys = [
  [
    "help.all",
    [
      ["key.ctrlK", "key.palette"],
      ["?", "key.help"],
      ["M", "key.sound"],
    ],
  ],
  [
    "help.view",
    [
      ["←  →", "key.ply"],
      ["⇧ ←  ⇧ →", "key.ten"],
      ["[  ]", "key.round"],
      ["key.Home  key.End", "key.ends"],
      ["␣", "key.playback"],
      ["Esc", "key.esc"],
    ],
  ],
  [
    "help.board",
    [
      ["Tab", "key.tab"],
      ["← ↑ ↓ →", "key.cursor"],
      ["Enter", "key.enter"],
      ["N  ⇧ N", "key.next"],
      ["/", "key.type"],
      ["1–9", "key.reserve"],
      ["X", "key.stack"],
      ["key.mouse", "key.sketch"],
    ],
  ],
  [
    "help.game",
    [
      ["T", "key.tip"],
      ["U  key.ctrlZ", "key.undo"],
      ["H", "key.hints"],
      ["F", "key.flip"],
      ["K", "key.coordinates"],
      ["S", "key.overlay"],
      ["V", "key.keep"],
    ],
  ],
  [
    "help.analysis",
    [
      ["E", "key.engine"],
      ["L", "key.engineLines"],
      ["G", "key.backToGame"],
      ["↑  ↓", "key.otherLine"],
    ],
  ],
  [
    "help.steamer",
    [
      ["W  ⇧ W", "key.w"],
      ["A  D", "key.ad"],
      ["+  −", "key.speed"],
      ["Z", "key.goal"],
      ["Enter", "key.send"],
      ["⌫  C", "key.back"],
    ],
  ],
  [
    "help.ask",
    [
      ["Alt X", "key.lines"],
      ["Alt P  Alt O", "key.pieces"],
      ["Alt L", "key.lastMove"],
      ["Alt M", "key.moves"],
      ["Alt F", "key.facts"],
    ],
  ],
];

export function openHelp() {
  openPanel(
    t("help.title"),
    keys.map(([title, rows]) =>
      h(
        "section",
        h("h3", t(title)),
        h(
          "dl.keys",
          rows.map(([combo, text]) => [
            h(
              "dt",
              combo.split("  ").map((key) => [h("kbd", t(key)), " "]),
            ),
            h("dd", t(text)),
          ]),
        ),
      ),
    ),
  );
}
