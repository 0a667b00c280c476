"""The rule of thumb of Tien Len, which plans to run out of cards in as few plays as possible."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import ClassVar, Final, TypeAlias

from typing_extensions import override

from twowaystreet._cards.cards import Card, Rank
from twowaystreet._cards.masks import RANK, cards_in, mask_of
from twowaystreet._engine.moves import Move
from twowaystreet._players.protocol import moves_of
from twowaystreet._players.rules_of_thumb import UNCHANGED, RuleOfThumb
from twowaystreet.games.tien_len.kinds import PLACES, RANKS, SHORTEST, rank_of
from twowaystreet.games.tien_len.moves import PASS, PlayCards
from twowaystreet.games.tien_len.plays import beating, leads
from twowaystreet.games.tien_len.scoring import PLAYERS, HandScore, score_of
from twowaystreet.games.tien_len.state import State
from twowaystreet.games.tien_len.view import View

Counts: TypeAlias = int
"""The number of cards of each rank, three bits for each from the three up to the two."""

Left: TypeAlias = tuple[int, PlayCards]
"""A play, after the least number of plays that use up the rest of the hand."""
_AFTER: Final = itemgetter(0)

_BITS: Final = 3
"""The bits of the number of cards of one rank."""
_OF_RANK: Final = (1 << _BITS) - 1
_ONE: Final = tuple(1 << _BITS * rank for rank in range(len(RANKS)))
"""One card of each rank, as counts."""


def _counts_of_one_suit() -> tuple[Counts, ...]:
    """Return the counts of each set of cards of one suit, by its mask."""
    found = [0]
    for place in PLACES[: len(RANKS)]:
        found += [_ONE[rank_of(place)] + counts for counts in found]
    return tuple(found)


_SUIT_COUNTS: Final = _counts_of_one_suit()
_OF_SUIT: Final = len(_SUIT_COUNTS) - 1
"""The cards of the first suit, as a mask."""
_SOON: Final = 3
"""A player with so few cards may soon be out, and a hand of so few plays soon ends."""
_KEPT: Final = 1 << 14
"""The number of hands whose fewest plays are kept in memory."""


def counts_of(hand: int) -> Counts:
    """Return the number of cards of each rank in a hand, as a mask."""
    suits, of = len(RANKS), _SUIT_COUNTS
    return (
        of[hand & _OF_SUIT]
        + of[hand >> suits & _OF_SUIT]
        + of[hand >> 2 * suits & _OF_SUIT]
        + of[hand >> 3 * suits & _OF_SUIT]
    )


@lru_cache(_KEPT)
def height_of(cards: int) -> int:
    """Return a number that grows with the cards of a play, as a mask: the highest card counts most.

    Each card is the bit of its place from the lowest up.
    """
    return sum([1 << PLACES[card.index] for card in cards_in(cards)])


def fewest_plays(counts: Counts) -> int:
    """Return the least number of plays that use up a hand.

    >>> from twowaystreet._cards.cards import cards
    >>> fewest_plays(counts_of(mask_of(cards("3S 3C 4D 5H 6S 9S 9H"))))
    3
    """
    lowest = (counts & -counts).bit_length() - 1
    return _fewest_from_the_first(counts >> lowest // _BITS * _BITS) if counts else 0


@lru_cache(_KEPT)
def _fewest_from_the_first(counts: Counts) -> int:
    """Return the least number of plays of a hand that has cards of the lowest rank.

    Some play begins with that rank. Of the plays of that rank alone only the one with all its cards
    counts; others are no better.
    """
    fewest = fewest_plays(counts & ~_OF_RANK)
    for width in (1, 2):
        rest = counts
        for length, one in enumerate(_ONE, start=1):
            if counts // one & _OF_RANK < width:
                break
            rest -= width * one
            if length >= SHORTEST:
                fewest = min(fewest, fewest_plays(rest))
    return 1 + fewest


def _choice(hand: int, plays: Sequence[PlayCards], is_lead: bool, others: int) -> Move:
    """Choose a play, or a pass.

    Args:
        hand: the hand as a mask.
        plays: the legal plays.
        is_lead: True if the player leads to a trick.
        others: the number of cards in the shortest hand of another player.
    """
    if not plays:
        return PASS
    left = [(fewest_plays(counts_of(hand ^ play._bits)), play) for play in plays]
    return _lead(left, others) if is_lead else _follow(left, others, fewest_plays(counts_of(hand)))


def _lead(left: Sequence[Left], others: int) -> Move:
    """Lead the lowest and longest play; against short hands one of more cards, else a high card.

    Args:
        left: the plays, each with the least number of plays after it.
        others: the number of cards in the shortest hand of another player.
    """
    fewest = min(after for after, _ in left)
    if fewest:
        longer = [each for each in left if len(each[1].cards) > others]
        if others == 1 and not longer:
            return max([play for _, play in left], key=_height)
        left = longer or left
        fewest = min(after for after, _ in left)

    def order(play: PlayCards) -> tuple[int, int, int]:
        height = _height(play)
        return height & -height, -len(play.cards), height

    return min([play for after, play in left if after == fewest], key=order)


def _follow(left: Sequence[Left], others: int, now: int) -> Move:
    """Beat the play unless that breaks up a combination, or spends a two early.

    Args:
        left: the plays, each with the least number of plays after it.
        others: the number of cards in the shortest hand of another player.
        now: the least number of plays before it.
    """
    after, play = min(left, key=_AFTER)  # the lowest of these: plays come from the weakest up
    is_early = now > _SOON and others > _SOON
    spends_two = bool(play._bits & RANK[Rank.TWO])
    return PASS if after > now or (spends_two and is_early) else play


def _height(play: PlayCards) -> int:
    return height_of(play._bits)


_choices: Final[dict[tuple[int, int, int], Move]] = {}
"""The choices in playouts, which meet the same hands again."""
_MOST: Final = 1 << 15
"""The number of choices after which they are forgotten."""


def _known_choice(hand: int, best: PlayCards | None, others: int) -> Move:
    """Return the choice of a player from the facts that decide it.

    Args:
        hand: the hand as a mask.
        best: the play to beat; ``None`` if a lead is due.
        others: the number of cards in the shortest hand of another player.
    """
    key = hand, best._bits if best else 0, others if not best else others > _SOON
    known = _choices.get(key)
    if known is not None:
        return known
    # The first lead of a match contains the lowest card in any case: some plan of fewest plays has
    # a play with this card, and of these plays the lowest is led.
    plays = beating(hand, best) if best else leads(hand)
    move = _choice(hand, plays, best is None, others)
    if len(_choices) >= _MOST:
        _choices.clear()
    _choices[key] = move
    return move


class TienLenPlayer(RuleOfThumb[View, State]):
    """Lead low and long plays, beat plays as cheaply as possible, and keep combinations and twos.

    A play that leaves fewer plays comes first, so that combinations stay together.
    """

    __slots__ = ()
    presets: ClassVar = UNCHANGED

    @override
    def __call__(self, view: View, rng: random.Random) -> Move:
        assert view.hand is not None
        plays = [move for move in moves_of(view) if isinstance(move, PlayCards)]
        hand, sizes = mask_of(view.hand), list(enumerate(view.hand_sizes))
        others = min(size for seat, size in sizes if size and seat != view.seat)
        return _choice(hand, plays, view.to_beat is None, others)

    @override
    def payoffs(self, state: State) -> tuple[float, ...]:
        """Return the payoffs after the rest of a hand between simple players.

        Playouts through ``apply`` take two to five times as long, measured on CPython 3.11.
        """
        return score_of(self._rest(state)[0]).payoffs

    @override
    def _end(self, state: State) -> tuple[HandScore, tuple[tuple[Card, ...], ...]]:
        out, hands = self._rest(state)
        return score_of(out), tuple(map(cards_in, hands))

    def _rest(self, state: State) -> tuple[tuple[int, ...], list[int]]:
        """Return who ran out of cards after the rest of a hand, and the cards left, as masks."""
        hands = [held & state._remaining for held in state._hand_data.held]
        out, seat, best, passes = list(state.went_out), state.actor, state._best, state.passes
        assert seat is not None
        winner = state.to_beat.seat if state.to_beat else seat
        while True:
            others = min([hand.bit_count() for hand in hands if hand and hand != hands[seat]])
            play = _known_choice(hands[seat], best, others)
            if isinstance(play, PlayCards):
                hands[seat] ^= play._bits
                best, winner, passes = play, seat, 0
                if not hands[seat]:
                    out.append(seat)
                    if len(out) == PLAYERS - 1:
                        return tuple(out), hands
            else:
                passes += 1
                if passes == PLAYERS - len(out) - (winner not in out):
                    best, seat = None, (winner - 1) % PLAYERS  # the winner leads
            seat = (seat + 1) % PLAYERS
            while not hands[seat]:
                seat = (seat + 1) % PLAYERS


PLAYER: Final = TienLenPlayer()
