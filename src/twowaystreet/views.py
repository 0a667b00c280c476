"""What there is to know in a game, and who may know it.

Each game declares its *facts* once, as the fields of its ``View`` class: how a fact is read from
the state, who may know it, and which stored fields it covers. What was laid, said or shown in the
open stays known for the hand; what was hidden stays hidden when the hand is over (AL-3). One
function makes every view of every game from the facts, so nothing reaches a player that no fact
allows. A fact that a player may not know is ``None`` in that player's view.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from enum import StrEnum
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, Final

import attrs

from twowaystreet.cards import Card
from twowaystreet.moves import Move
from twowaystreet.phases import Phase
from twowaystreet.scores import HandScore, SeatScore
from twowaystreet.seats import checked_seat
from twowaystreet.state import AnyState, GameState, Seen
from twowaystreet.tricks import Trick
from twowaystreet.verbs import legal_moves

FACT: Final = "twowaystreet.fact"
"""The key under which a field's metadata holds its :class:`Fact`."""


@attrs.frozen
class Fact:
    """How something is known.

    Attributes:
        read: reads what a viewer may know of it, from the state and the viewer's seat
            (``None`` for a spectator).
        covers: the stored fields that it tells of, such as ``match.scores``.
    """

    # Any: the state is that of the game which declares the fact.
    read: Callable[[Any, int | None], Any]
    covers: tuple[str, ...]


def _field(read: Callable[[Any, int | None], Any], covers: tuple[str, ...]) -> Any:
    """A field of a view. Any: its annotation says what the fact is."""
    return attrs.field(metadata={FACT: Fact(read, covers)})


def public(read: Callable[[Any], Any], *covers: str) -> Any:
    """A fact that everybody knows.

    Args:
        read: reads it from the state.
        covers: the stored fields it tells of.
    """
    return _field(lambda state, viewer: read(state), covers)


def own(read: Callable[[Any, int], Any], *covers: str) -> Any:
    """A fact that every seat knows of itself, and nobody of another.

    Args:
        read: reads it from the state, for a seat.
        covers: the stored fields it tells of.
    """
    return _field(lambda state, viewer: None if viewer is None else read(state, viewer), covers)


def when(read: Callable[[Any], Any], known: Callable[[Any, int | None], bool], *covers: str) -> Any:
    """A fact that some know and others do not.

    Args:
        read: reads it from the state.
        known: whether a viewer knows it, from the state and the viewer.
        covers: the stored fields it tells of.
    """
    return _field(lambda state, viewer: read(state) if known(state, viewer) else None, covers)


def each(
    read: Callable[[Any, int], Any],
    known: Callable[[Any, int, int | None], bool],
    *covers: str,
) -> Any:
    """A fact about each seat, as a tuple: known or not, seat by seat.

    Args:
        read: reads it from the state, for a seat.
        known: whether a viewer knows it: from the state, the seat it is about, the viewer.
        covers: the stored fields it tells of.
    """
    return _field(
        lambda state, viewer: tuple(
            read(state, seat) if known(state, seat, viewer) else None
            for seat in range(len(state.scores))
        ),
        covers,
    )


def to_owner(state: object, owner: int, viewer: int | None) -> bool:
    """Only the seat itself knows."""
    return owner == viewer


def _own_moves(state: AnyState, seat: int) -> tuple[Move, ...]:
    return legal_moves(state) if state.actor == seat else ()


@attrs.frozen(kw_only=True)
class View(Seen):
    """What one seat may know of a state, or a spectator; games add facts of their own.

    Attributes:
        seat: whose view it is; ``None`` for a spectator.
        rules: the options the game is played with.
        phase: what is to be done next.
        actor: the seat to move; ``None`` when a deal is due or the game is over.
        dealer: the seat that deals this hand, or declares first.
        scores: every seat's points so far.
        hands_played: how many hands have been finished.
        hand_over: whether a hand has just been finished.
        is_over: whether the game is over.
        winners: who has won, ``()`` until then.
        score: the score of the hand just finished, ``None`` until then.
        tricks: the complete tricks of the hand.
        trick: the trick on the table.
        stock_size: how many cards the stock holds.
        hand_sizes: how many cards each hand holds.
        hand: the seat's own cards, in the order of cards; ``None`` for a spectator.
        legal_moves: what the seat may do now; ``()`` if it is not to move.
    """

    seat: int | None
    rules: Any = public(lambda state: state.rules, "match.rules")  # Any: the game's own class
    phase: Phase = public(lambda state: state.phase, "phase")
    actor: int | None = public(lambda state: state.actor, "actor")
    dealer: int = public(lambda state: state.dealer, "match.dealer")
    scores: tuple[int, ...] = public(lambda state: state.scores, "match.scores")
    hands_played: int = public(lambda state: state.hands_played, "match.hands_played")
    hand_over: bool = public(lambda state: state.hand_over, "match.score")
    is_over: bool = public(lambda state: state.is_over, "match.game_over")
    winners: tuple[int, ...] = public(lambda state: state.winners, "match.game_over")
    score: HandScore[SeatScore] | None = public(lambda state: state.score, "match.score")
    tricks: tuple[Trick, ...] = public(lambda state: state.tricks, "tricks")
    trick: Trick = public(lambda state: state.trick, "table", "led", "order")
    stock_size: int | None = public(lambda state: len(state.stock), "settled.stock")
    hand_sizes: tuple[int, ...] = public(
        lambda state: tuple(map(len, state.hands)), "settled.held", "remaining"
    )
    hand: tuple[Card, ...] | None = own(
        lambda state, seat: state.hand_of(seat), "settled.held", "remaining"
    )
    legal_moves: tuple[Move, ...] | None = own(_own_moves, "legal")

    secrets: ClassVar[tuple[str, ...]] = ("settled.stock",)
    """The stored fields, or parts of them, that no viewer may know."""

    @classmethod
    def of(cls, state: AnyState, seat: int | None) -> View:
        """Make the view of a seat from the facts, and from nothing else."""
        facts = {
            field.name: field.metadata[FACT].read(state, seat)
            for field in attrs.fields(cls)
            if FACT in field.metadata
        }
        return cls(seat=seat, **facts)

    def to_dict(self) -> dict[str, Any]:
        """The view as plain data: cards and moves as text, enums as their words, tuples as lists.

        Any: what JSON can hold.
        """
        plain: dict[str, Any] = _converter().unstructure(self)
        return plain

    def to_json(self) -> str:
        """The view as JSON text, on one line."""
        return json.dumps(self.to_dict())


@cache
def _converter() -> Any:
    """What makes plain data of a view. Any: cattrs, imported late as it takes longer than we do."""
    import cattrs  # noqa: PLC0415

    converter = cattrs.Converter(unstruct_collection_overrides={tuple: list})
    converter.register_unstructure_hook(Card, str)
    converter.register_unstructure_hook(StrEnum, attrgetter("value"))
    converter.register_unstructure_hook_func(
        lambda kind: isinstance(kind, type) and issubclass(kind, Move), str
    )
    return converter


def view(state: AnyState, seat: int | None) -> View:
    """What a seat may know of a state, and nothing else.

    Args:
        state: the state.
        seat: whose view is wanted; ``None`` for a spectator, who knows what everybody knows.

    Raises:
        SeatError: if there is no such seat.

    >>> import random
    >>> from twowaystreet import apply, shuffle
    >>> from twowaystreet.games import street
    >>> state = street.new_game()
    >>> state = apply(state, shuffle(state, random.Random(7)))
    >>> view(state, 0).hand == state.hands[0], view(state, None).hand
    (True, None)
    """
    if not isinstance(state, GameState):
        raise TypeError(f"expected a GameState, not a {type(state).__name__}")
    if seat is not None:
        seat = checked_seat(seat, len(state.scores))
    seen: View = state.View.of(state, seat)
    return seen
