// The link and the picture go straight to a chat where the phone can share them; elsewhere the link is
// copied, and the picture saved.

const link = document.querySelector("[data-link]");
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

async function share(content, message, failed) {
  message.textContent = "";
  try {
    await navigator.share(await content);
  } catch (error) {
    if (error.name === "AbortError") return; // no receiver was chosen
    message.textContent = failed;
  }
}

if (link && navigator.share) {
  const { link: url, failed } = link.dataset;
  link.hidden = false;
  document.querySelector("[data-copy]").className = "button"; // one is the first thing to do
  link.addEventListener("click", () => share({ url }, document.querySelector("#copied"), failed));
}

if (button && canShareFiles()) {
  // Fetched before the tap: a browser lets a page share only right after one.
  let picture = fetchPicture();
  picture.catch(() => {});
  button.hidden = false;
  button.addEventListener("click", async () => {
    const files = picture.then((file) => ({ files: [file] }));
    await share(files, document.querySelector("#message"), button.dataset.failed);
    picture = picture.catch(fetchPicture); // once more, if there was none
  });
}
