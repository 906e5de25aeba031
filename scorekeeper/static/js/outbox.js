// Every tap is kept on the device first, then sent: one request at a time, in order, each
// repeated unchanged until the server has answered. Nothing is folded and nothing is dropped.

import { handOf, handOfStep } from "./game.js";

const PATIENCE = 30_000;
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000];

export class Outbox extends EventTarget {
  constructor({ document: written, steps, more_steps: more, addresses }, token) {
    super();
    this.key = `bluke:${written.id}`;
    this.addresses = addresses;
    this.token = token;
    this.failures = 0;
    this.conflict = null;
    this.isSending = false;
    const kept = this.#read();
    const isKeptNewer = kept && kept.written.revision > written.revision;
    this.written = isKeptNewer ? kept.written : written;
    this.steps = isKeptNewer ? kept.steps : steps.map(handOfStep);
    this.more = isKeptNewer ? kept.more : more;
    this.queue = kept?.queue ?? [];
    addEventListener("storage", (event) => event.key === this.key && this.#adopt());
    addEventListener("online", () => this.send());
    addEventListener("pagehide", () => this.#keep());
  }

  get state() {
    if (this.queue.length === 0) return "saved";
    return this.failures === 0 && !this.isLockedOut ? "saving" : "waiting";
  }

  // The hands with everything that was tapped, sent or not.
  get hands() {
    const hands = this.written.hands.map(handOf);
    for (const { number, values } of this.queue) {
      if (values) hands[number - 1] = { ...values, number };
    }
    return hands;
  }

  // What Undo would bring back, step by step, the newest first.
  get undoable() {
    const steps = [...this.steps];
    for (const { kind, was } of this.queue) {
      if (kind === "hand") steps.unshift(was);
      else steps.shift();
    }
    return steps;
  }

  get canUndo() {
    const unknown = this.queue.filter(({ kind, values }) => kind === "undo" && !values).length;
    return this.undoable.length > 0 || (this.more && unknown === 0);
  }

  save(number, values, was) {
    const waits = this.queue.some((earlier) => earlier.number === number);
    const base = waits ? null : this.written.hands[number - 1].revision;
    this.#add({ kind: "hand", number, values, was, base });
  }

  // Returns the hand that comes back, or null where only the server knows it.
  undo() {
    const [step] = this.undoable;
    this.#add({ kind: "undo", number: step?.number ?? null, values: step ?? null, base: null });
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
      this.timer = setTimeout(() => this.send(), PAUSES[Math.min(this.failures, PAUSES.length) - 1]);
    } finally {
      this.isSending = false;
      this.#tell();
    }
  }

  // Looks whether another device changed something, unless taps of ours are still to be told.
  async refresh() {
    if (this.queue.length > 0) return this.send();
    const answer = await fetch(this.addresses.document, { headers: { Accept: "application/json" } }).catch(() => null);
    if (!answer?.ok || this.queue.length > 0) return undefined;
    const written = await answer.json();
    if (written.revision > this.written.revision) this.#take(written, { steps: [], more: true });
    return undefined;
  }

  // The keeper chose: theirs drops what is still to be sent for that hand, mine goes on from theirs.
  choose(version) {
    const { number, theirs } = this.conflict;
    if (version === "theirs") this.queue = this.queue.filter((tap) => tap.number !== number);
    else Object.assign(this.queue[0], { base: theirs.hands[number - 1].revision, body: null });
    this.conflict = null;
    this.#take(theirs, { steps: [], more: true });
    this.send();
  }

  #add(tap) {
    this.queue.push(tap);
    this.#keep();
    this.#tell();
    this.send();
  }

  async #sendFirst() {
    const tap = this.queue[0];
    if (!tap.body) {
      tap.body = this.#body(tap);
      this.#keep();
    }
    this.#tell();
    const answer = await this.#post(tap);
    if (answer.status === 400) return this.#renewToken();
    if (answer.status === 403 || answer.status === 404) return this.#lockOut();
    if (![200, 409, 422].includes(answer.status)) throw new Error(`answer ${answer.status}`);
    const body = await answer.json();
    if (this.queue[0] !== tap) return undefined;
    this.failures = 0;
    if (answer.status === 200) return this.#accepted(tap, body);
    return answer.status === 409 ? this.#contested(tap, body) : this.#refused(tap, body);
  }

  #post(tap) {
    const address = tap.kind === "undo" ? this.addresses.undo : this.addresses.hands + tap.number;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), PATIENCE);
    return fetch(address, {
      method: "POST",
      body: new URLSearchParams(tap.body),
      headers: { Accept: "application/json", "X-CSRFToken": this.token },
      redirect: "error",
      signal: limit.signal,
    }).finally(() => clearTimeout(timer));
  }

  #body({ kind, number, values, base }) {
    if (kind === "undo") return [["base", String(this.written.revision)]];
    const known = base ?? this.written.hands[number - 1].revision;
    const fields = [["base", known], ["trump", values.trump ?? ""], ["dealer", values.dealer ?? ""], ["cards", values.cards]];
    const seated = new Set(values.plays.map((play) => play.seat));
    for (const { seat, bid, taken, adjust } of values.plays) {
      fields.push([`bid-${seat}`, bid ?? ""], [`taken-${seat}`, taken ?? ""]);
      if (adjust) fields.push([`adjust-${seat}`, adjust]);
    }
    for (const { seat } of this.written.players) {
      if (!seated.has(seat)) fields.push([`out-${seat}`, "1"]);
    }
    return fields.map(([name, value]) => [name, String(value)]);
  }

  #accepted(tap, written) {
    const before = this.written;
    this.queue.shift();
    const isOurs = written.revision === before.revision + 1;
    for (const later of this.queue) this.#rebase(later, before, written);
    const steps = tap.kind === "hand" ? [tap.was, ...this.steps] : this.steps.slice(1);
    if (isOurs) return this.#take(written, { steps, more: this.more });
    // Somebody else's change lies between: only the server knows the way back.
    return this.#take(written, { steps: [], more: true });
  }

  // Our own change may have given later hands another dealer, and so another revision.
  #rebase(later, before, written) {
    if (later.kind !== "hand" || later.base === null || later.body) return;
    const [was, is] = [before, written].map((document) => document.hands[later.number - 1].revision);
    if (later.base === was && is === written.revision) later.base = is;
  }

  #contested(tap, written) {
    if (tap.kind === "undo") {
      this.queue.shift();
      this.#take(written, { steps: [], more: true });
      return this.#notice("undo_late", {});
    }
    this.conflict = { number: tap.number, theirs: written, mine: this.hands[tap.number - 1] };
    this.dispatchEvent(new CustomEvent("conflict", { detail: this.conflict }));
    return undefined;
  }

  async #refused(tap, { errors }) {
    this.queue = this.queue.filter((later) => later.number !== tap.number);
    this.#keep();
    this.#notice("refused", { number: tap.number, reason: Object.values(errors)[0] });
    await this.refresh();
    this.#tell();
  }

  async #renewToken() {
    const answer = await fetch(this.addresses.token, { cache: "no-store" });
    this.token = (await answer.json()).csrf_token;
    this.failures += 1;
    if (this.failures > 2) throw new Error("the token was refused again");
  }

  #lockOut() {
    this.isLockedOut = true;
    this.#notice("locked_out", {});
    throw new Error("this device may not write");
  }

  #take(written, { steps, more }) {
    if (written.revision >= this.written.revision) this.written = written;
    this.isLockedOut = false;
    this.steps = steps;
    this.more = more;
    this.#keep();
    this.#tell();
  }

  #notice(name, values) {
    this.dispatchEvent(new CustomEvent("notice", { detail: { name, values } }));
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }

  #read() {
    try {
      return JSON.parse(localStorage.getItem(this.key));
    } catch {
      return null;
    }
  }

  #keep() {
    const { written, steps, more, queue } = this;
    try {
      localStorage.setItem(this.key, JSON.stringify({ written, steps, more, queue }));
    } catch {
      // A browser that keeps nothing still sends: the sign says what has not arrived yet.
    }
  }

  // Another tab of this device went on with the same game.
  #adopt() {
    const kept = this.#read();
    if (!kept || this.isSending) return;
    Object.assign(this, kept);
    this.#tell();
  }
}
