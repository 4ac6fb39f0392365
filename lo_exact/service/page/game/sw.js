// The game without a network.  One whole copy of its files answers at once; after each visit the
// newest files are fetched as another copy, which answers from the next visit on.

const FILES = ["./", "address.js", "board.css", "board.js", "elements.js", "feel.js", "game.css", "graph.js",
  "icon.svg", "dates.js", "kept.js", "levels.json", "main.js", "manifest.webmanifest", "page.js", "play.js", "position.js", "reading.js",
  "server.js", "solving/ask.js", "solving/bounds.js", "solving/chase.js",
  "solving/daily.js", "solving/questions.js", "solving/shapes.js", "solving/solver.js",
  "solving/walking.js", "solving/worker.js", "views/corners.js", "views/days.js", "views/drawing.js",
  "views/gallery.js", "views/hand.js", "views/ladder.js", "views/picture.js", "views/qr.js", "views/rush.js", "views/set.js",
  "views/sheet.js", "views/solve.js", "views/views.css", "views/why.js", "words.js", "words/en.json", "words/ja.json",
  "writing.js"];
const worker = /** @type {any} */ (self);
const COPY = `game ${worker.registration.scope} `;  // other pages of the same server have their own
const OURS = new Set(FILES.map((name) => new URL(name, worker.registration.scope).href));
/** @type {string | null} */ let used = null;  // the copy that the open page began with

const copies = async () => (await caches.keys()).filter((name) => name.startsWith(COPY)).sort();

// Fetches all files; a copy that is not whole is thrown away, and so are those before the last.
async function renew() {
  const before = await copies();
  const name = COPY + String(Date.now()).padStart(15, "0");
  try {
    const cache = await caches.open(name);
    const answers = await Promise.all(FILES.map((file) => fetch(file, { cache: "no-cache" })));
    if (!answers.every(({ ok }) => ok)) throw new Error("not whole");
    await Promise.all(answers.map((file, k) => cache.put(FILES[k], file)));
    await cache.put("whole", new Response(""));
    for (const old of before) if (old !== used) await caches.delete(old);
  } catch { await caches.delete(name); }
}

async function newest() {
  for (const name of (await copies()).reverse()) {
    if (await (await caches.open(name)).match("whole")) return name;
  }
  return null;
}

/** @type {Fn.answer} */
async function answer(request, visit) {
  if (visit || !used) used = await newest();
  const kept = used && await (await caches.open(used)).match(request, { ignoreVary: true });
  return kept || fetch(request);
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(renew().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || !OURS.has(request.url.split("#")[0])) return;
  const visit = request.mode === "navigate";
  event.respondWith(answer(request, visit));
  if (visit) event.waitUntil(renew());
});
