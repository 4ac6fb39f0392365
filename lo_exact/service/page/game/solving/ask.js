// Questions to the solver: small boards at once, others in a worker that starts when it is needed.

import { answerTo, quick } from "./questions.js";

let worker;

/** @type {Page["ask"]} */
export async function ask(name, given) {
  if (quick(name, given)) return answerTo(name, given);
  worker ??= new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ name, given }, [port2]);
  return new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data); });
}
