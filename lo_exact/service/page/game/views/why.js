// Why a number is the least: every set of presses that turns the board off; where they are many, how
// many have which count; too many: regions that each need a press; none: lights that tell why.

import { placeWords, thumbnail } from "../board.js";
import { bars, button, byId, choose, make, page } from "../elements.js";
import { counted, many } from "../play.js";
import { restOf } from "../solving/shapes.js";
import { word } from "../words.js";

const SHOWN = 16;  // more drawings than that nobody compares
/** @type {Picture} */ let shown = {};  // what the board shows
/** @type {HTMLElement} */ let panel;
/** @type {Head} */ let head;
/** @type {State} */ let state;  // which is asked about

export const picture = () => shown;
export const press = () => { page.say(word("draw.play.text")); return true; };
export const close = () => { shown = {}; };

/** @type {Fn.total} */
const total = (presses) => presses.reduce((sum, times) => sum + times, 0);
/** @type {Fn.text} */
const text = (key, values) => make("p", {}, word(key, values));

/** @param {Element} one */
const chosen = (one) => choose(panel.querySelectorAll("[aria-pressed]"), one);

/** @type {Fn.maps} */
function maps({ least, minima }) {
  const { game } = page;
  const dark = state.map(() => 0);
  /** @type {Fn.map} */
  const map = (name, question, drawn, text_, values) => button(word(`why.${name}`), async ({ currentTarget: button_ }) => {
    // pressed again, it gives the board back
    if (button_.ariaPressed === "true") { panel.querySelector("button")?.click(); return; }
    const found = await page.ask(question, { shape: game.shape, state, weight: least });
    if (page.game !== game || !panel.contains(button_)) return;
    head(null, word(found ? text_ : "why.much", values));
    if (!found) return;
    chosen(button_);
    shown = { state: dark, map: drawn(found) };
    page.show();
    byId("sentence").scrollIntoView({ block: "nearest" });  // of a phone's page the board is far up
  }, { ariaPressed: "false", className: "wide" });
  const often = map("often", "pressed", (counts) => ({
    glow: counts.map((count) => count / minima),
    labels: counts.map((count) => (!count ? "" : minima < 100 ? count : `${Math.round((100 * count) / minima)}%`)),
  }), "why.often.text", { minima: many(minima) });
  /** @type {Fn.gain} */
  const gain = (n) => (n === null ? 0 : Math.max(0, least - n));
  const change = map("change", "stepped", (after) => ({
    glow: after.map((n) => gain(n) / Math.max(1, ...after.map(gain))),
    labels: after.map((n) => (n === null ? "" : n === least ? "=" : n > least ? `+${n - least}` : `−${least - n}`)),
  }), "why.change.text", {});
  return make("div", { className: "maps" }, minima > 1 ? often : null, change);
}

// One answer as a card; a press on it lays its presses on the board.
/** @type {Fn.answerCard} */
function card(presses, least) {
  const count = total(presses);
  const { shape } = page.game;
  /** @param {any} given */
  const lay = ({ currentTarget }) => {
    chosen(currentTarget);
    shown = { state, presses };
    page.show();
  };
  return button("", lay, { className: count === least ? "answer least" : "answer", ariaPressed: String(shown.presses === presses) },
    thumbnail(shape, presses, "presses"),
    make("span", { className: "count" }, make("b", {}, String(count)), make("small", {}, ` ${count === least ? word("theLeast") : `+${count - least}`}`)));
}

/** @type {Fn.histogram} */
function histogram(counts, least) {
  const most = Math.max(...counts.map(([, sets]) => sets));
  const all = counts.map(([weight, sets]) =>
    ({ share: sets / most, label: counted("why.bar", sets, { n: weight, many: many(sets) }), className: weight === least ? "least" : "" }));
  const ends = make("p", { className: "ends", ariaHidden: "true" }, make("span", {}, word("presses", { n: counts[0][0] })), make("span", {}, word("presses", { n: counts.at(-1)?.[0] })));
  return [bars(all), ends];
}

/** @param {Optimal} answer */
async function everyAnswer(answer) {
  const { game } = page;
  if (game.shape.rule === "walk") {
    head(word("why.title", { n: answer.weight }), word("why.walk"));
    panel.replaceChildren(text("why.walked", { n: many(state.length * 2 ** state.length) }));
    return;
  }
  head(word("why.title", { n: answer.weight }), word("working"));
  const { counts, sets } = await page.ask("every", { shape: game.shape, state });
  if (page.game !== game) return;
  const least = answer.weight;
  const sum = counts.reduce((all, [, sets_]) => all + sets_, 0);
  const few = sum <= SHOWN;
  const first = few ? sets[0] : answer.presses;
  shown = { state, presses: first };
  head(word("why.title", { n: least }), word(!few ? "why.counted" : sum > 1 ? "why.sets" : "why.one", { n: many(sum), least, minima: many(counts[0][1]) }));
  const cards = make("div", { className: "answers" }, ...(few ? sets : [first]).map((presses) => card(presses, least)));
  panel.replaceChildren(...(few ? [cards, text(sum > 1 ? "why.quiet" : "why.alone", { n: least })] : [...histogram(counts, least), cards]),
    maps({ least, minima: counts[0][1] }));
}

/** @param {Large} answer */
function fromServer(answer) {
  const { low, high, presses } = answer;
  shown = { state, presses };
  const proved = low === high;
  head(proved ? word("why.title", { n: low }) : `${low}–${high}`, word(proved ? "why.served" : "why.unserved", { low, high }));
  panel.replaceChildren(make("div", { className: "answers" }, card(presses, proved ? high : -1)),
    ...(proved ? [] : [toSolver()]));
}

const toSolver = () => button(word("why.form"), () => page.goTo("solve"), { className: "wide" });

/** @param {Large} answer */
function tooMany(answer) {
  if (answer.served) { fromServer(answer); return; }
  const { shape } = page.game;
  /** @type {number[]} */ const marks = [];
  const middles = new Set(answer.regions.map(({ middle }) => middle));
  answer.regions.forEach(({ buttons }, k) => { for (const at of buttons) marks[at] = k + 1; });
  shown = { state, regions: { marks, middles } };
  head(word("why.large", { n: answer.low }), word("why.regions", { n: answer.regions.length }));
  const parts = [text(shape.colours > 2 ? "why.largeMany" : "why.largeText", { low: answer.low }), text("why.largeHigh", { low: answer.low, high: answer.high })];
  panel.replaceChildren(...parts, page.hasServer() ? toSolver()
    : text("why.noServer", { n: many(answer.solutions) }));
}

/** @param {Amounts} witness */
async function impossible(witness) {
  const { shape } = page.game;
  const c = shape.colours;
  shown = { state, witness };
  head(word("why.impossible"), word("why.look"));
  const marked = witness.filter(Boolean).length;
  const rest = witness.reduce((sum, times, at) => sum + times * (restOf(shape, state)[at] ?? 0), 0) % c;
  const on = witness.filter((mark, at) => mark && state[at]).length;
  /** @type {[any, string][]} */
  const rows = c === 2 ? [[marked, "why.marked"], [word("why.even"), "why.switched"], [on, "why.now"]]
    : [[marked, "why.marked"], [rest, "why.rest"]];
  const list = make("dl", { className: "reasons" }, ...rows.flatMap(([number, key]) => [make("dt", {}, String(number)), make("dd", {}, word(key))]));
  const { place, value } = await page.ask("mend", { shape, state });
  panel.replaceChildren(text(c === 2 ? "why.odd" : "why.sum", { c }), list, ...(place === undefined ? [] : [button(word("why.mend"), async () => {
    const mended = [...state];
    mended[place] = value ?? null;
    const where = placeWords(place);
    await page.step(() => page.open({ shape, state: mended }));
    page.say(word("why.mended", { place: where }));
  }, { className: "wide" })]));
}

/** @type {View["open"]} */
export async function open(panel_, head_) {
  const { game } = page;
  [panel, head] = [panel_, head_];
  await game.settle();
  state = game.table;
  const answer = game.proof;
  panel.replaceChildren();
  if (!answer) return;
  shown = { state, cell: game.cellAt(game.won ? 0 : game.presses.length) ?? null };
  if (answer.status === "infeasible") await impossible(answer.witness ?? []);
  else if (answer.status === "unsolved") {
    head(word("why.tooMuch"), word("unsolved"));
    panel.replaceChildren(toSolver());
  } else if (answer.status === "large") tooMany(answer);
  else if (!answer.weight) head(word("why.off"), word("why.offText"));
  else await everyAnswer(answer);
}
