// One game: a board, the presses made on it, and what is proved of each state on the way.

import { ask } from "./solving/ask.js";
import { effects } from "./solving/shapes.js";
import { beside, startOf } from "./solving/walking.js";

export class Position {
  constructor({ shape, state, answer, level = "", day = null }) {
    Object.assign(this, { shape, level, day, start: state, presses: [], undone: [], hints: 0, hint: null });
    this.helped = [];            // for each press, whether a hint named it
    this.states = [state];
    this.answers = [answer];     // undefined until it is proved
    this.all = effects(shape);
  }

  // Where a walk stands after so many steps; boards have no such cell.
  cellAt(count) { return this.shape.rule === "walk" ? this.presses[count - 1] ?? startOf(this.shape) : undefined; }
  get cell() { return this.cellAt(this.presses.length); }
  allows(place) { return this.cell === undefined || beside(this.shape)[this.cell].includes(place); }

  get state() { return this.states[this.presses.length]; }
  get answer() { return this.answers[this.presses.length]; }
  get first() { return this.answers[0]; }
  get won() { return this.presses.length > 0 && this.state.every((v) => v === 0); }
  // How much nearer the last press came; NaN where it is not known.
  get gain() { return (this.answers[this.presses.length - 1]?.weight ?? NaN) - (this.answer?.weight ?? NaN); }
  good(k) { return this.answers[k]?.weight > this.answers[k + 1]?.weight; }

  press(place) {
    const state = [...this.state];
    for (const [at, amount] of this.all[place]) state[at] = (state[at] + amount) % this.shape.colours;
    this.helped[this.presses.length] = this.hint === place;
    this.hint = null;
    this.presses.push(place);
    const count = this.presses.length;
    this.states.length = count;
    this.answers.length = count;
    this.states.push(state);
  }

  undo() {
    this.undone.push(this.presses.pop());
    this.hint = null;
    this.states.length = this.presses.length + 1;
    this.answers.length = this.states.length;
  }

  restart() {
    Object.assign(this, { presses: [], undone: [], hints: 0, hint: null, helped: [] });
    this.states.length = 1;
    this.answers.length = 1;
  }

  // A press of a shortest answer leaves one press less: no press takes a board nearer by two.
  nearer(count) {
    const [before, place] = [this.answers[count - 1], this.presses[count - 1]];
    if (!before?.served || !before.weight || !before.presses[place]) return null;
    const weight = before.weight - 1;
    const presses = before.presses.map((times, k) => times - (k === place));
    return { ...before, weight, low: weight, high: weight, presses };
  }

  // Proves the state after `count` presses; returns whether the game still stands there.
  async settle(count = this.presses.length) {
    const state = this.states[count];
    if (!this.answers[count]) {
      const answer = this.nearer(count) ?? await ask("solve", { shape: this.shape, state, cell: this.cellAt(count) });
      if (this.states[count] !== state) return false;
      this.answers[count] = answer;
    }
    return this.state === state;
  }
}
