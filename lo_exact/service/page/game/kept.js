// What the browser keeps: a page in a private window or a frame may be without storage, and forgets.

/** @param {string} key */
export function kept(key) { try { return JSON.parse(localStorage.getItem(`game.${key}`) ?? "null"); } catch { return null; } }
/** @type {Fn.keep} */
export function keep(key, value) {
  try { localStorage.setItem(`game.${key}`, JSON.stringify(value)); } catch { /* forgets */ }
}
