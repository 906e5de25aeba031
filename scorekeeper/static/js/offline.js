// Lets the browser keep this page and all it is made of, so that it opens without a network.

import { unsent } from "./kept.js";

export async function keepOffline(address) {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("/sw.js").catch(() => null);
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ kind: "keep", page: address, unsent: unsent().map((id) => `/games/${id}`) });
}
