// The engine in a worker: it loads Python, and lets it answer the messages of the page.

import { ARCHIVE, PYODIDE } from "./settings.js";

const LIBRARY = "/twowaystreet.zip";
const KEPT = "/kept.zip";
const IDLE = 1000;
const BREATH = 20;
const SLOW = 60;
const inbox = [];
let python = null;
let game = null;
let isKept = false;
let keptAs = "";
let pace = 0;
let isRunning = false;
let isBegun = false;
let isSlow = false;

const say = (words) => postMessage({ type: "loading", words });
const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));

async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Return the store of this folder; null where browsers offer none, as without HTTPS. */
async function opened() {
  try {
    return await caches.open(`twowaystreet ${new URL(".", import.meta.url).pathname}`);
  } catch {
    return null;
  }
}

/** Keep all modules as bytecode for the next start, in short steps between other work. */
async function keep() {
  const store = await opened();
  if (!store) return;
  const packing = python.runPython(`
    from twowaystreet.web.bytecode import packed
    packed([next(path for path in sys.path if path.endswith("zip") and path != "${LIBRARY}"),
      "${LIBRARY}"], "${KEPT}")
  `);
  let paused = performance.now();
  for (const _ of packing) {
    if (performance.now() - paused < BREATH) continue;
    await sleep(0);
    paused = performance.now();
  }
  const content = python.FS.readFile(KEPT);
  python.FS.unlink(KEPT);
  for (const old of await store.keys()) await store.delete(old);
  await store.put(keptAs, new Response(content));
}

/** Start Python with all modules that an earlier start has kept; null without them. */
async function startedFromKept(loadPyodide, base) {
  const store = await opened();
  const found = await store?.match(keptAs);
  if (!found) return null;
  const address = URL.createObjectURL(await found.blob());
  try {
    const started = await loadPyodide({ indexURL: base, stdLibURL: address });
    started.runPython("import twowaystreet.web.alone");
    return started;
  } catch {
    await store.delete(keptAs);
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Load Python, and return the game. */
async function load() {
  const base = new URL(PYODIDE, import.meta.url).href;
  const early = import(`${base}pyodide.asm.mjs`);
  early.catch(() => {});
  say("Loading Python (step 1 of 2).");
  const { loadPyodide, version } = await import(`${base}pyodide.mjs`);
  keptAs = new URL(`kept?${ARCHIVE}&${version}`, import.meta.url).href;
  python = await startedFromKept(loadPyodide, base);
  if (python) {
    isKept = true;
  } else {
    const archive = fetched(new URL(ARCHIVE, import.meta.url));
    archive.catch(() => {});
    python = await loadPyodide({ indexURL: base });
    say("Loading the games (step 2 of 2).");
    python.FS.writeFile(LIBRARY, await archive);
    python.runPython(`import sys; sys.path.insert(0, "${LIBRARY}")`);
  }
  return python.runPython("from twowaystreet.web.alone import Alone; Alone()");
}

/** Carry out a message; return whether the picture changes. */
function carryOut(message) {
  const text = JSON.stringify(message);
  if (message.do === "begin" || message.do === "restore") {
    const words = message.do === "begin" ? game.begin(text) : game.restore(text);
    if (words !== undefined) {
      postMessage({ type: "refusal", task: message.do, words });
      return false;
    }
    isBegun = false;
    isSlow = false;
    postMessage({ type: "begun" });
    return true;
  }
  const refusal = game.receive(text);
  if (refusal !== undefined) postMessage({ type: "answer", text: refusal });
  return refusal === undefined;
}

/** Send the picture, and then the game to save. */
function show() {
  const text = game.show();
  if (text === undefined) return;
  postMessage({ type: "answer", text });
  isBegun = true;
  postMessage({ type: "saved", text: game.saved() });
}

/** Carry out all messages, and let bots move in between; show each move that people can follow. */
async function run() {
  if (isRunning || !game) return;
  isRunning = true;
  let isBehind = false;
  for (;;) {
    if (inbox.length) {
      const message = inbox.shift();
      pace = message.pace;
      isBehind = carryOut(message) || isBehind;
      continue;
    }
    if (!game.bot_is_to_move()) break;
    if (pace || isSlow) {
      if (isBehind) show();
      isBehind = false;
      await sleep(pace);
      if (inbox.length) continue;
    }
    const begun = performance.now();
    isBehind = game.advance() || isBehind;
    isSlow = performance.now() - begun > SLOW;
  }
  if (isBehind) show();
  isRunning = false;
  if (!isKept && isBegun) {
    isKept = true;
    setTimeout(() => keep().catch(() => {}), IDLE);
  }
}

function fail(error) {
  const last = String(error?.message ?? error).trim().split("\n").pop();
  postMessage({ type: "failed", words: game ? `The game has failed: ${last}`
    : `Python cannot be loaded: ${last}. Check the connection, and reload the page.` });
}

addEventListener("message", ({ data }) => {
  inbox.push(data);
  run().catch(fail);
});

try {
  game = await load();
  postMessage({ type: "ready" });
  await run();
} catch (error) {
  fail(error);
}
