// Elements in one call: make("button", {type: "button", onclick: f}, "words", child).

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {Record<string, any>} properties @param {...Child} children
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

/** @param {...Child} children */
export const buttons = (...children) => make("div", { className: "buttons" }, ...children);
/** @param {string} words @param {((event: any) => any) | null} onclick */
export const button = (words, onclick, properties = {}) => make("button", { type: "button", onclick, ...properties }, words);
