// The server runs another version than this page is of: says so, and loads it when asked to.

export class Newer {
  constructor(page, mayLoad = () => true) {
    const line = page.querySelector("[data-newer]");
    Object.assign(this, { mayLoad, button: line.querySelector("button") });
    this.button.addEventListener("click", () => {
      this.button.disabled = true;
      this.load();
    });
    addEventListener("version", ({ detail }) => {
      if (detail && detail !== page.dataset.built) line.hidden = false;
    });
  }

  // Once it was asked for, and nothing is left to be sent.
  load() {
    if (!this.button.disabled || !this.mayLoad()) return;
    this.button.disabled = false;
    location.reload();
  }
}
