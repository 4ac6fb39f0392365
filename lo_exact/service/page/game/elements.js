// Elements in one call: make("button", {type: "button", onclick: f}, "words", child).

export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("aria-") || key === "role" || key.startsWith("data-")) element.setAttribute(key, value);
    else element[key] = value;
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

export const buttons = (...children) => make("div", { className: "buttons" }, ...children);
export const button = (words, onclick, properties = {}) => make("button", { type: "button", onclick, ...properties }, words);
