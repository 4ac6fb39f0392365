// Boards to choose from: the classic toys and some that are worth a look, each with its own address.

import { addressed } from "../address.js";
import { thumbnail } from "../board.js";
import { make } from "../elements.js";
import { word } from "../words.js";

export async function gallery() {
  /** @type {Record<string, string>} */ const boards = await (await fetch(new URL("../gallery.json", import.meta.url))).json();
  return make("div", { className: "gallery" }, ...Object.entries(boards).map(([name, board]) => {
    const picture = make("span", { className: "thumbnail" });
    addressed(board).then((/** @type {Board} */ { shape, state }) => picture.replaceWith(thumbnail(shape, state)));
    return make("a", { href: `#${board}` }, picture,
      make("span", {}, make("b", {}, word(`gallery.${name}`)), make("small", {}, word(`gallery.${name}.text`))));
  }));
}
