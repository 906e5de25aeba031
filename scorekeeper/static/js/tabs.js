// Hand, card and chart: one at a time, each keeping its place. Back leads to the book.

export class Tabs {
  constructor(page) {
    this.page = page;
    this.rooms = [...page.querySelectorAll(".room")];
    this.tabs = [...document.querySelectorAll(".tabs a[href^='#']")];
    this.tabs.forEach((tab) => tab.addEventListener("click", (event) => {
      event.preventDefault();
      this.show(tab.hash.slice(1));
    }));
    const asked = location.hash.slice(1);
    this.#open(this.rooms.some((room) => room.id === asked) ? asked : "hand");
  }

  show(id) {
    if (id === this.current) return;
    this.#open(id);
    history.replaceState(history.state, "", id === "hand" ? location.pathname : `#${id}`);
  }

  #open(id) {
    this.current = id;
    this.page.dataset.room = id;
    for (const room of this.rooms) room.hidden = room.id !== id;
    for (const tab of this.tabs) {
      if (tab.hash === `#${id}`) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
  }
}
