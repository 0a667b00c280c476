"""Players for these tests, in a module of their own, so that other processes can import them."""

import os
import random
import sys
import time
from collections import deque
from pathlib import Path
from typing import Any, Final

import attrs

import twowaystreet as tws
from tests.helpers import AnyView
from tests.hostile import Hostile
from twowaystreet.games import duel, twos
from twowaystreet.players import Player


def prepare(variables: dict[str, str]) -> None:
    """Begin a worker with these variables in its environment."""
    os.environ.update(variables)


def first(view: AnyView, rng: random.Random) -> tws.Move:
    return tws.legal_moves(view)[0]


def last(view: AnyView, rng: random.Random) -> tws.Move:
    return tws.legal_moves(view)[-1]


def wasteful(view: AnyView, rng: random.Random) -> tws.Move:
    """Play like ``first``, but draw random numbers."""
    rng.randbytes(100)
    return first(view, rng)


def stubborn(view: duel.View, rng: random.Random) -> tws.Move:
    """Bid so that all deals among such players are thrown in."""
    return duel.Bid(1, duel.Direction.HIGH if view.seat else duel.Direction.LOW)


# Players with a fault. Any: not a move.


def broken(view: AnyView, rng: random.Random) -> tws.Move:
    raise LookupError(f"no idea about {object()}")


def unmade() -> Player:
    raise OSError("no model")


def broken_after_numbers(view: AnyView, rng: random.Random) -> tws.Move:
    return broken(view, random.Random(rng.randbytes(100)))


def talkative(view: AnyView, rng: random.Random) -> tws.Move:
    raise ValueError("long " * 100)


def leaving(view: AnyView, rng: random.Random) -> tws.Move:
    sys.exit("bye")


def stopping(view: AnyView, rng: random.Random) -> tws.Move:
    raise KeyboardInterrupt


def illegal(view: AnyView, rng: random.Random) -> tws.Move:
    """Play a card of another player, and print."""
    print("thinking", flush=True)
    others = set(view.rules.pack.cards) - set(view.hand or ())
    return tws.Play(min(others, key=lambda card: card.index))


def nothing(view: AnyView, rng: random.Random) -> Any:
    return None


def hostile(view: AnyView, rng: random.Random) -> Any:
    return Hostile()


def half_made(view: AnyView, rng: random.Random) -> tws.Move:
    """Return a play without its card."""
    return tws.Play.__new__(tws.Play)


def defacing(view: AnyView, rng: random.Random) -> Any:
    """Take the legal moves out of the view."""
    object.__setattr__(view, "legal_moves", ())


def reading(view: AnyView, rng: random.Random) -> tws.Move:
    """Ask a person, who is not there."""
    return first(view, random.Random(input()))


class Unreadable(Exception):
    """An exception whose text ends the program."""

    def __str__(self) -> str:
        raise SystemExit


def unreadable(view: AnyView, rng: random.Random) -> tws.Move:
    raise Unreadable


SLEEPY_CARDS: Final = 10
"""The cards in the hand with which ``sleepy`` sleeps."""


def sleepy(view: AnyView, rng: random.Random) -> tws.Move:
    """Sleep for long with some cards in the hand."""
    if len(view.hand or ()) == SLEEPY_CARDS:
        time.sleep(60)
    return first(view, rng)


# Players that end their process.


def dying(view: AnyView, rng: random.Random) -> tws.Move:
    os._exit(3)


def dying_once(view: AnyView, rng: random.Random) -> tws.Move:
    """End the process at the first call, and play like ``first`` afterwards."""
    mark = Path(os.environ["TEST_MARK"])
    if not mark.exists():
        mark.touch()
        os._exit(3)
    return first(view, rng)


def noting(view: AnyView, rng: random.Random) -> tws.Move:
    """Play like ``first``, and note the phase in a file."""
    with Path(os.environ["TEST_MARK"]).open("a", encoding="utf-8") as file:
        print(view.phase, file=file)
    return first(view, rng)


# Players with a memory or options.


@attrs.define
class Alternating:
    """A player with a memory: plays the last move first, and then the first ones."""

    moves: int = attrs.field(default=0, init=False)

    def __call__(self, view: AnyView, rng: random.Random) -> tws.Move:
        self.moves += 1
        return tws.legal_moves(view)[-1 if self.moves == 1 else 0]


class Remembering:
    """A player of Twos that keeps hands, and plays otherwise with cards that it has met there."""

    def __init__(self, hands: int | None = None) -> None:
        self.known: deque[list[set[tws.Card]]] = deque(maxlen=hands)

    def __call__(self, view: twos.View, rng: random.Random) -> tws.Move:
        dealt = [set[tws.Card]() for _ in range(4)]
        for trick in view.tricks:
            for seat, card in zip(trick.seats, trick.cards, strict=True):
                dealt[seat].add(card)
        own = dealt[view.seat or 0].union(view.hand or ())
        move = last if any(cards <= own for hand in self.known for cards in hand) else first
        if len(view.tricks) == 12:
            self.known.append(dealt)
        return move(view, rng)


remembering = Remembering()


def remembers(view: twos.View, rng: random.Random) -> tws.Move:
    return remembering(view, rng)


def peeking(view: AnyView, rng: random.Random) -> tws.Move:
    """Look for the state of the game, which has the cards of all seats, in the callers."""
    frame = sys._getframe()
    while frame.f_back:
        frame = frame.f_back
        if isinstance(frame.f_locals.get("state"), tws.GameState):
            return last(view, rng)
    return first(view, rng)


class Holding:
    """A player that asks another one."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def __call__(self, view: AnyView, rng: random.Random) -> tws.Move:
        return self.player(view, rng)


@attrs.frozen
class Pair:
    """A player with two options."""

    one: int
    two: int

    def __call__(self, view: AnyView, rng: random.Random) -> tws.Move:
        return first(view, rng)
