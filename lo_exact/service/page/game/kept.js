// What the browser keeps: a page in a private window or a frame may be without storage, and forgets.

export function kept(key) { try { return JSON.parse(localStorage.getItem(`game.${key}`)); } catch { return null; } }
export function keep(key, value) {
  try { localStorage.setItem(`game.${key}`, JSON.stringify(value)); } catch { /* forgets */ }
}
