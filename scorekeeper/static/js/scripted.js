// Before the first paint: what needs scripts is shown, and what replaces them is not, but only
// where they can run. It is written in the newest of the language that any script here uses: a
// browser that cannot read it does not run it either, and keeps the plain forms.

class Scripted {
  constructor(root) {
    this.root = root;
    root.classList.add("scripted");
    this.#watch();
  }

  // A page whose scripts do not arrive, or break as they start, gets its plain forms back.
  #watch() {
    const giveUp = ({ target }) => {
      this.isBroken ||= target === window || target?.tagName === "SCRIPT";
      if (this.isBroken) this.root.classList.remove("scripted");
    };
    addEventListener("error", giveUp, true);
    addEventListener("DOMContentLoaded", () => removeEventListener("error", giveUp, true));
  }
}

new Scripted(document.documentElement);
