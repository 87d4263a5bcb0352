// Says hand and score after each save, with a voice that is on the device: nothing goes to anybody.

import { device, tab } from "./kept.js";

const PATIENCE_MS = 2000; // browsers fetch the list of voices late
const WORDS = "spoken-words";
const root = document.documentElement;
/** @type {import("./say_switch.js").Source | null} */
let source = null;
/** @type {SpeechSynthesisVoice | null} */
let voice = null;
let last = null;
let words = null;

// Turn it on or off; is it on now?
export async function turn(button, from) {
  if (source) {
    speechSynthesis.cancel();
    document.removeEventListener(source.event, look);
    source = null;
    show(button);
    return false;
  }
  speechSynthesis.speak(new SpeechSynthesisUtterance("")); // in the tap, or a phone stays silent
  const isOn = await begin(from, button);
  if (isOn) speak(last.total);
  return isOn;
}

// Listen from now on; can it speak?
export async function begin(from, button = null) {
  words ??= await fetchWords();
  voice ??= await findVoice();
  if (!voice) {
    if (button) tell(button);
    return false;
  }
  source = from;
  await look();
  document.addEventListener(from.event, look);
  document.addEventListener("drawn", showAll);
  showAll();
  return true;
}

async function look() {
  const now = await source?.read(words);
  if (!now) return;
  const before = last ?? lastOfPage();
  last = now;
  remember(now);
  if (before && (before.entries !== now.entries || before.total !== now.total)) {
    speak(now.entries > before.entries ? now.whole : now.total);
  }
}

function speak(text) {
  const said = new SpeechSynthesisUtterance(text);
  said.voice = voice;
  said.lang = voice.lang;
  speechSynthesis.cancel(); // what is older than this is said no more
  speechSynthesis.speak(said);
}

const ours = () =>
  speechSynthesis.getVoices().find(({ localService, lang }) => {
    return localService && lang.toLowerCase().split(/[-_]/)[0] === root.lang;
  });

// A voice of the language that is on the device; null where it has none.
async function findVoice() {
  if (!ours()) {
    await new Promise((resolve) => {
      speechSynthesis.addEventListener("voiceschanged", resolve, { once: true });
      setTimeout(resolve, PATIENCE_MS);
    });
  }
  return ours() ?? null;
}

// The sentences. A phone without a network has those of the last time.
async function fetchWords() {
  const address = new URL(
    `words/${root.lang}/spoken.json`,
    new URL(root.dataset.worker, location.href),
  );
  const key = `${WORDS}-${root.lang}`;
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`no words: ${answer.status}`);
    const { spoken } = await answer.json();
    device.set(key, spoken);
    return { texts: spoken, language: root.lang };
  } catch (error) {
    const texts = device.get(key);
    if (!texts) throw error;
    return { texts, language: root.lang };
  }
}

function showAll() {
  for (const button of document.querySelectorAll("[data-say]")) show(button);
}

function show(button) {
  button.textContent = source ? words.texts.switch_off : words.texts.switch_on;
}

// Below the button: the menu is open.
function tell(button) {
  const next = button.nextElementSibling;
  const place = next?.matches("[data-silent]") ? next : document.createElement("p");
  place.className = "message";
  place.dataset.silent = "";
  place.setAttribute("role", "status");
  button.after(place);
  place.textContent = words.texts.no_voice;
}

// The words said of this match in this tab, for the new page after a save.
const place = () => `said:${location.pathname.split("/").slice(0, 3).join("/")}`;
const lastOfPage = () => tab.get(place());
const remember = (now) => tab.set(place(), now);
