// The names typed for the players stand on the dealer's chips at once.

document.addEventListener("input", (event) => {
  const seat = event.target.name?.match(/^player_(\w+)$/)?.[1];
  if (!seat) return;
  const name = event.target.value.trim();
  const option = document.querySelector(`[name=shuffler] [value=${seat}]`);
  for (const place of [document.querySelector(`[data-seat=${seat}]`), option]) {
    place.dataset.empty ??= place.textContent;
    place.textContent = name || place.dataset.empty;
  }
});
