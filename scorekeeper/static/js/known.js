// Players of the book, put on a seat by a tap; a name that is typed is nobody chosen.

for (const chips of document.querySelectorAll("[data-known]")) {
  const { form } = chips.querySelector("[data-player]");
  const names = [...form.querySelectorAll("[list=known]")];
  const idOf = (name) => form.elements[name.name.replace("name", "player")];
  let last = names[0];

  const show = () => {
    const taken = names.map((name) => idOf(name).value);
    for (const chip of chips.children) chip.setAttribute("aria-pressed", taken.includes(chip.dataset.player));
  };
  form.addEventListener("focusin", ({ target }) => { if (names.includes(target)) last = target; });
  form.addEventListener("input", ({ target }) => {
    if (names.includes(target)) idOf(target).value = "";
    show();
  });
  chips.addEventListener("click", ({ target }) => {
    const chip = target.closest("[data-player]");
    if (!chip) return;
    const before = names.find((name) => idOf(name).value === chip.dataset.player);
    const name = before ?? last;
    name.value = before ? name.defaultValue : chip.querySelector("bdi").textContent;
    idOf(name).value = before ? "" : chip.dataset.player;
    show();
  });
  chips.hidden = false;
  show();
}
