"""High Card, a game without tricks, in one module.

Each of two players gets three cards. The player to the dealer's left shows a card, then the dealer
does. The higher rank wins the hand, and of equal ranks the card shown first (HC-1).

Run it:  python examples/high_card.py play high_card
"""

from typing import ClassVar, Self

import attrs

from twowaystreet import authoring as core


class Phase(core.Phase):
    """The phases of a hand."""

    DEAL = "deal"
    SHOW = "show"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


@attrs.frozen(kw_only=True)
class Rules:
    """The options: the number of hands."""

    max_hands: int | None = core.number(3, at_least=1, rule="AL-2")
    seats, pack = 2, core.Pack(core.FRENCH_DECK)


class Show(core.CardMove):
    """Show a card."""


@attrs.frozen
class Table(core.HandData):
    """Hand data with the shown cards, first that of the first player, then that of the dealer."""

    shown: tuple[core.Card, ...] = ()


class State(core.GameState[Rules, Table, core.Score, "View"]):
    """State of High Card."""

    __slots__ = ()
    title: ClassVar = "High Card"
    _phases: ClassVar = Phase

    def _deal_hands(self, deal: core.Deal) -> Self:
        first = 1 - self.dealer
        held, stock = self._deal_packets(deal, first, (3,))
        return self._await_move(Table(held, stock), Phase.SHOW, first)

    def _show(self, seat: int, move: Show) -> Self:
        shown = (*self._hand_data.shown, move.card)
        held = self._held_without(seat, move)
        table = attrs.evolve(self._hand_data, held=held, shown=shown)
        if seat != self.dealer:
            return self._await_move(table, Phase.SHOW, self.dealer)
        first, second = (card.rank.place for card in shown)
        winner = self.dealer if second > first else 1 - self.dealer
        points = [core.SeatScore(int(player == winner)) for player in range(2)]
        return self._finish_hand(core.HandScore(tuple(points)), sum(held), hand_data=table)

    _decisions: ClassVar = {
        Phase.SHOW: core.Decision(Show.form, "HC-1", Show.of_hand, {Show: _show})
    }


@attrs.frozen(kw_only=True)
class View(core.View[Rules, core.Score, State]):
    """View of High Card with the shown cards."""

    shown: tuple[core.Card, ...] = core.public_fact("hand_data.shown")


def player(view: View, rng: object) -> core.Move:
    """Show the highest card first; as the second, the lowest card that wins, or else the lowest."""
    shows = [move for move in view.legal_moves or () if isinstance(move, Show)]
    shows.sort(key=lambda show: (show.card.rank.place, show.card))
    if not view.shown:
        return shows[-1]
    beating = [show for show in shows if show.card.rank.place > view.shown[0].rank.place]
    return (beating or shows)[0]


GAME = core.Game(name="high_card", Rules=Rules, State=State, View=View, player=player)

if __name__ == "__main__":  # python examples/high_card.py play high_card
    from twowaystreet.__main__ import main

    core.register(GAME)
    main()
