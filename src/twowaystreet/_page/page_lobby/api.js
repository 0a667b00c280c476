// Requests to the lobby of the server, and the name and the token of the person.

import { keep, kept } from "./prefs.js";

const KEY = `twowaystreet club ${new URL(".", location.href).pathname}`;
const LOST = "The server does not answer. Try again in a moment.";
const FAILED = "This cannot be shown. Load the page again.";

/** A refusal in words; its status is 0 if the server does not answer. */
export class Refusal extends Error {
  constructor(words, status) {
    super(words);
    this.status = status;
  }
}

/** Return an error in words of ours; those of browsers are for programmers. */
export const wordsOf = (error) => (error instanceof Refusal ? error.message : FAILED);

/** Return a reason as a sentence. */
const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, "")}.`;

function remembered() {
  try {
    const { name, token } = JSON.parse(kept(KEY));
    return typeof name === "string" && typeof token === "string" ? { name, token } : null;
  } catch {
    return null; // none, or a damaged text
  }
}

let person = remembered();

/** Return the name of the person; null before the first one. */
export const ownName = () => person?.name ?? null;

function remember(found) {
  person = found;
  keep(KEY, JSON.stringify(found));
}

/**
 * Send a request and return the answer.
 *
 * @param {string} method the method.
 * @param {string} path the path below api/.
 * @param {object} [body] the body.
 * @throws {Refusal} if the server refuses, or does not answer.
 */
export async function call(method, path, body) {
  const headers = person ? { authorization: `Bearer ${person.token}` } : {};
  const text = body && JSON.stringify(body);
  let answer;
  let found = {};
  try {
    answer = await fetch(`api/${path}`, { method, headers, body: text });
    found = await answer.json();
  } catch {
    // A proxy, or a page that asks for a password, answers for the server.
    if (!answer || answer.ok || answer.status >= 500) throw new Refusal(LOST, 0);
  }
  if (answer.ok) return found;
  if (answer.status === 401) remember(null);
  throw new Refusal(sentence(found.error ?? `the server answers ${answer.status}`), answer.status);
}

/** Take a name that nobody has. */
export async function enrol(name) {
  remember(await call("POST", "people", { name }));
}

/** Delete the data of the person. */
export async function forget() {
  await call("DELETE", "people");
  remember(null);
}
