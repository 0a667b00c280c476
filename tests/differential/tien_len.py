"""Differential test of Tien Len."""

from __future__ import annotations

import random
from itertools import chain
from typing import Any

import twowaystreet as tws
from tests.differential.common import Pair, somewhere, words
from tests.helpers import anything
from tests.reference.tien_len import Play, ReferenceTienLen, Trick
from twowaystreet.games import tien_len


def opening(rng: random.Random) -> tuple[tien_len.State, ReferenceTienLen]:
    """Start both games with the same random options."""
    options: dict[str, Any] = {"max_hands": rng.choice([1, 2, 4, 9])}
    where = somewhere(rng, 4, options, range(-20, 20))
    return tien_len.new_game(tien_len.Rules(**options), **where), ReferenceTienLen(
        **options, **where
    )


def _play(play: tien_len.TrickPlay) -> Play:
    return {"seat": play.seat, "cards": words(play.cards)}


def _trick(trick: tien_len.Trick) -> Trick:
    return {
        "leader": trick.leader,
        "plays": list(map(_play, trick.plays)),
        "winner": trick.winner,
    }


def compare(state: tien_len.State, reference: ReferenceTienLen) -> None:
    """Compare tricks, passes and the players without cards, also in the views."""
    assert len(state.tricks) == len(reference.tricks)
    # Earlier calls have compared the older tricks.
    newest = list(map(_trick, state.tricks[-1:]))
    assert newest == reference.tricks[-1:]
    assert _trick(state.trick) == reference.trick
    assert (state.to_beat and _play(state.to_beat)) == reference.to_beat
    assert state.passes == reference.passes
    assert list(state.went_out) == reference.went_out
    for seat in (None, 0, 1, 2, 3):
        seen = tws.view(state, seat)
        assert (seen.tricks, seen.trick) == (state.tricks, state.trick)
        assert (seen.to_beat, seen.passes) == (state.to_beat, state.passes)
        assert seen.went_out == state.went_out
        assert seen.hand_sizes == tuple(map(len, reference.hands))
        assert words(seen.hand or ()) == ([] if seat is None else reference.hands[seat])


def compare_score(ours: tien_len.HandScore, theirs: Any) -> None:
    """Compare every part of the score."""
    assert list(ours.went_out) == theirs["went_out"]
    assert ours.loser == theirs["loser"]
    assert [seat.place for seat in ours.seats] == theirs["places"]


def elsewhere(state: tien_len.State) -> list[tws.Card]:
    """Return the cards played."""
    tricks = (*state.tricks, state.trick)
    return list(chain(*(play.cards for trick in tricks for play in trick.plays)))


PAIR = Pair(
    opening=opening,
    compare=compare,
    compare_score=compare_score,
    score_again=lambda state: tien_len.score(anything(state).went_out),
    elsewhere=elsewhere,
)
