// The projector's page: the space bar stops it and lets it go on; its clock runs by the second.

const stay = document.querySelector("#stay");
document.addEventListener("keydown", (event) => {
  const { target } = event;
  if (event.key !== " " || (target instanceof Element && target.closest("a, button, input")))
    return;
  event.preventDefault();
  stay.click();
});

const begun = performance.now();
for (const clock of /** @type {NodeListOf<HTMLElement>} */ (
  document.querySelectorAll("[data-ends]")
)) {
  const figures = clock.querySelector("b");
  const ends = Number(clock.dataset.ends);
  setInterval(() => {
    const left = Math.max(0, Math.ceil(ends - (performance.now() - begun) / 1000));
    if (figures)
      figures.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    clock.classList.toggle("up", left === 0);
  }, 250);
}
