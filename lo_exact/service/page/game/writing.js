// Boards as text that the library reads, and whether the parts of a board fit together.

import { allowed, layout, LARGEST, lightsOf, MOST_COLOURS, RULES, stencil, SURFACES, upTo } from "./solving/shapes.js";

export const GLYPHS = ["⬛", "🟨", "🟧", "🟥", "🟪", "🟦", "🟩", "🟫"];

/** @type {Fn.isWhole} */
export const whole = (n, from, to) => Number.isInteger(n) && n >= from && n <= to;

// Returns values as rows of text; `none` stands where there is no value.
/** @type {Fn.rowsOf} */
function rowsOf(shape, values, none = "~") {
  const { rows, columns, rule, colours } = shape;
  const spots = rule === "hex" ? values.map((_, k) => [Math.floor(k / columns), k % columns]) : layout(shape).spots;
  const grid = upTo(rows).map(() => Array(columns).fill("~"));
  values.forEach((value, k) => { grid[spots[k][0]][spots[k][1]] = value ?? (shape.holes?.includes(k) ? "~" : none); });
  return grid.map((row) => row.join(colours > 10 ? " " : ""));
}

// As text that every command of the library reads.
/** @type {Fn.boardText} */
export function boardText(shape, state) {
  const { rows, columns, colours, rule, surface, cells = "", goal, json, spots = [] } = shape;
  if (rule === "walk") return `${cells.match(RegExp(`.{${columns}}`, "g"))?.join("\n")}\n`;
  if (shape.header !== undefined) return `${shape.header}${rowsOf(shape, state).join("\n")}\n`;
  if (json) {
    const grid = upTo(rows).map(() => Array(columns).fill(null));
    if (Array.isArray(json.state?.[0])) spots.forEach(([r, c], k) => { grid[r][c] = state[k]; });
    return JSON.stringify({ ...json, state: Array.isArray(json.state?.[0]) ? grid : state.filter((v) => v !== null) });
  }
  const same = goal?.filter((v) => v !== null).every((v, _, all) => v === all[0]) && goal.every((v, k) => v !== null || shape.holes?.includes(k));
  const target = shape.uniform ? "any" : same ? goal?.find((v) => v !== null) : goal && rowsOf(shape, goal, "?").join(" / ");
  const header = [colours > 2 && `colours: ${colours}`, rule !== "plus" && `neighbourhood: ${rule}`,
    surface !== "plane" && `topology: ${surface}`, target && `target: ${target}`].filter(Boolean);
  return `${[...header, ...(header.length ? [""] : []), ...rowsOf(shape, state)].join("\n")}\n`;
}

// Null where its parts do not fit together.
/** @type {Fn.checked} */
export function checked(shape, state) {
  const { rows, columns, colours, rule, surface } = shape;
  if (!whole(rows, 1, LARGEST) || !whole(columns, 1, LARGEST) || !whole(colours, 2, MOST_COLOURS)) return null;
  if (!Object.hasOwn(SURFACES, surface)) return null;
  if (!Object.hasOwn(RULES, rule) && !stencil(rule)?.every(([, , amount]) => amount < colours)) return null;
  const near = allowed(shape);
  if (near.rows !== rows || near.columns !== columns || near.surface !== surface) return null;
  /** @param {State} values */
  const fits = (values) => values.length === lightsOf(shape) && values.every((v) => v === null || whole(v, 0, colours - 1));
  const holes = [...state.keys()].filter((k) => state[k] === null);
  if (!fits(state) || (shape.goal && !fits(shape.goal)) || holes.length === state.length) return null;
  return { shape: holes.length ? { ...shape, holes } : shape, state };
}
