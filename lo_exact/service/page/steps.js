// Step by step through an answer: the lights as they are after so many presses, and what is left.

import { puzzle, reached } from "./puzzle.js";
import { word } from "./words.js";

const byId = (id) => document.getElementById(id);
let list = [];            // [row, column] of every single press, in reading order
let at = 0;
let timer = 0;
let use = { shown() {}, press() {} };

export function stepsOf(presses) {
  clearInterval(timer);
  list = [];
  presses.forEach((row, r) => row.forEach((times, c) => {
    for (let k = 0; k < (times || 0); k++) list.push([r, c]);
  }));
  at = 0;
  byId("steps").hidden = list.length === 0 || !puzzle.activation;
  label();
}

export function clearSteps() {
  clearInterval(timer);
  list = [];
  at = 0;
}

function go(to) {
  at = Math.max(0, Math.min(list.length, to));
  const state = puzzle.state.map((row) => [...row]);
  const left = puzzle.state.map((row) => row.map(() => 0));
  list.forEach(([r, c], k) => {
    if (k < at) use.press(state, r, c);
    else left[r][c] += 1;
  });
  use.shown(state, left, list[at] ?? null);
  label(state);
  if (at === list.length) clearInterval(timer);
}

function label(state) {
  const done = state && at === list.length && puzzle.facts && reached(state);
  byId("step").textContent = done ? word("done") : word("stepOf", { k: at, n: list.length });
  byId("back").disabled = at === 0;
  byId("next").disabled = at === list.length;
}

export function startSteps(shared) {
  use = shared;
  byId("back").addEventListener("click", () => { clearInterval(timer); go(at - 1); });
  byId("next").addEventListener("click", () => { clearInterval(timer); go(at + 1); });
  byId("run").addEventListener("click", () => {
    clearInterval(timer);
    if (at === list.length) go(0);
    const pace = Math.max(60, Math.min(500, 6000 / Math.max(list.length, 1)));
    timer = setInterval(() => go(at + 1), pace);
  });
}
