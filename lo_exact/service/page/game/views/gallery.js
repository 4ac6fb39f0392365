// Boards to choose from: the classic toys and some that are worth a look, each with its own address.

import { addressed } from "../address.js";
import { thumbnail } from "../board.js";
import { make } from "../elements.js";
import { word } from "../words.js";

/** @param {number} n */
const ones = (n) => "1".repeat(n);
const BOARDS = {
  classic: `5,5,2,plus,plane,${ones(25)}`,
  mini: "4,4,2,plus,torus,0110100110010110",
  deluxe: `6,6,2,plus,plane,${ones(36)}`,
  colours: "5,5,3,plus,plane,1111112221122211222111111",
  cube: `9,12,2,cube,plane,${ones(54)}`,
  merlin: "3,3,2,merlin,plane,111101111",
  hex: `6,6,2,hex,plane,${ones(36)}`,
  knight: `5,5,2,knight,plane,${ones(25)}`,
  lines: `4,4,3,row+column,plane,${ones(16)}`,
  nine: `9,9,2,plus,plane,${ones(81)}`,
  klein: `6,6,2,plus,klein,${ones(36)}`,
  walk: "walk=3,4,S....##.....",
  twelve: `12,12,2,plus,torus,${ones(144)}`,
};

export function gallery() {
  return make("div", { className: "gallery" }, ...Object.entries(BOARDS).map(([name, board]) => {
    const picture = make("span", { className: "thumbnail" });
    addressed(board).then((/** @type {Board} */ { shape, state }) => picture.replaceWith(thumbnail(shape, state)));
    return make("a", { href: `#${board}` }, picture,
      make("span", {}, make("b", {}, word(`gallery.${name}`)), make("small", {}, word(`gallery.${name}.text`))));
  }));
}
