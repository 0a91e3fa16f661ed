// An address without a page, or a page that could not be loaded.
import { h } from "../ui/dom.mjs";
import { t } from "../i18n.mjs";

/** @param {HTMLElement} element @param {{error?: any}} params */
export function mount(element, { error } = {}) {
  if (error) console.error(error);
  element.append(
    h(
      "section.card.narrow",
      h("h1", t(error ? "lost.broken" : "lost.title")),
      error && h("pre", String(error.message ?? error)),
      h(
        "p",
        h("a.button.primary", { href: "/" }, t("lost.home")),
        " ",
        h("a.button", { href: "/status" }, t("title.status")),
      ),
    ),
  );
}
