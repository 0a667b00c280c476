"""Crazy Eights for two to five.

Deal five cards each, to two players seven; the next one begins the pile (CE-1). Play a card of its
suit or rank, or an eight and name the suit that follows; or draw, even if you could play (CE-2).
Without a stock, pass if you cannot play (CE-3). The hand ends when somebody is out of cards, or all
have passed on the same suit and rank. Each card left costs a point (CE-4).
"""

from typing import ClassVar, Self

import attrs

from twowaystreet import authoring as core

PLAY, EIGHT = core.PlayPhase.PLAY, core.Rank.EIGHT


@attrs.frozen(kw_only=True)
class Rules:
    """The options: the numbers of players and of hands."""

    players: int = core.number(2, at_least=2, at_most=5, rule="CE-1")
    max_hands: int = core.number(5, at_least=1, rule="AL-2")
    pack = core.Pack(core.FRENCH_DECK)

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.players


@attrs.frozen
class Play(core.CardMove):
    """A card, and the suit that an eight names: ``play 8S naming H``."""

    suit: core.Suit | None = None
    form: ClassVar = "play and a card, or an eight such as play 8S naming H"
    word, then = "play", ("naming", core.read_suit)


@attrs.frozen
class HandData(core.HandData):
    """The pile up to its top, the suit that follows, and the cards that seats could not play."""

    pile: tuple[core.Card, ...] = ()
    suit: core.Suit | None = None
    passes: tuple[tuple[int, int], ...] = ()


class State(core.GameState[Rules, HandData, core.Score, "View"]):
    """A game of Crazy Eights at one moment."""

    __slots__ = ()
    title: ClassVar = "Crazy Eights"
    _phases: ClassVar = core.PlayPhase

    def _deal_hands(self, deal: core.Deal) -> Self:
        """CE-1: deal, and turn up the first card of the pile."""
        seats, first = self.rules.players, (self.dealer + 1) % self.rules.players
        held, stock = self._deal_packets(deal, first, (1,) * (7 if seats == 2 else 5))
        return self._await_move(HandData(held, stock[1:], stock[:1], stock[0].suit), PLAY, first)

    @property
    def _playable(self) -> int:
        """CE-2: the eights and the cards of the suit and the rank to follow, as a mask."""
        suit, ranks = self._hand_data.suit, (self._hand_data.pile[-1].rank, EIGHT)
        return core.mask_of([one for one in core.CARDS if one.suit is suit or one.rank in ranks])

    def _moves(self, seat: int) -> tuple[core.Move, ...]:
        cards = core.cards_in(self._hand_data.held[seat] & self._playable)
        suits: tuple[tuple[core.Suit | None, ...], ...] = (None,), tuple(core.Suit)
        plays = [Play(card, suit) for card in cards for suit in suits[card.rank is EIGHT]]
        return (core.Draw(), *plays) if self._hand_data.stock else tuple(plays) or (core.Pass(),)

    def _move(self, seat: int, move: core.Move) -> Self:
        """CE-2 to CE-4: play, draw or pass; then the next player moves, or the hand ends."""
        self._check_offered(move, self._moves(seat), "CE-2")
        data, seats, playable = self._hand_data, self.rules.players, self._playable
        if isinstance(move, Play):
            held, pile = self._held_without(seat, move), (*data.pile, move.card)
            data = attrs.evolve(data, held=held, pile=pile, suit=move.suit or move.card.suit)
        elif data.stock:
            held = self._held_with(seat, data.stock[:1])
            data = attrs.evolve(data, held=held, stock=data.stock[1:])
        else:
            data = attrs.evolve(data, passes=(*data.passes, (seat, playable)))
        if all(data.held) and not {(each, playable) for each in range(seats)} <= {*data.passes}:
            return self._await_move(data, PLAY, (seat + 1) % seats)
        points = [core.SeatScore(-hand.bit_count()) for hand in data.held]
        return self._finish_hand(core.HandScore(tuple(points)), sum(data.held), hand_data=data)

    _decisions: ClassVar = {
        PLAY: core.Decision("", "CE-2", _moves, {core.Draw: _move, core.Pass: _move, Play: _move})
    }


@attrs.frozen(kw_only=True)
class View(core.View[Rules, core.Score, State]):
    """The knowledge of a seat: the pile, the suit, and which seat could not play which cards."""

    pile: tuple[core.Card, ...] = core.public_fact("hand_data.pile")
    suit: core.Suit | None = core.public_fact("hand_data.suit")
    passes: tuple[tuple[int, int], ...] = core.public_fact("hand_data.passes")
    left_out: ClassVar = {**core.View.left_out, "passes": "masks are no numbers"}

    def _counted(self) -> tuple[core.Counted, ...]:
        """CE-4: a player who passed had no card to play, and has drawn none since."""
        return tuple([core.Counted(*each) for each in self.passes])


def player(view: View, rng: object) -> core.Move:
    """Play a card of the longest suit, an eight last; else draw or pass."""
    moves, suits = view.legal_moves or (), [card.suit for card in view.hand or ()]
    plays = [move for move in moves if isinstance(move, Play)]
    plays.sort(key=lambda play: (not play.suit, suits.count(play.suit or play.card.suit)))
    return (*moves, *plays)[-1]


GAME = core.Game(  # twowaystreet play examples/crazy_eights.py:GAME
    name="crazy_eights", Rules=Rules, State=State, View=View, player=player, how_to_play=__doc__
)
