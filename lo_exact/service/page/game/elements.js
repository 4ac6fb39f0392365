// Elements in one call: make("button", {type: "button", onclick: f}, "words", child).

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {Properties} properties @param {...Child} children
 */
export function make(name, properties = {}, ...children) {
  /** @type {any} */ const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("aria-") || key === "role" || key.startsWith("data-")) element.setAttribute(key, value);
    else element[key] = value;
  }
  element.append(...children.filter((child) => child !== null));
  return /** @type {HTMLElementTagNameMap[Name]} */ (element);
}

// Parts of the page that are always there.
/** @type {<K extends string>(id: K) => K extends keyof Parts ? Parts[K] : HTMLButtonElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return /** @type {any} */ (found);
}
/** @type {(selector: string) => HTMLButtonElement[]} */
export const every = (selector) => [.../** @type {any} */ (document.querySelectorAll(selector))];

/** @type {Fn.buttons} */
export const buttons = (...children) => make("div", { className: "buttons" }, ...children);
/** @type {(words: string, onclick: Act | null, properties?: Properties) => HTMLButtonElement} */
export const button = (words, onclick, properties = {}) => make("button", { type: "button", onclick, ...properties }, words);

// Of several buttons one is pressed.
/** @type {Fn.choose} */
export function choose(all, one) {
  for (const other of all) other.setAttribute("aria-pressed", String(other === one));
}
