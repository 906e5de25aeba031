// What this device keeps of a game: how the server has it, and each tap that is not answered
// yet. A tap has a place of its own, so that two tabs of one device never write over each other.

const GAME = "bluke:game:";
const TAP = "bluke:tap:";
const MOST_GAMES = 12;

export class Kept {
  constructor(id) {
    this.gameKey = GAME + id;
    this.tapKey = `${TAP}${id}:`;
  }

  get game() {
    return read(this.gameKey);
  }

  get taps() {
    const taps = names(this.tapKey).map(read).filter(Boolean);
    return taps.sort((one, other) => one.place - other.place);
  }

  has(tap) {
    return read(this.tapKey + tap.place) !== null;
  }

  putGame(game) {
    this.#write(this.gameKey, { ...game, at: Date.now() });
  }

  // A tap that could not be kept says so: it must not be forgotten before it is answered.
  put(tap) {
    tap.isLoose = false;
    tap.isLoose = !this.#write(this.tapKey + tap.place, tap);
  }

  // Once for each page: a browser may else forget what is kept after some days without a visit.
  last() {
    if (!this.isAsked) navigator.storage?.persist?.().catch(() => null);
    this.isAsked = true;
  }

  drop(tap) {
    remove(this.tapKey + tap.place);
  }

  // Calls back when another tab of this device changed something of this game.
  watch(callback) {
    addEventListener("storage", ({ key }) => {
      if (key === null || key === this.gameKey || key.startsWith(this.tapKey)) callback();
    });
  }

  // Forgets the games played longest ago, but none with a tap that is still to be sent.
  tidy(most = MOST_GAMES) {
    const others = names(GAME).filter((key) => key !== this.gameKey && !unsent().includes(key.slice(GAME.length)));
    const ages = new Map(others.map((key) => [key, read(key)?.at ?? 0]));
    others.sort((one, other) => ages.get(other) - ages.get(one)).slice(most).forEach(remove);
  }

  #write(key, value) {
    const text = JSON.stringify(value);
    if (write(key, text)) return true;
    this.tidy(0);
    return write(key, text);
  }
}

// The ids of the games with taps that are still to be sent.
export function unsent() {
  return [...new Set(names(TAP).map((key) => key.slice(TAP.length, key.lastIndexOf(":"))))];
}

// A browser may forbid its storage altogether: then nothing is kept, and nothing breaks.
function names(start) {
  try {
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index)).filter((key) => key?.startsWith(start));
  } catch {
    return [];
  }
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function write(key, text) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

function remove(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
