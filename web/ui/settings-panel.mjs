// ⚙: every setting in one place. A table; the page draws it.
import { h, replace, save, segments } from "./dom.mjs";
import { openPanel } from "./panel.mjs";
import { toast } from "./toast.mjs";
import * as settings from "../settings.mjs";
import { t } from "../i18n.mjs";

const groups = [
  ["set.look", [
    ["theme", ["system", "light", "dark", "print"]],
    ["palette", ["standard", "safe", "contrast"]],
    ["coordinates", ["off", "edge", "all"]],
    ["insects", ["picture", "letter"]],
    ["autoflip", "switch"],
    ["animation", [0, 150, 250, 400]],
  ]],
  ["set.play", [
    ["input", ["both", "click", "drag"]],
    ["hints", ["none", "selection", "all"]],
    ["steamer", ["auto", "manual"]],
    ["confirm", "switch"],
    ["typing", "switch"],
    ["neverInvalid", "switch"],
    ["textView", "switch"],
  ]],
  ["set.other", [
    ["sound", ["off", "moves", "all"]],
    ["lang", ["de", "en"]],
  ]],
];

function choice(name, values) {
  return h("fieldset", { class: "choice", dataset: { find: t(`set.${name}`).toLowerCase() } }, h("legend", t(`set.${name}`)),
    segments(name, values, settings.get(name), (value) => t(`set.${name}.${value}`), (value) => settings.set(name, value)));
}

const toggle = (name) =>
  h("label", { class: "switch", dataset: { find: t(`set.${name}`).toLowerCase() } },
    h("input", { type: "checkbox", checked: settings.get(name),
      onchange: (event) => settings.set(name, event.target.checked) }),
    h("span", t(`set.${name}`)));

const draw = () =>
  groups.map(([title, items]) =>
    h("section", h("h3", t(title)),
      items.map(([name, values]) => (values === "switch" ? toggle(name) : choice(name, values)))));

const download = () => save("kielwasser-einstellungen.json", new Blob([JSON.stringify(settings.all(), null, 2)]));

async function upload(event) {
  try {
    settings.replace(JSON.parse(await event.target.files[0].text()));
    toast(t("set.imported"));
  } catch {
    toast(t("set.notSettings"), { kind: "bad" });
  }
}

export function openSettings() {
  const body = h("div", draw());
  const redraw = () => replace(body, draw());
  const search = h("input", { type: "search", placeholder: t("set.search"), "aria-label": t("set.search"), oninput: () => {
    for (const item of body.querySelectorAll("[data-find]")) item.hidden = !item.dataset.find.includes(search.value.toLowerCase());
  } });
  const off = settings.on("*", (value, name) => name === "lang" && dialog.close());
  const dialog = openPanel(t("settings"), [search, body,
    h("footer", { class: "row" },
      h("button", { type: "button", onclick: () => { settings.reset(); redraw(); toast(t("set.wasReset")); } },
        t("set.reset")),
      h("button", { type: "button", onclick: download }, t("set.export")),
      h("label", { class: "button" }, t("set.import"),
        h("input", { type: "file", accept: ".json", class: "hidden",
          onchange: async (event) => { await upload(event); redraw(); } })))],
  { onclose: off });
}
