"""A simple player of Tien Len, which plans to run out of cards in as few plays as possible."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from twowaystreet._cards.cards import Card, Rank
from twowaystreet._cli.players.common import moves_of
from twowaystreet._engine.moves import Move
from twowaystreet._views.views import AnyView
from twowaystreet.games import tien_len
from twowaystreet.games.tien_len import Pass, PlayCards
from twowaystreet.games.tien_len.kinds import PLACES, RANKS, SHORTEST, rank_of

Counts: TypeAlias = tuple[int, ...]
"""The number of cards of each rank, from the three up to the two."""

_SOON: Final = 3
"""A player with so few cards may soon be out, and a hand of so few plays soon ends."""
_KEPT: Final = 1 << 14
"""The number of hands whose fewest plays are kept in memory."""


def counts_of(cards: Iterable[Card]) -> Counts:
    """Return the number of cards of each rank."""
    ranks = [rank_of(PLACES[card.index]) for card in cards]
    return tuple(map(ranks.count, range(len(RANKS))))


@lru_cache(_KEPT)
def fewest_plays(counts: Counts) -> int:
    """Return the least number of plays that use up a hand.

    >>> from twowaystreet._cards.cards import cards
    >>> fewest_plays(counts_of(cards("3S 3C 4D 5H 6S 9S 9H")))
    3
    """
    lowest = next((rank for rank, count in enumerate(counts) if count), None)
    if lowest is None:
        return 0
    return 1 + min(map(fewest_plays, _after_a_play(counts, lowest)))


def _after_a_play(counts: Counts, lowest: int) -> Iterator[Counts]:
    """Yield the rests of a hand after each play that begins with its lowest rank.

    Of the plays of that rank alone only the one with all its cards counts; others are no better.
    """
    yield _less(counts, lowest, lowest + 1, counts[lowest])
    for width in (1, 2):
        end = lowest
        while end < len(RANKS) and counts[end] >= width:
            end += 1
            if end - lowest >= SHORTEST:
                yield _less(counts, lowest, end, width)


def _less(counts: Counts, start: int, end: int, fewer: int) -> Counts:
    return (*counts[:start], *(count - fewer for count in counts[start:end]), *counts[end:])


def in_tien_len(view: AnyView, rng: random.Random) -> Move:
    """Lead low and long plays, beat plays as cheaply as possible, and keep combinations and twos.

    A play that leaves fewer plays comes first, so that combinations stay together.
    """
    assert isinstance(view, tien_len.View) and view.hand is not None
    plays = [move for move in moves_of(view) if isinstance(move, PlayCards)]
    if not plays:
        return Pass()
    left = {
        play: fewest_plays(counts_of(card for card in view.hand if card not in play.cards))
        for play in plays
    }
    others = min(size for seat, size in enumerate(view.hand_sizes) if size and seat != view.seat)
    if view.to_beat is None:
        return _lead(left, others)
    return _follow(left, others, fewest_plays(counts_of(view.hand)))


def _lead(left: Mapping[PlayCards, int], others: int) -> Move:
    """Lead the lowest and longest play; against short hands one of more cards, else a high card.

    Args:
        left: for each play the least number of plays after it.
        others: the number of cards in the shortest hand of another player.
    """
    fewest = min(left.values())
    if fewest:
        longer = [play for play in left if len(play.cards) > others]
        if others == 1 and not longer:
            return max(left, key=_places)
        left = {play: left[play] for play in longer or left}
        fewest = min(left.values())
    best = [play for play in left if left[play] == fewest]
    return min(best, key=lambda play: (_places(play)[-1], -len(play.cards), _places(play)))


def _follow(left: Mapping[PlayCards, int], others: int, now: int) -> Move:
    """Beat the play unless that breaks up a combination, or spends a two early.

    Args:
        left: for each play the least number of plays after it.
        others: the number of cards in the shortest hand of another player.
        now: the least number of plays before it.
    """
    play = min(left, key=lambda play: (left[play], _places(play)))
    is_early = now > _SOON and others > _SOON
    spends_two = any(card.rank is Rank.TWO for card in play.cards)
    return Pass() if left[play] > now or (spends_two and is_early) else play


def _places(play: PlayCards) -> list[int]:
    """Return the places of the cards of a play, the highest first."""
    return sorted([PLACES[card.index] for card in play.cards], reverse=True)
