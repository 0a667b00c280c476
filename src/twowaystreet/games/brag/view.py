"""The view of one seat in Brag."""

from __future__ import annotations

from collections.abc import Container
from itertools import chain
from typing import ClassVar

import attrs
from typing_extensions import override

from twowaystreet._engine.bounds import CardSet, PerSeat
from twowaystreet._views.facts import per_seat_fact, public_fact
from twowaystreet._views.views import View as BaseView
from twowaystreet._worlds.places import Hidden
from twowaystreet.games.brag.moves import Hands, Lay, in_order
from twowaystreet.games.brag.rules import PACK, THREE, Rules
from twowaystreet.games.brag.scoring import HandScore, score_of
from twowaystreet.games.brag.state import State
from twowaystreet.games.brag.worlds import hidden


def _lay_known(state: State, owner: int, viewer: int | None) -> bool:
    """BR-9: a lay is its owner's secret until all have laid."""
    return owner == viewer or state.hand_over


def _lay_seen_by(state: State, move: Lay, viewer: int | None) -> str | None:
    """BR-9: others see that a player lays, but not the cards."""
    return None if viewer == state.actor else "lay"


@attrs.frozen(kw_only=True)
class View(BaseView[Rules, HandScore, State]):
    """The facts that one seat may know in a game of Brag.

    Attributes:
        rules: the options of the game.
        hand: the cards that the seat has not laid, in the order of cards; ``None`` for a spectator.
        score: the score of the hand that just ended; ``None`` during a hand.
        laid: the hands of three that each seat laid; ``None`` before, and for the others until all
            have laid.
        has_laid: True for each seat that has laid.
        shown: the cards that each seat shows because the deal ended the hand (BR-7).
        antes: the antes of each player in the pot.
    """

    laid: PerSeat[Hands | None] = per_seat_fact("laid", _lay_known, "hand_data.laid")
    has_laid: PerSeat[bool] = public_fact("has_laid", "hand_data.laid")
    shown: PerSeat[CardSet] = public_fact("hand_data.shown")
    antes: int = public_fact("hand_data.antes")

    redacted_moves: ClassVar = {**BaseView.redacted_moves, Lay: _lay_seen_by}

    @override
    def _hidden(self) -> tuple[Hidden[State], ...]:
        return hidden(self)

    @override
    def _contradiction(self, changed: Container[str]) -> str:
        if self.antes < 0:
            return f"antes: expected 0 or more, found {self.antes}"
        wrong = self._wrong_lays() or self._wrong_cards() or self._wrong_score()
        return wrong or super()._contradiction(changed)

    def _wrong_lays(self) -> str:
        """BR-9: all lay in turn; a seat sees its own lay, and from the showing on those of all."""
        rules, first = self.rules, self.dealer + 1
        ended = rules.players if any(self.has_laid) and self.hand_over else 0
        laid = ended if self.actor is None else (self.actor - first) % rules.players
        if any(
            has_laid is not ((seat - first) % rules.players < laid)
            for seat, has_laid in enumerate(self.has_laid)
        ):
            return "has_laid: expected the seats from the dealer's left to the seat to move"
        for seat, hands in enumerate(self.laid):
            known = self.has_laid[seat] and (self.hand_over or seat == self.seat)
            if (hands is not None) is not known:
                return f"laid[{seat}]: expected the hands of a seat that has laid, if known"
            if hands is not None and (
                [*map(len, hands)] != [THREE] * rules.hands or in_order(hands) != hands
            ):
                return f"laid[{seat}]: expected {rules.hands} hands of three in the order of cards"
        return ""

    def _wrong_score(self) -> str:
        """BR-9: the score has the hands that all have laid."""
        laid = [hands for hands in self.laid if hands is not None]
        if self.score is None or (self.score.best == () and not laid):
            return ""
        if not laid or self.score != score_of(laid, self.score.antes, self.rules):
            return "score: expected that of the hands laid"
        return ""

    def _wrong_cards(self) -> str:
        """BR-1, BR-8: each seat has its number of cards, and each card is in one place."""
        rules = self.rules
        dealt = self.actor is not None or self.hand_over
        before, after = (rules.cards, rules.cards - THREE * rules.hands) if dealt else (0, 0)
        sizes = tuple([after if has_laid else before for has_laid in self.has_laid])
        if self.hand_sizes != sizes:
            return f"hand_sizes: expected {sizes}, which follow from the lays"
        stock = len(PACK) - rules.players * before if dealt else 0
        if self.stock_size != stock:
            return f"stock_size: expected {stock}, the cards that are not dealt"
        if self.seat is not None and (self.hand is None or len(self.hand) != sizes[self.seat]):
            return "hand: expected the number of cards in hand_sizes"
        if any(self.shown) and (not self.hand_over or any(self.has_laid)):
            return "shown: expected no cards, as the deal did not end the hand"
        laid = chain.from_iterable(chain.from_iterable(filter(None, self.laid)))
        shown = dict(enumerate(self.shown))
        own = () if self.seat is None else shown.pop(self.seat)
        hand = self.hand or ()
        if (
            any(len(cards) > rules.cards for cards in self.shown)
            or not set(own) <= set(hand)
            or PACK.extra((*laid, *chain.from_iterable(shown.values()), *hand))
        ):
            return "hand, laid, shown: expected each card of the pack in one place"
        return ""
