// Days are those of the reader's clock; their names are counted in UTC, which has no summer time.

export const FIRST_DAY = "2026-11-23";
const DAY = 86_400_000;

export const today = (now = new Date()) => now.toLocaleDateString("sv");  // Swedish days are ISO 8601's

/** @type {Fn.moved} */
export const moved = (from, days) => new Date(Date.parse(from) + days * DAY).toISOString().slice(0, 10);

// Why a day has no puzzle (30 February, before the first, to come); null where it has one.
/** @param {string} date */
export function noDay(date) {
  if (Number.isNaN(Date.parse(date)) || moved(date, 0) !== date || date < FIRST_DAY) return "day.none";
  return date > today() ? "day.future" : null;
}
