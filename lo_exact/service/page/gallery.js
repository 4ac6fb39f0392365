// Small pictures of press patterns to choose from, and the light-chasing table.

import { drawing, small } from "./graph.js";
import { puzzle } from "./puzzle.js";
import { word } from "./words.js";

const box = document.getElementById("gallery");
const SVG = "http://www.w3.org/2000/svg";

export function clearGallery() {
  box.replaceChildren();
}

export function showPatterns(patterns, choose) {
  clearGallery();
  patterns.forEach((pattern, number) => {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-label", word("pattern", { n: number + 1 }));
    button.append(picture(pattern));
    button.addEventListener("click", () => {
      for (const other of box.querySelectorAll("[aria-pressed=true]")) other.setAttribute("aria-pressed", "false");
      button.setAttribute("aria-pressed", "true");
      choose(pattern);
    });
    box.append(button);
  });
}

function picture(rows) {
  if (drawing(puzzle.activation)) return small(puzzle.activation, rows.flat());
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${rows[0].length} ${rows.length}`);
  svg.setAttribute("aria-hidden", "true");
  rows.forEach((row, r) => row.forEach((value, c) => {
    if (value === null) return;
    const square = document.createElementNS(SVG, "rect");
    for (const [name, number] of [["x", c + 0.06], ["y", r + 0.06], ["width", 0.88], ["height", 0.88], ["rx", 0.12]]) {
      square.setAttribute(name, number);
    }
    square.setAttribute("class", value ? "some" : "none");
    svg.append(square);
    if (value && puzzle.colours > 2) {
      const text = document.createElementNS(SVG, "text");
      text.setAttribute("x", c + 0.5);
      text.setAttribute("y", r + 0.75);
      text.textContent = value;
      svg.append(text);
    }
  }));
  return svg;
}

// The light-chasing table: what is left in the last row, and what to press in the first.
export function showChase(result) {
  clearGallery();
  const say = (text) => {
    const p = document.createElement("p");
    p.textContent = text;
    box.append(p);
  };
  const lights = result.last_row_lights;
  const buttons = result.first_row_buttons;
  const drawn = puzzle.colours <= 10 && lights.length <= 30 && buttons.length <= 30;
  const one = (names, values) => (drawn ? glyphs(values) : named(names, values));
  const glyphs = (values) => values
    .map((value) => (puzzle.colours > 2 ? value : value ? "●" : "○")).join(puzzle.colours > 2 ? " " : "");
  const named = (names, values) => values
    .map((value, k) => (value ? (value > 1 ? `${names[k]}×${value}` : names[k]) : ""))
    .filter(Boolean).join(" ") || "–";
  say(word(result.straight ? "chaseHow" : "chaseOther"));
  if (result.solvable === false) say(word("chaseNever"));
  else if (result.last_row) {
    say(word("chaseHere", { left: one(lights, result.last_row), press: one(buttons, result.first_row) }));
  }
  const rows = (result.table ?? []).slice(0, 100);
  if (!rows.length) return;
  const table = document.createElement("table");
  const lines = [[word("chaseLeft"), word("chasePress")],
    ...rows.map((row) => [one(lights, row.last_row), one(buttons, row.first_row)])];
  for (const [number, cells] of lines.entries()) {
    const row = table.insertRow();
    for (const text of cells) {
      const cell = document.createElement(number ? "td" : "th");
      if (!number) cell.scope = "col";
      cell.textContent = text;
      row.append(cell);
    }
  }
  box.append(table);
}
