// Keeps the pages and all they are made of, so that a game opens and goes on without a network.
// Nothing here ever touches a game: what was tapped is kept by the page itself.

const CACHE = "bluke";
const PATIENCE = 4_000;
const RESUME = "/resume";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname.startsWith("/static/")) event.respondWith(asset(request));
  else if (request.mode === "navigate" && isPage(pathname)) event.respondWith(page(request, pathname));
});

self.addEventListener("message", (event) => {
  if (event.data.kind === "keep") event.waitUntil(keep(event.data));
});

const isPage = (pathname) => pathname === "/" || pathname === RESUME || /^\/games\/[^/.]+$/.test(pathname);
const isWhole = (answer) => answer.ok && !answer.redirected && answer.type === "basic";

async function asset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (isWhole(answer)) await cache.put(request, answer.clone());
  return answer;
}

// The newest page where the network gives one in time, else the one that was kept.
async function page(request, pathname) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(pathname, { ignoreVary: true });
  const fresh = fetch(request).then(async (answer) => {
    if (isWhole(answer) && pathname !== RESUME) await cache.put(pathname, answer.clone());
    return answer;
  });
  if (!kept) return fresh;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, kept));
  return Promise.race([fresh.catch(() => kept), late]);
}

async function keep({ page: pathname, assets }) {
  const cache = await caches.open(CACHE);
  await Promise.allSettled([
    ...assets.map(async (address) => (await cache.match(address)) ?? cache.add(address)),
    store(cache, pathname, [pathname, RESUME]),
    store(cache, "/", ["/"]),
  ]);
  await prune(cache);
}

async function store(cache, pathname, names) {
  const answer = await fetch(pathname, { credentials: "same-origin" });
  if (!isWhole(answer)) return;
  await Promise.all(names.map((name) => cache.put(name, answer.clone())));
}

// Assets that no kept page names any more are of an older version, and go.
async function prune(cache) {
  const requests = await cache.keys();
  const isAsset = (request) => new URL(request.url).pathname.startsWith("/static/");
  const pages = await Promise.all(requests.filter((request) => !isAsset(request)).map(async (request) => (await cache.match(request)).text()));
  const trees = new Set(pages.flatMap((text) => [...text.matchAll(/\/static\/(\w+)\//g)].map(([, tree]) => tree)));
  const stale = requests.filter((request) => isAsset(request) && !trees.has(new URL(request.url).pathname.split("/")[2]));
  await Promise.all(stale.map((request) => cache.delete(request)));
}
