// Every tap is kept on the device first, then sent: one request at a time, in order, each
// repeated unchanged until the server has answered. Nothing is folded and nothing is dropped.

import { handOf, handOfStep, sameValues } from "./game.js";
import { Kept } from "./kept.js";
import { ask, fieldsOf } from "./post.js";

const PAUSES = [500, 1_000, 2_000, 4_000, 8_000];
const MOST_STEPS = 40;

export class Outbox extends EventTarget {
  constructor({ document: written, steps, more_steps: more, addresses }, token) {
    super();
    Object.assign(this, { addresses, token, conflict: null, failures: 0, isSending: false, isLockedOut: false });
    this.kept = new Kept(written.id);
    this.queue = this.kept.taps;
    const { game } = this.kept;
    // A page that brings no steps knows no more than what was kept.
    this.isOldPage = game !== null && (!steps || game.written.revision > written.revision);
    Object.assign(this, this.isOldPage ? game : { written, steps: steps.map(handOfStep), more });
    if (game) this.#rebase(game.written, this.written);
    this.kept.watch(() => this.#adopt());
    addEventListener("online", () => this.send());
  }

  start() {
    this.#keepGame();
    this.kept.tidy();
    return this.isOldPage ? this.refresh() : this.send();
  }

  get state() {
    if (this.queue.length === 0) return "saved";
    return this.failures > 0 || this.isLockedOut || this.conflict ? "waiting" : "saving";
  }

  // Whether leaving the page would lose a tap, because the browser keeps nothing.
  get isLoose() {
    return this.queue.some((tap) => tap.isLoose);
  }

  // The hands with everything that was tapped, sent or not.
  get hands() {
    const hands = this.written.hands.map(handOf);
    for (const { number, values } of this.queue) {
      // A tap says nothing of who sits beside whom: that stays as it is.
      if (values && number <= hands.length) hands[number - 1] = { ...values, number, order: hands[number - 1].order };
    }
    return hands;
  }

  // What Undo would bring back, step by step, the newest first.
  get undoable() {
    const steps = [...this.steps];
    for (const tap of this.queue) {
      if (this.#hasLanded(tap)) continue;
      if (tap.kind === "hand") steps.unshift(tap.was);
      else steps.shift();
    }
    return steps;
  }

  get canUndo() {
    const unknown = this.queue.filter(({ kind, values }) => kind === "undo" && !values).length;
    return this.undoable.length > 0 || (this.more && unknown === 0);
  }

  // What a change to a hand would be made from: null where that is the answer to an earlier tap.
  baseOf(number) {
    const waits = this.queue.some((earlier) => earlier.number === number);
    return waits ? null : this.written.hands[number - 1].revision;
  }

  save(number, values, { was, base }) {
    this.#add({ kind: "hand", number, values, was, base });
  }

  // Returns the hand that comes back, or null where only the server knows it.
  undo() {
    const [step] = this.undoable;
    const base = this.queue.length > 0 ? null : this.written.revision;
    this.#add({ kind: "undo", number: step?.number ?? null, values: step ?? null, base });
    return step ?? null;
  }

  async send() {
    clearTimeout(this.timer);
    if (this.isSending || this.conflict || this.queue.length === 0) return;
    this.isSending = true;
    try {
      while (this.queue.length > 0 && !this.conflict) await this.#sendFirst();
    } catch {
      this.failures += 1;
      this.#sendIn(PAUSES[Math.min(this.failures, PAUSES.length) - 1]);
    } finally {
      this.isSending = false;
      this.sent = null;
      this.#tell();
    }
  }

  // Looks whether another device changed something, unless taps of ours are still to be told.
  async refresh() {
    this.#adopt();
    if (this.queue.length > 0) return this.send();
    const before = this.written;
    const { status, content } = await ask(this.addresses.document).catch(() => ({}));
    if (status !== 200 || this.queue.length > 0 || content?.id !== before.id) return undefined;
    // Another answer may have come in between: then only a newer one is news.
    const isNews = this.written === before ? content.revision !== before.revision : content.revision > this.written.revision;
    return isNews ? this.#take(content, { steps: [], more: true, isTheirs: true }) : undefined;
  }

  // The keeper chose: theirs drops what is still to be sent for that hand, mine goes on from theirs.
  choose(version) {
    if (!this.conflict) return;
    const { tap, theirs } = this.conflict;
    const stored = theirs.hands[tap.number - 1];
    this.conflict = null;
    if (version === "theirs") this.#drop(this.queue.filter(({ number }) => number === tap.number));
    else this.#goOn(tap, { base: stored.revision, was: handOf(stored), body: null });
    this.#take(theirs, { steps: [], more: true });
    this.send();
  }

  #add(tap) {
    const last = this.queue[this.queue.length - 1];
    tap.place = Math.max(Date.now(), (last?.place ?? 0) + 1);
    this.queue.push(tap);
    this.kept.put(tap);
    this.kept.last();
    this.#tell();
    // The tap is kept and shown; the network may wait until the key has let go.
    this.#sendIn(0);
  }

  async #sendFirst() {
    const [tap] = this.queue;
    const isRepeat = Boolean(tap.body);
    this.sent = tap;
    if (!isRepeat) this.#goOn(tap, { body: fieldsOf(tap, this.written.players) });
    const { status, content } = await this.#post(tap);
    if (status === 400) return this.#renewToken();
    if (status === 404) return this.#missed(tap);
    if (status === 403) return this.#lockOut();
    const isAnswer = status === 422 ? content?.errors : [200, 409].includes(status) && content?.id === this.written.id;
    if (!isAnswer) throw new Error(`answer ${status}`);
    this.#letIn();
    // Another tab may have had the answer first, and gone on.
    if (!this.#holds(tap)) return this.#adopt();
    if (status === 200) return this.#accepted(tap, content);
    return status === 409 ? this.#contested(tap, content, isRepeat) : this.#refused(tap, content);
  }

  #post(tap) {
    const address = tap.kind === "undo" ? this.addresses.undo : this.addresses.hands + tap.number;
    return ask(address, {
      method: "POST",
      body: new URLSearchParams(tap.body),
      headers: { "X-CSRFToken": this.token },
      redirect: "error",
    });
  }

  #accepted(tap, written) {
    const hadLanded = this.#hasLanded(tap);
    // Else somebody's change lies between, and only the server knows the way back.
    const isNext = written.revision === this.written.revision + (hadLanded ? 0 : 1);
    const known = hadLanded ? this.steps : tap.kind === "hand" ? [tap.was, ...this.steps] : this.steps.slice(1);
    this.queue = this.queue.filter((each) => each !== tap);
    this.#chain(tap, written, isNext);
    this.#take(written, isNext ? { steps: known, more: this.more } : { steps: [], more: true, isTheirs: true });
    // Only now, or another tab would for a moment see neither the tap nor what it did.
    this.kept.drop(tap);
  }

  // The taps made on top of this one get their base from its answer.
  #chain(tap, written, isNext) {
    const stored = written.hands[tap.number - 1];
    const onTop = this.queue.find(({ number }) => number === tap.number);
    const isMadeFromIt = onTop?.kind === "hand" && (tap.kind === "hand" || sameValues(handOf(stored), onTop.was));
    if (isMadeFromIt && !onTop.body) this.#goOn(onTop, { base: stored.revision });
    const isNewest = tap.kind === "hand" ? stored.revision === written.revision : isNext;
    if (!isNext) this.#doubtUndos(tap.kind === "hand" && isNewest ? 1 : 0);
    const [next] = this.queue;
    if (next?.kind === "undo" && isNewest && !next.body && !next.isLate) this.#goOn(next, { base: written.revision });
  }

  // An undo that reaches back past somebody else's change must not take that one back instead.
  #doubtUndos(own) {
    let steps = own;
    for (const tap of this.queue) {
      if (tap.kind === "hand") steps += 1;
      else if (steps > 0) steps -= 1;
      else this.#goOn(tap, { isLate: true });
    }
  }

  // Where a hand was only dealt anew, by a change to an earlier one, the tap stands as it was made.
  #rebase(before, after) {
    for (const tap of this.queue) {
      if (tap.kind !== "hand" || tap.base === null || tap.body) continue;
      const [was, is] = [before, after].map((document) => document.hands[tap.number - 1]);
      if (tap.base === was?.revision && is && is.revision !== was.revision && sameValues(handOf(was), handOf(is))) {
        this.#goOn(tap, { base: is.revision });
      }
    }
  }

  // Whether the answer of a tap was lost, but the document has it all the same.
  #hasLanded({ body, number, values }) {
    if (!body || !values) return false;
    const stored = this.written.hands[number - 1];
    return stored?.revision > Number(new URLSearchParams(body).get("base")) && sameValues(handOf(stored), values);
  }

  #contested(tap, written, isRepeat) {
    if (tap.kind === "undo") {
      // The very game it was meant for has no change left; another one has moved on.
      const isLate = written.revision !== Number(new URLSearchParams(tap.body).get("base"));
      this.#drop([tap]);
      if (isLate) this.#notice("undo_late");
      return this.#take(written, { steps: [], more: isLate, isTheirs: isLate });
    }
    // Nobody touched what the tap was made from: it goes on from there. But one that may have
    // landed before, and been taken back by somebody, is for the keeper to decide.
    const stored = written.hands[tap.number - 1];
    const isDealtAnew = stored.dealer !== this.written.hands[tap.number - 1].dealer;
    if ((!isRepeat || isDealtAnew) && sameValues(handOf(stored), tap.was)) {
      this.#goOn(tap, { base: stored.revision, body: null });
      return this.#take(written, { steps: [], more: true, isTheirs: true });
    }
    this.conflict = { tap, number: tap.number, theirs: written, mine: this.hands[tap.number - 1] };
    this.dispatchEvent(new CustomEvent("conflict", { detail: this.conflict }));
    return undefined;
  }

  // A table that has moved on meanwhile may be why: the tap is made anew for it, and judged again.
  async #refused(tap, { errors }) {
    const written = await this.#newest();
    if (written && written.revision !== this.written.revision) {
      for (const each of this.queue) {
        if (each.number === tap.number) this.#goOn(each, { body: null });
      }
      return this.#take(written, { steps: [], more: true, isTheirs: true });
    }
    this.#drop(this.queue.filter(({ number }) => number === tap.number));
    this.#notice("refused", { number: tap.number, reason: Object.values(errors)[0] });
    return this.#tell();
  }

  // The hand may be gone, because its table dropped it; else this device was shut out.
  async #missed(tap) {
    const written = await this.#newest();
    if (!written || tap.number <= written.hands.length) return this.#lockOut();
    this.#drop(this.queue.filter(({ number }) => number > written.hands.length));
    this.#notice("hand_gone", { number: tap.number });
    return this.#take(written, { steps: [], more: true, isTheirs: true });
  }

  async #newest() {
    const { status, content } = await ask(this.addresses.document);
    return status === 200 && content?.id === this.written.id ? content : null;
  }

  async #renewToken() {
    const { content } = await ask(this.addresses.token, { cache: "no-store" });
    const isNew = content?.csrf_token && content.csrf_token !== this.token;
    if (isNew) this.token = content.csrf_token;
    if (!isNew || this.isTokenNew) throw new Error("the token was refused");
    this.isTokenNew = true;
  }

  #lockOut() {
    if (!this.isLockedOut) this.#notice("locked_out");
    this.isLockedOut = true;
    throw new Error("this device may not write");
  }

  #letIn() {
    if (this.isLockedOut) this.#notice(null);
    Object.assign(this, { failures: 0, isLockedOut: false, isTokenNew: false });
  }

  #take(written, { steps, more, isTheirs = false }) {
    this.#rebase(this.written, written);
    this.written = written;
    this.steps = steps.slice(0, MOST_STEPS);
    this.more = more || steps.length > MOST_STEPS;
    this.#keepGame();
    this.#tell(isTheirs);
  }

  #drop(taps) {
    this.queue = this.queue.filter((tap) => !taps.includes(tap));
    for (const tap of taps) this.kept.drop(tap);
  }

  #goOn(tap, change) {
    Object.assign(tap, change);
    this.kept.put(tap);
  }

  #keepGame() {
    const { written, steps, more } = this;
    this.kept.putGame({ written, steps, more });
  }

  #holds(tap) {
    return tap.isLoose || this.kept.has(tap) || this.kept.game === null;
  }

  // Another tab of this device went on with the same game, or the browser forgot everything.
  #adopt() {
    const { game, taps } = this.kept;
    const here = new Map(this.queue.map((tap) => [tap.place, tap]));
    const only = this.queue.filter((tap) => (tap.isLoose || game === null) && !taps.some(({ place }) => place === tap.place));
    const shared = taps.map((tap) => (tap.place === this.sent?.place ? here.get(tap.place) : Object.assign(here.get(tap.place) ?? {}, tap)));
    this.queue = [...shared, ...only].sort((one, other) => one.place - other.place);
    if (game === null) {
      only.forEach((tap) => this.kept.put(tap));
      this.#keepGame();
    } else if (game.written.revision > this.written.revision) {
      const { written, steps, more } = game;
      Object.assign(this, { written, steps, more });
    }
    if (this.conflict && !this.queue.some(({ place }) => place === this.conflict.tap.place)) this.conflict = null;
    this.#tell(true);
    if (!this.isSending) this.#sendIn(PAUSES[PAUSES.length - 1]);
  }

  #sendIn(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), pause);
  }

  #notice(name, values = {}) {
    this.dispatchEvent(new CustomEvent("notice", { detail: { name, values } }));
  }

  // Whether another device or tab changed something, as far as this page knows.
  #tell(isTheirs = false) {
    this.dispatchEvent(new CustomEvent("change", { detail: isTheirs }));
  }
}
