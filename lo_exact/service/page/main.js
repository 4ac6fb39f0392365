// The page: what hands do to the board, and which part hears of it.

import { beside, fit, focus, over, placeOf, show, visit } from "./board.js";
import { clearAnswer, refresh, startAnswer } from "./answer.js";
import { settings, startSettings } from "./settings.js";
import { canUndo, columns, goal, puzzle, reached, remember, rows, press, undo } from "./puzzle.js";
import { fromLink, startText } from "./text.js";
import { language, onLanguage, preferredLanguage, setLanguage, word, counted } from "./words.js";

const grid = document.getElementById("grid");
const modes = [...document.querySelectorAll("[data-mode]")];
let mode = "draw";
let brush = "next";
let pressed = 0;          // in play
let painting = null;      // {value} while a pointer is down
let handled = false;      // the click that follows a pointer was dealt with already

const byId = (id) => document.getElementById(id);

// The puzzle changed: what was said about the old one goes.
export function changed({ shape = false } = {}) {
  clearAnswer();
  if (shape) pressed = 0;
  draw();
}

function draw() {
  show(puzzle.state, mode);
  tools();
}

// What stands around the board; the board itself may show an answer's steps.
function tools() {
  byId("undo").disabled = !canUndo();
  const fixed = puzzle.foreign !== null && mode === "hole";
  byId("random").disabled = !puzzle.activation;
  byId("counter").textContent = mode === "play" ? playText() : "";
  byId("mode-help").textContent = word(fixed ? "fixed" : `help.${mode}`);
}

function playText() {
  const done = puzzle.facts && puzzle.activation && reached(puzzle.state);
  return `${counted("pressed", pressed)}${done ? ` ${word("won")}` : ""}`;
}

function setMode(name, move = false) {
  mode = name;
  if (name === "play") pressed = 0;
  for (const button of modes) {
    const chosen = button.dataset.mode === name;
    button.setAttribute("aria-checked", String(chosen));
    button.tabIndex = chosen ? 0 : -1;
    if (chosen && move) button.focus();
  }
  palette();
  draw();
}

// One place was hit: what that means depends on the mode.
function hit(r, c, value) {
  if (mode === "play") {
    remember();
    if (!press(puzzle.state, r, c)) { undo(); return; }
    pressed += 1;
    clearAnswer();
    draw();
    return;
  }
  if (puzzle.foreign !== null && mode === "hole") return;
  const old = puzzle.state[r][c];
  if (value === old || (mode === "draw" && old < 0)) return;
  puzzle.state[r][c] = value;
  if (mode === "hole") {
    puzzle.activation = null;
    settings.later();
  }
  clearAnswer();
  draw();
}

function wanted(r, c) {
  const old = puzzle.state[r][c];
  if (mode === "hole") return old < 0 ? 0 : -1;
  return brush === "next" ? (Math.max(old, 0) + 1) % puzzle.colours : brush;
}

function begin(r, c) {
  if (mode !== "play") remember();
  const value = wanted(r, c);
  visit(r, c);
  hit(r, c, value);
  return value;
}

grid.addEventListener("pointerdown", (event) => {
  const at = placeOf(event.target);
  handled = false;
  if (!at || event.button !== 0 || mode === "play") return;
  if (event.pointerType === "touch" && !grid.classList.contains("fits")) return; // it scrolls
  handled = true;
  if (event.target.hasPointerCapture?.(event.pointerId)) {
    event.target.releasePointerCapture(event.pointerId);
  }
  painting = { value: begin(...at) };
});
window.addEventListener("pointermove", (event) => {
  if (!painting) return;
  const at = placeOf(document.elementFromPoint(event.clientX, event.clientY));
  if (at) hit(...at, painting.value);
});
for (const name of ["pointerup", "pointercancel"]) {
  window.addEventListener(name, () => { painting = null; });
}
grid.addEventListener("click", (event) => {
  const at = placeOf(event.target);
  if (at && !handled) begin(...at);
  handled = false;
});

grid.addEventListener("keydown", (event) => {
  const at = placeOf(event.target);
  if (!at || event.ctrlKey || event.metaKey || event.altKey) return;
  const [r, c] = at;
  const steps = {
    ArrowUp: beside(r, c, -1, 0), ArrowDown: beside(r, c, 1, 0),
    ArrowLeft: beside(r, c, 0, -1), ArrowRight: beside(r, c, 0, 1),
    Home: [r, 0], End: [r, columns() - 1], PageUp: [0, c], PageDown: [rows() - 1, c],
  };
  if (steps[event.key]) focus(...steps[event.key]);
  else if (event.key === " " || event.key === "Enter") begin(r, c);
  else if (/^\d$/.test(event.key) && Number(event.key) < puzzle.colours && mode === "draw") {
    remember();
    hit(r, c, Number(event.key));
  } else return;
  event.preventDefault();
});

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, textarea, select");
  if ((event.ctrlKey || event.metaKey) && event.key === "z" && !typing) {
    event.preventDefault();
    goBack();
  }
});

function goBack() {
  if (!undo()) return;
  if (mode === "play" && pressed > 0) pressed -= 1;
  settings.show();
  clearAnswer();
  draw();
  settings.later();
}

// Arrow keys inside a group of radio buttons.
function radios(group, choose) {
  group.addEventListener("keydown", (event) => {
    const all = [...group.querySelectorAll("[role=radio]")];
    const move = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!move) return;
    event.preventDefault();
    choose(all[(all.indexOf(event.target) + move + all.length) % all.length]);
  });
  group.addEventListener("click", (event) => {
    const button = event.target.closest("[role=radio]");
    if (button) choose(button);
  });
}

function palette() {
  const box = byId("palette");
  const values = ["next", ...Array(Math.min(puzzle.colours, 12)).keys()];
  if (!values.includes(brush)) brush = "next";
  box.hidden = mode !== "draw" || puzzle.colours === 2;
  box.replaceChildren(...values.map((value) => {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("role", "radio");
    button.setAttribute("aria-checked", String(value === brush));
    button.tabIndex = value === brush ? 0 : -1;
    button.dataset.brush = value;
    button.className = value === "next" ? "next" : `c${value % 8}`;
    button.textContent = value === "next" ? word("nextColour") : String(value);
    if (value !== "next") button.setAttribute("aria-label", word("colour", { n: value }));
    return button;
  }));
}

radios(document.querySelector(".modes"), (button) => setMode(button.dataset.mode, true));
radios(byId("palette"), (button) => {
  brush = button.dataset.brush === "next" ? "next" : Number(button.dataset.brush);
  palette();
  byId("palette").querySelector("[aria-checked=true]").focus();
});

byId("undo").addEventListener("click", goBack);
function all(value) {
  remember();
  puzzle.state = puzzle.state.map((row) => row.map((v) => (v < 0 ? v : value)));
  changed();
}
byId("clear").addEventListener("click", () => all(0));
byId("fill").addEventListener("click", () => all(1));
byId("random").addEventListener("click", () => {
  remember();
  // random presses from the goal: whatever comes out can be solved
  puzzle.state = goal();
  puzzle.state.forEach((row, r) => row.forEach((_, c) => {
    press(puzzle.state, r, c, Math.floor(Math.random() * puzzle.colours));
  }));
  changed();
});

const chosen = byId("language");
chosen.addEventListener("change", () => {
  localStorage.setItem("language", chosen.value);
  setLanguage(chosen.value);
});
onLanguage(() => {
  chosen.value = language;
  settings.show();
  palette();
  refresh();
  if (!over.presses && !over.marks) draw();
});
window.addEventListener("resize", fit);

startSettings({ changed, palette, tools });
startText({ changed, settings });
startAnswer({ mode: () => mode, changed });
await setLanguage(preferredLanguage());
setMode("draw");
if (!(await fromLink())) {
  puzzle.state = puzzle.state.map((row) => row.map(() => 1));
  draw();
  settings.later(0);
}
document.body.dataset.ready = "yes";
