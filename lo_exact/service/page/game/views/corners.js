// A picture that was not read by itself: two corners are dragged around the board in it.

import { button, make } from "../elements.js";
import { word } from "../words.js";
import { boardBetween } from "./picture.js";

/** @type {Record<string, number[]>} */
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STEP = 0.005;  // of the picture's width or height, a key

// Returns the picture with its corners; calls use({rows, columns, state}).
/** @type {Fn.corners} */
export function corners(image, use) {
  /** @type {Record<string, number>} */ const at = { left: 0.1, top: 0.1, right: 0.9, bottom: 0.9 };
  const canvas = make("canvas", { width: image.width, height: image.height });
  canvas.getContext("2d")?.putImageData(image, 0, 0);
  /** @type {Fn.putSide} */
  const put = (side, share) => {
    at[side] = Math.min(1, Math.max(0, share));
    figure.style.setProperty(`--${side}`, `${100 * at[side]}%`);
  };
  /** @type {Fn.handle} */
  const handle = (across, down) => {
    const corner = button("", null, { className: `corner ${across}`, ariaLabel: word(`corners.${across}`) });
    corner.onpointerdown = ({ pointerId }) => corner.setPointerCapture(pointerId);
    corner.onpointermove = ({ clientX, clientY, pointerId }) => {
      const { left, top, width, height } = canvas.getBoundingClientRect();
      if (!corner.hasPointerCapture(pointerId)) return;
      put(across, (clientX - left) / width);
      put(down, (clientY - top) / height);
    };
    corner.onkeydown = (event) => {
      const [x, y] = KEYS[event.key] ?? [0, 0];
      if (x || y) event.preventDefault();
      put(across, at[across] + x * STEP);
      put(down, at[down] + y * STEP);
    };
    return corner;
  };
  const figure = make("figure", { className: "corners" }, canvas, make("i", {}), handle("left", "top"), handle("right", "bottom"));
  for (const side of Object.keys(at)) put(side, at[side]);
  const [rows, columns] = ["rows", "columns"].map((name) => make("input", { type: "number", min: 1, max: 50, value: 5,
    ariaLabel: word(`set.${name}`), oninput: ({ target }) => figure.style.setProperty(`--${name}`, target.value) }));
  const read = () => {
    const [{ width, height }, many, across] = [image, Number(rows.value), Number(columns.value)];
    if (!(many >= 1 && across >= 1 && at.left < at.right && at.top < at.bottom)) return;
    use(boardBetween(image, { left: at.left * width, right: at.right * width, top: at.top * height, bottom: at.bottom * height }, many, across));
  };
  return make("div", {}, figure, make("div", { className: "asking" }, rows, make("span", {}, "×"), columns, button(word("corners.read"), read)));
}
