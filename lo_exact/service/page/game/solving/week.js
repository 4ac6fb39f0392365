// The puzzle of a day, second generator, from 2026-11-30 on.  Frozen like daily.js: a week grows from
// Monday to Saturday by its proved minimum, and Sunday has another size, rule or surface.

import { numbers } from "./daily.js";
import { added, effects, lightsOf } from "./shapes.js";

export const WEEKS_FROM = "2026-11-30";
/** @type {(n: number, rule?: string, surface?: string, colours?: number) => Shape} */
const board = (n, rule = "plus", surface = "plane", colours = 2) => ({ rows: n, columns: n, colours, rule, surface });
const LEAST = [0, 7, 8, 9, 11, 13, 15];       // Monday is 1
/** @type {[Shape, number][]} */
const SUNDAYS = [[board(6), 10], [board(5, "plus", "torus"), 6], [board(4, "plus", "plane", 3), 9],
  [board(5, "knight"), 9], [board(5, "hex"), 9], [board(5, "plus", "moebius"), 10], [board(5, "x"), 8],
  [board(4, "row+column"), 8], [board(5, "plus", "klein"), 8], [board(5, "cross"), 8]];

// Returns {shape, least} of a day.
/** @param {string} date */
export function dayOfWeek(date) {
  const day = new Date(date).getUTCDay();
  if (day) return { shape: board(5), least: LEAST[day] };
  const week = Math.floor((Date.parse(date) - Date.parse(WEEKS_FROM)) / (7 * 86_400_000));
  const [shape, least] = SUNDAYS[week % SUNDAYS.length];
  return { shape, least };
}

// Returns the lights of a day: so many different buttons pressed on the dark board, tried until
// `minimum(shape, state)`, the proved one, is as many.
/** @param {string} date @param {(shape: Shape, state: State) => number | undefined} minimum */
export function boardOfWeek(date, minimum) {
  const { shape, least } = dayOfWeek(date);
  const chance = numbers(Number(date.replaceAll("-", "")) * 10 + 5);
  const all = effects(shape);
  const { colours } = shape;
  for (;;) {
    /** @type {State} */ let state = Array(lightsOf(shape)).fill(0);
    const free = [...state.keys()];
    for (let k = 0; k < least; k++) {
      const [place] = free.splice(Math.floor(chance() * free.length), 1);
      state = added(state, all[place], colours, -1);
    }
    if (minimum(shape, state) === least) return { shape, state };
  }
}
