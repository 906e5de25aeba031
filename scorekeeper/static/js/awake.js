// Keeps the screen on while a game is on the table. A browser may refuse that on load and grant it
// for a tap (Safari does), takes it away with every switch of apps, and may refuse it altogether:
// so each tap asks for it again where it is missing, and the box is ticked only while it is held.

const KEY = "bluke:awake";
const TAPS = ["click", "keydown"];

export class Awake {
  constructor(page, words) {
    const part = (name) => page.querySelector(`[data-awake${name}]`);
    Object.assign(this, { words, box: part(""), help: part("-help"), ask: part("-ask") });
    this.isWanted = read() !== "off";
    this.box.checked = this.isWanted;
    if (!("wakeLock" in navigator)) {
      this.help.textContent = words.awake_help;
      this.box.checked = false;
      this.box.disabled = true;
      return;
    }
    this.box.addEventListener("change", () => this.#switch());
    document.addEventListener("visibilitychange", () => this.#hold());
    for (const tap of TAPS) document.addEventListener(tap, () => this.#hold({ isTap: true }), { capture: true });
    this.#hold();
  }

  #switch() {
    this.isWanted = this.box.checked;
    remember(this.isWanted ? "on" : "off");
    if (this.isWanted) this.#hold({ isTap: true });
    else this.#letGo();
  }

  #letGo() {
    const { lock } = this;
    this.lock = null;
    lock?.release();
    this.#draw(false);
  }

  async #hold({ isTap = false } = {}) {
    if (this.lock || !this.isWanted || document.visibilityState !== "visible") return;
    const lock = await navigator.wakeLock.request("screen").catch(() => null);
    if (lock) this.#take(lock);
    this.#draw(isTap);
  }

  // Two taps can be answered one after the other, and the box be switched off before.
  #take(lock) {
    if (lock.released) return;
    if (this.lock || !this.isWanted) {
      lock.release();
      return;
    }
    this.lock = lock;
    lock.addEventListener("release", () => {
      if (this.lock !== lock) return;
      this.lock = null;
      this.#draw(false);
    });
  }

  // The view across the table is seldom touched: it asks for the tap that is missing.
  #draw(isTap) {
    const isMissing = this.isWanted && !this.lock;
    this.box.checked = Boolean(this.lock);
    this.help.textContent = isMissing && isTap ? this.words.awake_refused : "";
    if (this.ask) this.ask.hidden = !isMissing || isTap;
  }
}

function read() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(choice) {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Not remembered, but switched all the same.
  }
}
