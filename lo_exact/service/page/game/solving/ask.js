// Questions to the solver: small boards at once, others in a worker that starts when it is needed.

import { answerTo, quick } from "./questions.js";

const waiting = new Map();
let worker = null;
let number = 0;

export async function ask(name, given) {
  if (quick(name, given)) return answerTo(name, given);
  if (!worker) {
    worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => { waiting.get(data.number)(data.reply); waiting.delete(data.number); };
  }
  number += 1;
  return new Promise((resolve) => { waiting.set(number, resolve); worker.postMessage({ number, name, given }); });
}
