// Three puzzles a day, the same for everybody; days before; what was solved, kept in the browser.

import { thumbnail } from "../board.js";
import { button, make } from "../elements.js";
import { keep, kept } from "../kept.js";
import { language, word } from "../words.js";

const FIRST = "2026-11-23";
const SIZES = [[5, "days.small"], [7, "days.middle"], [9, "days.large"]];
const DAY = 86_400_000;
let date = null;

export const picture = () => ({ dim: () => true });     // none of these boards is on the table yet
export const press = () => false;

// Days are those of the reader's clock; their names are counted in UTC, which has no summer time.
export function today() {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10);
}
const moved = (from, days) => new Date(Date.parse(from) + days * DAY).toISOString().slice(0, 10);

export function keepSolved(game) {
  const solved = kept("days") ?? {};
  const of = (solved[game.day.date] ??= {});
  of[game.day.size] = Math.min(of[game.day.size] ?? Infinity, game.made.length);
  keep("days", solved);
}

function streak() {
  const solved = kept("days") ?? {};
  let day = solved[today()] ? today() : moved(today(), -1);
  let length = 0;
  for (; solved[day]; day = moved(day, -1)) length += 1;
  return length;
}

export async function open(page, panel, head) {
  date ??= page.game.day?.date ?? today();
  const long = new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(date));
  head(date === today() ? word("days.title") : long, word("days.text"));
  const solved = (kept("days") ?? {})[date] ?? {};
  const cards = await Promise.all(SIZES.map(async ([size]) => {
    const given = await page.ask("day", { date, size });
    return button(thumbnail(given.shape, given.state), () => {
      page.open({ ...given, day: { date, size } });
      page.goTo("play");
    }, { className: "day" });
  }));
  cards.forEach((card, k) => {
    const [size, name] = SIZES[k];
    const done = solved[size] === undefined ? "" : ` · ${word("days.best", { n: solved[size] })}`;
    card.append(make("span", {}, make("b", {}, word(name)), make("small", {}, `${size} × ${size}${done}`)));
  });
  const turn = (label, days, off) => {
    const arrow = button(days < 0 ? "←" : "→", () => { date = moved(date, days); open(page, panel, head); }, { className: "plain", disabled: off });
    arrow.setAttribute("aria-label", word(label));
    return arrow;
  };
  const length = streak();
  panel.replaceChildren(make("div", { className: "cards" }, ...cards),
    make("div", { className: "dates" }, turn("days.before", -1, date <= FIRST), make("span", {}, long), turn("days.after", 1, date >= today())),
    length ? make("p", { className: "soft" }, word(length === 1 ? "days.streakOne" : "days.streak", { n: length })) : "");
}
export const close = () => { date = null; };
