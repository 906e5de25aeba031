// The hand on the screen: what was dealt, each seat's row, and the line at its foot.

import { NOT_COUNTED, bidsOf, countedOf, isBid, isScored, playOf } from "./game.js";
import { GLYPHS, figure, signed, write } from "./words.js";

export class HandScreen {
  constructor(page, pad, words, players) {
    Object.assign(this, { page, pad, words, players });
    const rows = [...page.querySelectorAll("[data-live] [data-seat]")];
    this.shown = rows.map((row) => Number(row.dataset.seat));
    this.rows = players.map((_, seat) => rows[this.shown.indexOf(seat)]).map((row) => ({
      row,
      tag: row.querySelector("[data-tag]"),
      bid: row.querySelector("[data-part=bid] [data-value]"),
      taken: row.querySelector("[data-part=tricks] [data-value]"),
      points: row.querySelector("[data-points]"),
      total: row.querySelector("[data-total]"),
      place: row.querySelector("[data-place]"),
    }));
    this.part = (name) => page.querySelector(`[data-${name}]`);
    page.querySelector("[data-live]").addEventListener("click", (event) => this.#point(event));
  }

  draw() {
    const { pad, words } = this;
    const { row, hand } = pad;
    const isOver = pad.phase === "over";
    this.page.classList.toggle("is-over", isOver);
    this.page.classList.toggle("is-correction", pad.isCorrection);
    write(this.part("cards"), String(hand.cards));
    write(this.part("cards-word"), words.count("cards", hand.cards));
    write(this.part("title"), words.say("hand", { number: row.number }));
    write(this.part("dealer"), words.say("deals", { name: this.players[this.#dealer()].name }));
    this.#drawTrump(pad.rules.dealsWholePack(hand) ? "none" : hand.trump);
    this.#seat(pad.rules.clockwise(hand));
    this.rows.forEach((parts, seat) => this.#drawRow(parts, seat, isOver));
    write(this.part("foot"), this.#foot());
    this.#drawLast();
    this.#drawCorrecting();
    this.#keepInView(isOver ? null : pad.cursor.seat);
  }

  // Rows move only from a hand to another that the table was seated anew for.
  #seat(order) {
    if (order.join() === this.shown.join()) return;
    this.shown = order;
    this.rows[0].row.parentElement.append(...order.map((seat) => this.rows[seat].row));
  }

  // The row that the next key goes to comes into view; nothing else moves. Measured once a
  // frame, when the page is laid out anyway: a tap does not wait for it.
  #keepInView(seat) {
    cancelAnimationFrame(this.frame);
    if (this.rows[seat]) this.frame = requestAnimationFrame(() => this.#scrollTo(this.rows[seat].row));
  }

  #scrollTo(current) {
    const live = this.part("live");
    if (live.scrollHeight <= live.clientHeight) return;
    const [row, box] = [current.getBoundingClientRect(), live.getBoundingClientRect()];
    const beside = Math.max(0, Math.min(row.height, live.clientHeight - row.height));
    const below = row.bottom - box.top - live.clientHeight;
    if (row.top < box.top) live.scrollTop -= box.top - row.top + beside;
    else if (below > 0) live.scrollTop += below + beside;
  }

  #dealer() {
    return this.pad.hand.dealer ?? this.pad.row.dealer;
  }

  #drawTrump(trump) {
    this.part("turned").hidden = !trump;
    write(this.part("suit"), trump ? GLYPHS[trump] : "", `suit ${trump ?? ""}`);
    write(this.part("suit-word"), trump === "none" ? this.words.suit("none") : trump ? this.words.say("trump") : "");
    this.part("turned").setAttribute("aria-label", trump === "none" || !trump ? "" : `${this.words.suit(trump)} ${this.words.say("trump")}`);
  }

  #drawRow(parts, seat, isOver) {
    const { pad } = this;
    const play = playOf(pad.hand, seat);
    const { cursor } = pad;
    const isNow = !isOver && cursor.seat === seat;
    if (isNow) parts.row.setAttribute("aria-current", "true");
    else parts.row.removeAttribute("aria-current");
    parts.row.classList.toggle("out", !play);
    const order = pad.rules.order(pad.hand, this.#dealer());
    write(parts.tag, isNow && pad.isHeld ? this.words.words.held_tag : seat === this.#dealer() ? this.words.words.deals_tag : seat === order[0] ? this.words.words.leads_tag : "");
    const [outcome, points] = play && play.bid !== null && play.taken !== null ? pad.rules.score(play.bid, play.taken) : ["", null];
    const isAt = (part) => (isNow && cursor.part === part ? " cursor" : "");
    write(parts.bid, play?.bid == null ? "" : String(play.bid), `box${isAt("bid")}`);
    write(parts.taken, play?.taken == null ? "" : String(play.taken), `box ${outcome}${isAt("tricks")}`);
    write(parts.points, points === null ? "" : `${outcome} ${signed(points + play.adjust)}`, outcome);
    write(parts.total, figure(pad.card.totals[seat]));
    write(parts.place, this.#place(seat));
  }

  #place(seat) {
    const { standing, last } = this.pad.card;
    if (last === 0) return "";
    const { rank, total } = standing.find((place) => place.seat === seat);
    if (rank === null) return this.words.say("has_left");
    const behind = standing[0].total - total;
    return behind === 0 ? String(rank) : this.words.say("behind", { rank, points: behind });
  }

  #foot() {
    const { hand, rules } = this.pad;
    const [bids, { cards }] = [bidsOf(hand), hand];
    if (!isBid(hand)) {
      const missing = hand.plays.filter((play) => play.bid === null).length;
      return `${this.words.say("bid_of", { bids, cards })} · ${this.words.count("to_bid", missing)}`;
    }
    const name = bids > cards ? "over" : bids < cards ? "under" : "even";
    return `${this.words.say(name, { bids, cards, over: bids - cards, under: cards - bids })} · ${this.#tricks(hand, rules.off(hand))}`;
  }

  #tricks(hand, off) {
    if (off !== 0) return this.words.count(off > 0 ? "too_many" : "missing", off);
    if (isScored(hand) && hand.plays.every((play) => play.taken !== NOT_COUNTED)) return this.words.say("counted");
    return this.words.count("left", hand.cards - countedOf(hand));
  }

  // The results of the hand before stay on show: nothing has to be confirmed.
  #drawLast() {
    const row = this.pad.card.rows[this.pad.card.last - 1];
    const flash = this.part("flash");
    const { hand, rules, isCorrection } = this.pad;
    flash.hidden = isCorrection || (!row && rules.dealsWholePack(hand));
    write(this.part("flash-title"), row ? this.words.say("hand", { number: row.number }) : "");
    write(this.part("flash-hint"), row ? "" : this.words.count("deal", hand.cards));
    [...flash.querySelectorAll(".piece")].forEach((piece, seat) => {
      const cell = row?.cells[seat];
      piece.hidden = !cell;
      if (cell) write(piece.querySelector("b"), `${cell.outcome} ${signed(cell.points)}`, cell.outcome);
    });
  }

  #drawCorrecting() {
    const { pad, words } = this;
    const line = this.part("correcting");
    if (!line) return;
    write(line, pad.isCorrection ? words.say(pad.isPutRight ? "saved" : "corrected") : "");
  }

  #point(event) {
    const row = event.target.closest("[data-seat]");
    if (!row) return;
    const part = event.target.closest("[data-part]")?.dataset.part;
    this.pad.point?.(Number(row.dataset.seat), part === "bid" ? "bid" : undefined);
  }
}
