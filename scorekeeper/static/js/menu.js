// What is put right on the hand at hand: who deals it, how many cards, and a misdeal.

import { playOf } from "./game.js";

export class Menu {
  constructor(page, pad, words) {
    Object.assign(this, { pad, menu: page.querySelector(".menu") });
    this.dealer = page.querySelector("[data-put-dealer]");
    this.cards = page.querySelector("[data-put-cards]");
    this.dealer.addEventListener("change", () => pad.putRight({ dealer: Number(this.dealer.value) }));
    this.cards.addEventListener("change", () => pad.putRight({ cards: Number(this.cards.value) }));
    page.querySelector("[data-misdeal]").addEventListener("click", () => {
      if (!confirm(words.say("misdeal"))) return;
      pad.misdeal();
      this.menu.open = false;
    });
    document.addEventListener("click", (event) => {
      if (!event.target.closest(".menu")) this.menu.open = false;
    });
    document.addEventListener("keydown", (event) => event.key === "Escape" && (this.menu.open = false));
  }

  draw() {
    const { hand, row } = this.pad;
    for (const option of this.dealer.options) option.disabled = !playOf(hand, Number(option.value));
    this.dealer.value = hand.dealer ?? row.dealer;
    this.cards.value = hand.cards;
  }
}
