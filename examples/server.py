"""A game server in one process: it holds the record, and its clients hold nothing but JSON.

Lines of text go in and out, so that a socket, a pipe or a web page can carry them. Four clients who
choose at random play a hand, and a spectator says what there is to be seen.

python examples/server.py
"""

from __future__ import annotations

import json
import random
from collections import deque
from typing import Any, TypeAlias

import twowaystreet as tws
from twowaystreet.games import street

Reply: TypeAlias = tuple[int | None, str]
SPECTATORS = None
"""The seat of all who only watch."""


class GameServer:
    """One game, from its first state on. It answers with pairs of a seat and a line of JSON."""

    def __init__(self, start: tws.AnyState, rng: random.Random | None = None) -> None:
        self._record = tws.Record(start)
        self._rng = rng or random.SystemRandom()  # what it will deal cannot be worked out
        self._free = list(range(len(start.scores)))

    def join(self) -> int | None:
        """Give out the next free seat; who comes too late may watch."""
        return self._free.pop(0) if self._free else SPECTATORS

    def go_on(self) -> list[Reply]:
        """Deal if that is due, and show everybody what they may know."""
        if self._record.state.needs_deal:
            self._record = self._record.play(tws.shuffle(self._record.state, self._rng))
        state = self._record.state
        seats = (SPECTATORS, *range(len(state.scores)))
        return [(seat, json.dumps({"view": tws.view(state, seat).to_dict()})) for seat in seats]

    def message(self, seat: int | None, text: str) -> list[Reply]:
        """Take a move from a seat, such as ``QS``, or its wish to see the ``history``."""
        if text == "history":
            return [(seat, json.dumps({"history": self._record.for_seat(seat).to_dict()}))]
        state = self._record.state
        if seat is None or seat != state.actor:
            return refusal(seat, "it is not your turn")
        try:
            self._record = self._record.play(text)
        except tws.IllegalMove as error:
            return refusal(seat, error.reason.explain(), error.reason.rule)
        except tws.ParseError as error:
            return refusal(seat, str(error))
        return self.go_on()


def refusal(seat: int | None, error: str, rule: str | None = None) -> list[Reply]:
    """What is wrong, for the seat that has tried it and for nobody else: it may name its cards."""
    return [(seat, json.dumps({"error": error, "rule": rule}))]


def answer(line: str, rng: random.Random) -> str | None:
    """What a client says to a line: any of its legal moves, if it has to move."""
    message: dict[str, Any] = json.loads(line)  # Any: what the server says, as JSON
    moves: list[str] = message["view"]["legal_moves"] if "view" in message else []
    return rng.choice(moves) if moves else None


def main(seed: int = 7) -> None:
    """Play a hand."""
    rng = random.Random(seed)  # the same hand each time; a real server does without
    server = GameServer(street.new_game(street.Rules(players=4, max_hands=1)), rng)
    clients = [server.join() for _ in range(5)]  # the last one is a spectator
    lines = deque(server.go_on())
    for text in ("10 of hearts", "QS", "deal"):
        for _, line in server.message(clients[0], text):
            print(f"To seat {clients[0]}: {line}")
    shown, view = 0, dict[str, Any]()
    while lines:
        seat, line = lines.popleft()
        if seat is not SPECTATORS:
            said = answer(line, rng)
            lines.extend(server.message(seat, said) if said else ())
            continue
        view = json.loads(line)["view"]
        for trick in view["tricks"][shown:]:
            print(f"Seat {trick['leader']} leads {' '.join(trick['cards'])}")
        shown = len(view["tricks"])
    for void in view["voids"]:
        print(f"Seat {void['seat']} has no {void['suit']}, as {void['card']} has shown")
    print(f"Scores: {view['scores']}, won by {view['winners']}")


if __name__ == "__main__":
    main()
