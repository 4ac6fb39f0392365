// A worksheet: six boards on one page of paper, their answers on the next.

import { thumbnail } from "../board.js";
import { make, page } from "../elements.js";
import { word } from "../words.js";

const BOARDS = 6;

/** @type {Fn.printSheet} */
export async function printSheet(shape, minima) {
  /** @type {Replies["make"][]} */ const boards = [];
  for (let k = 0; k < BOARDS; k++) {
    const least = minima.length ? minima[Math.floor((k * minima.length) / BOARDS)] : null;
    boards.push(await page.ask("make", { shape, least }));
  }
  /** @type {Fn.boxes} */
  const boxes = (draw) => make("div", { className: "boards" }, ...boards.map((board, k) => make("figure", {}, ...draw(board, k))));
  const sheet = make("section", { id: "sheet" },
    make("h2", {}, word("sheet.title", { rule: word(shape.rule), surface: word(shape.surface) })),
    boxes(({ state }, k) => [thumbnail(shape, state, "paper-lights"), make("figcaption", {}, String(k + 1))]),
    make("h2", { className: "second" }, word("sheet.answers")),
    boxes(({ answer }, k) => [thumbnail(shape, answer.presses ?? [], "presses"),
      make("figcaption", {}, answer.weight === undefined ? String(k + 1) : word("sheet.least", { k: k + 1, n: answer.weight }))]));
  document.getElementById("sheet")?.remove();
  document.body.append(sheet);
  document.body.classList.add("sheeted");
  const away = () => { sheet.remove(); document.body.classList.remove("sheeted"); };
  addEventListener("afterprint", away, { once: true });
  print();
}
