"""What people at a table say to each other: set phrases and reactions, which no record has."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable
from typing import Final, Protocol

from twowaystreet._page.engine import refused
from twowaystreet.web.limits import Allowances

PHRASES: Final = (
    *("Hello", "Good luck", "Well played", "Thank you", "Sorry", "One moment", "Good game"),
    "Goodbye",
)
REACTIONS: Final = ("smile", "laugh", "wow", "sad", "thumbs up", "heart")
"""What a page draws in place of words."""
AT_ONCE: Final = 3  # phrases that a person can say at once
RATE: Final = 0.2  # phrases a second that this person can say for longer


class Listener(Protocol):
    said: dict[int, str]  # the last phrase of each seat that the listener has not got
    changed: asyncio.Event


class Company:
    """The phrases of a table, which bots and people who watch do not say."""

    def __init__(self, now: Callable[[], float], *, is_on: bool) -> None:
        self._is_on = is_on
        self._allowances = Allowances(AT_ONCE, RATE, now)

    def offered(self, seat: int | None) -> list[str]:
        """Return what the person in a seat can say."""
        return [*PHRASES, *REACTIONS] if self._is_on and seat is not None else []

    def say(self, seat: int | None, phrase: str, listeners: Iterable[Listener]) -> str | None:
        """Tell listeners a phrase, or return a message for its sender alone that says why not."""
        if seat is None:
            return refused("people who watch say nothing")
        if phrase not in self.offered(seat):
            return refused("nobody says this here")
        if not self._allowances.take(seat):
            return refused("wait a moment before you say more")
        for each in listeners:
            each.said[seat] = phrase
            each.changed.set()
        return None


def heard(listener: Listener) -> list[str]:
    """Return the messages with the phrases that a listener has not got."""
    said, listener.said = listener.said, {}
    return [json.dumps({"type": "said", "seat": at, "phrase": each}) for at, each in said.items()]
