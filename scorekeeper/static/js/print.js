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
    Object.assign(this, { button, link, said });
    if (!navigator.canShare?.({ files: [this.#file(new Blob())] })) return;
    button.hidden = false;
    button.addEventListener("click", () => this.#share());
  }

  async #share() {
    this.said.hidden = true;
    this.button.disabled = true;
    try {
      const card = await inTime(this.link.href, {}, read, PRINTED_WITHIN);
      await navigator.share({ files: [this.#file(card)] });
    } catch (error) {
      if (error.name !== "AbortError") this.#say(this.button.dataset.busy);
    }
    this.button.disabled = false;
  }

  #say(sentence) {
    this.said.textContent = sentence;
    this.said.hidden = false;
  }

  #file(blob) {
    return new File([blob], this.button.dataset.share, { type: "application/pdf" });
  }
}

function read(answer) {
  if (!answer.ok) throw new Error(answer.status);
  return answer.blob();
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
for (const show of document.querySelectorAll("[data-show]")) show.hidden = true;
