// The page's own sentences, filled in; figures as a card writes them.

export class Words {
  constructor(words) {
    this.words = words;
  }

  say(name, values = {}) {
    return this.words[name].replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
  }

  count(name, number) {
    const num = Math.abs(number);
    return this.words[name][this.words.plural[num]].replace("{num}", num);
  }

  suit(trump) {
    return this.words.suits[trump] ?? "";
  }
}

// Names as a sentence lists them: a comma between, and "and" before the last.
export function listed(names) {
  return Intl.ListFormat ? new Intl.ListFormat(document.documentElement.lang).format(names) : names.join(", ");
}

export const figure = (points) => String(points).replace("-", "−");
export const signed = (points) => (points < 0 ? figure(points) : `+${points}`);
export const GLYPHS = { spades: "♠\uFE0E", hearts: "♥\uFE0E", diamonds: "♦\uFE0E", clubs: "♣\uFE0E", none: "—" };

const MARKED = "[data-value], [data-total], .play, .total";
let marking = false;

// Sets text and class only where they differ: the page is touched as little as a tap needs.
export function write(element, text, className) {
  if (element.textContent !== text) {
    element.textContent = text;
    if (marking && text && element.matches(MARKED)) element.animate?.({ backgroundColor: ["var(--mark)", "transparent"] }, { duration: 1_500, easing: "ease-out" });
  }
  if (className !== undefined && element.className !== className) element.className = className;
}

// From now on a follower sees for a moment what has just changed; nothing else moves.
export function showChanges() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  marking = true;
}
