"""Put Away, a game with hidden moves that has worlds, in one module.

Each of two players gets four cards. From the dealer's left, each puts a card away, face down
(PA-1). Then they show a card each. The higher rank wins the hand, and of equal ranks the card shown
first (PA-2).

Run it:  python examples/put_away.py play put_away
"""

from typing import ClassVar, Self

import attrs

from twowaystreet import authoring as core


class Phase(core.Phase):
    """The phases of a hand."""

    DEAL = "deal"
    PUT = "put"
    SHOW = "show"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


@attrs.frozen(kw_only=True)
class Rules:
    """The options: the number of hands."""

    max_hands: int | None = core.number(3, at_least=1, rule="AL-2")
    seats, pack = 2, core.Pack(core.FRENCH_DECK)


class Put(core.CardMove):
    """Put a card away, face down."""


class Show(core.CardMove):
    """Show a card."""


@attrs.frozen
class HandData(core.HandData):
    """Hand data with the card that each seat has put away, and the cards shown in order."""

    away: tuple[core.Card | None, ...] = (None, None)
    shown: tuple[core.Card, ...] = ()


class State(core.GameState[Rules, HandData, core.Score, "View"]):
    """State of Put Away."""

    __slots__ = ()
    title: ClassVar = "Put Away"
    _phases: ClassVar = Phase

    def _deal_hands(self, deal: core.Deal) -> Self:
        first = 1 - self.dealer
        held, stock = self._deal_packets(deal, first, (4,))
        return self._await_move(HandData(held, stock), Phase.PUT, first)

    def _put(self, seat: int, move: Put) -> Self:
        held = self._held_without(seat, move)
        away = core.replace_at(self._hand_data.away, seat, move.card)
        hand_data = attrs.evolve(self._hand_data, held=held, away=away)
        phase = Phase.SHOW if seat == self.dealer else Phase.PUT
        return self._await_move(hand_data, phase, 1 - seat)

    def _show(self, seat: int, move: Show) -> Self:
        held, shown = self._held_without(seat, move), (*self._hand_data.shown, move.card)
        hand_data = attrs.evolve(self._hand_data, held=held, shown=shown)
        if seat != self.dealer:
            return self._await_move(hand_data, Phase.SHOW, self.dealer)
        first, second = (card.rank.place for card in shown)
        winner = self.dealer if second > first else 1 - self.dealer
        points = [core.SeatScore(int(player == winner)) for player in range(2)]
        return self._finish_hand(core.HandScore(tuple(points)), sum(held), hand_data=hand_data)

    _decisions: ClassVar = {
        Phase.PUT: core.Decision(Put.form, "PA-1", Put.of_hand, {Put: _put}),
        Phase.SHOW: core.Decision(Show.form, "PA-2", Show.of_hand, {Show: _show}),
    }


@attrs.frozen(kw_only=True)
class View(core.View[Rules, core.Score, State]):
    """View of Put Away: the cards shown, and the card that the viewer has put away."""

    shown: tuple[core.Card, ...] = core.public_fact("hand_data.shown")
    away: core.PerSeat[core.Card | None] = core.per_seat_fact("hand_data.away", core.to_owner)
    has_put: core.PerSeat[bool] = core.public_fact(
        lambda state: tuple([card is not None for card in state._hand_data.away]), "hand_data.away"
    )
    redacted_moves: ClassVar = {**core.View.redacted_moves, Put: core.to_actor}


GAME = core.Game(name="put_away", Rules=Rules, State=State, View=View)

if __name__ == "__main__":  # python examples/put_away.py play put_away
    from twowaystreet.__main__ import main

    core.register(GAME)
    main()
