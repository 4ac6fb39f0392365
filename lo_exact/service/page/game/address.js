// A view and a board behind #, which browsers never send; games, each kept under its board's address.

import { keep, kept } from "./kept.js";
import { ask } from "./solving/ask.js";
import { LARGER } from "./solving/daily.js";
import { lightsOf, RULES } from "./solving/shapes.js";
import { walkOf } from "./solving/walking.js";
import { boardText, checked, whole } from "./writing.js";

const MOST_GAMES = 40;
const MOST_KEPT = 60_000;  // characters of a game; larger ones are forgotten

// Returns the view and the board of "#why/5,5,2,plus,plane,1110".
/** @param {string} hash */
export function parted(hash) {
  const [, view = "play", board = ""] = /^#?(?:(why|hand|days|ladder|rush|set|solve)(?:\/|$))?(.*)$/.exec(hash) ?? [];
  return { view, board };
}

/** @type {Fn.bytesThrough} */
async function bytesThrough(stream, bytes) {
  const through = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(through).arrayBuffer());
}

/** @param {string} text */
async function packed(text) {
  const bytes = await bytesThrough(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  const base64 = btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""));
  return `b=${base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** @param {string} text */
async function unpacked(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (ch) => ch.charCodeAt(0));
  return new TextDecoder().decode(await bytesThrough(new DecompressionStream("deflate-raw"), bytes));
}

/** @param {Day} day */
export const dayAddress = ({ date, size }) => `day=${date}${size === 5 ? "" : `,${size}`}`;
// A day may be without a puzzle; null: the address is of no day.
/** @param {string} board */
export function dayOf(board) {
  const [, date, size = "5"] = /^day=([\d-]*)(?:,(\d))?/.exec(board) ?? [];
  return date === undefined ? null : { date, size: LARGER[Number(size)] ? Number(size) : 5 };
}

/** @param {Position} game */
export async function addressOf({ shape, start, day, rung, rush }) {
  if (rush) return "run";
  if (day) return dayAddress(day);
  if (rung !== null) return `level=${rung + 1}`;
  const { rows, columns, colours, rule, surface, cells, goal, holes, uniform } = shape;
  if (rule === "walk") return `walk=${rows},${columns},${cells}`;
  const named = Object.hasOwn(RULES, rule) && !goal && !holes && !uniform && colours <= 36;
  if (!named) return packed(boardText(shape, start));
  return [rows, columns, colours, rule, surface, start.map((v) => v?.toString(36)).join("")].join(",");
}

// Returns {shape, state} and what else is known; null where it is no board.
/** @type {Fn.addressed} */
export async function addressed(board) {
  try {
    const day = dayOf(board);
    if (day) return { ...await ask("day", day), day };
    if (board.startsWith("level=")) {
      const rung = Number(board.slice(6)) - 1;
      const [address] = (await (await import("./views/ladder.js")).all())[rung];
      return { ...await addressed(address), rung };
    }
    if (board.startsWith("walk=")) return walkOf(decodeURI(board.slice(5)).replaceAll("%23", "#"));
    if (board.startsWith("b=")) return await (await import("./reading.js")).readBoard(await unpacked(board.slice(2)));
    const parts = decodeURIComponent(board).split(",");
    const [rows, columns, colours] = parts.slice(0, 3).map(Number);
    const [rule, surface, text] = parts.slice(3);
    const shape = { rows, columns, colours, rule, surface };
    const state = [...text].map((ch) => parseInt(ch, 36));
    return Object.hasOwn(RULES, rule) ? checked(shape, state) : null;
  } catch { return null; }
}

// Keeps a game; of two tabs each keeps its own.
/** @param {Position} game */
export function keepGame(game) {
  const { hash, shape, start, made, undone, hints, told, counted, level, day, rung } = game;
  const again = undone.map((press) => made.indexOf(press));
  const entry = { hash, shape, start, made, again, hints, told, counted, level, day, rung };
  const others = (kept("games") ?? []).filter((/** @type {any} */ one) => one?.hash !== hash);
  const mine = JSON.stringify(entry).length < MOST_KEPT ? [entry] : [];
  keep("games", [...mine, ...others].slice(0, MOST_GAMES));
}

// Returns the game of an address; null where none was kept whole.
/** @param {string} board */
export function keptGame(board) {
  const games = kept("games");
  const game = Array.isArray(games) && games.find((one) => one?.hash === board);
  if (!game || !Array.isArray(game.made) || !Array.isArray(game.again) || !Array.isArray(game.start)) return null;
  const places = lightsOf(game.shape);
  const fits = game.start.length === places && game.made.every((/** @type {Press} */ press) => whole(press?.place, 0, places - 1))
    && game.again.every((/** @type {number} */ k) => game.made[k]?.undone);
  return fits ? game : null;
}
