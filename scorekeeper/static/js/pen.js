// Who holds the pen, and the one button that takes it back.

import { write } from "./words.js";

export class Pen {
  constructor(page, words, own = null) {
    Object.assign(this, { page, words, own });
    this.line = page.querySelector("[data-pen]");
  }

  // Another device was handed the pen: this one then looks like a follower's.
  isAway(pen) {
    return !this.isTakenBack && this.own !== null && pen !== null && pen !== undefined && pen.device !== this.own;
  }

  takeBack() {
    this.isTakenBack = true;
  }

  draw(pen) {
    if (!this.line) return;
    const isOwn = pen && pen.device === this.own;
    if (isOwn) {
      this.isTakenBack = false;
      delete this.line.dataset.offered;
    }
    this.line.hidden = isOwn || this.isTakenBack || (!pen && this.line.dataset.offered === undefined);
    this.page.classList.toggle("is-pen-away", this.isAway(pen));
    if (!pen) return;
    const name = `${this.words.words.devices[pen.name] ?? this.words.words.devices.other} ${pen.device.slice(0, 3)}`;
    write(this.line.querySelector("[data-pen-text]"), this.words.say("has_pen", { name }));
  }
}
