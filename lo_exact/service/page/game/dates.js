// Days are those of the reader's clock; their names are counted in UTC, which has no summer time.

export const FIRST_DAY = "2026-11-23";
const DAY = 86_400_000;

export function today() {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10);
}

/** @type {Fn.moved} */
export const moved = (from, days) => new Date(Date.parse(from) + days * DAY).toISOString().slice(0, 10);

// Whether there is a puzzle of a day: neither before the first nor to come, and no 30 February.
/** @param {string} date */
export function isDay(date) {
  const time = Date.parse(date);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === date && date >= FIRST_DAY && date <= today();
}
