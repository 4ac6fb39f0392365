// What the game asks of the solver: answers, puzzles of a level, puzzles of a day, reasons.

import { fewer, regions } from "./bounds.js";
import { boardOfDay, DAILY, numbers } from "./daily.js";
import { largerBoardOfDay, LARGER } from "./daily_larger.js";
import { effects, lightsOf } from "./shapes.js";
import { Solver } from "./solver.js";
import { solveWalk } from "./walking.js";

const MOST_STEPPED = 2e8;  // additions that all changes of one light may take: some seconds
const MOST_WORK = 1e7;     // additions that looking for a puzzle may take: under a second
const SAMPLES = 24;        // boards by chance of which the hardest gives a shape's levels

let kept = "";
let rule = null;           // the last shape's effects and solver

function ruleOf(shape) {
  const key = JSON.stringify(shape);
  if (key !== kept) {
    const all = effects(shape);
    rule = { all, solver: new Solver(all, shape.colours) };
    kept = key;
  }
  return rule;
}

const wantedOf = ({ colours }, state) => state.map((v) => (colours - v) % colours);

function solve({ shape, state, cell }) {
  if (shape.rule === "walk") return solveWalk(shape, state, cell);
  const { all, solver } = ruleOf(shape);
  const answer = solver.solve(wantedOf(shape, state));
  if (answer.status !== "large") return answer;
  const presses = fewer(answer.presses, solver.kernel, shape.colours);
  return { ...answer, presses, high: presses.reduce((a, b) => a + b, 0), ...regions(all, state, shape.colours) };
}

// Returns a state made by presses from the goal; their sum is `least` where it is given.
function drawn({ all }, colours, chance, least) {
  const places = all.length;
  const state = Array(places).fill(0);
  const add = (place, times) => {
    for (const [at, amount] of all[place]) state[at] = (((state[at] - amount * times) % colours) + colours) % colours;
  };
  if (least === null) for (let place = 0; place < places; place++) add(place, Math.floor(chance() * colours));
  else {
    // a button is in it colours - 1 times at most, and once each where there are enough of them
    const once = Math.min(colours - 1, Math.ceil(least / places));
    const free = [...all.keys()].flatMap((place) => Array(once).fill(place));
    for (let k = 0; k < least && free.length; k++) add(free.splice(Math.floor(chance() * free.length), 1)[0], 1);
  }
  return state;
}

const workOf = ({ all, solver }) => all.length ** 2 + all.length * Number(solver.solutions);

// Returns a solvable board whose minimum is the one wanted, else the nearest that was found.
function make({ shape, least, seed }) {
  const mine = ruleOf(shape);
  const chance = numbers(seed);
  let best = null;
  for (let work = 0; work < MOST_WORK; work += workOf(mine)) {
    const state = drawn(mine, shape.colours, chance, least);
    const answer = solve({ shape, state });
    if (answer.status !== "optimal") return { state, answer };
    const distance = least === null ? 0 : Math.abs(answer.weight - least);
    if (answer.weight && (!best || distance < best.distance)) best = { state, answer, distance };
    if (best?.distance === 0) break;
  }
  const dark = Array(mine.all.length).fill(0);
  return best ?? { state: dark, answer: solve({ shape, state: dark }) };
}

// Returns the minima that a shape's four levels aim at; none where no minimum is proved.
function levels({ shape }) {
  const mine = ruleOf(shape);
  const chance = numbers(1);
  let most = 0;
  for (let k = 0, work = 0; k < SAMPLES && work < MOST_WORK; k++, work += workOf(mine)) {
    const answer = solve({ shape, state: drawn(mine, shape.colours, chance, null) });
    if (answer.status !== "optimal") return [];
    most = Math.max(most, answer.weight);
  }
  return [0.25, 0.5, 0.75, 1].map((share) => Math.max(1, Math.round(share * most)));
}

function day({ date, size = 5 }) {
  const shape = size === 5 ? DAILY : LARGER[size];
  const minimum = (state) => solve({ shape, state }).weight;
  const state = size === 5 ? boardOfDay(date, minimum) : largerBoardOfDay(date, size);
  return { shape, state, answer: solve({ shape, state }) };
}

// How many solutions have each count of presses, and the solutions where they are few.
const every = ({ shape, state }) => ruleOf(shape).solver.every(wantedOf(shape, state));

// Returns for each button how many shortest solutions press it.
const pressed = ({ shape, state, least }) => ruleOf(shape).solver.pressed(wantedOf(shape, state), least);

// Returns the minimum with one light a step on, for each light: null where nothing solves the board;
// null for all where that is too much work.
function stepped({ shape, state }) {
  const { colours } = shape;
  if (state.length * workOf(ruleOf(shape)) > MOST_STEPPED * (colours > 2 ? 1 : 16)) return null;
  return state.map((_, k) => solve({ shape, state: state.map((value, j) => (value + (j === k)) % colours) }).weight ?? null);
}

// Returns {place, value}: one light that makes an impossible board possible; {} where none does.
function mend({ shape, state }) {
  const { solver } = ruleOf(shape);
  const c = shape.colours;
  const wanted = wantedOf(shape, state);
  const tests = solver.refusals.map(({ places, amounts }) => {
    const of = new Map(places.map((place, k) => [place, amounts[k]]));
    return { of, rest: places.reduce((sum, place, k) => sum + amounts[k] * wanted[place], 0) % c };
  });
  // unlit lights first: a board of one light is better mended than put out
  const places = [...wanted.keys()].sort((a, b) => Math.sign(state[a]) - Math.sign(state[b]));
  for (const place of places) {
    for (let more = 1; more < c; more++) {
      // the light's value grows by `more`, so what is wanted of it shrinks by as much
      if (tests.every(({ of, rest }) => (rest - (of.get(place) ?? 0) * more) % c === 0)) {
        return { place, value: (state[place] + more) % c };
      }
    }
  }
  return {};
}

const QUESTIONS = { solve, make, levels, day, every, pressed, stepped, mend };

// Whether a question is answered sooner than a worker has started.
export function quick(name, { shape, least }) {
  if (name === "make") return lightsOf(shape) <= 25 && shape.colours === 2 && least !== null && least <= 7;
  return name === "day" || (!["levels", "pressed", "stepped"].includes(name) && lightsOf(shape) <= 36);
}

export const answerTo = (name, given) => QUESTIONS[name](given);
