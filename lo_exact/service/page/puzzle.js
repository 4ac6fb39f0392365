// The puzzle as it is drawn: header lines as board text has them, and the state, -1 where a hole is.
// What a press changes is asked of the server (`activation`), so every rule and topology is right.

import { json } from "./api.js";

export const puzzle = {
  header: new Map(),   // key -> lines, the first is the value on the key's line
  state: grid(5, 5, 0),
  colours: 2,
  activation: null,    // {lights, amounts, light_at, button_at}
  facts: null,         // what /v1/read said
  foreign: null,       // JSON of a puzzle that board text cannot say; only its state can change
};

export function grid(rows, columns, value) {
  return Array.from({ length: rows }, () => Array(columns).fill(value));
}

export const rows = () => puzzle.state.length;
export const columns = () => puzzle.state[0].length;

export function boardText() {
  if (puzzle.foreign !== null) return JSON.stringify({ ...puzzle.foreign, state: foreignState() });
  const lines = [];
  for (const [key, value] of puzzle.header) {
    lines.push(`${key}: ${value[0]}`.trimEnd(), ...value.slice(1));
  }
  if (lines.length) lines.push("");
  const spaced = puzzle.colours > 10;
  for (const row of puzzle.state) {
    lines.push(row.map((v) => (v < 0 ? "~" : String(v))).join(spaced ? " " : ""));
  }
  return `${lines.join("\n")}\n`;
}

// The state as the puzzle's JSON has it: rows with null, or one number a light.
function foreignState() {
  if (Array.isArray(puzzle.foreign.state[0])) {
    return puzzle.state.map((row) => row.map((v) => (v < 0 ? null : v)));
  }
  return puzzle.state.flat().filter((v) => v >= 0);
}

export function setHeader(key, value, standard) {
  puzzle.activation = null;   // until the server has said what a press changes now
  if (value === standard) puzzle.header.delete(key);
  else puzzle.header.set(key, [value]);
  if (key === "target") puzzle.header.delete("uniform");
}

export const headerValue = (key, standard) => puzzle.header.get(key)?.[0] ?? standard;

// Takes lines such as "target:" with indented rows apart.
function parseHeader(text) {
  const header = new Map();
  let key = "";
  for (const line of text.split("\n")) {
    if (!line.trim()) break;
    const found = /^([a-z]+):\s*(.*)$/.exec(line);
    if (found) header.set(key = found[1], [found[2]]);
    else if (key && line.startsWith(" ")) header.get(key).push(line);
    else break;
  }
  return header;
}

// Changes the size; what drew every place by itself in the header is dropped.
export function resize(newRows, newColumns) {
  puzzle.activation = null;
  const old = puzzle.state;
  puzzle.state = grid(newRows, newColumns, 0).map((row, r) => row.map((_, c) => old[r]?.[c] ?? 0));
  for (const [key, value] of [...puzzle.header]) {
    if (value.length > 1) puzzle.header.delete(key);
  }
}

export function recolour(colours) {
  puzzle.colours = colours;
  setHeader("colours", String(colours), "2");
  puzzle.state = puzzle.state.map((row) => row.map((v) => (v < 0 ? v : v % colours)));
  const target = headerValue("target", "0");
  if (/^\d+$/.test(target) && Number(target) >= colours) setHeader("target", "0", "0");
}

let asked = 0;

// Asks what the puzzle is; returns false when a later question overtook this one.
export async function understand(text = boardText()) {
  const number = ++asked;
  const facts = await json("POST", "/v1/read", { board: text, activation: true });
  if (number !== asked) return false;
  puzzle.facts = facts;
  puzzle.activation = placed(facts);
  return true;
}

// Takes a text that somebody pasted as the puzzle.
export async function take(text) {
  const number = ++asked;
  const facts = await json("POST", "/v1/read", { board: text, activation: true });
  if (number !== asked) return false;
  puzzle.facts = facts;
  puzzle.colours = facts.colours;
  puzzle.activation = placed(facts);
  if (facts.board !== null && Array.isArray(facts.state[0])) {
    puzzle.foreign = null;
    puzzle.header = parseHeader(facts.board);
    puzzle.state = facts.state.map((row) => row.map((v) => v ?? -1));
  } else {
    if (!facts.json) throw Object.assign(new Error("too large"), { problem: facts });
    puzzle.foreign = facts.json;
    puzzle.header = new Map();
    const at = puzzle.activation?.light_at ?? square(facts.lights);
    const flat = facts.state.flat().filter((v) => v !== null);
    puzzle.state = at.map((row) => row.map((light) => (light < 0 ? -1 : flat[light])));
  }
  return true;
}

// Puzzles without a grid are laid out row by row, as square as it goes.
function placed(facts) {
  const found = facts.activation;
  if (!found) return null;
  if (!found.light_at) {
    const all = square(Math.max(facts.lights, facts.buttons));
    const below = (count) => all.map((row) => row.map((k) => (k < count ? k : -1)));
    found.light_at = below(facts.lights);
    found.button_at = below(facts.buttons);
  }
  return found;
}

function square(count) {
  const wide = Math.max(1, Math.ceil(Math.sqrt(count)));
  const high = Math.max(1, Math.ceil(count / wide));
  return grid(high, wide, 0).map((row, r) => row.map((_, c) => (r * wide + c < count ? r * wide + c : -1)));
}

// Returns presses of a result as rows on the drawn grid.
export function onGrid(presses) {
  if (!presses || Array.isArray(presses[0])) return presses;
  return puzzle.activation.button_at.map((row) => row.map((j) => (j < 0 ? null : presses[j])));
}

let places = new WeakMap();

function placesOf(activation) {
  if (!places.has(activation)) {
    const at = [];
    activation.light_at.forEach((row, r) => row.forEach((i, c) => { if (i >= 0) at[i] = [r, c]; }));
    places.set(activation, at);
  }
  return places.get(activation);
}

// Adds some presses of the button at a place to a state, in place; returns whether there is one.
export function press(state, r, c, times = 1) {
  const found = puzzle.activation;
  const button = found?.button_at[r]?.[c] ?? -1;
  if (button < 0) return false;
  const at = placesOf(found);
  found.lights[button].forEach((light, k) => {
    const [y, x] = at[light];
    const n = puzzle.colours;
    state[y][x] = (((state[y][x] + found.amounts[button][k] * times) % n) + n) % n;
  });
  return true;
}

// The goal as rows; a light that does not matter keeps what it shows.
export function goal() {
  const want = puzzle.facts.target.flat();
  const drawn = Array.isArray(puzzle.facts.target[0]);
  const at = puzzle.activation.light_at.flat();
  return puzzle.state.map((row, r) => row.map((v, c) => {
    const k = r * columns() + c;
    const wanted = want[drawn ? k : at[k]];
    return v < 0 || wanted === null || wanted < 0 ? v : wanted;
  }));
}

// Whether a state is the goal.
export function reached(state) {
  const { target, uniform } = puzzle.facts;
  const want = target.flat();
  const differences = new Set();
  state.flat().forEach((v, k) => {
    if (v < 0) return;
    const t = Array.isArray(target[0]) ? want[k] : want[puzzle.activation.light_at.flat()[k]];
    if (t === null || t < 0) return;
    differences.add((v - t + puzzle.colours) % puzzle.colours);
  });
  return differences.size === 0 || (differences.size === 1 && (uniform || differences.has(0)));
}

// Undo: the whole puzzle is small.
const past = [];
export function remember() {
  const text = JSON.stringify([[...puzzle.header], puzzle.state, puzzle.colours, puzzle.foreign]);
  past.push({ text, activation: puzzle.activation, facts: puzzle.facts });
  if (past.length > 200) past.shift();
}
export function undo() {
  if (!past.length) return false;
  const { text, activation, facts } = past.pop();
  const [header, state, colours, foreign] = JSON.parse(text);
  Object.assign(puzzle, { header: new Map(header), state, colours, foreign, activation, facts });
  return true;
}
export const canUndo = () => past.length > 0;
