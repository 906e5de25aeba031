// What is put right on the hand at hand: who deals it, how many cards, who sits it out, points
// that the table gives or takes, and a misdeal.

import { playOf, withPlay } from "./game.js";
import { signed } from "./words.js";

export class Menu {
  constructor(page, pad, words) {
    Object.assign(this, { pad, menu: page.querySelector(".menu") });
    this.dealer = page.querySelector("[data-put-dealer]");
    this.cards = page.querySelector("[data-put-cards]");
    this.wrong = page.querySelector("[data-put-wrong]");
    this.dealer.addEventListener("change", () => pad.putRight({ dealer: Number(this.dealer.value) }));
    this.cards.addEventListener("change", () => pad.putRight({ cards: Number(this.cards.value) }));
    this.seats = [...page.querySelectorAll("[data-put-seat]")].map((row, seat) => {
      const [out, adjust] = [row.querySelector("[data-put-out]"), row.querySelector("[data-put-adjust]")];
      out.addEventListener("change", () => pad.putRight(seated(pad.hand, seat, !out.checked)));
      adjust.addEventListener("change", () => this.#adjust(seat, adjust.value.trim()));
      return { out, adjust };
    });
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
    // What was wrong with another hand is not wrong with this one.
    if (this.number !== row.number) this.seats.forEach(({ adjust }) => this.#mark(adjust, false));
    this.number = row.number;
    for (const option of this.dealer.options) option.disabled = !playOf(hand, Number(option.value));
    this.dealer.value = hand.dealer ?? row.dealer;
    this.cards.value = hand.cards;
    this.seats.forEach(({ out, adjust }, seat) => {
      const play = playOf(hand, seat);
      out.checked = !play;
      out.disabled = Boolean(play) && !this.pad.rules.maySeat(hand.plays.length - 1);
      adjust.disabled = !play;
      if (document.activeElement !== adjust && !adjust.hasAttribute("aria-invalid")) adjust.value = play?.adjust ? signed(play.adjust) : "";
    });
  }

  #adjust(seat, text) {
    const points = /^[+−-]?\d{0,3}$/.test(text) ? Number(text.replace("−", "-")) : NaN;
    const { adjust } = this.seats[seat];
    this.#mark(adjust, !Number.isInteger(points));
    if (Number.isInteger(points)) this.pad.putRight(withPlay(this.pad.hand, seat, { adjust: points }));
    this.draw();
  }

  // The sentence stands under the field that is wrong, and what was entered stays in it.
  #mark(adjust, isWrong) {
    if (isWrong) {
      adjust.setAttribute("aria-invalid", "true");
      adjust.setAttribute("aria-describedby", this.wrong.querySelector("p").id);
      adjust.closest("tr").after(this.wrong);
    } else {
      adjust.removeAttribute("aria-invalid");
      adjust.removeAttribute("aria-describedby");
    }
    this.wrong.hidden = !this.menu.querySelector("[aria-invalid]");
  }
}

// The hand with a seat in it or out of it; who sits out does not deal.
function seated(hand, seat, isIn) {
  const others = hand.plays.filter((play) => play.seat !== seat);
  const plays = isIn ? [...others, { seat, bid: null, taken: null, adjust: 0 }].sort((a, b) => a.seat - b.seat) : others;
  return { ...hand, plays, dealer: !isIn && hand.dealer === seat ? null : hand.dealer };
}
