// Questions about the board: answered in the page where it can, else by the server it came from.

import { thumbnail } from "../board.js";
import { button, buttons, choose, every, make, page } from "../elements.js";
import { file, follow, json } from "../server.js";
import { counted, many } from "../play.js";
import { added } from "../solving/shapes.js";
import { word } from "../words.js";
import { boardText } from "../writing.js";
import * as drawing from "./drawing.js";
import { pictureBox, readAny, textArea, textBox } from "./set.js";

const SHOWN = 60;  // answers or patterns that are drawn
let shown = {};  // what the board shows
/** @type {Running | null} */ let running = null;  // of a question to the server
let seconds = "60";
let timer = 0;  // of an answer that plays by itself
/** @type {any} */ let parts = null;  // the parts of the panel that change
/** @type {Head} */ let head = () => {};

for (const name of ["online", "offline"]) {
  addEventListener(name, () => { for (const one of every(".asks")) one.disabled = !navigator.onLine; });
}

export const picture = () => ({ state: page.game.table, ...shown });
export const { press, paint, key, undo, canUndo } = drawing;

// The board was changed: nothing of an old answer may stay.
export function changed() {
  leave();
  clear();
  if (parts) parts.area.value = boardText(page.game.shape, page.game.table);
  head(word("solve.title"), "");
}

export function close() {
  leave();
  clear();
  parts = null;
  drawing.stop();
}

function clear() {
  clearInterval(timer);
  shown = {};
  parts?.answers.replaceChildren();
  parts?.steps.replaceChildren();
  parts?.more.replaceChildren();
}

// Stops following a job that nobody waits for any more, and cancels it.
function leave() {
  running?.stop.abort();
  if (running?.id) json("DELETE", `/v1/jobs/${running.id}`).catch(() => {});
  finished();
}
function finished() {
  running = null;
  if (!parts) return;
  parts.go.hidden = false;
  parts.halt.hidden = true;
}

// Returns one value a place, from rows or a list; `has` says which places have one.
/** @type {Fn.byPlace} */
const byPlace = (values, has) => {
  const list = values.flat().filter((value) => value !== null);
  let next = 0;
  return has.map((one) => (one ? list[next++] : 0));
};
/** @type {Fn.pressesOf} */
const pressesOf = ({ all }, presses) => byPlace(presses, all.map((lights) => lights !== null));

// Follows a question to its end; returns the job, null where it was left or failed.
/** @param {any} body */
async function served(body) {
  leave();
  /** @param {string} text */
  const say = (text) => head(word("solve.title"), text);
  if (!page.hasServer() || !navigator.onLine) { say(word(page.hasServer() ? "solve.offline" : "solve.noServer")); return null; }
  const { game } = page;
  const mine = running = { stop: new AbortController(), id: "" };
  const { signal } = mine.stop;
  parts.go.hidden = true;
  parts.halt.hidden = false;
  say(word("solve.looking"));
  /** @param {any} given */
  const told = ({ best, lower_bound: low, presses }) => {
    head(`${low ?? 0}–${best ?? "…"}`, word("why.serving"));
    if (presses) lay({ presses: pressesOf(game, presses) });
  };
  try {
    const asked = { board: boardText(game.shape, game.table), time_limit: Number(seconds), ...body };
    let job = await json("POST", "/v1/jobs", asked, signal);
    mine.id = job.id;
    if (job.state === "queued" || job.state === "running") {
      job = await follow(job.links.self, told, (away) => { if (away) say(word("solve.away")); }, signal);
      if (!job) return null;
    }
    finished();
    if (!job.problem) return job;
    say(job.problem.detail);
  } catch (/** @type {any} */ error) {
    if (signal.aborted) return null;
    finished();
    say(error.problem?.detail ?? word("why.away"));
  }
  return null;
}

/** @type {Fn.lay} */
function lay(picture_) {
  shown = picture_;
  page.show();
}

/** @param {any} given */
function showAnswer({ status, weight, low, presses, witness, cost }) {
  const { game } = page;
  const n = cost ? word("solve.cost", { n: weight }) : counted("presses", weight);
  clear();
  if (status === "infeasible") {
    head(word("impossible"), word(game.shape.colours === 2 ? "solve.odd" : "solve.sum"));
    lay({ witness });
  } else if (status === "optimal") {
    head(weight ? n : word("done"), word(weight ? "solve.proved" : "solve.already"));
  } else if (presses) head(`${low}–${weight}`, word("why.unserved", { low, high: weight }));
  else head(word("solve.title"), word("solve.nothing", { low: low ?? 0 }));
  if (presses) stepThrough(presses);
  if (page.hasServer()) parts.more.replaceChildren(button(word("solve.certificate"), () => certificate(), { className: "asks", title: word("solve.offline"), disabled: !navigator.onLine }));
  if (status === "optimal") parts.more.prepend(button(word("solve.all"), () => patterns("shortest", page.game.proof?.status === "optimal", "all", weight)));
}

/** @type {Fn.fromJob} */
function fromJob(game, { result, best, lower_bound: bound, presses }) {
  const { lower_bound: low, ...known } = result ?? { status: "feasible", weight: best, lower_bound: bound, presses };
  return { ...known, low, presses: known.presses && pressesOf(game, known.presses),
    witness: known.witness && byPlace(known.witness, game.table.map((value) => value !== null)) };
}

async function solve(certificate_ = false) {
  if (parts.area.value !== boardText(page.game.shape, page.game.table) && !(await readAny(parts.area.value, "solve"))) {
    clear();
    page.show();
    head(word("set.bad.title"), null);
    return null;
  }
  if (!parts) return null;  // it is a day's puzzle
  const { game } = page;
  clear();
  page.show();
  await game.settle();
  const { proof: answer } = game;
  if (page.game !== game || !parts || !answer) return null;
  if (!certificate_ && (answer.status === "optimal" || answer.status === "infeasible")) {
    showAnswer(answer);
    return null;
  }
  if (answer.status === "large" && !page.hasServer()) {
    showAnswer({ ...answer, status: "feasible", weight: answer.high });
    return null;
  }
  const job = await served({ question: "min", ...(certificate_ && { certificate: true }) });
  if (!job?.result) return job;
  const found = fromJob(game, job);
  showAnswer({ ...found, cost: game.shape.priced });
  // what the server knows helps in Play and in Why
  if (found.presses && !game.shape.priced && answer.weight === undefined) {
    const { low, weight: high, presses } = found;
    Object.assign(answer, { status: "large", low, high, presses, served: true }, low === high && { weight: low });
  }
  return job;
}

// Stop keeps the best: the job's own end brings the result.
async function halt() {
  if (!running?.id) return;
  const { id, stop } = running;
  try {
    const job = await json("DELETE", `/v1/jobs/${id}`);
    if (stop.signal.aborted) return;
    stop.abort();
    finished();
    showAnswer(fromJob(page.game, job));
  } catch { /* it ended by itself in the same moment: its stream says how */ }
}

// Cards to choose from; a press on one lays it on the board.
/** @param {Amounts[]} all */
function cards(all) {
  parts.answers.replaceChildren(...all.map((presses, number) => button("", ({ currentTarget }) => {
    choose(parts.answers.children, currentTarget);
    stepThrough(presses);
  }, { className: "answer", ariaPressed: "false", ariaLabel: word("solve.pattern", { n: number + 1 }) }, thumbnail(page.game.shape, presses, "presses"))));
}

/** @type {Fn.patterns} */
async function patterns(name, here, question, weight) {
  const { game } = page;
  const { shape, table: state } = game;
  const job = here ? null : await served({ question, limit: SHOWN });
  const found = here ? await page.ask(name, { shape, state, weight, limit: SHOWN })
    : (job?.result?.solutions ?? job?.result?.quiet_patterns)?.map((/** @type {any[]} */ presses) => pressesOf(game, presses));
  if (!found || page.game !== game || !parts) return;
  const shown_ = found.length;
  if (name === "quiet") head(word("solve.quiet"), word("solve.quiets", { n: shown_ }));
  else {
    const n = job?.result.minimum_solutions ?? game.proof?.minima;
    head(word("solve.all"), counted("solve.found", Number(n), { n: many(n), shown: shown_ }));
  }
  cards(found);
}

async function quiet() {
  const { game } = page;
  clear();
  page.show();
  await game.settle();
  await patterns("quiet", game.proof?.status !== "unsolved", "kernel");
}

async function certificate() {
  const job = await solve(true);
  if (!job?.result) return;
  if (!job.links.certificate) { head(null, word("solve.noCertificate")); return; }
  // asked for here, since a plain link carries no token
  const proof = await file(job.links.certificate);
  /** @type {Fn.link} */
  const link = (href, name) => make("a", { href, target: "_blank", className: "button" }, word(name));
  const kept = link(URL.createObjectURL(proof), "solve.download");
  kept.download = "certificate.json";
  const drawn = link(URL.createObjectURL(await file(job.links.board)), "solve.picture");
  const checks = await json("GET", "/check-offered") ? [button(word("solve.check"), () => check(job, proof))] : [];
  parts.more.append(kept, drawn, ...checks);
}

// Gives the certificate, and the proofs beside it, to the unchanged checker in a worker.
/** @type {Fn.check} */
async function check(job, proof) {
  /** @type {Record<string, Uint8Array>} */ const files = { "certificate.json": new Uint8Array(await proof.arrayBuffer()) };
  for (const [name, path] of Object.entries(job.links)) {
    if (name.endsWith(".lrat.gz")) files[name] = new Uint8Array(await (await file(path)).arrayBuffer());
  }
  head(word("solve.check"), word("check.loading"));
  const worker = new Worker(new URL("check/check-worker.js", document.baseURI), { type: "module" });
  worker.onerror = ({ message }) => head(null, message);
  worker.onmessage = ({ data: { stage, accepted, text } }) => {
    if (stage) { head(null, word(`check.${stage}`)); return; }
    head(word(accepted ? "check.accepted" : "check.rejected"), word("check.about"));
    parts?.answers.replaceChildren(make("pre", {}, text));
    worker.terminate();
  };
  worker.postMessage(files);
}

// An answer press by press.
/** @param {Amounts} presses */
function stepThrough(presses) {
  const { game } = page;
  game.told ||= !game.won;
  const list = presses.flatMap((times, place) => Array(times).fill(place));
  const { table: start, all: effect } = game;
  const { colours } = game.shape;
  let at = 0;
  const said = make("output", { id: "step", ariaLive: "polite" });
  /** @type {Fn.control} */
  const control = (label, words, act) => button(words, act, { ariaLabel: word(label) });
  const back = control("solve.back", "◀", () => { clearInterval(timer); go(at - 1); });
  const next = control("solve.next", "▶", () => { clearInterval(timer); go(at + 1); });
  const run = button(word("hand.go"), () => {
    clearInterval(timer);
    if (at === list.length) go(0);
    timer = setInterval(() => go(at + 1), Math.max(60, Math.min(500, 6000 / Math.max(list.length, 1))));
  });
  /** @param {number} to */
  function go(to) {
    at = Math.max(0, Math.min(list.length, to));
    let state = start;
    const left = presses.map(() => 0);
    list.forEach((place, k) => {
      if (k >= at) { left[place] += 1; return; }
      state = added(state, effect[place], colours);
    });
    if (at === list.length) clearInterval(timer);
    back.disabled = at === 0;
    next.disabled = at === list.length;
    said.textContent = word("solve.step", { k: at, n: list.length });
    lay({ state, presses: left, hint: at ? list[at] ?? null : null });
  }
  clearInterval(timer);
  go(0);
  parts.steps.replaceChildren(...(list.length ? [back, said, next, run] : []));
}

/** @type {View["open"]} */
export async function open(panel, head_) {
  head = head_;
  const { game } = page;
  const go = button(word("solve.go"), () => solve(), { id: "solve", className: "main" });
  const stopping = button(word("solve.stop"), () => halt(), { id: "stop", className: "main", hidden: true });
  const limits = make("select", { id: "seconds", ariaLabel: word("solve.within"), onchange: ({ target }) => { seconds = target.value; } },
    ...[10, 60, 600, 3600].map((value) => make("option", { value }, word(`solve.s${value}`))));
  limits.value = seconds;
  const area = textArea(game);
  parts = { go, halt: stopping, steps: make("div", { id: "steps", className: "steps" }), more: buttons(), answers: make("div", { className: "answers" }), area };
  panel.replaceChildren(
    make("div", { className: "asking" }, go, stopping, page.hasServer() ? limits : null), parts.steps, parts.more,
    buttons(button(word("solve.quiet"), quiet, { id: "quiet" })),
    parts.answers, game.shape.rule === "walk" ? "" : drawing.tools("draw"),
    textBox(area), pictureBox());
  head(word("solve.title"), word("solve.text"));
}
