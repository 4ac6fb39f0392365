"use strict";
// The search of the theme finds pages with any of the words.  Here all words are required, and each
// may be the beginning of a longer one; where no page has them all, the theme's own search answers.
(() => {
  const QUERY = 2, RESULT = 3; // types of the theme's messages
  const SMALL = new Set( // what the index leaves out
    ("a able about across after all almost also am among an and any are as at be because been but by can cannot " +
    "could dear did do does either else ever every for from get got had has have he her hers him his how however " +
    "i if in into is it its just least let like likely may me might most must my neither no nor not of off often " +
    "on only or other our own rather said say says she should since so some than that the their them then there " +
    "these they this tis to too twas us wants was we were what when where which while who whom why will with " +
    "would yet you your").split(" "));
  const stem = (word) => word.replace(word.length > 5 ? /(ing|ed|es|s|e)$/ : word.length > 3 ? /s$/ : /$/, "");
  const Theirs = window.Worker;
  const required = (text) => {
    // sizes are one word in the index, "God's" is found as "God"
    const plain = text.trim().toLowerCase().replace(/(\d) x (?=\d)/g, "$1x").replace(/['\u2019]s?(?= |$)/g, "");
    const words = plain.split(/\s+/).filter((word) => !SMALL.has(word));
    if ((words.length < 2 && plain === text) || !words.every((word) => /^[a-z0-9-]{2,}$/.test(word))) return text;
    return words.map((word) => `+${stem(word)}*`).join(" ");
  };
  window.Worker = class extends Theirs {
    constructor(...given) {
      super(...given);
      let asked = null;
      this.addEventListener("message", (event) => {
        if (event.data.type !== RESULT || asked === null || event.data.data.items.length) return;
        event.stopImmediatePropagation();
        super.postMessage({ ...asked });
        asked = null;
      });
      this.postMessage = (message, ...rest) => {
        const all = message.type === QUERY ? required(message.data) : null;
        asked = all !== null && all !== message.data ? message : null;
        super.postMessage(asked ? { ...message, data: all } : message, ...rest);
      };
    }
  };
})();
