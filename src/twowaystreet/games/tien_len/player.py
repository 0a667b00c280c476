"""The rule of thumb of Tien Len, which plans to run out of cards in as few plays as possible.

A play has a width, the number of cards of each rank, and a length, the number of ranks. The
functions know nothing but whole numbers, so that ``compiled`` can compile them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import ClassVar, Final, TypeAlias

from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet.games.tien_len import rules
from twowaystreet.games.tien_len.rules import HAND_SIZE, PLAYERS, RANKS, SHORTEST, PlayCards
from twowaystreet.games.tien_len.score import score_of
from twowaystreet.games.tien_len.state import State, View

Cards: TypeAlias = int
"""Some cards as a mask: the bit of a card is its place from the lowest up, four bits for a rank."""
Counts: TypeAlias = int
"""The number of cards of each rank, in these four bits."""
Lead: TypeAlias = tuple[int, int, int, int]
"""A lead, the best one least: the fewest plays after it, its lowest rank, minus its number of
cards, and its length."""

bit_count: Final = int.bit_count
bit_length: Final = int.bit_length
_BITS: Final = len(rules.SUITS_UP)
_OF_RANK: Final = (1 << _BITS) - 1
_END: Final = _BITS * len(RANKS)
_TWOS: Final = _OF_RANK << _END - _BITS
_ONE_EACH: Final = ((1 << _END) - 1) // _OF_RANK
_MARK: Final = 8
"""The bit of a rank that no count reaches."""
_ODD: Final = 5 * _ONE_EACH
_LOW: Final = 3 * _ONE_EACH
"""Every other bit, and the two low bits of each rank, to count cards side by side."""
_WIDEST: Final = 2
_SOON: Final = 3
"""A player with so few cards may soon be out, and a hand of so few plays soon ends."""
_NO_LEAD: Final = (HAND_SIZE + 1, 0, 0, 0)
_KEPT: Final = 1 << 14
"""The number of results that are kept in memory, as playouts meet the same hands again."""
_BIT_OF: Final = core.PerCardType([1 << place for place in rules.PLACES if place >= 0])


def places_of(cards: int) -> Cards:
    """Return a mask of cards as a mask of places."""
    return sum(_BIT_OF[cards])


def counts_of(cards: Cards) -> Counts:
    """Return the number of cards of each rank."""
    pairs = cards - (cards >> 1 & _ODD)
    return (pairs & _LOW) + (pairs >> 2 & _LOW)


def _begins(counts: Counts, width: int, length: int) -> int:
    """Return a mark for each rank with which a play of this width and length can begin."""
    found = counts + (_MARK - width) * _ONE_EACH & _MARK * _ONE_EACH
    for _ in range(length - 1):
        found &= found >> _BITS
    return found


@lru_cache(_KEPT)
def fewest(counts: Counts) -> int:
    """Return the least number of plays that use up a hand.

    Ranks below the first sequence take one play each. Then follows either all of the next rank, or
    a sequence that begins with it; other plays are no better.
    """
    ranks, sequences = _begins(counts, 1, 1), _begins(counts, 1, SHORTEST)
    if not sequences:
        return bit_count(ranks)
    below = (sequences & -sequences) - 1
    low = bit_count(below) + 1 - _BITS
    rest = counts >> low << low
    least = fewest(rest & ~(_OF_RANK << low))
    for width in range(1, _WIDEST + 1):
        taken = 0
        for rank in range(low, _END, _BITS):
            if rest >> rank & _OF_RANK < width:
                break
            taken += width << rank
            if rank >= low + _BITS * (SHORTEST - 1):
                least = min(least, fewest(rest - taken))
    return bit_count(ranks & below) + 1 + least


@lru_cache(_KEPT)
def lead(counts: Counts, more: int) -> Lead:
    """Return the best lead of more than some cards: before the fewest plays, low, and long."""
    best, least = _NO_LEAD, fewest(counts) - 1
    for low in range(0, _END, _BITS):
        for width in range(1, (counts >> low & _OF_RANK) + 1):
            taken = 0
            for length, rank in enumerate(range(low, _END, _BITS), 1):
                if counts >> rank & _OF_RANK < width:
                    break
                taken += width << rank
                is_play = length == 1 or (length >= SHORTEST and width <= _WIDEST)
                if is_play and width * length > more:
                    found = fewest(counts - taken), low, -width * length, length
                    if found < best:  # noqa: PLR1730  # numba has no least of two tuples
                        best = found
        if best[0] == least:  # no higher rank is as good
            break
    return best


@lru_cache(_KEPT)
def beat(hand: Cards, best: Cards) -> Cards:
    """Return the lowest cards that beat a play and break up no combination; 0 for a pass."""
    counts, top = counts_of(hand), bit_length(best)
    length = bit_count(_begins(counts_of(best), 1, 1))
    width, rank = bit_count(best) // length, (top - 1) // _BITS * _BITS
    higher = hand >> top << top
    first = rank - _BITS * (length - 1 if higher & _OF_RANK << rank else length - 2)
    begins = _begins(counts, width, length) >> first << first
    if not begins:
        return 0
    taken = (_ONE_EACH & (1 << _BITS * length) - 1) * width
    least, low = fewest(counts) + 1, -1
    while begins:
        start = bit_count((begins & -begins) - 1) + 1 - _BITS
        after = fewest(counts - (taken << start))
        if after < least:
            least, low = after, start
        begins &= begins - 1
    if low < 0:
        return 0
    play = _lowest(hand, low, width, length)
    if bit_length(play) < top:  # a higher card of its rank takes the place of its highest card
        play ^= 1 << bit_length(play) - 1 | higher & -higher
    return play


def _lowest(hand: Cards, low: int, width: int, length: int) -> Cards:
    found = 0
    for rank in range(low, low + _BITS * length, _BITS):
        left = hand & _OF_RANK << rank
        for _ in range(width):
            found |= left & -left
            left &= left - 1
    return found


def _shortest(sizes: Sequence[int], seat: int) -> int:
    least = HAND_SIZE
    for other, size in enumerate(sizes):
        if size and other != seat:
            least = min(least, size)
    return least


def choice(hand: Cards, best: Cards, sizes: Sequence[int], seat: int) -> Cards:
    """Return the cards that a player plays on ``best``; 0 for a pass, and for a lead that is due.

    Against short hands the player leads more cards than they have, or else a high card. Twos are
    kept until a hand soon ends. A first lead contains the lowest card in any case: some plan of
    fewest plays has a play with it, and the lowest of these is led.
    """
    counts = counts_of(hand)
    if best:
        play = beat(hand, best)
        is_early = play & _TWOS and _shortest(sizes, seat) > _SOON and fewest(counts) > _SOON
        return 0 if is_early else play
    others = _shortest(sizes, seat)
    found = lead(counts, others if fewest(counts) > 1 else 0)
    if found == _NO_LEAD and others == 1:
        return 1 << bit_length(hand) - 1
    _, low, cards, length = lead(counts, 0) if found == _NO_LEAD else found
    return _lowest(hand, low, -cards // length, length)


def loser(dealt: tuple[Cards, ...], seat: int, best: Cards, winner: int, passes: int) -> int:
    """Return the seat that alone keeps cards when all play like this (TL-4 to TL-6)."""
    hands = list(dealt)
    sizes = [bit_count(hand) for hand in hands]
    playing = len(hands) - sizes.count(0)
    while playing > 1:
        hand = hands[seat]
        play = choice(hand, best, sizes, seat)
        if play:
            hands[seat] = hand ^ play
            sizes[seat] -= bit_count(play)
            best, winner, passes = play, seat, 0
            playing -= not sizes[seat]
        else:
            passes += 1
            if passes == playing - (sizes[winner] > 0):
                best, seat = 0, (winner - 1) % PLAYERS  # the winner leads
        seat = (seat + 1) % PLAYERS
        while not sizes[seat]:
            seat = (seat + 1) % PLAYERS
    return seat


_PAYOFFS: Final = tuple(
    score_of(tuple(seat for seat in range(PLAYERS) if seat != last)).payoffs
    for last in range(PLAYERS)
)


class TienLenPlayer(core.RuleOfThumb[View, State]):
    """Lead low and long plays, beat plays as cheaply as possible, and keep combinations and twos.

    A play that leaves fewer plays comes first, so that combinations stay together.
    """

    __slots__ = ()
    presets: ClassVar = MappingProxyType({"0.2.0": MappingProxyType({})})
    most_trials: ClassVar = 200
    _loser: ClassVar[Callable[..., int]] = staticmethod(loser)

    @override
    def __call__(self, view: View, rng: random.Random) -> core.Move:
        assert view.hand is not None and view.seat is not None
        best = core.card_types_among(view.to_beat.cards) if view.to_beat else 0
        hand = places_of(core.mask_of(view.hand))
        play = choice(hand, places_of(best), view.hand_sizes, view.seat)
        *moves, last = core.moves_of(view)
        plays = (move for move in moves if isinstance(move, PlayCards))
        return next((each for each in plays if places_of(each._bits) == play), last)

    @override
    def payoffs(self, state: State) -> tuple[float, ...]:
        remaining, best, last = state._remaining, state._best, state.to_beat
        hands = tuple([places_of(held & remaining) for held in state._hand_data.held])
        cards = places_of(best._bits) if best else 0
        winner = last.seat if last else state.actor
        return _PAYOFFS[self._loser(hands, state.actor, cards, winner, state.passes)]


PLAYER: Final = TienLenPlayer()
