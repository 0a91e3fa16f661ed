// The five insects, seen from above (the grasshopper from the side), in a circle of radius 20.  Own drawings.

const ink = "--insect-ink";
const line = (pen, d, width = 1.8, colour = ink) =>
  pen.node("path", {
    d,
    "fill": "none",
    "stroke": colour,
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  });
const blob = (pen, cx, cy, rx, ry, fill, more = {}) =>
  pen.node("ellipse", { cx, cy, rx, ry, fill, "stroke": ink, "stroke-width": 1.1, ...more });
const shape = (pen, d, fill, more = {}) =>
  pen.node("path", { d, fill, "stroke": ink, "stroke-width": 1.1, "stroke-linejoin": "round", ...more });

const drawings = {
  bee: (pen) => [
    blob(pen, -10.5, -1, 9, 5, "--insect-wing", { transform: "rotate(28 -10.5 -1)" }),
    blob(pen, 10.5, -1, 9, 5, "--insect-wing", { transform: "rotate(-28 10.5 -1)" }),
    blob(pen, -8, 6, 6, 3.4, "--insect-wing", { transform: "rotate(-18 -8 6)" }),
    blob(pen, 8, 6, 6, 3.4, "--insect-wing", { transform: "rotate(18 8 6)" }),
    shape(pen, "M-7.4,0C-8.6,9 -5,16 0,19C5,16 8.6,9 7.4,0C5,-7 -5,-7 -7.4,0Z", "--insect-honey"),
    line(pen, "M-6.3,2.6Q0,5.4 6.3,2.6", 2.9),
    line(pen, "M-6.3,8.4Q0,11.2 6.3,8.4", 2.9),
    line(pen, "M-4,13.8Q0,15.6 4,13.8", 2.4),
    blob(pen, 0, -4.4, 5.6, 4.2, "--insect-fur"),
    blob(pen, 0, -10, 4.4, 3.6, ink),
    shape(pen, "M-5.6,-12.6L-7.2,-19.4L-3.2,-16.4L0,-20.6L3.2,-16.4L7.2,-19.4L5.6,-12.6Z", "--insect-crown"),
  ],
  beetle: (pen) => [
    line(
      pen,
      "M-8,-3L-14,-6L-17,-2M-9,4L-16,4L-19,8M-8,10L-14,13L-15,18M8,-3L14,-6L17,-2M9,4L16,4L19,8M8,10L14,13L15,18",
      2,
    ),
    line(pen, "M-2,-12C-9,-13 -9,-18 -4.4,-20M2,-12C9,-13 9,-18 4.4,-20", 2.6),
    blob(pen, 0, -10.5, 4.6, 3.6, ink),
    shape(pen, "M-8.5,-3C-8,-9 8,-9 8.5,-3L8,-0.5L-8,-0.5Z", "--insect-neck"),
    shape(pen, "M-0.5,-0.5L-9,-0.5C-13,6 -9,17 -0.5,18.6Z", "--insect-shell"),
    shape(pen, "M0.5,-0.5L9,-0.5C13,6 9,17 0.5,18.6Z", "--insect-shell"),
    line(pen, "M-7.4,3C-8.4,7 -7.4,11 -5,13.6", 1.8, "--insect-shine"),
    line(pen, "M4,3C3.4,7 3.6,10 4.6,13", 1.4, "--insect-shine"),
  ],
  grasshopper: (pen) => [
    line(pen, "M14,-5C12,-12 6,-16 -1,-17M15,-5C15,-11 12,-15 8,-18", 1.3),
    line(pen, "M8,4L11,10L9,15M3,5L3,11L0,15", 1.9),
    shape(pen, "M-19,7C-13,-3 -2,-8 8,-7.6C11,-7.5 11,3 7,5.4C-2,7 -11,7 -19,7Z", "--insect-grass"),
    line(pen, "M-14,4.6C-8,-0.6 0,-3.4 7,-3.4", 1.3, "--insect-leaf"),
    shape(pen, "M7.6,-7.4C13,-10 18.6,-6.6 18,-1.6C17.4,2.4 12,4 8,3.6C9.6,0 9.6,-4 7.6,-7.4Z", "--insect-grass"),
    pen.node("circle", { cx: 13.8, cy: -4, r: 1.7, fill: ink }),
    line(pen, "M1,3L-8,-13L-13,15L-17.6,16.4", 1.9),
    shape(pen, "M2.4,4.4C-2,3.6 -8.6,-8 -9,-14.4C-4.6,-12.6 3.6,-1 2.4,4.4Z", "--insect-leaf"),
  ],
  spider: (pen) => [
    line(
      pen,
      "M-3,-7L-9,-12L-10,-19.4M-4,-5L-13,-8L-18,-14M-4,-3L-14,0L-19,6M-3,-1L-10,6L-12,16" +
        "M3,-7L9,-12L10,-19.4M4,-5L13,-8L18,-14M4,-3L14,0L19,6M3,-1L10,6L12,16",
      1.9,
    ),
    blob(pen, 0, 7.6, 7.8, 9.4, "--insect-web"),
    shape(pen, "M0,0.6L2.4,5L0,9.4L-2.4,5ZM0,9.4L2,13L0,16L-2,13Z", "--insect-mark", { stroke: "none" }),
    blob(pen, 0, -5.4, 5, 4.8, "--insect-head"),
    pen.node("path", {
      "d": "M-2,-8v.01M2,-8v.01",
      "stroke": "--insect-eye",
      "stroke-width": 2.2,
      "stroke-linecap": "round",
    }),
    line(pen, "M-1.8,-10L-2.6,-12.6M1.8,-10L2.6,-12.6", 1.8),
  ],
  ant: (pen) => [
    line(
      pen,
      "M-2,-6L-10,-10L-13,-16M-2,-3L-12,-2L-17,3M-2,-1L-10,6L-12,15M2,-6L10,-10L13,-16M2,-3L12,-2L17,3M2,-1L10,6L12,15",
      1.7,
    ),
    line(pen, "M-2,-15L-6,-17.4L-5,-20.4M2,-15L6,-17.4L5,-20.4", 1.5),
    blob(pen, 0, 10, 6.2, 8.6, "--insect-ant"),
    line(pen, "M-5.4,8Q0,10.4 5.4,8M-5,12.6Q0,15 5,12.6", 1),
    blob(pen, 0, -3.4, 3.6, 5.2, "--insect-ant"),
    blob(pen, 0, -12, 4.7, 4.1, "--insect-ant"),
    pen.node("path", {
      "d": "M-2.6,-13v.01M2.6,-13v.01",
      "stroke": ink,
      "stroke-width": 1.9,
      "stroke-linecap": "round",
    }),
  ],
};

export const kinds = ["bee", "spider", "beetle", "grasshopper", "ant"];

/** An insect in the middle of 0,0; `scale` 1 fills a circle of radius 20. */
export function insect(kind, pen, scale = 1) {
  return pen.node("g", { transform: `scale(${scale})`, class: `insect ${kind}` }, ...drawings[kind](pen));
}
