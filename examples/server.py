"""A game server in one process: it holds the record, and its clients hold only JSON.

Lines of text go in and out, so a socket, a pipe or a web page can carry them. Four random clients
play a hand, and a spectator prints the public information.

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
"""The seat of all spectators."""


class GameServer:
    """A server of one game. It answers with pairs of a seat and a line of JSON."""

    def __init__(self, start: tws.AnyState, rng: random.Random | None = None) -> None:
        self._record = tws.Record(start)
        self._rng = rng or random.SystemRandom()  # nobody can predict its deals
        self._free = list(range(len(start.scores)))

    def join(self) -> int | None:
        """Return the next free seat; later clients are spectators."""
        return self._free.pop(0) if self._free else SPECTATORS

    def go_on(self) -> list[Reply]:
        """Deal if a deal is due, and return the view of every seat."""
        if self._record.state.needs_deal:
            self._record = self._record.play(tws.shuffle(self._record.state, self._rng))
        state = self._record.state
        seats = (SPECTATORS, *range(len(state.scores)))
        return [(seat, json.dumps({"view": tws.view(state, seat).to_dict()})) for seat in seats]

    def message(self, seat: int | None, text: str) -> list[Reply]:
        """Answer a message of a seat: a move such as ``QS``, or ``history``."""
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
    """Return an error for the seat that made the move; it may name cards, so others get nothing."""
    return [(seat, json.dumps({"error": error, "rule": rule}))]


def answer(line: str, rng: random.Random) -> str | None:
    """Return the client's answer to a line: any legal move, if it is to move."""
    message: dict[str, Any] = json.loads(line)  # Any: JSON
    moves: list[str] = message["view"]["legal_moves"] if "view" in message else []
    return rng.choice(moves) if moves else None


def main(seed: int = 7) -> None:
    """Play a hand."""
    rng = random.Random(seed)  # the same hand each time; a real server uses SystemRandom
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
        print(f"Seat {void['seat']} has no {void['suit']}: {void['card']} has shown this")
    print(f"Scores: {view['scores']}, won by {view['winners']}")


if __name__ == "__main__":
    main()
