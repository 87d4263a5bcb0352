// The names typed for the players stand on the dealer's chips at once.

document.addEventListener("input", (event) => {
  const seat = event.target.name?.match(/^player_(\w+)$/)?.[1];
  if (!seat) return;
  const name = event.target.value.trim();
  const option = document.querySelector(`[name=shuffler] [value=${seat}]`);
  for (const place of [document.querySelector(`[data-seat=${seat}]`), option]) {
    if (!place) continue; // a match that is changed has no one who cuts
    place.dataset.empty ??= place.textContent;
    place.textContent = name || place.dataset.empty;
  }
});

for (const button of document.querySelectorAll("[data-swap]")) {
  const [one, other] = ["1", "2"].map((place) =>
    document.querySelector(`[name=player_${button.dataset.swap}${place}]`),
  );
  button.hidden = false;
  button.addEventListener("click", () => {
    [one.value, other.value] = [other.value, one.value];
    for (const field of [one, other]) field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
