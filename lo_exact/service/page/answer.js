// Questions and answers: a job is posted, followed while it runs, and shown.

import { blobUrl, follow, here, json } from "./api.js";
import { over, show } from "./board.js";
import { clearGallery, showChase, showPatterns } from "./gallery.js";
import { boardText, onGrid, press, puzzle, understand } from "./puzzle.js";
import { clearSteps, startSteps, stepsOf } from "./steps.js";
import { counted, word } from "./words.js";

const byId = (id) => document.getElementById(id);
let running = null;       // {id, stop: AbortController}
let said = () => "";      // the status, said again when the language changes
let clock = 0;
let modeNow = () => "draw";

function say(sentence, bad = false) {
  said = sentence;
  byId("status").classList.toggle("bad", bad);
  refresh();
}

export function refresh() {
  byId("status").textContent = said();
}

// The board was edited: nothing of the old answer may stay on it.
export function clearAnswer() {
  if (running) leave();
  over.presses = over.marks = over.now = null;
  clearSteps();
  clearGallery();
  for (const id of ["live", "more", "files", "steps"]) byId(id).hidden = true;
  say(() => "");
}

// Stops following a job that nobody waits for any more, and cancels it.
function leave() {
  const { id, stop } = running;
  stop.abort();
  if (id) json("DELETE", `/v1/jobs/${id}`).catch(() => {});
  finished();
}

function finished() {
  running = null;
  clearInterval(clock);
  byId("stop").hidden = true;
  byId("solve").hidden = false;
}

// Posts a question and follows it to its end; returns the job, or null when it was left or failed.
async function question(body, { live = false } = {}) {
  if (running) leave();
  const stop = new AbortController();
  const mine = running = { id: "", stop };
  const asked = { board: boardText(), time_limit: Number(byId("seconds").value), ...body };
  byId("solve").hidden = true;
  byId("stop").hidden = false;
  say(() => word("looking"));
  const began = Date.now();
  byId("clock").textContent = "0";
  clock = setInterval(() => {
    byId("clock").textContent = String(Math.round((Date.now() - began) / 1000));
    if (live && Date.now() - began > 700) byId("live").hidden = false;
  }, 250);
  try {
    let job = await json("POST", "/v1/jobs", asked, { signal: stop.signal });
    mine.id = job.id;
    if (job.state === "queued" || job.state === "running") {
      await follow(`${job.links.events}`, (event) => { if (live) progress(event); }, (away) => {
        say(() => word(away ? "away" : "looking"));
      }, stop.signal);
      if (stop.signal.aborted) return null;
      job = await json("GET", job.links.self);
    }
    if (!puzzle.activation && puzzle.foreign === null) await understand();
    if (stop.signal.aborted) return null;
    finished();
    if (job.problem) throw Object.assign(new Error(job.problem.detail), { problem: job.problem });
    return job;
  } catch (error) {
    if (stop.signal.aborted) return null;
    finished();
    say(() => (error.problem ? error.message : word("away")), true);
    return null;
  }
}

function progress(event) {
  if (event.event !== "progress") return;
  byId("live").hidden = false;
  byId("best").textContent = event.best ?? "–";
  byId("bound").textContent = event.lower_bound ?? "–";
  if (event.presses) {
    over.presses = onGrid(event.presses);
    show(puzzle.state, modeNow());
  }
}

async function solve() {
  clearAnswer();
  const job = await question({ question: "min" }, { live: true });
  if (job) showSolution(job);
}

function showSolution(job) {
  const { result } = job;
  byId("live").hidden = true;
  if (!result) {
    say(() => word("nothing"));
    return;
  }
  const cost = () => counted((puzzle.facts?.objective ?? "presses") === "presses" ? "presses" : "cost", result.weight);
  if (result.status === "infeasible") {
    over.marks = onGridLights(result.witness);
    say(() => word(puzzle.colours === 2 ? "unsolvable2" : "unsolvable"));
  } else if (result.status === "optimal") {
    say(() => (result.weight ? word("optimal", { cost: cost() }) : word("already")));
  } else if (result.weight !== undefined) {
    say(() => word("feasible", { cost: cost(), bound: result.lower_bound }));
  } else {
    say(() => word("unknown", { bound: result.lower_bound }));
  }
  const presses = onGrid(result.presses);
  if (presses) stepsOf(presses);
  over.presses = presses ?? null;
  byId("more").hidden = false;
  byId("all").hidden = result.status !== "optimal";
  show(puzzle.state, modeNow());
}

function onGridLights(values) {
  if (!values || Array.isArray(values[0])) return values;
  return puzzle.activation.light_at.map((row) => row.map((i) => (i < 0 ? null : values[i])));
}

// Stop keeps the best: the job's own end brings the result.
async function stop() {
  const { id, stop: signal } = running ?? {};
  if (!id) return;
  say(() => word("stopping"));
  try {
    const job = await json("DELETE", `/v1/jobs/${id}`);
    if (signal.signal.aborted) return;
    signal.abort();
    finished();
    // where others wait for the same answer it runs on: what is known by now is shown
    job.result ??= {
      status: job.best === null ? "unknown" : "feasible", weight: job.best,
      lower_bound: job.lower_bound ?? 0, presses: job.presses,
    };
    showSolution(job);
  } catch {
    // it ended by itself in the same moment: its stream says how
  }
}

async function allMinima() {
  const job = await question({ question: "all", limit: 60 });
  if (!job?.result) return;
  const { result } = job;
  if (!result.solutions) { showSolution(job); return; }
  const number = BigInt(result.minimum_solutions);
  say(() => word("allFound", { n: String(number), shown: result.solutions.length }));
  showPatterns(result.solutions.map(onGrid), (presses) => {
    stepsOf(presses);
    over.presses = presses;
    show(puzzle.state, modeNow());
  });
  byId("more").hidden = false;
}

async function quietPatterns() {
  clearAnswer();
  show(puzzle.state, modeNow());
  const job = await question({ question: "kernel", limit: 60 });
  if (!job?.result) return;
  const patterns = job.result.quiet_patterns.map(onGrid);
  say(() => counted("quiet", patterns.length));
  showPatterns(patterns, (presses) => {
    over.presses = presses;
    show(puzzle.state, modeNow());
  });
}

async function certificate() {
  const job = await question({ question: "min", certificate: true });
  if (!job?.result) return;
  showSolution(job);
  const files = byId("files");
  files.hidden = false;
  if (!job.links.certificate) {
    files.textContent = word("noCertificate");
    return;
  }
  const link = (href, text) => {
    const a = document.createElement("a");
    Object.assign(a, { href, textContent: text, target: "_blank" });  // the board stays here
    return a;
  };
  // asked for here, since a plain link carries no token
  const held = await blobUrl(job.links.certificate);
  const download = link(held, word("download"));
  download.download = "certificate.json";
  files.replaceChildren(download);
  if (await json("GET", "/check-offered")) {
    files.append(link(here(`/check/check.html#${job.id}`), word("checkHere")));
  }
  files.append(link(await blobUrl(job.links.board), word("picture")));
}

async function byHand() {
  clearAnswer();
  show(puzzle.state, modeNow());
  const job = await question({ question: "chase" });
  if (!job?.result) return;
  say(() => "");
  showChase(job.result);
}

export function startAnswer({ mode }) {
  modeNow = mode;
  for (const [id, act] of [
    ["solve", solve], ["stop", stop], ["all", allMinima], ["kernel", quietPatterns],
    ["proof", certificate], ["chase", byHand],
  ]) byId(id).addEventListener("click", act);
  startSteps({
    shown(state, presses, now) {
      over.presses = presses;
      over.now = now;
      show(state, modeNow());
    },
    press,
  });
}
