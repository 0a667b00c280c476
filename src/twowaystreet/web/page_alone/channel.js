// The channel to an engine in this browser: Python in a worker, and the game in localStorage.
// It takes the place of the channel to a server.

import { startForm } from "./start.js";

const KEY = `twowaystreet ${new URL(".", location.href).pathname}`;
const PACE = 400;

/** Return the milliseconds between moves of bots: ?pace=0 asks for none, as reduced motion does. */
function pace() {
  const asked = new URLSearchParams(location.search).get("pace");
  if (asked !== null) return Math.max(0, Number(asked) || 0);
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : PACE;
}

/** Return the saved game; null without one, or if the browser keeps nothing. */
function load() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Save the game; return whether the browser keeps it. */
function save(text) {
  try {
    localStorage.setItem(KEY, text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Open the channel: continue the saved game, or ask for a new one.
 *
 * @param {(message: object) => void} receive takes each message.
 * @param {(state: string, words: string) => void} report takes the state of the engine.
 * @returns {(message: object) => boolean} sends a message; false if the engine does not work.
 */
export function open(receive, report) {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  let works = true;
  let begins = false;
  const send = (message) => {
    if (works) worker.postMessage({ pace: pace(), ...message });
    return works;
  };
  const start = startForm((game) => send({ do: "begin", ...game }));

  function fail(words) {
    works = false;
    report("lost", words);
    worker.terminate();
  }

  const takers = {
    loading: ({ words }) => report("loading", words),
    ready: () => report("open", "Python is ready."),
    failed: ({ words }) => fail(words),
    begun: () => {
      begins = true;
      receive({ type: "begun" });
      start.close();
    },
    refusal: ({ task, words }) => {
      if (task === "begin") start.refuse(words);
      else start.open(`The saved game cannot be read: ${words}. Begin a new game.`);
    },
    answer: ({ text }) => {
      receive(JSON.parse(text));
      if (begins) document.querySelector("#buttons button, #table [role=button]")?.focus();
      begins = false;
    },
    saved: ({ text }) => {
      if (!save(text)) report("open", "This browser does not save the game.");
    },
  };
  worker.addEventListener("message", ({ data }) => takers[data.type](data));
  worker.addEventListener("error", () => fail("Python cannot be loaded: the page is incomplete."));

  report("loading", "Loading Python.");
  const saved = load();
  if (saved === null) start.open("");
  else send({ do: "restore", saved });
  return send;
}
