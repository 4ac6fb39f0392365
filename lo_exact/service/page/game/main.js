// The game's hands: presses, keys, buttons, the open view, and the address.

import { addressed, addressOf, dayAddress, dayOf, keepGame, keptGame, parted } from "./address.js";
import { build, draw, listen } from "./board.js";
import { noDay, today } from "./dates.js";
import { button, byId, every, make, page } from "./elements.js";
import { feelPress, feelWin } from "./feel.js";
import { keep, kept } from "./kept.js";
import { CLASSIC, CLASSIC_LEVELS, headline, result, ruleOf, same, sentence, showBar, showLevels, spoken } from "./play.js";
import { Position } from "./position.js";
import { ask } from "./solving/ask.js";
import { upTo } from "./solving/shapes.js";
import { WALKS, walkOf } from "./solving/walking.js";
import { label, language, setLanguage, wantedLanguage, word } from "./words.js";

const TELLING = ["why", "hand", "solve"];  // views that would solve a puzzle that is scored
const search = new URLSearchParams(location.search);
const FRAMED = search.has("embed");

/** @type {Position} */ let game;  // none until the first board is open
let done = "open";  // what was done last, which the sentence speaks of
let view = "play";
/** @type {View | null} */ let shownView = null;  // the module of a view that is not play
/** @type {number[]} */ let minima = [];  // of the four levels
/** @type {string[]} */ const trail = [];  // addresses of the puzzles before this one
/** @type {any} */ let offered = null;  // the browser's own offer to install the page
let notice = "";  // of a link that holds no puzzle, said when its view is open
let steps = 0;  // under way, of the browser's history: each writes its address at its end
/** @type {Promise<void> | null} */ let keeping = null;  // what the last win adds to days and levels

const tabs = every("nav [data-view]");
const hasServer = () => document.documentElement.dataset.server !== undefined;

Object.assign(page, {
  ask, open, openAddress, fresh, goTo, step, say, show, share, hasServer,
  link: async () => { await game.located; return linkOf(game); },
});

/** @param {Position} of */
const linkOf = (of) => `${location.href.split("#")[0]}#${of.hash}`;

/** @param {Shape} shape */
function knownLevels(shape) {
  if (same(shape, CLASSIC)) return CLASSIC_LEVELS;
  return shape.rule === "walk" ? WALKS.map(([, least]) => least) : [];
}

/** @param {boolean} replace */
function locate(replace) {
  const wanted = `#${view === "play" ? "" : `${view}/`}${game.hash}`;
  if (steps || location.hash === wanted) return;
  const change = replace || FRAMED || !location.hash ? "replaceState" : "pushState";
  history[change](null, "", location.pathname + (FRAMED ? location.search : "") + wanted);
}

// One step of the browser's history. A focus that is gone goes to the first light.
/** @type {Fn.step} */
async function step(does, to = "play", replace = false) {
  const focused = hasFocus();
  steps += 1;
  try {
    const other = await does() ?? to;
    if (other && other !== view) await goTo(other);
  } finally { steps -= 1; }
  if (notice) say(word(notice));
  notice = "";
  locate(replace);
  if (focused && !hasFocus()) (view === "play" ? every(".lamp[tabindex='0']")[0] : byId("count")).focus();
}

const hasFocus = () => document.activeElement !== document.body && document.activeElement?.checkVisibility();

const save = () => { if (!FRAMED && game.hash) keepGame(game); };

/** @param {Given} given */
async function open(given, { replace = false } = {}) {
  const today_ = given.level === undefined && await todays(given);
  if (today_) { await openAddress(dayAddress(today_), replace); return; }
  const before = game;
  const alike = before && same(before.shape, given.shape);
  const mine = page.game = game = new Position(given);
  if (given.made) game.take(/** @type {Kept} */ (given));
  done = game.line.length ? "press" : "open";
  if (!alike) {
    build(game.shape, game.all);
    minima = knownLevels(game.shape);
  }
  if (!minima.length && !alike) {
    ask("levels", { shape: game.shape }).then((found) => { if (game === mine) { minima = found; showLevels(game, minima); } });
  }
  byId("spoken").textContent = "";
  mine.located = addressOf(mine).then((hash) => { mine.hash = hash; });
  const gate = isGated(view);
  if (gate) await goTo(view); else shownView?.changed?.(alike);
  show();
  await mine.located;
  if (game !== mine) return;
  if (before?.hash && before.hash !== mine.hash && !replace && !before.rush && trail.at(-1) !== before.hash) trail.push(before.hash);
  locate(replace);
  save();
  const settling = Promise.all(upTo(mine.line.length + 1).map((k) => mine.settle(k))).then(() => { if (game === mine) show(); });
  if (view !== "solve") await settling;
}

// Returns today's day where its puzzle came as a mere board: its answer is not for showing.
/** @param {Given} given */
async function todays({ shape, state, day, rung, rush }) {
  if (FRAMED || day || rush || (rung ?? null) !== null) return null;
  const mine = { date: today(), size: shape.rows > 6 ? shape.rows : 5 };
  const one = mine.size in { 5: 1, 7: 1, 9: 1 } && await ask("day", mine);
  return one && same(one.shape, shape) && String(one.state) === String(state) ? mine : null;
}

/** @param {string} name */
const isGated = (name) => game?.scored && !game.won && !game.told && TELLING.includes(name);

// The next puzzle: the day's larger one, the ladder's, the rush's, or another of the same kind.
function next() {
  const { rung, rush, level, scored, day, won } = game;
  const larger = won && day && { 5: 7, 7: 9 }[day.size];
  if (larger) return step(() => openAddress(dayAddress({ ...day, size: larger })));
  if (rung === 59) return goTo("ladder");
  return step(() => (rush ? rush.next() : rung !== null ? openAddress(`level=${rung + 2}`)
    : scored ? another() : fresh(level)));
}

// An uncounted puzzle of the last wanted level.
const another = () => fresh(kept("level") ?? "1", CLASSIC);

/** @param {string} level */
async function fresh(level, shape = game?.shape ?? CLASSIC) {
  if (shape.rule === "walk") {
    const at = level === "" || level === game.level ? WALKS.findIndex(([text]) => text.endsWith(shape.cells ?? "")) + 1 : Number(level);
    const board = /** @type {Board} */ (walkOf(WALKS[at % WALKS.length][0]));
    await open({ ...board, level: String(at % WALKS.length) });
    return;
  }
  const known = game && same(shape, game.shape) ? minima : knownLevels(shape);
  const least = level === "" ? null : known[Number(level)] ?? null;
  const dark = game && shape.all ? game.start.map((v) => v && 0) : undefined;
  await open({ shape, level, ...await ask("make", { shape: dark ? { ...shape, dark } : shape, least }) });
}

async function previous() {
  const hash = trail.pop();
  if (hash) await openAddress(hash, true);
}

/** @type {Fn.say} */
function say(text) {
  byId("sentence").textContent = byId("spoken").textContent = text;
}

/** @type {Fn.act} */
async function act(what, change) {
  const mine = game;
  change();
  done = what;
  if (view !== "play") await goTo("play");
  show();  // the lamps switch at once; the number follows
  if (what === "press" || what === "redo") { if (mine.won) celebrate(); else feelPress(); }
  save();
  if (mine.won && what !== "hint") keeping = import("./views/days.js").then(({ keepWon }) => keepWon(mine));
  if (!(await mine.settle()) || game !== mine) return;
  show();
  if (mine.won) { await keeping; show(); }
  save();
  byId("spoken").textContent = spoken(game, byId("sentence").textContent);
}

// After the third win a browser that can offers to install the game.
function celebrate() {
  feelWin();
  keep("wins", (kept("wins") ?? 0) + 1);
  byId("install").hidden = !offered || kept("wins") < 3;
}
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offered = event;
});
function install() {
  byId("install").hidden = true;
  offered.prompt();
}

const settled = () => game.answer !== undefined;
const started = () => game.line.length > 0;

/** @param {number} place */
function press(place) {
  if (shownView ? shownView.press?.(place) : view !== "play" && !isGated(view)) return;  // still fetched
  if (!game || game.won || (!game.line.length && game.answer?.weight === 0)) return;
  if (!game.allows(place)) { if (game.cell !== undefined) say(word("walk.far")); return; }
  act("press", () => game.press(place));
}
function undo() {
  if (started()) act("undo", () => game.undo());
  else if (shownView?.canUndo?.()) shownView.undo?.();
}
const redo = () => { if (game.undone.length) act("redo", () => game.redo()); };
const restart = () => { if (started()) act("restart", () => game.restart()); };
async function hint() {
  const mine = game;
  if (mine.rush) return;
  if (!(await mine.settle()) || game !== mine) return;  // asked before the last press was weighed
  const place = game.answer?.presses?.findIndex((n) => n > 0) ?? -1;
  if (place < 0 || game.won) return;
  act("hint", () => {
    if (game.hint === null) game.hints += 1;
    game.hint = place;
  });
}

// That is a hint.
function left() {
  if (!game.day || !game.secret || !game.made.length) return;
  act("press", () => { game.hints += 1; game.asked = true; });
}

function show() {
  if (!game) return;
  const { shape, state, answer, first, won, perfect, day, rung, rush, hint: hinted } = game;
  const picture = view !== "play" && shownView && { hint: null, won: false, witness: null, ...shownView.picture?.() };
  draw({
    colours: shape.colours, state, cell: won ? null : game.cell, hint: hinted, goal: shape.goal, won, perfect,
    last: game.presses.at(-1) ?? 0, witness: answer?.witness, ...picture,
  });
  const off = { undo: !started() && !shownView?.canUndo?.(), redo: !game.undone.length, restart: !started(),
    hint: won || Boolean(rush) || (settled() && !answer?.presses?.some(Boolean)), previous: !trail.length, left: !game.secret || !game.made.length };
  for (const [id, disabled] of Object.entries(off)) byId(id).disabled = disabled;
  const gone = { levels: Boolean(day || rush) || rung !== null, left: !day || won, streak: rung === null && !(won && day),
    proof: (rung ?? 0) < 50 || rung === 55, result: !won };
  for (const [id, hidden] of Object.entries(gone)) byId(id).hidden = hidden;
  for (const tab of tabs) tab.disabled = Boolean(rush) && TELLING.includes(tab.dataset.view ?? "");
  byId("proof").href = `proofs/${(rung ?? 0) + 1}.json`;
  byId("new").textContent = word(won || rung !== null ? "next" : rush ? "rush.skip" : "new");
  byId("streak").textContent = word(day ? "streak.days" : "streak.ladder");
  if (won) byId("result").textContent = result(game);
  byId("how").textContent = game.made.length && !won ? ruleOf(game) : "";
  showLevels(game, minima);
  showBar(game);
  // paper has no address bar
  byId("paper").textContent = `${first?.weight === undefined ? "" : word("print.least", { n: first.weight })} ${linkOf(game)}`;
  if (view === "play") showHead(headline(game), settled() ? sentence(game, done) : null);
}

// What stands above the panel; null: the old stays until the new is proved.
/** @type {Fn.showHead} */
function showHead(number, text) {
  if (number) {
    const [main, unit] = number;
    const kind = typeof main === "number" ? "" : /^\d/.test(main) ? "range" : "word";
    byId("number").textContent = String(main);
    byId("count").className = `number ${kind}`;
    byId("unit").textContent = String(unit);
  }
  if (text === null) return;
  byId("sentence").textContent = text;
  byId("sentence").classList.toggle("long", text.length > (language === "ja" ? 45 : 80));
}

let styled;
const style = () => new Promise((resolve) => {
  document.head.append(make("link", { rel: "stylesheet", href: "views/views.css", onload: resolve, onerror: resolve }));
});

/** @param {string} name */
async function goTo(name) {
  shownView?.close?.();
  shownView = null;
  const other = view !== name;
  view = name;
  document.body.dataset.view = name;
  if (other) byId("spoken").textContent = "";
  if (game?.hash && other) locate(false);
  for (const tab of tabs) tab.ariaCurrent = tab.dataset.view === name ? "page" : null;
  for (const panel of every("[data-panel]")) panel.hidden = panel.dataset.panel !== name;
  if (name === "play") { done = game?.line.length ? done : "open"; show(); return; }
  /** @type {[View, any]} */ const [module] = await Promise.all([import(`./views/${name}.js`), styled ??= style()]);
  if (name === "days") await keeping;  // opened right after a win
  if (view !== name) return;
  if (isGated(name)) { warn(name); return; }
  if (game && !game.won && name !== "solve" && TELLING.includes(name)) { game.told = true; save(); }
  shownView = module;
  const mine = game;
  await module.open(every(`[data-panel=${name}]`)[0], (title, text) => {
    if (view === name) showHead(title === null ? null : [title, ""], text);
  });
  if (view === name && game === mine) show();
}

// Before a view that would solve a puzzle that is scored.
/** @param {string} name */
function warn(name) {
  showHead([word("told.title"), ""], word("told"));
  every(`[data-panel=${name}]`)[0].replaceChildren(button(word("told.show"), () => {
    game.told = true;
    save();
    step(() => goTo(name), name);
  }, { className: "wide" }), button(word("new"), () => step(async () => {
    await another();
    await goTo(name);
  }, name), { className: "wide" }));
  show();
}

// Opens the board of an address as it was left.
/** @param {string} board */
async function openAddress(board, replace = false) {
  const day = dayOf(board);
  const none = day && noDay(day.date);
  const name = none ? dayAddress({ ...day, date: today() }) : day ? dayAddress(day) : board;
  const rush = name === "run" ? (await import("./views/rush.js")).current() : null;
  const given = (FRAMED ? null : keptGame(name)) ?? (name && name !== "run" ? await addressed(name) : null);
  if (name === "run" && !rush) await openAddress("");
  else if (given) await open({ state: given.start, ...given, rush }, { replace });
  else if (!rush && (TELLING.includes(parted(location.hash).view) || search.has("solve"))) await another();
  else if (!rush) await openAddress(dayAddress({ date: today(), size: 5 }), replace);
  if (rush && (!given || game.won)) await rush.next();
  if (none) notice = none;
  else if (name && name !== "run" && !given) notice = name.startsWith("level=") ? "badLevel" : "badLink";
}

async function arrive() {
  const { view: wanted, board } = parted(location.hash);
  const other = !game || (board !== "" && board !== game.hash);
  if (other && wanted === "solve" && !shownView) view = wanted;  // it waits for no answer
  await step(async () => {
    if (other) await openAddress(board);
    if (board === "run" && !game.rush) return "rush";  // it is over
    if (other && view === wanted && view !== "play" && !shownView?.changed) await goTo(view);
    return wanted;
  }, wanted, true);
}

// Pages of the build have a picture wherever their links are shown.
function sharedLink() {
  const { day, rung } = game;
  const last = document.documentElement.dataset.previews ?? "";
  const name = last && rung !== null ? `level/${rung + 1}` : day?.size === 5 && day.date <= last && `day/${day.date}`;
  return name ? new URL(`${name}.html`, document.baseURI).href : linkOf(game);
}

// Copies a text; where that is forbidden it is shown.
/** @param {string} text */
async function share(text) {
  const said = await navigator.clipboard.writeText(text).then(() => word("copied"), () => text);
  if (game?.won) await Promise.all([game.settle(), keeping]);  // the sentence of a win comes first
  say(said);
}
const shareGame = () => share(`${game.won ? `${result(game)}\n` : ""}${sharedLink()}`);

listen({
  press, read: (text) => { byId("spoken").textContent = text; },
  paint: (place, first) => shownView?.paint?.(place, first),
  key: (key, place) => shownView?.key?.(key, place) ?? false,
});

document.addEventListener("keydown", (/** @type {any} */ event) => {
  if (!game || event.altKey || event.target.matches("select, input, textarea")) return;
  const key = event.key.toLowerCase();
  const control = event.ctrlKey || event.metaKey;
  /** @type {Record<string, () => void>} */
  const keys = control ? { z: event.shiftKey ? redo : undo, y: redo }
    : { u: undo, y: redo, r: restart, h: () => { if (game.scored) byId("hint").focus(); else hint(); }, l: () => byId("left").focus(), n: next };
  if (keys[key]) { event.preventDefault(); keys[key](); }
});
for (const [id, does] of Object.entries({ undo, redo, restart, hint, left, share: shareGame, previous, new: next, streak: () => goTo(game.day ? "days" : "ladder"), install })) {
  byId(id).addEventListener("click", does);
}
for (const level of every("[data-level]")) {
  level.addEventListener("click", () => {
    keep("level", level.dataset.level);
    fresh(level.dataset.level ?? "");
  });
}
for (const tab of tabs) tab.addEventListener("click", () => goTo(tab.dataset.view ?? "play"));
addEventListener("popstate", arrive);
// A scored puzzle that another tab played further: its presses count here too.
addEventListener("storage", async ({ key }) => {
  const other = key === "game.games" && game?.scored && !game.rush && keptGame(game.hash);
  if (other && other.made.length > game.made.length) await open({ state: other.start, ...other }, { replace: true });
});

byId("language").addEventListener("change", async () => {
  keep("language", byId("language").value);
  await setLanguage(byId("language").value);
  await goTo(view);
  show();
});

const { style: look } = document.documentElement;
const system = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
/** @param {string} scheme */
function setTheme(scheme) {
  look.colorScheme = scheme;
  label(byId("theme"), `theme.${scheme}`);
}
byId("theme").addEventListener("click", () => {
  const other = (look.colorScheme || system()) === "dark" ? "light" : "dark";
  setTheme(other === system() ? "" : other);
  keep("theme", look.colorScheme);
});
setTheme(kept("theme") ?? "");
document.body.classList.toggle("framed", FRAMED);
every("footer p")[0].dataset.word = hasServer() ? "footer.server" : "footer";
await setLanguage(wantedLanguage());
byId("language").value = language;
byId("sound").checked = kept("sound") === true;
byId("sound").addEventListener("change", () => { keep("sound", byId("sound").checked); feelPress(); });
await arrive();
if (search.has("solve")) await goTo("solve");  // where the form was
// pictures and boards may be pasted or dropped in every view
for (const name of ["paste", "drop", "dragover"]) {
  document.addEventListener(name, async (/** @type {any} */ event) => {
    const data = event.clipboardData ?? event.dataTransfer;
    const files = [...data?.items ?? []].filter(({ kind }) => kind === "file");
    const text = !event.target.closest?.("input, textarea") && data?.getData("text");
    if (!files.length && !text) return;
    event.preventDefault();
    if (name === "dragover") return;
    const file = files[0]?.getAsFile();
    const { readAny, readFile } = await import("./views/set.js");
    if (file) readFile(file); else readAny(text, "play");
  });
}
document.body.inert = false;
document.body.dataset.ready = "yes";
navigator.serviceWorker?.register("sw.js").catch(() => {});  // without it the game needs its server
await new Promise((resolve) => { setTimeout(resolve, 800); });  // what is on the screen comes first
const { drawCode } = await import("./views/qr.js");
addEventListener("beforeprint", () => { if (game) drawCode(byId("code"), linkOf(game)); });
document.body.dataset.paper = "yes";  // whoever prints from now on has the code on the paper
