"""Endings of random hands, solved by brute force through ``apply``."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeAlias

import attrs

import twowaystreet as tws
from tests.fast.replays import OPTIONS as PLAYED
from tests.fast.replays import plays_of
from twowaystreet import solve
from twowaystreet.games import street

# Any: the states of any trick-taking game.
State: TypeAlias = Any

OPTIONS: Final[dict[str, Callable[[], State]]] = {
    "street, held suits": lambda: street.new_game(
        street.Rules(named_suit=street.NamedSuit.HELD, jokers=street.Jokers.ONE)
    ),
    **{
        name: PLAYED[name]
        for name in (
            *("street", "street, 3 players", "street, 2 decks", "street, one Joker"),
            *("duel", "duel, two alike", "duel, held suits", "twos", "spades"),
            *("spades, blind bids", "twenty_down", "twenty_down, any card", "oh_hell", "odd game"),
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
    rng, size = random.Random(name), 3
    while True:
        state = next(plays_of(OPTIONS[name], rng.randrange(2**32)))
        data, order, pack = state._hand_data, state._order, sorted(set(state.rules.pack.cards))
        rare = [card for card in pack if card.joker or card.rank is tws.Rank.TWO]
        chosen = rng.sample(rare, 2)
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
        """Return whether the side takes the tricks that it needs."""
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


def _worth(state: State, move: tws.Move) -> int:
    """Return the tricks of the seat to move after a move, by a search through ``apply``."""
    seat, after = state.actor, tws.apply(state, move)
    declarations = getattr(state, "declarations", None)
    low = declarations is not None and declarations[seat].direction == "low"
    taken = sum(trick.winner == seat for trick in after.tricks[len(state.tricks) :])
    rest = 0 if after.hand_over else forced(after, frozenset({seat}), low=low)
    return int(taken + rest)


def _lead_in_points(state: State, seat: int) -> int:
    """Return the best difference in points for a seat in the Duel, by minimax."""
    if state.hand_over:
        points = tws.score_hand(state).points
        return int(points[seat] - points[1 - seat])
    found = [_lead_in_points(tws.apply(state, move), seat) for move in tws.legal_moves(state)]
    return max(found) if state.actor == seat else min(found)


def differences(state: State, rng: random.Random) -> Iterator[str]:
    """Yield the differences between the solver and searches through ``apply``."""
    seats = range(len(state.scores))
    side = frozenset(seat for seat in seats if rng.random() < 0.5)
    low = rng.random() < 0.5
    expected = forced(state, side, low=low)
    found = solve.tricks(state, side, low=low)
    if found != expected:
        yield f"{state!r}: {sorted(side)} take {found}, expected {expected}"
    moves = tws.legal_moves(state)
    is_duel = state.title == "Duel"
    if _cards_left(state) > (7 if is_duel else CARDS):
        return
    if is_duel:
        worth = {move: _lead_in_points(tws.apply(state, move), state.actor) for move in moves}
    else:
        worth = {move: _worth(state, move) for move in moves}
    values = solve.values(state)
    if values != worth or tuple(values) != moves:
        yield f"{state!r}: {values}, expected {worth}"
