// People at tables, as light as possible: one connection each, a random move when it is their turn.
//
// The job comes as JSON on the standard input:
//
// - server: "ours" or "theirs" (boardgame.io);
// - port: the port of the server;
// - tables: for each table of ours its name and the tokens of its people; for boardgame.io the number
//   of people;
// - look: what the people at ours ask for: the size of a page, or facts;
// - pause: the mean seconds before a move; 0 for none;
// - warm, seconds: the seconds before the measurement, and those of the measurement.
//
// The program prints "begin" when the measurement begins, and the result as JSON at its end.

import { text } from "node:stream/consumers";
import { io } from "socket.io-client";
import WebSocket from "ws";

const TOGETHER = 20; // connections that open at the same time

const job = JSON.parse(await text(process.stdin));
const sockets = []; // () => bytes that a connection has received from the network
let counts = { moves: 0, messages: 0, bytes: 0, waits: [] };
let playing = false;
const people = [];

/** A person; `choose` returns what to send, or undefined if it is not the person's turn. */
class Person {
  number = -1; // of the newest state
  #asked = -1; // the state in which the person has begun to choose
  #sent = 0;

  constructor(choose, send) {
    this.choose = choose;
    this.send = send;
    people.push(this);
  }

  /** Count a message of the server, with the number of its state, and go on. */
  receive(size, number) {
    counts.messages++;
    counts.bytes += size;
    if (number > this.number && this.#sent) {
      counts.waits.push(performance.now() - this.#sent);
      counts.moves++;
      this.#sent = 0;
    }
    this.number = number;
    this.go();
  }

  go() {
    if (!playing || this.#asked === this.number || this.choose() === undefined) return;
    this.#asked = this.number;
    if (job.pause) setTimeout(() => this.#play(), job.pause * 1000 * (0.5 + Math.random()));
    else this.#play();
  }

  #play() {
    this.#sent = performance.now();
    this.send(this.choose());
  }
}

const any = (list) => list[Math.floor(Math.random() * list.length)];

function ours(name, token) {
  const socket = new WebSocket(`ws://127.0.0.1:${job.port}/ws?table=${name}&token=${token}`);
  const known = {}; // a message has only what has changed
  const person = new Person(
    () => {
      const { form, you, actor, over, offers } = known;
      if (offers) {
        const one = (actor ?? 0) === you && offers.length ? any(any(offers).moves) : undefined;
        return one?.move;
      }
      if (over || (actor ?? 0) !== you || !form.moves) return undefined;
      const choice = any([...form.moves, ...form.options]);
      return choice.move ?? choice;
    },
    (move) => socket.send(JSON.stringify({ do: "play", move, seen: person.number })),
  );
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("close", (code, reason) => playing && fail(`closed: ${code} ${reason}`));
    socket.on("open", () => {
      sockets.push(() => socket._socket.bytesRead);
      socket.send(JSON.stringify({ do: "look", ...job.look }));
    });
    socket.on("message", (data) => {
      const message = JSON.parse(data);
      if (!["table", "facts"].includes(message.type)) fail(message.text);
      for (const key of ["form", "you", "actor", "over", "offers"])
        if (key in message) known[key] = message[key];
      if (message.type === "facts") known.actor = message.view.actor;
      person.receive(data.length, message.number);
      resolve();
    });
  });
}

async function post(path, body) {
  const response = await fetch(`http://127.0.0.1:${job.port}/games/numbers/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.json();
}

async function theirs(size) {
  const { matchID } = await post("create", { numPlayers: size });
  for (let seat = 0; seat < size; seat++) {
    const playerID = String(seat);
    const body = { playerID, playerName: `Person ${seat}` };
    const { playerCredentials } = await post(`${matchID}/join`, body);
    await their(matchID, playerID, playerCredentials, size);
  }
}

function their(matchID, playerID, credentials, size) {
  const socket = io(`http://127.0.0.1:${job.port}/numbers`, {
    forceNew: true,
    transports: ["websocket"],
  });
  let known, length;
  const person = new Person(
    () => (known.ctx.currentPlayer === playerID ? any(known.G.players[playerID].hand) : undefined),
    (number) => {
      const payload = { type: "play", args: [number], playerID, credentials };
      socket.emit("update", { type: "MAKE_MOVE", payload }, person.number, matchID, playerID);
    },
  );
  socket.io.engine.on("packet", ({ data }) => (length = data?.length ?? 0));
  return new Promise((resolve, reject) => {
    socket.on("connect_error", reject);
    socket.on("disconnect", (reason) => playing && fail(`closed: ${reason}`));
    socket.on("connect", () => {
      const { ws } = socket.io.engine.transport;
      sockets.push(() => ws._socket.bytesRead);
      socket.emit("sync", matchID, playerID, credentials, size);
    });
    const show = (state) => {
      known = state;
      person.receive(length, state._stateID);
      resolve();
    };
    socket.on("sync", (_, { state }) => show(state));
    socket.on("update", (_, state) => show(state));
  });
}

function fail(reason) {
  console.error(reason);
  process.exit(1);
}

const wait = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const received = () => sockets.reduce((sum, bytes) => sum + bytes(), 0);

const opens = job.tables.flatMap((table) =>
  job.server === "ours"
    ? table[1].map((token) => () => ours(table[0], token))
    : [() => theirs(table)],
);
while (opens.length) await Promise.all(opens.splice(0, TOGETHER).map((open) => open()));
playing = true;
for (const person of people) person.go();
await wait(job.warm);
console.log("begin");
const wire = received();
const before = process.cpuUsage();
const begin = performance.now();
counts = { moves: 0, messages: 0, bytes: 0, waits: [] };
await wait(job.seconds);
const { user, system } = process.cpuUsage(before);
const result = { seconds: (performance.now() - begin) / 1000, processor: (user + system) / 1e6 };
const found = JSON.stringify({ ...counts, ...result, wire: received() - wire });
process.stdout.write(`${found}\n`, () => process.exit(0));
