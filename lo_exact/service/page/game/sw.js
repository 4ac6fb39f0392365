// The game without a network: the newest files where there is one, else those seen last.

const FILES = ["./", "game.css", "game.js", "solver.js", "words.js", "worker.js", "why.js", "daily.js",
  "icon.svg", "manifest.webmanifest"];
const KEPT = `game ${self.registration.scope}`;     // other pages of the same server have their own
const OURS = new Set(FILES.map((name) => new URL(name, self.registration.scope).href));

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function newest(request) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(request, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const address = event.request.url.split("#")[0];
  if (event.request.method === "GET" && OURS.has(address)) event.respondWith(newest(event.request));
});
