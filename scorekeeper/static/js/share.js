// The device's own share sheet for a link, where it has one: HTTPS, and most phones.

for (const button of document.querySelectorAll("[data-share]")) {
  if (!navigator.share) break;
  button.hidden = false;
  button.addEventListener("click", () => share(button));
}

// Who closes the sheet again has not failed.
async function share({ dataset, nextElementSibling: said }) {
  const problem = await navigator.share({ url: dataset.share }).then(() => "", ({ name }) => name);
  said.hidden = !problem || problem === "AbortError";
}
