// Questions to the solver: small boards at once, others in a worker that starts when it is needed.

import { answerTo, quick } from "./questions.js";

const waiting = new Map();
/** @type {Worker} */ let worker;
let number = 0;

/** @type {<Q extends Question>(name: Q, given: Partial<Asked>) => Promise<Replies[Q]>} */
export async function ask(name, given) {
  if (quick(name, given)) return answerTo(name, given);
  if (!worker) {
    worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => { waiting.get(data.number)(data.reply); waiting.delete(data.number); };
  }
  number += 1;
  return new Promise((resolve) => { waiting.set(number, resolve); worker.postMessage({ number, name, given }); });
}
