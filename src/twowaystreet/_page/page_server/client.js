// The client of a table, for browsers and Node. It needs no other file. Save it as client.mjs for Node;
// Node before 22 has no WebSocket, so give one as an option, such as that of the package ws.
//
//   import { connect } from "https://club.example/client.js";
//   const table = connect("https://club.example/ws?table=NAME", {
//     token, onFacts: (facts) => draw(facts), onRefused: ({ text }) => tell(text) });
//   table.play("QS");
//
// The page "The messages of a table" of the documentation tells what each message has.

/** The version of the messages, as the WebSocket's subprotocol. */
export const PROTOCOL = "twowaystreet.v1";

/** The codes of connections that have ended for good: nobody connects again by itself. */
export const ENDED = Object.freeze({ unknown: 4401, version: 4406, replaced: 4409 });

const SHORTEST = 250; // milliseconds until it connects again, doubled each time
const LONGEST = 8000;

/**
 * Connect to a table, and connect again whenever the connection is lost.
 *
 * @param {string | URL} address of the server's /ws, with http or ws, and with ?table=NAME if the
 *   table has a name. In a browser it may be relative to the page.
 * @param {object} options
 * @param {string} options.token the token of the person.
 * @param {(facts: object) => void} [options.onFacts] takes the facts after each change. Its events
 *   are those since the facts before.
 * @param {(refused: object) => void} [options.onRefused] takes the reason why a message changed
 *   nothing.
 * @param {(hint: object) => void} [options.onHint] takes each hint; it comes a moment after it was asked
 *   for, so look at its number.
 * @param {(said: object) => void} [options.onSaid] takes a phrase that somebody says.
 * @param {(state: {state: "open" | "lost" | "ended", code?: number, reason?: string}) => void}
 *   [options.onState] takes each change of the connection: "lost" connects again by itself.
 * @param {(message: object) => void} [options.onMessage] takes each message of any kind.
 * @param {object | null} [options.look] what to ask for first; null to ask later by send.
 * @param {() => number} [options.seen] gives the number of the last event that has been shown; by
 *   default that of the last message.
 * @param {typeof WebSocket} [options.WebSocket] the class of sockets, where there is no global one.
 * @returns the table: each of its functions returns false if nothing was sent.
 */
export function connect(address, {
  token = "", onFacts = () => {}, onRefused = () => {}, onHint = () => {}, onSaid = () => {}, onState = () => {},
  onMessage = () => {},
  look = { do: "look", as: "facts" }, seen: shown, WebSocket: Socket = globalThis.WebSocket,
}) {
  if (!Socket) throw new TypeError("no WebSocket here: give the option WebSocket, such as that of the package ws");
  let number = 0; // of the last event in a message
  const seen = shown ?? (() => number);
  let wait = SHORTEST;
  let socket = null;
  let timer = null;
  let isClosed = false;

  function open() {
    const place = new URL(address, globalThis.location?.href);
    place.protocol = place.protocol.replace("http", "ws");
    place.hash = "";
    place.searchParams.set("since", String(seen()));
    // Proxies write addresses into their logs, so the token is in a header.
    const mine = (socket = new Socket(place, [PROTOCOL, `token.${token.replace(/[^\w-]/g, "")}`]));
    mine.addEventListener("open", () => {
      if (look) send(look);
      onState({ state: "open" });
    });
    mine.addEventListener("message", ({ data }) => {
      if (isClosed || mine !== socket) return; // ws gives those that were under way
      wait = SHORTEST; // an answer proves that the server has taken the connection
      const message = JSON.parse(data);
      if (message.type === "begun") {
        number = 0;
        if (look) send(look);
      }
      if (typeof message.number === "number") number = message.number;
      if (message.type === "facts") onFacts(message);
      if (message.type === "refused") onRefused(message);
      if (message.type === "hint") onHint(message);
      if (message.type === "said") onSaid(message);
      onMessage(message);
    });
    let isDone = false;
    const end = ({ code, reason }) => {
      if (isDone || isClosed || mine !== socket) return;
      isDone = true;
      if (Object.values(ENDED).includes(code)) {
        onState({ state: "ended", code, reason });
        return;
      }
      timer = setTimeout(open, wait);
      wait = Math.min(2 * wait, LONGEST);
      onState({ state: "lost", code, reason });
    };
    mine.addEventListener("close", end);
    // Node 20 tells nothing but this of a server that is not there, and ws throws what nobody takes.
    mine.addEventListener("error", () => setTimeout(() => end({ code: 1006, reason: "" })));
  }

  function send(message) {
    if (socket.readyState !== Socket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  }

  open();
  return {
    /** Make a move, such as "QS" or "deal". */
    play: (move) => send({ do: "play", move, seen: seen() }),
    /** Ask to take back a move, or agree to it. */
    undo: () => send({ do: "undo", seen: seen() }),
    /** Claim that the rest of the hand is decided, or agree to a claim. */
    claim: () => send({ do: "claim", seen: seen() }),
    /** End a request to take back a move, or a claim. */
    decline: () => send({ do: "decline", seen: seen() }),
    /** Ask for a hint for the own move. */
    hint: () => send({ do: "hint" }),
    /** Ask for a new game with the same people, or agree to one. */
    rematch: () => send({ do: "rematch" }),
    /** Say one of the phrases in the facts to everybody at the table. */
    say: (phrase) => send({ do: "say", phrase }),
    /** Send any message. */
    send,
    /** Connect again now, such as after an end. */
    again() {
      clearTimeout(timer);
      isClosed = false;
      socket.close();
      open();
    },
    /** End the connection. */
    close() {
      isClosed = true;
      clearTimeout(timer);
      socket.close();
    },
  };
}
