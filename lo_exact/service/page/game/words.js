// The words of a language, a file of sentences, fetched before the other scripts.

import { data, every } from "./elements.js";
import { kept } from "./kept.js";

/** @type {Record<string, string>} */ let sentences = {};
export let language = "en";
/** @type {Record<string, Promise<any>>} */ const files = {};

export const wantedLanguage = () => kept("language") ?? (navigator.language.startsWith("ja") ? "ja" : "en");

/** @param {string} name */
const load = (name) => files[name] ??= data(`words/${name}.json`);
if (globalThis.location) load(wantedLanguage());

/** @type {Fn.word} */
export function word(key, values = {}) {
  return (sentences[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

// The sentence for a text that was refused: the first kind of fault of which the server's words speak.
/** @type {Fn.refused} */
export function refused({ line, detail }) {
  const kind = Object.keys(sentences).find((key) => key.startsWith("bad.") && detail.includes(key.slice(4))) ?? "";
  return word(kind, { line, detail: detail.replace(/^[\d:]+ /, "").replace(/[;,] [^;,]*--.*$/, "") });
}

/** @param {string} name */
export async function setLanguage(name) {
  language = name === "ja" ? "ja" : "en";
  sentences = await load(language);
  document.documentElement.lang = language;
  document.title = word("title");
  for (const element of every("[data-word]")) element.textContent = word(element.dataset.word ?? "");
  for (const element of every("[data-label]")) label(element);
}

/** @type {Fn.label} */
export function label(element, key = element.dataset.label ?? "") {
  element.dataset.label = key;
  element.ariaLabel = word(key);
  if (element.tagName === "BUTTON") element.title = word(key);
}

/** @type {Fn.dated} */
export const dated = (day, options) => new Intl.DateTimeFormat(language, { timeZone: "UTC", ...options }).format(new Date(day));
