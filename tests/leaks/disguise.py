"""Disguised playouts: other moves that give one viewer the same information."""

import random
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import cast

import twowaystreet as tws
from tests.helpers import AnyState
from tests.leaks.knowledge import Words, cards_of_seat, knowledge, states_of, words_of
from twowaystreet.games import brag, spades, street, twenty_down

ATTEMPTS = 8

Swaps = Mapping[tws.Card, tws.Card]
SWAPPED = (street.Exchange, twenty_down.Draw)
HIDDEN_MOVES = (*SWAPPED, brag.Lay)
"""Moves whose cards only the actor sees."""


def disguised(
    states: Sequence[AnyState], moves: Sequence[tws.Move], viewer: int | None, rng: random.Random
) -> list[tws.Move] | None:
    """Return other moves that give the viewer the same information.

    The function swaps cards that the viewer does not know. It deals cards that the viewer sees
    together in another order. It also changes the hidden moves of other seats.

    The states begin before the first deal. The result is ``None`` if every attempt made an illegal
    move.
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
    """Change hidden facts of the moves; return ``None`` if a move becomes illegal."""
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
            return None  # A swapped card would break a rule, such as the duty to follow suit.
        found.append(other)
    return found


def _swaps(deal: tws.Deal, known: Words, rng: random.Random) -> dict[tws.Card, tws.Card]:
    """Choose pairs of hidden cards to swap: few pairs keep most plays legal."""
    named = set(" ".join(_texts(known)).split())
    hidden = sorted(card for card in set(deal.cards) if str(card) not in named)
    count = min(rng.choice([0, 1, 1, 2, 3, 10]), len(hidden) // 2)
    chosen = rng.sample(hidden, 2 * count)
    pairs = list(zip(chosen[:count], chosen[count:], strict=True))
    return dict(pairs) | {two: one for one, two in pairs}


def _texts(words: Hashable) -> Iterator[str]:
    if isinstance(words, tuple):
        for word in cast(Words, words):
            yield from _texts(word)
    else:
        yield str(words)


def _move_copies(cards: list[tws.Card], rng: random.Random) -> None:
    """Swap single cards, even if the viewer has seen an equal card elsewhere."""
    for _ in range(rng.choice([0, 1, 2])):
        one, two = rng.sample(range(len(cards)), 2)
        cards[one], cards[two] = cards[two], cards[one]


def _seen_together(states: Sequence[AnyState], viewer: int | None) -> list[set[str]]:
    """The groups of cards that the viewer sees at once, so that their order is unknown."""
    groups: list[Sequence[object]] = []
    for state in states:
        if viewer is not None:
            groups = [cards_of_seat(state, viewer)]
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
    """Choose a move that looks the same to the other seats."""
    seen = words_of(state, move, None)
    if seen == str(move):
        return move
    # A sealed bid is revealed later, unless it was the last move.
    if last or (isinstance(move, HIDDEN_MOVES) and rng.random() < 0.1):
        moves = tws.legal_moves(state)
        alike = [one for one in moves if words_of(state, one, None) == seen]
        return rng.choice(alike or [move])
    if isinstance(move, brag.Lay):
        return brag.Lay([[swaps.get(card, card) for card in hand] for hand in move.hands])
    if isinstance(move, SWAPPED):
        return type(move)([swaps.get(card, card) for card in move.cards])
    return move
