// Plots of our own. Shapes are SVG that stretches; words and numbers around them are text, so that they stay readable
// on a phone. Every plot says in words what it shows.
import { h, s } from "./dom.mjs";
import { duration, number, t } from "../i18n.mjs";

const WIDTH = 600,
  HEIGHT = 160;

const canvas = (label, ...shapes) =>
  s(
    "svg",
    { "viewBox": `0 0 ${WIDTH} ${HEIGHT}`, "preserveAspectRatio": "none", "role": "img", "aria-label": label },
    ...shapes,
  );

/** A frame with names of values left of and below the picture; each is [place from 0 to 1, text]. */
const frame = (title, picture, { left = [], below = [], legend = null } = {}) =>
  h(
    "figure.plot",
    h("figcaption", title, legend),
    h(
      "div.plot-frame",
      h(
        "div.plot-left",
        { "aria-hidden": "true" },
        left.map(([place, text]) => h("span", { style: { bottom: `${place * 100}%` } }, text)),
      ),
      picture,
      h(
        "div.plot-below",
        { "aria-hidden": "true" },
        below.map(([place, text]) =>
          h(
            "span",
            { class: place > 0.9 ? "plot-end" : place < 0.1 ? "plot-begin" : null, style: { left: `${place * 100}%` } },
            text,
          ),
        ),
      ),
    ),
  );

/** The legend: A is filled, B is an outline. */
const whoIsWho = (names) =>
  h(
    "span.plot-legend",
    ["a", "b"].map((who) => h("span", h("i", { class: `swatch ${who}` }), names[who])),
  );

// ---- score over time ----

/** The narrowest round range around everything that is shown, with the middle in it. */
function rangeOf(points) {
  const low = Math.min(50, ...points.map((point) => point.low ?? point.percent));
  const high = Math.max(50, ...points.map((point) => point.high ?? point.percent));
  return [Math.max(0, Math.floor(low / 10) * 10), Math.min(100, Math.ceil(high / 10) * 10)];
}

/** points: [{games, percent, low, high}] */
export function scorePlot(points) {
  const title = t("plot.score");
  if (points.length < 2) return frame(title, h("p.plot-empty", t("plot.early")));
  const [low, high] = rangeOf(points);
  const last = points.at(-1);
  const x = ({ games }) => ((games - points[0].games) / Math.max(1, last.games - points[0].games)) * WIDTH;
  const y = (percent) => HEIGHT * (1 - (Math.min(high, Math.max(low, percent)) - low) / (high - low || 1));
  const half = (50 - low) / (high - low || 1);
  const line = (name) => points.map((point) => `${x(point).toFixed(1)},${y(point[name] ?? point.percent).toFixed(1)}`);
  const text = t("plot.scoreText", {
    games: last.games,
    percent: number(last.percent, 1),
    low: number(last.low ?? last.percent, 1),
    high: number(last.high ?? last.percent, 1),
  });
  return frame(
    title,
    canvas(
      text,
      s("polygon", { class: "plot-band", points: [...line("high"), ...line("low").reverse()].join(" ") }),
      s("line", { class: "plot-half", x1: 0, x2: WIDTH, y1: y(50), y2: y(50) }),
      s("polyline", { class: "plot-line", points: line("percent").join(" ") }),
    ),
    {
      left: [[0, `${number(low)} %`], half > 0.12 && half < 0.88 && [half, "50 %"], [1, `${number(high)} %`]].filter(
        Boolean,
      ),
      below: [
        [0, number(points[0].games)],
        [1, t("plot.games", { n: last.games })],
      ],
    },
  );
}

// ---- times of moves ----

/** The bins of a histogram: [from, to, count of A, count of B]. */
const binsOf = ({ edges, a, b }) => a.map((count, i) => [edges[i], edges[i + 1], count, b[i]]);

/** Where a time lies among bins of equal width. */
function placeOf(bins, ms) {
  const i = bins.findIndex(([, to]) => ms < to);
  if (i < 0) return 1;
  const [from, to] = bins[i];
  return (i + (ms - from) / (to - from)) / bins.length;
}

/** Heights grow with the logarithm: the one slow move among thousands is what one looks for. */
const tall = (count, most) => (count ? Math.max(4, (Math.log1p(count) / Math.log1p(most)) * (HEIGHT - 6)) : 0);

/** times: {edges, a, b}; names: {a, b}; facts: {a: {p50, p95, max}, b} */
export function timesPlot(times, { names, facts, limitMs }) {
  const title = t("plot.times");
  const most = Math.max(0, ...times.a, ...times.b);
  if (!most) return frame(title, h("p.plot-empty", t("plot.early")));
  const bins = binsOf(times);
  const slot = WIDTH / bins.length;
  const bars = bins.flatMap(([, , a, b], i) =>
    [
      ["a", a, 0.08],
      ["b", b, 0.52],
    ].map(([who, count, shift]) =>
      s("rect", {
        class: `plot-bar ${who}`,
        x: (i + shift) * slot,
        width: slot * 0.4,
        y: HEIGHT - tall(count, most),
        height: tall(count, most),
      }),
    ),
  );
  const limit = limitMs ? placeOf(bins, limitMs) : null;
  const fact = (who, name) => duration(facts?.[who]?.[name] ?? 0);
  const word = (who) =>
    t("plot.timesText", { name: names[who], p50: fact(who, "p50"), p95: fact(who, "p95"), max: fact(who, "max") });
  const every = Math.ceil(bins.length / 5);
  const below = bins.map(([from], i) => [i / bins.length, duration(from), i]).filter(([, , i]) => i % every === 0);
  return frame(
    title,
    canvas(
      `${word("a")} ${word("b")}`,
      ...bars,
      limit !== null && s("line", { class: "plot-limit", x1: limit * WIDTH, x2: limit * WIDTH, y1: 0, y2: HEIGHT }),
    ),
    {
      left: [[1, number(most)]],
      below,
      legend: [
        whoIsWho(names),
        limit !== null &&
          h("span.plot-legend", h("span", h("i.swatch.limit"), t("plot.limit", { time: duration(limitMs) }))),
      ],
    },
  );
}

// ---- bars ----

/** How often a pair brought A 0, ½, 1, 1½ and 2 points. */
export function pairsPlot(pairs) {
  const most = Math.max(1, ...pairs);
  const names = ["0", "½", "1", "1½", "2"];
  return h(
    "figure.plot",
    h("figcaption", t("plot.pairs")),
    h(
      "div.pair-bars",
      {
        "role": "img",
        "aria-label": t("plot.pairsText", {
          list: pairs.map((count, i) => `${names[i]}: ${number(count)}`).join(", "),
        }),
      },
      pairs.map((count, i) =>
        h("div", h("b", number(count)), h("i", { style: { height: `${(count / most) * 100}%` } }), h("span", names[i])),
      ),
    ),
  );
}

/** score: {wins, draws, losses, percent} */
export function scoreBar({ wins, draws, losses, percent }, names) {
  const all = Math.max(1, wins + draws + losses);
  const part = (kind, count) => h("i", { class: kind, style: { "flex-grow": String(count / all) } });
  return h(
    "div.score-bar",
    h(
      "div.score-words",
      h("span", h("i.swatch.a"), h("b", `A ${number(wins)}`), " ", names.a),
      h("b.score-percent", wins + draws + losses ? `${number(percent, 1)} %` : "—"),
      h("span", names.b, " ", h("b", `B ${number(losses)}`), h("i.swatch.b")),
    ),
    h(
      "div.score-track",
      { "role": "img", "aria-label": t("plot.scoreBar", { a: names.a, b: names.b, wins, draws, losses }) },
      part("score-a", wins),
      part("score-draw", draws),
      part("score-b", losses),
    ),
    h("small", t("plot.draws", { n: draws })),
  );
}

/** sprt: {elo0, elo1, llr, low, high, verdict} */
export function sprtBar({ elo0, elo1, llr, low, high, verdict }) {
  const place = Math.min(1, Math.max(0, (llr - low) / (high - low || 1)));
  return h(
    "div",
    { class: `sprt-bar ${verdict}` },
    h(
      "div.sprt-words",
      h("span", t("plot.sprt", { elo0: number(elo0), elo1: number(elo1) })),
      h("span", h("b", `LLR ${number(llr, 2)}`), " ", t(`plot.sprt.${verdict}`)),
    ),
    h(
      "div.sprt-line",
      h("span", number(low, 2)),
      h(
        "div.sprt-track",
        {
          "role": "img",
          "aria-label": t("plot.sprtText", { llr: number(llr, 2), low: number(low, 2), high: number(high, 2) }),
        },
        h("i.sprt-zero", { style: { left: `${(-low / (high - low || 1)) * 100}%` } }),
        h("i.sprt-point", { style: { left: `${place * 100}%` } }),
      ),
      h("span", `+${number(high, 2)}`),
    ),
  );
}
