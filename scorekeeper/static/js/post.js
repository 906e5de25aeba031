// How a tap travels: a form like any other, and an answer in time or none.

const PATIENCE = 10_000;
const PATIENCE_WITH_CHANGES = 20_000;

// A network that hangs is one that fails: the time is up for the whole of the answer.
export async function inTime(address, options, read, patience = PATIENCE) {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), patience);
  try {
    return await read(await fetch(address, { ...options, signal: limit.signal }));
  } finally {
    clearTimeout(timer);
  }
}

// Only the server itself answers so: the page has then heard from it.
export function ask(address, options) {
  const read = async (answer) => {
    const content = await answer.json().catch(() => null);
    if (content) dispatchEvent(new Event("heard"));
    tellVersion(answer.headers.get("X-Scorekeeper-Build"));
    return { status: answer.status, content };
  };
  const headers = { Accept: "application/json", ...options?.headers };
  return inTime(address, { ...options, headers }, read, options?.method && PATIENCE_WITH_CHANGES);
}

export const tellVersion = (detail) => dispatchEvent(new CustomEvent("version", { detail }));

// A base that is not known, or no longer right, goes out empty: the server then overwrites nothing.
export function fieldsOf({ kind, values, base }, players) {
  if (kind === "undo") return [["base", String(base ?? "")]];
  const fields = [["base", base ?? ""], ["trump", values.trump ?? ""], ["dealer", values.dealer ?? ""], ["cards", values.cards]];
  const seated = new Set(values.plays.map((play) => play.seat));
  for (const { seat, bid, taken, adjust } of values.plays) {
    fields.push([`bid-${seat}`, bid ?? ""], [`taken-${seat}`, taken ?? ""]);
    if (adjust) fields.push([`adjust-${seat}`, adjust]);
  }
  for (const { seat } of players) {
    if (!seated.has(seat)) fields.push([`out-${seat}`, "1"]);
  }
  return fields.map(([name, value]) => [name, String(value)]);
}
