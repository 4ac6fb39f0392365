// Small pictures of press patterns to choose from, and the light-chasing table.

import { puzzle } from "/page/puzzle.js";
import { word } from "/page/words.js";

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

export function showChase(result) {
  clearGallery();
  for (const sentence of result.sentences ?? []) {
    const p = document.createElement("p");
    p.textContent = sentence;
    box.append(p);
  }
  if (!result.rows?.length) return;
  const table = document.createElement("table");
  for (const [number, cells] of [result.heading, ...result.rows].entries()) {
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
