// The settings of a person, kept in the browser.

const KEY = "twowaystreet settings";

/** The settings with their values: the first value is the usual one. */
export const SETTINGS = {
  speed: { title: "Speed", values: { normal: "Normal", slow: "Slow", fast: "Fast", off: "Off" } },
  card: { title: "Size of cards", values: { normal: "Normal", small: "Small", large: "Large" } },
  indices: { title: "Numbers on cards", values: { normal: "Normal", large: "Large" } },
  colours: { title: "Colours of suits", values: { two: "Two", four: "Four" } },
  order: { title: "Order of the hand", values: { suits: "As usual", ranks: "By rank" } },
  direction: { title: "Highest card", values: { right: "At the right", left: "At the left" } },
  forced: { title: "Moves without a choice", values: { play: "Made for me", ask: "I make them" } },
  sound: { title: "Sound", values: { on: "On", off: "Off" } },
  ...("Notification" in globalThis
    ? { notify: { title: "Notify me in other tabs", values: { off: "No", on: "Yes" } } } : {}),
  scheme: { title: "Light or dark", values: { system: "As the system", light: "Light", dark: "Dark" } },
};

/** Return a kept text; null without one, or where the browser keeps nothing. */
export function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keep a text, if the browser does. */
export function keep(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The settings then count for this visit.
  }
}

function read() {
  let found = {};
  try {
    found = JSON.parse(kept(KEY) ?? "{}") ?? {};
  } catch {
    // A damaged text counts as none.
  }
  return Object.fromEntries(Object.entries(SETTINGS).map(([name, { values }]) =>
    [name, Object.keys(values).includes(found[name]) ? found[name] : Object.keys(values)[0]]));
}

export const prefs = read();
const listeners = [];

/** Call a function when a setting has changed. */
export const onChange = (listener) => listeners.push(listener);

/** Change a setting. */
export function set(name, value) {
  prefs[name] = value;
  keep(KEY, JSON.stringify(prefs));
  for (const listener of listeners) listener(name);
}
