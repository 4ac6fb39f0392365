// The puzzle of the day, the same for everybody; days before, what was solved, kept in the browser.

import { thumbnail } from "../board.js";
import { dayAddress } from "../address.js";
import { FIRST_DAY, moved, today } from "../dates.js";
import { again, button, make, page } from "../elements.js";
import { isForgetful, keep, kept } from "../kept.js";
import { shapeOf, WEEKS_FROM } from "../solving/daily.js";
import { upTo } from "../solving/shapes.js";
import { dated, word } from "../words.js";
import { keepStars } from "./ladder.js";

/** @type {[number, string][]} */
const LARGER = [[7, "days.middle"], [9, "days.large"]];
const MOST_EXTRA = 5;  // of the distribution: so many more than the least, or more
const KINDS = ["", "easy", "medium", "medium", "hard", "hard", "hardest"];  // Sunday is another board
let date = "";  // the day that is shown
let clock = 0;
let redraw = async () => {};

export const close = () => { date = ""; clearInterval(clock); };
export const changed = () => {};

function solved() {
  const all = kept("days");
  return all && typeof all === "object" ? all : {};
}

/** @type {Fn.keepSolved} */
function keepSolved(game, day) {
  const { made, first, hints, takenBack, told } = game;
  const all = solved();
  const of = (all[day.date] ??= {});
  const one = of[day.size];
  if (one) {
    one.runs = (one.runs ?? 1) + 1;
    game.before = { n: one.n, runs: one.runs };
  } else of[day.size] = { n: made.length, least: first?.weight ?? 0, hints, back: takenBack, told, on: today() };
  keep("days", all);
}

/** @param {Position} game */
export async function keepWon(game) {
  if (!game.scored || game.counted) return;
  game.counted = true;
  if (game.rush) { game.rush.won(game); return; }
  await game.settle(0);
  if (game.day) keepSolved(game, game.day);
  if (game.rung !== null) keepStars(game);
}

// Whether a day counts for the streak: solved on its day, with one hint at most.
/** @type {Fn.counts} */
const counts = (all, day) => all[day]?.[5]?.on === day && all[day][5].hints <= 1 && !all[day][5].told;
/** @param {any} one */
const flawless = (one) => one?.n === one?.least && !one?.hints && !one?.told;

/** @param {Solved} all */
function streaks(all) {
  let [longest, length] = [0, 0];
  for (let day = FIRST_DAY; day <= today(); day = moved(day, 1)) {
    length = counts(all, day) ? length + 1 : day === today() ? length : 0;
    longest = Math.max(longest, length);
  }
  return { length, longest };
}

/** @param {Solved} all */
function figures(all) {
  const done = Object.values(all).map((sizes) => sizes?.[5]).filter((one) => one?.n);
  const { length, longest } = streaks(all);
  /** @type {[number, string][]} */
  const numbers = [[done.length, "days.solved"], [done.filter(flawless).length, "days.perfect"], [length, "days.streak"], [longest, "days.longest"]];
  if (!done.length) return "";
  const extra = Array(MOST_EXTRA + 1).fill(0);
  for (const { n, least } of done.filter(({ hints, told }) => !hints && !told)) extra[Math.min(MOST_EXTRA, n - least)] += 1;
  const most = Math.max(1, ...extra);
  const bars = extra.map((many, k) => make("li", { className: many ? "" : "none", "--width": many / most },
    make("span", {}, k === MOST_EXTRA ? `≥ +${k}` : `+${k}`), make("b", {}, String(many))));
  return make("section", {}, make("dl", { className: "figures" }, ...numbers.map(([number, key]) =>
    make("div", {}, make("dd", {}, String(number)), make("dt", {}, word(key))))),
  make("h3", {}, word("days.extra")), make("ol", { className: "extra" }, ...bars));
}

// A month: a day that was solved has a ring, a perfect one a moon; today's has a frame.
/** @type {Fn.calendar} */
function calendar(all, choose) {
  const first = `${date.slice(0, 8)}01`;
  const empty = (new Date(first).getUTCDay() + 6) % 7;
  const names = upTo(7).map((k) => make("span", { ariaHidden: "true" }, dated(moved("2026-11-23", k), { weekday: "narrow" })));
  const cells = [];
  for (let day = first; day.slice(0, 7) === first.slice(0, 7); day = moved(day, 1)) {
    const one = all[day]?.[5];
    const sign = !one ? "" : flawless(one) ? "flawless" : counts(all, day) ? "full" : "ring";
    const said = sign ? word(`days.${sign}`) : "";
    const chosen = day;
    cells.push(button(String(Number(day.slice(8))), () => choose(chosen), { className: `${sign} ${day === today() ? "today" : ""}`,
      disabled: day < FIRST_DAY || day > today(), ariaPressed: String(day === date),
      title: said, ariaLabel: `${dated(day, { day: "numeric", month: "long" })} ${said}` }));
  }
  cells[0].style.gridColumn = String(empty + 1);
  /** @type {Fn.turn} */
  const turn = (label, sign, to) => button(sign, () => choose(inside(to)), { className: "plain", ariaLabel: word(label),
    disabled: to.slice(0, 7) < FIRST_DAY.slice(0, 7) || to.slice(0, 7) > today().slice(0, 7) });
  /** @param {string} day */
  const inside = (day) => (day < FIRST_DAY ? FIRST_DAY : day > today() ? today() : day);
  return make("section", {}, make("div", { className: "dates" }, turn("days.before", "←", moved(first, -1)),
    make("span", {}, dated(date, { month: "long", year: "numeric" })), turn("days.after", "→", moved(first, 31))),
  make("div", { className: "calendar" }, ...names, ...cells),
  first > FIRST_DAY ? "" : make("p", {}, word("days.first", { date: dated(FIRST_DAY, { day: "numeric", month: "long", year: "numeric" }) })));
}

/** @param {Shape} shape */
export const shapeWords = ({ rows, columns, colours, rule, surface }) => [`${rows} × ${columns}`,
  colours > 2 && word("colours", { n: colours }), rule !== "plus" && word(rule), surface !== "plane" && word(surface)].filter(Boolean).join(" · ");

/** @type {View["open"]} */
export async function open(panel, head) {
  redraw = () => again(panel, () => open(panel, head));
  date ||= page.game.day?.date ?? today();
  const all = solved();
  const weekday = dated(date, { weekday: "long" });
  /** @type {Fn.card} */
  const card = async (size, name) => {
    const day = { date, size };
    const given = await page.ask("day", day);
    const one = all[date]?.[size];
    const done = one?.n ? ` · ${word("days.best", { n: one.n })}` : "";
    const { shape, state, answer } = given;
    const about = `${shapeWords(shape)} · ${word("presses", { n: answer.weight })}${done}`;
    const choose = () => page.step(() => page.openAddress(dayAddress(day)));
    return button("", choose, { className: "day" }, thumbnail(shape, state), make("span", {}, make("b", {}, name), make("small", {}, about)));
  };
  const cards = await Promise.all([card(5, weekday), ...LARGER.map(([size, name]) => card(size, word(name)))]);
  head(date === today() ? word("days.title") : dated(date, { day: "numeric", month: "long", year: "numeric" }), word("days.text") + (date < WEEKS_FROM ? "" : word("days.week")) + word("days.rule"));
  const tomorrow = moved(today(), 1);
  const [shape_, least] = shapeOf(tomorrow);
  const kind = KINDS[new Date(tomorrow).getUTCDay()];
  const coming = word("days.tomorrow", { day: dated(tomorrow, { weekday: "long" }), kind: kind ? word(kind) : shapeWords(shape_), n: least });
  const left = make("span", {});
  const drawn = today();
  const tick = () => {
    const now = new Date();
    if (today() !== drawn) {
      if (date === drawn) date = today();
      redraw();
    }
    const next = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
    left.textContent = word("days.next", { time: new Date(Number(next) - Number(now)).toISOString().slice(11, 19) });
  };
  tick();
  clearInterval(clock);
  clock = setInterval(() => { if (left.isConnected) tick(); else clearInterval(clock); }, 1000);
  panel.replaceChildren(make("div", { className: "cards" }, ...cards, make("p", {}, left, ` ${coming}`)),
    make("div", {}, figures(all), calendar(all, (day) => { date = day; redraw(); }),
      date === drawn ? "" : button(word("days.title"), () => { date = drawn; redraw(); }, { className: "wide" }),
      isForgetful() ? make("p", {}, word("days.forgets")) : ""));
}
