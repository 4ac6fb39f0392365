// The board on the page: a grid of buttons, drawn once a shape and then changed place by place.

import { drawing, lines } from "./graph.js";
import { columns, puzzle, rows } from "./puzzle.js";
import { word } from "./words.js";

const SMALLEST = 12;     // pixels of a square, with its gap

const element = document.getElementById("grid");
let lights = [];         // lights[r][c] is its button
let drawn = [];          // what each shows, so that only changes are written
let graph = null;        // where the lights of a puzzle without rows stand
let here = [0, 0];       // the place that Tab reaches

// What lies over the lights: rows of presses, of marks (a witness), and the press that is next.
export const over = { presses: null, marks: null, now: null };

export function build() {
  const high = rows();
  const wide = columns();
  element.replaceChildren();
  lights = [];
  drawn = [];
  element.style.setProperty("--ratio", String(wide / high));
  element.style.setProperty("--gap", wide > 30 ? "1px" : wide > 14 ? "2px" : "4px");
  element.style.gridTemplateColumns = `repeat(${wide}, minmax(0, 1fr))`;
  graph = drawing(puzzle.activation);
  element.classList.toggle("graph", graph !== null);
  element.style.setProperty("--disc", `${graph?.disc ?? 0}%`);
  if (graph) {
    element.style.setProperty("--ratio", String(1 / graph.high));
  }
  fit();
  element.classList.toggle("dense", wide > 24);
  element.setAttribute("aria-rowcount", String(high));
  element.setAttribute("aria-colcount", String(wide));
  const all = document.createDocumentFragment();
  for (let r = 0; r < high; r++) {
    const row = document.createElement("div");
    row.setAttribute("role", "row");
    lights.push([]);
    drawn.push([]);
    for (let c = 0; c < wide; c++) {
      const light = document.createElement("button");
      light.type = "button";
      light.setAttribute("role", "gridcell");
      light.tabIndex = -1;
      light.dataset.at = `${r},${c}`;
      const spot = graph?.at[r * wide + c];
      if (spot) [light.style.left, light.style.top] = spot.map((n) => `${n}%`);
      else light.hidden = graph !== null;
      row.append(light);
      lights[r].push(light);
      drawn[r].push("");
    }
    all.append(row);
  }
  if (graph) element.append(lines(puzzle.activation));
  element.append(all);
  here = [Math.min(here[0], high - 1), Math.min(here[1], wide - 1)];
  lights[here[0]][here[1]].tabIndex = 0;
}

// A board whose squares would be too small for a finger scrolls in its frame.
export function fit() {
  const wide = columns();
  const fits = graph !== null || element.parentElement.clientWidth >= wide * SMALLEST;
  element.classList.toggle("fits", fits);
  element.style.setProperty("--least", fits ? "0" : `${wide * 15}px`);
  element.style.setProperty("--most", `${Math.max(640, wide * 16)}px`);
}

export function show(state = puzzle.state, mode = "draw") {
  const same = lights.length === state.length && lights[0]?.length === state[0].length;
  if (!same || graph !== drawing(puzzle.activation)) build();
  for (let r = 0; r < state.length; r++) {
    for (let c = 0; c < state[0].length; c++) paint(r, c, state[r][c], mode);
  }
}

function paint(r, c, value, mode) {
  const times = over.presses?.[r]?.[c] || 0;
  const mark = over.marks?.[r]?.[c] || 0;
  const now = over.now && over.now[0] === r && over.now[1] === c;
  const many = puzzle.colours > 2;
  const key = `${value} ${times} ${mark} ${now} ${many} ${mode === "hole"} ${word("on")}`;
  if (drawn[r][c] === key) return;
  drawn[r][c] = key;
  const light = lights[r][c];
  const dotted = !many && value > 0;
  light.className = value < 0
    ? `light gone ${mode === "hole" || buttonAt(r, c) ? "" : "plain"}`
    : `light c${value % 8} ${dotted ? "dotted" : ""}`;
  if (light.firstChild) light.replaceChildren();
  if (value >= 0 && many && !times && !mark) {
    const digit = document.createElement("span");
    digit.className = "digit";
    digit.textContent = String(value);
    light.append(digit);
  }
  const name = graph && puzzle.activation.names[r * columns() + c];
  if (name) {
    const said = document.createElement("span");
    said.className = "name";
    said.textContent = name.length > 8 ? `${name.slice(0, 7)}…` : name;
    const [right, down] = graph.away(r * columns() + c);
    [said.style.left, said.style.top] = [right, down].map((n) => `${50 + 72 * n}%`);
    light.append(said);
  }
  if (times) light.append(shape("press", many ? times : "", now));
  if (mark) light.append(shape("mark", many ? mark : "", false));
  light.setAttribute("aria-label", label(r, c, value, times, mark));
}

// A button without a light of its own is still to be seen.
const buttonAt = (r, c) => (puzzle.activation?.button_at[r]?.[c] ?? -1) >= 0;

function shape(name, text, now) {
  const span = document.createElement("span");
  span.className = now ? `${name} now` : name;
  if (text !== "") {
    const number = document.createElement("b");
    number.textContent = text;
    span.append(number);
  }
  return span;
}

function label(r, c, value, times, mark) {
  const what = value < 0 ? word("hole") : puzzle.colours > 2 ? word("colour", { n: value })
    : word(value ? "on" : "off");
  const name = graph && puzzle.activation.names[r * columns() + c];
  const parts = [name || word("place", { r: r + 1, c: c + 1 }), what];
  if (times) parts.push(times > 1 ? word("pressTimes", { n: times }) : word("pressHere"));
  if (mark) parts.push(word("marked"));
  return parts.join(", ");
}

export function placeOf(target) {
  const at = target?.closest?.("[data-at]")?.dataset.at;
  return at ? at.split(",").map(Number) : null;
}

// The place of an arrow key: beside the last one, or the next vertex.
export function beside(r, c, down, right) {
  if (!graph) return [r + down, c + right];
  const k = Math.max(0, Math.min(graph.at.length - 1, r * columns() + c + down + right));
  return [Math.floor(k / columns()), k % columns()];
}

export function focus(r, c) {
  lights[here[0]]?.[here[1]] && (lights[here[0]][here[1]].tabIndex = -1);
  here = [Math.max(0, Math.min(rows() - 1, r)), Math.max(0, Math.min(columns() - 1, c))];
  const light = lights[here[0]][here[1]];
  light.tabIndex = 0;
  light.focus({ preventScroll: false });
}

// Remembers where Tab comes back to, without moving the focus.
export function visit(r, c) {
  lights[here[0]][here[1]].tabIndex = -1;
  here = [r, c];
  lights[r][c].tabIndex = 0;
}
