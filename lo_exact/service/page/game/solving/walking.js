// Parity walks: a step to a cell beside switches its light, and all lights are to be off.
//
// A state is a cell and a set of lights.  Every state that ends is the beginning of a search
// backwards, so each state's fewest steps are known: n 2^n of them, for up to 14 cells.

export const MOST_CELLS = 14;
// From the command walk, which proves that no fewer steps do.
/** @type {[string, number][]} */
export const WALKS = [["3,4,S....##.....", 9], ["3,3,.S.......", 10], ["3,4,.....S......", 11], ["3,5,..S...#.#......", 14]];

// Returns {shape, state} of "rows,columns,cells" with S for the start and # for walls; or null.
/** @type {Fn.walkOf} */
export function walkOf(text) {
  const [rows, columns, cells] = text.split(",");
  const shape = { rows: Number(rows), columns: Number(columns), colours: 2, rule: "walk", surface: "plane", cells };
  const open = [...(cells ?? "")].filter((glyph) => glyph !== "#");
  if (!/^[S.#]+$/.test(cells ?? "") || cells.length !== shape.rows * shape.columns) return null;
  if (open.length < 2 || open.length > MOST_CELLS || open.filter((glyph) => glyph === "S").length !== 1) return null;
  return { shape, state: open.map((glyph) => Number(glyph !== "S")) };
}

/** @param {Shape} shape */
export const startOf = ({ cells = "" }) => [...cells.replaceAll("#", "")].indexOf("S");

// Returns for each cell those beside it.
/** @param {Shape} shape */
export function beside({ rows, columns, cells = "" }) {
  const numbers = new Map([...cells].flatMap((glyph, at) => (glyph === "#" ? [] : [at])).map((at, k) => [at, k]));
  return [...numbers.keys()].map((at) => [[-1, 0], [0, -1], [0, 1], [1, 0]].flatMap(([down, right]) => {
    const [r, c] = [Math.floor(at / columns) + down, (at % columns) + right];
    const found = r < 0 || r >= rows || c < 0 || c >= columns ? undefined : numbers.get(r * columns + c);
    return found === undefined ? [] : [found];
  }));
}

let kept = { key: "", steps: new Uint8Array() };

// Returns the fewest steps of each state, at mask * n + cell; 255: there is no way.
/** @param {Shape} shape */
function table(shape) {
  const key = `${shape.columns},${shape.cells}`;
  if (kept.key === key) return kept.steps;
  const next = beside(shape);
  const n = next.length;
  const steps = new Uint8Array(n << n).fill(255);
  let edge = [...next.keys()];
  for (const cell of edge) steps[cell] = 0;
  for (let count = 1; edge.length; count++) {
    const before = [];
    for (const at of edge) {
      const [mask, cell] = [Math.floor(at / n), at % n];
      for (const from of next[cell]) {
        const state = (mask ^ (1 << cell)) * n + from;
        if (steps[state] === 255) { steps[state] = count; before.push(state); }
      }
    }
    edge = before;
  }
  kept = { key, steps };
  return steps;
}

// Returns what the solver of boards returns: the fewest steps from a cell, and the first of them.
/** @type {Fn.solveWalk} */
export function solveWalk(shape, state, cell = startOf(shape)) {
  const steps = table(shape);
  const n = state.length;
  const mask = state.reduce((/** @type {number} */ bits, value, k) => bits | (Number(value) << k), 0);
  const weight = steps[mask * n + cell];
  if (weight === 255) return { status: "infeasible", witness: null };
  const best = beside(shape)[cell].find((to) => steps[(mask ^ (1 << to)) * n + to] === weight - 1);
  return { status: "optimal", weight, presses: state.map((_, k) => Number(weight > 0 && k === best)) };
}
