// The game as this device sees it. No rule of Bluke stands here: what a result scores, which
// bids are legal and which totals forbidden, the page's tables say; this only looks up and adds.

export const NOT_COUNTED = "S";

// A hand's values are what a save sends: cards, a dealer put right, trump, and each seat's play.
export function handOf(written) {
  return {
    number: written.number,
    cards: written.cards,
    dealer: written.dealer_put_right ? written.dealer : null,
    trump: written.trump,
    order: written.order ?? null,
    corrected: written.corrected,
    plays: written.plays.map(({ seat, bid, taken, outcome, adjust }) => ({
      seat,
      bid,
      taken: taken === null && outcome === "S" ? NOT_COUNTED : taken,
      adjust,
    })),
  };
}

// The same from the history's short form.
export function handOfStep({ number, was }) {
  const plays = was.plays.map(([seat, bid, taken, adjust]) => ({ seat, bid, taken, adjust }));
  return { number, cards: was.cards, dealer: was.dealer, trump: was.trump, corrected: was.corrected, plays };
}

export const isBid = (hand) => hand.plays.every((play) => play.bid !== null);
export const isScored = (hand) => hand.plays.every((play) => play.taken !== null);
export const playOf = (hand, seat) => hand.plays.find((play) => play.seat === seat);
export const bidsOf = (hand) => hand.plays.reduce((sum, play) => sum + (play.bid ?? 0), 0);
export const countedOf = (hand) =>
  hand.plays.reduce((sum, play) => sum + (Number.isInteger(play.taken) ? play.taken : 0), 0);

export function sameValues(one, other) {
  const values = ({ cards, dealer, trump, plays }) => JSON.stringify([cards, dealer, trump ?? null, plays.map(({ seat, bid, taken, adjust }) => [seat, bid, taken, adjust])]);
  return values(one) === values(other);
}

export function withPlay(hand, seat, change) {
  return { ...hand, plays: hand.plays.map((play) => (play.seat === seat ? { ...play, ...change } : play)) };
}

export function cleared(hand) {
  const plays = hand.plays.map(({ seat }) => ({ seat, bid: null, taken: null, adjust: 0 }));
  return { ...hand, trump: null, plays };
}

export class Rules {
  constructor(tables, firstDealer) {
    this.tables = tables;
    this.firstDealer = firstDealer;
  }

  // The seats of a hand from the dealer's left, the order of bids and of results alike.
  order(hand, dealer) {
    return this.leftOf(hand, dealer).filter((seat) => playOf(hand, seat));
  }

  // All seats clockwise, as they are in a hand. Where it does not say, they are in the order of
  // their numbers; who joined after the page was drawn has no row on it yet.
  clockwise(hand) {
    const seats = this.tables.around.map((_, seat) => seat);
    return hand.order?.filter((seat) => seat in seats) ?? seats;
  }

  leftOf(hand, seat) {
    const order = this.clockwise(hand);
    const at = order.indexOf(seat) + 1;
    return [...order.slice(at), ...order.slice(0, at)];
  }

  dealers(hands) {
    const dealers = [];
    for (const hand of hands) {
      const last = dealers.at?.(-1) ?? dealers[dealers.length - 1];
      const due = last === undefined ? [this.firstDealer, ...this.leftOf(hand, this.firstDealer)] : this.leftOf(hand, last);
      dealers.push(hand.dealer ?? due.find((seat) => playOf(hand, seat)));
    }
    return dealers;
  }

  // Whether a player has left by the last scored hand, unless they are back in a later one.
  hasLeft(rows, seat, last) {
    const after = this.tables.left_from?.[seat] ?? null;
    return after !== null && last >= after && !rows.some(({ number, cells }) => number > after && cells[seat]);
  }

  dealsWholePack(hand) {
    return this.tables.whole_pack[hand.plays.length] === hand.cards;
  }

  // Whether so many players can be dealt so many cards.
  maySeat(seats, cards = 1) {
    return cards <= (this.tables.most_cards[seats] ?? 0);
  }

  score(bid, taken) {
    return taken === NOT_COUNTED ? this.tables.uncounted[bid] : this.tables.points[bid][taken];
  }

  // By how much the counts miss the cards: 0 where they can be right.
  off(hand) {
    const counted = countedOf(hand);
    if (counted > hand.cards) return counted - hand.cards;
    if (!isScored(hand)) return 0;
    return Math.min(0, counted + this.unseen(hand) - hand.cards);
  }

  unseen(hand) {
    return hand.plays.reduce((sum, play) => sum + (play.taken === NOT_COUNTED ? this.tables.unseen[play.bid] : 0), 0);
  }

  agrees(hand) {
    return (
      isBid(hand) && isScored(hand) && this.off(hand) === 0 && this.bidsStand(hand) &&
      hand.plays.every((play) => this.score(play.bid, play.taken))
    );
  }

  // Whether the bids that are in can stand for the cards that are dealt.
  bidsStand(hand) {
    const { legal, forbidden } = this.tables;
    if (isBid(hand) && forbidden[hand.cards].includes(bidsOf(hand))) return false;
    return hand.plays.every(({ bid }) => bid === null || legal[hand.cards].includes(bid));
  }

  mayBid(hand, seat, bid) {
    if (!this.tables.legal[hand.cards].includes(bid)) return false;
    const bidding = withPlay(hand, seat, { bid });
    if (isBid(bidding) && this.tables.forbidden[hand.cards].includes(bidsOf(bidding))) return false;
    const { taken } = playOf(hand, seat);
    return taken === null || this.score(bid, taken) !== null;
  }

  // In a draft any count may stand; at the table only one that can still come right.
  mayTake(hand, seat, taken, { draft = false } = {}) {
    const { bid } = playOf(hand, seat);
    if (bid === null || !(taken === NOT_COUNTED ? this.tables.uncounted[bid] : taken <= hand.cards)) return false;
    return draft || this.off(withPlay(hand, seat, { taken })) === 0;
  }

  // What follows by itself: nothing is left for the rest, or the rest is the last one's.
  filled(hand) {
    const empty = hand.plays.filter((play) => play.taken === null);
    if (!isBid(hand) || empty.length === 0) return hand;
    const left = hand.cards - countedOf(hand);
    if (left === 0) return empty.reduce((filling, play) => withPlay(filling, play.seat, { taken: 0 }), hand);
    const isCounted = hand.plays.every((play) => play.taken !== NOT_COUNTED);
    return empty.length === 1 && isCounted ? withPlay(hand, empty[0].seat, { taken: left }) : hand;
  }
}

// One pass over the hands: every row's dealer, order and cells, and the totals so far.
export function fold(hands, rules, players) {
  const dealers = rules.dealers(hands);
  const totals = players.map((player) => player.start);
  const tallies = players.map(() => ({ S: 0, O: 0, P: 0, bids: 0, taken: 0, uncounted: 0 }));
  const rows = hands.map((hand, index) => {
    const scored = isScored(hand);
    const cells = players.map((_, seat) => cellOf(playOf(hand, seat), scored, rules, totals, tallies));
    const trump = rules.dealsWholePack(hand) ? "none" : hand.trump;
    return { hand, number: hand.number, dealer: dealers[index], order: rules.order(hand, dealers[index]), trump, scored, cells, totals: [...totals] };
  });
  const last = rows.reduce((latest, row) => (row.scored ? row.number : latest), 0);
  return { rows, totals, tallies, standing: standing(totals, (seat) => rules.hasLeft(rows, seat, last)), last, next: last < rows.length ? last + 1 : null, over: rows.every((row) => row.scored) };
}

function cellOf(play, scored, rules, totals, tallies) {
  if (!play) return null;
  const cell = { ...play, outcome: null, points: null, total: null };
  if (!scored) return cell;
  [cell.outcome, cell.points] = rules.score(play.bid, play.taken);
  cell.total = totals[play.seat] += cell.points + play.adjust;
  const tally = tallies[play.seat];
  tally[cell.outcome] += 1;
  tally.bids += play.bid;
  if (play.taken === NOT_COUNTED) tally.uncounted += 1;
  else tally.taken += play.taken;
  return cell;
}

// Who has left follows the others, without a rank.
function standing(totals, hasLeft) {
  const places = totals.map((total, seat) => ({ seat, total, left: hasLeft(seat) })).sort((a, b) => a.left - b.left || b.total - a.total || a.seat - b.seat);
  places.forEach((place, index) => {
    const before = places[index - 1];
    place.rank = place.left ? null : before && before.total === place.total ? before.rank : index + 1;
  });
  return places;
}
