// Keeps the pages and all they are made of, so that a game opens and goes on without a network.
// Nothing here ever touches a game: what was tapped is kept by the page itself.

const CACHE = "bluke";
const PATIENCE = 4_000;
const LIMIT = 10_000;
const RESUME = "/resume";
const MOST_GAMES = 12;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname.startsWith("/static/")) event.respondWith(asset(request));
  else if (request.mode === "navigate" && isPage(pathname)) event.respondWith(page(event, pathname));
  else if (request.mode === "navigate" && isSwitch(pathname)) event.respondWith(switched(event));
});

self.addEventListener("message", (event) => {
  if (event.data.kind === "keep") event.waitUntil(keep(event.data));
});

// By the length of an id: other pages stand beside the games.
const isGame = (pathname) => /^\/games\/[a-z2-9]{16}$/.test(pathname);
const isPage = (pathname) => pathname === "/" || pathname === RESUME || isGame(pathname);
const isSwitch = (pathname) => pathname.startsWith("/language/");
const isAsset = (pathname) => pathname.startsWith("/static/");
const isWhole = (answer) => answer.ok && !answer.redirected && answer.type === "basic";
// Under the name of an older version the server sends what it has today: right now, but not for good.
const isForGood = (answer) => isWhole(answer) && /immutable/.test(answer.headers.get("Cache-Control"));
const pathOf = (request) => new URL(request.url).pathname;

async function asset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await get(request);
  if (isForGood(answer)) await cache.put(request, answer.clone());
  return answer;
}

// The newest page where the network gives one in time, else the one that was kept.
async function page(event, pathname) {
  const cache = await caches.open(CACHE);
  const kept = await keptPage(cache, pathname);
  const fresh = get(event.request);
  event.waitUntil(fresh.then((answer) => store(cache, pathname, answer.clone())).catch(() => null));
  if (!kept) return fresh;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, kept));
  return Promise.race([fresh.then((answer) => (answer.status < 500 ? answer : kept), () => kept), late]);
}

async function keptPage(cache, pathname) {
  const kept = await cache.match(pathname, { ignoreVary: true });
  return kept && pathname === RESUME ? Response.redirect(await kept.text(), 303) : kept;
}

// The device gets another language: what was kept is fetched anew, so that without a network, too,
// no page opens in the old one. Without a network now, the page that was open stays as it is.
async function switched(event) {
  try {
    const answer = await get(event.request);
    event.waitUntil(renew());
    return answer;
  } catch {
    const { origin, searchParams } = new URL(event.request.url);
    const back = new URL(searchParams.get("to") ?? "/", origin);
    return Response.redirect(back.origin === origin ? back : "/", 303);
  }
}

// One after the other, so that the games opened longest ago stay the first to go.
async function renew() {
  const cache = await caches.open(CACHE);
  for (const pathname of (await cache.keys()).map(pathOf).filter(isPage)) {
    await get(pathname).then((answer) => store(cache, pathname, answer, { isOpened: false })).catch(() => null);
  }
}

async function keep({ page: pathname, unsent }) {
  const cache = await caches.open(CACHE);
  await Promise.allSettled([pathname, "/"].map(async (each) => {
    if (isPage(each)) await store(cache, each, await get(each));
  }));
  await prune(cache, unsent);
}

// A page takes the place of an older one only together with all that it is made of.
async function store(cache, pathname, answer, { isOpened = true } = {}) {
  if (!isWhole(answer) || pathname === RESUME) return;
  const text = await answer.clone().text();
  await Promise.all(assetsOf(text).map(async (address) => {
    if (!(await cache.match(address, { ignoreVary: true }))) await cache.put(address, await whole(address));
  }));
  await cache.put(pathname, answer);
  if (isOpened && isGame(pathname)) await cache.put(RESUME, new Response(pathname));
}

async function whole(address) {
  const answer = await get(address);
  if (!answer.ok) throw new Error(answer.status);
  return answer;
}

// A network that hangs is one that fails.
function get(request) {
  const late = new Promise((_, reject) => setTimeout(reject, LIMIT, new Error("no answer in time")));
  return Promise.race([fetch(request), late]);
}

const assetsOf = (text) => [...new Set([...text.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map(([, address]) => address))];

// The pages of the games opened longest ago go, but none with taps still to be sent; and so do
// the assets that no kept page names any more.
async function prune(cache, unsent) {
  const requests = await cache.keys();
  const games = requests.filter((request) => isGame(pathOf(request)) && !unsent.includes(pathOf(request)));
  const gone = games.slice(0, Math.max(0, games.length - MOST_GAMES));
  const pages = requests.filter((request) => !isAsset(pathOf(request)) && !gone.includes(request));
  const texts = await Promise.all(pages.map(async (request) => (await cache.match(request, { ignoreVary: true })).text()));
  const trees = new Set(texts.flatMap((text) => [...text.matchAll(/\/static\/(\w+)\//g)].map(([, tree]) => tree)));
  const stale = requests.filter((request) => isAsset(pathOf(request)) && !trees.has(pathOf(request).split("/")[2]));
  await Promise.all([...gone, ...stale].map((request) => cache.delete(request)));
}
