"""The package beside the naive implementation: the same game twice, and where they must agree."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import twowaystreet as tws
from tests.helpers import at
from tests.naive.duel import NaiveDuel
from tests.naive.street import NaiveStreet
from twowaystreet.games import duel, street

State: TypeAlias = street.State | duel.State
Naive: TypeAlias = NaiveStreet | NaiveDuel

PLAYERS = (3, 3, 3, 4, 4, 4, 4, 5, 5, 6, 7, 8, 9, 10, 11, 12, 13)


def _opening(rng: random.Random, seats: int, options: dict[str, Any]) -> dict[str, Any]:
    """Where a match goes on from: below the target, and with a hand left to play."""
    target, most = options["target"], options["max_hands"]
    return {
        "dealer": rng.randrange(seats),
        "scores": [rng.randrange(target) for _ in range(seats)],
        "hands_played": rng.randrange(most or 5),
    }


def random_street(rng: random.Random) -> tuple[street.State, NaiveStreet]:
    """A game of Two Way Street with random options, twice."""
    options: dict[str, Any] = {
        "players": rng.choice(PLAYERS),
        "jokers": rng.choice(["red_and_black", "two_alike", "one", "none"]),
        "exchange": rng.choice(["obligatory", "optional"]),
        "named_suit": rng.choice(["either", "held"]),
        "target": rng.choice([1, 6, 20, 25]),
        "max_hands": rng.choice([None, None, 1, 2, 3]),
    }
    if rng.random() < 0.3:
        options["decks"] = street.Rules(**options).decks + rng.randrange(2)
    opening = _opening(rng, options["players"], options)
    return street.new_game(street.Rules(**options), **opening), NaiveStreet(**options, **opening)


def random_duel(rng: random.Random) -> tuple[duel.State, NaiveDuel]:
    """A duel with random options, twice."""
    options: dict[str, Any] = {
        "jokers": rng.choice(["red_and_black", "two_alike", "one", "none"]),
        "named_suit": rng.choice(["either", "held"]),
        "bid_markers": rng.choice(["paper", "cards"]),
        "max_strength": rng.choice([None, None, 1, 2, 8]),
        "target": rng.choice([1, 6, 20, 25]),
        "max_hands": rng.choice([None, None, 1, 2, 3]),
    }
    opening = _opening(rng, 2, options)
    return duel.new_game(duel.Rules(**options), **opening), NaiveDuel(**options, **opening)


def _words(some: Iterable[object]) -> list[str]:
    return list(map(str, some))


def _compare_tricks(state: State, naive: Naive) -> None:
    assert len(state.tricks) == len(naive.tricks)
    for ours, theirs in zip(state.tricks, naive.tricks, strict=True):
        found = {
            "leader": ours.leader,
            "cards": _words(ours.cards),
            "seats": list(ours.seats),
            "led": ours.led and str(ours.led),
            "winner": ours.winner,
        }
        assert found == theirs
    table = state.trick
    assert _words(table.cards) == naive.trick["cards"]
    assert list(table.seats) == naive.trick["seats"]
    assert (table.led and str(table.led)) == naive.trick["led"]
    assert table.winner is None
    if state.actor is not None:
        assert table.leader == naive.trick["leader"]


def _compare_duel(state: duel.State, naive: NaiveDuel) -> None:
    assert [bid and str(bid) for bid in state.bids] == naive.bids
    assert state.responder == naive.responder
    assert state.direction == naive.direction
    if at(state, tws.Phase.EXCHANGE):
        assert list(state.to_exchange) == naive.to_exchange
    assert list(map(_words, state.markers)) == naive.markers
    assert [list(map(_words, pairs)) for pairs in state.captured] == naive.captured


def compare(state: State, naive: Naive) -> None:
    """Both games are at the same point, down to every card."""
    moves = _words(tws.legal_moves(state))
    assert sorted(moves) == sorted(naive.legal())
    assert len(set(moves)) == len(moves)
    assert (state.actor, state.dealer) == (naive.actor, naive.dealer)
    assert (state.needs_deal, state.hand_over) == (naive.needs_deal, naive.hand_over)
    assert (state.is_over, list(state.winners)) == (naive.is_over, naive.winners)
    assert (list(state.scores), state.hands_played) == (naive.scores, naive.hands_played)
    if not state.hands:
        assert not any(naive.hands)
    else:
        assert [sorted(_words(hand)) for hand in state.hands] == list(map(sorted, naive.hands))
    assert _words(state.stock) == naive.stock
    _compare_tricks(state, naive)
    if isinstance(naive, NaiveDuel):
        assert isinstance(state, duel.State)
        _compare_duel(state, naive)
    else:
        assert isinstance(state, street.State)
        assert [said and str(said) for said in state.declarations] == naive.declarations
    if state.hand_over:
        compare_scores(state, naive)


def compare_scores(state: State, naive: Naive) -> None:
    """The hand just finished is worth the same, step by step."""
    if isinstance(naive, NaiveDuel):
        assert naive.last_score is not None
        assert list(tws.score_hand(state).points) == naive.last_score["points"]
        return
    assert isinstance(state, street.State) and naive.last_score is not None
    ours, theirs = tws.score_hand(state), naive.last_score
    assert list(ours.points) == theirs["points"]
    assert [seat.raw for seat in ours.seats] == theirs["raw"]
    assert [seat.refined for seat in ours.seats] == theirs["refined"]
    assert [seat.entry for seat in ours.seats] == theirs["entries"]
    assert (ours.penalty, ours.case) == (theirs["penalty"], theirs["case"])


def winners_of(tricks: Sequence[tws.Trick], seats: int) -> list[int]:
    """How many tricks each seat took."""
    taken = [0] * seats
    for trick in tricks:
        assert trick.winner is not None
        taken[trick.winner] += 1
    return taken
