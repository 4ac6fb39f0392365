// The board: a dark case with a lamp for each light, and the signs that lie on lamps.

import { layout } from "./solving/shapes.js";
import { word } from "./words.js";

const board = document.getElementById("board");
const frame = document.querySelector(".case");
let lamps = [];
let spots = [];
let all = [];

export const placeWords = (place) => {
  const [row] = spots[place];
  const column = spots.slice(0, place + 1).filter(([r]) => r === row).length;
  return { r: row + 1, c: column };
};

// Makes the lamps of a shape; `effects` says what each press changes.
export function build(shape, effects) {
  const { spots: drawn, width, height, span } = layout(shape);
  spots = drawn;
  all = effects;
  const across = width / span;
  frame.style.setProperty("--ratio", across / height);
  const wide = Math.max(across, height);
  frame.style.setProperty("--gap", `${wide <= 6 ? 9 : wide <= 8 ? 7 : wide <= 14 ? 5 : 3}px`);
  frame.style.setProperty("--columns", Math.ceil(across));
  board.style.gridTemplateColumns = `repeat(${width}, minmax(0, 1fr))`;
  board.className = shape.rule === "hex" ? "round" : "";
  lamps = spots.map(([r, c], place) => {
    const lamp = document.createElement("button");
    lamp.type = "button";
    lamp.setAttribute("role", "gridcell");
    lamp.dataset.place = place;
    lamp.tabIndex = place ? -1 : 0;
    lamp.style.gridArea = `${r + 1} / ${c + 1} / auto / span ${span}`;
    // stars of a won board stand a little off the grid, larger and smaller
    const chance = (salt) => ((((place + 1) * salt) % 97) / 97);
    lamp.style.setProperty("--star", 8 + 14 * chance(37) ** 3);
    lamp.style.setProperty("--dx", `${60 * chance(53) - 30}%`);
    lamp.style.setProperty("--dy", `${60 * chance(71) - 30}%`);
    lamp.append(document.createElement("span"));
    return lamp;
  });
  board.replaceChildren(...Array.from({ length: height }, (_, r) => {
    const row = document.createElement("div");
    row.setAttribute("role", "row");
    row.append(...lamps.filter((_, place) => spots[place][0] === r));
    return row;
  }).filter((row) => row.children.length));
}

// Ember, orange, amber, white: brightness rises with the number, so no hue need be told apart.
const HEAT = [[112, 36, 18], [221, 107, 26], [255, 201, 90], [255, 252, 240]];
const light = (rgb) => rgb.map((v) => v / 255).map((v) => (v <= 0.04 ? v / 12.9 : ((v + 0.055) / 1.055) ** 2.4))
  .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);

export function heat(value, colours) {
  const share = ((value - 1) / Math.max(1, colours - 2)) * 3;
  const k = Math.min(2, Math.floor(share));
  const rgb = HEAT[k].map((v, axis) => Math.round(v + (share - k) * (HEAT[k + 1][axis] - v)));
  return { colour: `rgb(${rgb.join(" ")})`, dark: light(rgb) > 0.19 };
}

// A frame around each region: a side where the next light is not of the same one.
function frameRegion(lamp, place, regions) {
  const own = regions?.marks[place];
  lamp.classList.toggle("region", Boolean(own));
  lamp.classList.toggle("middle", Boolean(regions?.middles.has(place)));
  lamp.classList.toggle("apart", Boolean(regions) && !own);
  if (own) lamp.dataset.region = own; else delete lamp.dataset.region;
  const [r, c] = spots[place];
  const sides = { top: [r - 1, c], right: [r, c + 1], bottom: [r + 1, c], left: [r, c - 1] };
  for (const [side, [y, x]] of Object.entries(sides)) {
    const beside = own ? spots.findIndex(([row, column]) => row === y && column === x) : -1;
    lamp.classList.toggle(side, Boolean(own) && regions.marks[beside] !== own);
  }
}

// Draws a state with its signs: {state, colours, hint, presses, witness, won, perfect, last, dim, regions: {marks, middles},
// map: {glow, labels}}, a map's glow from 0 to 1.
export function draw({ state, colours, hint = null, presses = null, witness = null, won = false, perfect = false, last = 0, dim = null, regions = null, cell = null, map = null }) {
  lamps.forEach((lamp, place) => {
    const value = state[place];
    const many = colours > 2 && value > 0;
    const { colour, dark } = many ? heat(value, colours) : { colour: "", dark: value > 0 };
    lamp.className = ["lamp", value && "lit", many && "many", dark && "hot", hint === place && "hint",
      presses?.[place] && "pressed", witness?.[place] && "diamond", dim?.(place) && "dim", map && "map", map?.glow[place] > 0.4 && "hot"].filter(Boolean).join(" ");
    if (many) lamp.style.setProperty("--heat", colour);
    if (map) lamp.style.setProperty("--glow", map.glow[place]);
    const steps = Math.abs(spots[place][0] - spots[last][0]) + Math.abs(spots[place][1] - spots[last][1]);
    lamp.style.setProperty("--far", steps);
    const region = regions?.marks[place];
    const shown = regions && !region ? "" : many ? value : "";
    lamp.firstChild.textContent = presses?.[place] ? (colours > 2 ? presses[place] : "")
      : witness?.[place] && colours > 2 ? `${value}·${witness[place]}` : shown;
    if (map) lamp.firstChild.textContent = map.labels[place];
    frameRegion(lamp, place, regions);
    if (cell === place) lamp.classList.add("middle");
    const says = [`${word("place", placeWords(place))}, ${map ? map.labels[place] || 0 : colours > 2 ? word("colour", { n: value }) : word(value ? "lit" : "unlit")}`];
    if (hint === place) says.push(word("hint"));
    if (presses?.[place]) says.push(word("presses", { n: presses[place] }));
    if (cell === place || regions?.middles.has(place)) says.push(word("ring"));
    if (witness?.[place]) says.push(word("diamond"));
    lamp.setAttribute("aria-label", says.join(", "));
  });
  frame.classList.toggle("won", won);
  frame.classList.toggle("perfect", won && perfect);
}

export const readRow = (place) => lamps.filter((_, k) => spots[k][0] === spots[place][0])
  .map((lamp) => lamp.getAttribute("aria-label")).join("; ");

function focusOn(place) {
  for (const lamp of lamps) lamp.tabIndex = -1;
  lamps[place].tabIndex = 0;
  lamps[place].focus();
}

// Returns the lamp that an arrow leads to: the nearest in the next row, or the next in this one.
function towards(key, place) {
  const [row, column] = spots[place];
  const inRow = (r) => [...spots.keys()].filter((k) => spots[k][0] === r);
  const own = inRow(row);
  if (key === "Home") return own[0];
  if (key === "End") return own.at(-1);
  const at = own.indexOf(place);
  if (key === "ArrowLeft") return own[Math.max(0, at - 1)];
  if (key === "ArrowRight") return own[Math.min(own.length - 1, at + 1)];
  const other = inRow(row + { ArrowUp: -1, ArrowDown: 1 }[key]);
  const far = (k) => Math.abs(spots[k][1] - column);
  return other.reduce((best, k) => (far(k) < far(best) ? k : best), other[0] ?? place);
}

function touch(place) {
  const touched = new Set(place === null ? [] : all[place].map(([at]) => at));
  lamps.forEach((lamp, k) => lamp.classList.toggle("touched", touched.has(k)));
}

const placeOf = (target) => {
  const at = target?.closest?.(".lamp")?.dataset.place;
  return at === undefined ? null : Number(at);
};

// Calls press(place) for presses by pointer or key, and read(text) where a row is to be read.
export function listen({ press, read }) {
  board.addEventListener("click", (event) => { const at = placeOf(event.target); if (at !== null) press(at); });
  for (const name of ["pointerover", "focusin"]) board.addEventListener(name, (event) => touch(placeOf(event.target)));
  for (const name of ["pointerleave", "focusout"]) board.addEventListener(name, () => touch(null));
  board.addEventListener("keydown", (event) => {
    const at = placeOf(event.target);
    if (at === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^(Arrow|Home$|End$)/.test(event.key)) focusOn(towards(event.key, at));
    else if (event.key === "?") read(readRow(at));
    else return;
    event.preventDefault();
  });
}

// A small drawing of a board, or of presses, for cards.
export function thumbnail(shape, values, kind = "lights") {
  const { spots: drawn, width, height, span } = layout(shape);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${width / span} ${height}`);
  svg.setAttribute("class", `thumbnail ${kind}`);
  svg.setAttribute("aria-hidden", "true");
  drawn.forEach(([r, c], k) => {
    const square = document.createElementNS(svg.namespaceURI, "rect");
    const sizes = { x: c / span + 0.07, y: r + 0.07, width: 0.86, height: 0.86, rx: span > 1 ? 0.43 : 0.2 };
    for (const [name, value] of Object.entries(sizes)) square.setAttribute(name, value);
    if (values[k] && kind === "lights") square.setAttribute("fill", shape.colours > 2 ? heat(values[k], shape.colours).colour : "#ffc94a");
    svg.append(square);
    if (!values[k] || kind === "lights") return;
    const disc = document.createElementNS(svg.namespaceURI, "circle");
    for (const [name, value] of Object.entries({ cx: c / span + 0.5, cy: r + 0.5, r: 0.32 })) disc.setAttribute(name, value);
    svg.append(disc);
    if (shape.colours === 2) return;
    const times = document.createElementNS(svg.namespaceURI, "text");
    for (const [name, value] of Object.entries({ x: c / span + 0.5, y: r + 0.67 })) times.setAttribute(name, value);
    times.textContent = values[k];
    svg.append(times);
  });
  return svg;
}
