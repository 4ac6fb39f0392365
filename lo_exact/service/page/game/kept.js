// What the browser keeps: a page in a private window or a frame may be without storage, and forgets.

/** @type {Record<string, string>} */ const memory = {};  // where nothing can be kept
export const isForgetful = () => Object.keys(memory).length > 0;

/** @param {string} key */
export function kept(key) { try { return JSON.parse(memory[key] ?? localStorage.getItem(`game.${key}`) ?? "null"); } catch { return null; } }
/** @type {Fn.keep} */
export function keep(key, value) {
  const text = JSON.stringify(value);
  try { localStorage.setItem(`game.${key}`, text); delete memory[key]; } catch { memory[key] = text; }
}
