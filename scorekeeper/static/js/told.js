// What the server tells in sentences of its own: asked for again when it would tell something else.

import { inTime } from "./post.js";

export class Told {
  // `key` says of a document what the sentences depend on.
  constructor(place, address, key, written) {
    Object.assign(this, { place, address, key, shown: key(written) });
  }

  // A question that fails is put again with the next change.
  async draw(written) {
    const asked = this.key(written);
    if (asked === this.shown) return;
    const before = this.shown;
    this.shown = asked;
    const sentences = await inTime(this.address, {}, (answer) => (answer.ok ? answer.text() : null)).catch(() => null);
    if (sentences === null) this.shown = before;
    else if (asked === this.shown) this.#show(sentences);
  }

  #show(sentences) {
    this.place.hidden = !sentences.trim();
    (this.place.querySelector("ul") ?? this.place).innerHTML = sentences;
  }
}

// What was corrected, and how the game went once it is over; a page has a place for each or none.
export function tellers(page, { addresses, document }) {
  return [["corrections", corrected], ["review", ended]]
    .map(([name, key]) => [page.querySelector(`[data-${name}]`), addresses[name], key, document])
    .filter(([place]) => place)
    .map((each) => new Told(...each));
}

const corrected = ({ hands }) => String(hands.map(({ corrected: isCorrected, revision }) => (isCorrected ? revision : 0)));
const ended = ({ state, revision }) => (state === "over" ? String(revision) : "");
