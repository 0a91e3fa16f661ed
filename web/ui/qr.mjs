// QR codes of short texts (ISO/IEC 18004): bytes, level M, versions 1 to 6, which is 106 bytes – enough for an address.
import { s } from "./dom.mjs";

/** Per version: bytes of data, bytes of correction in each block, blocks (all of the same length). */
const SHAPES = [null, [16, 10, 1], [28, 16, 1], [44, 26, 1], [64, 18, 2], [86, 24, 2], [108, 16, 4]];
const LEVEL = { L: 1, M: 0, Q: 3, H: 2 };
const FINDER_LIKE = [
  [1, 0, 1, 1, 1, 0, 1, 0, 0, 0, 0],
  [0, 0, 0, 0, 1, 0, 1, 1, 1, 0, 1],
];

const MASKS = [
  (x, y) => (x + y) % 2,
  (x, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

// ---- bytes ----

/** In the field of 256 elements with x⁸ + x⁴ + x³ + x² + 1. */
function times(a, b) {
  let product = 0;
  for (let i = 7; i >= 0; i--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> i) & 1) * a);
  return product;
}

/** The bytes of correction: what is left after dividing by (x - 1)(x - 2)(x - 4) … */
export function correction(data, count) {
  let divisor = [1];
  for (let i = 0, root = 1; i < count; i++, root = times(root, 2))
    divisor = [...divisor, 0].map((value, k) => value ^ (k > 0 ? times(divisor[k - 1], root) : 0));
  const rest = new Array(count).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    for (let i = 0; i < count; i++) rest[i] ^= times(divisor[i + 1], factor);
  }
  return rest;
}

/** Kind, length, text, end, and filling up to the size of the version. */
function dataOf(bytes, size) {
  const nibbles = [4, bytes.length >> 4, bytes.length & 15];
  for (const byte of bytes) nibbles.push(byte >> 4, byte & 15);
  nibbles.push(0);
  const data = [];
  for (let i = 0; i < nibbles.length; i += 2) data.push((nibbles[i] << 4) | (nibbles[i + 1] ?? 0));
  for (let i = 0; data.length < size; i++) data.push(i % 2 ? 0x11 : 0xec);
  return data;
}

/** The first bytes of all blocks, then the second ones … then the same with their corrections. */
function codewords(bytes, version) {
  const [size, extra, count] = SHAPES[version];
  const data = dataOf(bytes, size);
  const length = size / count;
  const blocks = Array.from({ length: count }, (_, i) => data.slice(i * length, (i + 1) * length));
  const mixed = (rows) => rows[0].flatMap((_, i) => rows.map((row) => row[i]));
  return [...mixed(blocks), ...mixed(blocks.map((block) => correction(block, extra)))];
}

// ---- the picture: rows of 0 and 1; null is still free ----

/** A square around (x, y) whose rings `dark` names. */
function ring(rows, x, y, reach, dark) {
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++)
      if (rows[y + dy]?.[x + dx] !== undefined)
        rows[y + dy][x + dx] = Number(dark.includes(Math.max(Math.abs(dx), Math.abs(dy))));
}

function frame(version) {
  const size = 17 + 4 * version;
  const rows = Array.from({ length: size }, () => new Array(size).fill(null));
  for (let i = 8; i < size - 8; i++) rows[6][i] = rows[i][6] = (i + 1) % 2;
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ])
    ring(rows, x, y, 4, [0, 1, 3]);
  if (version > 1) ring(rows, size - 7, size - 7, 2, [0, 2]);
  return rows;
}

/** Level and mask with their own correction, twice beside the corners. */
function writeFormat(rows, level, mask) {
  const data = (LEVEL[level] << 3) | mask;
  let rest = data;
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  const last = rows.length - 1;
  for (let i = 0; i < 15; i++) {
    const bit = (bits >> i) & 1;
    if (i < 8) rows[8][last - i] = bit;
    else rows[last - 14 + i][8] = bit;
    if (i < 6) rows[i][8] = bit;
    else if (i < 8) rows[i + 1][8] = bit;
    else rows[8][i === 8 ? 7 : 14 - i] = bit;
  }
  rows[last - 7][8] = 1;
}

/** In columns of two from the right, up and down by turns. */
function writeData(rows, bytes, mask) {
  const size = rows.length;
  let at = 0;
  for (let right = size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++)
      for (const x of [right, right - 1]) {
        const y = isUp ? size - 1 - i : i;
        if (rows[y][x] !== null) continue;
        const bit = (bytes[at >> 3] >> (7 - (at & 7))) & 1;
        rows[y][x] = bit ^ Number(MASKS[mask](x, y) === 0);
        at++;
      }
  }
}

/** A symbol from all its bytes. */
export function draw(bytes, version, level, mask) {
  const rows = frame(version);
  writeFormat(rows, level, mask);
  writeData(rows, bytes, mask);
  return rows;
}

// ---- the mask that disturbs readers least ----

function runs(line) {
  let sum = 0;
  for (let i = 0, from = 0; i <= line.length; i++) {
    if (line[i] === line[from]) continue;
    if (i - from >= 5) sum += i - from - 2;
    from = i;
  }
  for (let i = 0; i + 11 <= line.length; i++)
    if (FINDER_LIKE.some((pattern) => pattern.every((bit, k) => line[i + k] === bit))) sum += 40;
  return sum;
}

function penalty(rows) {
  const size = rows.length;
  let sum = 0;
  let dark = 0;
  for (let y = 0; y < size; y++) {
    sum += runs(rows[y]) + runs(rows.map((row) => row[y]));
    for (let x = 0; x < size; x++) {
      dark += rows[y][x];
      if (x && y && rows[y][x] === rows[y - 1][x] && rows[y][x] === rows[y][x - 1] && rows[y][x] === rows[y - 1][x - 1])
        sum += 3;
    }
  }
  return sum + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}

/** The rows of a text's symbol, 1 is dark; null if the text is too long. */
export function encode(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = SHAPES.findIndex((shape) => shape && bytes.length + 2 <= shape[0]);
  if (version < 0) return null;
  const words = codewords(bytes, version);
  const drawn = MASKS.map((_, mask) => draw(words, version, "M", mask));
  return drawn.reduce((best, rows) => (penalty(rows) < penalty(best) ? rows : best));
}

/** The symbol as a picture, with the quiet zone that readers want. */
export function qrCode(text, label) {
  const rows = encode(text);
  if (!rows) return null;
  const path = rows.flatMap((row, y) => row.map((bit, x) => (bit ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  const size = rows.length + 8;
  return s(
    "svg",
    {
      "class": "qr",
      "viewBox": `-4 -4 ${size} ${size}`,
      "role": "img",
      "aria-label": label,
      "shape-rendering": "crispEdges",
    },
    s("rect", { class: "qr-paper", x: -4, y: -4, width: size, height: size }),
    s("path", { class: "qr-ink", d: path }),
  );
}
