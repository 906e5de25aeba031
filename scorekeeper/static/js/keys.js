// The keys: each tells before it is pressed what it scores, and is dead where it cannot be.

import { NOT_COUNTED, playOf } from "./game.js";
import { signed, write } from "./words.js";

const FEW_KEYS = 18;

export class Keys {
  constructor(page, pad, words, players) {
    Object.assign(this, { page, pad, words, players });
    this.keys = [...page.querySelectorAll("[data-key]")].map((button) => ({
      button,
      key: button.dataset.key === NOT_COUNTED ? NOT_COUNTED : Number(button.dataset.key),
      points: button.querySelector("small"),
    }));
    this.suits = [...page.querySelectorAll("[data-trump]")];
    this.isTurningUp = false;
    page.querySelector("[data-pad]").addEventListener("click", (event) => this.#tap(event));
    page.querySelector("[data-back]").addEventListener("click", () => page.dispatchEvent(new Event("leave")));
    page.querySelector("[data-turned]").addEventListener("click", () => {
      this.isTurningUp = !this.isTurningUp;
      this.draw();
    });
  }

  draw() {
    const { pad, page, words } = this;
    const isOver = pad.phase === "over";
    const { seat, part } = pad.cursor;
    const name = this.players[seat].name;
    const turn = isOver ? words.say("game_over") : words.say(part === "bid" ? "bids" : "took", { name });
    write(page.querySelector("[data-turn]"), turn);
    page.querySelector("[data-undo]").disabled = !pad.canUndo;
    this.#drawSuits(isOver);
    const keysBox = page.querySelector("[data-keys]");
    keysBox.hidden = isOver;
    const { cards } = pad.hand;
    keysBox.classList.toggle("many", cards + 3 > FEW_KEYS);
    keysBox.dataset.rows = cards + 3 > FEW_KEYS ? Math.ceil((cards + 3) / 7) : Math.ceil((cards + 3) / 6);
    for (const each of this.keys) this.#drawKey(each, isOver);
    const leave = page.querySelector("[data-leave]");
    leave.hidden = pad.opened === null;
    write(page.querySelector("[data-back]"), words.say("back", { number: pad.home }));
  }

  #drawKey({ button, key, points }, isOver) {
    const { pad } = this;
    const { seat, part } = pad.cursor;
    const isPossible = !isOver && pad.isPossible(key);
    const isHere = part === "bid" ? key !== NOT_COUNTED && (isPossible || key > 0) && key <= pad.hand.cards : key === NOT_COUNTED || key <= pad.hand.cards;
    button.hidden = !isHere;
    button.disabled = !isPossible;
    if (!isHere || isOver) return;
    if (part === "bid") {
      write(points, isPossible ? String(pad.rules.score(key, key)[1]) : "", "");
      if (button.className) button.className = "";
      return;
    }
    const { bid } = playOf(pad.hand, seat);
    const score = isPossible ? pad.rules.score(bid, key) : null;
    button.className = score?.[0] ?? "";
    if (key !== NOT_COUNTED) write(points, score ? signed(score[1]) : "");
  }

  #drawSuits(isOver) {
    const { hand, rules } = this.pad;
    const whole = rules.dealsWholePack(hand);
    const box = this.page.querySelector("[data-suits]");
    if (!hand.trump) this.isTurningUp = false;
    box.hidden = isOver || whole || (hand.trump !== null && !this.isTurningUp);
    for (const button of this.suits) {
      button.disabled = isOver || whole;
      button.setAttribute("aria-pressed", String(hand.trump === button.dataset.trump));
    }
  }

  #tap(event) {
    const button = event.target.closest("button");
    if (!button || button.disabled) return;
    const { key, trump } = button.dataset;
    if (key !== undefined) this.pad.press(key === NOT_COUNTED ? key : Number(key));
    else if (trump !== undefined) this.#turnUp(trump);
    else if (button.matches("[data-undo]")) this.pad.undo();
    if ((key ?? trump) !== undefined && !this.pad.isHeld) navigator.vibrate?.(8);
  }

  #turnUp(trump) {
    this.isTurningUp = false;
    this.pad.turnUp(trump);
  }
}
