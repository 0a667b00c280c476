// The channel to an engine in this browser: Python in a worker, and the game in localStorage.
// It takes the place of the channel to a server.

import { keepOffline } from "./offline.js";
import { keep, kept } from "./prefs.js";
import { CATALOGUE } from "./settings.js";
import { makeStart } from "./start.js";

const KEY = `twowaystreet ${new URL(".", location.href).pathname}`;

/** Return which game was saved; undefined for none, or for a damaged one. */
function gameIn(saved) {
  try {
    const { game } = JSON.parse(JSON.parse(saved).table);
    return CATALOGUE.games.find((each) => each.name === game);
  } catch {
    return undefined;
  }
}

/**
 * Open the channel: show the gallery, and load Python meanwhile.
 *
 * @param {(message: object) => void} receive takes each message.
 * @param {(state: string, words: string) => void} report takes the state of the engine.
 * @returns {(message: object) => boolean} sends a message; false if the engine does not work. Its
 *   method again() begins the same game anew, and another() shows the gallery.
 */
export function open(receive, report) {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  let isReady = false;
  let works = true;
  let isPlaying = false;
  let isPushed = false;
  let begins = false;
  let picked = null; // the message that begins a game, until Python is ready

  const send = (message) => {
    if (works) worker.postMessage(message);
    return works;
  };
  const start = makeStart({ pick, goOn, leave, cancel: () => (picked = null) });

  /** Begin a game, now or as soon as Python is ready. */
  function pick(message, game) {
    if (!works) {
      document.querySelector("#start-loading button").focus(); // beside the words that say why
      return;
    }
    if (isReady) {
      send(message);
      return;
    }
    picked = message;
    start.wait(game, message.do === "restore");
  }

  /** Go on with the game on the table, or with the saved one. */
  function goOn() {
    const saved = kept(KEY);
    if (isPlaying) show();
    else if (saved !== null) pick({ do: "restore", saved }, gameIn(saved));
  }

  /** Show the table; the browser's button for the last page then leads back to the gallery. */
  function show() {
    if (!history.state?.isPlaying) {
      history.pushState({ isPlaying: true }, "");
      isPushed = true;
    }
    start.close();
  }

  function showGallery(words = "") {
    start.open(gameIn(kept(KEY)), words);
  }

  /** Leave the table for the gallery, as the browser's button for the last page does. */
  function leave() {
    if (isPushed) history.back();
    else {
      history.replaceState(null, "");
      showGallery();
    }
    isPushed = false;
  }

  function fail(words) {
    works = false;
    start.fail(words);
    report("lost", words);
    worker.terminate();
  }

  const takers = {
    progress: ({ share, words }) => start.progress(share, words),
    ready: () => {
      isReady = true;
      report("open", "Python is ready.");
      start.progress(1, "");
      if (picked) send(picked);
      picked = null;
      keepOffline(() => !isPlaying && !start.isWaiting);
    },
    failed: ({ words }) => fail(words),
    begun: () => {
      begins = isPlaying = true;
      receive({ type: "begun" });
      show();
    },
    refusal: ({ task, words }) => {
      if (task === "begin") start.refuse(words);
      else showGallery(`The saved game cannot be read: ${words}. Begin a new game.`);
    },
    answer: ({ text }) => {
      receive(JSON.parse(text));
      if (begins) document.querySelector("#buttons button, #table [role=button]")?.focus();
      begins = false;
    },
    saved: ({ text }) => {
      keep(KEY, text);
      if (kept(KEY) !== text) report("open", "This browser does not save the game.");
    },
  };
  worker.addEventListener("message", ({ data }) => takers[data.type](data));
  worker.addEventListener("error", () => fail("Python cannot be loaded, as the page is incomplete."));
  addEventListener("popstate", ({ state }) => {
    if (state?.isPlaying) goOn();
    else showGallery();
  });

  send.again = () => send({ do: "again" });
  send.another = leave;
  showGallery();
  if (history.state?.isPlaying && kept(KEY) !== null) goOn(); // the page was loaded again
  return send;
}
