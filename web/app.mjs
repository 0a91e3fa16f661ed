// Boot: the shell around every page.
import { h, isTyping, replace } from "./ui/dom.mjs";
import { icon, iconButton, logo } from "./ui/icons.mjs";
import { banner, drawBanner } from "./ui/banner.mjs";
import { openPanel } from "./ui/panel.mjs";
import { addTexts, lang, onLang, setLang, t } from "./i18n.mjs";
import texts from "./i18n/common.mjs";
import * as settings from "./settings.mjs";
import { greet, listen, server } from "./net.mjs";
import { onRoute, remount, startRouter, navigate } from "./router.mjs";

addTexts(texts);

const pages = [["play", "/", "play"], ["watch", "/live", "eye"], ["analyse", "/analyse", "chart"],
  ["test", "/testen", "scales"],
  ["cup", "/turnier", "cup"],
  ["bots", "/bots", "plug"],
  ["learn", "/lernen", "book"]];
let current = null;

const openSettings = async () => (await import("./ui/settings-panel.mjs")).openSettings();
const openHelp = async () => (await import("./ui/help.mjs")).openHelp();

function dressUp() {
  const root = document.documentElement;
  if (settings.get("theme") === "system") delete root.dataset.theme;
  else root.dataset.theme = settings.get("theme");
  root.dataset.palette = settings.get("palette");
  root.dataset.motion = settings.isStill() ? "still" : "moving";
}

const isDark = () =>
  settings.get("theme") === "dark"
    || (settings.get("theme") === "system" && matchMedia("(prefers-color-scheme: dark)").matches);

const links = () =>
  pages.map(([name, href, picture]) =>
    h("a", { href, "aria-current": current === name ? "page" : null }, icon(picture), h("span", t(`nav.${name}`))));

const languages = () =>
  h("div", { class: "segments small", role: "group", "aria-label": t("set.lang") }, ["de", "en"].map((code) =>
    h("button", { type: "button", lang: code, "aria-pressed": lang() === code, onclick: () => setLang(code) },
      code.toUpperCase())));

const themeButton = () =>
  iconButton("moon", t("theme.toggle"), () => settings.set("theme", isDark() ? "light" : "dark"));

function dot() {
  const word = t(`net.state.${server.state}`);
  return h("a", { href: "/status", class: `dot ${server.state}`, title: word }, h("span", { class: "sr-only" }, word));
}

const header = h("header", { class: "top" });
const tabs = h("nav", { class: "tabs" });

function openMore() {
  const panel = openPanel(t("more"), h("div", { class: "stack" }, languages(),
    h("button", { type: "button", onclick: () => { panel.close(); openSettings(); } }, icon("gear"), t("settings")),
    h("button", { type: "button", onclick: () => settings.set("theme", isDark() ? "light" : "dark") }, icon("moon"),
      t("theme.toggle")),
    h("button", { type: "button", onclick: () => { panel.close(); openHelp(); } }, icon("help"), t("help.title")),
    h("button", { type: "button", onclick: () => { panel.close(); navigate("/status"); } }, icon("plug"),
      t("title.status"))));
}

function drawShell() {
  replace(header, h("a", { href: "/", class: "brand" }, logo(), h("span", "Kielwasser")),
    h("nav", { "aria-label": t("nav.label") }, links()), h("div", { class: "tools" }, languages(), themeButton(),
      iconButton("help", `${t("help.title")} (?)`, openHelp), iconButton("gear", t("settings"), openSettings), dot()));
  tabs.setAttribute("aria-label", t("nav.label"));
  replace(tabs, links(), h("button", { type: "button", onclick: openMore }, icon("more"), h("span", t("more"))));
}

function onKey(event) {
  if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.key === "?") openHelp();
  else if (event.key === "m" || event.key === "M") settings.set("sound", settings.get("sound") === "off" ? "all" : "off");
}

/** After one visit the page also comes without the server. */
function keepOffline() {
  if (!navigator.serviceWorker) return;
  navigator.serviceWorker.register("/sw.mjs").then(async () => {
    const worker = (await navigator.serviceWorker.ready).active;
    worker?.postMessage({ build: server.hello?.build ?? null });
  }).catch(() => {});
}

async function boot() {
  dressUp();
  settings.on("*", dressUp);
  const main = h("main", { id: "main", tabindex: "-1" });
  document.body.append(h("a", { class: "skip", href: "#main",
    onclick: (event) => { event.preventDefault(); main.focus(); } }, t("skip")),
    header, banner, main, tabs);
  onRoute((route) => {
    current = route?.nav ?? null;
    drawShell();
  });
  onLang(() => {
    drawShell();
    drawBanner();
    remount();
  });
  server.addEventListener("state", drawShell);
  document.addEventListener("keydown", onKey);
  await greet();
  if (server.state !== "none") listen();
  await startRouter(main);
  keepOffline();
}

boot();
