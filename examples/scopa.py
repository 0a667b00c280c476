"""Scopa for two, without the prime.

Deal three cards each and four on the table, then three each whenever both hands are empty (SC-1).
A card takes one card of its value (ace 1, jack 8, queen 9, king 10); without one, any set that adds
up to its value; else it stays on the table (SC-2). To take the whole table is a sweep, but not with
the last card (SC-3). The rest goes to who took last. More cards, more diamonds, the seven of
diamonds and each sweep score a point (SC-4). The first to the target wins (SC-5).
"""

from itertools import combinations
from typing import Annotated, ClassVar, Self

import attrs

from twowaystreet import authoring as core

VALUES = {core.Card.parse(r + s): n for n, r in enumerate("A234567JQK", start=1) for s in "CDHS"}
PLAY, SEVEN = core.PlayPhase.PLAY, core.Card.parse("7D")


@attrs.frozen(kw_only=True)
class Rules:
    """The options: the points that win."""

    target: int = core.number(11, at_least=1, rule="SC-5")
    seats, pack, max_hands = 2, core.Pack(VALUES), None


@attrs.frozen
class Play(core.CardMove):
    """A card, and those that it takes: ``play 7C taking 3D 4S``."""

    taken: tuple[core.Card, ...] = ()
    form: ClassVar = "play and a card, such as play 7C or play 7C taking 3D 4S"
    word, then = "play", ("taking", lambda reader: tuple(sorted(core.read_cards(reader))))


@attrs.frozen
class HandData(core.HandData):
    """The table, and for each player the captured cards, the sweeps, and who took last."""

    table: tuple[core.Card, ...] = ()
    captured: tuple[tuple[core.Card, ...], ...] = ((), ())
    sweeps: tuple[int, ...] = (0, 0)
    took_last: tuple[bool, ...] = (False, False)


class State(core.GameState[Rules, HandData, core.Score, "View"]):
    """A game of Scopa at one moment."""

    __slots__ = ()
    title: ClassVar = "Scopa"
    _phases: ClassVar = core.PlayPhase

    def _deal_hands(self, deal: core.Deal) -> Self:
        """SC-1: deal the first packets, and four cards on the table."""
        held, stock = self._deal_packets(deal, 1 - self.dealer, (3,))
        hand_data = HandData(held, stock[4:], (*sorted(stock[:4]),))
        return self._await_move(hand_data, PLAY, 1 - self.dealer)

    def _moves(self, seat: int) -> tuple[Play, ...]:
        return tuple([Play(card, some) for card in self.hand_of(seat) for some in self._sets(card)])

    def _sets(self, card: core.Card) -> list[tuple[core.Card, ...]]:
        """SC-2: return the sets of cards that a card may take; an empty one if it stays."""
        table, value = self._hand_data.table, VALUES[card]
        sets = [some for size in range(1, len(table) + 1) for some in combinations(table, size)]
        found = [some for some in sets if sum([VALUES[one] for one in some]) == value]
        return [some for some in found if len(some) == 1] or found or [()]

    def _play(self, seat: int, move: Play) -> Self:
        """SC-1 to SC-4: lay or take cards; then the other player moves, or the hand ends."""
        self._check_offered(move, self._moves(seat), "SC-2")
        data, gained = self._hand_data, (move.card, *move.taken) if move.taken else ()
        held, stock = self._held_without(seat, move, (move.card,)), data.stock
        is_last, table = not any((*held, *stock)), {*data.table, move.card}.difference(gained)
        captured = core.replace_at(data.captured, seat, data.captured[seat] + gained)
        sweeps = core.replace_at(data.sweeps, seat, data.sweeps[seat] + (not table and not is_last))
        if not any(held) and stock:
            held, stock = core.deal_packets(stock, (1 - self.dealer, self.dealer), (3,))
        last = (seat == 0, seat == 1) if gained else data.took_last
        data = HandData(held, stock, (*sorted(table),), captured, sweeps, last)
        return self._end(data) if is_last else self._await_move(data, PLAY, 1 - seat)

    def _end(self, data: HandData) -> Self:
        """SC-4: give the rest to the player who took last, and score."""
        both = zip(data.captured, data.took_last, strict=True)
        captured = tuple([(*cards, *data.table) if last else cards for cards, last in both])
        points = list(data.sweeps)
        for seat, cards in enumerate(captured):
            coins = [card for card in cards if card.suit is SEVEN.suit]
            points[seat] += (len(cards) > 20) + (len(coins) > 5) + (SEVEN in coins)
        data = attrs.evolve(data, captured=captured, table=())
        return self._finish_hand(core.HandScore((*map(core.SeatScore, points),)), hand_data=data)

    def _ends_game(self, scores: tuple[int, ...]) -> bool:
        return max(scores) >= self.rules.target

    _decisions: ClassVar = {PLAY: core.Decision("", "SC-2", _moves, {Play: _play})}


@attrs.frozen(kw_only=True)
class View(core.View[Rules, core.Score, State]):
    """The knowledge of a seat: the table, the captured cards, and the sweeps."""

    table: tuple[core.Card, ...] = core.public_fact("hand_data.table")
    captured: core.PerSeat[tuple[core.Card, ...]] = core.public_fact("hand_data.captured")
    cards: core.PerSeat[core.CardCount] = core.public_fact(
        lambda state: (*map(len, state._hand_data.captured),), "hand_data.captured"
    )
    sweeps: core.PerSeat[Annotated[int, core.Between(0, 18)]] = core.public_fact("hand_data.sweeps")
    took_last: core.PerSeat[bool] = core.public_fact("hand_data.took_last")


def player(view: View, rng: object) -> core.Move:
    """Take as many cards as possible, and the seven of diamonds; else lay the lowest card."""
    plays = [move for move in view.legal_moves or () if isinstance(move, Play)]
    worth = [(len(play.taken), SEVEN in play.taken, -VALUES[play.card]) for play in plays]
    return plays[worth.index(max(worth))]


GAME = core.Game(  # twowaystreet play examples/scopa.py:GAME
    name="scopa", Rules=Rules, State=State, View=View, player=player, how_to_play=__doc__
)
