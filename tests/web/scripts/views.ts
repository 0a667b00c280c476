import { connect, type brag, type street, type ToServer } from "twowaystreet";

const table = connect("ws://127.0.0.1/ws", { token: "T", onFacts: ({ game, view }) => {
  if (game === "street") console.log((view as street.View).actor?.toFixed());
  if (game === "brag") console.log((view as brag.View).actor?.toFixed());
} });
const message: ToServer = { do: "play", move: "QS", seen: 17 };
table.send(message);
// @ts-expect-error: a move needs seen
table.send({ do: "play", move: "QS" });
// @ts-expect-error: no message is called so
table.send({ do: "dance" });
