// Boards from text: the page reads what it is sure of; a server, where there is one, every format.

import { page } from "./elements.js";
import { stencil, upTo } from "./solving/shapes.js";
import { walkOf } from "./solving/walking.js";
import { word } from "./words.js";
import { checked, GLYPHS } from "./writing.js";

/** @type {Record<string, number | null>} */
const SIGNS = { "#": 1, "*": 1, ".": 0, _: 0, "~": null, "?": null };
const KEYS = ["colours", "neighbourhood", "topology", "target", "size"];

// The lights of a puzzle without places in one block, its buttons in one below.
/** @type {Fn.blocks} */
export function blocks(lights, buttons) {
  const columns = Math.min(10, Math.max(lights, buttons, 1));
  const high = Math.ceil(lights / columns);
  /** @type {Fn.spot} */
  const spot = (k, down) => [down + Math.floor(k / columns), k % columns];
  const spots = [...upTo(lights).map((k) => spot(k, 0)), ...upTo(buttons).map((k) => spot(k, high))];
  return { rows: high + Math.ceil(buttons / columns), columns, spots };
}

// [.##.] (3) (1,3) {3,5}: a machine's lights, all off, are to become those of its picture.
/** @param {string} text */
function machine(text) {
  const [, picture, pressed] = /^\[([.#]+)\]((?: \(\d+(?:,\d+)*\))+) \{\d+(?:,\d+)*\}$/.exec(text) ?? [];
  if (!picture) return null;
  const lights = picture.length;
  const buttons = [...pressed.matchAll(/\(.*?\)/g)].map(([part]) => [...part.matchAll(/\d+/g)].map(Number));
  if (buttons.flat().some((at) => at >= lights)) return null;
  const target = [...picture].map((glyph) => Number(glyph === "#"));
  const none = Array(lights).fill(null);
  const all = [...none, ...buttons.map((list) => list.map((at) => [at, 1]))];
  const entries = buttons.flatMap((list, j) => list.map((at) => [at, j, 1]));
  const json = { colours: 2, activation: { lights, buttons: buttons.length, entries }, target };
  const goal = [...target, ...buttons.map(() => null)];
  const state = goal.map((value) => value && 0);
  return { shape: { ...blocks(lights, buttons.length), colours: 2, rule: "own", surface: "plane", all, goal, json }, state };
}

// Returns rows of values, null where a sign is not known, or signs of two kinds stand together.
/** @type {Fn.valuesOf} */
function valuesOf(lines) {
  const signs = [...new Set(lines.join("").replace(/[\s,~?]/g, ""))].sort().join("");
  if (!/^(\d*|[#*]?[._]?)$/.test(signs)) return null;
  const rows = lines.map((line) => (/[\s,]/.test(line) ? line.split(/[\s,]+/) : [...line])
    .map((glyph) => (Object.hasOwn(SIGNS, glyph) ? SIGNS[glyph] : /^\d+$/.test(glyph) ? Number(glyph) : undefined)));
  return rows.flat().includes(undefined) ? null : rows;
}

/** @type {Fn.rows} */
function fromJson(text) {
  let given;
  try { given = JSON.parse(text); } catch { return null; }
  const { state, colours, neighbourhood = "plus", topology = "plane", ...more } = Array.isArray(given) ? { state: given } : given ?? {};
  if (!Array.isArray(state) || !state.length || !state.every(Array.isArray) || Object.keys(more).length) return null;
  if (Array.isArray(given) && state[0].length < 3) return null;  // two numbers may be a place
  return [state, { colours, neighbourhood, topology }];
}

// Returns [rows of values, what lines above them say] of a board text.
/** @type {Fn.rows} */
function fromLines(text) {
  const lines = text.split("\n").map((line) => line.trimEnd()).filter(Boolean);
  /** @type {Record<string, any>} */ const said = {};
  for (let header; (header = /^([a-z]+):\s*(.*)$/.exec(lines[0] ?? ""));) {
    const [, key, value] = header;
    const below = [];
    lines.shift();
    while (!value && /^\s/.test(lines[0] ?? "")) below.push(lines.shift()?.trim());
    if (!KEYS.includes(key)) return null;
    said[key] = value || below.join("/");
  }
  const size = /^(\d+)\s*x\s*(\d+)$/.exec(said.size ?? "");
  if (said.size !== undefined && !size) return null;
  if (size && lines.length === 1 && /^0x[0-9a-f]+$/i.test(lines[0])) {
    const [rows, columns] = [Number(size[1]), Number(size[2])];
    const bits = BigInt(lines[0]).toString(2);
    if (bits.length > rows * columns) return null;
    const all = [...bits.padStart(rows * columns, "0")].reverse().map(Number);
    return [upTo(rows).map((r) => all.slice(r * columns, (r + 1) * columns)), said];
  }
  const drawn = lines.length === 1 && !/\s/.test(lines[0]) ? lines[0].split("/") : lines.map((line) => line.trim());
  // one line of numbers may be rows or one row; # is a wall where the goal is not dark; ? is no state
  if (drawn.length === 1 && /\s/.test(drawn[0])) return null;
  if (/\?/.test(drawn.join("")) || (said.target && /[#*]/.test(drawn.join("")))) return null;
  const values = valuesOf(drawn);
  // numbers side by side may be an edge, a place or a size
  const bare = !Object.keys(said).length && /\s/.test(drawn[0]);
  if (bare && ((values?.[0].length ?? 0) < 3 || !values?.flat().every((v) => v === 0 || v === 1))) return null;
  if (size && (values?.length !== Number(size[1]) || values.some((row) => row.length !== Number(size[2])))) return null;
  return values && [values, said];
}

// Returns {shape, state} of a text, null where the page is not sure of it.
/** @param {string} given */
export function readText(given) {
  const text = given.replace(/\r|\ufe0f/g, "").trim();
  // black is off and yellow on; of other colours nobody else knows which is which
  const drawn = text.split("\n").map((line) => [...line.trim()].map((glyph) => GLYPHS.indexOf(glyph)))
    .filter((row) => row.length > 1 && row.every((v) => v === 0 || v === 1));
  const known = machine(text);
  if (known) return known;
  if (/^[S.#\n]*S[S.#\n]*$/.test(text)) {
    const lines = text.split("\n");
    return walkOf(`${lines.length},${lines[0].length},${lines.join("")}`);
  }
  const [rows, said] = (drawn.length ? [drawn, {}] : /^[{[]/.test(text) ? fromJson(text) : fromLines(text)) ?? [[], {}];
  if (!rows.length) return null;
  const { neighbourhood: rule = "plus", topology: surface = "plane", target = "0" } = said;
  const columns = Math.max(...rows.map((row) => row.length));
  if (rows.some((row) => row.length !== columns)) return null;
  // a cube's net has signs for places that are none, hexagons and Merlin's toy do not
  const state = rule === "cube" ? rows.flat().filter((v) => v !== null) : rows.flat();
  const colours = Number(said.colours ?? Math.max(1, ...state) + 1);
  /** @type {Shape} */
  const shape = { rows: rows.length, columns, colours, rule: stencil(rule) ? rule.replaceAll(" ", "") : rule, surface };
  if (target === "any") shape.uniform = true;
  else if (target !== "0") {
    const goal = /^\d+$/.test(target) && Number(target) < colours
      ? state.map((v) => (v === null ? null : Number(target)))
      : valuesOf(target.split("/").map((/** @type {string} */ row) => row.trim()))?.flat();
    if (!goal) return null;
    shape.goal = goal;
  }
  return checked(shape, state);
}

/** @type {Fn.places} */
function places({ activation, lights, buttons }) {
  /** @type {Fn.numbers} */
  const numbers = (count, from) => upTo(count).map((k) => from + k);
  if (activation.at) {
    const { at, names } = activation;
    return [{ ...blocks(lights, 0), at, names }, numbers(lights, 0), numbers(lights, 0)];
  }
  if (!activation.light_at) return [blocks(lights, buttons), numbers(lights, 0), numbers(buttons, lights)];
  const { light_at: lit, button_at: pressed } = activation;
  /** @type {[number[], number[], Spot[]]} */ const [lightPlace, buttonPlace, spots] = [[], [], []];
  lit.forEach((/** @type {number[]} */ row, /** @type {number} */ r) => row.forEach((light, c) => {
    const button = pressed[r][c];
    if (light < 0 && button < 0) return;
    if (light >= 0) lightPlace[light] = spots.length;
    if (button >= 0) buttonPlace[button] = spots.length;
    spots.push([r, c]);
  }));
  return [{ rows: lit.length, columns: lit[0].length, spots }, lightPlace, buttonPlace];
}

// Returns a puzzle as the server reads it.
/** @param {any} facts */
function placed(facts) {
  const { activation, colours, objective, uniform, board } = facts;
  const own = board === null ? null : readText(board);
  if (own) return own;
  if (!activation || (board === null && !facts.json)) throw new Error(word("set.tooLarge"));
  const [drawn, lightPlace, buttonPlace] = places(facts);
  const all = drawn.spots.map(() => null);
  activation.lights.forEach((/** @type {number[]} */ list, /** @type {number} */ j) => {
    all[buttonPlace[j]] = list.map((light, k) => [lightPlace[light], activation.amounts[j][k]]);
  });
  /** @type {Fn.spread} */
  const spread = (values) => drawn.spots.map((/** @type {Spot} */ [r, c], /** @type {number} */ k) => (activation.light_at ? values[r][c] : values[k]))
    .map((/** @type {number} */ v) => (v === undefined || v < 0 ? null : v));
  const state = spread(facts.state);
  const shape = { ...drawn, colours, rule: "own", surface: "plane", all,
    goal: spread(facts.target).map((v, k) => (state[k] === null ? null : v)),
    ...(board === null ? { json: facts.json } : { header: board.slice(0, board.indexOf("\n\n") + 2) }),
    ...(uniform && { uniform }), ...(objective !== "presses" && { priced: objective }) };
  return { shape, state };
}

// Returns {shape, state, format} of a text of any format; an Error says what is wrong.
/** @param {string} text */
export async function readBoard(text) {
  const own = readText(text);
  if (own) return own;
  if (!page.hasServer()) throw new Error(word("set.bad"));
  const { json } = await import("./server.js");
  const facts = await json("POST", "/v1/read", { board: text, activation: true })
    .catch((error) => { throw error.problem ? error : new Error(word(navigator.onLine ? "why.away" : "read.offline")); });
  return { ...placed(facts), format: facts.format };
}
