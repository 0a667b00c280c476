// The engine in a worker: it loads Python, and lets it answer the messages of the page.

import { ARCHIVE, PYODIDE } from "./settings.js";

const COMPILED = new URL(`compiled?${ARCHIVE} ${PYODIDE}`, import.meta.url).href;
const LIBRARY = "/library";
const IDLE = 500;
const SLOW = 60;
const inbox = [];
let python = null;
let game = null;
let isKept = false;
let pace = 0;
let isRunning = false;
let since = 0;
let isSlow = false;

const say = (words) => postMessage({ type: "loading", words });
const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));

async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Return the store of compiled modules; null where browsers offer none, as without HTTPS. */
async function opened() {
  try {
    return await caches.open(`twowaystreet ${new URL(".", import.meta.url).pathname}`);
  } catch {
    return null;
  }
}

/** Return the archive of modules that an earlier start has kept; null without it. */
async function compiled() {
  const found = await (await opened())?.match(COMPILED);
  return found ? new Uint8Array(await found.arrayBuffer()) : null;
}

/** Keep the compiled modules for the next start, which is faster with them. */
async function keep() {
  const store = await opened();
  if (!store) return;
  const bytes = python.runPython(
    `from twowaystreet.web.bytecode import archive_of; archive_of("${LIBRARY}")`);
  for (const old of await store.keys()) await store.delete(old);
  await store.put(COMPILED, new Response(bytes.toJs()));
  bytes.destroy();
}

/** Import the engine from a folder or an archive. */
const begun = (place) => python.runPython(`
  import sys
  sys.path.insert(0, "${place}")
  from twowaystreet.web.alone import Alone
  Alone()
`);

/** Load Python, and return the game. */
async function load() {
  const base = new URL(PYODIDE, import.meta.url).href;
  const source = () => fetched(new URL(ARCHIVE, import.meta.url));
  const early = compiled().then(async (modules) => ({ modules, files: modules ?? await source() }));
  early.catch(() => {});
  say("Loading Python (step 1 of 2).");
  const { loadPyodide } = await import(`${base}pyodide.mjs`);
  python = await loadPyodide({ indexURL: base });
  say("Loading the games (step 2 of 2).");
  const { modules, files } = await early;
  if (modules) {
    try {
      python.FS.writeFile("/compiled.zip", modules);
      const found = begun("/compiled.zip");
      isKept = true;
      return found;
    } catch {
      // Another version of Python has compiled them.
    }
  }
  // Imports from a folder leave compiled modules in it.
  python.runPython("import sys; sys.dont_write_bytecode = False");
  python.unpackArchive(modules ? await source() : files, "zip", { extractDir: LIBRARY });
  return begun(LIBRARY);
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
    since = 0;
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
  const text = game.show(since);
  postMessage({ type: "answer", text });
  since = JSON.parse(text).number;
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
  if (!isKept && since) {
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
