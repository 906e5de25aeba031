// The order round the table, changed by dragging or by buttons; the form sends the old seats.

const list = document.querySelector("[data-seating]");
const field = document.querySelector("[data-order]");

function note() {
  field.value = [...list.children].map((seat) => seat.dataset.old).join(",");
}

function move(seat, step) {
  const other = step < 0 ? seat.previousElementSibling : seat.nextElementSibling;
  if (!other) return;
  if (step < 0) other.before(seat);
  else other.after(seat);
  note();
}

// Follows the finger: the seat changes places with whichever it is dragged over.
function drag(start) {
  const seat = start.target.closest("li");
  start.preventDefault();
  seat.classList.add("dragged");
  start.target.setPointerCapture(start.pointerId);
  const follow = ({ clientY }) => {
    const over = [...list.children].find((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return each !== seat && clientY > top && clientY < bottom;
    });
    if (!over) return;
    const isBelow = over.compareDocumentPosition(seat) & Node.DOCUMENT_POSITION_PRECEDING;
    if (isBelow) over.after(seat);
    else over.before(seat);
    note();
  };
  const drop = () => {
    seat.classList.remove("dragged");
    start.target.removeEventListener("pointermove", follow);
  };
  start.target.addEventListener("pointermove", follow);
  start.target.addEventListener("pointerup", drop, { once: true });
  start.target.addEventListener("pointercancel", drop, { once: true });
}

list?.addEventListener("click", (event) => {
  const step = event.target.closest("[data-move]")?.dataset.move;
  if (!step) return;
  move(event.target.closest("li"), Number(step));
  event.target.focus();
});
list?.querySelectorAll("[data-grip]").forEach((grip) => grip.addEventListener("pointerdown", drag));
