// Talking to the server: JSON, a token where one is wanted, and a stream that finds its way back.

import { word } from "./words.js";

// Where the server's own / is: behind a proxy it may be a folder.
const BASE = new URL("../", import.meta.url).pathname;

// Returns the address of a path of the server; its links may have the folder already.
export const here = (path) => path.startsWith(BASE) ? path : BASE + path.slice(1);

let token = sessionStorage.getItem("token") || "";

// this window among those that ask: one that stops waiting must not stop the others' answer
const asker = [...crypto.getRandomValues(new Uint32Array(3))].map((n) => n.toString(36)).join("");

// A page without the dialog gets one.
function tokenDialog() {
  let dialog = document.getElementById("token");
  if (!dialog) {
    dialog = document.createElement("dialog");
    dialog.id = "token";
    const form = Object.assign(document.createElement("form"), { method: "dialog" });
    const label = Object.assign(document.createElement("label"), { className: "block" });
    const field = Object.assign(document.createElement("input"), {
      id: "token-value", type: "password", autocomplete: "off",
    });
    label.append(word("token"), " ", field);
    form.append(label, Object.assign(document.createElement("button"), { textContent: word("ok") }));
    dialog.append(form);
    document.body.append(dialog);
  }
  return dialog;
}

let asking = null;        // one dialog, however many wait for the token

function askForToken() {
  asking ??= new Promise((resolve) => {
    const dialog = tokenDialog();
    const field = document.getElementById("token-value");
    dialog.addEventListener("close", () => {
      token = field.value;
      field.value = "";
      sessionStorage.setItem("token", token);
      asking = null;
      resolve();
    }, { once: true });
    dialog.showModal();
  });
  return asking;
}

export async function ask(method, path, body, { headers = {}, signal } = {}) {
  for (;;) {
    const all = { ...headers, "Lo-Exact-Asker": asker };
    if (token) all.Authorization = `Bearer ${token}`;
    if (body !== undefined) all["Content-Type"] = "application/json";
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answer = await fetch(here(path), { method, headers: all, body: text, signal });
    if (answer.status !== 401) return answer;
    await askForToken();
  }
}

// Returns the JSON of an answer; a problem is thrown as an Error that carries it.
export async function json(method, path, body, options) {
  const answer = await ask(method, path, body, options);
  const value = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(value.detail), { problem: value });
  return value;
}

// Returns an address of this window for a file that may want the token.
export async function blobUrl(path) {
  const answer = await ask("GET", path);
  if (!answer.ok) throw new Error((await answer.json()).detail);
  return URL.createObjectURL(await answer.blob());
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// Calls `told` for every event of a job until it ends; `lost(true)` while the server is away.
export async function follow(path, told, lost, signal) {
  let last = 0;
  let wait = 300;
  while (!signal.aborted) {
    try {
      const answer = await ask("GET", path, undefined, {
        headers: { Accept: "application/x-ndjson", "Last-Event-ID": String(last) }, signal,
      });
      if (answer.status === 404) throw Object.assign(new Error("gone"), { final: true });
      if (!answer.ok) throw new Error(String(answer.status));
      lost(false);
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        const lines = (rest + value).split("\n");
        rest = lines.pop();
        for (const line of lines) {
          if (!line.trim()) continue;
          const event = JSON.parse(line);
          last = event.id;
          wait = 300;
          told(event);
          if (event.event === "end") return;
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error.final) throw error;
    }
    lost(true);
    await pause(wait);
    wait = Math.min(wait * 1.6, 3000);
  }
}
