// A page of scores that the browser brings back as it was, after Back, is asked for again: the
// game has gone on meanwhile. Without a network it stays as it is, which is better than none.

import { inTime } from "./post.js";

export async function renew() {
  const options = { headers: { Accept: "text/html" }, cache: "no-cache" };
  const text = await inTime(location.href, options, read).catch(() => null);
  if (text) show(new DOMParser().parseFromString(text, "text/html"));
}

// What is gone, or leads elsewhere by now, is for the browser to show.
function read(answer) {
  if (answer.ok && !answer.redirected) return answer.text();
  if (answer.status < 500) location.reload();
  return null;
}

function show(page) {
  document.title = page.title;
  document.documentElement.lang = page.documentElement.lang;
  document.body.replaceWith(page.body);
  dispatchEvent(new Event("renewed"));
}

const [visit] = performance.getEntriesByType("navigation");
addEventListener("pageshow", ({ persisted }) => (persisted || visit?.type === "back_forward") && renew());
