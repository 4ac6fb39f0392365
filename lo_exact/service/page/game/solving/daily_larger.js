// The middle and the large puzzle of a day, first generator.  Frozen like daily.js: a day gives the
// same boards for ever.

import { numbers } from "./daily.js";

/** @type {(n: number) => Shape} */
const plane = (n) => ({ rows: n, columns: n, colours: 2, rule: "plus", surface: "plane" });
/** @type {Record<number, Shape>} */
export const LARGER = { 7: plane(7), 9: plane(9) };
/** @type {Record<number, number>} */
const PRESSES = { 7: 16, 9: 22 };

// Returns the lights of a day after so many different buttons were pressed on the dark board.
/** @param {string} day @param {number} n */
export function largerBoardOfDay(day, n) {
  const chance = numbers(Number(day.replaceAll("-", "")) * 10 + n);
  const state = Array(n * n).fill(0);
  const free = [...state.keys()];
  for (let k = 0; k < PRESSES[n]; k++) {
    const [place] = free.splice(Math.floor(chance() * free.length), 1);
    const [r, c] = [Math.floor(place / n), place % n];
    for (const [y, x] of [[r, c], [r - 1, c], [r + 1, c], [r, c - 1], [r, c + 1]]) {
      if (y >= 0 && y < n && x >= 0 && x < n) state[y * n + x] ^= 1;
    }
  }
  return state;
}
