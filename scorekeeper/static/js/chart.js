// The chart of the running scores, and what can still be reached.

import { figure, write } from "./words.js";

const EDGE = 10;

export class Chart {
  constructor(page, pad, words, players) {
    Object.assign(this, { page, pad, words, players });
    this.svg = page.querySelector("[data-chart] svg");
    this.lines = [...this.svg.querySelectorAll("polyline")];
    this.levels = [...this.svg.querySelectorAll("[data-level]")];
    this.legend = [...page.querySelectorAll("[data-chart] .legend b")];
    this.stakes = page.querySelector("[data-stakes]");
  }

  draw() {
    this.#drawLines();
    this.#drawStakes();
  }

  #drawLines() {
    const { card } = this.pad;
    const scored = card.rows.filter((row) => row.scored);
    const lines = this.players.map((player, seat) => [player.start, ...scored.map((row) => row.totals[seat])]);
    if (this.drawn === String(lines)) return;
    this.drawn = String(lines);
    const [low, high] = [Math.min(0, ...lines.flat()), Math.max(0, ...lines.flat())];
    const { x: margin, width: whole, height } = this.svg.viewBox.baseVal;
    // The margin is left of zero.
    const width = whole + margin;
    const across = (width - 2 * EDGE) / Math.max(1, card.rows.length);
    const down = (height - 2 * EDGE) / Math.max(1, high - low);
    const y = (score) => Math.round(EDGE + (high - score) * down);
    lines.forEach((line, seat) => {
      this.lines[seat].setAttribute("points", line.map((score, hand) => `${Math.round(EDGE + hand * across)},${y(score)}`).join(" "));
      write(this.legend[seat], figure(card.totals[seat]));
    });
    const zero = this.svg.querySelector("[data-zero]");
    zero.setAttribute("y1", y(0));
    zero.setAttribute("y2", y(0));
    this.#drawLevels(low, high, y);
  }

  #drawLevels(low, high, y) {
    const scores = roundScores(low, high, this.levels.length);
    this.levels.forEach((level, index) => {
      const [line, text] = level.children;
      const score = scores[index];
      if (score === undefined) return level.setAttribute("display", "none");
      level.removeAttribute("display");
      for (const end of ["y1", "y2"]) line.setAttribute(end, y(score));
      text.setAttribute("y", y(score));
      write(text, figure(score));
    });
  }

  #drawStakes() {
    const { card, rules } = this.pad;
    const open = card.rows.filter((row) => !row.scored);
    this.stakes.hidden = card.last === 0 || open.length === 0 || open.length > rules.tables.last_hands;
    if (this.stakes.hidden) return;
    const [worst, best] = [[...card.totals], [...card.totals]];
    for (const { hand } of open) {
      const [low, high] = rules.tables.extremes[hand.cards];
      for (const { seat, adjust } of hand.plays) {
        worst[seat] += low + adjust;
        best[seat] += high + adjust;
      }
    }
    const ranked = card.standing.filter(({ rank }) => rank !== null).map(({ seat }) => seat);
    const bar = Math.max(...ranked.map((seat) => worst[seat]));
    this.stakes.querySelectorAll("tbody tr").forEach(({ cells }, seat) => {
      write(cells[1], figure(card.totals[seat]));
      write(cells[2], figure(worst[seat]));
      write(cells[3], figure(best[seat]));
      write(cells[4], ranked.includes(seat) && best[seat] >= bar ? "✓" : "–");
    });
  }
}

// Tens, twenties or fifties, hundreds, …: the finest of which at most `most` fit.
function roundScores(low, high, most) {
  const fits = (step) => Math.floor((high - low) / step) < most;
  let step = 10;
  for (let digit = 0; !fits(step); digit += 1) step *= digit % 3 === 1 ? 2.5 : 2;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) => (first + index) * step);
}
