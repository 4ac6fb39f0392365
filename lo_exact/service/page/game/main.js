// The hands of the game: presses, keys, buttons, and which of the five views is open.

import { addressed, addressOf, keepLast, lastGame } from "./address.js";
import { ask } from "./solving/ask.js";
import { build, draw, listen } from "./board.js";
import { button } from "./elements.js";
import { keep, kept } from "./kept.js";
import { CLASSIC, CLASSIC_LEVELS, classic, headline, result, sentence, showBar, showLevels, spoken } from "./play.js";
import { WALKS, walkOf } from "./solving/walking.js";
import { Position } from "./position.js";
import { keepLanguage, language, setLanguage, wantedLanguage, word } from "./words.js";

const byId = (id) => document.getElementById(id);
const TELLING = ["why", "hand"];     // views that would solve the puzzle of a day
const FRAMED = new URLSearchParams(location.search).has("embed");

let game = null;
let done = "open";        // what was done last, which the sentence speaks of
let view = "play";
let shownView = null;     // the module of a view that is not play
let minima = [];          // of the four levels

// What a view may ask of the page; the views are given this and nothing else.
const page = {
  get game() { return game; },
  ask, open, openShape, fresh, goTo, say, show,
  copy: (text) => navigator.clipboard.writeText(text),
  hasServer: () => !byId("ask").hidden,
  framed: FRAMED,
};

const knownLevels = (shape) => (classic(shape) ? CLASSIC_LEVELS : shape.rule === "walk" ? WALKS.map(([, least]) => least) : []);

function open(given) {
  game = new Position(given);
  done = "open";
  build(game.shape, game.all);
  minima = knownLevels(game.shape);
  const mine = game;
  if (!minima.length) ask("levels", { shape: game.shape }).then((found) => { if (game === mine) { minima = found; showLevels(game, minima); } });
  byId("spoken").textContent = "";
  // an address that names another board would bring that one back after a reload
  if (location.hash && location.hash !== addressOf(game)) history.replaceState(null, "", location.pathname + location.search);
  show();
}

async function openShape(shape, state, more = {}) {
  open({ shape, state, answer: await ask("solve", { shape, state }), ...more });
}

const linkOf = (of) => location.href.split("#")[0] + addressOf(of);
const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

async function fresh(level, shape = game?.shape ?? CLASSIC) {
  if (shape.rule === "walk") {
    const at = level === "" || level === game.level ? WALKS.findIndex(([text]) => text.endsWith(shape.cells)) + 1 : Number(level);
    const { shape: next, state } = walkOf(WALKS[at % WALKS.length][0]);
    await openShape(next, state, { level: String(at % WALKS.length) });
    return;
  }
  if (game && JSON.stringify(shape) !== JSON.stringify(game.shape)) minima = knownLevels(shape);
  const known = minima.length ? minima : knownLevels(shape);
  const least = level === "" ? null : known[Number(level)] ?? null;
  const made = await ask("make", { shape, least, seed: seed() });
  open({ shape, level, ...made });
}

// Says a sentence, on the page and to those who listen.
function say(text) {
  byId("sentence").textContent = text;
  byId("spoken").textContent = text;
}

async function act(what, change) {
  const mine = game;
  change();
  done = what;
  if (view !== "play") await goTo("play");
  show();                       // the lamps switch at once; the number follows
  if (mine.won && mine.day) import("./views/days.js").then(({ keepSolved }) => keepSolved(mine));
  if (!(await mine.settle())) return;
  if (game !== mine) return;
  show();
  byId("spoken").textContent = spoken(game, byId("sentence").textContent);
}

const settled = () => game.answer !== undefined;

function press(place) {
  if (shownView?.press?.(page, place)) return;
  if (!game || game.won || (!game.presses.length && game.answer?.weight === 0)) return;
  if (!game.allows(place)) { say(word("walk.far")); return; }
  act("press", () => game.press(place));
}
const undo = () => { if (game.presses.length) act("undo", () => game.undo()); };
const redo = () => { if (game.undone.length) act("redo", () => game.redo()); };
const restart = () => { if (game.presses.length) act("restart", () => game.restart()); };
async function hint() {
  const mine = game;
  if (!(await mine.settle()) || game !== mine) return;     // asked before the last press was weighed
  const place = game.answer?.presses?.findIndex((n) => n > 0) ?? -1;
  if (place < 0 || game.won) return;
  act("hint", () => {
    if (game.hint === null) game.hints += 1;
    game.hint = place;
  });
}

// How many presses are left, of a day's puzzle: that is a hint.
function left() {
  if (!game.secret || !game.made.length) return;
  act("press", () => { game.hints += 1; game.asked = true; });
}

function show() {
  if (!game) return;
  const picture = view === "play" || !shownView ? null : shownView.picture(page);
  draw({
    colours: game.shape.colours, state: game.state, cell: game.won ? null : game.cell, hint: game.hint,
    won: game.won, perfect: game.perfect, last: game.presses.at(-1) ?? 0,
    witness: game.answer?.status === "infeasible" ? game.answer.witness : null, ...picture,
  });
  for (const [id, off] of Object.entries({ undo: !game.presses.length, redo: !game.undone.length,
    restart: !game.presses.length, hint: game.won || (settled() && !game.answer.presses?.some(Boolean)) })) byId(id).disabled = off;
  showLevels(game, minima);
  showBar(game);
  byId("new").textContent = word(game.won ? "next" : "new");
  byId("left").hidden = !game.day || game.won;
  byId("left").disabled = !game.secret || !game.made.length;
  byId("result").hidden = !game.won;
  if (game.won) byId("result").textContent = result(game);
  // paper has no address bar
  byId("paper").textContent = `${game.first?.weight === undefined ? "" : word("print.least", { n: game.first.weight })} ${linkOf(game)}`;
  if (!FRAMED) keepLast(game);
  if (view === "play") showHead(headline(game), settled() ? sentence(game, done) : null);
}

// What stands above the panel; null: the old stays until the new is proved.
function showHead(number, text) {
  if (number) {
    byId("number").textContent = number[0];
    byId("number").parentElement.className = `number ${typeof number[0] === "number" ? "" : /^\d/.test(number[0]) ? "range" : "word"}`;
    byId("unit").textContent = number[1];
  }
  if (text !== null) byId("sentence").textContent = text;
}

async function goTo(name) {
  shownView?.close?.(page);
  shownView = null;
  view = name;
  document.body.dataset.view = name;
  for (const tab of document.querySelectorAll("nav [data-view]")) {
    if (tab.dataset.view === name) tab.setAttribute("aria-current", "page"); else tab.removeAttribute("aria-current");
  }
  for (const panel of document.querySelectorAll("[data-panel]")) panel.hidden = panel.dataset.panel !== name;
  if (name === "play") { done = game?.presses.length ? done : "open"; show(); return; }
  const module = await import(`./views/${name}.js`);
  if (view !== name) return;
  const mine = game;
  if (game?.day && !game.won && !game.told && TELLING.includes(name)) { warn(name); return; }
  shownView = module;
  await module.open(page, document.querySelector(`[data-panel=${name}]`), (title, text) => {
    if (view === name) showHead(title === null ? null : [title, ""], text);
  });
  if (view === name && game === mine) show();
}

// Before a view that would solve the puzzle of a day.
function warn(name) {
  showHead([word("told.title"), ""], word("told"));
  document.querySelector(`[data-panel=${name}]`).replaceChildren(button(word("told.show"), () => {
    game.told = true;
    game.hints += 1;
    goTo(name);
  }, { className: "wide" }));
  show();
}

async function begin() {
  // once the form stood here, and its links hold a board of any kind
  if (location.hash.startsWith("#b=")) { location.replace(`ask/${location.hash}`); return; }
  const { hash } = location;
  const given = hash.length > 1 ? addressed(hash) : null;
  const last = FRAMED ? null : lastGame(hash);
  if (last) {
    await openShape(last.shape, last.start, last);
    game.take(last);
    const mine = game;
    done = "press";
    await Promise.all(mine.presses.map((_, k) => mine.settle(k + 1)));
    if (!game.presses.length) done = "open";
    if (game === mine) show();
  } else if (given?.day) open({ ...await ask("day", given.day), day: given.day });
  else if (given) await openShape(given.shape, given.state);
  else await fresh("1", CLASSIC);
}

async function share() {
  const link = linkOf(game);
  history.replaceState(null, "", addressOf(game));
  try {
    await page.copy(game.won ? `${result(game)}\n${link}` : link);
    say(word("copied"));
  } catch { say(link); }
}

listen({ press, read: (text) => { byId("spoken").textContent = text; } });

document.addEventListener("keydown", (event) => {
  if (!game || event.altKey || event.target.matches("select, input, textarea")) return;
  const key = event.key.toLowerCase();
  const control = event.ctrlKey || event.metaKey;
  const keys = control ? { z: event.shiftKey ? redo : undo, y: redo }
    : { u: undo, y: redo, r: restart, h: hint, l: left, n: () => fresh(game.level).then(() => goTo("play")) };
  if (keys[key]) { event.preventDefault(); keys[key](); }
});
for (const [id, does] of Object.entries({ undo, redo, restart, hint, left, share, new: () => fresh(game.level) })) {
  byId(id).addEventListener("click", does);
}
for (const level of document.querySelectorAll("[data-level]")) level.addEventListener("click", () => fresh(level.dataset.level));
for (const tab of document.querySelectorAll("nav [data-view]")) tab.addEventListener("click", () => goTo(tab.dataset.view));
window.addEventListener("hashchange", async () => { await begin(); if (view !== "play") goTo("play"); });

byId("language").addEventListener("change", async ({ target }) => {
  keepLanguage(target.value);
  await setLanguage(target.value);
  await goTo(view);
  show();
});

const dark = matchMedia("(prefers-color-scheme: dark)");
function setTheme(theme) { document.documentElement.style.colorScheme = theme ?? ""; }
byId("theme").addEventListener("click", () => {
  const now = kept("theme") ?? (dark.matches ? "dark" : "light");
  const next = now === "dark" ? "light" : "dark";
  keep("theme", next === (dark.matches ? "dark" : "light") ? null : next);
  setTheme(next);
});

setTheme(kept("theme"));
document.body.classList.toggle("framed", FRAMED);
await setLanguage(wantedLanguage());
byId("language").value = language;
if (page.hasServer()) {
  const footer = document.querySelector("footer p");
  footer.dataset.word = "footer.server";
  footer.textContent = word("footer.server");
}
await begin();
// pictures and boards may be pasted or dropped in every view
for (const name of ["paste", "drop", "dragover"]) {
  document.addEventListener(name, async (event) => {
    const files = [...(event.clipboardData ?? event.dataTransfer)?.items ?? []].filter(({ kind }) => kind === "file");
    if (!files.length) return;
    event.preventDefault();
    if (name === "dragover") return;
    const file = files[0].getAsFile();
    (await import("./views/set.js")).readFile(page, file);
  });
}
const { drawCode } = await import("./views/qr.js");
addEventListener("beforeprint", () => { if (game) drawCode(byId("code"), linkOf(game)); });
document.body.dataset.ready = "yes";   // whoever prints from now on has the code on the paper
navigator.serviceWorker?.register("sw.js").catch(() => {});   // without it the game needs its server
