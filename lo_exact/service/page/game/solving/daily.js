// The puzzles of a day.  Frozen: a day gives the same boards for ever, and recorded boards are
// compared in a test.  A better generator begins at a later day; these stay for the days before.

import { added, effects, lightsOf } from "./shapes.js";

// A small generator whose numbers are the same in every browser (mulberry32).
/** @param {number} seed */
export function numbers(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @type {Fn.board} */
export const board = (n, rule = "plus", surface = "plane", colours = 2) => ({ rows: n, columns: n, colours, rule, surface });
/** @type {Record<number, Shape>} */
export const LARGER = { 7: board(7), 9: board(9) };
/** @type {Record<number, number>} */
const PRESSES = { 7: 16, 9: 22 };
// From here on a week grows from Monday to Saturday by its proved minimum, and Sunday has another
// size, rule or surface; before, every day had ten.
export const WEEKS_FROM = "2026-11-30";
const LEAST = [0, 7, 8, 9, 11, 13, 15];  // Monday is 1
/** @type {[Shape, number][]} */
const SUNDAYS = [[board(6), 10], [board(5, "plus", "torus"), 6], [board(4, "plus", "plane", 3), 9],
  [board(5, "knight"), 9], [board(5, "hex"), 9], [board(5, "plus", "moebius"), 10], [board(5, "x"), 8],
  [board(4, "row+column"), 8], [board(5, "plus", "klein"), 8], [board(5, "cross"), 8]];

// Returns the lights after so many different buttons were pressed on the dark board.
/** @type {Fn.pressed} */
function pressed(shape, presses, chance) {
  const all = effects(shape);
  let state = Array(lightsOf(shape)).fill(0);
  const free = [...state.keys()];
  for (let k = 0; k < presses; k++) {
    const [place] = free.splice(Math.floor(chance() * free.length), 1);
    state = added(state, all[place], shape.colours, -1);
  }
  return state;
}

/** @type {Fn.shapeOf} */
export function shapeOf(date) {
  const day = new Date(date).getUTCDay();
  const week = Math.floor((Date.parse(date) - Date.parse(WEEKS_FROM)) / (7 * 86_400_000));
  return date < WEEKS_FROM ? [board(5), 10] : day ? [board(5), LEAST[day]] : SUNDAYS[week % SUNDAYS.length];
}

// Returns {shape, state} of a day, tried until `minimum(shape, state)`, the proved one, is as wanted.
/** @type {Fn.boardOfDay} */
export function boardOfDay(date, size, minimum) {
  const number = Number(date.replaceAll("-", ""));
  if (size > 5) return { shape: LARGER[size], state: pressed(LARGER[size], PRESSES[size], numbers(number * 10 + size)) };
  const [shape, least] = shapeOf(date);
  const chance = numbers(date < WEEKS_FROM ? number : number * 10 + 5);
  let state;
  do state = pressed(shape, least, chance); while (minimum(shape, state) !== least);
  return { shape, state };
}
