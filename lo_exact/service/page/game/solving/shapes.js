// Boards: how many lights there are, what one press adds to them, and where each is drawn.
//
// A shape is {rows, columns, colours, rule, surface} and, where it has them, holes (places without
// light and button), goal (a value a place, null where any will do) and uniform (any one step
// further is a goal as well).  The cube is drawn as its net, 3n rows of 4n columns, and has 6 n^2
// lights; rows of hexagons are shifted against each other.  Of a puzzle that has no such rule the
// shape says itself: all (what presses add, null where there is no button), spots, and at (points
// of a graph).  A state has null where there is no light.

export const LARGEST = 50;
export const MOST_COLOURS = 99;

const AROUND = [[-1, 0], [0, -1], [0, 1], [1, 0]];
const DIAGONAL = [[-1, -1], [-1, 1], [1, -1], [1, 1]];
const JUMPS = [[-2, -1], [-2, 1], [-1, -2], [-1, 2], [1, -2], [1, 2], [2, -1], [2, 1]];
/** @type {Fn.ones} */
const ones = (steps) => steps.map(([r, c]) => [r, c, 1]);
/** @type {Record<string, number[][] | null>} */
export const RULES = {
  "plus": ones([[0, 0], ...AROUND]), "cross": ones(AROUND), "x": ones([[0, 0], ...DIAGONAL]),
  "king": ones([[0, 0], ...AROUND, ...DIAGONAL]), "knight": ones([[0, 0], ...JUMPS]),
  "row+column": null, "hex": null, "cube": null, "merlin": null,
};
// Rules that say themselves what lies beyond the edges: on the plane only.
export const CLOSED = ["hex", "cube", "merlin"];
// How the left and the right edge meet, then the top and the bottom one.
/** @type {Record<string, (string | null)[]>} */
export const SURFACES = {
  plane: [null, null], torus: ["joined", "joined"], cylinder: ["joined", null],
  moebius: ["twisted", null], klein: ["twisted", "joined"], projective: ["twisted", "twisted"],
};
/** @param {number} n */
export const upTo = (n) => [...Array(n).keys()];
/** @type {Fn.modulo} */
const modulo = (a, n) => ((a % n) + n) % n;

// Returns [rows down, columns right, amount] of a rule drawn as rows, ".1./2[1]3/.#2", with the
// button's own place in brackets; null where it is none.
/** @param {string} text */
export function stencil(text) {
  const rows = text.split("/").map((row) => row.trim());
  const middle = rows.findIndex((row) => /^[\d.#]*\[[\d.#]\][\d.#]*$/.test(row));
  const plain = rows.every((row, r) => r === middle || /^[\d.#]+$/.test(row));
  if (middle < 0 || !plain) return null;
  const column = rows[middle].indexOf("[");
  return rows.flatMap((row, r) => [...row.replace(/[[\]]/g, "")]
    .map((glyph, c) => [r - middle, c - column, glyph === "#" ? 1 : Number(glyph) || 0]))
    .filter(([, , amount]) => amount);
}

// Returns for each place [[place, amount], ...] that one press adds; null where there is no button.
/** @type {Fn.effects} */
export function effects(shape) {
  const { rows, columns, colours, rule = "plus", surface = "plane", holes = [], cells = "" } = shape;
  if (shape.all) return shape.all;
  if (rule === "walk") return [...cells.replaceAll("#", "")].map((_, own) => [[own, 1]]);
  if (rule === "hex") return hexagons(rows, columns);
  if (rule === "cube") return cube(rows / 3);
  if (rule === "merlin") return MERLIN.map((lights) => lights.map((at) => [at, 1]));
  const gone = new Set(holes);
  const [sides, ends] = SURFACES[surface];
  if (rule === "row+column" && (sides === "twisted" || ends === "twisted")) {
    throw new RangeError("a row does not close on itself on a twisted surface");
  }
  const steps = Object.hasOwn(RULES, rule) ? RULES[rule] : stencil(rule);
  /** @type {Fn.meets} */
  const meets = (r, c, down, right) => {
    let [y, x] = [modulo(r + down, rows), modulo(c + right, columns)];
    const [turnsDown, turnsRight] = [Math.floor((r + down) / rows), Math.floor((c + right) / columns)];
    if ((turnsRight && !sides) || (turnsDown && !ends)) return -1;
    if (sides === "twisted" && turnsRight % 2) y = rows - 1 - y;
    if (ends === "twisted" && turnsDown % 2) x = columns - 1 - x;
    return y * columns + x;
  };
  return upTo(rows * columns).map((place) => {
    if (gone.has(place)) return null;
    const [r, c] = [Math.floor(place / columns), place % columns];
    const sums = new Map();
    /** @type {Fn.add} */
    const add = (at, amount) => { if (at >= 0 && !gone.has(at)) sums.set(at, (sums.get(at) ?? 0) + amount); };
    if (steps) for (const [down, right, amount] of steps) add(meets(r, c, down, right), amount);
    else {
      for (let k = 0; k < columns; k++) add(r * columns + k, 1);
      for (let k = 0; k < rows; k++) if (k !== r) add(k * columns + c, 1);
    }
    return [...sums].map(([at, amount]) => [at, amount % colours]).filter(([, amount]) => amount);
  });
}

// The n x n squares of each face: net row and column, where it looks, its directions right and down.
/** @type {any[][]} */
const FACES = [
  [0, 1, [0, 1, 0], [1, 0, 0], [0, 0, 1]], [1, 0, [-1, 0, 0], [0, 0, 1], [0, -1, 0]],
  [1, 1, [0, 0, 1], [1, 0, 0], [0, -1, 0]], [1, 2, [1, 0, 0], [0, 0, -1], [0, -1, 0]],
  [1, 3, [0, 0, -1], [-1, 0, 0], [0, -1, 0]], [2, 1, [0, -1, 0], [1, 0, 0], [0, 0, -1]],
];
/** @type {Fn.sum} */
const sum = (...points) => [0, 1, 2].map((axis) => points.reduce((total, p) => total + p[axis], 0));
/** @type {Fn.times} */
const times = (k, point) => point.map((x) => k * x);

// Squares in the order of the net's rows, each with its centre in space: a step over an edge of the
// cube needs no table.
/** @param {number} n */
function squares(n) {
  const all = FACES.flatMap(([y, x, looks, right, down]) => upTo(n * n).map((k) => {
    const [r, c] = [Math.floor(k / n), k % n];
    const centre = sum(times(n, looks), times(2 * c - n + 1, right), times(2 * r - n + 1, down));
    return { spot: [y * n + r, x * n + c], centre, looks, steps: [right, times(-1, right), down, times(-1, down)] };
  }));
  return all.sort((a, b) => a.spot[0] - b.spot[0] || a.spot[1] - b.spot[1]);
}

/** @param {number} n */
function cube(n) {
  const all = squares(n);
  const number = new Map(all.map(({ centre }, k) => [String(centre), k]));
  return all.map(({ centre, looks, steps }, own) => {
    const beside = steps.map((step) => {
      const ahead = sum(centre, times(2, step));
      // over the edge: onto the face that looks along the step
      return Math.max(...ahead.map(Math.abs)) > n ? sum(centre, step, times(-1, looks)) : ahead;
    });
    return [own, ...beside.map((at) => Number(number.get(String(at))))].map((at) => [at, 1]);
  });
}

/** @type {Fn.hexSpot} */
const hexSpot = (k, columns) => [Math.floor(k / columns), 2 * (k % columns) + (Math.floor(k / columns) % 2)];
const HEX_STEPS = [[0, 0], [-1, -1], [-1, 1], [0, -2], [0, 2], [1, -1], [1, 1]];

/** @type {Fn.hexagons} */
function hexagons(rows, columns) {
  const spots = upTo(rows * columns).map((k) => hexSpot(k, columns));
  const number = new Map(spots.map((spot, k) => [String(spot), k]));
  return spots.map(([r, c]) => HEX_STEPS.map(([down, right]) => number.get(String([r + down, c + right])))
    .filter((at) => at !== undefined).map((at) => [at, 1]));
}

// Merlin's Magic Square: corners, middles of edges and the centre each have a pattern of their own.
const MERLIN = [[0, 1, 3, 4], [0, 1, 2], [1, 2, 4, 5], [0, 3, 6], [1, 3, 4, 5, 7], [2, 5, 8],
  [3, 4, 6, 7], [6, 7, 8], [4, 5, 7, 8]];

// Returns {spots, width, height, span}: where each light stands in a grid of small columns, of which
// a light takes `span`.
/** @param {Shape} shape */
export function layout({ rows, columns, rule, cells = "", spots: given }) {
  const hex = rule === "hex";
  const all = upTo(rows * columns).map((k) => (hex ? hexSpot(k, columns) : [Math.floor(k / columns), k % columns]));
  const spots = given ?? (rule === "cube" ? squares(rows / 3).map(({ spot }) => spot)
    : rule === "walk" ? all.filter((_, k) => cells[k] !== "#") : all);
  return { spots, width: hex ? 2 * columns + Number(rows > 1) : columns, height: rows, span: hex ? 2 : 1 };
}

/** @param {Shape} shape */
export const lightsOf = (shape) => layout(shape).spots.length;

// Returns how far each light is from the goal; null where it does not matter or there is none.
/** @type {Fn.restOf} */
export function restOf({ colours, goal }, state) {
  if (!goal) return state;
  return state.map((v, k) => (v === null || goal[k] === null ? null : modulo(v - goal[k], colours)));
}

/** @type {Fn.added} */
export function added(state, changes, colours, many = 1) {
  const next = [...state];
  for (const [at, amount] of changes ?? []) next[at] = modulo(Number(next[at]) + amount * many, colours);
  return next;
}

/** @type {Fn.reached} */
export function reached(shape, state) {
  const rest = restOf(shape, state).filter((v) => v !== null);
  return rest.every((v) => v === (shape.uniform ? rest[0] : 0));
}

// The nearest shape that its rule and surface allow.
/** @param {Shape} shape */
export function allowed({ rows, columns, colours, rule, surface }) {
  if (rule === "merlin") [rows, columns] = [3, 3];
  if (rule === "cube") {
    const n = Math.min(5, Math.max(1, Math.round(rows / 3)));
    [rows, columns] = [3 * n, 4 * n];
  }
  const twisted = rule === "row+column" && SURFACES[surface].includes("twisted");
  return { rows, columns, colours, rule, surface: CLOSED.includes(rule) || twisted ? "plane" : surface };
}
