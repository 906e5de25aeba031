// What the next key means: which hand is open, whose cell the cursor is on, and what a key does.

import { cleared, fold, isBid, isScored, playOf, sameValues, withPlay } from "./game.js";

const HOLD = 1_000;

export class Pad extends EventTarget {
  constructor(outbox, rules, players) {
    super();
    this.outbox = outbox;
    this.rules = rules;
    this.players = players;
    this.opened = null;
    this.chosen = null;
    this.drafts = [];
    this.isPutRight = false;
    outbox.addEventListener("change", ({ detail }) => this.#refold(detail));
    this.#refold();
  }

  get number() {
    return this.opened ?? this.home;
  }

  // The hand to go on with: the next one, else one that was passed over, else the last.
  get home() {
    const { next, rows } = this.card;
    return next ?? rows.find((row) => !row.scored)?.number ?? rows.length;
  }

  get row() {
    return this.card.rows[this.number - 1];
  }

  get hand() {
    return this.draft ?? this.row.hand;
  }

  get draft() {
    return this.drafts[this.drafts.length - 1]?.hand ?? null;
  }

  // A hand that already counts is corrected as a draft, and only once somebody asked for it.
  get isCorrection() {
    return this.opened !== null && this.row.scored;
  }

  get phase() {
    if (this.card.over && !this.isCorrection) return "over";
    return this.cursor.part;
  }

  // The seats of the hand as it stands, a draft's too, from the dealer's left.
  get order() {
    return this.rules.order(this.hand, this.hand.dealer ?? this.row.dealer);
  }

  get cursor() {
    const { chosen, hand } = this;
    if (chosen && playOf(hand, chosen.seat)) return chosen;
    return this.#firstEmpty() ?? { seat: this.order[0], part: "tricks" };
  }

  get canUndo() {
    return this.draft !== null || this.outbox.canUndo;
  }

  isPossible(key) {
    if (this.phase === "over") return false;
    const { seat, part } = this.cursor;
    if (part === "bid") return Number.isInteger(key) && this.rules.mayBid(this.hand, seat, key);
    return this.rules.mayTake(this.hand, seat, key, { draft: this.isCorrection });
  }

  press(key) {
    if (this.isHeld || !this.isPossible(key)) return;
    const { seat, part } = this.cursor;
    const pressed = withPlay(this.hand, seat, part === "bid" ? { bid: key } : { taken: key });
    if (this.isCorrection) {
      this.#correct(pressed);
      this.chosen = { seat: this.#after(seat), part };
      this.#tell();
    } else {
      this.chosen = null;
      this.#save(this.rules.filled(pressed));
    }
  }

  turnUp(trump) {
    if (this.isHeld || this.rules.dealsWholePack(this.hand)) return;
    this.#change({ ...this.hand, trump: this.hand.trump === trump ? null : trump });
  }

  putRight(change) {
    const hand = { ...this.hand, ...change };
    if (this.rules.dealsWholePack(hand)) hand.trump = null;
    const fits = this.rules.bidsStand(hand) && hand.plays.every(({ taken }) => !(taken > hand.cards));
    const isDealt = this.rules.maySeat(hand.plays.length, hand.cards);
    if (fits && isDealt && (this.isCorrection || this.rules.off(hand) <= 0)) this.#change(hand);
    else this.dispatchEvent(new CustomEvent("notice", { detail: { name: "misfit" } }));
    this.#tell();
  }

  misdeal() {
    this.drafts = [];
    this.chosen = null;
    this.#save(cleared(this.row.hand));
  }

  undo() {
    this.isPutRight = false;
    if (this.draft) {
      this.chosen = this.drafts.pop().cursor;
      this.#tell();
      return;
    }
    if (!this.canUndo) return;
    this.chosen = null;
    const { rows } = this.card;
    const back = this.outbox.undo();
    if (back?.number !== this.opened) this.opened = null;
    if (back?.number === this.number) this.chosen = changedCell(rows[back.number - 1].hand, back, this.order);
    this.#tell();
  }

  point(seat, part) {
    if (!playOf(this.hand, seat)) return;
    const canCount = isBid(this.hand) || playOf(this.hand, seat).bid !== null;
    this.chosen = { seat, part: part ?? (isBid(this.hand) ? "tricks" : "bid") };
    if (this.chosen.part === "tricks" && !canCount) this.chosen.part = "bid";
    this.#tell();
  }

  move(step) {
    const { order } = this;
    const { seat, part } = this.cursor;
    this.chosen = { seat: order[(order.indexOf(seat) + step + order.length) % order.length], part };
    this.#tell();
  }

  open(number) {
    this.drafts = [];
    this.chosen = null;
    this.isPutRight = false;
    this.opened = number === this.home && !this.card.rows[number - 1].scored ? null : number;
    this.#tell();
  }

  leave() {
    this.open(this.home);
    this.opened = null;
    this.#tell();
  }

  get place() {
    const { opened, number, chosen, drafts } = this;
    return { opened, number, chosen, drafts, stored: this.row.hand };
  }

  // Goes on where a page left off, if the hand is still the same and was not done with.
  resume({ opened, number, chosen, drafts, stored }) {
    const isDone = opened === null ? number !== this.home : drafts.length === 0;
    const row = this.card.rows[number - 1];
    if (isDone || !row || !sameValues(stored, row.hand)) return;
    Object.assign(this, { opened, chosen, drafts });
    this.#tell();
  }

  #firstEmpty() {
    const missing = (part, name) => {
      const seat = this.order.find((each) => playOf(this.hand, each)[name] === null);
      return seat === undefined ? null : { seat, part };
    };
    return missing("bid", "bid") ?? missing("tricks", "taken");
  }

  #after(seat) {
    const { order } = this;
    return order[(order.indexOf(seat) + 1) % order.length];
  }

  #change(hand) {
    if (this.isCorrection) this.#correct(hand);
    else this.#save(this.rules.filled(hand));
  }

  #correct(hand) {
    this.isPutRight = this.rules.agrees(hand);
    // A draft is made from the hand as it was when it was begun, whatever came meanwhile.
    const from = this.drafts[0]?.from ?? this.#from;
    if (this.isPutRight) {
      this.drafts = [];
      this.#save(hand, from);
    } else {
      this.drafts.push({ hand, cursor: this.cursor, from });
      this.#tell();
    }
  }

  get #from() {
    return { was: this.row.hand, base: this.outbox.baseOf(this.number) };
  }

  #save(hand, from = this.#from) {
    const was = this.row.hand;
    if (sameValues(hand, was)) {
      this.#tell();
      return;
    }
    const later = this.card.rows.slice(this.number);
    const corrected = was.corrected || later.some((row) => row.cells.some((cell) => cell && (cell.bid !== null || cell.taken !== null)));
    if (this.opened !== null && !this.row.scored && isScored(hand)) this.opened = null;
    this.outbox.save(hand.number, { ...hand, corrected }, from);
  }

  #refold(isTheirs) {
    const before = isTheirs && this.#aim;
    this.card = fold(this.outbox.hands, this.rules, this.players);
    this.card.over ||= this.outbox.written.ended_early;
    if (this.outbox.queue.length === 0) this.card.standing = this.outbox.written.standing;
    if (this.chosen && !playOf(this.hand, this.chosen.seat)) this.chosen = null;
    if (isTheirs) this.#moveOn(before);
    this.#tell();
  }

  // The cell that the next key goes to, and what is in it.
  get #aim() {
    const { number, hand, cursor } = this;
    const { bid, taken } = playOf(hand, cursor.seat);
    return { cell: [number, cursor.seat, cursor.part].join(), value: cursor.part === "bid" ? bid : taken };
  }

  // Others changed the game: the cursor leaves a cell that they wrote in. Where it has moved, the
  // next key may still be meant for where it was: for a moment keys do nothing.
  #moveOn({ cell, value }) {
    if (this.#aim.cell === cell && this.#aim.value !== value) {
      const { seat, part } = this.cursor;
      this.chosen = this.isCorrection ? { seat: this.#after(seat), part } : null;
    }
    if (this.#aim.cell === cell) return;
    clearTimeout(this.isHeld);
    this.isHeld = setTimeout(() => {
      this.isHeld = 0;
      this.#tell();
    }, HOLD);
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}

// The cell of the tap that was taken back, so that the cursor is where it was before the tap.
function changedCell(then, back, order) {
  const changed = (name) => order.filter((seat) => playOf(then, seat)?.[name] !== playOf(back, seat)[name]);
  const [bids, results] = [changed("bid"), changed("taken")];
  if (bids.length === 1 && results.length === 0) return { seat: bids[0], part: "bid" };
  return bids.length === 0 && results.length > 0 ? { seat: results[0], part: "tricks" } : null;
}
