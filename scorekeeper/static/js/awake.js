// Keeps the screen on while a game is on the table, and takes the lock again after an app switch.

const KEY = "bluke:awake";

export class Awake {
  constructor(page, help) {
    this.box = page.querySelector("[data-awake]");
    this.help = page.querySelector("[data-awake-help]");
    this.box.checked = read() !== "off";
    if (!("wakeLock" in navigator)) {
      this.help.textContent = help;
      this.box.checked = false;
      this.box.disabled = true;
      return;
    }
    this.box.addEventListener("change", () => this.#switch());
    document.addEventListener("visibilitychange", () => this.#hold());
    this.#hold();
  }

  #switch() {
    try {
      localStorage.setItem(KEY, this.box.checked ? "on" : "off");
    } catch {
      // Not remembered, but switched all the same.
    }
    if (this.box.checked) this.#hold();
    else this.lock?.release();
  }

  async #hold() {
    if (!this.box.checked || document.visibilityState !== "visible") return;
    this.lock = await navigator.wakeLock.request("screen").catch(() => null);
  }
}

function read() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
