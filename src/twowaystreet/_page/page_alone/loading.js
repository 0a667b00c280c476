// The progress of loading Python: a bar on the front page, and a dialog for a game that waits.

import { button, make } from "./elements.js";

const CREEP = 0.16; // how far the bar goes on by itself, so that it never stands still
const TICK = 250;

/**
 * Make the bar and the dialog.
 *
 * @param {() => void} cancel is called when the person does not want to wait.
 */
export function makeLoading(cancel) {
  const bars = [0, 1].map(() => make("progress", { max: 1, value: 0, "aria-label": "Loading" }));
  const words = [0, 1].map(() => make("p", {}));
  const bar = make("div", { id: "start-loading" }, bars[0], words[0]);
  const title = make("h2", { id: "start-wait-title" });
  const help = make("div", { class: "start-help", tabindex: 0, role: "group", "aria-label": "How to play" });
  const dialog = make("dialog", { id: "start-wait", "aria-labelledby": "start-wait-title" },
    title, bars[1], words[1], help, button("Back to the games", () => dialog.close()));
  let isClosing = false;
  dialog.addEventListener("close", () => {
    if (!isClosing) cancel();
    isClosing = false;
  });

  const write = (text) => words.forEach((each) => (each.textContent = text));

  let told = 0;
  let shown = 0;
  const draw = () => bars.forEach((each) => (each.value = shown));
  const creeping = setInterval(() => {
    const most = Math.min(told + CREEP, 0.99);
    shown = Math.max(shown, told, shown + (most - shown) * 0.04);
    draw();
  }, TICK);

  /** Show the share that is loaded, from 0 to 1; the bar disappears at 1. */
  function progress(share, text) {
    told = Math.max(told, share);
    shown = Math.max(shown, told);
    draw();
    write(text);
    if (share >= 1) clearInterval(creeping);
    bar.classList.toggle("done", share >= 1);
  }

  return {
    bar,
    dialog,
    progress,
    /** Show that a game begins soon, and its rules meanwhile. */
    wait: (game, isSaved) => {
      title.textContent = `${game?.title ?? "Your game"} ${isSaved ? "goes on" : "begins"} in a moment`;
      help.replaceChildren(...(game?.help ?? []).map((text) => make("p", {}, text)));
      help.hidden = !game?.help.length;
      if (!dialog.open) dialog.showModal();
    },
    close: () => {
      isClosing = dialog.open;
      dialog.close();
    },
    fail: (text) => {
      isClosing = dialog.open;
      dialog.close();
      clearInterval(creeping);
      for (const each of bars) each.hidden = true;
      write(text);
      bar.classList.remove("done");
      bar.classList.add("lost");
      bar.setAttribute("role", "alert");
      bar.append(button("Load the page again", () => location.reload(), { class: "main" }));
    },
  };
}
