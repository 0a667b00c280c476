// The progress of loading Python: a bar on the front page, and a dialog for a game that waits.

import { button, make } from "./elements.js";

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
  const dialog = make("dialog", { id: "start-wait", "aria-labelledby": "start-wait-title" },
    title, bars[1], words[1], button("Back to the games", () => dialog.close()));
  let isClosing = false;
  dialog.addEventListener("close", () => {
    if (!isClosing) cancel();
    isClosing = false;
  });

  const write = (text) => words.forEach((each) => (each.textContent = text));

  /** Show the share that is loaded, from 0 to 1; the bar disappears at 1. */
  function progress(share, text) {
    for (const each of bars) each.value = Math.max(each.value, share);
    write(text);
    bar.classList.toggle("done", share >= 1);
  }

  return {
    bar,
    dialog,
    progress,
    wait: (game) => {
      title.textContent = game ? `${game} begins in a moment` : "Your game begins in a moment";
      if (!dialog.open) dialog.showModal();
    },
    close: () => {
      isClosing = dialog.open;
      dialog.close();
    },
    fail: (text) => {
      isClosing = dialog.open;
      dialog.close();
      for (const each of bars) each.hidden = true;
      write(text);
      bar.classList.remove("done");
      bar.classList.add("lost");
      bar.setAttribute("role", "alert");
    },
  };
}
