// Size, colours, rule, edges and goal: each is a line of the board's header.

import { columns, headerValue, puzzle, recolour, remember, resize, rows, setHeader, understand } from "./puzzle.js";
import { counted, word } from "./words.js";

const byId = (id) => document.getElementById(id);
const RULES = ["plus", "cross", "x", "king", "knight", "row+column"];
let tell = () => {};
let redraw = () => {};
let timer = 0;
let pattern = plusPattern();

function plusPattern() {
  return [0, 1, 2, 3, 4].map((r) => [0, 1, 2, 3, 4].map((c) => Number(Math.abs(r - 2) + Math.abs(c - 2) <= 1)));
}

// The drawn pattern as a stencil: rows, the middle in brackets.
function stencilText() {
  const lines = pattern.map((row, r) => row.map((v, c) => {
    const glyph = v > 1 ? String(v) : v ? "#" : ".";
    return r === 2 && c === 2 ? `[${glyph}]` : glyph;
  }).join(""));
  return lines.join("/");
}

// A stencil in a header as the 5 x 5 pattern; false when it is larger or not of this kind.
function readStencil(text) {
  const lines = text.split("/").map((line) => line.trim());
  const middle = lines.findIndex((line) => line.includes("["));
  if (middle < 0 || lines.some((line) => /\d\d|\s/.test(line))) return false;
  const column = lines[middle].indexOf("[");
  const found = plusPattern().map((row) => row.map(() => 0));
  for (const [r, line] of lines.entries()) {
    const glyphs = [...line.replace(/[[\]]/g, "")];
    for (const [c, glyph] of glyphs.entries()) {
      const value = glyph === "#" ? 1 : glyph === "." ? 0 : Number(glyph);
      const y = r - middle + 2;
      const x = c - column + 2;
      if (!value) continue;
      if (!(value < 10) || y < 0 || y > 4 || x < 0 || x > 4) return false;
      found[y][x] = value;
    }
  }
  pattern = found;
  return true;
}

export const settings = {
  // Shows what the puzzle's header says.
  show() {
    byId("rows").value = rows();
    byId("columns").value = columns();
    byId("colours").value = puzzle.colours;
    byId("topology").value = headerValue("topology", "plane");
    const rule = headerValue("neighbourhood", "plus");
    const named = RULES.includes(rule);
    byId("rule").value = named ? rule : "own";
    byId("stencil").hidden = named || puzzle.foreign !== null || (!named && !readStencil(rule));
    byId("fields").hidden = puzzle.foreign !== null; // its rules are its own
    showTarget();
    showStencil();
    showUnderstood();
  },
  // Asks the server what the puzzle is, a moment after the last change.
  later(wait = 150) {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      if (puzzle.foreign !== null) return;
      try {
        if (await understand()) { showUnderstood(); redraw(); }
      } catch (error) {
        byId("understood").textContent = error.problem ? error.message : word("away");
        if (!error.problem) settings.later(2000);
      }
    }, wait);
  },
};

function showTarget() {
  const select = byId("target");
  const value = headerValue("target", "0");
  const drawn = puzzle.header.get("target")?.length > 1 || puzzle.header.has("uniform");
  const options = [...Array(Math.min(puzzle.colours, 12)).keys()].map((k) => [
    String(k),
    puzzle.colours > 2 ? word("allColour", { n: k }) : word(k ? "allOn" : "allOff"),
  ]);
  options.push(["any", word("allAlike")]);
  if (drawn || !options.some(([name]) => name === value)) options.push(["drawn", word("asDrawn")]);
  select.replaceChildren(...options.map(([name, text]) => new Option(text, name)));
  select.value = drawn || !options.some(([name]) => name === value) ? "drawn" : value;
}

function showStencil() {
  const box = byId("stencil-grid");
  box.replaceChildren(...pattern.flatMap((row, r) => row.map((value, c) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `c${value % 8} ${r === 2 && c === 2 ? "middle" : ""}`;
    button.textContent = puzzle.colours > 2 ? String(value) : value ? "●" : "";
    button.setAttribute("aria-label", word("stencilPlace", { r: r - 2, c: c - 2, n: value }));
    button.addEventListener("click", () => {
      const most = Math.min(puzzle.colours, 10);
      remember();
      pattern[r][c] = (pattern[r][c] + 1) % most;
      setHeader("neighbourhood", stencilText(), "plus");
      showStencil();
      box.children[r * 5 + c].focus();
      tell();
      settings.later();
    });
    return button;
  })));
}

function showUnderstood() {
  const { facts } = puzzle;
  byId("understood").textContent = facts
    ? `${counted("lights", facts.lights)}, ${counted("buttons", facts.buttons)}, ${counted("coloursCount", facts.colours)}`
    : "";
}

function number(id, least, most, use) {
  byId(id).addEventListener("change", () => {
    const value = Math.round(Number(byId(id).value));
    if (!(value >= least)) { settings.show(); return; }
    remember();
    use(Math.min(value, most));
    settings.show();
    tell({ shape: true });
    settings.later(0);
  });
}

export function startSettings({ changed, palette, tools }) {
  tell = changed;
  redraw = tools;
  number("rows", 1, 50, (value) => resize(value, columns()));
  number("columns", 1, 50, (value) => resize(rows(), value));
  number("colours", 2, 99, (value) => {
    recolour(value);
    pattern = pattern.map((row) => row.map((v) => v % value));
    if (byId("rule").value === "own") setHeader("neighbourhood", stencilText(), "plus");
    palette();
  });
  for (const [id, key, standard] of [["topology", "topology", "plane"], ["rule", "neighbourhood", "plus"], ["target", "target", "0"]]) {
    byId(id).addEventListener("change", () => {
      const { value } = byId(id);
      if (value === "drawn") return;
      remember();
      setHeader(key, value === "own" ? stencilText() : value, standard);
      settings.show();
      if (value === "own") byId("stencil").hidden = false;
      tell();
      settings.later(0);
    });
  }
}
