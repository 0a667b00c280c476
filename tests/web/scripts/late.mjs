import { connect } from "./client.mjs";

const sockets = [];
class Own extends EventTarget {
  static OPEN = 1;
  readyState = 1;
  constructor(address, protocols) {
    super();
    sockets.push(this);
    console.log(protocols.join());
  }
  send(text) { console.log(text); }
  close() {}
  hear(number) {
    const data = JSON.stringify({ type: "facts", number });
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }
}
const table = connect("ws://x", { WebSocket: Own, onFacts: ({ number }) => console.log(number) });
sockets[0].hear(1);
table.again();
sockets[0].hear(2);
sockets[1].hear(3);
table.play("QS");
table.close();
sockets[1].hear(4);
