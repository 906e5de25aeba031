// Follows the game: a stream tells each new revision, the document is fetched. Where a stream
// is not to be had the page asks again every few seconds.

const ASK_EVERY = 3_000;
const TRY_STREAM_EVERY = 30_000;

export class Live extends EventTarget {
  constructor({ document: address, live }, revision) {
    super();
    this.address = address;
    this.stream = live;
    this.revision = revision;
    document.addEventListener("visibilitychange", () => this.#look());
    addEventListener("online", () => this.#look());
    addEventListener("pageshow", ({ persisted }) => persisted && this.#look());
    this.#look();
  }

  // A hidden page closes its stream: a browser opens only a few of them to one host.
  #look() {
    this.#stop();
    if (document.visibilityState !== "visible") return;
    this.#listen();
    this.fetch();
  }

  #listen() {
    this.source = new EventSource(this.stream);
    this.source.addEventListener("revision", ({ data }) => {
      if (Number(data) !== this.revision) this.fetch();
    });
    this.source.addEventListener("error", () => {
      if (this.source?.readyState === EventSource.CLOSED) this.#poll();
      else this.fetch();
    });
  }

  #poll() {
    this.#stop();
    this.asking = setInterval(() => this.fetch(), ASK_EVERY);
    this.trying = setTimeout(() => this.#look(), TRY_STREAM_EVERY);
  }

  #stop() {
    clearInterval(this.asking);
    clearTimeout(this.trying);
    this.source?.close();
    this.source = null;
  }

  async fetch() {
    if (this.isFetching) {
      this.isStale = true;
      return;
    }
    this.isFetching = true;
    try {
      const answer = await fetch(this.address, { headers: { Accept: "application/json" }, cache: "no-cache" });
      if (answer.status === 404) this.#shutOut();
      else if (answer.ok) this.#take(await answer.json());
    } catch {
      // No network: the stream, or the next question, tells when it is back.
    } finally {
      this.isFetching = false;
      if (this.isStale) {
        this.isStale = false;
        this.fetch();
      }
    }
  }

  #take(written) {
    if (written.revision <= this.revision) return;
    this.revision = written.revision;
    this.dispatchEvent(new CustomEvent("document", { detail: written }));
  }

  #shutOut() {
    this.#stop();
    this.dispatchEvent(new Event("shut-out"));
  }
}

// Whether a page drawn for one document can show another: scripts build no rows of their own.
export function fits(written, other) {
  const shape = ({ players, hands }) => JSON.stringify([players.map(({ name, start }) => [name, start]), hands.length]);
  return shape(written) === shape(other);
}
