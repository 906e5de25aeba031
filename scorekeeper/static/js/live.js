// Tells when the game has moved: a stream says each new revision. Where none is to be had, and
// whenever the page is looked at again, it says "perhaps", and whoever listens asks the server.

const ASK_EVERY = 3_000;
const TRY_STREAM_EVERY = 30_000;

export class Live extends EventTarget {
  constructor(address) {
    super();
    this.address = address;
    document.addEventListener("visibilitychange", () => this.#look());
    addEventListener("online", () => this.#look());
    addEventListener("pageshow", ({ persisted }) => persisted && this.#look());
  }

  start() {
    if (document.visibilityState === "visible") this.#listen();
  }

  stop() {
    clearInterval(this.asking);
    clearTimeout(this.trying);
    this.source?.close();
    this.source = null;
  }

  // A hidden page closes its stream: a browser opens only a few of them to one host.
  #look() {
    this.stop();
    if (document.visibilityState !== "visible") return;
    this.#listen();
    this.#tell(null);
  }

  #listen() {
    const source = new EventSource(this.address);
    this.source = source;
    source.addEventListener("revision", ({ data }) => this.#tell(Number(data)));
    source.addEventListener("error", () => {
      if (source !== this.source) return;
      if (source.readyState === EventSource.CLOSED) this.#poll();
      this.#tell(null);
    });
  }

  #poll() {
    this.stop();
    this.asking = setInterval(() => this.#tell(null), ASK_EVERY);
    this.trying = setTimeout(() => this.#look(), TRY_STREAM_EVERY);
  }

  #tell(revision) {
    this.dispatchEvent(new CustomEvent("moved", { detail: revision }));
  }
}

// Once for each revision: with no network an old page would come back and ask again at once.
export function reloadOnce({ id, revision }) {
  const key = `bluke:reloaded:${id}`;
  try {
    if (sessionStorage.getItem(key) === String(revision)) return;
    sessionStorage.setItem(key, String(revision));
  } catch {
    return;
  }
  location.reload();
}

// Whether a page drawn for one document can show another: scripts build no rows of their own.
export function fits(written, other) {
  const shape = ({ title, players, hands }) => JSON.stringify([title, players.map(({ name, start }) => [name, start]), hands.length]);
  return shape(written) === shape(other);
}
