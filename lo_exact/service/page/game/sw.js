// The game without a network: the newest files where there is one, else those seen last.

const FILES = ["./", "address.js", "solving/ask.js", "board.css", "board.js", "solving/bounds.js", "solving/chase.js",
  "solving/daily.js", "solving/daily_larger.js", "elements.js", "game.css", "icon.svg", "kept.js", "main.js",
  "manifest.webmanifest", "play.js", "position.js", "solving/questions.js", "solving/shapes.js", "solving/solver.js",
  "views/days.js", "views/gallery.js", "views/hand.js", "views/picture.js", "views/qr.js",
  "views/served.js", "views/set.js", "views/sheet.js", "views/why.js", "words.js", "words/english.js", "words/japanese.js",
  "solving/worker.js", "solving/walking.js"];
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
