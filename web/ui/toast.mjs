// Short notices at the edge of the page. They never cover a decision and go by themselves.
import { button, copy, h } from "./dom.mjs";
import { t } from "../i18n.mjs";

const host = h("div.toasts", { "role": "status", "aria-live": "polite" });

/** An open dialog lies over everything else, and nothing else can be pressed. */
function place() {
  const home = document.querySelector("dialog[open]") ?? document.body;
  if (host.parentNode !== home) home.append(host);
  return host;
}

/** toast("Kopiert."), toast(text, {kind: "bad", action: {label, run}, ms}) -> function that takes it away */
export function toast(text, { kind = "info", action = null, ms = 4500 } = {}) {
  const close = () => item.remove();
  const item = h(
    "div",
    { class: `toast ${kind}` },
    h("span", text),
    action &&
      button(
        () => {
          close();
          action.run();
        },
        { class: "link" },
        action.label,
      ),
  );
  place().append(item);
  if (ms) setTimeout(close, ms);
  return close;
}

/** Copies and says so. */
export async function copyText(text, told = t("copied")) {
  await copy(text);
  toast(told);
}
