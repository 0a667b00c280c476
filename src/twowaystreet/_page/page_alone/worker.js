// The engine in a worker: it loads Python, and lets it answer the messages of the page.

import { expect, imported, reached } from "./progress.js";
import { ARCHIVE, NETWORKS, PYODIDE, SIZES } from "./settings.js";

const LIBRARY = "/twowaystreet.zip";
const PACKED = "/twowaystreet.json.xz";
const KEPT = "/kept.zip";
const IDLE = 1000;
const BREATH = 20;
const SLOW = 60;
const MODULES = ["attr", "twowaystreet", "twowaystreet.svg.stage", "twowaystreet.table",
  "twowaystreet._page.alone"];
const inbox = [];
let python = null;
let game = null;
let isKept = false;
let keptAs = "";
let isRunning = false;
let isBegun = false;
let hasLearned = false; // NumPy and the networks are there
let isSlow = false; // the last bot has thought for a while

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
    from twowaystreet._page.pyodide import packed
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
  expect(Object.keys(SIZES).filter((name) => !/\.(zip|xz)$/.test(name)));
  const address = URL.createObjectURL(await found.blob());
  try {
    const started = await loadPyodide({ indexURL: base, stdLibURL: address });
    importAll(started);
    return started;
  } catch {
    await store.delete(keptAs);
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Unpack the archive of modules, and let Python find them. */
function unpack(archive) {
  python.FS.writeFile(PACKED, archive);
  python.runPython(`
    import json, lzma, sys, zipfile
    with lzma.open("${PACKED}", "rt", encoding="utf-8") as packed: modules = json.load(packed)
    with zipfile.ZipFile("${LIBRARY}", "w") as library: [
      library.writestr(name, text.encode("latin-1")) for name, text in modules.items()]
    sys.path.insert(0, "${LIBRARY}")
  `);
  python.FS.unlink(PACKED);
}

/** Import the modules of the game, step by step. */
function importAll(started) {
  MODULES.forEach((name, place) => {
    reached(0.75 + 0.25 * place / MODULES.length, "Learning the rules");
    started.runPython(`import ${name}`);
  });
}

/** Load Python, and return the game. */
async function load() {
  const base = new URL(PYODIDE, import.meta.url).href;
  expect(Object.keys(SIZES));
  const early = imported(`${base}pyodide.asm.mjs`);
  early.catch(() => {});
  const { loadPyodide, version } = await imported(`${base}pyodide.mjs`);
  keptAs = new URL(`kept?${ARCHIVE}&${version}`, import.meta.url).href;
  python = await startedFromKept(loadPyodide, base);
  if (python) {
    isKept = true;
  } else {
    const archive = fetched(new URL(ARCHIVE, import.meta.url));
    archive.catch(() => {});
    python = await loadPyodide({ indexURL: base });
    unpack(await archive);
    importAll(python);
  }
  return python.runPython("from twowaystreet._page.alone import Alone; Alone()");
}

/** Load NumPy and the learned players, once somebody wants to play against one. */
async function learn() {
  if (hasLearned) return;
  await python.loadPackage("numpy");
  python.FS.mkdirTree("/networks");
  for (const name of NETWORKS) {
    const content = await fetched(new URL(`networks/${name}`, import.meta.url));
    python.FS.writeFile(`/networks/${name}`, content);
  }
  hasLearned = true;
}

/** Return the next message, after what it needs has been loaded. */
async function next() {
  const message = inbox.shift();
  const isNew = message.do === "begin" || message.do === "restore";
  if (isNew && NETWORKS.length && JSON.stringify(message).includes("network:path=")) {
    await learn().catch(() => {}); // the game then says what is missing
  }
  return message;
}

const BEGINNINGS = {
  begin: (text) => game.begin(text),
  restore: (text) => game.restore(text),
  again: () => game.again(),
};

/** Carry out a message; return whether the picture changes. */
function carryOut(message) {
  const text = JSON.stringify(message);
  if (message.do in BEGINNINGS) {
    const words = BEGINNINGS[message.do](text);
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

/** Carry out all messages, and let bots move in between; show each move of slow bots at once. */
async function run() {
  if (isRunning || !game) return;
  isRunning = true;
  let isBehind = false;
  for (;;) {
    if (inbox.length) {
      isBehind = carryOut(await next()) || isBehind;
      continue;
    }
    if (!game.bot_is_to_move()) break;
    if (isSlow) {
      if (isBehind) show();
      isBehind = false;
      await sleep(0);
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

/** Tell the person in words of ours, and programmers what has failed. */
function fail(error) {
  console.error(error);
  postMessage({ type: "failed", words: game ? "The game has failed. Load the page again, and it goes on."
    : "Python cannot be loaded. Check the connection, and load the page again." });
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
