// The table: puts the keypad, the card and the outbox together, and draws after every change.

import { Awake } from "./awake.js";
import { Card } from "./card.js";
import { Chart } from "./chart.js";
import { settleConflicts } from "./conflict.js";
import { End } from "./end.js";
import { Rules } from "./game.js";
import { HandScreen } from "./hand.js";
import { listenToKeyboard } from "./keyboard.js";
import { Keys } from "./keys.js";
import { Live, fits, reloadOnce } from "./live.js";
import { Menu } from "./menu.js";
import { Newer } from "./newer.js";
import { keepOffline } from "./offline.js";
import { Others } from "./others.js";
import { Outbox } from "./outbox.js";
import { Pad } from "./pad.js";
import { keepPlace } from "./place.js";
import { Pen } from "./pen.js";
import { ask } from "./post.js";
import { Tabs } from "./tabs.js";
import { tellers } from "./told.js";
import { Words } from "./words.js";

const page = document.querySelector("main[data-game]");
const data = JSON.parse(document.querySelector("#table-data").textContent);
const { first_dealer: firstDealer } = data.document;
const players = data.document.players.map((player, seat) => ({ ...player, name: data.called?.[seat] ?? player.name }));
const words = new Words(data.words);
const token = document.querySelector("[name=csrf_token]").value;

const outbox = new Outbox(data, token);
let shown = outbox.written.revision;
const pad = new Pad(outbox, new Rules(data.rules, firstDealer), players);
const tabs = new Tabs(page);
const live = new Live(page, data.addresses.live, words);
const pen = new Pen(page, words, data.device);
const newer = new Newer(page, () => outbox.queue.length === 0);
const others = new Others(page, data.addresses.others, outbox.written.pen);
const told = tellers(page, data);
const parts = [
  new HandScreen(page, pad, words, players),
  new Keys(page, pad, words, players),
  new Card(page, pad, words),
  new Chart(page, pad, words, players),
  new End(page, pad, words, players),
  new Menu(page, pad, words),
];

function draw() {
  page.dataset.hand = pad.number;
  page.dataset.phase = pad.phase;
  page.dataset.sync = outbox.state;
  page.toggleAttribute("data-hold", Boolean(pad.isHeld));
  const sign = page.querySelector("[data-sync-sign]");
  const text = outbox.state === "saved" ? "" : words.say(outbox.isLoose ? "loose" : outbox.state === "waiting" && !isSecureContext ? "keep_open" : outbox.state);
  if (sign.title !== text) {
    sign.title = text;
    sign.textContent = outbox.state === "waiting" || outbox.isLoose ? text : "";
  }
  pen.draw(outbox.written.pen);
  others.draw(outbox.written.pen);
  for (const each of told) each.draw(outbox.written);
  for (const part of parts) part.draw();
}

// What moved the game without a tap here was another device, or another tab of this one.
function noticeOthers({ detail: isTheirs }) {
  const { revision } = outbox.written;
  if (isTheirs && revision !== shown) others.ask();
  shown = revision;
}

// Somebody joined, or the list of hands is another one: the page is drawn anew by the server.
function reloadIfOther() {
  const isQuiet = outbox.queue.length === 0 && pad.draft === null;
  if (isQuiet && !fits(outbox.written, data.document)) reloadOnce(outbox.written);
}

function mayLeave() {
  return pad.draft === null || confirm(words.say("leave"));
}

// A hand that is open already stays as it is, its draft too.
function openHand(number) {
  if (number !== pad.opened) {
    if (!mayLeave()) return;
    pad.open(number);
  }
  tabs.show("hand");
}

function leaveHand() {
  if (mayLeave()) pad.leave();
}

function say({ detail: { name, values } }) {
  const notice = page.querySelector("[data-notice]");
  notice.textContent = name ? words.say(name, values) : "";
  notice.hidden = !name;
}

// At once, for it is a courtesy and no lock; the others are told as soon as the network allows.
async function takePen() {
  pen.takeBack();
  draw();
  const body = new URLSearchParams({ csrf_token: outbox.token });
  const { status } = await ask(data.addresses.pen, { method: "POST", body }).catch(() => ({}));
  if (status === 200) outbox.refresh();
  else addEventListener("online", takePen, { once: true });
}

pad.addEventListener("change", draw);
outbox.addEventListener("change", reloadIfOther);
outbox.addEventListener("change", noticeOthers);
outbox.addEventListener("change", () => newer.load());
outbox.addEventListener("notice", say);
pad.addEventListener("notice", say);
page.addEventListener("open-hand", ({ detail }) => openHand(detail));
page.addEventListener("leave", leaveHand);
addEventListener("beforeunload", (event) => (pad.draft || outbox.isLoose) && event.preventDefault());
live.addEventListener("moved", ({ detail }) => detail !== outbox.written.revision && outbox.refresh());
page.querySelector("[data-take-pen]").addEventListener("submit", (event) => {
  event.preventDefault();
  takePen();
});

settleConflicts(page, outbox, words, players);
listenToKeyboard(pad, () => tabs.current === "hand" && !outbox.conflict && !pen.isAway(outbox.written.pen));
keepPlace(page, pad);
new Awake(page, data.words);
draw();
outbox.start();
live.start();
keepOffline(`/games/${page.dataset.game}`);
