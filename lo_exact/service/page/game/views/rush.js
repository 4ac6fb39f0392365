// Three minutes: as many small boards as you can, each with no press too many.

import { button, make } from "../elements.js";
import { keep, kept } from "../kept.js";
import { page } from "../page.js";
import { word } from "../words.js";

const MINUTES = 3;
/** @type {Rush | null} */ let run = null;  // of these three minutes
/** @type {number | null} */ let last = null;  // the score of the run that ended

const best = () => kept("rush") ?? 0;
/** @param {number} score */
const shapeAfter = (score) => {
  const n = score < 4 ? 3 : score < 10 ? 4 : 5;
  return { shape: { rows: n, columns: n, colours: 2, rule: "plus", surface: "plane" }, least: Math.min(2 + Math.floor(score / 2), n === 4 ? 6 : 9) };
};

async function next() {
  if (!run) return;
  const { shape, least } = shapeAfter(run.score);
  await page.open({ shape, ...await page.ask("make", { shape, least }), rush: run }, { replace: true });
}

/** @param {Rush} mine */
function end(mine) {
  clearInterval(mine.timer);
  last = mine.score;
  keep("rush", Math.max(best(), last));
  run = null;
  if (page.game.rush === mine) page.goTo("days");
}

async function start() {
  const ends = Date.now() + MINUTES * 60_000;
  /** @type {Rush} */
  const mine = run = {
    score: 0, timer: 0, next, left: () => Math.max(0, Math.ceil((ends - Date.now()) / 1000)),
    won: async (game) => {
      if (game.perfect) mine.score += 1;
      await new Promise((resolve) => setTimeout(resolve, 600));  // the stars are seen
      if (run && page.game === game) next();
    },
  };
  await next();
  await page.goTo("play");
  mine.timer = setInterval(() => {
    if (page.game.rush !== mine || !mine.left()) end(mine); else page.show();
  }, 250);
}

/** @type {View["open"]} */
export async function show(panel, head) {
  head(last === null ? word("rush.title") : word("rush.ended", { n: last }), word("rush.text", { n: best() }));
  last = null;
  panel.append(button(word("rush.start"), () => start(), { className: "main wide", id: "start-rush" }), make("p", {}, word("rush.rule")));
}
