// Times, clocks, options and people in words.

import { make } from "./elements.js";
import { CATALOGUE } from "./settings.js";

const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** Return how long ago a time was. */
export function ago(when) {
  const seconds = (Date.now() - Date.parse(when)) / 1000;
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? [];
  return unit ? relative.format(-Math.floor(seconds / length), unit) : "just now";
}

/** Return a time for a move. */
export function clockWords(seconds) {
  if (!seconds) return "No limit";
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? ["second", 1];
  const count = Math.round(seconds / length);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** Return a game of the catalogue. */
export const gameNamed = (name) => CATALOGUE.games.find((each) => each.name === name);

/** Return the options of a table that are not usual. */
export function optionWords({ game, options }) {
  const known = gameNamed(game)?.options ?? [];
  return Object.entries(options).map(([name, value]) => {
    const option = known.find((each) => each.name === name);
    return `${option?.label ?? name}: ${(option?.words[value] ?? value).toLowerCase()}`;
  });
}

/** Return a number of things. */
export const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** Return a link to the page of a person. */
export const personLink = (name, words = name) => make("a", { href: `./#person=${encodeURIComponent(name)}` }, words);
