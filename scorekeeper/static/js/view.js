// The game as a follower sees it: the same to draw as the keypad's, with nothing to press.

import { fold, handOf, isBid, playOf } from "./game.js";

export class View extends EventTarget {
  constructor(written, rules) {
    super();
    Object.assign(this, { rules, players: written.players, opened: null, draft: null, isCorrection: false });
    this.take(written);
  }

  take(written) {
    this.written = written;
    this.card = fold(written.hands.map(handOf), this.rules, this.players);
    this.card.over = written.state === "over";
    this.card.standing = written.standing;
    this.dispatchEvent(new Event("change"));
  }

  open(number) {
    this.opened = number === this.card.next ? null : number;
    this.dispatchEvent(new Event("change"));
  }

  get number() {
    return this.opened ?? this.card.next ?? this.card.rows.length;
  }

  get row() {
    return this.card.rows[this.number - 1];
  }

  get hand() {
    return this.row.hand;
  }

  get phase() {
    if (this.card.over && this.opened === null) return "over";
    return isBid(this.hand) ? "tricks" : "bid";
  }

  // Whose turn it is.
  get cursor() {
    const name = this.phase === "bid" ? "bid" : "taken";
    const seat = this.row.order.find((each) => playOf(this.hand, each)[name] === null);
    return { seat: seat ?? -1, part: this.phase };
  }
}
