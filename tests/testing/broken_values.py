"""Broken games whose states, moves or texts are not proper values."""

from __future__ import annotations

import itertools
from typing import Any, ClassVar, Self

import attrs
from typing_extensions import override

from examples import oh_hell
from tests.testing.broken import BrokenGame, altered, bidding, by_name, checked_bid, hell
from twowaystreet import authoring as core


@attrs.frozen
class Log(oh_hell.HandData):
    """Hand data with a list that all states of a hand share."""

    said: list[str] = attrs.field(factory=list[str], eq=False)


def bid_into_a_list(state: Any, seat: int, move: oh_hell.Bid) -> Any:
    """Make the bid, and note it in the list."""
    state._hand_data.said.append(str(move))
    return checked_bid(state, seat, move)


class SharedList(oh_hell.State):
    """States that share a list, which moves change."""

    __slots__ = ()
    _decisions: ClassVar = bidding(bid=bid_into_a_list)

    @override
    def _deal_hands(self, deal: core.Deal) -> Any:
        after: Any = super()._deal_hands(deal)
        return altered(after, _hand_data=Log(*attrs.astuple(after._hand_data, recurse=False)))


@attrs.frozen(kw_only=True)
class Logs(oh_hell.View):
    """Views with a fact for the list."""

    said: int = core.public_fact(lambda state: 0, "hand_data.said")


COUNT = itertools.count()


def bid_by_count(state: Any, seat: int, move: oh_hell.Bid) -> Any:
    """Make the bid; the number of bids in this process decides the trump suit."""
    after = checked_bid(state, seat, move)
    if after.phase is not oh_hell.Phase.PLAY:
        return after
    turned_up = core.CARDS[13 * (next(COUNT) % 4)]
    return after._lead(attrs.evolve(after._hand_data, turned_up=turned_up), after._order)


class Counting(oh_hell.State):
    """States in which the effect of a move depends on a global counter."""

    __slots__ = ()
    _decisions: ClassVar = bidding(bid=bid_by_count)


def offer_by_hash(state: Any, seat: int) -> tuple[core.Move, ...]:
    """Return the bids, sorted by the hashes of their texts."""
    return tuple(sorted(oh_hell.State._bids(state, seat), key=lambda bid: hash(str(bid))))


class ByHash(oh_hell.State):
    """States whose order of moves depends on string hashes, which differ between processes."""

    __slots__ = ()
    _decisions: ClassVar = bidding(offer_by_hash)


class OtherHashes(oh_hell.State):
    """Equal states with different hashes."""

    __slots__ = ()

    @override
    def __hash__(self) -> int:
        return id(self)


class AllEqual(oh_hell.State):
    """States that are all equal within a hand."""

    __slots__ = ()

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, AllEqual) and self.rules == other.rules

    @override
    def __hash__(self) -> int:
        return hash(self.rules)


@attrs.frozen(kw_only=True)
class Loose(oh_hell.Rules):
    """Rules that can be changed."""


@attrs.frozen
class Shy(oh_hell.Bid):
    """A bid whose text gives another bid."""

    @override
    def __str__(self) -> str:
        return f"bid {min(self.number, 2)}"


@attrs.frozen
class Careless(oh_hell.Bid):
    """A bid that raises a ``KeyError`` for a wrong text."""

    @override
    @classmethod
    def read(cls, reader: core.Reader) -> Self | None:
        if not reader.accept("bid"):
            return None
        tricks = {str(number): number for number in range(8)}[reader.word]
        reader.accept(reader.word)
        return cls(tricks)


def bids_as(move_type: type[oh_hell.Bid]) -> type[oh_hell.State]:
    """Return states of Oh Hell with another class of bids."""

    def bids(state: Any, seat: int) -> tuple[core.Move, ...]:
        return tuple(move_type(bid.number) for bid in oh_hell.State._bids(state, seat))

    def bid(state: Any, seat: int, move: oh_hell.Bid) -> Any:
        try:
            return checked_bid(state, seat, oh_hell.Bid(move.number))
        except core.IllegalMove as error:
            raise core.IllegalMove(move, error.reason) from None

    members: Any = {"__slots__": (), "_decisions": bidding(bids, bid, move_type)}
    return type("State", (oh_hell.State,), members)


@attrs.frozen(kw_only=True)
class Forgetful(oh_hell.View):
    """Views whose JSON lacks the trump suit."""

    @override
    def to_dict(self) -> dict[str, Any]:
        return super().to_dict() | {"trumps": None}


GAMES = (
    BrokenGame(
        hell("shared_list", SharedList, Logs, hand_data=Log()), "purity", "changes the state"
    ),
    BrokenGame(hell("counting", Counting), "determinism", "the same moves again"),
    BrokenGame(hell("by_hash", ByHash), "determinism", "in another process"),
    BrokenGame(hell("other_hashes", OtherHashes), "values", "has another hash"),
    BrokenGame(hell("all_equal", AllEqual), "values", "are equal, but show different"),
    BrokenGame(hell("loose_rules", rules=Loose), "values", "the rules is not frozen"),
    BrokenGame(hell("shy_bids", bids_as(Shy)), "notation", "is read as Shy(number=2)"),
    BrokenGame(hell("careless_bids", bids_as(Careless)), "errors", "raises KeyError"),
    BrokenGame(hell("forgetful", view=Forgetful), "records", "is read from JSON as"),
)
_loose: Any = Loose
_loose.__setattr__ = object.__setattr__  # a game refuses such a class from the start
globals().update(by_name(GAMES))
