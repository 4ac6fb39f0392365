// A board behind #, which browsers never send; and the last game, which the browser keeps.

import { LARGER } from "./solving/daily_larger.js";
import { keep, kept } from "./kept.js";
import { walkOf } from "./solving/walking.js";
import { allowed, LARGEST, lightsOf, RULES, SURFACES } from "./solving/shapes.js";

export const boardAddress = ({ rows, columns, colours, rule, surface, cells }, state) => (rule === "walk"
  ? `#walk=${rows},${columns},${cells}` : `#${[rows, columns, colours, rule, surface, state.map((v) => v.toString(36)).join("")].join(",")}`);

export const dayAddress = ({ date, size }) => `#day=${date}${size === 5 ? "" : `,${size}`}`;

export const addressOf = ({ shape, start, day }) => (day ? dayAddress(day) : boardAddress(shape, start));

const whole = (n, from, to) => Number.isInteger(n) && n >= from && n <= to;

// Returns {day} or {shape, state}; null where it is no board of ours.
export function addressed(hash) {
  const day = /^#day=(\d{4}-\d\d-\d\d)(?:,(\d))?$/.exec(hash);
  if (day) {
    const size = Number(day[2] ?? 5);
    return !Number.isNaN(Date.parse(day[1])) && (size === 5 || LARGER[size]) ? { day: { date: day[1], size } } : null;
  }
  if (hash.startsWith("#walk=")) return walkOf(decodeURI(hash.slice(6)).replaceAll("%23", "#"));
  let parts;
  try { parts = decodeURIComponent(hash.slice(1)).split(","); } catch { return null; }
  const [rows, columns, colours] = parts.slice(0, 3).map(Number);
  const [rule, surface, text] = parts.slice(3);
  const shape = { rows, columns, colours, rule, surface };
  if (!whole(rows, 1, LARGEST) || !whole(columns, 1, LARGEST) || !whole(colours, 2, 12)) return null;
  if (!Object.hasOwn(RULES, rule) || !Object.hasOwn(SURFACES, surface)) return null;
  if (JSON.stringify(allowed(shape)) !== JSON.stringify(shape) || text?.length !== lightsOf(shape)) return null;
  const state = [...text].map((ch) => parseInt(ch, 36));
  return state.every((v) => v >= 0 && v < colours) ? { shape, state } : null;
}

export function keepLast(game) {
  const { shape, start, made, undone, hints, told, level, day } = game;
  const again = undone.map((press) => made.indexOf(press));
  keep("last", { hash: addressOf(game), shape, start, made, again, hints, told, level, day });
}

// Returns what `keepLast` kept, where it is a whole game of the address, or of any without one.
export function lastGame(hash) {
  const last = kept("last");
  const given = last && typeof last.hash === "string" && addressed(last.hash);
  if (!given || !Array.isArray(last.made) || !Array.isArray(last.again) || !Array.isArray(last.start)) return null;
  if (hash && hash !== last.hash) return null;
  const shape = given.shape ?? last.shape;
  const state = given.state ?? last.start;
  const places = lightsOf(shape);
  const fits = state.length === places && last.made.every((press) => whole(press?.place, 0, places - 1))
    && last.again.every((k) => last.made[k]?.undone);
  return fits ? { ...last, shape, start: state, day: given.day ?? null } : null;
}

// The board as text that every command of the library and the form at ask/ read.
export function boardText({ rows, columns, colours, rule, surface, cells }, state) {
  if (rule === "walk") return Array.from({ length: rows }, (_, r) => cells.slice(r * columns, (r + 1) * columns)).join("\n") + "\n";
  const header = [colours > 2 && `colours: ${colours}`, rule !== "plus" && `neighbourhood: ${rule}`,
    surface !== "plane" && `topology: ${surface}`].filter(Boolean);
  let next = 0;
  const lines = Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => {
    const n = rows / 3;
    const hole = rule === "cube" && Math.floor(r / n) !== 1 && Math.floor(c / n) !== 1;
    return hole ? "~" : String(state[next++]);
  }).join(colours > 10 ? " " : ""));
  return [...header, ...(header.length ? [""] : []), ...lines].join("\n") + "\n";
}

const CLEAR = { "#": 1, "*": 1, ".": 0, _: 0 };

// Returns {shape, state} of a text: rows of digits, or of # and ., after lines such as "colours: 3".
export function readText(text) {
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
  if (/^[S.#]*S[S.#]*$/.test(lines.join(""))) return walkOf(`${lines.length},${lines[0].length},${lines.join("")}`);
  const header = new Map();
  while (lines.length && /^[a-z]+:/.test(lines[0])) {
    const [key, value] = lines.shift().split(/:\s*/);
    header.set(key, value.trim());
  }
  const rows = lines.map((line) => (/[\s,]/.test(line) ? line.split(/[\s,]+/) : [...line])
    .filter((glyph) => glyph !== "~").map((glyph) => CLEAR[glyph] ?? Number(glyph)));
  const state = rows.flat();
  const rule = header.get("neighbourhood") ?? "plus";
  const colours = Number(header.get("colours") ?? Math.max(1, ...state) + 1);
  const columns = rule === "cube" ? Math.max(...rows.map((row) => row.length)) : rows[0]?.length;
  const shape = { rows: rows.length, columns, colours, rule, surface: header.get("topology") ?? "plane" };
  if (rule !== "cube" && rows.some((row) => row.length !== columns)) return null;
  if (!state.every((v) => whole(v, 0, colours - 1))) return null;
  return addressed(boardAddress(shape, state));
}
