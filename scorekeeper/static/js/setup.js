// Shows as many seats as are needed, seats those who played before by a tap, closes gaps,
// and says how many hands the choices make.

const FEWEST_ROWS = 4;

const form = document.querySelector(".setup");
const rows = [...form.querySelectorAll("[data-place]")];
const names = rows.map((row) => row.querySelector("[list=known]"));
const chips = [...form.querySelectorAll("[data-player]")];
const makes = form.querySelector("[data-makes]");
const finale = form.querySelector("[data-choice=finale]");
const { sizes, finales } = JSON.parse(makes.dataset.makes);
let shown = FEWEST_ROWS;

const idOf = (name) => form.elements[name.name.replace("players", "player")];
const marksOf = (row) => [...row.querySelectorAll(".dot [type=radio]")];
const seated = () => names.reduce((count, name, seat) => (name.value.trim() ? seat + 1 : count), 0);

function show() {
  showSeats();
  showKnown();
  showHands();
}

function showSeats() {
  // A row that was there stays there: nothing moves away under a finger.
  shown = Math.max(shown, Math.min(seated() + 1, rows.length));
  rows.forEach((row, seat) => { row.hidden = seat >= shown; });
  rows[0].closest("table").dataset.grown = "";
}

function showKnown() {
  const taken = new Set(names.map((name) => idOf(name).value).filter(Boolean));
  for (const chip of chips) {
    chip.parentElement.hidden = false;
    chip.setAttribute("aria-pressed", taken.has(chip.dataset.player));
  }
}

function showHands() {
  const order = form.elements.order.value;
  const last = finales[order]?.[seated()];
  finale.hidden = !last && !form.elements.finale.checked;
  const own = form.elements.hand_sizes.value.split(/[\s,;]+/).filter(Boolean);
  const list = order === "custom" ? own : [...(sizes[order]?.[seated()] ?? [])];
  if (list.length && last && form.elements.finale.checked) list.push(last);
  makes.textContent = list.length
    ? makes.dataset.words.replace("{hands}", list.length).replace("{sizes}", outline(list))
    : "";
}

// 13 12 11 … 1 … 13 as the eye reads it: the ends, and wherever the hands turn.
function outline(list) {
  const turns = list.map(Number).map((cards, at, all) =>
    at === 0 || at === all.length - 1 || (cards - all[at - 1]) * (all[at + 1] - cards) <= 0);
  return list.reduce((text, cards, at) => {
    if (list.length > 5 && !turns[at]) return text;
    return text + (at === 0 ? "" : list.length > 5 && !turns[at - 1] ? " … " : " ") + cards;
  }, "");
}

function seat(chip) {
  const free = names.findIndex((name) => !name.value.trim());
  if (free < 0) return;
  names[free].value = chip.querySelector("bdi").textContent;
  idOf(names[free]).value = chip.dataset.player;
}

// Whoever sat further on moves up, with the marks of dealer and scorekeeper.
function unseat(leaver) {
  for (let at = leaver; at < names.length; at += 1) {
    const next = names[at + 1];
    names[at].value = next?.value ?? "";
    idOf(names[at]).value = next ? idOf(next).value : "";
    marksOf(rows[at]).forEach((mark, kind) => {
      mark.checked = next ? marksOf(rows[at + 1])[kind].checked : false;
    });
  }
}

form.addEventListener("input", (event) => {
  if (names.includes(event.target)) idOf(event.target).value = "";
  show();
});

form.addEventListener("click", (event) => {
  const chip = event.target.closest("[data-player]");
  if (!chip) return;
  const at = names.findIndex((name) => idOf(name).value === chip.dataset.player);
  if (at < 0) seat(chip);
  else unseat(at);
  show();
});

// Enter leads from name to name; the last one closes the keyboard.
form.addEventListener("keydown", (event) => {
  const at = names.indexOf(event.target);
  if (at < 0 || event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  const next = names[at + 1];
  if (event.target.value.trim() && next) next.focus();
  else event.target.blur();
});

// Once the game is set up, Back leads to the book and not to these names again.
const book = document.querySelector(".brand").href;
form.action = location.href;
form.addEventListener("submit", () => history.replaceState(null, "", book));
addEventListener("pageshow", ({ persisted }) => persisted && location.href === book && location.reload());

show();
