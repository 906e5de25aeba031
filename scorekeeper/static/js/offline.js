// Lets the browser keep this page and all it is made of, so that it opens without a network.

export async function keepOffline() {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("/sw.js").catch(() => null);
  const { active } = await navigator.serviceWorker.ready;
  const made = performance.getEntriesByType("resource").map((entry) => entry.name);
  const assets = made.filter((name) => name.startsWith(`${location.origin}/static/`));
  active.postMessage({ kind: "keep", page: location.pathname, assets });
}
