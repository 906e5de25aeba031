// Two devices changed one hand: both versions, player by player, and the keeper's choice.

import { NOT_COUNTED, handOf, playOf } from "./game.js";
import { GLYPHS, write } from "./words.js";

export function settleConflicts(page, outbox, words, players) {
  const box = page.querySelector("[data-conflict]");

  const deal = (hand) => [hand.trump ? GLYPHS[hand.trump] : "–", hand.dealer === null ? "" : players[hand.dealer].name, hand.cards].filter((part) => part !== "").join(" · ");
  const play = (hand, seat) => {
    const found = playOf(hand, seat);
    if (!found || found.bid === null) return "–";
    return `${found.taken === NOT_COUNTED ? "–" : (found.taken ?? "")}/${found.bid}`;
  };

  outbox.addEventListener("conflict", ({ detail: { number, theirs, mine } }) => {
    const stored = handOf(theirs.hands[number - 1]);
    write(box.querySelector("[data-conflict-hand]"), words.say("hand", { number }));
    const [first, ...rows] = box.querySelectorAll("tbody tr");
    write(first.cells[1], deal(stored));
    write(first.cells[2], deal(mine));
    rows.forEach((row, seat) => {
      write(row.cells[1], play(stored, seat));
      write(row.cells[2], play(mine, seat));
      row.classList.toggle("differs", row.cells[1].textContent !== row.cells[2].textContent);
    });
    box.hidden = false;
    box.querySelector("h2").focus();
  });

  // Another tab of this device may have settled it.
  outbox.addEventListener("change", () => {
    if (!outbox.conflict) box.hidden = true;
  });

  box.addEventListener("click", (event) => {
    const choice = event.target.closest("[data-choose]")?.dataset.choose;
    if (!choice) return;
    box.hidden = true;
    outbox.choose(choice);
  });
}
