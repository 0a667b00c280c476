// The channel to a server: a WebSocket that connects again when it is lost.

import { makeClock } from "./clock.js";
import { button, byId, make } from "./elements.js";
import { makeHome } from "./home.js";
import { makeReview } from "./review.js";
import { makeWaiting } from "./waiting.js";
import { makeWelcome } from "./welcome.js";

const UNKNOWN = 4401;
const REPLACED = 4409;
const LONGEST_WAIT = 8000;

/**
 * Open the channel of the person whose token is in the address: #TOKEN, or #TABLE.TOKEN for a
 * table of a lobby, whose page is one folder up.
 *
 * @param {(message: object) => void} receive takes each message.
 * @param {(state: string, words: string) => void} report takes the state of the connection.
 * @param {() => number} seen gives the number of the last event on the page.
 * @returns {(message: object) => boolean} sends a message; false if the connection is lost. Its
 *   method again() begins a new game, and another() leads back to the lobby.
 */
export function open(receive, report, seen) {
  const [token, table] = location.hash.slice(1).split(".").reverse();
  const takers = [receive, makeClock(), makeReview(token, table), makeWaiting((seat) => send({ do: "replace", seat })),
    makeWelcome(table, () => send({ do: "fill" })), ...(table ? [makeHome()] : [])];
  let socket = null;
  let wait = 250;

  function connect() {
    const address = new URL(table ? "../ws" : "ws", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    address.search = new URLSearchParams({ ...(table && { table }), since: seen() }).toString();
    // Proxies write addresses into their logs, so the token is in a header.
    socket = new WebSocket(address, ["twowaystreet", `token.${token.replace(/[^\w-]/g, "")}`]);
    socket.addEventListener("open", () => report("open", "Connected."));
    socket.addEventListener("message", (event) => {
      wait = 250; // an answer proves that the server has taken the connection
      const message = JSON.parse(event.data);
      for (const take of takers) take(message);
    });
    socket.addEventListener("close", (event) => {
      if (event.code === UNKNOWN) {
        report("lost unknown", "This link belongs to no game here. ");
        byId("connection").append(table ? make("a", { class: "way", href: "../" }, "To the lobby")
          : "Ask for your link again.");
        return;
      }
      if (event.code === REPLACED) {
        report("lost", "A bot plays for you. ");
        byId("connection").append(button("Come back", connect, { id: "come-back" }));
        return;
      }
      const words = event.reason ? `The server refuses: ${event.reason}.` : "The connection is lost.";
      report("lost", `${words} Trying again.`);
      setTimeout(connect, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    });
  }

  addEventListener("hashchange", () => location.reload());
  connect();
  const send = (message) => {
    if (socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  };
  send.again = () => send({ do: "rematch" });
  if (table) send.another = Object.assign(() => location.assign("../"), { words: "Back to the lobby" });
  return send;
}
