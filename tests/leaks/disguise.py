"""Another course of the same hands by which one viewer learns just the same."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import cast

import twowaystreet as tws
from tests.helpers import AnyState
from tests.leaks.knowledge import Words, knowledge, own_cards, states_of, words_of
from twowaystreet.games import spades, street, twenty_down

ATTEMPTS = 8

Swaps = Mapping[tws.Card, tws.Card]
COVERT = (street.Exchange, twenty_down.Draw)
"""Moves with cards that only who makes them sees."""


def disguised(
    states: Sequence[AnyState], moves: Sequence[tws.Move], viewer: int | None, rng: random.Random
) -> list[tws.Move] | None:
    """Other moves by which the viewer learns the same, though not everything is the same.

    Cards that the viewer does not know change places with one another, wherever they are; cards
    that are seen together are dealt in another order; what others do unseen is done otherwise.

    Args:
        states: every state of the course, the one before the first deal being the first.
        moves: the deal and what followed, further deals included.
        viewer: who must not notice; ``None`` for a spectator.
        rng: where chance comes from.

    Returns:
        The other moves; ``None`` if none were found that are all legal.
    """
    known = knowledge(states, moves, viewer)
    for _ in range(ATTEMPTS):
        found = _attempt(states, moves, known, viewer, rng)
        if found is not None and found != list(moves):
            other = states_of(states[0], found)
            if knowledge(other, found, viewer) == known:
                return found
    return None


def _attempt(
    states: Sequence[AnyState],
    moves: Sequence[tws.Move],
    known: Words,
    viewer: int | None,
    rng: random.Random,
) -> list[tws.Move] | None:
    """The same moves with unseen things otherwise; ``None`` if one of them is illegal then."""
    deals = [place for place, move in enumerate(moves) if isinstance(move, tws.Deal)]
    ends = dict(zip(deals, [*deals[1:], len(moves)], strict=True))
    state, found, swaps = states[0], list[tws.Move](), dict[tws.Card, tws.Card]()
    for place, move in enumerate(moves):
        other = move
        if isinstance(move, tws.Deal):
            end = ends[place]
            swaps = _swaps(move, known[place:end], rng)
            cards = [swaps.get(card, card) for card in move.cards]
            if len(set(cards)) < len(cards):
                _move_copies(cards, rng)
            for together in _seen_together(states[place + 1 : end + 1], viewer):
                _reorder(cards, together, rng)
            other = tws.Deal(cards)
        elif state.actor != viewer:
            other = _unseen(state, move, swaps, place == len(moves) - 1, rng)
        try:
            state = tws.apply(state, other)
        except tws.IllegalMove:
            return None  # Somebody would have had to follow suit.
        found.append(other)
    return found


def _swaps(deal: tws.Deal, known: Words, rng: random.Random) -> dict[tws.Card, tws.Card]:
    """Pairs of hidden cards that change places: few, as then the plays are often still legal."""
    named = set(" ".join(_texts(known)).split())
    hidden = sorted(card for card in set(deal.cards) if str(card) not in named)
    count = min(rng.choice([0, 1, 1, 2, 3, 10]), len(hidden) // 2)
    chosen = rng.sample(hidden, 2 * count)
    pairs = list(zip(chosen[:count], chosen[count:], strict=True))
    return dict(pairs) | {two: one for one, two in pairs}


def _texts(words: Hashable) -> Iterator[str]:
    """Every text in these words."""
    if isinstance(words, tuple):
        for word in cast(Words, words):
            yield from _texts(word)
    else:
        yield str(words)


def _move_copies(cards: list[tws.Card], rng: random.Random) -> None:
    """Let single cards change places, though equal ones may have been seen elsewhere."""
    for _ in range(rng.choice([0, 1, 2])):
        one, two = rng.sample(range(len(cards)), 2)
        cards[one], cards[two] = cards[two], cards[one]


def _seen_together(states: Sequence[AnyState], viewer: int | None) -> list[set[str]]:
    """The cards that the viewer sees first, each hand at once; in which order, nobody asks."""
    groups: list[Sequence[object]] = []
    for state in states:
        if viewer is not None:
            groups = [own_cards(state, viewer)]
        if isinstance(state, spades.State):
            groups += state.face_up
        if any(groups):
            break
    return [set(map(str, group)) for group in groups]


def _reorder(cards: list[tws.Card], together: set[str], rng: random.Random) -> None:
    places = [place for place, card in enumerate(cards) if str(card) in together]
    chosen = rng.sample(places, len(places))
    for place, card in zip(places, [cards[one] for one in chosen], strict=True):
        cards[place] = card


def _unseen(
    state: AnyState, move: tws.Move, swaps: Swaps, last: bool, rng: random.Random
) -> tws.Move:
    """What somebody else may have done for all that is seen of it."""
    seen = words_of(state, move, None)
    if seen == str(move):
        return move
    # A bid is shown later, unless it was the last move.
    if last or (isinstance(move, COVERT) and rng.random() < 0.1):
        moves = tws.legal_moves(state)
        return rng.choice([one for one in moves if words_of(state, one, None) == seen])
    if isinstance(move, COVERT):
        return type(move)([swaps.get(card, card) for card in move.cards])
    return move
