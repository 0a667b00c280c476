"""Environments of Whist with one fault each, which checks must find."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

import numpy as np
from typing_extensions import override

from examples import whist
from twowaystreet import authoring
from twowaystreet._spaces.actions import Mask
from twowaystreet.rl import _episodes
from twowaystreet.rl import pettingzoo as environments

HANDS: Final = 2


class _Faulty(_episodes.Episode):
    """Whist for environments that replace its episode by one with a fault."""

    def __init__(self) -> None:
        super().__init__(whist.GAME, None, HANDS)


class _Leaked(_Faulty):
    @override
    def observe(self, seat: int) -> _episodes.Flat:
        """Show the first card of the next seat in the own hand."""
        found = super().observe(seat)
        held = self.view((seat + 1) % self.seats).hand
        if held:
            found[self.layout.pieces["hand"].start + self.actions.path(_play(held[0]))[0]] = 1
        return found


def _play(card: authoring.Card) -> authoring.Play:
    return authoring.PLAYS[card._bit][0]


class _TooSmall(_Faulty):
    @override
    def mask(self, seat: int) -> Mask:
        """Leave out the last of several legal numbers."""
        found = super().mask(seat)
        if found.sum() > 1:
            found[np.flatnonzero(found)[-1]] = 0
        return found


class _TooLarge(_Faulty):
    @override
    def mask(self, seat: int) -> Mask:
        """Offer all cards of the hand."""
        found = super().mask(seat)
        if found.any():
            for card in self.view(seat).hand or ():
                found[self.actions.path(_play(card))[0]] = 1
        return found


class _Shifted(_Faulty):
    @override
    def enter(self, number: int) -> tuple[float, ...]:
        """Play the legal card after the one that was meant."""
        legal = np.flatnonzero(self.mask(self.actor)).tolist()
        if number in legal:
            number = legal[(legal.index(number) + 1) % len(legal)]
        return super().enter(number)


class _Swapped(_Faulty):
    @override
    def enter(self, number: int) -> tuple[float, ...]:
        """Exchange the payoffs of the first two seats."""
        worth = super().enter(number)
        return (worth[1], worth[0], *worth[2:]) if worth else ()


class _LowWins(whist.State):
    """Whist in which the lowest trump takes the trick, or the lowest card of the suit led."""

    __slots__ = ()

    @classmethod
    @override
    def _strengths(
        cls,
        rules: whist.Rules,
        trumps: authoring.Suit,
        led: authoring.Suit | None,
        decider: authoring.Card | None,
    ) -> authoring.Strengths:
        """Turn the strengths of cards that can win round."""
        strengths = super()._strengths(rules, trumps, led, decider)
        most = max(strengths) + 1
        return tuple(each and most - each for each in strengths)


class _WrongWinner(_Faulty):
    @override
    def begin(self, rng: random.Random, dealer: int) -> _episodes.Payoffs:
        """Begin the game with wrong winners."""
        begin = authoring.new_game_for(whist.Rules, _LowWins, whist.HandData(), rule="WH-5")
        self.game = authoring.Game(
            name="whist", Rules=whist.Rules, State=_LowWins, View=whist.View, new_game=begin
        )
        return super().begin(rng, dealer)


class _Stale(_Faulty):
    _old: Mask | None = None
    _hand = 0

    @override
    def mask(self, seat: int) -> Mask:
        """Return the last mask of the hand before, after a new deal."""
        found = super().mask(seat)
        if seat == self.state.actor:
            if self.state.hands_played != self._hand and self._old is not None:
                return self._old
            self._old, self._hand = found, self.state.hands_played
        return found

    @override
    def enter(self, number: int) -> tuple[float, ...]:
        """Play any legal card instead of one from the hand before."""
        true = super().mask(self.actor)
        self._hand = self.state.hands_played
        return super().enter(number if true[number] else int(true.argmax()))


class _Absolute(_Faulty):
    @override
    def observe(self, seat: int) -> _episodes.Flat:
        """Show who is to move as the table sees it."""
        found = super().observe(seat)
        piece = self.layout.pieces["actor"]
        found[piece.start : piece.stop] = np.roll(found[piece.start : piece.stop], seat)
        return found


def _making(episode: type[_Faulty]) -> Callable[[], environments.raw_env]:
    def make() -> environments.raw_env:
        made = environments.env(whist.GAME, hands=HANDS)
        made._episode = episode()
        return made

    return make


FAULTS: Final = {
    "leaked card": _making(_Leaked),
    "mask too small": _making(_TooSmall),
    "mask too large": _making(_TooLarge),
    "shifted numbers": _making(_Shifted),
    "swapped payoffs": _making(_Swapped),
    "wrong winner": _making(_WrongWinner),
    "stale mask after a new deal": _making(_Stale),
    "seats not relative": _making(_Absolute),
}
"""Functions that make the environments, by the fault."""
