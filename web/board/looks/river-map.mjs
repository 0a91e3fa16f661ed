// Where the fields of a river lie, and which way directions point. Views count directions by headings: sixths of a
// turn, counter-clockwise from the right. Names of fields, and the numbers of directions people type, are the season's.
import { S, W } from "../hex.mjs";

const NAMES = ["RIGHT", "UP_RIGHT", "UP_LEFT", "LEFT", "DOWN_LEFT", "DOWN_RIGHT"];

/** Of the headings. */
export const ARROWS = "→↗↖←↙↘";

/** -1: there is no such direction. @param {string} name */
export const headingNamed = (name) => NAMES.indexOf(name);
export const nameOfHeading = (heading) => NAMES[turned(heading)];

const turned = (heading) => ((heading % 6) + 6) % 6;
const numbers = (id) => id.split(",").map(Number);

/** The centre of field x, y; odd rows are shifted to the left by half a field. */
export const centre = (x, y) => [W * (x - (y & 1) / 2), 1.5 * S * y];

const DY = [0, -1, -1, 0, 1, 1];

/** 2017: fields are named by x and y, and directions are counted counter-clockwise. */
const offset = {
  beside(id, heading) {
    const [x, y] = numbers(id);
    const dx = [
      [1, 1, 0, -1, 0, 1],
      [1, 0, -1, -1, -1, 0],
    ];
    return `${x + dx[y & 1][turned(heading)]},${y + DY[turned(heading)]}`;
  },
  number: turned,
  heading: turned,
};

/** 2024: fields are named by q and r of cube coordinates, and directions are counted clockwise. */
const cube = {
  beside(id, heading) {
    const [q, r] = numbers(id);
    const dq = [1, 1, 0, -1, -1, 0];
    return `${q + dq[turned(heading)]},${r + DY[turned(heading)]}`;
  },
  number: (heading) => turned(-heading),
  heading: (number) => turned(-number),
};

const maps = { mississippi: offset, mississippi24: cube };

/**
 * beside(id, heading): the name of a neighbour; number(heading) and heading(number): of directions as people type them.
 * @param {{game: string}} view
 */
export const mapOf = (view) => maps[view.game];
