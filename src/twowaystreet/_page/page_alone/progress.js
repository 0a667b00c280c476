// The progress of loading, which the worker tells the page: bytes first, and then steps.

import { SIZES } from "./settings.js";

const BYTES = 0.55; // the share of the way at which all files are there
const MEGABYTE = 1e6;
const OFTEN = 50;
const received = {};
let wanted = [];
let share = 0;
let words = "";
let told = -Infinity; // the first words come at once

const nameOf = (address) => new URL(address, location.href).pathname.split("/").pop();
const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);

function tell() {
  told = performance.now();
  postMessage({ type: "progress", share, words });
}

/** Tell that a step is done: the share of the way, and words for what comes next. */
export function reached(now, next) {
  share = Math.max(share, now);
  words = next;
  tell();
}

/** Tell the bytes of the files that have arrived so far. */
function arrived() {
  const all = sum(wanted.map((name) => SIZES[name]));
  const here = sum(wanted.map((name) => Math.min(received[name] ?? 0, SIZES[name])));
  if (here < all && performance.now() - told < OFTEN) return;
  share = Math.max(share, BYTES * here / all);
  const [part, whole] = [here, all].map((bytes) => (bytes / MEGABYTE).toFixed(1));
  if (share < BYTES) words = `Loading the card table: ${part} of ${whole} MB`;
  else if (share === BYTES) words = "Starting";
  tell();
}

/** Say which files are needed. */
export function expect(names) {
  wanted = names.filter((name) => name in SIZES);
  arrived();
}

/** Import a module, and count it when it is there. */
export async function imported(address) {
  const module = await import(address);
  const name = nameOf(address);
  received[name] = SIZES[name] ?? 0;
  arrived();
  return module;
}

/** Count the bytes of a response while somebody else reads it. */
async function count(name, response) {
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    received[name] = (received[name] ?? 0) + value.length;
    arrived();
  }
}

const plainFetch = globalThis.fetch;

/** Fetch as always, and count the bytes of the files that are expected. */
globalThis.fetch = async (...given) => {
  const response = await plainFetch(...given);
  const name = nameOf(given[0]?.url ?? given[0]);
  if (name in SIZES && response.body) count(name, response.clone()).catch(() => {});
  return response;
};
