"""Checks of the golden hands of Two Way Street, by file name."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Final

import twowaystreet as tws
from tests.golden.events import (
    Check,
    Checks,
    end,
    ends,
    held,
    is_shared,
    is_won,
    last,
    made,
    start,
    steps,
)
from twowaystreet.games.street import (
    Case,
    Declaration,
    Exchange,
    ExchangeRule,
    Jokers,
    Keep,
    NamedSuit,
    NameSuit,
    SeatScore,
    State,
)

RED, BLACK, PLAIN = tws.cards("R* B* X*")
SUITS_OF: Final = {
    RED: (tws.Suit.DIAMONDS, tws.Suit.HEARTS),
    BLACK: (tws.Suit.CLUBS, tws.Suit.SPADES),
}


def _scored(record: tws.Record) -> tuple[SeatScore, ...]:
    return tws.score_hand(end(record, State)).seats


def _raw(record: tws.Record) -> list[int]:
    """Return the raw scores, the highest first."""
    return sorted((seat.raw for seat in _scored(record)), reverse=True)


def _case(record: tws.Record) -> Case:
    return tws.score_hand(end(record, State)).case


def _suits(cards: Iterable[tws.Card]) -> set[tws.Suit | None]:
    return {card.suit for card in cards}


def _tricks(record: tws.Record) -> list[tws.Trick]:
    return [*chain.from_iterable(state.tricks for state in ends(record, State))]


def _exchange_is_a_duty(record: tws.Record) -> bool:
    asked = [tws.legal_moves(state) for state, _ in made(record, State, Exchange)]
    return len(asked) == 4 and not any(Keep() in moves for moves in asked)


def _some_keep(record: tws.Record) -> bool:
    move_types = [type(move) for _, move in made(record, State, Exchange, Keep)]
    return start(record, State).rules.exchange is ExchangeRule.OPTIONAL and {*move_types} == {
        Exchange,
        Keep,
    }


def _forced(way: Declaration) -> Check:
    """Check a player forced without a move, whose points count three times."""

    def check(record: tws.Record) -> bool:
        forced = [seat for seat in _scored(record) if seat.declaration is way]
        return any(seat.points == 3 * seat.refined > 0 for seat in forced)

    return check


def _forced_in_tie(record: tws.Record) -> bool:
    """Check a forced player inside the tie of case C."""
    forced = [(seat.raw - seat.penalty, seat.points) for seat in _scored(record) if seat.forced]
    return _case(record) is Case.C and len(_raw(record)) > 3 and (0, 1) in forced


def _forced_below_tie(record: tws.Record) -> bool:
    forced = [(seat.raw - seat.penalty, seat.points) for seat in _scored(record) if seat.forced]
    return _forced_in_tie(record) and min(forced)[0] < 0 == min(forced)[1]


def _is_case_b(record: tws.Record) -> bool:
    return _case(record) is Case.B


def _tie_for_first_in_case_a(record: tws.Record) -> bool:
    first, second, *_ = _raw(record)
    return _case(record) is Case.A and first == second


def _penalty_below_zero(record: tws.Record) -> bool:
    """Check a negative penalty, which increases the scores."""
    return any(seat.refined > seat.raw > seat.penalty < 0 for seat in _scored(record))


def _is_case_d(record: tws.Record) -> bool:
    """Check four equal scores, and a penalty equal to the next lower one."""
    raw = _raw(record)
    return _case(record) is Case.D and raw[0] > _scored(record)[0].penalty


def _three_with_a_tie(record: tws.Record) -> bool:
    raw = _raw(record)
    return len(raw) == 3 and raw[0] > raw[1] == raw[2] == _scored(record)[0].penalty


def _follows_with_a_joker(record: tws.Record) -> bool:
    return any(
        move.card.joker and state.trick.led in _suits(held(state))
        for state, move in steps(record, State)
        if isinstance(move, tws.Play) and state.trick.led
    )


def _keeps_a_joker(record: tws.Record) -> bool:
    """Check a player who may keep a Joker of the colour led, and plays another suit."""
    return any(
        joker in held(state)
        and state.trick.led in SUITS_OF[joker]
        and state.trick.led not in _suits(held(state))
        and not move.card.joker
        for state, move in steps(record, State)
        for joker in SUITS_OF
        if isinstance(move, tws.Play)
    )


def _red_beats_black(record: tws.Record) -> bool:
    return any(
        trick.cards[0] == BLACK and trick.winner == trick.seats[trick.cards.index(RED)]
        for trick in _tricks(record)
        if RED in trick.cards
    )


def _names_a_suit_not_held(record: tws.Record) -> bool:
    return any(
        move.suit not in _suits(held(state))
        for state, move in made(record, State, NameSuit)
        if isinstance(move, NameSuit)
    )


def _may_name_one_only(record: tws.Record) -> bool:
    return start(record, State).rules.named_suit is NamedSuit.HELD and any(
        state.trick.cards[0] in SUITS_OF and len(tws.legal_moves(state)) == 1
        for state, _ in made(record, State, NameSuit)
    )


def _played_before_the_name(record: tws.Record) -> bool:
    """Check a player without the colour led; a later player names the suit."""
    return any(
        state.trick.cards[0] in SUITS_OF and len(state.trick.cards) > 1
        for state, _ in made(record, State, NameSuit)
    )


def _no_suit_named(record: tws.Record) -> bool:
    return any(trick.led is None for trick in _tricks(record))


def _names_after_a_plain_joker(record: tws.Record) -> bool:
    return start(record, State).rules.jokers is Jokers.ONE and any(
        [*state.trick.cards] == [PLAIN] and isinstance(move, NameSuit)
        for state, move in steps(record, State)
    )


def _passes_the_duty_on(record: tws.Record) -> bool:
    return any([*state.trick.cards] == [PLAIN] * 2 for state, _ in made(record, State, NameSuit))


def _has_no_joker(record: tws.Record) -> bool:
    return not any(card.joker for trick in _tricks(record) for card in trick.cards)


def _first_of_equals_wins(record: tws.Record) -> bool:
    return start(record, State).rules.decks == 2 and any(
        trick.winner == trick.seats[trick.cards.index(card)]
        for trick in _tricks(record)
        for card in trick.cards
        if trick.cards.count(card) > 1
    )


def _low_makes_one(record: tws.Record) -> bool:
    """Check eleven players with three decks, where low counts 1 minus the tricks."""
    low = [seat for seat in _scored(record) if seat.direction == "low"]
    return len(_raw(record)) == 11 and all(seat.raw == 1 - seat.tricks for seat in low)


def _draws_what_was_put_back(record: tws.Record) -> bool:
    given: set[tws.Card] = set()
    for one in end(record, State).exchanged:
        assert one is not None
        if given & set(one.drawn):
            return True
        given |= set(one.given)
    return False


def _at_target(record: tws.Record) -> bool:
    return is_won(record) and max(record.state.scores) >= start(record, State).rules.target


def _at_max_hands(record: tws.Record) -> bool:
    """Check the last hands of a match that the record starts in the middle."""
    state = last(record, State)
    return (
        state.is_over
        and max(state.scores) < state.rules.target
        and record.start.hands_played > 0
        and state.hands_played == state.rules.max_hands
    )


CHECKS: Final[Checks] = {
    "exchange-obligatory": (_exchange_is_a_duty, _tie_for_first_in_case_a),
    "exchange-optional": (_some_keep,),
    "forced-low": (_forced(Declaration.LOW_FORCED),),
    "forced-high": (_forced(Declaration.HIGH_FORCED), _is_case_b),
    "penalty-c-forced": (_forced_in_tie, _forced_below_tie),
    "penalty-d": (_is_case_d,),
    "penalty-negative": (_penalty_below_zero,),
    "three-players-tied": (_three_with_a_tie,),
    "joker-follows-or-not": (_follows_with_a_joker, _keeps_a_joker),
    "joker-black-beaten": (_red_beats_black,),
    "named-either": (_names_a_suit_not_held, _played_before_the_name),
    "named-held": (_may_name_one_only,),
    "named-by-nobody": (_no_suit_named,),
    "jokers-one": (_names_after_a_plain_joker,),
    "jokers-two-alike": (_passes_the_duty_on,),
    "jokers-none": (_has_no_joker,),
    "two-decks": (_first_of_equals_wins,),
    "eleven-players": (_low_makes_one,),
    "stock-drawn-back": (_draws_what_was_put_back,),
    "match-target": (_at_target,),
    "match-shared": (is_shared, _at_max_hands),
}
