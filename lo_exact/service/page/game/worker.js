// The solver in a worker: the page stays quick while a board is solved.

import { boardOfDay, DAILY, numbers } from "./daily.js";
import { effects, Solver } from "./solver.js";

let kept = "";
let solver = null;

function solverOf(shape) {
  const key = JSON.stringify(shape);
  if (key !== kept) { solver = new Solver(effects(shape), shape.colours); kept = key; }
  return solver;
}

const MOST_WORK = 1e7;     // additions that looking for a puzzle may take: under a second

const solved = (shape, state) => solverOf(shape).solve(state.map((v) => (shape.colours - v) % shape.colours));

// Returns a solvable board: presses from the goal, tried until its minimum is the one wanted, else
// the nearest that was found.
function make({ shape, least, seed }) {
  const chance = numbers(seed);
  const all = effects(shape);
  const places = all.length;
  let best = null;
  let work = 0;
  while (work < MOST_WORK) {
    work += places * places + places * Number(solverOf(shape).solutions);
    const state = Array(places).fill(0);
    const free = [...all.keys()];
    for (let k = 0; k < Math.min(least ?? places, places); k++) {
      // distinct places: the hardest boards need as many; c - 1 presses, which one more turns back
      const [place] = free.splice(Math.floor(chance() * free.length), 1);
      const times = least ? shape.colours - 1 : Math.floor(chance() * shape.colours);
      for (const [at, amount] of all[place]) state[at] = (state[at] + amount * times) % shape.colours;
    }
    const answer = solved(shape, state);
    if (answer.status !== "optimal") return { state, answer };
    const distance = least ? Math.abs(answer.weight - least) : 0;
    if (answer.weight && (!best || distance < best.distance)) best = { state, answer, distance };
    if (best?.distance === 0) break;
  }
  return best ?? { state: Array(places).fill(0), answer: solved(shape, Array(places).fill(0)) };
}

function ofDay(day) {
  const state = boardOfDay(day, (lights) => solved(DAILY, lights).weight);
  return { state, answer: solved(DAILY, state) };
}

self.onmessage = ({ data: { number, make: wanted, day, why, shape, state } }) => {
  const reply = wanted ? make(wanted) : day ? ofDay(day)
    : why ? solverOf(why.shape).every(why.state.map((v) => (why.shape.colours - v) % why.shape.colours))
    : { state, answer: solved(shape, state) };
  self.postMessage({ number, ...reply });
};
