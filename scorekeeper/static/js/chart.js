// The chart of the running scores, what can still be reached, and the end of the game.

import { figure, listed, write } from "./words.js";

const EDGE = 10;
const LAST_HANDS = 5;

export class Chart {
  constructor(page, pad, words, players) {
    Object.assign(this, { page, pad, words, players });
    this.svg = page.querySelector("[data-chart] svg");
    this.lines = [...this.svg.querySelectorAll("polyline")];
    this.legend = [...page.querySelectorAll("[data-chart] .legend b")];
    this.stakes = page.querySelector("[data-stakes]");
  }

  draw() {
    this.#drawLines();
    this.#drawStakes();
    this.#drawEnd();
  }

  #drawLines() {
    const { card } = this.pad;
    const scored = card.rows.filter((row) => row.scored);
    const lines = this.players.map((player, seat) => [player.start, ...scored.map((row) => row.totals[seat])]);
    if (this.drawn === String(lines)) return;
    this.drawn = String(lines);
    const [low, high] = [Math.min(0, ...lines.flat()), Math.max(0, ...lines.flat())];
    const { width, height } = this.svg.viewBox.baseVal;
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
  }

  #drawStakes() {
    const { card, rules } = this.pad;
    const open = card.rows.filter((row) => !row.scored);
    this.stakes.hidden = card.last === 0 || open.length === 0 || open.length > LAST_HANDS;
    if (this.stakes.hidden) return;
    const [worst, best] = [[...card.totals], [...card.totals]];
    for (const { hand } of open) {
      const [low, high] = rules.tables.extremes[hand.cards];
      for (const { seat, adjust } of hand.plays) {
        worst[seat] += low + adjust;
        best[seat] += high + adjust;
      }
    }
    const bar = Math.max(...worst);
    this.stakes.querySelectorAll("tbody tr").forEach(({ cells }, seat) => {
      write(cells[1], figure(card.totals[seat]));
      write(cells[2], figure(worst[seat]));
      write(cells[3], figure(best[seat]));
      write(cells[4], best[seat] >= bar ? "✓" : "–");
    });
  }

  #drawEnd() {
    const { card } = this.pad;
    this.page.querySelector("[data-end]").hidden = this.pad.phase !== "over";
    if (!card.over) return;
    const winners = card.standing.filter((place) => place.rank === 1).map((place) => this.players[place.seat].name);
    const sentence = winners.length === 1 ? this.words.say("wins", { name: winners[0] }) : this.words.say("shared", { names: listed(winners) });
    write(this.page.querySelector("[data-winner]"), sentence);
    this.page.querySelectorAll("[data-end] li").forEach((line, index) => {
      const { seat, rank, total } = card.standing[index];
      line.classList.toggle("first", rank === 1);
      write(line.querySelector(".rank"), String(rank));
      write(line.querySelector("bdi"), this.players[seat].name);
      for (const letter of ["S", "O", "P"]) write(line.querySelector(`.${letter}`), `${letter} ${card.tallies[seat][letter]}`);
      write(line.querySelector("b"), figure(total));
    });
  }
}
