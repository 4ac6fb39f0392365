// What the game asks of the solver: answers, puzzles of a level, puzzles of a day, reasons.

import { fewer, regions } from "./bounds.js";
import { boardOfDay, numbers } from "./daily.js";
import { added, effects, lightsOf, restOf } from "./shapes.js";
import { Solver } from "./solver.js";
import { solveWalk } from "./walking.js";

const MOST_STEPPED = 2e8;  // additions that all changes of one light may take: some seconds
const MOST_WORK = 1e7;  // additions that looking for a puzzle may take: under a second
const SAMPLES = 24;  // boards by chance of which the hardest gives a shape's levels
const MOST_LIGHTS = 400;  // places of a board that is solved here, not only played
const MOST_COLOURS = 12;
const FEW = 16;  // solutions that are shown one by one

let kept = "";
/** @type {Rule} */ let rule;  // the last shape's effects and solver

/** @param {Shape} shape */
function ruleOf(shape) {
  const key = JSON.stringify(shape);
  if (key !== kept) {
    const all = effects(shape);
    const gone = new Set(shape.holes);
    const matters = all.map((_, k) => !gone.has(k) && shape.goal?.[k] !== null);
    const counted = all.map((lights) => lights && lights.filter(([at]) => matters[at]));
    let solver;
    rule = {
      all,
      get solver() { return solver ??= new Solver(counted, shape.colours, matters); },
    };
    kept = key;
  }
  return rule;
}

/** @type {Fn.wantedOf} */
const wantedOf = (shape, state) => restOf(shape, state).map((v) => (shape.colours - Number(v)) % shape.colours);

// Others are played, and solved by a server.
/** @param {Shape} shape */
const within = (shape) => lightsOf(shape) <= MOST_LIGHTS && shape.colours <= MOST_COLOURS
  && !shape.uniform && !shape.priced;

/** @type {Fn.solve} */
function solve({ shape, state, cell }) {
  if (shape.rule === "walk") return solveWalk(shape, state, cell);
  if (!within(shape)) return { status: "unsolved" };
  const { all, solver } = ruleOf(shape);
  const answer = solver.solve(wantedOf(shape, state));
  if (answer.status !== "large") return answer;
  const presses = fewer(answer.presses, solver.kernel, shape.colours);
  return { ...answer, presses, high: presses.reduce((a, b) => a + b, 0), ...regions(all, restOf(shape, state), shape.colours) };
}

// Returns a state made by presses from the goal; their sum is `least` where it is given.
/** @type {Fn.drawn} */
function drawn({ all }, { colours, goal, holes = [], dark }, chance, least) {
  const places = all.length;
  let state = [...dark ?? Array(places).fill(0)].map((v, k) => goal?.[k] ?? v);
  for (const place of holes) state[place] = null;
  /** @type {Fn.pressing} */
  const add = (place, times) => { state = added(state, all[place], colours, -times); };
  if (least === null) for (let place = 0; place < places; place++) add(place, Math.floor(chance() * colours));
  else {
    // a button is in it colours - 1 times at most, and once each where there are enough of them
    const once = Math.min(colours - 1, Math.ceil(least / places));
    const free = [...all.keys()].flatMap((place) => Array(once).fill(place));
    for (let k = 0; k < least && free.length; k++) add(free.splice(Math.floor(chance() * free.length), 1)[0], 1);
  }
  return state;
}

/** @param {Rule} rule */
const workOf = ({ all, solver }) => all.length ** 2 + all.length * Number(solver.solutions);

/** @type {Questions} */
const QUESTIONS = {
  solve,

  // Returns a solvable board whose minimum is the one wanted, else the nearest that was found.
  make({ shape, least, seed = crypto.getRandomValues(new Uint32Array(1))[0] }) {
    const mine = ruleOf(shape);
    const chance = numbers(seed);
    let best = null;
    if (!within(shape)) return { state: drawn(mine, shape, chance, null), answer: { status: "unsolved" } };
    for (let work = 0; work < MOST_WORK; work += workOf(mine)) {
      const state = drawn(mine, shape, chance, least);
      const answer = solve({ shape, state });
      if (answer.status !== "optimal") return { state, answer };
      const distance = least === null ? 0 : Math.abs(answer.weight - least);
      if (answer.weight && (!best || distance < best.distance)) best = { state, answer, distance };
      if (best?.distance === 0) break;
    }
    const dark = drawn(mine, shape, chance, 0);
    return best ?? { state: dark, answer: solve({ shape, state: dark }) };
  },

  // Returns the minima that a shape's four levels aim at; none where no minimum is proved.
  levels({ shape }) {
    const mine = ruleOf(shape);
    const chance = numbers(1);
    let most = 0;
    if (!within(shape)) return [];
    for (let k = 0, work = 0; k < SAMPLES && work < MOST_WORK; k++, work += workOf(mine)) {
      const answer = solve({ shape, state: drawn(mine, shape, chance, null) });
      if (answer.status !== "optimal") return [];
      most = Math.max(most, answer.weight);
    }
    return [0.25, 0.5, 0.75, 1].map((share) => Math.max(1, Math.round(share * most)));
  },

  day({ date, size = 5 }) {
    const given = boardOfDay(date, size, (shape, state) => solve({ shape, state }).weight);
    return { ...given, answer: solve(given) };
  },

  every({ shape, state }) {
    const { solver } = ruleOf(shape);
    const counts = new Map();
    /** @type {[number, Amounts][]} */ const sets = [];
    solver.each(wantedOf(shape, state), (weight, presses) => {
      counts.set(weight, (counts.get(weight) ?? 0) + 1);
      if (solver.solutions <= FEW) sets.push([weight, [...presses]]);
    });
    return { counts: [...counts].sort(([a], [b]) => a - b), sets: sets.sort(([a], [b]) => a - b).map(([, presses]) => presses) };
  },

  shortest({ shape, state, weight, limit }) {
    /** @type {Amounts[]} */ const found = [];
    ruleOf(shape).solver.each(wantedOf(shape, state), (sum, presses) => {
      if (sum === weight && found.length < limit) found.push([...presses]);
    });
    return found;
  },

  // Patterns that change no light; all others are sums of these.
  quiet({ shape, limit }) {
    return ruleOf(shape).solver.kernel.slice(0, limit).map(({ places, amounts }) => {
      const pattern = Array(lightsOf(shape)).fill(0);
      places.forEach((place, k) => { pattern[place] = amounts[k]; });
      return pattern;
    });
  },

  // How many shortest solutions press each button.
  pressed({ shape, state, weight }) {
    const counts = Array(lightsOf(shape)).fill(0);
    ruleOf(shape).solver.each(wantedOf(shape, state), (sum, presses) => {
      if (sum === weight) presses.forEach((times, k) => { counts[k] += Number(times > 0); });
    });
    return counts;
  },

  // The minimum with each light a step on: null where nothing solves it; null for all: too much work.
  stepped({ shape, state }) {
    const { colours } = shape;
    if (state.length * workOf(ruleOf(shape)) > MOST_STEPPED * (colours > 2 ? 1 : 16)) return null;
    return state.map((own, k) => {
      const next = state.map((value, j) => (j === k && value !== null ? (value + 1) % colours : value));
      return own === null ? null : solve({ shape, state: next }).weight ?? null;
    });
  },

  // Returns {place, value}: one light that makes an impossible board possible; {} where none does.
  mend({ shape, state }) {
    const { solver } = ruleOf(shape);
    const c = shape.colours;
    const wanted = wantedOf(shape, state);
    const tests = solver.refusals.map(({ places, amounts }) => {
      const of = new Map(places.map((place, k) => [place, amounts[k]]));
      return { of, rest: places.reduce((sum, place, k) => sum + amounts[k] * wanted[place], 0) % c };
    });
    // unlit lights first: a board of one light is better mended than put out
    const places = [...wanted.keys()].filter((place) => state[place] !== null).sort((a, b) => Math.sign(Number(state[a])) - Math.sign(Number(state[b])));
    for (const place of places) {
      for (let more = 1; more < c; more++) {
        // the light's value grows by `more`, so what is wanted of it shrinks by as much
        if (tests.every(({ of, rest }) => (rest - (of.get(place) ?? 0) * more) % c === 0)) {
          return { place, value: (Number(state[place]) + more) % c };
        }
      }
    }
    return {};
  },
};

// Answered sooner than a worker has started?
/** @type {Fn.quick} */
export function quick(name, { shape, least }) {
  if (!shape) return true;  // a day
  if (name === "make") return lightsOf(shape) <= 25 && shape.colours === 2 && (least ?? 8) <= 7;
  if (!within(shape)) return true;
  return !["levels", "pressed", "stepped", "shortest"].includes(name) && lightsOf(shape) <= 36;
}

/** @type {Fn.answerTo} */
export const answerTo = (name, given) => QUESTIONS[name](given);
