// A QR code (ISO/IEC 18004) of an address: bytes, correction level M, versions 1 to 20.

import { upTo } from "../solving/shapes.js";

const CHECKS = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];  // bytes a block
const BYTES = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346, 404, 466, 532, 581, 655, 733, 815, 901, 991, 1085];  // in all
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];

// Powers of 2 in the field of 256 elements, modulo x^8 + x^4 + x^3 + x^2 + 1, and their logarithms.
/** @type {number[]} */ const POWERS = [];
for (let k = 0, x = 1; k < 255; k++, x = (x << 1) ^ (x > 127 ? 0x11d : 0)) POWERS.push(x);
/** @type {Fn.product} */
const times = (a, b) => (a && b ? POWERS[(POWERS.indexOf(a) + POWERS.indexOf(b)) % 255] : 0);

// Where the patterns stand that help to align: their middles, in both directions.
/** @param {number} version */
function middles(version) {
  if (version === 1) return [];
  const many = Math.floor(version / 7) + 2;
  const step = 2 * Math.ceil((version * 4 + 4) / (2 * many - 2));
  return [6, ...upTo(many - 1).map((k) => version * 4 + 10 - step * (many - 2 - k))];
}

// Returns the bytes that make a block a multiple of the generator (x - 1)(x - 2)(x - 4) ...
/** @type {Fn.checksOf} */
function checksOf(block, many) {
  let generator = [1];
  for (let k = 0; k < many; k++) {
    generator = [...generator, 0].map((a, i) => a ^ times(generator[i - 1] ?? 0, POWERS[k]));
  }
  const rest = [...block, ...Array(many).fill(0)];
  for (let k = 0; k < block.length; k++) {
    const factor = rest[k];
    generator.forEach((a, i) => { rest[k + i] ^= times(a, factor); });
  }
  return rest.slice(block.length);
}

// The bytes in the order in which they are drawn: those of all blocks in turn, then their checks.
/** @type {Fn.message} */
function message(text, version) {
  const [many, checks, all] = [BLOCKS[version - 1], CHECKS[version - 1], BYTES[version - 1]];
  const room = all - many * checks;
  const wide = version > 9 ? 16 : 8;
  if (4 + wide + 8 * text.length > 8 * room) return null;
  const bits = `0100${text.length.toString(2).padStart(wide, "0")}${[...text].map((byte) => byte.toString(2).padStart(8, "0")).join("")}`;
  const data = ((bits.padEnd(Math.min(8 * room, bits.length + 4), "0")).match(/.{1,8}/g) ?? []).map((byte) => parseInt(byte.padEnd(8, "0"), 2));
  for (let k = 0; data.length < room; k++) data.push(k % 2 ? 0x11 : 0xec);
  let at = 0;
  const blocks = upTo(many).map((k) => {
    const block = data.slice(at, at += Math.floor(room / many) + Number(k >= many - room % many));
    return [block, checksOf(block, checks)];
  });
  return [0, 1].flatMap((part) => upTo(Math.max(...blocks.map((block) => block[part].length)))
    .flatMap((k) => blocks.map((block) => block[part][k]).filter((byte) => byte !== undefined)));
}

// A number followed by the rest of its division by a polynomial over two elements.
/** @type {Fn.withRest} */
function withRest(number, polynomial, bits) {
  let rest = number;
  for (let k = 0; k < bits; k++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * polynomial);
  return (number << bits) | rest;
}

// Returns rows of squares, true where they are dark; null where the text is too long.
/** @param {string} words */
export function squares(words) {
  const text = new TextEncoder().encode(words);
  let version = 1;
  let bytes = null;
  while (version <= 20 && !(bytes = message(text, version))) version += 1;
  if (!bytes) return null;
  const size = 17 + 4 * version;
  const dark = upTo(size).map(() => Array(size).fill(null));
  /** @type {Fn.set} */
  const set = (r, c, value) => { if (dark[r]?.[c] !== undefined) dark[r][c] = Boolean(value); };
  for (let k = 0; k < size; k++) { set(6, k, k % 2 === 0); set(k, 6, k % 2 === 0); }
  /** @type {Fn.ring} */
  const ring = (r, c, reach, light) => {
    for (let y = -reach; y <= reach; y++) {
      for (let x = -reach; x <= reach; x++) set(r + y, c + x, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
    }
  };
  for (const [r, c] of [[3, 3], [3, size - 4], [size - 4, 3]]) ring(r, c, 4, [2, 4]);
  const at = middles(version);
  for (const r of at) for (const c of at) if (![`6,6`, `6,${size - 7}`, `${size - 7},6`].includes(`${r},${c}`)) ring(r, c, 2, [1]);
  const format = withRest(0, 0x537, 10) ^ 0x5412;  // level M is 00, and so is the mask
  for (let k = 0; k < 15; k++) {
    const bit = (format >> k) & 1;
    set(k < 6 ? k : k < 8 ? k + 1 : size - 15 + k, 8, bit);
    set(8, k < 8 ? size - 1 - k : k < 9 ? 7 : 14 - k, bit);
  }
  set(size - 8, 8, true);
  const number = version > 6 ? withRest(version, 0x1f25, 12) : 0;
  for (let k = 0; number && k < 18; k++) {
    set(Math.floor(k / 3), size - 11 + k % 3, (number >> k) & 1);
    set(size - 11 + k % 3, Math.floor(k / 3), (number >> k) & 1);
  }
  let next = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let k = 0; k < 2 * size; k++) {
      const c = right - k % 2;
      const r = (right + 1) & 2 ? k >> 1 : size - 1 - (k >> 1);
      if (dark[r][c] !== null) continue;
      dark[r][c] = Boolean((bytes[next >> 3] >> (7 - next % 8)) & 1) !== ((r + c) % 2 === 0);
      next += 1;
    }
  }
  return dark;
}

// Draws the code of an address into an SVG element, with the margin of four that readers need.
/** @type {Fn.drawCode} */
export function drawCode(svg, words) {
  const rows = squares(words);
  const size = rows ? rows.length + 8 : 0;
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.firstElementChild.setAttribute("d", (rows ?? []).flatMap((row, r) => row.map((dark, c) => (dark ? `M${c + 4} ${r + 4}h1v1h-1z` : ""))).join(""));
}
