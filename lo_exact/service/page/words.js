// All words of the page, one JSON table a language; whatever stands in HTML is replaced in place.

let words = {};
export let language = "en";
const listeners = [];

export const onLanguage = (listener) => listeners.push(listener);

// Returns a sentence with {name} replaced; a missing word shows its key, and a test looks for it.
export function word(key, values = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

// Like `word`, in the form for a number: key.one or key.
export function counted(key, number, values = {}) {
  const form = number === 1 && `${key}.one` in words ? `${key}.one` : key;
  return word(form, { n: number, ...values });
}

export async function setLanguage(name) {
  language = name === "ja" ? "ja" : "en";
  words = await (await fetch(new URL(`${language}.json`, import.meta.url))).json();
  document.documentElement.lang = language;
  document.title = word("title");
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = word(element.dataset.word);
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", word(element.dataset.label));
  }
  for (const listener of listeners) listener();
}

export function preferredLanguage() {
  const kept = localStorage.getItem("language");
  return kept || (navigator.language.startsWith("ja") ? "ja" : "en");
}
