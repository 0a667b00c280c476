"""Claims: whether a seat takes, or loses, all that is left, whatever the others hold and do.

The view alone decides, so that an offer tells nothing. The others together may play each card that
one of them may hold at any time. So every claim is certain, and some certain ones are missed.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias, cast

from twowaystreet._core.cards.cards import CARDS, Card, Suit
from twowaystreet._core.cards.masks import card_types_among
from twowaystreet._core.engine.moves import Move, Play
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import legal_moves
from twowaystreet._core.tricks.play_tables import LEDS, PlayTables, TrickPoints, is_open
from twowaystreet._core.tricks.trick_state import AnyTrickState, TrickState
from twowaystreet._core.tricks.tricks import Strengths, follow
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
    others = [hand for hand in state._order if hand != mine]
    unseen = _unseen(of_seat, others)
    search = _Search(tables, len(state._order), unseen, sum(seen.hand_sizes[at] for at in others))
    cards = [move.card for move in cast("Iterable[Play]", moves)]
    found = search.line(hand, cards, state._table, state._led)
    return found if found and _is_settled(state, found.claim, hand, unseen) else None


def finishing_move(state: AnyState, seat: int) -> Move:
    """Return a legal move after a claim of a seat, with which the claim comes true."""
    found = line_of(view(state, seat)) if state.actor == seat else None
    moves = legal_moves(state)
    return next((move for move in moves if found and move == Play(found.card)), moves[0])


def _is_known(seen: AnyView, state: AnyTrickState) -> bool:
    """Return whether everybody knows the rules of the play, which a sampled world has, too."""
    cls: OfGame = type(state)
    trumps = getattr(state._hand_data, "trumps", None)
    is_usual = cls._play_tables is TrickState._play_tables
    own: OfGame = cls._trumps_of
    usual: OfGame = TrickState._trumps_of
    knows = own.__func__ is usual.__func__ and trumps == getattr(seen, "trumps", None)
    return is_open(state) or (is_usual and knows)


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

    def __init__(self, tables: PlayTables, size: int, unseen: _Cards, held: int) -> None:
        self.tables, self.size, self.unseen = tables, size, unseen
        self.surplus = len(unseen) - held  # the cards that the others do not hold
        self.deciders = [card for card in CARDS if card._bit & tables.deciders]
        self.is_winner_led = tables.leaders == tuple(range(size))
        self.following = dict(zip(LEDS, tables.following, strict=True))
        self.known = dict[tuple[object, ...], bool]()

    def line(
        self, hand: _Cards, legal: Iterable[Card], table: _Cards, led: Suit | None
    ) -> Line | None:
        if not self.is_winner_led and len(hand) > _MOST:
            return None
        place = len(table)
        for card in legal:
            rest, leds = _without(hand, card), (led,) if led else LEDS
            if not place:
                wins, unseen = self._lead(card, self.unseen)
            else:
                later = self.unseen if place < self.size - 1 else ()
                wins, unseen = self._wins(card, table, later, leds), self.unseen
            if wins and self._takes_all(rest, unseen, self._after(place)):
                return Line(Claim.ALL, card)
            if self.size == 2 and place:
                loses = self._is_below(card, table[0], leds)
            else:
                loses = self.size == 2 and self._must_lose(card, 0)
            if loses and self._loses_all(rest, 1, 1 - self._after(1 - place)):
                return Line(Claim.NONE, card)
        return None

    def _after(self, place: int) -> int:
        """Return the place in the next trick of who takes one at this place."""
        return (place - self.tables.leaders[place]) % self.size

    def _strengths(self, led: Suit | None, decider: Card | None) -> Strengths:
        place = 1 + self.deciders.index(decider) if decider else 0
        return self.tables.strengths[LEDS.index(led)][place]

    def _led_by(self, card: Card) -> Sequence[Suit | None]:
        """Return the suits that a card may lead: one, or any for a Joker that somebody names."""
        suit = card.suit or self.tables.joker_led
        return (suit,) if suit else LEDS

    # All tricks

    def _wins(
        self, card: Card, before: _Cards, others: _Cards, leds: Sequence[Suit | None]
    ) -> bool:
        """Return whether a card takes a trick from the cards before it, and any others."""
        first = next((one for one in before if one._bit & self.tables.deciders), None)
        own = card if card._bit & self.tables.deciders else None
        deciders: set[Card | None] = {first or own}
        if not first and (before or not own):
            deciders.update(one for one in others if one._bit & self.tables.deciders)
        for strengths in (self._strengths(led, one) for led in leds for one in deciders):
            mine = strengths[card.index]
            if not mine or any(strengths[one.index] >= mine for one in before):
                return False
            if any(strengths[one.index] >= mine + (not before) for one in others):
                return False
        return True

    def _lead(self, card: Card, unseen: _Cards) -> tuple[bool, _Cards]:
        """Return whether a lead takes the trick, and the unseen cards after it."""
        leds = self._led_by(card)
        if not self._wins(card, (), unseen, leds):
            return False, unseen
        return True, self._fewer(unseen, leds)

    def _fewer(self, unseen: _Cards, leds: Sequence[Suit | None]) -> _Cards:
        """Return the unseen cards without the weakest one that must follow, if one must."""
        following = self.following[leds[0]]
        if len(leds) > 1 or self.deciders or self.tables.dummies or not following:
            return unseen
        duty, allowed = following[0]
        due = [card for card in unseen if card._bit & duty]
        orders = [each[0] for each in self.tables.strengths]
        for weakest in due if duty == allowed else ():
            if all(each[weakest.index] <= each[one.index] for each in orders for one in due):
                return _without(unseen, weakest)
        return unseen

    def _takes_all(self, hand: _Cards, unseen: _Cards, place: int) -> bool:
        key = hand, unseen, place
        if hand and key not in self.known:
            self.known[key] = (
                self._leads_on(hand, unseen)
                if place == 0
                else all(self._answers(hand, unseen, place, lead) for lead in dict.fromkeys(unseen))
            )
        return not hand or self.known[key]

    def _leads_on(self, hand: _Cards, unseen: _Cards) -> bool:
        for card in hand:
            wins, left = self._lead(card, unseen)
            if wins and self._takes_all(_without(hand, card), left, self._after(0)):
                return True
            if wins and self.is_winner_led:  # another order proves no more
                return False
        return False

    def _answers(self, hand: _Cards, unseen: _Cards, place: int, lead: Card) -> bool:
        """Return whether a hand takes a trick that another one leads, and all after it."""
        leds = self._led_by(lead)
        others = unseen if self.size > 2 else ()
        return len(leds) == 1 and any(
            self._wins(card, (lead,), others, leds)
            and self._takes_all(_without(hand, card), unseen, self._after(place))
            for card in self._legal(hand, leds[0])
        )

    def _legal(self, hand: _Cards, led: Suit | None) -> list[Card]:
        legal = follow(card_types_among(hand), self.following[led])
        return [card for card in dict.fromkeys(hand) if card._bit & legal]

    # No trick, against one other hand

    def _must_lose(self, card: Card, played: int) -> bool:
        """Return whether the other hand must follow a lead, and all cards with which it may win."""
        leds = self._led_by(card)
        if len(leds) > 1 or not self.following[leds[0]]:
            return False
        duty, allowed = self.following[leds[0]][0]
        due = sum(bool(one._bit & duty) for one in self.unseen)
        may = [one for one in self.unseen if one._bit & allowed]
        must = due - played > self.surplus  # it has played so many others since
        return must and all(not self._is_below(one, card, leds) for one in may)

    def _is_below(self, card: Card, lead: Card, leds: Sequence[Suit | None]) -> bool:
        """Return whether a card loses to a lead."""
        decider = next((one for one in (lead, card) if one._bit & self.tables.deciders), None)
        some = [self._strengths(led, decider) for led in leds]
        return all(each[card.index] <= each[lead.index] for each in some)

    def _loses_all(self, hand: _Cards, played: int, place: int) -> bool:
        key = hand, played, place
        if hand and key not in self.known:
            self.known[key] = (
                any(
                    self._must_lose(card, played)
                    and self._loses_all(_without(hand, card), played + 1, 1 - self._after(1))
                    for card in hand
                )
                if place == 0
                else all(self._ducks(hand, played + 1, lead) for lead in dict.fromkeys(self.unseen))
            )
        return not hand or self.known[key]

    def _ducks(self, hand: _Cards, played: int, lead: Card) -> bool:
        """Return whether a hand loses a trick that the other one leads, and all after it."""
        leds = self._led_by(lead)
        found = (
            self._is_below(card, lead, leds)
            and self._loses_all(_without(hand, card), played, 1 - self._after(0))
            for card in (self._legal(hand, leds[0]) if len(leds) == 1 else hand)
        )
        return any(found) if len(leds) == 1 else all(found)


def _without(cards: _Cards, card: Card) -> _Cards:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]
