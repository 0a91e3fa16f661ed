// QR codes: the worked example known from the standard's tutorials, and every version read back by a reader of its own.
import test from "node:test";
import assert from "node:assert/strict";
import { correction, draw, encode } from "../../web/ui/qr.mjs";

// "ABCDE123" as 1-H: its data, its correction, and its symbol with mask 3, row by row as hexadecimal numbers.
const DATA = [32, 65, 205, 69, 41, 220, 46, 128, 236];
const EXTRA = [42, 159, 74, 221, 244, 169, 239, 150, 138, 70, 237, 85, 224, 96, 74, 219, 61];
const SYMBOL =
  "1fcc7f 104041 17425d 174c5d 17595d 104741 1fd57f 1b00 673d0 15072e 1ed73a 15b9ca 4e05f 1a0b 1fde16 1042e0 174993 175a0e 175e1c 104014 1fc7d2";

test("bytes of correction", () => assert.deepEqual(correction(DATA, 17), EXTRA));

test("a whole symbol", () => {
  const rows = draw([...DATA, ...EXTRA], 1, "H", 3);
  assert.equal(rows.map((row) => parseInt(row.join(""), 2).toString(16)).join(" "), SYMBOL);
});

test("format of level M, mask 0, as the standard lists it", () => {
  const [row] = [draw(new Array(26).fill(0), 1, "M", 0)[8]];
  assert.equal([...row.slice(0, 6), row[7]].join(""), "1010100");
  assert.equal(row.slice(13).join(""), "00010010");
});

// ---- a reader ----

const masks = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (i, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => ((i >> 1) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i * j) % 3) + ((i + j) % 2)) % 2 === 0,
];
const blocksOf = { 21: 1, 25: 1, 29: 1, 33: 2, 37: 2, 41: 4 };
const dataOf = { 21: 16, 25: 28, 29: 44, 33: 64, 37: 86, 41: 108 };

const isFixed = (i, j, size) =>
  i === 6 ||
  j === 6 ||
  (i < 9 && j < 9) ||
  (i < 9 && j > size - 9) ||
  (i > size - 9 && j < 9) ||
  (size > 21 && Math.abs(i - size + 7) < 3 && Math.abs(j - size + 7) < 3);

function bitsOf(rows) {
  const size = rows.length;
  const mask = masks[parseInt(rows[8].slice(2, 5).join(""), 2) ^ 0b101];
  const bits = [];
  const columns = Array.from({ length: size }, (_, j) => j)
    .filter((j) => j !== 6)
    .reverse();
  for (let k = 0; k < columns.length; k += 2)
    for (let n = 0; n < size; n++)
      for (const j of columns.slice(k, k + 2)) {
        const i = (k / 2) % 2 ? n : size - 1 - n;
        if (!isFixed(i, j, size)) bits.push(rows[i][j] ^ Number(mask(i, j)));
      }
  return bits;
}

function read(rows) {
  const size = rows.length;
  const bits = bitsOf(rows);
  const bytes = Array.from({ length: bits.length >> 3 }, (_, i) => parseInt(bits.slice(8 * i, 8 * i + 8).join(""), 2));
  const count = blocksOf[size];
  const mixed = bytes.slice(0, dataOf[size]);
  const data = Array.from({ length: count }, (_, block) => mixed.filter((_byte, i) => i % count === block)).flat();
  const text = data.map((byte) => byte.toString(2).padStart(8, "0")).join("");
  assert.equal(text.slice(0, 4), "0100");
  const length = parseInt(text.slice(4, 12), 2);
  return new TextDecoder().decode(
    Uint8Array.from({ length }, (_, i) => parseInt(text.slice(12 + 8 * i, 20 + 8 * i), 2)),
  );
}

test("what is written can be read, in every version", () => {
  for (const length of [1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106]) {
    const text = "http://192.168.178.23:8050/live?".repeat(4).slice(0, length);
    assert.equal(read(encode(text)), text);
  }
  assert.equal(read(encode("Grüße")), "Grüße");
  assert.equal(encode("a".repeat(107)), null);
});
