// Light chasing, for every number of colours: each row's lights are put out by the row below; what
// is left in the last row says what to press in the first, and a second round ends it.

import { added } from "./shapes.js";

// Can the row below put out a row without touching what is above?
/** @param {Shape} shape */
export const chaseable = ({ rule, surface, rows, holes, goal, all }) => !holes && !goal && !all
  && (rule === "plus" || rule === "cross") && (surface === "plane" || surface === "cylinder") && rows > 1;

// Returns steps {stage, row, place, state}: one a press (place) and one at each row's end (null).
// Stages: 0 first round, 1 the last row is read, 2 presses in the first row, 3 second round.
// `finish(state)` gives presses that solve a state, null where there are none.
/** @type {Fn.chase} */
export async function chase({ rows, columns, colours }, all, start, finish) {
  /** @type {ChaseStep[]} */ const steps = [];
  let state = [...start];
  /** @type {Fn.press} */
  const press = (stage, row, place) => {
    state = added(state, all[place], colours);
    steps.push({ stage, row, place, state });
  };
  /** @param {number} stage */
  const round = (stage) => {
    for (let r = 0; r + 1 < rows; r++) {
      for (let c = 0; c < columns; c++) {
        while (state[r * columns + c]) press(stage, r, (r + 1) * columns + c);
      }
      steps.push({ stage, row: r, place: null, state });
    }
  };
  round(0);
  const last = state.slice(-columns);
  /** @type {Chase} */ const outcome = { steps, last, first: null, ends: state.every((v) => v === 0) ? "once" : "twice" };
  if (outcome.ends === "once") return outcome;
  steps.push({ stage: 1, row: rows - 1, place: null, state });
  const presses = await finish(state);
  if (!presses) return /** @type {Chase} */ ({ ...outcome, ends: "never" });
  const first = outcome.first = presses.slice(0, columns);
  first.forEach((times, c) => { for (let k = 0; k < times; k++) press(2, 0, c); });
  steps.push({ stage: 2, row: 0, place: null, state });
  round(3);
  return outcome;
}
