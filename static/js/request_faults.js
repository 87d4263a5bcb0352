// What htmx asks for and does not get is said where the page has words for it.

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
