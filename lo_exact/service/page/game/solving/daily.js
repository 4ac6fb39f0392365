// The puzzle of a day, first generator.  Frozen: a day gives the same board for ever, and
// recorded boards are compared in a test.  A better generator gets a file of its own and begins
// at a later day; this one stays for the days before.

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

export const DAILY = { rows: 5, columns: 5, colours: 2, rule: "plus", surface: "plane" };
const LEAST = 10;

// Returns the lights of a day ("2026-11-23"): ten different buttons pressed on the dark board, tried
// until `minimum(state)`, the proved one, is ten.
/** @param {string} day @param {(state: State) => number | undefined} minimum */
export function boardOfDay(day, minimum) {
  const chance = numbers(Number(day.replaceAll("-", "")));
  for (;;) {
    const state = Array(25).fill(0);
    const free = [...state.keys()];
    for (let k = 0; k < LEAST; k++) {
      const [place] = free.splice(Math.floor(chance() * free.length), 1);
      const [r, c] = [Math.floor(place / 5), place % 5];
      for (const [y, x] of [[r, c], [r - 1, c], [r + 1, c], [r, c - 1], [r, c + 1]]) {
        if (y >= 0 && y < 5 && x >= 0 && x < 5) state[y * 5 + x] ^= 1;
      }
    }
    if (minimum(state) === LEAST) return state;
  }
}
