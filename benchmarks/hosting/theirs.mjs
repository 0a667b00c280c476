// A boardgame.io server in memory with a small game of four players. It prints its port.
//
// Everyone holds thirteen numbers that the others do not see, and plays one of them in turn. A new
// deal follows the last one, so the game never ends.

import { createRequire } from "node:module";

const require = createRequire(import.meta.url); // its server is CommonJS
const { Server } = require("boardgame.io/server");
const { PlayerView } = require("boardgame.io/core");

const NUMBERS = 52;

function deal(random, ctx) {
  const deck = random.Shuffle(Array.from({ length: NUMBERS }, (_, number) => number));
  const size = NUMBERS / ctx.numPlayers;
  return Object.fromEntries(
    ctx.playOrder.map((player, at) => [player, { hand: deck.slice(at * size, (at + 1) * size) }]),
  );
}

const game = {
  name: "numbers",
  setup: ({ ctx, random }) => ({ players: deal(random, ctx), played: [] }),
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, ctx, random, playerID }, number) => {
      const { hand } = G.players[playerID];
      hand.splice(hand.indexOf(number), 1);
      G.played.push(number);
      if (G.played.length === NUMBERS) {
        G.played = [];
        G.players = deal(random, ctx);
      }
    },
  },
};

const { appServer } = await Server({ games: [game], origins: ["*"] }).run(0);
console.log(JSON.stringify({ port: appServer.address().port }));
