// The board: a dark case with a lamp for each place, and the signs that lie on lamps.

import { assign, button, byId, every, make } from "./elements.js";
import { drawing, drawn, lines } from "./graph.js";
import { layout, upTo } from "./solving/shapes.js";
import { word } from "./words.js";

const board = byId("board");
const [frame] = every(".case");
/** @type {HTMLButtonElement[]} */ let lamps = [];
/** @type {Spot[]} */ let spots = [];
/** @type {Effects} */ let all = [];
/** @type {string[] | null} */ let names = null;  // of the lights of a graph
/** @type {string[]} */ let shown = [];  // what each lamp shows: only changes are written

/** @param {number} place */
export function placeWords(place) {
  const [row] = spots[place];
  const column = spots.slice(0, place + 1).filter(([r]) => r === row).length;
  return names?.[place] ?? word("place", { r: row + 1, c: column });
}

/** @type {Fn.makeLamp} */
function makeLamp(place, graph, span) {
  const [r, c] = spots[place];
  // stars of a won board stand a little off the grid, larger and smaller
  /** @param {number} salt */
  const chance = (salt) => ((((place + 1) * salt) % 97) / 97);
  const lamp = button("", null, { className: "lamp", role: "gridcell", tabIndex: place ? -1 : 0, "data-place": place, "--star": 8 + 14 * chance(37) ** 3,
    "--dx": `${60 * chance(53) - 30}%`, "--dy": `${60 * chance(71) - 30}%` });
  if (graph) [lamp.style.left, lamp.style.top] = graph.at[place].map((share) => `${share}%`);
  else lamp.style.gridArea = `${r + 1} / ${c + 1} / auto / span ${span}`;
  lamp.append(make("span", {}));
  if (graph && names?.[place]) {
    const name = make("i", {}, names[place].length > 8 ? `${names[place].slice(0, 7)}…` : names[place]);
    [name.style.left, name.style.top] = graph.away(place).map((n) => `${50 + 74 * n}%`);
    lamp.append(name);
  }
  return lamp;
}

/** @type {Fn.build} */
export function build(shape, effects) {
  const { spots: places, width, height, span } = layout(shape);
  const graph = shape.at ? drawing(shape) : null;
  [spots, all, names, shown] = [places, effects, shape.names ?? null, []];
  const across = width / span;
  const wide = graph ? 4 : across;
  const gap = wide <= 6 ? 9 : wide <= 8 ? 7 : wide <= 14 ? 5 : wide <= 30 ? 3 : 1;
  assign(/** @type {HTMLElement} */ (frame.parentElement), { "--ratio": graph ? 1 / graph.high : across / height, "--gap": `${gap}px`,
    "--columns": graph ? 1 : Math.ceil(across), "--disc": `${graph?.disc}%` });
  board.style.gridTemplateColumns = graph ? "" : `repeat(${width}, minmax(0, 1fr))`;
  board.className = graph ? "graph" : shape.rule === "hex" ? "round" : "";
  lamps = spots.map((_, place) => makeLamp(place, graph, span));
  const rows = upTo(height).map((r) => make("div", { role: "row" }, ...lamps.filter((_, place) => spots[place][0] === r)));
  board.replaceChildren(...(graph ? [lines(shape)] : []), ...rows.filter((row) => row.children.length));
  fit();
}

// Says with a sign below that a board goes on beyond its frame.
const fit = () => {
  const tall = frame.scrollHeight > frame.clientHeight + 1;
  frame.classList.toggle("tall", tall);
  frame.classList.toggle("scrolls", tall || frame.scrollWidth > frame.clientWidth + 1);
};
addEventListener("resize", fit);

// Ember, orange, amber, white: brightness rises with the number, so no hue need be told apart.
const HEAT = [[112, 36, 18], [221, 107, 26], [255, 201, 90], [255, 252, 240]];
const DARK = 0.766;  // of the way to orange: from there on dark digits have more contrast

/** @type {Fn.heat} */
export function heat(value, colours) {
  const share = ((value - 1) / Math.max(1, colours - 2)) * 3;
  const k = Math.min(2, Math.floor(share));
  const rgb = HEAT[k].map((v, axis) => Math.round(v + (share - k) * (HEAT[k + 1][axis] - v)));
  return { colour: `rgb(${rgb.join(" ")})`, dark: share > DARK };
}

/** @type {Fn.frameRegion} */
function frameRegion(lamp, place, regions) {
  const own = regions?.marks[place];
  lamp.classList.toggle("region", Boolean(own));
  lamp.classList.toggle("apart", Boolean(regions) && !own);
  if (own) lamp.dataset.region = String(own); else delete lamp.dataset.region;
  const [r, c] = spots[place];
  const sides = { top: [r - 1, c], right: [r, c + 1], bottom: [r + 1, c], left: [r, c - 1] };
  for (const [side, [y, x]] of Object.entries(sides)) {
    const beside = own ? spots.findIndex(([row, column]) => row === y && column === x) : -1;
    lamp.classList.toggle(side, Boolean(own) && regions?.marks[beside] !== own);
  }
}

/** @type {Fn.look} */
function look(place, picture) {
  const { state, colours, hint, presses, witness, dim, regions, cell, map, goal } = picture;
  const value = state[place];
  if (value === null) {
    const times = presses?.[place];
    const classes = [all[place] ? "socket" : "gone", times && "pressed", hint === place && "hint"];
    return { classes, text: times && colours > 2 ? times : "", says: [word("hole")] };
  }
  const many = colours > 2 && value > 0;
  const hot = many ? heat(value, colours).dark : value > 0;
  const ring = cell === place || Boolean(regions?.middles.has(place));
  const classes = [value && "lit", many && "many", hot && "hot", hint === place && "hint", ring && "middle",
    presses?.[place] && "pressed", witness?.[place] && "diamond", dim?.(place) && "dim", map && "map",
    (map?.glow[place] ?? 0) > 0.4 && "hot", goal?.[place] && "goal"];
  const number = regions && !regions.marks[place] ? "" : many ? value : "";
  const text = map ? map.labels[place] : presses?.[place] ? (colours > 2 ? presses[place] : "")
    : witness?.[place] && colours > 2 ? `${value}·${witness[place]}` : number;
  const says = [map ? map.labels[place] || 0 : colours > 2 ? word("colour", { n: value }) : word(value ? "lit" : "unlit")];
  if (hint === place) says.push(word("hint"));
  if (presses?.[place]) says.push(word("presses", { n: presses[place] }));
  if (ring) says.push(word("ring"));
  if (witness?.[place]) says.push(word("diamond"));
  if (goal?.[place]) says.push(word("goal.mark", { n: goal[place] }));
  return { classes, text, says };
}

// Draws a picture with its signs, and writes only what has changed.
/** @param {Shown} picture */
export function draw(picture) {
  const { state, colours, won = false, perfect = false, last = 0, map, regions } = picture;
  /** @param {number} place */
  const far = (place) => Math.abs(spots[place][0] - spots[last][0]) + Math.abs(spots[place][1] - spots[last][1]);
  lamps.forEach((lamp, place) => {
    const { classes, text, says } = look(place, picture);
    const label = [placeWords(place), ...says].join(", ");
    const key = [...classes, text, label, map?.glow[place], state[place], colours, won && last].join();
    if (shown[place] === key && !regions && !lamp.dataset.region) return;
    shown[place] = key;
    lamp.className = ["lamp", ...classes.filter(Boolean)].join(" ");
    assign(lamp, { ariaLabel: label, ...classes.includes("many") && { "--heat": heat(Number(state[place]), colours).colour },
      ...map && { "--glow": map.glow[place] }, ...won && { "--far": far(place) } });
    lamp.children[0].textContent = String(text);
    frameRegion(lamp, place, regions);
  });
  frame.classList.toggle("won", won);
  frame.classList.toggle("perfect", won && perfect);
}

/** @param {number} place */
export const readRow = (place) => lamps.filter((_, k) => spots[k][0] === spots[place][0])
  .map((lamp) => lamp.ariaLabel).join("; ");

/** @param {number} place */
function focusOn(place) {
  for (const lamp of lamps) lamp.tabIndex = -1;
  lamps[place].tabIndex = 0;
  lamps[place].focus();
}

// An arrow leads to the nearest lamp of the next row, or to the next of this one.
/** @type {Fn.towards} */
function towards(key, place) {
  const [row, column] = spots[place];
  const there = [...spots.keys()].filter((k) => !lamps[k].classList.contains("gone") || k === place);
  const own = there.filter((k) => spots[k][0] === row);
  if (key === "Home" || key === "End") return own.at(key === "Home" ? 0 : -1);
  const axis = Number(/Left|Right/.test(key));  // 0 leads to another row
  const sign = /Up|Left/.test(key) ? -1 : 1;
  /** @param {number} k */
  const far = (k) => 1000 * Math.abs(spots[k][0] - row) + Math.abs(spots[k][1] - column);
  return (axis ? own : there).filter((k) => Math.sign(spots[k][axis] - spots[place][axis]) === sign).sort((a, b) => far(a) - far(b))[0];
}

/** @type {Fn.touch} */
function touch(place) {
  const touched = new Set(place === null ? [] : all[place]?.map(([at]) => at));
  lamps.forEach((lamp, k) => lamp.classList.toggle("touched", touched.has(k)));
}

/** @param {any} target */
const placeOf = (target) => {
  const at = target?.closest?.(".lamp")?.dataset.place;
  return at === undefined ? null : Number(at);
};

// Calls press(place) by pointer or key, paint(place, first) while a pointer draws, read(text) for a row.
/** @type {Fn.listen} */
export function listen({ press, paint, key, read }) {
  let painting = false;
  let handled = false;  // the click after a pointer was dealt with
  board.addEventListener("pointerdown", (/** @type {any} */ event) => {
    const at = placeOf(event.target);
    handled = false;
    const scrolls = event.pointerType === "touch" && frame.classList.contains("scrolls");
    if (at === null || event.button || scrolls || !document.body.dataset.drawing) return;
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    painting = handled = true;
    paint(at, true);
  });
  addEventListener("pointermove", (event) => {
    const at = painting ? placeOf(document.elementFromPoint(event.clientX, event.clientY)) : null;
    if (at !== null) paint(at, false);
  });
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => { painting = false; });
  board.addEventListener("click", (event) => {
    const at = placeOf(event.target);
    if (at !== null && !handled) press(at);
    handled = false;
  });
  board.addEventListener("pointerover", ({ target }) => touch(placeOf(target)));
  board.addEventListener("focusin", (/** @type {any} */ { target }) => { if (target.matches(":focus-visible")) touch(placeOf(target)); });
  for (const name of ["pointerleave", "focusout"]) board.addEventListener(name, () => touch(null));
  board.addEventListener("keydown", (event) => {
    const at = placeOf(event.target);
    if (at === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^(Arrow|Home$|End$)/.test(event.key)) focusOn(towards(event.key, at) ?? at);
    else if (event.key === "?") read(readRow(at));
    else if (!key(event.key, at)) return;
    event.preventDefault();
  });
}

// A small drawing of a board, or of presses, for cards.
/** @type {Fn.thumbnail} */
export function thumbnail(shape, values, kind = "lights") {
  const { spots: places, width, height, span } = layout(shape);
  const graph = shape.at ? drawing(shape) : null;
  const svg = graph ? lines(shape) : drawn("svg", { viewBox: `0 0 ${width / span} ${height}`, "aria-hidden": "true" });
  svg.setAttribute("class", `thumbnail ${kind}`);
  const lamp = kind !== "presses";
  places.forEach(([r, c], k) => {
    const value = values[k];
    if (value === null || (shape.all && !lamp && !shape.all[k])) return;
    const lit = value > 0;
    const size = graph ? graph.disc : 1;
    const [x, y] = graph ? [graph.at[k][0] - size / 2, graph.at[k][1] * graph.high - size / 2] : [c / span, r];
    const side = 0.86 * size;
    const square = drawn("rect", { x: x + 0.07 * size, y: y + 0.07 * size, width: side, height: side,
      rx: size * (graph || span > 1 ? 0.43 : 0.2) });
    if (lit && kind === "lights") square.setAttribute("fill", shape.colours > 2 ? heat(value, shape.colours).colour : "#ffc94a");
    svg.append(square);
    if (!lit || kind === "lights") return;
    svg.append(drawn("circle", { cx: x + 0.5 * size, cy: y + 0.5 * size, r: 0.32 * size }));
    if (shape.colours === 2) return;
    const times = drawn("text", { x: x + 0.5 * size, y: y + 0.67 * size, "font-size": 0.5 * size });
    times.textContent = String(value);
    svg.append(times);
  });
  return svg;
}
