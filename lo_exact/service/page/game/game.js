// The game: a solvable board, its distance after each press, hints, levels, a puzzle of the day.

import { DAILY } from "./daily.js";
import { effects, RULES, SURFACES } from "./solver.js";
import { showWhy } from "./why.js";
import { WORDS } from "./words.js";

const byId = (id) => document.getElementById(id);
const LEVELS = { easy: 4, medium: 7, hard: 10, expert: 15 };    // proved minima; 15 is the hardest 5 x 5
const CLASSIC = { rows: 5, columns: 5, colours: 2, rule: "plus", surface: "plane" };
const LARGEST = 20;
const GLYPHS = ["⬛", "🟨", "🟧", "🟥", "🟪", "🟦", "🟩", "🟫"];

let language = kept("language") ?? (navigator.language.startsWith("ja") ? "ja" : "en");
let game = null;      // its board, its presses, the states and answers after each, and what was undone
let say = () => "";
let lamps = [];
let all = [];         // what each press adds
let number = 0;
const waiting = new Map();
const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
worker.onmessage = ({ data }) => { waiting.get(data.number)(data); waiting.delete(data.number); };

// A page in a private window or a frame may be without storage: the game then forgets.
function kept(key) { try { return localStorage.getItem(`game.${key}`); } catch { return null; } }
function keep(key, value) { try { localStorage.setItem(`game.${key}`, value); } catch { /* forgets */ } }

function word(key, values = {}) {
  return (WORDS[language][key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name]);
}
function ask(question) {
  number += 1;
  return new Promise((resolve) => { waiting.set(number, resolve); worker.postMessage({ number, ...question }); });
}

const now = () => game.answers[game.presses.length];   // undefined until it is proved
const first = () => game.answers[0];
const won = () => game.state.every((v) => v === 0) && game.presses.length > 0;
const classic = () => JSON.stringify(game.shape) === JSON.stringify(CLASSIC);

function pressed(state, place, times = 1) {
  const next = [...state];
  const c = game.shape.colours;
  for (const [at, amount] of all[place]) next[at] = (((next[at] + amount * times) % c) + c) % c;
  return next;
}

function open({ shape, state, answer, level = "", day = "" }) {
  game = { shape, start: state, state, presses: [], undone: [], states: [state], answers: [answer], marks: [], hints: 0, level, day };
  all = effects(shape);
  say = () => (game.day ? word("daily.of", { date: game.day }) + " " : "") + startSentence();
  build();
  show();
}

function startSentence() {
  const { colours, rule, surface } = game.shape;
  if (colours > 2) return word("start.many");
  return word(rule === "plus" && surface === "plane" ? "start.2" : "start.2.other");
}

async function fresh(level, shape = game?.shape ?? CLASSIC) {
  const least = LEVELS[level] ?? null;
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  const made = await ask({ make: { shape, least, seed } });
  open({ shape, level, ...made });
}

async function daily(day) {
  open({ shape: DAILY, day, ...await ask({ day }) });
}

function today() {
  const d = new Date();
  return [d.getFullYear(), d.getMonth() + 1, d.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
}

async function press(place) {
  if (!game || won()) return;
  Object.assign(game, { undone: [], hint: null });
  const mine = game;
  const { state, count } = advance(place);
  say = () => "";
  show();        // the lamps switch at once; the number follows
  if (await answered(mine, state, count)) judge();
}

function advance(place) {
  const state = pressed(game.state, place);
  game.state = state;
  game.presses.push(place);
  const count = game.presses.length;
  game.states[count] = state;
  return { state, count };
}

// Keeps a state's answer; returns whether the game still stands there.
async function answered(mine, state, count) {
  if (!mine.answers[count]) {
    const { answer } = await ask({ shape: mine.shape, state });
    if (mine.states[count] !== state) return false;
    mine.answers[count] = answer;
    mine.marks[count - 1] = mine.answers[count - 1]?.weight > answer.weight;
  }
  return game === mine && game.state === state;
}

function judge() {
  const count = game.presses.length;
  const gain = (game.answers[count - 1]?.weight ?? NaN) - (now().weight ?? NaN);
  if (won()) {
    const least = first().weight;
    const help = () => (game.hints ? word("hints", { n: game.hints }) : "");
    say = least === undefined ? () => word("solvedLarge", { n: count }) + help()
      : () => word(count === least ? "perfectly" : "solvedIn", { n: count, least }) + help();
  } else if (Number.isNaN(gain)) say = () => "";
  else say = () => (gain > 0 ? word("good") : gain === 0 ? word("none") : word("back", { n: -gain }));
  show(true);
}

async function settle(sentence) {
  say = sentence;
  game.hint = null;
  show();
  if (await answered(game, game.state, game.presses.length)) show(true);
}

function undo() {
  if (!game.presses.length) return;
  const place = game.presses.pop();
  game.undone.push(place);
  game.states.pop();
  game.answers.length = game.states.length;
  game.state = game.states.at(-1);
  settle(() => word("undone"));
}
async function redo() {
  if (!game.undone.length) return;
  const mine = game;
  const { state, count } = advance(game.undone.pop());
  say = () => word("again");
  show();
  if (await answered(mine, state, count)) { if (won()) judge(); else show(true); }
}
function restart() {
  Object.assign(game, { state: game.start, presses: [], undone: [], marks: [], hints: 0, states: [game.start], answers: [first()] });
  settle(() => word("restarted"));
}
function hint() {
  const place = now()?.presses?.findIndex((n) => n > 0) ?? -1;
  if (place < 0 || won()) return;
  game.hints += 1;
  game.hint = place;
  const { columns } = game.shape;
  // beyond the limit of what is visited, the press is of some answer: no word of shortest then
  const sentence = now().weight === undefined ? "hintedAny" : "hinted";
  say = () => word(sentence, { r: Math.floor(place / columns) + 1, c: (place % columns) + 1 });
  show(true);
}

function build() {
  const { rows, columns } = game.shape;
  const board = byId("board");
  document.documentElement.style.setProperty("--ratio", columns / rows);
  const wide = Math.max(rows, columns);
  board.style.setProperty("--gap", `${wide <= 6 ? 9 : wide <= 8 ? 7 : wide <= 14 ? 5 : 3}px`);
  board.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
  lamps = game.start.map((_, place) => {
    const lamp = document.createElement("button");
    lamp.type = "button";
    lamp.setAttribute("role", "gridcell");
    lamp.dataset.place = place;
    lamp.tabIndex = place ? -1 : 0;
    return lamp;
  });
  board.replaceChildren(...Array.from({ length: rows }, (_, r) => {
    const row = document.createElement("div");
    row.setAttribute("role", "row");
    row.append(...lamps.slice(r * columns, (r + 1) * columns));
    return row;
  }));
}

function heat(value, colours) {
  const share = colours > 2 ? (value - 1) / (colours - 2) : 1;
  return `hsl(${15 + 35 * share} ${90 - 10 * share}% ${30 + 50 * share}%)`;
}

function show(spoken = false) {
  const { state, shape: { columns, colours } } = game;
  const answer = now();
  const refused = answer?.status === "infeasible";
  lamps.forEach((lamp, place) => {
    const value = state[place];
    const hot = (value - 1) / Math.max(1, colours - 2) > 0.4;
    const marked = refused && answer.witness[place];
    lamp.className = ["lamp", value && "lit", colours > 2 && "many", value && hot && "hot",
      game.hint === place && "hint", marked && "diamond"].filter(Boolean).join(" ");
    lamp.style.setProperty("--heat", heat(value, colours));
    const [r, c] = [Math.floor(place / columns), place % columns];
    const last = game.presses.at(-1) ?? 0;
    lamp.style.setProperty("--far", Math.abs(r - Math.floor(last / columns)) + Math.abs(c - (last % columns)));
    const digit = document.createElement("span");
    digit.textContent = marked && colours > 2 ? `${value}·${marked}` : colours > 2 ? String(value) : "";
    lamp.replaceChildren(digit);
    const what = colours > 2 ? word("colour", { n: value }) : word(value ? "lit" : "unlit");
    lamp.setAttribute("aria-label", `${word("place", { r: r + 1, c: c + 1 })}, ${what}`);
  });
  byId("board").classList.toggle("won", won());
  number_(answer);
  why(answer);
  bar(answer);
  byId("sentence").textContent = refused ? word(colours === 2 ? "why.2" : "why", { c: colours })
    : answer?.status === "large" && !won() ? say() + " " + word("tooMany", { n: BigInt(answer.solutions).toLocaleString(language) }) : say();
  byId("undo").disabled = !game.presses.length;
  byId("redo").disabled = !game.undone.length;
  byId("restart").disabled = !game.presses.length;
  byId("hint").disabled = won() || !answer?.presses;
  byId("new").textContent = word(won() ? "next" : "new");
  for (const button of document.querySelectorAll("[data-level]")) {
    button.setAttribute("aria-pressed", String(button.dataset.level === game.level));
  }
  document.querySelector("[data-level=expert]").textContent = word(classic() ? "hardest" : "expert");
  byId("result").hidden = !won();
  if (won()) byId("result").textContent = result();
  if (spoken) {
    const left = answer?.weight > 0 ? word("left", { n: answer.weight }) : "";
    byId("spoken").textContent = `${byId("sentence").textContent} ${left} ${word("on", { n: state.filter(Boolean).length })}`;
  }
  save();
}

// The reason is of the board that is shown: a press or a new board closes it.
function why(answer) {
  const panel = byId("why");
  panel.hidden = answer ? answer.status !== "optimal" || won() : panel.hidden;
  if (panel.of !== game.state) panel.open = false;
  if (answer?.status === "optimal") byId("why-title").textContent = word("why.title", { n: answer.weight });
}
async function openWhy() {
  const panel = byId("why");
  const { shape, state } = game;
  if (!panel.open) return;
  panel.of = state;
  const all = await ask({ why: { shape, state } });
  if (game.state === state) showWhy(byId("why-text"), all, shape, word);
}
byId("why").addEventListener("toggle", openWhy);

function number_(answer) {
  const least = first()?.weight;
  const text = won() ? word(game.presses.length === least ? "perfect" : "solved")
    : !answer ? null : answer.status === "infeasible" ? word("impossible")
    : answer.status === "large" ? word("large") : answer.weight;
  if (text === null) return;      // the old number stays until the new one is proved
  byId("number").textContent = text;
  byId("number").parentElement.classList.toggle("word", typeof text === "string");
  byId("unit").textContent = typeof text === "string" ? "" : word("toGo");
}

function bar(answer) {
  const [least, left] = [first()?.weight, answer?.weight];
  if (least === undefined || left === undefined) { if (answer) byId("bar").replaceChildren(); return; }
  byId("bar").replaceChildren(...Array.from({ length: Math.min(Math.max(least, left), 60) }, (_, k) => {
    const pip = document.createElement("i");
    pip.className = k >= left ? "done" : k >= least ? "extra" : "";
    return pip;
  }));
}

function result() {
  const { columns } = game.shape;
  const least = first().weight;
  const rows = [];
  for (let k = 0; k < game.start.length; k += columns) {
    rows.push(game.start.slice(k, k + columns).map((v) => GLYPHS[v % GLYPHS.length]).join(""));
  }
  const n = game.presses.length;
  const marks = game.presses.map((_, k) => (game.marks[k] ? "🟨" : "⬜")).join("") + "💡".repeat(game.hints);
  const words = least === undefined ? String(n) : word(n === least ? "sharedPerfect" : "shared", { n, least });
  return `${word("title")} ${game.day}\n${rows.join("\n")}\n${marks}\n${words}`;
}

// The board behind #: never sent to a server.
function address() {
  const { rows, columns, colours, rule, surface } = game.shape;
  const state = game.start.map((v) => v.toString(36)).join("");
  return game.day ? `#day=${game.day}` : `#${[rows, columns, colours, rule, surface, state].join(",")}`;
}

function addressed(hash) {
  const day = /^#day=(\d{4}-\d\d-\d\d)$/.exec(hash);
  if (day) return { day: day[1] };
  const [rows, columns, colours, rule, surface, text] = decodeURIComponent(hash.slice(1)).split(",");
  const shape = { rows: Number(rows), columns: Number(columns), colours: Number(colours), rule, surface };
  const whole = (n, from, to) => Number.isInteger(n) && n >= from && n <= to;
  if (!whole(shape.rows, 1, LARGEST) || !whole(shape.columns, 1, LARGEST) || !whole(shape.colours, 2, 12)) return null;
  if (!Object.hasOwn(RULES, rule) || !Object.hasOwn(SURFACES, surface)) return null;
  if (rule === "row+column" && SURFACES[surface].includes("twisted")) return null;
  if (text?.length !== shape.rows * shape.columns) return null;
  const state = [...text].map((ch) => parseInt(ch, 36));
  return state.every((v) => v >= 0 && v < shape.colours) ? { shape, state } : null;
}

function save() {
  const { shape, start, presses, undone, hints, level, day, marks } = game;
  keep("last", JSON.stringify({ hash: address(), shape, start, presses, undone, hints, level, day, marks }));
}

async function begin() {
  // once the form stood here, and its links hold a board of any kind
  if (location.hash.startsWith("#b=")) { location.replace(`ask/${location.hash}`); return; }
  const given = location.hash.length > 1 ? addressed(location.hash) : null;
  const hash = location.hash;
  let last = null;
  try { last = JSON.parse(kept("last")); } catch { /* not ours */ }
  if (last && Array.isArray(last.presses) && addressed(last.hash) && (!hash || hash === last.hash)) {
    const { answer } = await ask({ shape: last.shape, state: last.start });
    open({ shape: last.shape, state: last.start, answer, level: last.level, day: last.day });
    Object.assign(game, { undone: last.undone, hints: last.hints, marks: last.marks });
    const mine = game;
    const known = await Promise.all(last.presses.map(async (place) => {
      const { state, count } = advance(place);
      return answered(mine, state, count);
    }));
    if (known.at(-1)) { if (won()) judge(); else show(); }
  } else if (given?.day) await daily(given.day);
  else if (given) open({ ...given, ...await ask(given) });
  else await fresh("medium", CLASSIC);
  document.body.dataset.ready = "yes";
}

async function share() {
  const link = location.href.split("#")[0] + address();
  history.replaceState(null, "", address());
  try {
    await navigator.clipboard.writeText(won() ? `${result()}\n${link}` : link);
    say = () => word("copied");
  } catch { say = () => link; }
  show(true);
}

function focusOn(place) {
  for (const lamp of lamps) lamp.tabIndex = -1;
  lamps[place].tabIndex = 0;
  lamps[place].focus();
}

const placeOf = (target) => { const at = target?.closest?.(".lamp")?.dataset.place; return at === undefined ? null : Number(at); };
function touch(place) {
  const touched = new Set(place === null ? [] : all[place].map(([at]) => at));
  lamps.forEach((lamp, k) => lamp.classList.toggle("touched", touched.has(k)));
}
const board = byId("board");
board.addEventListener("click", (event) => { const at = placeOf(event.target); if (at !== null) press(at); });
for (const name of ["pointerover", "focusin"]) board.addEventListener(name, (event) => touch(placeOf(event.target)));
for (const name of ["pointerleave", "focusout"]) board.addEventListener(name, () => touch(null));
board.addEventListener("keydown", (event) => {
  const at = placeOf(event.target);
  if (at === null || event.ctrlKey || event.metaKey || event.altKey) return;
  const { rows, columns } = game.shape;
  const [r, c] = [Math.floor(at / columns), at % columns];
  const moves = { ArrowUp: [Math.max(0, r - 1), c], ArrowDown: [Math.min(rows - 1, r + 1), c],
    ArrowLeft: [r, Math.max(0, c - 1)], ArrowRight: [r, Math.min(columns - 1, c + 1)], Home: [r, 0], End: [r, columns - 1] };
  if (moves[event.key]) focusOn(moves[event.key][0] * columns + moves[event.key][1]);
  else if (event.key === "?") {
    byId("spoken").textContent = lamps.slice(r * columns, (r + 1) * columns).map((lamp) => lamp.ariaLabel).join("; ");
  } else return;
  event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  if (!game || event.altKey || event.target.matches("select")) return;
  const key = event.key.toLowerCase();
  const keys = event.ctrlKey || event.metaKey ? { z: undo } : { u: undo, y: redo, r: restart, h: hint, n: () => fresh(game.level) };
  if (keys[key]) { event.preventDefault(); keys[key](); }
});
for (const [id, act] of Object.entries({ undo, redo, restart, hint, share, new: () => fresh(game.level || "medium"), daily: () => daily(today()) })) {
  byId(id).addEventListener("click", act);
}
for (const button of document.querySelectorAll("[data-level]")) button.addEventListener("click", () => fresh(button.dataset.level));
window.addEventListener("hashchange", begin);

function options(id, values, text) {
  const kept = byId(id).value;
  byId(id).replaceChildren(...values.map((value) => new Option(text(value), value)));
  if (kept) byId(id).value = kept;
}
function setLanguage(name) {
  language = name === "ja" ? "ja" : "en";
  document.documentElement.lang = language;
  document.title = word("title");
  byId("language").value = language;
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", word(element.dataset.label));
  options("rule", Object.keys(RULES), word);
  options("surface", Object.keys(SURFACES), word);
  if (game) { show(); openWhy(); }
}
byId("language").addEventListener("change", ({ target }) => { keep("language", target.value); setLanguage(target.value); });
navigator.serviceWorker?.register("sw.js").catch(() => {});   // without it the game needs its server
options("size", [3, 4, 5, 6, 7, 8, 9, 10, 12], (n) => `${n} × ${n}`);
options("colours", [2, 3, 4, 5, 6, 8, 12], String);
setLanguage(language);
byId("size").value = "5";
for (const id of ["size", "colours", "rule", "surface"]) {
  byId(id).addEventListener("change", () => {
    const n = Number(byId("size").value);
    const rule = byId("rule").value;
    if (rule === "row+column" && SURFACES[byId("surface").value].includes("twisted")) byId("surface").value = "plane";
    fresh("", { rows: n, columns: n, colours: Number(byId("colours").value), rule, surface: byId("surface").value });
  });
}
begin();
