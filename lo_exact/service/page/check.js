// "Check it yourself": fetches a job's certificate and gives it to Python in a worker.

import { ask, json } from "../page/api.js";
import { preferredLanguage, setLanguage, word } from "../page/words.js";

const byId = (id) => document.getElementById(id);

async function bytes(path) {
  const answer = await ask("GET", path);
  if (!answer.ok) throw new Error((await answer.json()).detail);
  return new Uint8Array(await answer.arrayBuffer());
}

// The certificate and the proofs that lie beside it, by name.
async function files(id) {
  const job = await json("GET", `/v1/jobs/${id}`);
  const found = { "certificate.json": await bytes(job.links.certificate) };
  for (const [name, link] of Object.entries(job.links)) {
    if (name.endsWith(".lrat.gz")) found[name] = await bytes(link);
  }
  return found;
}

byId("start").addEventListener("click", async () => {
  byId("start").disabled = true;
  byId("text").textContent = byId("verdict").className = "";
  byId("verdict").textContent = word("check.loading");
  try {
    const given = await files(location.hash.slice(1));
    const worker = new Worker(new URL("check-worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("error", (event) => {
      byId("verdict").textContent = event.message;
    });
    worker.addEventListener("message", ({ data }) => {
      if (data.stage) { byId("verdict").textContent = word(`check.${data.stage}`); return; }
      byId("verdict").textContent = word(data.accepted ? "check.accepted" : "check.rejected");
      byId("verdict").className = data.accepted ? "good" : "bad";
      byId("text").textContent = data.text;
      byId("start").disabled = false;
      worker.terminate();
    });
    worker.postMessage(given);
  } catch (error) {
    byId("verdict").textContent = error.message;
    byId("start").disabled = false;
  }
});

await setLanguage(preferredLanguage());
document.body.dataset.ready = "yes";
