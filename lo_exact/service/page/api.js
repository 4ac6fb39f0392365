// Talking to the server: JSON, a token where one is wanted, and a stream that finds its way back.

let token = sessionStorage.getItem("token") || "";

// this window among those that ask: one that stops waiting must not stop the others' answer
const asker = [...crypto.getRandomValues(new Uint32Array(3))].map((n) => n.toString(36)).join("");

function askForToken() {
  const dialog = document.getElementById("token");
  const field = document.getElementById("token-value");
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      token = field.value;
      field.value = "";
      sessionStorage.setItem("token", token);
      resolve();
    }, { once: true });
    dialog.showModal();
  });
}

export async function ask(method, path, body, { headers = {}, signal } = {}) {
  for (;;) {
    const all = { ...headers, "Lo-Exact-Asker": asker };
    if (token) all.Authorization = `Bearer ${token}`;
    if (body !== undefined) all["Content-Type"] = "application/json";
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answer = await fetch(path, { method, headers: all, body: text, signal });
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
