// The print room: choices that this device remembers, the card at its width, the share sheet.

import { inTime } from "./post.js";

const MEMORY = "print-choices";
const PRINTED_WITHIN = 20_000;

class Choices {
  constructor(form) {
    this.form = form;
    this.radios = [...form.querySelectorAll("input[type=radio]")];
    this.#recall();
    form.addEventListener("change", (event) => this.radios.includes(event.target) && this.#choose());
  }

  // An address that says nothing gets what was chosen last.
  #recall() {
    const asked = new URLSearchParams(location.search);
    const last = remembered();
    const other = this.radios.filter((radio) => !asked.has(radio.name) && last[radio.name] === radio.value && !radio.checked);
    for (const radio of other) radio.checked = true;
    if (other.length) this.#show("replace");
  }

  #choose() {
    const chosen = Object.fromEntries(this.radios.filter((radio) => radio.checked).map((radio) => [radio.name, radio.value]));
    remember(chosen);
    this.#show("assign");
  }

  #show(how) {
    if (!this.form.querySelector("[data-show]")) return;
    const address = new URL(this.form.action);
    address.search = new URLSearchParams(new FormData(this.form));
    location[how](address);
  }
}

class Proof {
  constructor(box) {
    const page = box.querySelector("iframe");
    const fit = () => box.style.setProperty("--fit", box.clientWidth / page.offsetWidth);
    new ResizeObserver(fit).observe(box);
  }
}

class Sharing {
  constructor(button, link, said) {
    Object.assign(this, { button, link, said, card: null });
    if (!navigator.canShare?.({ files: [this.#file(new Blob())] })) return;
    button.hidden = false;
    button.addEventListener("click", () => this.#share());
  }

  // A browser opens its sheet only soon after a tap: a card that took longer is kept for the next.
  async #share() {
    this.said.hidden = true;
    this.button.disabled = true;
    const problem = (this.card ? "" : await this.#load()) || (await this.#open());
    this.said.textContent = this.button.dataset[problem] ?? "";
    this.said.hidden = !problem;
    this.button.disabled = false;
  }

  async #load() {
    const card = await inTime(this.link.href, {}, read, PRINTED_WITHIN).catch(() => "offline");
    if (typeof card === "string") return card;
    this.card = this.#file(card);
    return "";
  }

  // Who closes the sheet again has not failed.
  async #open() {
    const problem = await navigator.share({ files: [this.card] }).then(() => "", ({ name }) => name);
    if (problem === "NotAllowedError") return "ready";
    this.card = null;
    return problem && problem !== "AbortError" ? "refused" : "";
  }

  #file(blob) {
    return new File([blob], this.button.dataset.share, { type: "application/pdf" });
  }
}

// The card, or what is to be said: a server that is busy says when to ask again.
function read(answer) {
  if (answer.ok) return answer.blob();
  return answer.headers.has("Retry-After") ? "busy" : "failed";
}

// In an app on a home screen a page of the browser's own, such as a PDF, has no way back: there
// the card is saved, which a phone shows above the app.
function isApp() {
  return navigator.standalone || matchMedia("(display-mode: standalone)").matches;
}

function stayInTheApp(way) {
  way.removeAttribute("target");
  if (way.matches("form")) way.append(Object.assign(document.createElement("input"), { type: "hidden", name: "save", value: "1" }));
  else way.href += `${way.search ? "&" : "?"}save=1`;
}

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(MEMORY)) ?? {};
  } catch {
    return {};
  }
}

function remember(chosen) {
  try {
    localStorage.setItem(MEMORY, JSON.stringify(chosen));
  } catch {
    // A browser that keeps nothing asks again the next time.
  }
}

const form = document.querySelector("[data-choices]");
if (form) new Choices(form);
const box = document.querySelector("[data-proof]");
if (box) new Proof(box);
const share = document.querySelector("[data-share]");
if (share) new Sharing(share, document.querySelector("[data-pdf]"), document.querySelector("[data-said]"));
if (isApp()) for (const way of document.querySelectorAll("[data-pdf]")) stayInTheApp(way);
for (const show of document.querySelectorAll("[data-show]")) show.hidden = true;
