// Days are those of the reader's clock; their names are counted in UTC, which has no summer time.

export const FIRST_DAY = "2026-11-23";
const DAY = 86_400_000;

export const today = () => new Date().toLocaleDateString("sv");  // Swedish days are ISO 8601's

/** @type {Fn.moved} */
export const moved = (from, days) => new Date(Date.parse(from) + days * DAY).toISOString().slice(0, 10);

// Whether there is a puzzle of a day: neither before the first nor to come, and no 30 February.
/** @param {string} date */
export function isDay(date) {
  return !Number.isNaN(Date.parse(date)) && moved(date, 0) === date && date >= FIRST_DAY && date <= today();
}
