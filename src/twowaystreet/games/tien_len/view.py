"""The view of one seat in Tien Len."""

from __future__ import annotations

from collections.abc import Container, Mapping
from itertools import chain
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Final

import attrs
from typing_extensions import override

from twowaystreet._engine.bounds import Between, Seat
from twowaystreet._views.facts import public_fact
from twowaystreet._views.views import View as CommonView
from twowaystreet._views.views import are_seats
from twowaystreet._worlds.places import Hidden
from twowaystreet.errors import RecordError
from twowaystreet.games.tien_len.rules import PACK, Rules
from twowaystreet.games.tien_len.scoring import PLAYERS, HandScore
from twowaystreet.games.tien_len.state import State
from twowaystreet.games.tien_len.tricks import Trick, TrickPlay
from twowaystreet.games.tien_len.worlds import hidden

_PACK: Final = frozenset(PACK.cards)


@attrs.frozen(kw_only=True)
class View(CommonView[Rules, HandScore, State]):
    """The facts that one seat may know in a game of Tien Len (TL-9).

    Attributes:
        rules: the options of the game.
        score: the score of the hand that just ended; ``None`` during a hand.
        went_out: the seats that have run out of cards, in this order.
        tricks: the complete tricks of the hand.
        trick: the trick on the table.
        last_winner: the seat that was the first to run out in the last deal, after a hand that of
            the hand just over; ``None`` until the first deal is over. Only a first deal is led with
            the three of spades (TL-2).
    """

    went_out: tuple[Seat, ...] = public_fact("went_out")
    tricks: tuple[Trick, ...] = public_fact("tricks")
    trick: Trick = public_fact("trick", "trick", "best")
    last_winner: Seat | None = public_fact("hand_data.last_winner")

    _derived: ClassVar[Mapping[str, Any]] = MappingProxyType(  # Any: types
        {"to_beat": TrickPlay | None, "passes": Annotated[int, Between(0, PLAYERS - 1)]}
    )

    @property
    def to_beat(self) -> TrickPlay | None:
        """The play to beat, with the seat that made it; ``None`` if a lead is due."""
        return self.trick.to_beat

    @property
    def passes(self) -> int:
        """The number of passes in succession since the play to beat."""
        return self.trick.passes

    @override
    def _hidden(self) -> tuple[Hidden[State], ...]:
        return hidden(self)

    @override
    def _contradiction(self, changed: Container[str]) -> str:
        out, sizes = self.went_out, self.hand_sizes
        if not are_seats((self.last_winner,), PLAYERS):
            return f"last_winner: expected a seat from 0 to {PLAYERS - 1}"
        if len(sizes) != PLAYERS:
            return f"hand_sizes: expected those of {PLAYERS} hands"
        without = [seat for seat in range(PLAYERS) if any(sizes) and not sizes[seat]]
        if sorted(out) != without:
            return "went_out: expected the seats without cards"
        complete = self.tricks if "tricks" in changed else ()
        present = (self.trick,) if "trick" in changed else ()
        for trick in (*complete, *present):
            if wrong := _wrong_in(trick):
                return f"tricks: {wrong}"
        for trick in complete:
            last = trick.to_beat
            if last is None or trick.winner != last.seat:
                return "tricks: expected the player of the last play as the winner"
        if any(trick.winner is not None for trick in present):
            return "trick: expected no winner of an open trick"
        plays = chain.from_iterable(trick.plays for trick in (*complete, *present))
        played = list(chain.from_iterable(play.cards for play in plays))
        if len(set(played)) < len(played) or not _PACK.issuperset(played):
            return "tricks: expected each card of the pack at most once"
        return super()._contradiction(changed)

    @override
    def _check_growth(self, before: Any, changed: Container[str]) -> None:
        if not self.tricks and not self.trick.plays:
            return  # the next hand
        for name in ("tricks", "went_out"):
            if name in changed:
                was, now = getattr(before, name), getattr(self, name)
                if now[: len(was)] != was:
                    raise RecordError(
                        f"{name}: expected those of the view before, and others after them"
                    )


def _wrong_in(trick: Trick) -> str:
    """Return a fault in the seats of a trick, or in its passes; empty if it has none."""
    plays, passes = trick.plays, 0
    if not are_seats((trick.leader, *(play.seat for play in plays)), PLAYERS):
        return f"expected seats from 0 to {PLAYERS - 1}"
    if plays and (plays[0].seat != trick.leader or not plays[0].cards):
        return "expected cards of the leader first"
    for play in plays:
        passes = 0 if play.cards else passes + 1
        if passes == PLAYERS:
            return f"expected at most {PLAYERS - 1} passes in succession"
    return ""
