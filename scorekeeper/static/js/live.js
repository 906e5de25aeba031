// Tells when the game has moved: a stream says each new revision, and every few seconds that it
// is alive. Where none is to be had, where one falls silent, and whenever the page is looked at
// again, it says "perhaps", and whoever listens asks the server.

import { tellVersion } from "./post.js";

const ASK_EVERY = 3_000;
const TRY_STREAM_EVERY = 30_000;
const OPENS_WITHIN = 6_000;
const SPEAKS_WITHIN = 40_000;
const DOUBT_AFTER = 60_000;

export class Live extends EventTarget {
  constructor(page, address, words) {
    super();
    Object.assign(this, { address, words, line: page.querySelector("[data-silent]"), last: 0 });
    document.addEventListener("visibilitychange", () => this.#look());
    addEventListener("online", () => this.#look());
    addEventListener("pageshow", ({ persisted }) => persisted && this.#look());
    addEventListener("heard", () => this.#hear());
  }

  start() {
    this.#hear();
    if (document.visibilityState === "visible") this.#listen();
  }

  stop() {
    clearInterval(this.asking);
    clearTimeout(this.trying);
    clearTimeout(this.waiting);
    this.source?.close();
    this.source = null;
  }

  // A hidden page closes its stream: a browser opens only a few of them to one host.
  #look() {
    this.stop();
    clearTimeout(this.doubting);
    if (document.visibilityState !== "visible") return;
    this.#doubtIn(Math.max(OPENS_WITHIN, this.heardAt + DOUBT_AFTER - Date.now()));
    this.#listen();
    this.#tell(null);
  }

  #listen() {
    this.source?.close();
    const source = new EventSource(this.address);
    Object.assign(this, { source, hasSpoken: false });
    this.#wait(OPENS_WITHIN);
    source.addEventListener("revision", ({ data }) => this.#spoken(data, 0));
    source.addEventListener("alive", ({ data }) => this.#spoken(data, this.last));
    source.addEventListener("version", ({ data }) => tellVersion(data));
    source.addEventListener("error", () => {
      if (source !== this.source) return;
      if (source.readyState === EventSource.CLOSED) this.#poll();
      this.#tell(null);
    });
  }

  // What is no revision, or older than what was said before, is no sign of life.
  #spoken(data, least) {
    const revision = /^\d+$/.test(data) ? Number(data) : -1;
    if (revision < least) return;
    clearInterval(this.asking);
    Object.assign(this, { last: revision, hasSpoken: true });
    this.#wait(SPEAKS_WITHIN);
    this.#hear();
    this.#tell(revision);
  }

  #wait(patience) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.#mistrust(), patience);
  }

  // A silent stream may be dead, or held back by something in between.
  #mistrust() {
    const { hasSpoken } = this;
    this.#poll();
    if (hasSpoken) this.#listen();
    this.#tell(null);
  }

  // Goes on until a stream speaks.
  #poll() {
    this.stop();
    this.asking = setInterval(() => this.#tell(null), ASK_EVERY);
    this.trying = setTimeout(() => this.#listen(), TRY_STREAM_EVERY);
  }

  #tell(revision) {
    this.dispatchEvent(new CustomEvent("moved", { detail: revision }));
  }

  #hear() {
    this.heardAt = Date.now();
    this.line.hidden = true;
    this.#doubtIn(DOUBT_AFTER);
  }

  #doubtIn(pause) {
    clearTimeout(this.doubting);
    this.doubting = setTimeout(() => this.#doubt(), pause);
  }

  #doubt() {
    const time = new Date(this.heardAt).toLocaleTimeString(document.documentElement.lang, { hour: "numeric", minute: "2-digit" });
    this.line.textContent = this.words.say("silent", { time });
    this.line.hidden = false;
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
  const shape = ({ title, started, players, hands }) => JSON.stringify([title, started, players.map(({ name, start, left_after: left }) => [name, start, left ?? null]), hands.length]);
  return shape(written) === shape(other);
}
