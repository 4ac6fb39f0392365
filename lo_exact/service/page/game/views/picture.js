// A board in a picture: squares or discs with gaps between them, two colours of lamps.
//
// Rows and columns of pixels that are one colour from end to end are gaps; what lies between them
// are bands of squares, equally wide.  The widest step between their brightnesses parts lit from unlit.

import { upTo } from "../solving/shapes.js";

const ALIKE = 1.25;  // how much wider the widest band may be than the narrowest
const PLAIN = 14;  // parts of 255 that the pixels of a gap may differ by
const STEP = 40;  // parts of 255 between the darkest lit and the brightest unlit
const FAINT = 16;  // parts of 255 between the ground and lamps that are off
const MOST = 1600;  // pixels a side that are looked at

/** @param {Blob} file */
export async function pixels(file) {
  const image = await createImageBitmap(file);
  const scale = Math.min(1, MOST / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.max(1, Math.round(image.width * scale)), Math.max(1, Math.round(image.height * scale))];
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** @type {Fn.grey} */
const grey = ({ data, width }, x, y) => {
  const k = 4 * (y * width + x);
  return 0.2126 * data[k] + 0.7152 * data[k + 1] + 0.0722 * data[k + 2];
};

/** @param {boolean[]} lines */
function runsOf(lines) {
  /** @type {Run[]} */ const runs = [];
  lines.forEach((on, k) => { if (on && !lines[k - 1]) runs.push([k, k]); if (on) runs[runs.length - 1][1] = k + 1; });
  return runs;
}

// Returns [from, to] of each run of lines that are not plain.
/** @type {Fn.bands} */
const bands = (length, across, at) => runsOf(upTo(length).map((k) => {
  const values = upTo(across).map((j) => at(k, j));
  return Math.max(...values) - Math.min(...values) > PLAIN;
}));

/** @param {Run[]} runs */
const alike = (runs) => {
  const widths = runs.map(([from, to]) => to - from);
  return runs.length > 1 && Math.min(...widths) > 5 && Math.max(...widths) <= ALIKE * Math.min(...widths) + 2;
};

// Takes the margin off: lines at the picture's edges that have the corner's colour.
/** @type {Fn.inside} */
function inside(image, box) {
  const { left, top, right, bottom } = box;
  const corner = grey(image, left, top);
  /** @type {Fn.other} */
  const other = (x, y) => Math.abs(grey(image, x, y) - corner) > PLAIN;
  let [l, t, r, b] = [right, bottom, left, top];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      if (!other(x, y)) continue;
      l = Math.min(l, x); r = Math.max(r, x + 1); t = Math.min(t, y); b = Math.max(b, y + 1);
    }
  }
  return { left: l, top: t, right: r, bottom: b };
}

// The box around the largest thing of one piece on the paper of a page: a case on bright paper is far
// darker, one on dark paper a little brighter.
/** @param {ImageData} image */
function largest(image) {
  const side = Math.max(2, Math.round(image.width / 500));
  const [across, down] = [image.width, image.height].map((length) => Math.floor(length / side));
  const greys = upTo(across * down).map((k) => Math.round(grey(image, side * (k % across), side * Math.floor(k / across))));
  const counts = Array(256).fill(0);
  for (const value of greys) counts[value] += 1;
  const paper = counts.indexOf(Math.max(...counts));
  const open = greys.map((value) => Math.abs(value - paper) >= (paper > 128 ? 60 : 3));
  let best = [0];
  for (const first of open.keys()) {
    const part = open[first] ? [first] : [];
    for (const k of part) {
      for (const next of [k - 1, k + 1, k - across, k + across]) {
        if (open[next]) part.push(next);
        open[next] = false;
      }
    }
    if (part.length > best.length) best = part;
  }
  const [x, y] = [best.map((k) => k % across), best.map((k) => Math.floor(k / across))].map((all) => all.sort((a, b) => a - b));
  return { left: side * x[0], top: side * y[0], right: side * (x[x.length - 1] + 1), bottom: side * (y[y.length - 1] + 1) };
}

// Returns {rows, columns, state} of a picture, also of a whole page; null where there is no such board.
/** @param {ImageData} image */
export const boardOf = (image) => boardIn(image, { left: 0, top: 0, right: image.width, bottom: image.height })
  ?? boardIn(image, largest(image));

/** @type {Fn.boardIn} */
function boardIn(image, whole) {
  let box = whole;
  // a picture of the whole case: its margin first, then the case's own rim
  for (let rim = 0; rim < 3; rim++) {
    box = inside(image, box);
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    if (width < 12 || height < 12) return null;
    const down = bands(height, width, (y, x) => grey(image, box.left + x, box.top + y));
    const right = bands(width, height, (x, y) => grey(image, box.left + x, box.top + y));
    if (alike(down) && alike(right)) return lamps(image, box, down, right);
    const glowing = byLight(image, box);
    if (glowing) return glowing;
    const inset = Math.max(2, Math.round(Math.min(width, height) * 0.008));
    box = { left: box.left + inset, top: box.top + inset, right: box.right - inset, bottom: box.bottom - inset };
  }
  return null;
}

// Lamps whose glow fills the gaps: the bright ones give a lattice, as far from one edge of the case as
// from the other.
/** @type {Fn.byLight} */
function byLight(image, { left, top, right, bottom }) {
  const [width, height] = [right - left, bottom - top];
  /** @type {Fn.bright} */
  const bright = (x, y) => grey(image, left + x, top + y) > 165;
  /** @type {Fn.someLit} */
  const someLit = (length, across, at) => upTo(length).map((k) => upTo(across).filter((j) => at(k, j)).length > 4);
  /** @type {Fn.lattice} */
  const lattice = (lines, length) => {
    const runs = runsOf(lines);
    if (!alike(runs)) return null;
    const distance = Math.min(...runs.slice(1).map(([from], k) => from - runs[k][0]));
    const size = runs[0][1] - runs[0][0];
    const first = runs[0][0] % distance;
    const rim = first > 0.9 * distance ? first - distance : first;  // a picture may be cut a pixel short
    const count = Math.round((length - 2 * rim + distance - size) / distance);
    if (distance > 1.6 * size || count < 2 || count > 50) return null;
    return upTo(count).map((k) => [Math.max(0, Math.round(rim + k * distance)), Math.round(rim + k * distance + size)]);
  };
  const across = lattice(someLit(width, height, bright), width);
  const down = lattice(someLit(height, width, (y, x) => bright(x, y)), height);
  const within = across && down && across[across.length - 1][1] <= width + 2 && down[down.length - 1][1] <= height + 2;
  return within ? lamps(image, { left, top }, down, across) : null;
}

// `gaps` says whether there is ground between the lamps.
/** @type {Fn.lamps} */
function lamps(image, { left, top }, down, right, gaps = true) {
  const values = down.flatMap(([y0, y1]) => right.map(([x0, x1]) => {
    let [sum, count] = [0, 0];
    for (let y = y0 + Math.round((y1 - y0) * 0.35); y < y0 + (y1 - y0) * 0.65; y++) {
      for (let x = x0 + Math.round((x1 - x0) * 0.35); x < x0 + (x1 - x0) * 0.65; x++) { sum += grey(image, left + x, top + y); count += 1; }
    }
    return sum / count;
  }));
  const sorted = [...values].sort((a, b) => a - b);
  let [step, border] = [0, 0];
  for (let k = 1; k < sorted.length; k++) {
    if (sorted[k] - sorted[k - 1] > step) { step = sorted[k] - sorted[k - 1]; border = (sorted[k] + sorted[k - 1]) / 2; }
  }
  if (step < STEP) return { rows: down.length, columns: right.length, state: values.map(() => Number(sorted[0] > 110)) };
  const ground = gaps ? grey(image, left + ((right[0][1] + right[1][0]) >> 1), top + ((down[0][1] + down[1][0]) >> 1)) : -STEP;
  // on paper the ground is as bright as squares that are off, and the dark ones are on
  const dark = Math.abs(ground - sorted[sorted.length - 1]) < STEP / 2;
  const lit = values.map((v) => (v > border) !== dark);
  // where lamps that are off differ from the ground, a place that does not has no lamp
  const off = values.map((v, k) => (lit[k] ? NaN : Math.abs(v - ground)));
  const holes = off.some((far) => far > FAINT);
  return { rows: down.length, columns: right.length, state: lit.map((on, k) => (holes && off[k] < FAINT ? null : Number(on))) };
}

// Returns the board between two corners, of so many rows and columns.
/** @type {Fn.boardBetween} */
export function boardBetween(image, { left, top, right, bottom }, rows, columns) {
  /** @type {Fn.parts} */
  const parts = (from, to, count) => upTo(count).map((k) =>
    [k + 0.1, k + 0.9].map((share) => Math.round(from + (share * (to - from)) / count)));
  return lamps(image, { left: 0, top: 0 }, parts(top, bottom, rows), parts(left, right, columns), false);
}
