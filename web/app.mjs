// The shell around every page.
import { build } from "./build.mjs";
import { button, h, isTyping, replace } from "./ui/dom.mjs";
import { icon, iconButton, logo } from "./ui/icons.mjs";
import { banner, drawBanner } from "./ui/banner.mjs";
import { openPanel } from "./ui/panel.mjs";
import { toast } from "./ui/toast.mjs";
import { addTexts, lang, onLang, setLang, t } from "./i18n.mjs";
import texts from "./i18n/common.mjs";
import * as settings from "./settings.mjs";
import { isKiosk, watchKiosk } from "./kiosk-mode.mjs";
import { greet, listen, server } from "./net.mjs";
import { onRoute, remount, startRouter, navigate } from "./router.mjs";

addTexts(texts);

const pages = [
  ["play", "/", "play"],
  ["learn", "/lernen", "book"],
  ["watch", "/live", "eye"],
  ["analyse", "/analyse", "chart"],
  ["test", "/test", "scales"],
  ["cup", "/turnier", "cup"],
  ["bots", "/bots", "plug"],
];
const TABS = 4; // so many have room at the bottom of a phone; the others are under „Mehr"
let current = null;

const openSettings = async () => (await import("./ui/settings-panel.mjs")).openSettings();
const openHelp = async () => (await import("./ui/help.mjs")).openHelp();

/** What the palette can do on every page. */
const everywhere = () => [
  ...pages.map(([name, href]) => ({ label: t(`nav.${name}`), run: () => navigate(href) })),
  { label: t("title.new"), run: () => navigate("/neu") },
  { label: t("title.editor"), run: () => navigate("/editor") },
  { label: t("title.status"), run: () => navigate("/status") },
  ...[
    { label: t("settings"), run: openSettings },
    { label: t("help.title"), key: "?", run: openHelp },
    { label: t("theme.toggle"), run: toggleTheme },
    { label: t("set.sound"), key: "M", run: toggleSound },
    { label: lang() === "de" ? "English" : "Deutsch", run: () => setLang(lang() === "de" ? "en" : "de") },
  ].map((entry) => ({ group: "all", ...entry })),
];

const openPalette = async () => (await import("./ui/palette.mjs")).openPalette(everywhere());

const toggleTheme = () => settings.set("theme", isDark() ? "light" : "dark");

function toggleSound() {
  settings.set("sound", settings.get("sound") === "off" ? "all" : "off");
  toast(t("sound.now", { state: t(`set.sound.${settings.get("sound")}`) }), { ms: 1500 });
}

function dressUp() {
  const root = document.documentElement;
  if (settings.get("theme") === "system") delete root.dataset.theme;
  else root.dataset.theme = settings.get("theme");
  root.dataset.palette = settings.get("palette");
  root.dataset.motion = settings.isStill() ? "still" : "moving";
}

const isDark = () =>
  settings.get("theme") === "dark" ||
  (settings.get("theme") === "system" && matchMedia("(prefers-color-scheme: dark)").matches);

const links = (some) =>
  some.map(([name, href, picture]) =>
    h("a", { href, "aria-current": current === name ? "page" : null }, icon(picture), h("span", t(`nav.${name}`))),
  );

const languages = () =>
  h(
    "div.segments.small",
    { "role": "group", "aria-label": t("set.lang") },
    ["de", "en"].map((code) =>
      button(() => setLang(code), { "lang": code, "aria-pressed": lang() === code }, code.toUpperCase()),
    ),
  );

const themeButton = () => iconButton("moon", t("theme.toggle"), toggleTheme);

function dot() {
  const word = t(`net.state.${server.state}`);
  return h("a", { href: "/status", class: `dot ${server.state}`, title: word }, h("span.sr-only", word));
}

const header = h("header.top");
const tabs = h("nav.tabs");

function openMore() {
  const panel = openPanel(
    t("more"),
    h(
      "div.stack",
      h(
        "nav.stack",
        { "aria-label": t("nav.label"), "onclick": () => panel.close() },
        links(pages.slice(TABS)).map((link) => {
          link.className = "button";
          return link;
        }),
      ),
      languages(),
      button(
        () => {
          panel.close();
          openSettings();
        },
        icon("gear"),
        t("settings"),
      ),
      button(
        () => {
          panel.close();
          openPalette();
        },
        icon("search"),
        t("palette.title"),
      ),
      button(toggleTheme, icon("moon"), t("theme.toggle")),
      button(
        () => {
          panel.close();
          openHelp();
        },
        icon("help"),
        t("help.title"),
      ),
      button(
        () => {
          panel.close();
          navigate("/status");
        },
        icon("plug"),
        t("title.status"),
      ),
    ),
  );
}

/** In a kiosk there is no navigation. */
const drawKioskShell = () =>
  replace(
    header,
    h("span.brand", logo(), h("span", "Kielwasser")),
    h(
      "div.tools",
      location.pathname !== "/kiosk" && h("a.button", { href: "/kiosk" }, icon("undo"), t("kiosk.other")),
      languages(),
    ),
  );

function drawShell() {
  if (isKiosk()) return void drawKioskShell();
  replace(
    header,
    h("a.brand", { href: "/" }, logo(), h("span", "Kielwasser")),
    h("nav", { "aria-label": t("nav.label") }, links(pages)),
    h(
      "div.tools",
      languages(),
      iconButton("search", `${t("palette.title")} (${t("key.ctrlK")})`, openPalette),
      themeButton(),
      iconButton("help", `${t("help.title")} (?)`, openHelp),
      iconButton("gear", t("settings"), openSettings),
      dot(),
    ),
  );
  tabs.setAttribute("aria-label", t("nav.label"));
  replace(tabs, links(pages.slice(0, TABS)), button(openMore, icon("more"), h("span", t("more"))));
}

function onKey(event) {
  if (isKiosk() || document.querySelector("dialog[open]")) return;
  if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "k") {
    event.preventDefault();
    return void openPalette();
  }
  if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "?") openHelp();
  else if (event.key === "m" || event.key === "M") toggleSound();
}

/** After one visit the page also comes without the server. */
function keepOffline() {
  if (build !== "dev") navigator.serviceWorker?.register("/sw.mjs").catch(() => {});
}

async function boot() {
  dressUp();
  settings.on("*", dressUp);
  const main = h("main", { id: "main", tabindex: "-1" });
  document.body.append(
    h(
      "a.skip",
      {
        href: "#main",
        onclick: (event) => {
          event.preventDefault();
          main.focus();
        },
      },
      t("skip"),
    ),
    header,
    banner,
    main,
    tabs,
  );
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
  server.addEventListener("rights", remount);
  server.addEventListener("refused", async (/** @type {CustomEvent} */ event) =>
    (await import("./ui/fault.mjs")).complain(event.detail),
  );
  if (new URLSearchParams(location.search).get("kiosk") === "1")
    history.replaceState(null, "", `/kiosk${location.search}`);
  watchKiosk(drawShell);
  document.addEventListener("keydown", onKey);
  await greet();
  if (server.state !== "none") listen();
  await startRouter(main);
  keepOffline();
}

boot();
