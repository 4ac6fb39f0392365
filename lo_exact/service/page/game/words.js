// The words of a language: each is a file of sentences, and only the one that is wanted is loaded.

import { keep, kept } from "./kept.js";

let sentences = {};
export let language = "en";

export function word(key, values = {}) {
  return (sentences[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

export async function setLanguage(name) {
  language = name === "ja" ? "ja" : "en";
  sentences = await (await fetch(new URL(`words/${language}.json`, import.meta.url))).json();
  document.documentElement.lang = language;
  document.title = word("title");
  /** @type {(selector: string) => NodeListOf<HTMLElement>} */
  const every = (selector) => document.querySelectorAll(selector);
  for (const element of every("[data-word]")) element.textContent = word(element.dataset.word);
  for (const element of every("[data-label]")) {
    element.setAttribute("aria-label", word(element.dataset.label));
    if (element.tagName === "BUTTON") element.title = word(element.dataset.label);
  }
}

export const keepLanguage = (name) => keep("language", name);
export const wantedLanguage = () => kept("language") ?? (navigator.language.startsWith("ja") ? "ja" : "en");
