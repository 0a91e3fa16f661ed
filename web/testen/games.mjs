// The games of a test: a list of any length of which only the rows in sight exist, and only the last pages are kept.
import { button, h, replace } from "../ui/dom.mjs";
import { icon } from "../ui/icons.mjs";
import { faultBox } from "../ui/fault.mjs";
import { duration, number, t } from "../i18n.mjs";
import { api } from "../net.mjs";
import { navigate } from "../router.mjs";
import { causeWord } from "./test-data.mjs";

const PAGE = 50;
const PAGES_KEPT = 12;
const ROW = 48; // pixels; testen.css knows it too
const BEYOND = 6; // rows drawn beyond the edges

export const gameLink = (id, row) => `/analyse/test-${id}-${row.game}${row.critical ? `#${row.critical}` : ""}`;

export class GameList {
  /** names: {a, b}; onPreview(row) shows more about a row */
  constructor(id, names, onPreview) {
    this.id = id;
    this.names = names;
    this.onPreview = onPreview;
    this.filter = "show=all";
    this.total = 0;
    this.active = 0;
    this.generation = 0;
    this.pages = new Map(); // number -> rows, the one used last at the end
    this.asked = null; // the page that is on its way
    this.rows = new Map(); // index -> element
    this.space = h("div.rows-space", { role: "presentation" });
    this.view = h(
      "div.rows",
      { role: "rowgroup", onscroll: () => this.#onScroll(), onkeydown: (event) => this.#key(event) },
      this.space,
    );
    this.none = h("div.note.rows-none", { hidden: true }, t("test.noGames"));
    const head = h(
      "div.row-line.head",
      { "role": "row", "aria-rowindex": 1 },
      ["game", "red", "winner", "cause", "plies", "slowest", "lag"].map((name) =>
        h("span", { role: "columnheader", class: `row-${name}` }, t(`test.col.${name}`)),
      ),
      h("span.row-peek", { role: "columnheader" }, h("span.sr-only", t("test.col.peek"))),
    );
    this.grid = h(
      "div",
      { "role": "grid", "aria-label": t("test.gamesTitle") },
      h("div", { role: "rowgroup" }, head),
      this.view,
    );
    this.element = h("div.row-table", this.grid, this.none);
    this.resizes = new ResizeObserver(() => this.draw());
    this.resizes.observe(this.view);
  }

  close() {
    this.resizes.disconnect();
    this.generation++;
  }

  /** Shows another selection from its beginning. */
  show(filter, total) {
    this.filter = filter;
    this.pages.clear();
    this.generation++;
    this.asked = null;
    this.active = 0;
    this.view.scrollTop = 0;
    this.#clear();
    this.#resize(total);
    this.draw();
  }

  /** More games were played. Full pages stay as they are, unless the order is not that of playing. */
  grow(total) {
    if (total < this.total || this.filter.includes("short")) this.pages.clear();
    for (const [page, rows] of this.pages) if (rows.length < PAGE) this.pages.delete(page);
    this.#resize(total);
    this.draw();
  }

  #resize(total) {
    this.total = total;
    this.space.style.height = `${total * ROW}px`;
    this.view.style.height = `${Math.min(total, 9) * ROW}px`;
    this.view.hidden = total === 0;
    this.none.hidden = total > 0;
    this.none.textContent = t("test.noGames");
    this.grid.setAttribute("aria-rowcount", total + 1);
  }

  #clear() {
    for (const element of this.rows.values()) element.remove();
    this.rows.clear();
  }

  #onScroll() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = null;
      this.draw();
    });
  }

  // ---- rows in sight ----

  draw() {
    const first = Math.max(0, Math.floor(this.view.scrollTop / ROW) - BEYOND);
    const last = Math.min(this.total, Math.ceil((this.view.scrollTop + this.view.clientHeight) / ROW) + BEYOND);
    for (const [index, element] of this.rows)
      if ((index < first || index >= last) && !element.contains(document.activeElement)) {
        element.remove();
        this.rows.delete(index);
      }
    for (let index = first; index < last; index++) this.#drawRow(index);
    if (!this.view.contains(document.activeElement)) this.#follow();
  }

  /** Who comes with the keyboard begins at a row in sight. */
  #follow() {
    const first = Math.ceil(this.view.scrollTop / ROW);
    const last = Math.floor((this.view.scrollTop + this.view.clientHeight) / ROW) - 1;
    if (this.active < first || this.active > last) this.#setActive(Math.max(0, Math.min(first, this.total - 1)));
  }

  #setActive(index) {
    const put = (tabIndex) => {
      for (const element of this.rows.get(this.active)?.querySelectorAll("a, button") ?? [])
        element.tabIndex = tabIndex;
    };
    put(-1);
    this.active = index;
    put(0);
  }

  #drawRow(index) {
    const row = this.#row(index);
    const old = this.rows.get(index);
    if (old && old.row === row) return;
    /** @type {HTMLDivElement & {row?: any}} */
    const element = row
      ? this.#line(row, index)
      : h("div.row-line", { "role": "row", "aria-rowindex": index + 2 }, h("span", { role: "gridcell" }, "…"));
    element.row = row;
    element.style.transform = `translateY(${index * ROW}px)`;
    const hadFocus = old?.contains(document.activeElement);
    if (old) old.replaceWith(element);
    else this.space.append(element);
    this.rows.set(index, element);
    if (hadFocus) element.querySelector("a")?.focus({ preventScroll: true });
    if (index === this.active) this.#focusWanted();
  }

  /** A row that was gone to may still be on its way. */
  #focusWanted() {
    const target = this.wanted && this.rows.get(this.active)?.querySelector(this.wanted);
    if (!target) return;
    target.focus({ preventScroll: true });
    this.wanted = null;
  }

  #line(row, index) {
    const cell = (name, ...content) => h("span", { role: "gridcell", class: `row-${name}` }, ...content);
    const winner = row.winner ? this.names[row.winner.toLowerCase()] : t("test.draw");
    const [slowest, lag] = [row.slowest, row.lag].map(({ a, b }) => Math.max(a, b));
    const failed = row.cause !== "regular";
    const tabindex = index === this.active ? 0 : -1;
    return h(
      "div",
      {
        "class": `row-line${failed ? " failed" : ""}`,
        "role": "row",
        "aria-rowindex": index + 2,
        "onclick": (event) => !event.target.closest("a, button") && navigate(gameLink(this.id, row)),
      },
      cell(
        "game",
        h(
          "a",
          { "href": gameLink(this.id, row), tabindex, "aria-label": t("test.openGame", { n: row.game }) },
          number(row.game),
        ),
      ),
      cell("red", this.names[row.red.toLowerCase()]),
      cell("winner", winner),
      cell("cause", failed ? causeWord(row, this.names) : t("cause.regular")),
      cell("plies", number(row.plies)),
      cell("slowest", duration(slowest)),
      cell("lag", lag > 0 ? duration(lag) : "–"),
      cell(
        "peek",
        button(
          () => this.onPreview(row),
          {
            "class": "icon-button",
            tabindex,
            "title": t("test.peek"),
            "aria-label": t("test.peekAt", { n: row.game }),
          },
          icon("eye"),
        ),
      ),
    );
  }

  // ---- pages ----

  #row(index) {
    const page = Math.floor(index / PAGE);
    const rows = this.pages.get(page);
    if (!rows) {
      this.#fetch(page);
      return null;
    }
    this.pages.delete(page); // the one used last is kept longest
    this.pages.set(page, rows);
    return rows[index % PAGE] ?? null;
  }

  /** One at a time: a dragged scroll bar passes many pages, and only the one where it rests is wanted. */
  async #fetch(page) {
    if (this.asked !== null) return;
    this.asked = page;
    const { generation } = this;
    try {
      const { total, rows } = await api(
        "GET",
        `/api/tests/${this.id}/games?${this.filter}&from=${page * PAGE}&count=${PAGE}`,
      );
      if (generation !== this.generation) return;
      this.asked = null;
      this.pages.set(page, rows);
      while (this.pages.size > PAGES_KEPT) this.pages.delete(this.pages.keys().next().value);
      this.#resize(total);
      this.draw();
    } catch (error) {
      if (generation !== this.generation) return;
      this.asked = null; // the next drawing asks again
      this.none.hidden = false;
      replace(
        this.none,
        faultBox(error, { test: this.id, games: this.filter }),
        button(() => this.show(this.filter, this.total), { class: "small" }, t("test.again")),
      );
    }
  }

  // ---- keys ----

  #key(event) {
    const sight = Math.max(1, Math.floor(this.view.clientHeight / ROW) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: sight, PageUp: -sight, Home: -Infinity, End: Infinity };
    if (!(event.key in steps) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const isPeeking = Boolean(document.activeElement.closest(".row-peek"));
    this.#goTo(
      Math.min(this.total - 1, Math.max(0, this.active + steps[event.key])),
      isPeeking ? ".row-peek button" : "a",
    );
  }

  #goTo(index, what) {
    const top = index * ROW;
    if (top < this.view.scrollTop) this.view.scrollTop = top;
    else if (top + ROW > this.view.scrollTop + this.view.clientHeight)
      this.view.scrollTop = top + ROW - this.view.clientHeight;
    this.draw();
    this.#setActive(index);
    this.wanted = what;
    this.#focusWanted();
  }
}
