// Puzzles without rows and columns: where their lights stand, as in the server's own pictures; a line
// where a press of one changes another, with an arrow where it is not so the other way round.

import { effects } from "./solving/shapes.js";

/** @type {{of?: Spot[], drawing?: Graph}} */ let kept = {};

// at: [x, y] in percent; high: height by width; disc: percent of the width; away(place): the direction
// from the middle, where a name is in no line's way.
/** @type {Fn.drawing} */
export function drawing({ at = [] }) {
  if (kept.drawing && kept.of === at) return kept.drawing;
  const distances = at.flatMap(([x, y], i) => at.slice(0, i).map(([u, v]) => Math.hypot(x - u, y - v)));
  const near = Math.min(...distances);
  const [left, top] = [0, 1].map((k) => Math.min(...at.map((p) => p[k])));
  const [right, bottom] = [0, 1].map((k) => Math.max(...at.map((p) => p[k])));
  const size = Math.max(right - left, bottom - top, 1);
  const disc = Math.min(0.62 * near, 0.22 * size);
  const edge = disc / 2 + 0.06 * size;  // room for discs and their names
  const wide = right - left + 2 * edge;
  const high = bottom - top + 2 * edge;
  const found = {
    away: (/** @type {number} */ i) => {
      const [u, v] = [at[i][0] - (left + right) / 2, at[i][1] - (top + bottom) / 2];
      const far = Math.hypot(u, v);
      return far > 0.01 * size ? [u / far, v / far] : [0, 1];
    },
    at: at.map(([x, y]) => [(100 * (x - left + edge)) / wide, (100 * (y - top + edge)) / high]),
    high: high / wide,
    disc: (100 * disc) / wide,
  };
  kept = { of: at, drawing: found };
  return found;
}

/** @type {Fn.svg} */
export function drawn(name, values) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(values)) made.setAttribute(key, value);
  return made;
}

// In units of a hundredth of the width.
/** @param {Shape} shape */
export function lines(shape) {
  const { at, high, disc } = drawing(shape);
  const svg = drawn("svg", { viewBox: `0 0 100 ${100 * high}`, "aria-hidden": "true", class: "edges" });
  const reached = effects(shape).map((list) => new Set(list?.map(([light]) => light)));
  reached.forEach((list, j) => list.forEach((i) => {
    const both = reached[i]?.has(j);
    if (i === j || (both && i < j)) return;
    const [x, y] = [at[j][0], at[j][1] * high];
    const [u, v] = [at[i][0], at[i][1] * high];
    svg.append(drawn("line", { x1: x, y1: y, x2: u, y2: v }));
    if (both) return;
    const far = Math.hypot(u - x, v - y);
    const [a, b] = [(u - x) / far, (v - y) / far];
    const [p, q] = [u - a * disc * 0.56, v - b * disc * 0.56];  // where the disc begins
    const s = Math.max(1.2, disc * 0.14);
    /** @param {number} side */
    const wing = (side) => `${p - a * s * 1.6 + side * b * s} ${q - b * s * 1.6 - side * a * s}`;
    svg.append(drawn("path", { d: `M${p} ${q}L${wing(1)}L${wing(-1)}Z` }));
  }));
  return svg;
}
