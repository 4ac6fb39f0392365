// Light chasing on the board: run, stopped at each row, back, at the speed that is wanted.

import { chase, chaseable } from "../solving/chase.js";
import { heat } from "../board.js";
import { button, buttons, make, page } from "../elements.js";
import { word } from "../words.js";

/** @type {Chasing | null} */ let run = null;
let speed = 5;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export function picture() {
  if (!run) return { state: page.game.start };
  const { outcome, start, at } = run;
  const step = outcome.steps[at];
  const next = outcome.steps[at + 1];
  const { columns } = page.game.shape;
  const rows = step && step.stage !== 1 ? [step.row, step.row + 1] : null;
  return {
    state: step?.state ?? start, hint: next?.place ?? null,
    dim: rows && (step.place !== null || next) ? (/** @type {number} */ place) => !rows.includes(Math.floor(place / columns)) : null,
  };
}

export function close() {
  clearTimeout(run?.timer);
  run = null;
}

/** @type {Fn.row} */
function row(values, colours) {
  const squares = make("span", { className: "row", role: "img", ariaLabel: values.join(" ") });
  for (const value of values) {
    const square = make("i", { className: value ? "lit" : "" }, colours > 2 ? String(value) : "");
    if (value && colours > 2) square.style.background = heat(value, colours).colour;
    squares.append(square);
  }
  return squares;
}

/** @type {Fn.spokenStep} */
function spokenStep({ outcome, at }) {
  const step = outcome.steps[at];
  if (!step) return word("hand.start");
  const n = outcome.steps.slice(0, at + 1).filter(({ place }) => place !== null).length;
  if (at === outcome.steps.length - 1) {
    const least = page.game.proof?.weight;
    return outcome.ends === "never" ? word("hand.stop") : least === undefined ? word("hand.end", { n }) : word("hand.endLeast", { n, least });
  }
  if (step.stage === 1) return word("hand.read");
  return step.stage === 2 ? word("hand.first") : word("hand.chased", { r: step.row + 1, s: step.row + 2 });
}

/** @type {View["open"]} */
export async function open(panel, head) {
  const { game } = page;
  const { shape } = game;
  const title = word("hand.title");
  const { table: start } = game;
  const refused = !chaseable(shape) ? "hand.none" : !start.some(Boolean) ? "hand.off" : null;
  if (refused) { panel.replaceChildren(make("p", {}, word(refused))); head(title, ""); return; }
  /** @param {State} state */
  const finish = async (state) => (await page.ask("solve", { shape, state })).presses ?? null;
  const outcome = await chase(shape, game.all, start, finish);
  if (page.game !== game) return;
  const mine = run = { outcome, start, at: -1, timer: 0 };
  const last = outcome.steps.length - 1;

  const go = button(word("hand.go"), () => { if (mine.timer) stop(); else { if (mine.at === last) mine.at = -1; tick(); } }, { className: "main" });
  const next = button(word("hand.next"), () => { stop(); toRow(1); });
  const back = button(word("hand.back"), () => { stop(); toRow(-1); });
  const slider = make("input", { type: "range", min: 1, max: 10, value: speed, ariaLabel: word("hand.speed"), oninput: ({ target }) => { speed = Number(target.value); } });
  /** @type {Child[][]} */ const stages = [[word("hand.1")]];
  if (outcome.ends === "once") stages.push([word("hand.1only")]);
  else {
    stages.push([word("hand.2"), " ", row(outcome.last, shape.colours)]);
    if (outcome.ends === "never") stages.push([word("hand.fail")]);
    else stages.push([word("hand.3"), " ", row(outcome.first ?? [], shape.colours)], [word("hand.4")]);
  }
  const list = make("ol", { className: "stages" }, ...stages.map((parts) => make("li", {}, ...parts)));
  panel.replaceChildren(buttons(go, next, back),
    make("label", { className: "speed" }, make("span", {}, word("hand.slow")), slider, make("span", {}, word("hand.fast"))), list);

  function stop() {
    clearTimeout(mine.timer);
    mine.timer = 0;
    go.textContent = word("hand.go");
  }
  function tick() {
    mine.at += 1;
    update();
    if (mine.at >= last) { stop(); return; }
    go.textContent = word("hand.pause");
    const rest = outcome.steps[mine.at].place === null ? 2 : 1;  // a row's end is looked at longer
    mine.timer = setTimeout(tick, (calm.matches ? 2 : 1) * rest * 1600 / (speed + 1));
  }
  /** @param {number} way */
  function toRow(way) {
    do mine.at += way; while (mine.at > -1 && mine.at < last && outcome.steps[mine.at].place !== null);
    mine.at = Math.min(last, Math.max(-1, mine.at));
    update();
  }
  function update() {
    const step = outcome.steps[mine.at];
    const stage = step ? (outcome.ends === "once" && mine.at === last ? 1 : step.stage) : 0;
    [...list.children].forEach((item, k) => {
      item.className = k < stage ? "past" : k === stage ? "now" : "";
      item.ariaCurrent = k === stage ? "step" : null;
    });
    back.disabled = mine.at < 0;
    next.disabled = mine.at >= last;
    if (!step || step.place === null) { const text = spokenStep(mine); page.say(text); }
    page.show();
  }
  head(title, word("hand.start"));
  update();
}
