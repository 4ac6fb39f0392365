// The atlas: a table of boards, rows down and columns across, for one rule, surface and number of
// colours.  atlas/RULE-SURFACE.js holds the data and is loaded when it is asked for.
"use strict";

const atlas = { data: {} };
const DIVISORS = [2, 4, 8, 3, 9, 5, 7, 11];
const place = document.getElementById("atlas-table");
const here = document.currentScript.src.replace(/atlas\.js$/, "atlas/");

const CHOICES = {
  rule: ["plus", "cross", "x", "king", "knight"],
  surface: ["plane", "cylinder", "torus"],
  colours: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  show: ["quiet patterns", "all-on minimum", "number of minima", "hardest"],
};

// The orders of the cyclic parts of the quiet patterns mod c: [[order, how many], ...].
function orders(quiet, colours) {
  const found = [];
  for (const prime of [2, 3, 5, 7, 11]) {
    for (let power = prime; colours % power === 0; power *= prime) {
      const here = quiet[DIVISORS.indexOf(power)];
      const more = colours % (power * prime) ? 0 : quiet[DIVISORS.indexOf(power * prime)];
      if (here > more) found.push([power, here - more]);
    }
  }
  return found;
}

function group(quiet, colours) {
  const parts = orders(quiet, colours);
  return parts.map(([order, many]) => (many > 1 ? `${order}^${many}` : `${order}`)).join(" · ") || "1";
}

function hardest(data, rows, columns, quiet, colours) {
  const known = (data.hardest[`${rows}x${columns}`] || {})[colours];
  if (known !== undefined) return known;
  return orders(quiet, colours).length ? "" : String(rows * columns * (colours - 1));
}

function shown(data, board, asked) {
  const [rows, columns, quiet, allOn] = board;
  const found = allOn[asked.colours];
  if (asked.show === "quiet patterns") return group(quiet, asked.colours);
  if (asked.show === "hardest") return hardest(data, rows, columns, quiet, asked.colours);
  if (!found) return "";
  if (!found.length) return "–";
  return asked.show === "all-on minimum" ? String(found[0]) : found[1] || "";
}

// What is known about one board, in a few lines.
function describe(data, board, asked) {
  const [rows, columns, quiet, allOn] = board;
  const found = allOn[asked.colours];
  const lines = [`${rows} x ${columns}, ${asked.rule}, ${asked.surface}, ${asked.colours} colours`];
  lines.push(`quiet patterns: ${group(quiet, asked.colours)}`);
  if (!found) lines.push("all lights on: not settled");
  else if (!found.length) lines.push("all lights on: no presses do it");
  else lines.push(`all lights on: ${found[0]} presses, ${found[1] || "not counted"} minimum solutions`);
  const worst = hardest(data, rows, columns, quiet, asked.colours);
  lines.push(`hardest board: ${worst ? `${worst} presses` : "not searched"}`);
  const options = `--size ${rows}x${columns} --neighbourhood ${asked.rule} --topology ${asked.surface}`;
  lines.push(`lo-exact hardest ${options} --colours ${asked.colours}`);
  lines.push(
    `printf 'size: ${rows}x${columns}\\nstate: 1\\n' | lo-exact min - --count ` +
      `--neighbourhood ${asked.rule} --topology ${asked.surface} --colours ${asked.colours}`,
  );
  return lines.join("\n");
}

const STYLE = `
.atlas { border-collapse: collapse; }
.atlas th { position: sticky; top: 0; left: 0; background: var(--md-default-bg-color, #fff); }
.atlas td, .atlas th { padding: .1rem .3rem; text-align: right; white-space: nowrap; }
.atlas td { border: 1px solid #8884; cursor: pointer; min-width: 1.4em; }
.atlas td:hover { outline: 2px solid; }`;

function element(tag, text, into) {
  const made = document.createElement(tag);
  made.textContent = text;
  into.append(made);
  return made;
}

function draw(data, asked) {
  const boards = new Map();
  for (const board of data.boards) {
    boards.set(`${board[0]}x${board[1]}`, board);
    if (asked.surface !== "cylinder") {
      boards.set(`${board[1]}x${board[0]}`, [board[1], board[0], board[2], board[3]]);
    }
  }
  const table = document.createElement("table");
  table.className = "atlas";
  const side = Math.max(...data.boards.map((board) => Math.max(board[0], board[1])));
  const head = table.createTHead().insertRow();
  element("th", "", head);
  for (let n = 1; n <= side; n++) element("th", n, head).scope = "col";
  const body = table.createTBody();
  for (let m = 1; m <= side; m++) {
    const row = body.insertRow();
    element("th", m, row).scope = "row";
    for (let n = 1; n <= side; n++) {
      const board = boards.get(`${m}x${n}`);
      const cell = element("td", board ? shown(data, board, asked) : "", row);
      if (board) cell.onclick = () => (about.textContent = describe(data, board, asked));
    }
  }
  holder.replaceChildren(table);
  const five = boards.get("5x5");
  if (five) about.textContent = describe(data, five, asked);
}

function update() {
  const asked = {};
  for (const name of Object.keys(CHOICES)) asked[name] = selects[name].value;
  asked.colours = Number(asked.colours);
  const file = `${asked.rule}-${asked.surface}`;
  if (atlas.data[file]) return draw(atlas.data[file], asked);
  const script = document.createElement("script");
  script.src = `${here}${file}.js`;
  script.onload = update;
  script.onerror = () => (holder.textContent = `${file} could not be loaded`);
  document.head.append(script);
}

element("style", STYLE, document.head);
const choices = element("div", "", place);
const selects = {};
for (const [name, values] of Object.entries(CHOICES)) {
  const label = element("label", `${name} `, choices);
  selects[name] = document.createElement("select");
  selects[name].style.cssText = "border:1px solid #888;padding:.1rem .3rem";
  for (const value of values) element("option", value, selects[name]).value = value;
  selects[name].onchange = update;
  label.append(selects[name]);
  choices.append("  ");
}
const about = element("pre", "", place);
about.style.cssText = "white-space:pre-wrap;overflow-wrap:anywhere;font-size:.7rem;margin:0";
const holder = element("div", "", place);
holder.style.cssText = "overflow:auto;max-height:70vh;font-size:.6rem";
place.style.cssText = "display:grid;grid-template-columns:minmax(0,1fr);gap:.4rem";
update();
