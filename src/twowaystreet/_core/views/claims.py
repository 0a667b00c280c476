"""Claims: whether a seat is certain to take, or to lose, all tricks that are left.

The view alone decides, so that an offer tells nothing. A plain count of higher cards decides: the
others may play each card that one of them may hold at any time, and after the first card the seat
may play its own in any order. So every claim is certain, and some certain ones are missed.
"""

import random
from collections.abc import Iterable
from enum import StrEnum
from itertools import product
from typing import NamedTuple, TypeAlias

from twowaystreet._core.cards.cards import CARDS, Card, Suit
from twowaystreet._core.cards.masks import card_types_among
from twowaystreet._core.engine.moves import Move, Play
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import legal_moves
from twowaystreet._core.tricks.play_tables import LEDS, PlayTables, TrickPoints, is_open
from twowaystreet._core.tricks.trick_state import AnyTrickState
from twowaystreet._core.views.trick_views import TrickView
from twowaystreet._core.views.views import AnyView, view
from twowaystreet._core.worlds.worlds import Worlds, worlds
from twowaystreet._util.values import OfGame
from twowaystreet.errors import WorldsError

_Cards: TypeAlias = tuple[Card, ...]


class Claim(StrEnum):
    """What a seat can claim of the tricks that are left."""

    ALL = "all"
    """It takes them all."""
    NONE = "none"
    """It loses them all, to the only other hand in play."""


def claim_of(seen: AnyView) -> Claim | None:
    """Return what the seat of a view is certain to take of the tricks that are left.

    It follows from the view alone. It is ``None`` if a count of higher cards does not prove it; if
    another seat is to move, or another move than a card is due; with a last card; and in games
    without tricks, or with rules that tables cannot express.

    >>> import random
    >>> import twowaystreet as tws
    >>> from twowaystreet.games import twenty_down
    >>> state, rng = twenty_down.new_game(), random.Random(28)
    >>> while (claim := claim_of(tws.view(state, state.actor))) is None:
    ...     deals = state.needs_deal
    ...     move = tws.shuffle(state, rng) if deals else rng.choice(tws.legal_moves(state))
    ...     state = tws.apply(state, move)
    >>> str(claim), len(state.hand_of(state.actor))
    ('all', 3)
    """
    found = _claim_and_card(seen)
    return found and found[0]


def finishing_move(state: AnyState, seat: int) -> Move:
    """Return a legal move after a claim of a seat, with which the claim comes true."""
    found = _claim_and_card(view(state, seat)) if state.actor == seat else None
    return Play(found[1]) if found else legal_moves(state)[0]


def _claim_and_card(seen: AnyView) -> tuple[Claim, Card] | None:
    """Return the claim of a view with the card to play first."""
    moves, hand = seen.legal_moves or (), seen.hand or ()
    cards = [move.card for move in moves if type(move) is Play]
    is_play = isinstance(seen, TrickView) and 0 < len(cards) == len(moves)
    if not is_play or len(hand) < 2:
        return None
    trick_view: OfGame = seen
    try:
        of_seat: Worlds[AnyTrickState] = worlds(trick_view)
        state = of_seat.sample(random.Random(0))  # for what is the same in all of them
    except WorldsError:
        return None
    tables, mine = state._play_tables(), state._order[len(state._table)]
    if tables is None or not is_open(state) or state._cards_of(mine) != hand:
        return None
    unseen, size = _unseen(of_seat, [at for at in state._order if at != mine]), len(state._order)
    for claim in Claim if size == 2 else (Claim.ALL,):
        rest = _Rest(claim, tables, unseen, size)
        for card in cards if _is_settled(state, claim, hand, unseen) else ():
            if rest.is_true(hand, card, state._table, state._led):
                return claim, card
    return None


def _is_settled(state: AnyTrickState, claim: Claim, hand: _Cards, unseen: _Cards) -> bool:
    """Return whether the score is the same in whatever order the cards fall."""
    points = state._tally()
    if not isinstance(points, TrickPoints):
        return True
    others = (*unseen, *state._table)
    taking, lost = (hand, others) if claim is Claim.ALL else (others, hand)
    prices = any(points.price[card.index] for card in taking)
    return not (prices and card_types_among(lost) & points.caught)


def _unseen(of_seat: "Worlds[AnyTrickState]", hands: Iterable[int]) -> _Cards:
    """Return all cards that one of some hands may hold."""
    found = set[Card]()
    for case in of_seat._cases:
        every = case.hands or case.holdings
        found.update(case.unseen, *(every[hand].known for hand in hands))
    return tuple(found)


class _Rest(NamedTuple):
    """The rest of a hand, in which the others may play any unseen card."""

    claim: Claim
    tables: PlayTables
    unseen: _Cards
    size: int  # of a trick

    def is_true(self, hand: _Cards, card: Card, table: _Cards, led: Suit | None) -> bool:
        """Return whether the claim is true for this card, and then for the others in any order."""
        place = len(table)
        later = self.unseen if place < self.size - 1 else ()
        if not self._fits((card,), (*table, *later), (*table, card), led):
            return False
        at, places = hand.index(card), set[int]()
        left = hand[:at] + hand[at + 1 :]
        for _ in left:
            taker = place if self.claim is Claim.ALL else 1 - place
            place = (place - self.tables.leaders[taker]) % self.size
            places.add(place)
        own_leads = left if 0 in places else ()
        other_leads = self.unseen if places != {0} else ()
        return all(self._fits((lead,), self.unseen, (lead,)) for lead in own_leads) and all(
            self._fits(left, (lead,) if self.size == 2 else self.unseen, (lead,))
            for lead in other_leads
        )

    def _fits(self, mine: _Cards, others: _Cards, played: _Cards, led: Suit | None = None) -> bool:
        """Return whether each card of the seat takes from all of others, or loses to each.

        The trick begins with the cards that are played.
        """
        takers, losers = (mine, others) if self.claim is Claim.ALL else (others, mine)
        led = led or played[0].suit or self.tables.joker_led
        deciders = [card for card in CARDS if card._bit & self.tables.deciders]
        known = next((card for card in played if card in deciders), None)
        may_be_first = {None, *deciders} & {None, *mine, *others}
        # Anybody may name a suit after a Joker.
        for suit, first in product((led,) if led else LEDS, {known} if known else may_be_first):
            place = 1 + deciders.index(first) if first else 0
            strengths = self.tables.strengths[LEDS.index(suit)][place]
            strongest = max((strengths[card.index] for card in losers), default=0)
            if any(strengths[card.index] <= strongest for card in takers):
                return False
        return True
