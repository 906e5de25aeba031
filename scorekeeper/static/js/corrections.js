// What was corrected, in the server's sentences: asked for again when other corrections stand.

export class Corrections {
  constructor(page, address, written) {
    this.place = page.querySelector("[data-corrections]");
    this.address = address;
    this.shown = standing(written);
  }

  // A question that fails is put again with the next change.
  async draw(written) {
    const asked = standing(written);
    if (asked === this.shown) return;
    const before = this.shown;
    this.shown = asked;
    const answer = await fetch(this.address).catch(() => null);
    if (!answer?.ok) this.shown = before;
    else if (asked === this.shown) this.#show(await answer.text());
  }

  #show(sentences) {
    this.place.hidden = !sentences.trim();
    this.place.querySelector("ul").innerHTML = sentences;
  }
}

const standing = ({ hands }) => String(hands.map(({ corrected, revision }) => (corrected ? revision : 0)));
