// Sixty levels, each with its proved minimum: three stars for no press too many.

import { button, choose, data, make, page } from "../elements.js";
import { keep, kept } from "../kept.js";
import { counted } from "../play.js";
import { upTo } from "../solving/shapes.js";
import { word } from "../words.js";

export const CHAPTER = 10;
/** @type {number} */ let chapter;
/** @type {[string, number][]} */ let levels;

// Returns [[address, least]] of all levels.
export async function all() {
  levels ??= await data("levels.json");
  return levels;
}

const stars = () => kept("stars") ?? {};

/** @param {Position} game */
export function keepStars(game) {
  const known = stars();
  const rung = game.rung ?? 0;
  keep("stars", { ...known, [rung]: Math.max(known[rung] ?? 0, game.stars) });
  const solved = kept("rungs") ?? {};
  const { n = Infinity, runs = 0 } = solved[rung] ?? {};
  keep("rungs", { ...solved, [rung]: { n: Math.min(n, game.made.length), runs: runs + 1 } });
  if (runs) game.before = { n, runs: runs + 1 };
}

/** @type {View["open"]} */
export async function open(panel, head) {
  const known = stars();
  const rungs = await all();
  const sum = Object.values(known).reduce((total, n) => total + n, 0);
  const next = rungs.findIndex((_, k) => !known[k]);
  chapter ??= Math.floor(Math.max(0, page.game.rung ?? next) / CHAPTER);
  head(word("ladder"), word("ladder.text", { n: sum, all: 3 * rungs.length }));
  const count = Math.ceil(rungs.length / CHAPTER);
  const parts = upTo(count).map((k) => {
    const turn = () => { chapter = k; list(); };
    const got = upTo(CHAPTER).reduce((sum_, at) => sum_ + (known[k * CHAPTER + at] ?? 0), 0);
    return button(`${word(`ladder.${k + 1}`)} `, turn, {}, make("small", {}, `${got}/${3 * CHAPTER}`));
  });
  /** @param {number} rung */
  const turnTo = (rung) => page.step(() => page.openAddress(`level=${rung + 1}`));
  const box = make("div", { className: "rungs" });
  const text = make("p", {});
  function list() {
    choose(parts, parts[chapter]);
    text.textContent = word(chapter === count - 1 ? "ladder.hardest" : "ladder.rule");
    box.replaceChildren(...rungs.slice(chapter * CHAPTER, (chapter + 1) * CHAPTER).map(([address, least], k) => {
      const rung = chapter * CHAPTER + k;
      const [rows, columns] = address.split(",");
      const got = known[rung] ?? 0;
      const said = `${word("ladder.level", { n: rung + 1 })}, ${rows} × ${columns}, ${counted("presses", least)}, ${got} ★`;
      return button("", () => turnTo(rung), { ariaLabel: said }, make("b", {}, String(rung + 1)), make("small", {}, `${rows} × ${columns}`),
        make("small", { className: "stars" }, "★".repeat(got) + "☆".repeat(3 - got)));
    }));
  }
  list();
  panel.replaceChildren(next < 0 ? "" : button(word("ladder.next", { n: next + 1 }), () => turnTo(next), { className: "main wide" }),
    make("div", { className: "buttons chapters" }, ...parts), text, box);
}
