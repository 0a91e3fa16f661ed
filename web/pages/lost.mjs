// An address without a page, or a page that could not be loaded.
import { h } from "../ui/dom.mjs";
import { t } from "../i18n.mjs";

/** @param {HTMLElement} element @param {{error?: any}} params */
export function mount(element, { error } = {}) {
  if (error) console.error(error);
  element.append(
    h(
      "section",
      { class: "card narrow" },
      h("h1", t(error ? "lost.broken" : "lost.title")),
      error && h("pre", String(error.message ?? error)),
      h(
        "p",
        h("a", { href: "/", class: "button primary" }, t("lost.home")),
        " ",
        h("a", { href: "/status", class: "button" }, t("title.status")),
      ),
    ),
  );
}
