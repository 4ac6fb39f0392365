// Three minutes: as many small boards as you can, each with no press too many.  The clock runs on
// while the page is closed.

import { bars, button, make, page } from "../elements.js";
import { today } from "../dates.js";
import { keep, kept } from "../kept.js";
import { counted, perfects } from "../play.js";
import { board } from "../solving/daily.js";
import { word } from "../words.js";

const MINUTES = 3;
const MOST_RUNS = 100;  // that are kept; the best of all is kept apart
const DRAWN = 20;  // of the last ones
/** @type {Rush | null} */ let run = null;  // of these three minutes
/** @type {boolean[] | null} */ let ended = null;  // the boards of the run that ended

/** @type {Fn.runs} */
const runs = () => kept("runs") ?? [];
/** @param {number} score */
const shapeAfter = (score) => {
  const n = score < 4 ? 3 : score < 10 ? 4 : 5;
  return { shape: board(n), least: Math.min(2 + Math.floor(score / 2), n === 4 ? 6 : 9) };
};

/** @type {Fn.goOn} */
function goOn({ ends, list }) {
  /** @param {boolean} perfect */
  const add = (perfect) => {
    list.push(perfect);
    keep("run", { ends, list });
  };
  const mine = run = {
    ends, list, left: () => Math.max(0, Math.ceil((ends - Date.now()) / 1000)),
    async next() {
      if (page.game?.rush === mine && !page.game.won) add(false);
      const { shape, least } = shapeAfter(perfects(list));
      await page.open({ shape, ...await page.ask("make", { shape, least }), rush: mine }, { replace: true });
    },
    async won(game) {
      add(game.perfect);
      await new Promise((resolve) => { setTimeout(resolve, 600); });  // the stars are seen
      if (mine.left() && page.game === game && game.won) await mine.next();
    },
  };
  const timer = setInterval(() => {
    if (run !== mine || !mine.left()) { clearInterval(timer); current(); } else if (page.game.rush === mine) page.show();
  }, 250);
  return mine;
}

// Returns the three minutes that are under way; those that are over are written down.
export function current() {
  const begun = run ?? kept("run");
  if (!begun?.list) return null;
  const mine = run ?? goOn(begun);
  if (mine.left()) return mine;
  const n = perfects(mine.list);
  [run, ended] = [null, mine.list];
  keep("run", null);
  keep("rush", Math.max(kept("rush") ?? 0, n));
  keep("runs", [...runs(), { on: today(new Date(mine.ends)), n }].slice(-MOST_RUNS));
  if (page.game?.rush === mine) page.step(() => page.openAddress(""), "rush", true);
  return null;
}

function start() {
  const mine = current() ?? goOn({ ends: Date.now() + MINUTES * 60_000, list: [] });
  keep("run", { ends: mine.ends, list: mine.list });
  page.step(() => page.openAddress("run"));
}

/** @type {View["open"]} */
export async function open(panel, head) {
  const going = current();
  const all = runs();
  const list = ended;
  ended = null;
  const best = kept("rush") ?? 0;
  const most = Math.max(1, ...all.map(({ n }) => n));
  const now = Math.max(0, ...all.filter(({ on }) => on === today()).map(({ n }) => n));
  head(list ? counted("rush.ended", perfects(list)) : word("rush.title"), word("rush.text", { n: best, today: now }));
  panel.replaceChildren(button(word(going ? "rush.goOn" : "rush.start"), start, { className: "main wide", id: "start-rush" }), make("p", {}, word("rush.rule")));
  if (list) panel.append(make("p", {}, list.map((perfect) => (perfect ? "🟡" : "⚪")).join("")));
  if (!all.length) return;
  panel.append(make("section", {}, make("h3", {}, word("rush.runs")), bars(all.slice(-DRAWN).map(({ on, n }) =>
    ({ share: n / most, label: `${on}: ${n}`, className: n === best ? "least" : "" })))));
}
