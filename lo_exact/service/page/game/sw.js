// The game without a network.  One whole copy of its files answers at once; after each visit the
// newest files are fetched as another copy, which answers from the next visit on.

const worker = /** @type {any} */ (self);
const COPY = `game ${worker.registration.scope} `;  // other pages of the same server have their own
/** @type {string | null} */ let used = null;  // the copy that the open page began with

const copies = async () => (await caches.keys()).filter((name) => name.startsWith(COPY)).sort();

// Fetches all files; a copy that is not whole is thrown away, and so are those before the last.
async function renew() {
  const before = await copies();
  const name = COPY + String(Date.now()).padStart(15, "0");
  try {
    const cache = await caches.open(name);
    const files = await (await newest("files.json")).json();
    await Promise.all(files.map(async (/** @type {string} */ file) => cache.put(file, await newest(file))));
    await cache.put("whole", new Response(""));
    for (const old of before) if (old !== used) await caches.delete(old);
  } catch { await caches.delete(name); }
}

/** @param {string} file */
async function newest(file) {
  const found = await fetch(file, { cache: "no-cache" });
  if (!found.ok) throw new Error(file);
  return found;
}

async function lastCopy() {
  for (const name of (await copies()).reverse()) {
    if (await (await caches.open(name)).match("whole")) return name;
  }
  return null;
}

/** @type {Fn.answer} */
async function answer(request, visit) {
  if (visit || !used) used = await lastCopy();
  const kept = used && await (await caches.open(used)).match(request, { ignoreVary: true });
  return kept || fetch(request);
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(renew().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const [url] = request.url.split("#");
  const visit = url === worker.registration.scope;
  if (request.method !== "GET" || !(visit || /\.\w+$/.test(url))) return;
  event.respondWith(answer(request, visit));
  if (visit) event.waitUntil(renew());
});
