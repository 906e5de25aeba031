// The whole card, filled in as on paper.

import { NOT_COUNTED } from "./game.js";
import { GLYPHS, figure, signed, write } from "./words.js";

export class Card {
  constructor(page, pad, words) {
    Object.assign(this, { page, pad, words });
    this.rows = [...page.querySelectorAll(".card [data-number]")].map((row) => ({
      row,
      bids: row.querySelector(".bids"),
      cards: row.querySelector("th .cards"),
      suit: row.querySelector(".suit"),
      results: [...row.querySelectorAll(".result")],
      scores: [...row.querySelectorAll(".score")],
    }));
    this.tallies = Object.fromEntries([...page.querySelectorAll("[data-tally]")].map((row) => [row.dataset.tally, [...row.querySelectorAll("td")]]));
    page.querySelector(".card").addEventListener("click", (event) => this.#open(event));
  }

  draw() {
    const { card, number } = this.pad;
    this.rows.forEach((parts, index) => {
      // A hand that was dropped from the list stands here until the page is drawn anew.
      parts.row.hidden = !card.rows[index];
      if (card.rows[index]) this.#drawRow(parts, card.rows[index], number);
    });
    card.tallies.forEach((tally, seat) => {
      for (const letter of ["S", "O", "P"]) write(this.tallies[letter][seat], String(tally[letter]));
      write(this.tallies.tricks[seat], `${tally.taken}${tally.uncounted ? "+" : ""}/${tally.bids}`);
    });
  }

  // A tap changes one row, and rarely another: the others are left alone.
  #drawRow(parts, row, current) {
    const { hand } = row;
    const shown = JSON.stringify([row, row.number === current, row.number < this.pad.card.last]);
    if (parts.shown === shown) return;
    parts.shown = shown;
    const isBid = hand.plays.every((play) => play.bid !== null);
    const bids = hand.plays.reduce((sum, play) => sum + (play.bid ?? 0), 0);
    write(parts.bids, isBid ? String(bids) : "_", isBid ? "bids" : "bids blank");
    write(parts.cards, `/${hand.cards}`);
    write(parts.suit, row.trump ? GLYPHS[row.trump] : "", `suit ${row.trump ?? ""}`.trim());
    if (row.trump) {
      parts.suit.setAttribute("role", "img");
      parts.suit.setAttribute("aria-label", this.words.suit(row.trump));
    } else {
      parts.suit.removeAttribute("role");
      parts.suit.removeAttribute("aria-label");
    }
    const is = { current: row.number === current, scored: row.scored, skipped: !row.scored && row.number < this.pad.card.last, corrected: hand.corrected };
    for (const [name, on] of Object.entries(is)) parts.row.classList.toggle(name, on);
    row.cells.forEach((cell, seat) => this.#drawCell(parts, row, cell, seat));
  }

  #drawCell(parts, row, cell, seat) {
    const [result, score] = [parts.results[seat], parts.scores[seat]];
    result.classList.toggle("deals", row.dealer === seat);
    result.classList.toggle("out", !cell);
    write(result.querySelector(".dealer"), row.dealer === seat ? this.words.words.deals_tag : "");
    write(result.querySelector(".play"), cell ? written(cell) : "", `play ${cell?.outcome ?? ""}`.trim());
    write(score.querySelector(".adjust"), cell?.adjust ? signed(cell.adjust) : "");
    write(score.querySelector(".total"), cell?.total == null ? "" : figure(cell.total));
  }

  #open(event) {
    const row = event.target.closest("[data-number]");
    if (!row) return;
    event.preventDefault();
    this.page.dispatchEvent(new CustomEvent("open-hand", { detail: Number(row.dataset.number) }));
  }
}

function written({ bid, taken }) {
  const result = taken === NOT_COUNTED ? "–" : (taken ?? "");
  return bid === null ? "" : `${result}/${bid}`;
}
