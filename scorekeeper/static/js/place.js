// Where the keeper was, for a page that the phone threw away while it slept: the cursor, and a
// correction that does not agree yet. Who leaves the page was asked, and lets that go.

export function keepPlace(page, pad) {
  const key = `bluke:place:${page.dataset.game}`;
  const [, table, number] = /^(.*)\/hands\/(\d+)$/.exec(location.pathname) ?? [];
  if (number) {
    // The address of one hand opens it; from then on this is the table.
    history.replaceState(history.state, "", table);
    pad.open(Number(number));
  } else {
    const kept = read(key);
    if (kept) pad.resume(kept);
  }
  pad.addEventListener("change", () => write(key, pad.place));
  addEventListener("pagehide", () => pad.draft && write(key, null));
}

function read(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key));
  } catch {
    return null;
  }
}

function write(key, place) {
  try {
    sessionStorage.setItem(key, JSON.stringify(place));
  } catch {
    // Not kept: the table opens at the hand that comes next.
  }
}
