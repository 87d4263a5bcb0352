// The picture goes straight to a chat where the phone can share files; elsewhere it is saved.

const button = document.querySelector("[data-share]");

function canShareFiles() {
  try {
    return navigator.canShare({ files: [new File([""], "a.png", { type: "image/png" })] });
  } catch {
    return false; // an older browser, or plain HTTP
  }
}

async function fetchPicture() {
  // Behind the page's own: the server has it by then, and need not draw it twice.
  await document.querySelector(".picture").decode();
  const answer = await fetch(button.dataset.share);
  if (!answer.ok) throw new Error(`no picture: ${answer.status}`);
  return new File([await answer.blob()], button.dataset.name, { type: "image/png" });
}

async function share(picture) {
  const message = document.querySelector("#message");
  message.textContent = "";
  try {
    await navigator.share({ files: [await picture] });
  } catch (error) {
    if (error.name === "AbortError") return; // no receiver was chosen
    message.textContent = button.dataset.failed;
  }
}

if (button && canShareFiles()) {
  // Fetched before the tap: a browser lets a page share only right after one.
  let picture = fetchPicture();
  picture.catch(() => {});
  button.hidden = false;
  button.addEventListener("click", async () => {
    await share(picture);
    picture = picture.catch(fetchPicture); // once more, if there was none
  });
}
