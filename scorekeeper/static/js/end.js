// The end of the game: who won, and how everybody did.

import { figure, listed, write } from "./words.js";

export class End {
  constructor(page, pad, words, players) {
    Object.assign(this, { page, pad, words, players });
  }

  draw() {
    const { card } = this.pad;
    this.page.querySelector("[data-end]").hidden = this.pad.phase !== "over";
    if (!card.over) return;
    const winners = card.standing.filter((place) => place.rank === 1).map((place) => this.players[place.seat].name);
    const sentence = winners.length === 1 ? this.words.say("wins", { name: winners[0] }) : this.words.say("shared", { names: listed(winners) });
    write(this.page.querySelector("[data-winner]"), sentence);
    this.page.querySelectorAll("[data-end] li").forEach((line, index) => {
      const { seat, rank, total } = card.standing[index];
      line.classList.toggle("first", rank === 1);
      write(line.querySelector(".rank"), String(rank ?? "–"));
      const [name, own] = [line.querySelector("bdi"), this.page.querySelector(`[data-seat="${seat}"] .name`)];
      if (name.textContent !== own.textContent) name.replaceWith(own.cloneNode(true));
      for (const letter of ["S", "O", "P"]) write(line.querySelector(`.${letter}`), `${letter} ${card.tallies[seat][letter]}`);
      write(line.querySelector("b"), figure(total));
    });
  }
}
