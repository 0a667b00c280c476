"""High Card, a game without tricks, in one module.

Each of two players gets three cards. The player to the dealer's left shows a card, then the dealer
does. The higher rank wins the hand, and of equal ranks the card shown first.

Run it:  python examples/high_card.py play high_card
"""

from __future__ import annotations

import random
from typing import ClassVar, Self

import attrs
from typing_extensions import override

from twowaystreet import authoring as core

PACK = core.Pack(core.FRENCH_DECK)


class Phase(core.Phase):
    """The phases of a hand."""

    DEAL = "deal"
    SHOW = "show"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


@attrs.frozen(kw_only=True)
class Rules:
    """The options."""

    max_hands: int | None = core.number(3, at_least=1, rule="AL-2")

    @property
    def seats(self) -> int:
        """The number of players."""
        return 2

    @property
    def pack(self) -> core.Pack:
        """The 52 cards."""
        return PACK


@attrs.frozen
class Show(core.Move):
    """Show a card."""

    card: core.Card
    form: ClassVar = "show and a card"

    @override
    @classmethod
    def read(cls, reader: core.Reader) -> Self | None:
        names = {str(card): card for card in core.FRENCH_DECK}
        return cls(reader.take(names, "a card")) if reader.accept("show") else None

    @override
    def __str__(self) -> str:
        return f"show {self.card}"


@attrs.frozen
class Table(core.HandData):
    """Hand data with the shown cards, first that of the first player, then that of the dealer."""

    shown: tuple[core.Card, ...] = ()


Score = core.HandScore[core.SeatScore]


class State(core.GameState[Rules, Table, Score, "View"]):
    """State of High Card."""

    __slots__ = ()
    title: ClassVar = "High Card"
    _phases: ClassVar = Phase

    @override
    def _deal_hands(self, deal: core.Deal) -> Self:
        first = (self.dealer + 1) % 2
        held, stock = self._deal_packets(deal, first, (3,))
        return self._await_move(Table(held, stock), Phase.SHOW, first)

    def _shows(self, seat: int) -> tuple[core.Move, ...]:
        return tuple(map(Show, self.hand_of(seat)))

    def _show(self, seat: int, move: Show) -> Self:
        if move.card not in self.hand_of(seat):
            raise core.IllegalMove(move, core.reasons.NotHeld("HC-1", self.hand_of(seat)))
        shown = (*self._hand_data.shown, move.card)
        hand_data = attrs.evolve(self._hand_data, shown=shown)
        left = self._remaining ^ core.mask_of((move.card,))
        if len(shown) == 1:
            return self._await_move(hand_data, Phase.SHOW, self.dealer, left)
        ranks = [(card.rank.place, card) for card in shown]
        winner = (self.dealer + 1 + ranks.index(max(ranks))) % 2
        points = [core.SeatScore(int(player == winner)) for player in range(2)]
        return self._finish_hand(core.HandScore(tuple(points)), left, hand_data=hand_data)

    _decisions: ClassVar = {Phase.SHOW: core.Decision(Show.form, "HC-1", _shows, {Show: _show})}


@attrs.frozen(kw_only=True)
class View(core.View[Rules, Score]):
    """View of High Card with the shown cards."""

    shown: tuple[core.Card, ...] = core.public_fact("hand_data.shown")


def player(view: View, rng: random.Random) -> core.Move:
    """Show the highest card first; as the second, the lowest card that wins, or else the lowest."""
    shows = [move for move in view.legal_moves or () if isinstance(move, Show)]
    shows.sort(key=lambda show: (show.card.rank.place, show.card))
    if not view.shown:
        return shows[-1]
    beating = [show for show in shows if show.card.rank.place > view.shown[0].rank.place]
    return (beating or shows)[0]


GAME = core.Game(
    name="high_card",
    Rules=Rules,
    State=State,
    View=View,
    new_game=core.new_game_for(Rules, State, Table(), rule="AL-2"),
    player=player,
)

if __name__ == "__main__":  # python examples/high_card.py play high_card
    from twowaystreet.__main__ import main

    core.register(GAME)
    main()
