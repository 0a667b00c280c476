"""Checks of the golden hands of Twenty Down, by file name."""

from __future__ import annotations

from typing import Final

import twowaystreet as tws
from tests.golden.events import (
    Checks,
    end,
    ends,
    held,
    is_shared,
    is_won,
    last,
    made,
    start,
    states,
    steps,
)
from twowaystreet._core.cards.cards import Suit
from twowaystreet.games.twenty_down import Declare, Draw, SeatScore, State, Status, Trump


def _seats(record: tws.Record) -> list[tuple[Status | None, SeatScore]]:
    """Return the status and the score of each seat."""
    state = end(record, State)
    return list(zip(state.statuses, tws.score_hand(state).seats, strict=True))


def _points(record: tws.Record) -> tuple[int, ...]:
    return tws.score_hand(end(record, State)).points


def _trumps(record: tws.Record) -> Suit | None:
    return end(record, State).trumps


def _one_is_out(record: tws.Record) -> bool:
    """Check that a player who is out takes no part in the tricks and scores nothing."""
    out = [seat.points for status, seat in _seats(record) if status is Status.OUT]
    state = end(record, State)
    return out == [0] and len(state.tricks) == 5 and len(state.tricks[0].cards) == 3


def _only_the_namer(record: tws.Record, points: int) -> bool:
    """Check a hand without play that gives the namer of trumps these points."""
    state = end(record, State)
    others = [seat for seat in range(4) if seat != state.namer]
    return (
        not state.tricks
        and state.hands_played == record.start.hands_played + 1
        and _points(record)[state.namer] == points
        and [_points(record)[seat] for seat in others] == [0, 0, 0]
    )


def _all_others_out(record: tws.Record) -> bool:
    return _trumps(record) is not Suit.HEARTS and _only_the_namer(record, -5)


def _all_others_out_in_hearts(record: tws.Record) -> bool:
    return _trumps(record) is Suit.HEARTS and _only_the_namer(record, -10)


def _no_trick(record: tws.Record) -> bool:
    without = [seat for status, seat in _seats(record) if status is Status.IN and not seat.tricks]
    return any(seat.points == 5 for seat in without)


def _no_trick_in_hearts(record: tws.Record) -> bool:
    """Check double points, for tricks and for no trick."""
    without = [seat for status, seat in _seats(record) if status is Status.IN and not seat.tricks]
    with_tricks = [seat for _, seat in _seats(record) if seat.tricks]
    return any(seat.points == 10 for seat in without) and all(
        seat.points == -2 * seat.tricks for seat in with_tricks
    )


def _all_five(record: tws.Record) -> bool:
    state = end(record, State)
    return len({trick.winner for trick in state.tricks}) == 1 and min(_points(record)) == -5


def _all_in(record: tws.Record) -> bool:
    """Check that all players are in, without a question, when diamonds are trumps."""
    state = end(record, State)
    asked = made(record, State, Declare)
    return state.trumps is Suit.DIAMONDS and not asked and len(state.tricks[0].cards) == 4


def _draws(record: tws.Record) -> bool:
    """Check draws of zero, one, two and three cards."""
    counts = [len(move.cards) for _, move in made(record, State, Draw) if isinstance(move, Draw)]
    return sorted(counts) == [0, 1, 2, 3]


def _without_the_suit(record: tws.Record, must_trump: bool) -> list[tuple[int, int, Suit | None]]:
    """Return the plays of seats that are void in the suit led and hold a trump."""
    if start(record, State).rules.must_trump is not must_trump:
        return []
    found: list[tuple[int, int, Suit | None]] = []
    for state, move in steps(record, State):
        if isinstance(move, tws.Play) and state.trick.led:
            suits = [card.suit for card in held(state)]
            if state.trick.led not in suits and 0 < suits.count(state.trumps) < len(suits):
                found.append((len(tws.legal_moves(state)), len(suits), move.card.suit))
    return found


def _must_trump(record: tws.Record) -> bool:
    found = _without_the_suit(record, must_trump=True)
    return any(moves < cards and suit is _trumps(record) for moves, cards, suit in found)


def _may_discard(record: tws.Record) -> bool:
    found = _without_the_suit(record, must_trump=False)
    return any(moves == cards and suit is not _trumps(record) for moves, cards, suit in found)


def _lowest_wins(record: tws.Record) -> bool:
    """Check that the lowest of several scores at or below zero wins alone."""
    scores = record.state.scores
    return is_won(record) and sum(score <= 0 for score in scores) > 1


def _late(record: tws.Record) -> bool:
    """Check the ninth hand: hearts are trumps, without any declaration."""
    before, final = [*ends(record, State), last(record, State)][:2]
    named = [state.hands_played for state, _ in made(record, State, Trump)]
    said = {state.hands_played for state, _ in made(record, State, Declare)}
    return (
        (before.hands_played, final.hands_played) == (8, 9)
        and named == [7]
        and 8 not in said
        and final.trumps is Suit.HEARTS
        and final.statuses == (Status.IN,) * 4
    )


def _from_twenty(record: tws.Record) -> bool:
    """Check a complete match from 20 points each to zero or less."""
    scores = [state.scores for state in states(record, State)]
    return is_won(record) and scores[0] == (20,) * 4 and min(scores[-1]) <= 0


def _fewest_points(record: tws.Record) -> bool:
    state = record.state
    return (
        is_won(record)
        and state.hands_played == state.rules.max_hands
        and state.winners == (state.scores.index(min(state.scores)),)
        and min(state.scores) > 0
    )


CHECKS: Final[Checks] = {
    "one-out": (_one_is_out, _no_trick),
    "all-others-out": (_all_others_out,),
    "all-others-out-hearts": (_all_others_out_in_hearts,),
    "hearts-double": (_no_trick_in_hearts,),
    "diamonds-everybody-in": (_all_in, _draws),
    "all-five-tricks": (_all_five,),
    "must-trump-true": (_must_trump,),
    "must-trump-false": (_may_discard,),
    "ninth-hand": (_late,),
    "match-to-zero": (_from_twenty,),
    "match-lowest-wins": (_lowest_wins,),
    "match-shared": (is_shared,),
    "match-max-hands": (_fewest_points,),
}
