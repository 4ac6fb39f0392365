// Drawing: a press changes one light alone, or takes it away; changes can be undone.

import { again, button, make, page } from "../elements.js";
import { word } from "../words.js";

const MODES = ["play", "draw", "holes"];
let mode = "play";
/** @type {any} */ let brush = "next";  // or a colour
/** @type {[Shape, State][]} */ let past = [];  // boards that were changed here

export const picture = () => ({ state: page.game.table });
export const canUndo = () => past.length > 0;

/** @param {string} next */
function setMode(next) {
  mode = next;
  if (mode === "play") delete document.body.dataset.drawing;
  else document.body.dataset.drawing = mode;
}
export function stop() {
  setMode("play");
  past = [];
}

export const remember = () => past.push([page.game.shape, page.game.table]);

// Opens a changed board in the place of the one on the table.
/** @type {Fn.change} */
export function change(shape, state) {
  remember();
  page.open({ shape, state }, { replace: true });
}

export function undo() {
  const before = past.pop();
  if (before) page.open({ shape: before[0], state: before[1] }, { replace: true });
}

/** @type {Fn.put} */
function put(place, value) {
  const { shape, table: state } = page.game;
  if (state[place] === value || (mode === "draw" && state[place] === null)) return;
  if (mode === "draw") { change(shape, state.map((v, k) => (k === place ? value : v))); return; }
  if (shape.all || shape.rule === "walk") { page.say(word("draw.fixed")); return; }
  const next = state.map((v, k) => (k === place ? value : v));
  const holes = [...next.keys()].filter((k) => next[k] === null);
  if (holes.length === next.length) return;
  const goal = shape.goal?.map((v, k) => (k === place ? value : v));
  change({ ...shape, goal, holes: holes.length ? holes : undefined }, next);
}

let painted = 0;

// A pointer draws: what the first place becomes, all others on its way become.
/** @type {Fn.paint} */
export function paint(place, first) {
  const { shape, table: state } = page.game;
  const next = brush === "next" ? ((state[place] ?? 0) + 1) % shape.colours : brush;
  if (first) painted = mode === "holes" ? (state[place] === null ? 0 : null) : next;
  put(place, painted);
}

/** @param {number} place */
export function press(place) {
  if (mode === "play") return false;
  paint(place, true);
  return true;
}

// A digit draws that colour.
/** @type {Fn.key} */
export function key(digit, place) {
  if (mode !== "draw" || !/^\d$/.test(digit) || Number(digit) >= page.game.shape.colours) return false;
  put(place, Number(digit));
  return true;
}

// Returns the tools: what a press does, the colours to draw with, all off, all on, by chance.
export function tools(start = mode) {
  setMode(start);
  const { game: { shape } } = page;
  const box = make("section", { className: "drawing" });
  /** @type {Fn.choice} */
  const choice = (value, chosen, words, choose) => button(words, () => { choose(value); again(box, show); },
    { ariaPressed: String(value === chosen) });
  /** @type {Fn.all} */
  const all = (value) => () => change(shape, page.game.table.map((v) => (v === null ? v : value)));
  const swap = () => change(shape, page.game.table.map((v) => (v === null ? v : 1 - v)));
  /** @type {Fn.group} */
  const group = (label, ...parts) => make("div", { className: "buttons", role: "group", ariaLabel: word(label) }, ...parts);
  function show() {
    const colours = ["next", ...Array(Math.min(shape.colours, 12)).keys()];
    box.replaceChildren(make("h3", {}, word("draw.title")),
      group("draw.title", ...MODES.map((name) => choice(name, mode, word(`draw.${name}`), setMode))),
      ...(mode === "draw" && shape.colours > 2 ? [group("draw.brush", ...colours.map((value) =>
        choice(value, brush, value === "next" ? word("draw.next") : String(value), (to) => { brush = to; })))] : []),
      group("draw.all", button(word("set.off"), all(0)), button(word("set.on"), all(1)),
        shape.colours === 2 ? button(word("draw.swap"), swap) : "", button(word("draw.random"), () => page.fresh(""))),
      make("p", {}, word(`draw.${mode}.text`)));
    page.show();
  }
  show();
  return box;
}
