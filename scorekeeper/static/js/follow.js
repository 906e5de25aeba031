// A follower's page, and the one across the table: the same picture, changing in place.

import { Card } from "./card.js";
import { Chart } from "./chart.js";
import { Rules } from "./game.js";
import { HandScreen } from "./hand.js";
import { Live, fits } from "./live.js";
import { Tabs } from "./tabs.js";
import { View } from "./view.js";
import { Words, showChanges } from "./words.js";

const page = document.querySelector("main[data-game]");
const data = JSON.parse(document.querySelector("#table-data").textContent);
const { players, first_dealer: firstDealer } = data.document;
const words = new Words(data.words);

const view = new View(data.document, new Rules(data.rules, firstDealer));
const live = new Live(data.addresses, data.document.revision);
const parts = [new HandScreen(page, view, words, players)];
if (page.querySelector(".card")) parts.push(new Card(page, view, words));
if (page.querySelector("[data-chart]")) parts.push(new Chart(page, view, words, players));
const tabs = page.querySelector(".room") && new Tabs(page);

function draw() {
  page.dataset.hand = view.number;
  page.dataset.phase = view.phase;
  for (const part of parts) part.draw();
}

function openHand(number) {
  view.open(number);
  tabs?.show("hand");
}

view.addEventListener("change", draw);
live.addEventListener("document", ({ detail: written }) => {
  if (!fits(written, data.document)) location.reload();
  else view.take(written);
});
live.addEventListener("shut-out", () => location.reload());
page.addEventListener("open-hand", ({ detail }) => openHand(detail));
draw();
showChanges();
