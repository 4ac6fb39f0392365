// A board that has too many answers for the page, asked of the server that the page came from.

import { boardText } from "../address.js";

const SECONDS = 300;

// Asks for the proved minimum; calls told({low, high}) on the way.  Returns {low, high, presses}: what
// is known at the end, the same twice where it is proved; null where the server does not answer.
export async function served({ shape, state }, told, signal) {
  // the form's own module: tokens, broken streams, and a job that ends when nobody waits for it
  const { follow, json } = await import("../page/api.js");
  try {
    const job = await json("POST", "/v1/jobs", { board: boardText(shape, state), time_limit: SECONDS }, { signal });
    const bounds = (known) => told({ low: known.lower_bound ?? 0, high: known.best ?? null });
    await follow(job.links.events, ({ event, ...known }) => { if (event === "progress") bounds(known); }, () => {}, signal);
    const { result } = await json("GET", job.links.self, undefined, { signal });
    if (!result?.presses) return null;
    return { low: result.lower_bound, high: result.weight, presses: result.presses.flat().filter((times) => times !== null) };
  } catch { return null; }
}
