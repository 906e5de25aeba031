// A real keyboard: digits, S, arrows, backspace and Ctrl+Z.

const WAIT = 700;

export function listenToKeyboard(pad, isAtHand) {
  let typed = "";
  let timer = null;

  const enter = () => {
    clearTimeout(timer);
    if (typed) pad.press(Number(typed));
    typed = "";
  };

  const digit = (character) => {
    if (typed && !pad.isPossible(Number(typed + character))) enter();
    typed += character;
    const more = Number(typed) * 10;
    // Another digit could still follow: 1 may become 12. Enter ends the waiting.
    if (typed !== "0" && Array.from({ length: 10 }, (_, d) => more + d).some((key) => pad.isPossible(key))) {
      clearTimeout(timer);
      timer = setTimeout(enter, WAIT);
    } else {
      enter();
    }
  };

  const moves = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, textarea, [role=alertdialog]") || event.altKey) return;
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
    if ((event.ctrlKey || event.metaKey) && !isUndo) return;
    if (!isAtHand()) return;
    if (isUndo || event.key === "Backspace") {
      if (typed) typed = "";
      else pad.undo();
    } else if (/^[0-9]$/.test(event.key)) digit(event.key);
    else if (event.key.toLowerCase() === "s") {
      enter();
      pad.press("S");
    } else if (event.key === "Enter" && typed) enter();
    else if (event.key in moves) {
      enter();
      pad.move(moves[event.key]);
    } else return;
    event.preventDefault();
  });

  // A tap never overtakes what was typed before it.
  document.addEventListener("click", enter, true);
}
