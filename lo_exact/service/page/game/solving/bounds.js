// What is proved of a board with too many solutions to weigh.

import { numbers } from "./daily.js";

const TRIES = 60;  // orders in which lights are taken; more of them find little

// The fewest presses of buttons with these amounts that add up to `wanted` mod c; Infinity: none.
/** @type {Fn.fewest} */
function fewest(amounts, wanted, c) {
  const steps = Array(c).fill(Infinity);
  steps[0] = 0;
  const queue = [0];
  for (const at of queue) {
    for (const amount of amounts) {
      const next = (at + amount) % c;
      if (steps[next] > steps[at] + 1) { steps[next] = steps[at] + 1; queue.push(next); }
    }
  }
  return steps[wanted];
}

// Returns {low, regions}: lights, each with its buttons, of which no two share one.  Each light must
// change, so each needs presses of its own: their sum is a lower bound of every answer.
/** @type {Fn.regions} */
export function regions(all, state, c) {
  /** @type {Change[][]} */ const buttons = state.map(() => []);
  all.forEach((lights, button) => {
    for (const [at, amount] of lights ?? []) buttons[at].push([button, amount]);
  });
  const need = state.map((value, at) => (value
    ? fewest(new Set(buttons[at].map(([, amount]) => amount)), c - value, c) : 0));
  const lit = [...state.keys()].filter((at) => state[at]);
  const chance = numbers(state.length);
  let best = { low: 0, regions: /** @type {number[]} */ ([]) };
  for (let t = 0; t < TRIES; t++) {
    // lights with few buttons first, the order of equals by chance
    const order = lit.map((at) => [buttons[at].length + (t ? 2 : 0) * chance() - need[at] / 2, at])
      .sort(([a], [b]) => a - b);
    const taken = new Set();
    const chosen = [];
    let low = 0;
    for (const [, at] of order) {
      if (buttons[at].some(([button]) => taken.has(button))) continue;
      for (const [button] of buttons[at]) taken.add(button);
      chosen.push(at);
      low += need[at];
    }
    if (low > best.low) best = { low, regions: chosen };
  }
  return { low: best.low, regions: best.regions.map((at) => ({ middle: at, buttons: buttons[at].map(([button]) => button) })) };
}

// Returns fewer presses of the same effect where adding a quiet pattern makes them fewer.
/** @type {Fn.fewer} */
export function fewer(presses, kernel, c) {
  const at = [...presses];
  for (let better = true; better;) {
    better = false;
    for (const { places, amounts, order } of kernel) {
      for (let times = 1; times < order; times++) {
        let change = 0;
        for (let k = 0; k < places.length; k++) {
          change += ((at[places[k]] + times * amounts[k]) % c) - at[places[k]];
        }
        if (change >= 0) continue;
        places.forEach((place, k) => { at[place] = (at[place] + times * amounts[k]) % c; });
        better = true;
      }
    }
  }
  return at;
}
