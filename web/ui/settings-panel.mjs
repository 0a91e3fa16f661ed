// ⚙: every setting in one place, as far as the game shown has a use for it. A table; the page draws it.
import { button, h, replace, save, segments } from "./dom.mjs";
import { shownGame } from "./commands.mjs";
import { openPanel } from "./panel.mjs";
import { match } from "./search.mjs";
import { toast } from "./toast.mjs";
import * as settings from "../settings.mjs";
import { applies } from "../board/looks/index.mjs";
import { t } from "../i18n.mjs";
import { gameName } from "../games.mjs";

const FILE = "kielwasser-einstellungen.json";

/** @type {[string, (keyof settings.Settings)[]][]} */
const groups = [
  ["set.look", ["theme", "palette", "coordinates", "insects", "autoflip", "animation", "evalBar", "textView"]],
  ["set.play", ["input", "hints", "steamer", "confirm", "typing", "neverInvalid"]],
  ["set.analysis", ["engineMs", "engineLines", "engineArrows"]],
  ["set.other", ["sound", "lang"]],
];

/** What a search may find: the name, its values, the group. */
const words = (name, title) =>
  [t(`set.${name}`), t(title), ...(settings.choices[name] ?? []).map((value) => t(`set.${name}.${value}`))].join(" ");

const choice = (name) =>
  h(
    "fieldset.choice",
    h("legend", t(`set.${name}`)),
    segments(
      name,
      settings.choices[name],
      settings.get(name),
      (value) => t(`set.${name}.${value}`),
      (value) => settings.set(name, value),
    ),
  );

const toggle = (name) =>
  h(
    "label.switch",
    h("input", {
      type: "checkbox",
      name,
      checked: settings.get(name),
      onchange: (event) => settings.set(name, event.target.checked),
    }),
    h("span", t(`set.${name}`)),
  );

function item(name, title) {
  const element = name in settings.choices ? choice(name) : toggle(name);
  element.dataset.find = words(name, title);
  return element;
}

const draw = () =>
  groups.map(([title, names]) =>
    h(
      "section",
      h("h3", t(title)),
      names.filter((name) => applies(name, shownGame())).map((name) => item(name, title)),
    ),
  );

/** Groups without any find go, too. */
function filter(body, question) {
  for (const element of body.querySelectorAll("[data-find]"))
    element.hidden = question !== "" && match(question, element.dataset.find) === 0;
  for (const section of body.querySelectorAll("section"))
    section.hidden = !section.querySelector("[data-find]:not([hidden])");
}

const download = () => save(FILE, new Blob([JSON.stringify(settings.all(), null, 2)], { type: "application/json" }));

async function upload(file) {
  let isKnown = false;
  try {
    isKnown = settings.replace(JSON.parse(await file.text()));
  } catch {
    // not JSON at all
  }
  toast(t(isKnown ? "set.imported" : "set.notSettings"), { kind: isKnown ? "info" : "bad" });
}

export function openSettings() {
  const game = shownGame();
  const body = h("div");
  const none = h("p.muted", { role: "status" });
  const search = h("input", {
    "type": "search",
    "placeholder": t("set.search"),
    "aria-label": t("set.search"),
    "autofocus": matchMedia("(hover: hover)").matches,
    "oninput": () => look(),
  }); // on a phone its keyboard would cover the rest
  const look = () => {
    filter(body, search.value.trim());
    none.textContent = body.querySelector("[data-find]:not([hidden])") ? "" : t("set.none");
  };
  const redraw = () => {
    replace(body, draw());
    look();
  };
  const file = h("input.hidden", {
    "type": "file",
    "accept": ".json,application/json",
    "tabindex": "-1",
    "aria-label": t("set.import"),
    "onchange": async () => {
      if (file.files[0]) await upload(file.files[0]);
      file.value = "";
      redraw();
    },
  });
  const reset = () => {
    const before = settings.all();
    settings.reset();
    redraw();
    toast(t("set.wasReset"), {
      action: {
        label: t("set.undo"),
        run: () => {
          settings.replace(before);
          redraw();
        },
      },
    });
  };
  redraw();
  const off = settings.on("lang", () => dialog.close());
  const dialog = openPanel(
    t("settings"),
    [
      search,
      game && h("p.note", t("set.forGame", { game: gameName(game) })),
      none,
      body,
      h(
        "footer.row",
        button(reset, t("set.reset")),
        button(download, t("set.export")),
        button(() => file.click(), t("set.import")),
        file,
      ),
    ],
    { onclose: off },
  );
}
