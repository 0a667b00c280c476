"""The view of one seat in Tien Len."""

from __future__ import annotations

from collections.abc import Container, Mapping
from itertools import chain
from types import MappingProxyType
from typing import Any, ClassVar

import attrs
from typing_extensions import override

from twowaystreet._views.facts import public_fact
from twowaystreet._views.views import View as CommonView
from twowaystreet._views.views import are_seats
from twowaystreet.errors import RecordError
from twowaystreet.games.tien_len.rules import PACK, Rules
from twowaystreet.games.tien_len.scoring import PLAYERS, HandScore
from twowaystreet.games.tien_len.tricks import Trick, TrickPlay


@attrs.frozen(kw_only=True)
class View(CommonView[Rules, HandScore]):
    """The facts that one seat may know in a game of Tien Len (TL-9).

    Attributes:
        rules: the options of the game.
        score: the score of the hand that just ended; ``None`` during a hand.
        went_out: the seats that have run out of cards, in this order.
        tricks: the complete tricks of the hand.
        trick: the trick on the table.
    """

    went_out: tuple[int, ...] = public_fact(lambda state: state.went_out, "went_out")
    tricks: tuple[Trick, ...] = public_fact(lambda state: state.tricks, "tricks")
    trick: Trick = public_fact(lambda state: state.trick, "trick", "best", "hand_data.last_winner")

    _derived: ClassVar[Mapping[str, Any]] = MappingProxyType(  # Any: types
        {"to_beat": TrickPlay | None, "passes": int}
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
    def _contradiction(self, changed: Container[str]) -> str:
        out = self.went_out
        if len(out) > PLAYERS - 1 or len(set(out)) < len(out) or not are_seats(out, PLAYERS):
            return f"went_out: expected at most {PLAYERS - 1} different seats"
        complete = self.tricks if "tricks" in changed else ()
        for trick in complete:
            if wrong := _wrong_in(trick):
                return f"tricks: {wrong}"
            last = trick.to_beat
            if last is None or trick.winner != last.seat:
                return "tricks: expected the player of the last play as the winner"
        if "trick" in changed:
            if wrong := _wrong_in(self.trick):
                return f"trick: {wrong}"
            if self.trick.winner is not None:
                return "trick: expected no winner of an open trick"
        played = [card for trick in complete for play in trick.plays for card in play.cards]
        if "trick" in changed:
            played += chain.from_iterable(play.cards for play in self.trick.plays)
        if len(set(played)) < len(played) or not set(played) <= set(PACK.cards):
            return "tricks: expected each card of the pack at most once"
        return super()._contradiction(changed)

    @override
    def _check_growth(self, before: Any, changed: Container[str]) -> None:
        if "tricks" not in changed or (not self.tricks and not self.trick.plays):
            return  # the same tricks, or the next hand
        was = before.tricks
        if self.tricks[: len(was)] != was:
            raise RecordError("tricks: expected those of the view before, and others after them")


def _wrong_in(trick: Trick) -> str:
    """Return a fault in the seats of a trick, or in its passes; empty if there is none."""
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
