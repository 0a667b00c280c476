// The way from a table back to its lobby.

import { ask, byId, make } from "./elements.js";

/**
 * Add the way back to the page.
 *
 * @returns a function that takes the messages of the server.
 */
export function makeHome() {
  const home = make("a", { id: "home", href: "../" }, make("span", {}, "Lobby"));
  byId("bar").prepend(home);
  let shown = {};
  home.addEventListener("click", async (event) => {
    const plays = !shown.over && (shown.actor !== null || shown.panel); // cards were dealt
    if (!shown.stakes || !plays || shown.you === null) return;
    event.preventDefault();
    const words = `You keep your seat, and can return. ${shown.stakes}`;
    if (await ask("To the lobby?", words, "To the lobby")) location.assign(home.href);
  });

  return (message) => {
    if (message.type === "table") shown = { ...shown, ...message };
  };
}
