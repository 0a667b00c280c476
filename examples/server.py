"""A game in a chat: the part of a chat bot that does not depend on the chat service.

It is for developers of bots for services such as Discord, Matrix or IRC. Each message of a user
becomes one call of a table. Each reply goes to one user or to the channel. Here four users play.

python examples/server.py
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from typing import TypeAlias

import twowaystreet as tws
from twowaystreet.games import street
from twowaystreet.table import Table, offers_text

Reply: TypeAlias = tuple[str | None, str]
"""A text and the user who gets it; ``None`` stands for the channel, which everybody reads."""


class Room:
    """A table in a channel.

    Args:
        table: the table. With a path, ``Table.load`` goes on after a restart.
        tokens: the token of each user, which the program keeps in its database.
    """

    def __init__(self, table: Table, tokens: dict[str, str]) -> None:
        self._table = table
        self._tokens = tokens
        self._channel = table.spectate()  # the channel sees the public facts
        self._told = table.last_number

    def receive(self, user: str, text: str) -> list[Reply]:
        """Return the replies to ``join``, ``leave``, ``deal``, ``undo`` or a move such as ``QS``.

        ``moves`` and the beginning of a move list the moves that go on from there, as a message
        cannot hold all moves of some hands.
        """
        token = self._tokens.get(user, "")
        try:
            if text == "join" and user not in self._tokens:
                self._tokens[user] = self._table.join(user)
            elif text == "leave":
                self._table.leave(token)
                del self._tokens[user]
            elif text == "undo":
                self._table.undo(token)
            elif text.startswith("moves"):
                return [self._moves(user, text.removeprefix("moves"))]
            else:
                self._table.play(token, text)
        except tws.TwoWayStreetError as error:
            return [(user, str(error))]  # for this user alone: it may name cards
        return [*self._news(), *self._question()]

    def _news(self) -> Iterator[Reply]:
        """Yield the new events for the channel, and the result at the end."""
        for event in self._table.events(self._channel, self._told):
            yield None, " ".join(event.sentences)
        self._told = self._table.last_number
        if self._table.view(self._channel).is_over:
            yield None, str(self._table.report("today"))

    def _question(self) -> Iterator[Reply]:
        """Yield the hand and the legal moves for the user to move."""
        actor = self._table.actor
        for user, token in self._tokens.items():
            view = self._table.view(token)
            if actor is not None and view.seat == actor:
                yield user, f"You hold {' '.join(map(str, view.hand or ()))}"
                yield self._moves(user)

    def _moves(self, user: str, begun: str = "") -> Reply:
        """Return the legal moves of a user as a text that fits into a message."""
        offers = self._table.offers(self._tokens.get(user, ""), begun)
        return user, f"Your moves: {offers_text(offers) or 'none'}"


def main() -> None:
    """Play a hand: each user answers with one of the moves."""
    room = Room(Table(street.GAME, street.Rules(players=4, max_hands=1)), {})
    messages = deque((user, "join") for user in ("Ann", "Ben", "Cem", "Dot", "Eve"))
    messages += [("Eve", "deal"), ("Ann", "QS"), ("Ann", "deal")]
    while messages:
        for to, text in room.receive(*messages.popleft()):
            print(f"{to or 'everybody'}: {text}")
            start, _, moves = text.partition(": ")
            if to is not None and start == "Your moves":
                messages.append((to, random.choice(moves.split(", "))))


if __name__ == "__main__":
    main()
