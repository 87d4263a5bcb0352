// Says the failures of htmx's requests, where the page has words for them.

for (const failed of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failed, (event) => {
    const message = document.querySelector("#message");
    const words = /** @type {Found} */ (event.target).closest("[data-offline]")?.dataset.offline;
    if (message && words) {
      message.textContent = words;
      message.classList.add("bad");
    }
  });
}
