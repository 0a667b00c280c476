"""Broken games that show hidden information or wrong facts."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs
from typing_extensions import override

import twowaystreet as tws
from examples import oh_hell
from tests.testing.broken import BrokenGame, bidding, by_name, hell, shown, two_ways
from twowaystreet import authoring as core
from twowaystreet._core.views.facts import FACT, ViewFact
from twowaystreet.games import street


def neighbours(state: Any, viewer: int | None) -> Any:
    """Return the hand of the seat to the left."""
    return None if viewer is None else state.hand_of((viewer + 1) % state.rules.players)


def has_ace(state: Any, seat: int) -> bool:
    """Return true if the seat to the left holds an ace."""
    left = state._hand_data.held[(seat + 1) % state.rules.players]
    return bool(left & core.RANK[core.Rank.ACE])


def offer_by_ace(state: Any, seat: int) -> tuple[core.Move, ...]:
    """Return the bids; only 0 and 1 if the seat to the left holds an ace."""
    bids = oh_hell.State._bids(state, seat)
    return bids[:2] if has_ace(state, seat) else bids


def bid_by_ace(state: Any, seat: int, move: oh_hell.Bid) -> Any:
    """Refuse a bid that :func:`offer_by_ace` does not offer."""
    if move not in offer_by_ace(state, seat):
        raise core.IllegalMove(move, core.reasons.NotOffered("OH-2", "another bid"))
    return oh_hell.State._bid(state, seat, move)


class ByAce(oh_hell.State):
    """States whose legal moves depend on the hand of another seat."""

    __slots__ = ()
    _decisions: ClassVar = bidding(offer_by_ace, bid_by_ace)


class Telling(oh_hell.State):
    """States whose refusals name the top of the stock."""

    __slots__ = ()

    @override
    def _refuse(self, move: core.Move) -> core.IllegalMove:
        error = super()._refuse(move)
        if isinstance(error.reason, core.reasons.NotHeld) and self.stock:
            return core.IllegalMove(move, core.reasons.NotHeld("AL-4", self.stock[:1]))
        return error


@attrs.frozen(kw_only=True)
class Carrying(oh_hell.View):
    """Views that hold the state in a field which is neither compared nor printed."""

    state: Any = attrs.field(
        eq=False, repr=False, metadata={FACT: ViewFact(lambda state, viewer: state, ())}
    )

    @override
    def to_dict(self) -> dict[str, Any]:
        return super().to_dict() | {"state": None}


@attrs.frozen(kw_only=True)
class WrongVoids(oh_hell.View):
    """Views that show a void in trumps for every seat that does not follow suit."""

    @override
    def _duty(self, number: int, trick: core.Trick, place: int) -> tuple[core.Following, str]:
        assert trick.led is not None and self.trumps is not None
        follows = core.FOLLOW_SUIT
        return follows[trick.led] + follows[self.trumps], "OH-1"


def unredacted_exchange() -> Any:
    """Return views of Two Way Street without redaction of exchanges."""
    view = shown(street.View)
    redacted_moves: dict[Any, Any] = dict(street.View.redacted_moves)
    del redacted_moves[street.Exchange]
    view.redacted_moves = redacted_moves
    return view


GAMES = (
    BrokenGame(
        hell("neighbour", view=shown(oh_hell.View, left=core.viewer_fact(neighbours))),
        "secrets",
        "has the same information in this playout",
    ),
    BrokenGame(
        hell(
            "open_hand", view=shown(oh_hell.View, open=core.public_fact(lambda one: one.hands[0]))
        ),
        "views",
        "shows everyone the cards in the hands",
    ),
    BrokenGame(
        hell(
            "open_stock", view=shown(oh_hell.View, top=core.public_fact(lambda one: one.stock[:1]))
        ),
        "views",
        "shows everyone the order of the stock",
    ),
    BrokenGame(
        hell(
            "open_to_spectators",
            view=shown(
                oh_hell.View,
                held=core.per_seat_fact(
                    lambda state, seat: state.hand_of(seat),
                    lambda state, seat, viewer: viewer in (None, seat),
                    "hand_data.held",
                ),
            ),
        ),
        "views",
        "shows a spectator",
    ),
    BrokenGame(
        hell(
            "others_moves", view=shown(oh_hell.View, legal_moves=core.public_fact(tws.legal_moves))
        ),
        "views",
        "has the legal moves",
    ),
    BrokenGame(
        hell("wrong_hand", view=shown(oh_hell.View, hand=core.viewer_fact(neighbours))),
        "views",
        "as its hand, but holds",
    ),
    BrokenGame(
        hell("no_hand", view=shown(oh_hell.View, hand=core.public_fact(lambda state: None))),
        "views",
        "does not see its hand",
    ),
    BrokenGame(hell("by_ace", ByAce), "secrets", "legal_moves"),
    BrokenGame(hell("telling", Telling), "secrets", "not in hand"),
    BrokenGame(hell("carrying", view=Carrying), "views", "holds a State"),
    BrokenGame(hell("wrong_voids", view=WrongVoids), "voids", "but the seat holds"),
    BrokenGame(
        two_ways(
            "open_exchanges",
            shown(street.View, exchanged=core.public_fact(lambda state: state.exchanged)),
        ),
        "secrets",
        "the view after it reveals the move",
    ),
    BrokenGame(two_ways("loud_exchanges", unredacted_exchange()), "views", "is hidden in its view"),
)
globals().update(by_name(GAMES))
