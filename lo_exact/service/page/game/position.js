// One game: a board, the presses made on it, and what is proved of each state on the way.

import { ask } from "./solving/ask.js";
import { added, effects, reached } from "./solving/shapes.js";
import { beside, startOf } from "./solving/walking.js";

export class Position {
  hash = "";  // its address, once it is known
  located = Promise.resolve();
  hints = 0;
  told = false;  // whether a view showed the answer
  counted = false;  // whether its win was counted
  /** @type {{n: number, runs: number} | null} */ before = null;  // of a day or a level that was solved before
  asked = false;  // whether the number of a day's puzzle is shown until the next press
  /** @type {number | null} */ hint = null;
  /** @type {Press[]} */ made = [];  // every press, also those taken back
  /** @type {Press[]} */ undone = [];  // of these, those that can be made again

  /** @param {Given} given */
  constructor({ shape, state, answer, level = "", day = null, rung = null, rush = null }) {
    this.shape = shape;
    this.start = state;
    this.level = level;
    this.day = day;
    this.rung = rung;
    this.rush = rush;
    this.states = [state];
    this.answers = [answer];  // undefined until it is proved
    this.all = effects(shape);
  }

  // Where a walk stands after so many steps.
  /** @param {number} count */
  cellAt(count) { return this.shape.rule === "walk" ? this.presses[count - 1] ?? startOf(this.shape) : undefined; }
  get cell() { return this.cellAt(this.presses.length); }
  /** @param {number} place */
  allows(place) {
    if (this.cell !== undefined) return beside(this.shape)[this.cell].includes(place);
    return this.all[place] !== null;
  }

  get line() { return this.made.filter(({ undone }) => !undone); }
  get presses() { return this.line.map(({ place }) => place); }
  get takenBack() { return this.made.length - this.line.length; }
  // Whether nobody can do better: the least presses, none taken back, without help.
  get perfect() { return this.made.length === this.first?.weight && !this.helped; }
  get helped() { return this.told || this.hints > 0; }
  // Three stars for no press too many, two for one or two, one with help or more.
  get stars() {
    const extra = this.made.length - (this.first?.weight ?? 0);
    return this.helped || extra > 2 ? 1 : extra ? 2 : 3;
  }
  get spoilt() { return this.helped || this.takenBack > 0 || this.line.some(({ good }) => good === false); }
  // Somebody counts how well it is solved.
  get scored() { return this.day !== null || this.rung !== null || this.rush !== null; }
  // A day's puzzle says nothing of a press until it is won, or somebody asks.
  get secret() { return (this.day !== null || this.rush !== null) && !this.won && !this.asked; }

  get state() { return this.states[this.line.length]; }
  // What views show and ask about: of a game that was won its beginning.
  get table() { return this.won ? this.start : this.state; }
  get proof() { return this.won ? this.first : this.answer; }
  get answer() { return this.answers[this.line.length]; }
  get first() { return this.answers[0]; }
  get won() { return this.line.length > 0 && reached(this.shape, this.state); }
  // How much nearer the last press came; NaN where it is not known.
  get gain() { return (this.answers[this.line.length - 1]?.weight ?? NaN) - (this.answer?.weight ?? NaN); }

  /** @param {number} place */
  press(place) {
    this.make({ place, helped: this.hint === place, undone: false });
    this.undone = [];
  }

  /** @param {Press} press */
  make(press) {
    const state = added(this.state, this.all[press.place], this.shape.colours);
    this.hint = null;
    this.asked = false;
    if (press.undone) press.undone = false; else this.made.push(press);
    const count = this.line.length;
    this.states.length = count;
    this.answers.length = count;
    this.states.push(state);
  }

  undo() {
    const last = this.line.at(-1);
    if (!last) return;
    last.undone = true;
    this.undone.push(last);
    this.hint = null;
    this.asked = false;
    this.states.length = this.line.length + 1;
    this.answers.length = this.states.length;
  }

  redo() {
    const next = this.undone.pop();
    if (next) this.make(next);
  }

  // What was pressed and shown stays on the score; a day or a level that was won begins anew.
  restart() {
    for (const press of this.made) press.undone = true;
    if (this.counted) Object.assign(this, { made: [], hints: 0, told: false, counted: false });
    Object.assign(this, { undone: [], hint: null, asked: false });
    this.states.length = 1;
    this.answers.length = 1;
  }

  /** Goes on with a game that was kept. @param {Kept} kept */
  take({ made, again, hints, told, counted }) {
    const line = made.filter(({ undone }) => !undone);
    this.made = made;
    Object.assign(this, { hints, told, counted, undone: again.map((k) => made[k]) });
    for (const press of line) press.undone = true;
    for (const press of line) this.make(press);
  }

  // A press of a shortest answer leaves one press less: no press takes a board nearer by two.
  /** @param {number} count */
  nearer(count) {
    const [before, place] = [this.answers[count - 1], this.presses[count - 1]];
    if (!before?.served || !before.weight || !before.presses[place]) return null;
    const weight = before.weight - 1;
    const presses = before.presses.map((times, k) => times - Number(k === place));
    return /** @type {Answer} */ ({ ...before, weight, low: weight, high: weight, presses });
  }

  // Proves the state after `count` presses; returns whether the game still stands there.
  async settle(count = this.line.length) {
    const state = this.states[count];
    if (!this.answers[count]) {
      const answer = this.nearer(count) ?? await ask("solve", { shape: this.shape, state, cell: this.cellAt(count) });
      if (this.states[count] !== state) return false;
      this.answers[count] = answer;
    }
    const press = this.line[count - 1];
    if (press && press.good === undefined) {
      const [before, after] = [count - 1, count].map((k) => this.answers[k]?.weight);
      if (before !== undefined && after !== undefined) press.good = before > after;
    }
    return this.state === state;
  }
}
