"""A player that asks a language model, and its payoffs against simple players.

Any server with the usual form of chat completions will do, on this computer or elsewhere. The model
reads the rules on one screen, the view of its seat and its moves, and answers with a move. After an
illegal answer it is asked once more, with the reason. After a second one ``simple`` moves, and the
fault is counted. A key for the server stands in the environment variable ``MODEL_KEY``.

python examples/language_model.py http://127.0.0.1:11434/v1 llama3.2 --game twos --deals 5
"""

from __future__ import annotations

import argparse
import json
import os
import random
import urllib.request
from collections.abc import Sequence

import attrs

import twowaystreet as tws
from twowaystreet import arena, players, table
from twowaystreet.authoring import how_to_play_of

ASKED = "Answer with one of your moves alone, as it is written, and with nothing else."
MOST = 1000  # characters of the moves in a question


@attrs.define
class LanguageModel:
    """A player that asks a model of a server, whose address ends with ``/v1``."""

    address: str
    model: str
    key: str = ""
    asked: int = 0  # decisions
    faults: int = 0  # those in which both answers were illegal

    def __call__(self, view: tws.View, rng: random.Random) -> tws.Move:
        """Choose a move."""
        legal = tws.legal_moves(view)
        if len(legal) == 1:
            return legal[0]
        self.asked += 1
        moves = table.offers_text(table.offers_of(view), MOST)
        rules = "\n\n".join((*how_to_play_of(view), ASKED))
        said = [("system", rules), ("user", f"{view.to_text()}\n\nYour moves:\n{moves}")]
        state = tws.determinize(view, rng)  # any state with this view has the same legal moves
        for _ in range(2):
            answer = self._answer(said)
            try:
                move = tws.parse_move(state, answer.strip().strip("`."), short=True)
                tws.apply(state, move)
            except tws.TwoWayStreetError as error:
                said += [("assistant", answer), ("user", f"That is illegal: {error}. {ASKED}")]
            else:
                return move
        self.faults += 1
        return players.simple(view, rng)

    def _answer(self, said: Sequence[tuple[str, str]]) -> str:
        messages = [{"role": role, "content": text} for role, text in said]
        body = json.dumps({"model": self.model, "messages": messages, "temperature": 0})
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.key}"}
        request = urllib.request.Request(
            f"{self.address.rstrip('/')}/chat/completions", body.encode(), headers
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return str(json.load(answer)["choices"][0]["message"]["content"])


def main() -> None:
    """Play deals with the model in each seat in turn, and print its payoffs and its faults."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("model")
    parser.add_argument("--game", default="twos")
    parser.add_argument("--deals", type=int, default=5)
    given = parser.parse_args()
    asks = LanguageModel(given.address, given.model, os.environ.get("MODEL_KEY", ""))
    print(arena.play(given.game, {"model": asks, "simple": players.simple}, deals=given.deals))
    print(f"{asks.asked} decisions asked for, {asks.faults} made by simple")


if __name__ == "__main__":
    main()
