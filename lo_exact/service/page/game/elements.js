// Elements in one call: make("button", {type: "button", onclick: f}, "words", child).

/** @type {Fn.assign} */
export function assign(element, properties) {
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("--")) element.style.setProperty(key, value);
    else if (key.startsWith("data-")) element.setAttribute(key, value);
    else element[key] = value;
  }
}

/** @type {Fn.make} */
export function make(name, properties, ...children) {
  const element = document.createElement(name);
  assign(element, properties);
  element.append(...children.filter((child) => child !== null));
  return element;
}

// What a view may ask of the page, and nothing else; main.js fills it in.
export const page = /** @type {Page} */ ({});

// Parts of the page that are always there.
/** @type {Fn.byId} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return /** @type {any} */ (found);
}
/** @type {Fn.every} */
export const every = (selector) => [.../** @type {any} */ (document.querySelectorAll(selector))];

/** @type {Fn.buttons} */
export const buttons = (...children) => make("div", { className: "buttons" }, ...children);
/** @type {Fn.button} */
export const button = (words, onclick, properties, ...children) => make("button", { type: "button", onclick, ...properties }, words, ...children);

/** @type {Fn.data} */
export const data = async (name) => (await fetch(new URL(name, import.meta.url))).json();

// Of several buttons one is pressed.
/** @type {Fn.choose} */
export function choose(all, one) {
  for (const other of all) other.ariaPressed = String(other === one);
}

// Builds again what has the focus, which may move meanwhile; selects what is there then.
/** @type {Fn.again} */
export async function again(box, build) {
  let at = -1;
  /** @type {() => any[]} */ const all = () => [...box.querySelectorAll("button, input, select")];
  const look = () => { at = all().indexOf(document.activeElement); };
  look();
  box.addEventListener("focusin", look);
  await build();
  box.removeEventListener("focusin", look);
  const now = all()[at];
  if (now === document.activeElement) return;
  now?.focus();
  now?.select?.();
}

// A bar for each number: its share of the largest, and what it says.
/** @type {Fn.bars} */
export const bars = (all) => make("ol", { className: "histogram" }, ...all.map(({ share, label, className = "" }) =>
  make("li", { className, title: label, "--height": share }, make("span", { className: "hidden" }, label))));
