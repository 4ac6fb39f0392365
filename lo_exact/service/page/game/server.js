// Talking to the server: JSON, and a token where one is wanted.

import { button, make } from "./elements.js";
import { word } from "./words.js";

// Where the server's own / is: behind a proxy it may be a folder.
const BASE = new URL("./", import.meta.url).pathname;

// The server's own links may have the folder already.
/** @param {string} path */
const here = (path) => (path.startsWith(BASE) ? path : BASE + path.slice(1));

let token = "";
try { token = sessionStorage.getItem("token") ?? ""; } catch { /* asked for again */ }

// this window among those that ask: one that stops waiting must not stop the others' answer
const asker = [...crypto.getRandomValues(new Uint32Array(3))].map((n) => n.toString(36)).join("");

let asking = null;  // one dialog, however many wait for the token

function askForToken() {
  asking ??= new Promise((/** @type {(done: void) => void} */ resolve) => {
    const field = make("input", { id: "token-value", type: "password", autocomplete: "off" });
    const form = make("form", { method: "dialog" }, make("label", {}, word("token"), field),
      button(word("ok"), null, { type: "submit", className: "main" }));
    const dialog = make("dialog", { id: "token" }, form);
    dialog.addEventListener("close", () => {
      token = field.value;
      try { sessionStorage.setItem("token", token); } catch { /* asked for again */ }
      asking = null;
      dialog.remove();
      resolve();
    }, { once: true });
    document.body.append(dialog);
    dialog.showModal();
  });
  return asking;
}

/** @type {Fn.ask} */
export async function ask(method, path, body, signal) {
  for (;;) {
    /** @type {Record<string, string>} */ const headers = { "Lo-Exact-Asker": asker };
    if (token) headers.Authorization = `Bearer ${token}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const answer = await fetch(here(path), { method, headers, body: JSON.stringify(body), signal });
    if (answer.status !== 401) return answer;
    await askForToken();
  }
}

// Returns the JSON of an answer; a problem is thrown as an Error that carries it.
/** @type {Fn.json} */
export async function json(method, path, body, signal) {
  const answer = await ask(method, path, body, signal);
  const value = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(value.detail), { problem: value });
  return value;
}

/** @param {string} path */
export async function file(path) {
  const answer = await ask("GET", path);
  if (!answer.ok) throw new Error((await answer.json()).detail);
  return answer.blob();
}

// Asks for a job until it has ended; `lost(true)` while the server is away.
/** @type {Fn.follow} */
export async function follow(path, told, lost, signal) {
  for (let wait = 200; ; wait = Math.min(1.5 * wait, 2000)) {
    await new Promise((resolve) => { setTimeout(resolve, wait); });
    if (signal.aborted) return null;
    try {
      const job = await json("GET", path, undefined, signal);
      lost(false);
      if (job.state !== "queued" && job.state !== "running") return job;
      told(job);
    } catch (/** @type {any} */ error) {
      if (signal.aborted) return null;
      if (error.problem?.status < 500) throw error;
      lost(true);
    }
  }
}
