"""Claims: whether a seat takes, or loses, all that is left, whatever the others hold and do.

The view alone decides, so that an offer tells nothing. The others together may play each card that
one of them may hold at any time. So every claim is certain, and some certain ones are missed.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import islice, product
from typing import Final, NamedTuple, TypeAlias, cast

from twowaystreet._core.cards.cards import CARDS, Card, Suit
from twowaystreet._core.cards.masks import card_types_among
from twowaystreet._core.engine.moves import Move, Play
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import legal_moves
from twowaystreet._core.tricks.play_tables import LEDS, PlayTables, TrickPoints, _owner, is_open
from twowaystreet._core.tricks.trick_state import AnyTrickState, TrickState
from twowaystreet._core.tricks.tricks import follow
from twowaystreet._core.views.trick_views import TrickView
from twowaystreet._core.views.views import AnyView, view
from twowaystreet._core.worlds.worlds import Holding, Worlds, worlds
from twowaystreet._util.values import OfGame
from twowaystreet.errors import WorldsError

_MOST: Final = 6  # the most cards of a hand where others lead, as the time grows exponentially
_Cards: TypeAlias = tuple[Card, ...]


class Claim(StrEnum):
    """What a seat can claim of the tricks that are left."""

    ALL = "all"
    """It takes them all."""
    NONE = "none"
    """It loses them all, to the only other hand in play."""


class Line(NamedTuple):
    """A claim with the first card of a line of play that makes it true."""

    claim: Claim
    card: Card


def claim_of(seen: AnyView) -> Claim | None:
    """Return what the seat of a view takes of the tricks left, whatever the others hold and do.

    It is certain, and follows from the view alone. It is ``None`` if the view does not prove it; if
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
    found = line_of(seen)
    return found and found.claim


def line_of(seen: AnyView) -> Line | None:
    moves, hand = seen.legal_moves or (), seen.hand or ()
    if not moves or not isinstance(seen, TrickView) or len(hand) < 2:
        return None
    if not all(type(move) is Play for move in moves) or seen.no_worlds:
        return None
    trick_view: OfGame = seen
    try:
        of_seat: Worlds[AnyTrickState] = worlds(trick_view)
        state = of_seat.sample(random.Random(0))  # for what is the same in all of them
    except WorldsError:
        return None
    tables, mine = state._play_tables(), state._order[len(state._table)]
    if tables is None or not _is_known(seen, state) or state._cards_of(mine) != hand:
        return None
    others = [at for at in state._order if at != mine]
    unseen, size = _unseen(of_seat, others), len(state._order)
    surplus = len(unseen) - sum(seen.hand_sizes[at] for at in others)
    cards = [move.card for move in cast("Iterable[Play]", moves)]
    for claim in Claim if size == 2 else (Claim.ALL,):
        search = _Search(claim, tables, size, surplus)
        card = search.first(hand, cards, unseen, state._table, state._led)
        if card and _is_settled(state, claim, hand, unseen):
            return Line(claim, card)
    return None


def finishing_move(state: AnyState, seat: int) -> Move:
    """Return a legal move after a claim of a seat, with which the claim comes true."""
    found = line_of(view(state, seat)) if state.actor == seat else None
    moves = legal_moves(state)
    return next((move for move in moves if found and move == Play(found.card)), moves[0])


def _is_known(seen: AnyView, state: AnyTrickState) -> bool:
    """Return whether everybody knows the rules of the play, which a sampled world has, too."""
    cls: OfGame = type(state)
    trumps: object = getattr(state._hand_data, "trumps", None)
    usual = _owner(cls, "_play_tables") is _owner(cls, "_trumps_of") is TrickState
    return is_open(state) or (usual and trumps == getattr(seen, "trumps", None))


def _is_settled(state: AnyTrickState, claim: Claim, hand: _Cards, unseen: _Cards) -> bool:
    """Return whether the score is the same in whatever order the cards fall."""
    points = state._tally()
    if not isinstance(points, TrickPoints):
        return True
    others = (*unseen, *state._table)
    taking, lost = (hand, others) if claim is Claim.ALL else (others, hand)
    prices = any(points.price[card.index] for card in taking)
    return not (prices and card_types_among(lost) & points.caught)


def _unseen(of_seat: "Worlds[AnyTrickState]", hands: Sequence[int]) -> _Cards:
    """Return all cards that one of some hands may hold."""
    found = Counter[Card]()
    for case in of_seat._cases:
        every: Sequence[Holding] = case.hands or case.holdings
        some = [every[hand] for hand in hands]
        places = [
            case.places[at] for one in some for at in (one.place, *one.more) if at is not None
        ]
        may = [card for card in case.unseen if any(not card._bit & one.barred for one in places)]
        found |= Counter([*may, *(card for one in some for card in one.known)])
    return tuple(found.elements())


class _Search:
    """The rest of a hand, in which the others may play any card that one of them may hold."""

    def __init__(self, claim: Claim, tables: PlayTables, size: int, surplus: int) -> None:
        self.takes, self.tables, self.size = claim is Claim.ALL, tables, size
        self.surplus = surplus  # the unseen cards that the others do not hold
        self.deciders = [card for card in CARDS if card._bit & tables.deciders]
        self.following = dict(zip(LEDS, tables.following, strict=True))
        # The taker leads again, so that the order of the leads does not matter.
        self.is_simple = self.takes and tables.leaders == tuple(range(size))
        self.known = dict[tuple[object, ...], bool]()

    def first(
        self, hand: _Cards, legal: Sequence[Card], unseen: _Cards, table: _Cards, led: Suit | None
    ) -> Card | None:
        """Return the first card of a line of play that makes the claim true."""
        if len(hand) > _MOST and not self.is_simple:
            return None
        if not table:
            leads = (card for card in legal if self._may_lead(card, unseen, 0))
            return next((card for card in leads if self._leads(hand, card, unseen, 0)), None)
        later, place = unseen if len(table) < self.size - 1 else (), self._next(len(table))
        leds = (led,) if led else LEDS
        fitting = (card for card in legal if self._fits(card, table, later, leds))
        left = ((card, _without(hand, card)) for card in fitting)
        return next((card for card, rest in left if self._proves(rest, unseen, place, 1)), None)

    def _proves(self, hand: _Cards, unseen: _Cards, place: int, done: int) -> bool:
        """Return whether a hand, at this place in the next trick, makes the claim true."""
        key = hand, unseen, place, done
        if hand and key not in self.known:
            if place:
                found = all(self._follows(*key, lead) for lead in dict.fromkeys(unseen))
            else:
                leads = (card for card in hand if self._may_lead(card, unseen, done))
                some = islice(leads, 1 if self.is_simple else None)
                found = any(self._leads(hand, card, unseen, done) for card in some)
            self.known[key] = found
        return not hand or self.known[key]

    def _next(self, place: int) -> int:
        """Return the place in the next trick of who has taken one at a place, or lost it."""
        return (place - self.tables.leaders[place if self.takes else 1 - place]) % self.size

    def _leads(self, hand: _Cards, card: Card, unseen: _Cards, done: int) -> bool:
        left, rest = self._fewer(unseen, card) if self.takes else unseen, _without(hand, card)
        return self._proves(rest, left, self._next(0), done + 1)

    def _follows(self, hand: _Cards, unseen: _Cards, place: int, done: int, lead: Card) -> bool:
        leds, others = self._led_by(lead), unseen if self.size > 2 else ()
        legal = follow(card_types_among(hand), self.following[leds[0]])
        after = self._next(place), done + 1
        return len(leds) == 1 and any(
            self._fits(card, (lead,), others, leds)
            and self._proves(_without(hand, card), unseen, *after)
            for card in hand
            if card._bit & legal
        )

    def _led_by(self, card: Card) -> Sequence[Suit | None]:
        """Return the suits that a card may lead: one, or any for a Joker that somebody names."""
        suit = card.suit or self.tables.joker_led
        return (suit,) if suit else LEDS

    def _fits(self, card: Card, table: _Cards, others: _Cards, leds: Sequence[Suit | None]) -> bool:
        """Return whether a card takes the trick as claimed, or loses it to the only other one."""
        if self.takes:
            return self._wins(card, table, others, leds)
        return self._wins(table[0], (), (card,), leds)

    def _wins(
        self, card: Card, before: _Cards, others: _Cards, leds: Sequence[Suit | None]
    ) -> bool:
        """Return whether a card takes a trick from the cards before it, and any others."""
        first = next((one for one in (*before, card) if one in self.deciders), None)
        deciders = {first}
        if first is None or (before and first is card):  # another one may come before it
            deciders.update(one for one in others if one in self.deciders)
        for led, decider in product(leds, deciders):
            place = 1 + self.deciders.index(decider) if decider else 0
            strengths = self.tables.strengths[LEDS.index(led)][place]
            mine = strengths[card.index]
            rivals = [strengths[one.index] >= mine + (not before) for one in others]
            if not mine or any(rivals) or any(strengths[one.index] >= mine for one in before):
                return False
        return True

    def _may_lead(self, card: Card, unseen: _Cards, done: int) -> bool:
        """Return whether a lead takes its trick, or the only other hand must take it."""
        leds = self._led_by(card)
        if self.takes:
            return self._wins(card, (), unseen, leds)
        duty, allowed = self._duty(leds)
        due = sum(bool(one._bit & duty) for one in unseen)
        may = [one for one in unseen if one._bit & allowed]
        must = due - done > self.surplus  # it may have played that many of them since
        return must and all(self._wins(one, (card,), (), leds) for one in may)

    def _duty(self, leds: Sequence[Suit | None]) -> tuple[int, int]:
        following = self.following[leds[0]]
        return following[0] if following and len(leds) == 1 else (0, 0)

    def _fewer(self, unseen: _Cards, lead: Card) -> _Cards:
        """Return the unseen cards without the weakest one that must follow, if one must."""
        duty, allowed = self._duty(self._led_by(lead))
        if self.deciders or self.tables.dummies or duty != allowed:
            return unseen
        due = [card for card in unseen if card._bit & duty]
        orders = [each[0] for each in self.tables.strengths]
        for weakest in due:
            if all(each[weakest.index] <= each[one.index] for each in orders for one in due):
                return _without(unseen, weakest)
        return unseen


def _without(cards: _Cards, card: Card) -> _Cards:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]
