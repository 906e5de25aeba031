// The device's own share sheet for a link, where it has one: HTTPS, and most phones.

for (const button of document.querySelectorAll("[data-share]")) {
  if (!navigator.share) break;
  button.hidden = false;
  // Who closes the sheet again has not failed.
  button.addEventListener("click", () => navigator.share({ url: button.dataset.share }).catch(() => null));
}
