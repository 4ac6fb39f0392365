// What a view may ask of the page, and nothing else; main.js fills it in.

export const page = /** @type {Page} */ ({});
