// Three minutes: as many small boards as you can, each with no press too many.

import { button, make } from "../elements.js";
import { keep, kept } from "../kept.js";
import { word } from "../words.js";

const MINUTES = 3;
/** @type {Rush} */ let run = null;           // of these three minutes
let last = null;          // the score of the run that ended

const best = () => kept("rush") ?? 0;
const shapeAfter = (score) => {
  const n = score < 4 ? 3 : score < 10 ? 4 : 5;
  return { shape: { rows: n, columns: n, colours: 2, rule: "plus", surface: "plane" }, least: Math.min(2 + Math.floor(score / 2), n === 4 ? 6 : 9) };
};

async function next(page) {
  if (!run) return;
  const { shape, least } = shapeAfter(run.score);
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  await page.open({ shape, ...await page.ask("make", { shape, least, seed }), rush: run }, { replace: true });
}

function end(page) {
  clearInterval(run.timer);
  last = run.score;
  keep("rush", Math.max(best(), last));
  const { game } = page;
  if (game.rush === run) { run = null; page.goTo("days"); } else run = null;
}

async function start(page) {
  run = { ends: Date.now() + MINUTES * 60_000, score: 0, timer: 0 };
  run.left = () => Math.max(0, Math.ceil((run.ends - Date.now()) / 1000));
  run.next = () => next(page);
  run.won = async (game) => {
    if (game.perfect) run.score += 1;
    await new Promise((resolve) => setTimeout(resolve, 600));      // the stars are seen
    if (run && page.game === game) next(page);
  };
  await next(page);
  await page.goTo("play");
  run.timer = setInterval(() => {
    if (page.game.rush !== run || !run.left()) end(page); else page.show();
  }, 250);
}

export async function show(page, panel, head) {
  head(last === null ? word("rush.title") : word("rush.ended", { n: last }), word("rush.text", { n: best() }));
  last = null;
  panel.append(button(word("rush.start"), () => start(page), { className: "main wide", id: "start-rush" }), make("p", {}, word("rush.rule")));
}
