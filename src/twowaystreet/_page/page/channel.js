// The channel to a server: the client of a table, with what a page shows of its connection.

import { connect, ENDED } from "./client.js";
import { makeClock } from "./clock.js";
import { makeCompany } from "./company.js";
import { button, byId, make } from "./elements.js";
import { makeFramed, wayIn } from "./framed.js";
import { makeHome } from "./home.js";
import { makeReview } from "./review.js";
import { makeWaiting } from "./waiting.js";
import { makeWelcome } from "./welcome.js";

/**
 * Open the channel of the person whose token is in the address: #TOKEN, or #TABLE.TOKEN for a
 * table of a lobby, whose page is one folder up. #TOKEN#compact has no header and no menu.
 *
 * @param {(message: object) => void} receive takes each message.
 * @param {(state: string, words: string) => void} report takes the state of the connection.
 * @param {() => number} seen gives the number of the last event on the page.
 * @returns {(message: object) => boolean} sends a message; false if the connection is lost. Its
 *   method again() begins a new game, and another() leads back to the lobby.
 */
export function open(receive, report, seen) {
  const [token, table] = wayIn().split(".").reverse();
  const takers = [receive, makeClock(), makeReview(token, table), makeWaiting((seat) => send({ do: "replace", seat })),
    makeWelcome(token, table, (message) => send(message)), makeFramed(),
    makeCompany((phrase) => client.say(phrase)), ...(table ? [makeHome()] : [])];
  const address = table ? `../ws?${new URLSearchParams({ table })}` : "ws";
  const client = connect(address, { token, seen, look: null, onState: show,
    onMessage: (message) => takers.forEach((take) => take(message)) });

  function show({ state, code, reason }) {
    if (state === "open") report("open", "Connected.");
    else if (code === ENDED.unknown) {
      report("lost unknown", "This link belongs to no game here. ");
      byId("connection").append(table ? make("a", { class: "way", href: "../" }, "To the lobby")
        : "Ask for your link again.");
    } else if (code === ENDED.replaced) {
      report("lost", "A bot plays for you. ");
      byId("connection").append(button("Come back", client.again, { id: "come-back" }));
    } else if (code === ENDED.version) {
      report("lost", "The server is newer than this page. ");
      byId("connection").append(button("Load the page again", () => location.reload()));
    } else {
      const words = reason ? `The server refuses: ${reason}.` : "The connection is lost.";
      report("lost", `${words} Trying again.`);
    }
  }

  addEventListener("hashchange", () => location.reload());
  const send = (message) => client.send(message);
  send.again = () => client.rematch();
  if (table) send.another = Object.assign(() => location.assign("../"), { words: "Back to the lobby" });
  return send;
}
