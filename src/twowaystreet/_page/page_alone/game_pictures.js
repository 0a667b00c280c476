// The pictures of the games, which were drawn when the page was written.

import { make } from "./elements.js";
import { CATALOGUE } from "./settings.js";

const CLOTHS = 7;

/** Return the picture of a game on a cloth of its own colour. */
export function picture(game) {
  const image = make("img", { src: `pictures/${game.name}.svg`, alt: "", loading: "lazy" });
  const cloth = CATALOGUE.games.indexOf(game) % CLOTHS;
  return make("div", { class: `gallery-cloth gallery-cloth-${cloth}` }, image);
}
