// What the view of play says of a game: number, bar, sentence, levels, the result to share.

import { placeWords } from "./board.js";
import { today } from "./dates.js";
import { byId, every, make } from "./elements.js";
import { board } from "./solving/daily.js";
import { layout, upTo } from "./solving/shapes.js";
import { dated, language, word } from "./words.js";
import { GLYPHS } from "./writing.js";

export const CLASSIC = board(5);
export const CLASSIC_LEVELS = [4, 7, 10, 15];  // proved minima; 15 is the hardest 5 x 5
/** @type {Record<string, string>} */ const DONE = { undo: "undone", redo: "again", restart: "restarted" };
const MOST_PIPS = 30;  // beyond, a bar without parts

/** @param {boolean[]} list */
export const perfects = (list) => list.filter(Boolean).length;
/** @type {Fn.same} */
export const same = (shape, other) => JSON.stringify(shape) === JSON.stringify(other);
/** @type {Fn.many} */
export const many = (n) => BigInt(n ?? 0).toLocaleString(language);

// What a press does, and what is wanted.
/** @param {Position} game */
export function ruleOf({ shape: { colours, rule, surface, goal, uniform } }) {
  if (rule === "walk") return word("start.walk");
  if (goal || uniform) return word(uniform ? "start.uniform" : "start.goal");
  const key = colours > 2 ? "start.many" : rule === "plus" && surface === "plane" ? "start" : "start.rule";
  return word(key, { rule: word(rule) === rule ? word("outlined") : word(rule), edges: word(`edges.${surface}`) });
}

/** @param {Position} game */
function startSentence(game) {
  const { day, rung } = game;
  const of = day ? word("daily.of", { date: dated(day.date, { day: "numeric", month: "short" }) }) : rung === null ? "" : word("ladder.of", { n: rung + 1 });
  return `${of} ${ruleOf(game)}`.trim();
}

// The sentence for one, or for so many.
/** @type {Fn.counted} */
export const counted = (key, n, values = { n }) => word(n === 1 ? `${key}One` : key, values);

/** @param {Position} game */
function wonSentence({ made, takenBack, first, hints, told, before, day }) {
  const n = made.length;
  const help = (takenBack ? counted("takenBack", takenBack) : "") + (told ? word("shown") : hints ? counted("hints", hints) : "")
    + (day?.size === 5 && !before && (told || hints > 1 || day.date !== today()) ? word("days.uncounted") : "")
    + (before ? word("before", before) + (day ? word("before.day") : "") : "");
  const least = first?.weight;
  if (least === undefined) return word("solvedLarge", { n }) + help;
  return (n === least ? counted("perfectly", n) : least === 1 ? word("solvedInOne", { n }) : word("solvedIn", { n, least })) + help;
}

/** @type {Fn.sentence} */
export function sentence(game, done) {
  const { answer } = game;
  if (game.won) return wonSentence(game);
  if (answer?.status === "infeasible") return word("impossibly");
  if (answer?.status === "unsolved" && done in { open: 1, press: 1 }) return word("unsolved");
  if (!game.presses.length && answer?.weight === 0) return word("doneNow");
  const bounds = answer?.served ? word(answer.weight ? "why.served" : "why.unserved", answer) : answer?.status === "large" ? word("bounds", { low: answer.low, high: answer.high, n: many(answer.solutions) }) : "";
  const costs = game.day?.size === 5 ? word(game.hints > 1 ? "days.uncounted" : "days.hint") : "";
  if (done === "hint") return word(answer?.weight === undefined ? "hintedAny" : "hinted", { place: placeWords(game.hint ?? 0) }) + costs;
  if (done === "open") return startSentence(game) + (game.told ? word("shown") : "");
  if (done !== "press") return word(DONE[done] ?? done);
  if (game.secret) return word(!game.rush ? "day.pressed" : game.spoilt ? "rush.spoilt" : "rush.rule");
  const { gain } = game;
  if (Number.isNaN(gain)) return bounds;
  return (gain > 0 ? word("good") : gain === 0 ? word("none") : word("back", { n: -gain })) + (game.asked ? costs : "");
}

// Returns [number or word, unit] for a game; null while nothing is proved of its state.
/** @param {Position} game */
export function headline(game) {
  const { answer, first, won, rush } = game;
  if (rush) {
    const n = perfects(rush.list);
    const missed = rush.list.length - n;
    return [new Date(1000 * rush.left()).toISOString().slice(15, 19), word("rush.score", { n }) + (missed ? ` ✕${missed}` : "")];
  }
  if (won) return [word(game.perfect ? "perfect" : "solved"), game.rung === null ? "" : "★".repeat(game.stars)];
  if (!answer) return null;
  if (game.secret && game.made.length) return [game.made.length, counted("day.made", game.made.length, { least: first?.weight })];
  if (answer.status === "infeasible") return [word("impossible"), ""];
  if (answer.status === "unsolved") return [game.made.length, word("made")];
  if (answer.status === "large") return [answer.low === answer.high ? answer.low : `${answer.low}–${answer.high}`, word("toGo")];
  return answer.weight ? [answer.weight, counted("toGo", answer.weight)] : [word("done"), ""];
}

// The bar: a full pip for each press still needed, a thin line for each that is done.
// Of a day's puzzle each press made is done, whether it was a good one or not.
/** @param {Position} game */
export function showBar({ first, answer, secret, made }) {
  const least = first?.weight;
  const left = secret ? Math.max(0, (least ?? 0) - made.length) : answer?.weight;
  const bar = byId("bar");
  if (least === undefined || left === undefined) { if (answer) bar.replaceChildren(); return; }
  const pips = Math.max(least, secret ? made.length : left);
  const solid = pips > MOST_PIPS;
  bar.classList.toggle("solid", solid);
  bar.replaceChildren(...(solid ? [left, pips - left] : Array(pips).fill(1)).map((length, k) =>
    make("i", { className: (solid ? k : k >= left) ? "done" : k >= least ? "extra" : "", style: `flex-grow: ${length}` })));
}

/** @type {Fn.showLevels} */
export function showLevels(game, minima) {
  byId("top-level").textContent = word(same(game.shape, CLASSIC) ? "hardest" : "expert");
  every("[data-level]").forEach((button, k) => {
    button.ariaPressed = String(button.dataset.level === game.level);
    button.children[1].textContent = String(minima[k] ?? "");
  });
}

// To share: the board, then the game without giving it away.
/** @param {Position} game */
export function result(game) {
  const { shape, day, rung, first, made, start } = game;
  const { spots, width, height, span } = layout(shape);
  const least = first?.weight;
  const n = made.length;
  const of = day?.date ?? (rung === null ? "" : word("ladder.level", { n: rung + 1 }));
  const drawn = upTo(height).map(() => Array(Math.ceil(width / span)).fill("\u3000"));
  spots.forEach(([r, c], k) => { drawn[r][Math.floor(c / span)] = GLYPHS[(start[k] ?? 0) % GLYPHS.length]; });
  const help = (game.hints ? ` 💡${game.hints}` : "") + (game.told ? " 📖" : "") + (game.before ? ` 🔁${game.before.runs}` : "");
  return [[word("title"), `${shape.rows} × ${shape.columns}`, of].filter(Boolean).join(" · "), ...drawn.map((row) => row.join("")),
    made.map(({ undone, helped, good }) => (undone ? "↩️" : helped ? "💡" : good ? "🟡" : "⚪")).join(""),
    (least === undefined ? word("solvedLarge", { n }) : word(game.perfect ? "sharedPerfect" : "shared", { n, least })) + help].join("\n");
}

/** @type {Fn.spoken} */
export function spoken(game, text) {
  const { answer, state, won, secret } = game;
  const lit = state.filter(Boolean).length;
  const left = !secret && answer?.weight ? `${word("left", { n: answer.weight })} ` : "";
  return won ? text : `${text} ${left}${counted("on", lit)}`;
}
