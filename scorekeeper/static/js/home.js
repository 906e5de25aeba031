// The scorebook's page: sends what this device still has of its games, and says how much that is.

import { renew } from "./fresh.js";
import { Kept, unsent } from "./kept.js";
import { Outbox } from "./outbox.js";
import { listed } from "./words.js";

const token = document.querySelector("[name=csrf_token]")?.value ?? "";

// What was kept of a game is enough to send the rest of it; its table need not be opened.
function outboxOf(id) {
  const { game } = new Kept(id);
  const address = `/games/${id}`;
  const addresses = { hands: `${address}/hands/`, undo: `${address}/undo`, document: `${address}.json`, token: `${address}/token` };
  return game && new Outbox({ document: game.written, addresses }, token);
}

function draw() {
  const box = document.querySelector("[data-unsent]");
  const waiting = outboxes.filter(({ queue }) => queue.length > 0);
  box.hidden = waiting.length === 0;
  box.querySelectorAll("p").forEach((line) => line.remove());
  for (const outbox of waiting) box.append(lineOf(box, outbox));
}

function lineOf(box, { queue, written: { id, title, players } }) {
  const line = box.querySelector("template").content.cloneNode(true);
  const link = line.querySelector("a");
  link.href = `/games/${id}`;
  link.textContent = title || listed(players.map(({ name }) => name));
  line.querySelector("span").textContent = counted(JSON.parse(box.dataset.words), queue.length);
  return line;
}

// Above 200 the forms of plural repeat by the hundred.
function counted({ taps, plural }, number) {
  return taps[plural[number < 200 ? number : 100 + (number % 100)]].replace("{num}", number);
}

function watch(outbox) {
  let { length } = outbox.queue;
  outbox.addEventListener("change", () => {
    draw();
    if (length > 0 && outbox.queue.length === 0) renew();
    ({ length } = outbox.queue);
  });
  outbox.start();
}

const outboxes = unsent().map(outboxOf).filter(Boolean);
addEventListener("renewed", draw);
draw();
outboxes.forEach(watch);
