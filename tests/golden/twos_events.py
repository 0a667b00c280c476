"""Checks of the golden hands of Twos, by file name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import twowaystreet as tws
from tests.golden.events import Checks, end, ends, held, is_shared, is_won, last, steps
from twowaystreet._core.cards.cards import Rank
from twowaystreet.games.twos import Catch, State


def _tricks(record: tws.Record) -> list[tws.Trick]:
    return [trick for state in ends(record, State) for trick in state.tricks]


def _ranked(trick: tws.Trick, rank: Rank) -> list[tws.Card]:
    return [card for card in trick.cards if card.rank is rank]


def _taking(trick: tws.Trick) -> tws.Card:
    """Return the card that took a trick."""
    assert trick.winner is not None
    return trick.cards[trick.seats.index(trick.winner)]


def _catches(record: tws.Record) -> list[Catch]:
    return [*end(record, State).catches]


def _none_caught(record: tws.Record) -> bool:
    """Check that every two takes its trick."""
    with_twos = [trick for trick in _tricks(record) if _ranked(trick, Rank.TWO)]
    return len(with_twos) == 4 and all(_taking(trick).rank is Rank.TWO for trick in with_twos)


def _two_catches_two(record: tws.Record) -> bool:
    """Check that the first of two twos takes the trick and catches the other."""
    tricks = [trick for trick in _tricks(record) if len(_ranked(trick, Rank.TWO)) == 2]
    if len(tricks) != 1:
        return False
    (trick,) = tricks
    first, second = (trick.seats[trick.cards.index(card)] for card in _ranked(trick, Rank.TWO))
    seats = tws.score_hand(end(record, State)).seats
    return (
        trick.winner == first
        and _catches(record) == [Catch(first, second, Rank.TWO)]
        and (seats[first].caught, seats[second].lost) == (2, 2)
    )


def _by_threes(record: tws.Record) -> Iterator[tuple[int, int]]:
    """Yield the places of the three and the two for each two that its three catches."""
    for trick in _tricks(record):
        taking = _taking(trick)
        if taking.rank is Rank.THREE:
            for two in _ranked(trick, Rank.TWO):
                if two.suit is taking.suit:
                    yield trick.cards.index(taking), trick.cards.index(two)


def _three_after_two(record: tws.Record) -> bool:
    return any(three > two for three, two in _by_threes(record))


def _three_before_two(record: tws.Record) -> bool:
    return any(three < two for three, two in _by_threes(record))


def _all_caught_by_three(record: tws.Record) -> bool:
    caught = [
        trick
        for trick in _tricks(record)
        if len(_ranked(trick, Rank.TWO)) > 1 and _taking(trick).rank is Rank.THREE
    ]
    lost = [seat.lost for seat in tws.score_hand(end(record, State)).seats]
    return bool(caught) and lost.count(3) >= 2


def _other_three_is_ordinary(record: tws.Record) -> bool:
    """Check a trick with twos and a three of another suit than the first two."""
    return any(
        _taking(trick) == _ranked(trick, Rank.TWO)[0]
        for trick in _tricks(record)
        if _ranked(trick, Rank.TWO) and _ranked(trick, Rank.THREE)
    )


def _two_led(record: tws.Record) -> bool:
    """Check a led two whose suit another player follows."""
    return any(
        trick.cards[0].rank is Rank.TWO and trick.led in {card.suit for card in trick.cards[1:]}
        for trick in _tricks(record)
    )


def _only_the_two(record: tws.Record) -> bool:
    """Check a player whose only card of the suit led is its two, so that only twos are legal."""
    for state, _ in steps(record, State):
        led = state.trick.led
        if led and len(moves := tws.legal_moves(state)) < len(held(state)):
            suited = [card.rank for card in held(state) if card.suit is led]
            cards = [move.card for move in moves if isinstance(move, tws.Play)]
            if suited == [Rank.TWO] and {card.rank for card in cards} == {Rank.TWO}:
                return True
    return False


def _wild(record: tws.Record) -> bool:
    """Check a two of another suit from a player who could follow."""
    return any(
        move.card.rank is Rank.TWO
        and move.card.suit is not state.trick.led
        and state.trick.led in {card.suit for card in held(state)}
        for state, move in steps(record, State)
        if isinstance(move, tws.Play) and state.trick.led
    )


def _four_hands(record: tws.Record) -> bool:
    """Check a match in which each player deals once and a score drops below zero."""
    dealers = {state.dealer for state in ends(record, State)}
    totals = [score for state in ends(record, State) for score in state.scores]
    return is_won(record) and len(dealers) == 4 == record.state.hands_played and min(totals) < 0


def _at_target(record: tws.Record) -> bool:
    state = last(record, State)
    target, most = state.rules.target, state.rules.max_hands
    return (
        is_won(record)
        and target is not None
        and max(state.scores) >= target
        and most is not None
        and state.hands_played < most
    )


CHECKS: Final[Checks] = {
    "none-caught": (_none_caught, _wild),
    "two-catches-two": (_two_catches_two,),
    "three-catches": (_three_after_two, _three_before_two),
    "three-catches-all": (_all_caught_by_three,),
    "three-of-another-suit": (_other_three_is_ordinary,),
    "two-led": (_two_led, _only_the_two),
    "match-four-hands": (_four_hands,),
    "match-target": (_at_target,),
    "match-shared": (is_shared,),
}
