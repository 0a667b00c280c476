// A table of a lobby: the way back, and the link for others while seats are free.

import { ask, button, byId, make } from "./elements.js";

const SAID = 2500;

/** Return the words for some free seats. */
const waiting = (free) => (free === 1 ? "One seat is free" : `${free} seats are free`);

/**
 * Add the way back and the invitation to the page.
 *
 * @param {string} table the name of the table.
 * @param {() => void} fill gives a free seat to a bot.
 * @returns a function that takes the messages of the server.
 */
export function makeInvitation(table, fill) {
  const link = new URL(`../#join=${table}`, location.href).href;
  const title = make("h2", { id: "invitation-title" });
  const field = make("input", { value: link, readonly: true, "aria-label": "Link to this table" });
  const said = make("p", { role: "status" });
  const say = (words) => {
    said.textContent = words;
    setTimeout(() => (said.textContent = ""), SAID);
  };
  const copy = button("Copy the link", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(link);
      say("Copied.");
    } catch {
      say("Press Ctrl+C to copy.");
    }
  }, { class: "main" });
  const share = button("Share", () =>
    navigator.share({ title: document.title, url: link }).catch(() => {}));
  const box = make("section", { id: "invitation", "aria-labelledby": title.id, hidden: true }, title,
    make("p", {}, "Invite somebody: whoever has this link can join."), field,
    make("div", { class: "row" }, copy, navigator.share ? share : null,
      button("Fill with a bot", fill)), said);
  byId("table").append(box);
  const home = make("a", { id: "home", href: "../" }, make("span", {}, "Lobby"));
  byId("bar").prepend(home);
  let you = null;
  const shown = {};
  home.addEventListener("click", async (event) => {
    const plays = !shown.over && (shown.actor !== null || shown.panel); // cards were dealt
    if (!shown.stakes || !plays || you === null) return;
    event.preventDefault();
    const words = `You keep your seat, and can return. ${shown.stakes}`;
    if (await ask("To the lobby?", words, "To the lobby")) location.assign(home.href);
  });

  return (message) => {
    if ("you" in message) you = message.you;
    for (const key of ["stakes", "over", "actor", "panel"]) if (key in message) shown[key] = message[key];
    if (message.free === undefined) return;
    box.hidden = !message.free || you === null;
    title.textContent = waiting(message.free);
  };
}
