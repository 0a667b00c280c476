"""Endings of random hands, solved by brute force through ``apply``, and two more references.

One is a game with other points than Twos. The other is an independent search of whole Duels, with
cards as texts and rules written once more.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final, TypeAlias

import attrs

import twowaystreet as tws
from tests.fast.replays import OPTIONS as PLAYED
from tests.fast.replays import plays_of
from twowaystreet import authoring as core
from twowaystreet import solve
from twowaystreet._core.engine.seats import side_of
from twowaystreet._core.tricks.play_tables import TrickPoints
from twowaystreet.games import duel, street, twos

# Any: the states of any trick-taking game.
State: TypeAlias = Any

# Twos with other points: hearts cost points, and fewer points or partners may count.

PRICE: Mapping[object, int] = {core.Rank.TWO: 1, core.Rank.THREE: 4}
POINTS = TrickPoints(
    worth=tuple(
        (card.rank is core.Rank.ACE) * 2 - (card.suit is core.Suit.HEARTS) for card in core.CARDS
    ),
    caught=core.RANK[core.Rank.TWO],
    price=tuple(PRICE.get(card.rank, 0) for card in core.CARDS),
)


@attrs.frozen(kw_only=True)
class PointsRules(twos.Rules):
    """The options.

    Attributes:
        partners: True if seats that face each other are partners.
    """

    partners: bool = core.flag(False, rule="TW-11")

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return ((0, 2), (1, 3)) if self.partners else ((0,), (1,), (2,), (3,))


class PointsScore(core.HandScore[core.SeatScore]):
    """A score in which more points are better."""


class FewScore(PointsScore):
    """A score in which fewer points are better."""

    fewer_is_better: ClassVar = True


class PointsState(twos.State):
    """A game at one moment."""

    __slots__ = ()

    def _score(self, tricks: tuple[core.Trick, ...]) -> Any:  # Any: another class than in Twos
        points = [0] * 4
        for trick in tricks:
            winner = trick.winner
            assert winner is not None
            price = POINTS.price[trick.cards[trick.seats.index(winner)].index]
            for card, seat in zip(trick.cards, trick.seats, strict=True):
                points[winner] += POINTS.worth[card.index]
                if card.rank is core.Rank.TWO and seat != winner:
                    points[winner] += price
                    points[seat] -= price
        kind = FewScore if isinstance(self, FewState) else PointsScore
        return kind(tuple(map(core.SeatScore, points)))

    def _tally(self) -> TrickPoints:
        return POINTS


class FewState(PointsState):
    """A game in which fewer points are better."""

    __slots__ = ()
    # This declares the class of scores. A new game does so in the brackets of its base.
    __orig_bases__ = (core.TrickState[PointsRules, core.HandData, FewScore, twos.View],)


few_points = core.new_game_for(PointsRules, FewState, core.HandData(), rule="TW-11")
new_game = core.new_game_for(PointsRules, PointsState, core.HandData(), rule="TW-11")


# Endings.

OPTIONS: Final[dict[str, Callable[[], State]]] = {
    "street, held suits": lambda: street.new_game(
        street.Rules(named_suit=street.NamedSuit.HELD, jokers=street.Jokers.ONE)
    ),
    "points game": new_game,
    "points game, fewer": few_points,
    "points game, partners": lambda: new_game(PointsRules(partners=True)),
    **{
        name: PLAYED[name]
        for name in (
            *("street", "street, 3 players", "street, 2 decks", "street, one Joker", "duel"),
            *("duel, two alike", "duel, held suits", "twos", "spades", "spades, blind bids"),
            *("twenty_down", "twenty_down, any card", "twenty_down, late", "oh_hell", "odd game"),
        )
    },
}
"""The option sets, as functions that begin a game."""
CARDS: Final = 10
"""The greatest number of cards in most endings."""
MORE_CARDS: Final = 12
"""The greatest number of cards in an ending with dummies that have cards face down."""


def endings(name: str, seed: int = 0) -> Iterator[State]:
    """Yield endlessly states near the end of random hands, without equal cards.

    Half of them are rare ones if the hand has any: a Joker has been led and no suit named, or
    dummies have cards face down.
    """
    rng = random.Random(f"{name}/{seed}")
    while True:
        states = list(plays_of(OPTIONS[name], rng.randrange(2**32)))
        late = [state for state in states if _cards_left(state) <= CARDS] or states[-1:]
        if rng.random() < 0.5:
            late = list(filter(_is_rare, states)) or late
            late = [state for state in late if _cards_left(state) <= MORE_CARDS] or late[-1:]
        if late and not _has_equal_cards(state := rng.choice(late)):
            yield state


def short_hands(name: str) -> Iterator[State]:
    """Yield endlessly states of hands dealt with three cards each, two of them Jokers or twos.

    Dummies have cards face up and face down. Some states are in the middle of a trick.
    """
    yield from _short_hands(name, 3, lambda card: bool(card.joker) or card.rank is tws.Rank.TWO, 2)


def short_hands_with_points(name: str) -> Iterator[State]:
    """Yield endlessly states of hands dealt with two cards each, five of them twos or threes."""
    yield from _short_hands(name, 2, lambda card: card.rank in (tws.Rank.TWO, tws.Rank.THREE), 5)


def _short_hands(
    name: str, size: int, is_rare: Callable[[tws.Card], bool], count: int
) -> Iterator[State]:
    rng = random.Random(name)
    while True:
        state = next(plays_of(OPTIONS[name], rng.randrange(2**32)))
        data, order, pack = state._hand_data, state._order, sorted(set(state.rules.pack.cards))
        chosen = rng.sample(list(filter(is_rare, pack)), count)
        others = [card for card in pack if card not in chosen]
        chosen += rng.sample(others, size * len(order) - len(chosen))
        rng.shuffle(chosen)
        dealt = {hand: chosen[size * hand : size * (hand + 1)] for hand in order}
        held = tuple(_mask(dealt.get(hand, ())) for hand in range(len(data.held)))
        data = attrs.evolve(data, held=held)
        if hasattr(data, "dummies"):
            dummies = tuple(dealt[0]), tuple(dealt[2])
            face_up = tuple(_mask(dummy[: rng.randrange(size)]) for dummy in dummies)
            data = attrs.evolve(data, dummies=dummies, face_up=face_up)
        state = state._await_play(data, sum(held), order)
        for _ in range(rng.randrange(len(order) + 1)):
            state = tws.apply(state, rng.choice(tws.legal_moves(state)))
        yield state


def _mask(cards: Iterable[tws.Card]) -> int:
    return sum(card._bit for card in cards)


def _is_rare(state: State) -> bool:
    is_unnamed = state._led is None and state._table and _cards_left(state) <= CARDS
    return bool(is_unnamed or sum(getattr(state, "face_down_sizes", ())))


def _hands(state: State) -> list[tuple[tws.Card, ...]]:
    masks = [state._hand_data.held[hand] & state._remaining for hand in state._order]
    return [tuple(tws.CARDS[bit % 64] for bit in _bits(mask)) for mask in masks]


def _bits(mask: int) -> Iterator[int]:
    return (bit for bit in range(mask.bit_length()) if mask >> bit & 1)


def _cards_left(state: State) -> int:
    return sum(map(len, _hands(state)))


def _has_equal_cards(state: State) -> bool:
    held = [card for hand in (*_hands(state), state._table) for card in hand]
    return len(set(held)) < len(held)


def forced(state: State, side: frozenset[int], *, low: bool = False) -> int:
    """Return the tricks that a side can force, by a search through ``apply``."""
    known: dict[tuple[object, ...], bool] = {}

    def takes(at: State, need: int) -> bool:
        if need <= 0 or at.hand_over:
            return need <= 0
        open_cards = getattr(at, "face_up", None)
        key = need, at._remaining, at._order, at._table, at._led, open_cards
        if key not in known:
            wants = (at.actor in side) is not low
            known[key] = not wants
            for move in tws.legal_moves(at):
                after = tws.apply(at, move)
                taken = sum(trick.winner in side for trick in after.tricks[len(at.tricks) :])
                if takes(after, need - taken) is wants:
                    known[key] = wants
                    break
        return known[key]

    found = 0
    while takes(state, found + 1):
        found += 1
    return found


def payoff(state: State, seat: int) -> float:
    """Return the payoff that a seat and its partners can force, by minimax through ``apply``."""
    side, known = side_of(state.rules, seat), dict[tuple[object, ...], float]()

    def search(at: State) -> float:
        if at.hand_over:
            return tws.payoffs(at)[seat]
        open_cards = getattr(at, "face_up", None)
        key = at._remaining, at._order, at._table, at._led, open_cards, _past(at)
        if key not in known:
            found = [search(tws.apply(at, move)) for move in tws.legal_moves(at)]
            known[key] = max(found) if at.actor in side else min(found)
        return known[key]

    return search(state)


def _past(state: State) -> object:
    """Return what the score depends on in the tricks so far."""
    if isinstance(state, twos.State):
        return state._score(state.tricks).points
    return tuple(sorted(state._taker(trick) for trick in state.tricks))


def differences(state: State, rng: random.Random) -> Iterator[str]:
    """Yield the differences between the solver and searches through ``apply``."""
    seats = range(len(state.scores))
    side = frozenset(seat for seat in seats if rng.random() < 0.5)
    low = rng.random() < 0.5
    expected = forced(state, side, low=low)
    found = solve.tricks(state, side, low=low)
    if found != expected:
        yield f"{state!r}: {sorted(side)} take {found}, expected {expected}"
    moves, tally = tws.legal_moves(state), state._tally()
    if tally is None or len(state.tricks) < getattr(tally, "first", 0):
        return
    if _cards_left(state) > CARDS:
        return
    worth = {move: payoff(tws.apply(state, move), state.actor) for move in moves}
    values = solve.values(state)
    if values != worth or tuple(values) != moves:
        yield f"{state!r}: {values}, expected {worth}"


# Whole Duels.

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
COLOURS: Final = {"R*": "DH", "B*": "CS", "X*": "CDHS"}

Hand = frozenset[str]


def _suit(card: str) -> str:
    return "" if card.endswith("*") else card[-1]


def _follows(hand: Hand, suit: str) -> list[str]:
    """ST-13: a card of the suit led, or a Joker that stands for it; without one, any card."""
    if suit and any(_suit(card) == suit for card in hand):
        return [card for card in hand if _suit(card) == suit or suit in COLOURS.get(card, "")]
    return list(hand)


def _answers(hand: Hand, lead: str) -> list[tuple[str, str]]:
    """Return the answers to a lead, each with the suit led (ST-16 to ST-19)."""
    if not lead.endswith("*"):
        return [(card, _suit(lead)) for card in _follows(hand, _suit(lead))]
    suits = COLOURS[lead]
    if not any(_suit(card) in suits for card in hand if _suit(card)):
        return [(card, "") for card in hand]
    found: list[tuple[str, str]] = []
    for suit in suits:
        if lead != "X*" or any(_suit(card) == suit for card in hand):
            found += [(card, suit) for card in _follows(hand, suit)]
    return found + [(card, "") for card in hand if lead == card == "X*"]


def _answer_wins(lead: str, answer: str, suit: str) -> bool:
    """ST-15: the Red Joker, another Joker, the highest card of the suit led."""

    def power(card: str) -> int:
        if card.endswith("*"):
            return 200 if card == "R*" else 100
        return RANKS.index(card[:-1]) + 1 if _suit(card) == suit else 0

    return power(answer) > power(lead)


def most_tricks(leader: Hand, other: Hand) -> int:
    """Return the tricks that the leader of the next trick can force."""
    known: dict[tuple[Hand, Hand], tuple[int, int]] = {}

    def search(mine: Hand, yours: Hand, need: int) -> bool:
        size = len(mine)
        low, high = known.get((mine, yours), (0, size))
        if need <= low or need > high:
            return need <= low
        found = any(
            all(
                not search(yours - {card}, mine - {lead}, _rest(size, need, lead, card, suit))
                for card, suit in sorted(_answers(yours, lead), key=lambda one: _cost(lead, *one))
            )
            for lead in sorted(mine, key=_rank, reverse=True)
        )
        low, high = known.get((mine, yours), (0, size))
        known[mine, yours] = (max(low, need), high) if found else (low, min(high, need - 1))
        return found

    return max(need for need in range(len(leader) + 1) if search(leader, other, need))


def _rest(size: int, need: int, lead: str, card: str, suit: str) -> int:
    """Return the tricks with which the next leader, who leads ``size - 1``, stops this one."""
    return size - 1 - (need - (not _answer_wins(lead, card, suit))) + 1


def _cost(lead: str, card: str, suit: str) -> tuple[bool, int]:
    return not _answer_wins(lead, card, suit), _rank(card)


def _rank(card: str) -> int:
    return 13 if card.endswith("*") else RANKS.index(card[:-1])


def tricks_of_leader(state: Any) -> int:  # Any: a Duel of any options
    """Return the tricks that the dealer can force at the first card of the play."""
    assert isinstance(state, duel.State)
    hands = [frozenset(map(str, state.hands[seat])) for seat in (0, 1)]
    return most_tricks(hands[state.dealer], hands[1 - state.dealer])
