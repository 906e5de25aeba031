// A follower's page, and the one across the table: the same picture, changing in place.

import { Awake } from "./awake.js";
import { Card } from "./card.js";
import { Chart } from "./chart.js";
import { End } from "./end.js";
import { Rules } from "./game.js";
import { HandScreen } from "./hand.js";
import { Live, fits, reloadOnce } from "./live.js";
import { Newer } from "./newer.js";
import { Pen } from "./pen.js";
import { ask } from "./post.js";
import { Tabs } from "./tabs.js";
import { tellers } from "./told.js";
import { View } from "./view.js";
import { Words, showChanges } from "./words.js";

const page = document.querySelector("main[data-game]");
const data = JSON.parse(document.querySelector("#table-data").textContent);
const { first_dealer: firstDealer } = data.document;
const players = data.document.players.map((player, seat) => ({ ...player, name: data.called?.[seat] ?? player.name }));
const words = new Words(data.words);

const view = new View(data.document, new Rules(data.rules, firstDealer));
const live = new Live(page, data.addresses.live, words);
const pen = new Pen(page, words);
const parts = [new HandScreen(page, view, words, players)];
if (page.querySelector(".card")) parts.push(new Card(page, view, words));
if (page.querySelector("[data-end]")) parts.push(new End(page, view, words, players));
if (page.querySelector("[data-chart]")) parts.push(new Chart(page, view, words, players));
if (page.querySelector("[data-awake]")) new Awake(page, data.words);
new Newer(page);
const told = tellers(page, data);
const tabs = page.querySelector(".room") ? new Tabs(page) : null;
let isAsking = false;
let isAskedAgain = false;

function draw() {
  page.dataset.hand = view.number;
  page.dataset.phase = view.phase;
  pen.draw(view.written.pen);
  for (const each of told) each.draw(view.written);
  for (const part of parts) part.draw();
}

// One question at a time; news that comes while one is out asks once more.
async function askOnce() {
  isAskedAgain = isAsking;
  if (isAsking) return;
  isAsking = true;
  const { status, content } = await ask(data.addresses.document, { cache: "no-cache" }).catch(() => ({}));
  isAsking = false;
  if (status === 404) location.reload();
  else if (status === 200 && content) take(content);
  if (isAskedAgain) askOnce();
}

function take(written) {
  if (written.revision <= view.written.revision) return;
  if (fits(written, data.document)) view.take(written);
  else reloadOnce(written);
}

view.addEventListener("change", draw);
live.addEventListener("moved", ({ detail }) => detail !== view.written.revision && askOnce());
page.addEventListener("open-hand", ({ detail }) => {
  view.open(detail);
  tabs?.show("hand");
});
draw();
showChanges();
live.start();
