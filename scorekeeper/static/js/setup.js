// Seats those who played before by a tap, and says how many hands the choices make.

const form = document.querySelector(".setup");
const names = [...form.querySelectorAll("input[list=known]")];
const makes = form.querySelector("[data-makes]");
const known = form.querySelector("[data-known]");

const idOf = (name) => form.elements[name.name.replace("players", "player")];
const seated = () => names.reduce((count, name, seat) => (name.value.trim() ? seat + 1 : count), 0);

function sayHands() {
  const { sizes, finales } = JSON.parse(makes.dataset.makes);
  const order = form.elements.order.value;
  const players = seated();
  const own = form.elements.hand_sizes.value.split(/[\s,;]+/).filter(Boolean);
  const list = order === "custom" ? own : [...(sizes[order]?.[players] ?? [])];
  const last = finales[order]?.[players];
  if (list.length && form.elements.finale.checked && last) list.push(last);
  makes.hidden = list.length === 0;
  makes.textContent = makes.dataset.words
    .replace("{hands}", list.length)
    .replace("{sizes}", list.join(" "));
}

function offerKnown() {
  if (!known) return;
  known.hidden = false;
  const taken = new Set(names.map((name) => idOf(name).value).filter(Boolean));
  for (const chip of known.querySelectorAll("[data-player]")) {
    chip.disabled = taken.has(chip.dataset.player);
  }
}

function seat(chip) {
  const free = names.find((name) => !name.value.trim());
  if (!free) return;
  free.closest("details")?.setAttribute("open", "");
  free.value = chip.textContent;
  idOf(free).value = chip.dataset.player;
}

form.addEventListener("input", (event) => {
  if (names.includes(event.target)) idOf(event.target).value = "";
  offerKnown();
  sayHands();
});

form.addEventListener("click", (event) => {
  const chip = event.target.closest("[data-player]");
  if (!chip) return;
  seat(chip);
  offerKnown();
  sayHands();
});

form.elements.order.forEach((choice) => choice.addEventListener("change", sayHands));
offerKnown();
sayHands();
