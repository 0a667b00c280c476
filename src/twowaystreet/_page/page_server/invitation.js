// A table of a lobby: the way back, and the link for others while seats are free.

import { button, byId, make } from "./elements.js";

const SAID = 2500;

/** Return the words for some free seats. */
const waiting = (free) => (free === 1 ? "One seat is free" : `${free} seats are free`);

/**
 * Add the way back and the invitation to the page.
 *
 * @param {string} table the name of the table.
 * @returns a function that takes the messages of the server.
 */
export function makeInvitation(table) {
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
    make("p", {}, "Whoever has this link can join."), field,
    make("div", { class: "row" }, copy, navigator.share ? share : null), said);
  byId("table").append(box);
  byId("bar").prepend(make("a", { id: "home", href: "../" }, make("span", {}, "Lobby")));
  let you = null;

  return (message) => {
    if ("you" in message) you = message.you;
    if (message.free === undefined) return;
    box.hidden = !message.free || you === null;
    title.textContent = waiting(message.free);
  };
}
