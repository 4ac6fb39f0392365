// The board on the page: a grid of buttons, drawn once a shape and then changed place by place.

import { columns, puzzle, rows } from "/page/puzzle.js";
import { word } from "/page/words.js";

const element = document.getElementById("grid");
let lights = [];         // lights[r][c] is its button
let drawn = [];          // what each shows, so that only changes are written
let here = [0, 0];       // the place that Tab reaches

// What lies over the lights: rows of presses, of marks (a witness), and the press that is next.
export const over = { presses: null, marks: null, now: null };

export function build() {
  const high = rows();
  const wide = columns();
  element.replaceChildren();
  lights = [];
  drawn = [];
  const fits = window.innerWidth - 40 >= wide * 16;
  element.style.setProperty("--ratio", String(wide / high));
  element.style.setProperty("--gap", wide > 30 ? "1px" : wide > 14 ? "2px" : "4px");
  element.style.setProperty("--least", `${wide * 15}px`);
  element.style.gridTemplateColumns = `repeat(${wide}, minmax(0, 1fr))`;
  element.classList.toggle("fits", fits);
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
      row.append(light);
      lights[r].push(light);
      drawn[r].push("");
    }
    all.append(row);
  }
  element.append(all);
  here = [Math.min(here[0], high - 1), Math.min(here[1], wide - 1)];
  lights[here[0]][here[1]].tabIndex = 0;
}

export function show(state = puzzle.state, mode = "draw") {
  if (lights.length !== state.length || lights[0]?.length !== state[0].length) build();
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
    ? `light gone ${mode === "hole" ? "" : "plain"}`
    : `light c${value % 8} ${dotted ? "dotted" : ""}`;
  light.replaceChildren();
  if (value >= 0) {
    const digit = document.createElement("span");
    digit.className = "digit";
    digit.textContent = many && !times && !mark ? String(value) : "";
    light.append(digit);
  }
  if (times) light.append(shape("press", many ? times : "", now));
  if (mark) light.append(shape("mark", many ? mark : "", false));
  light.setAttribute("aria-label", label(r, c, value, times, mark));
}

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
  const parts = [word("place", { r: r + 1, c: c + 1 }), what];
  if (times) parts.push(times > 1 ? word("pressTimes", { n: times }) : word("pressHere"));
  if (mark) parts.push(word("marked"));
  return parts.join(", ");
}

export function placeOf(target) {
  const at = target?.closest?.("[data-at]")?.dataset.at;
  return at ? at.split(",").map(Number) : null;
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
