// Another device saves hands of this game, too: said for some minutes after it did.

import { ask } from "./post.js";

export class Others {
  constructor(page, address, pen) {
    Object.assign(this, { line: page.querySelector("[data-others]"), address, pen });
    this.#say(Number(this.line.dataset.others));
  }

  async ask() {
    const { content } = await ask(this.address).catch(() => ({}));
    if (content) this.#say(content.seconds);
  }

  // Where the pen was handed over, that is said instead.
  draw(pen) {
    this.pen = pen;
    this.line.hidden = Boolean(pen) || !this.areThere;
  }

  #say(seconds) {
    clearTimeout(this.ageing);
    this.areThere = seconds > 0;
    if (this.areThere) this.ageing = setTimeout(() => this.#say(0), seconds * 1_000);
    this.draw(this.pen);
  }
}
