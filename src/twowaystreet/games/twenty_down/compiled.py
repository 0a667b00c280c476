"""The compiled code of Twenty Down: the deal, trumps, draws and declarations, and their steps."""

from __future__ import annotations

from itertools import combinations
from typing import Final

import numpy as np

from twowaystreet import authoring as core
from twowaystreet.fast import authoring as fast
from twowaystreet.fast.authoring import ONE, ZERO, Number, Signed, Unsigned
from twowaystreet.games.twenty_down import rules as twenty_down
from twowaystreet.games.twenty_down.player import KEPT
from twowaystreet.games.twenty_down.rules import PLAYERS, TO_NAME_ON, Status
from twowaystreet.games.twenty_down.state import State

U: Final = np.uint64
_MOST: Final[Number] = U(twenty_down.MOST_DRAWN)
_SEATS: Final[Number] = U(PLAYERS)
_CARDS: Final[Number] = U(twenty_down.TRICKS)
_DRAWS: Final[Unsigned] = np.array(
    [
        sum(1 << place for place in chosen)
        for size in range(_MOST + U(1))
        for chosen in combinations(range(_CARDS), size)
    ],
    np.uint64,
)
"""The draws in the order of legal moves, as masks of places in the hand (TD-3)."""
_SUITS: Final[Number] = U(len(core.Suit))
_ALL_IN: Final[Number] = U(twenty_down.ALL_IN.place)
_HEARTS: Final[Number] = U(core.Suit.HEARTS.place)
_TRUMP_BITS: Final[Number] = U(2)
_STATUSES: Final[Number] = U(len(Status))
_SUIT: Final[Number] = U(3)
_NAMED_ON: Final[Number] = U(PLAYERS * sum(TO_NAME_ON))
_KEPT: Final[Number] = np.int64(KEPT)
_DRAW_BIT: Final[Number] = U(1 << 63)
"""The bit of a draw in the code of a move, beside the mask of the cards."""
_TRUMP_WORD: Final[Number] = U(len(fast.WORDS))
_IN: Final[Number] = _TRUMP_WORD + _SUITS
_AFTER_IN: Final[Number] = _IN + _STATUSES
_PHASES: Final = twenty_down.TRUMP, twenty_down.DRAW, twenty_down.DECLARE
_TRUMP, _DRAW, _DECLARE = (U(list(twenty_down.Phase).index(phase)) for phase in _PHASES)
_piece: Final = fast.Pieces(*fast.PIECES)
_DISCARD_SIZES, _DISCARDS, _AT_STATUSES, _TRUMPS = map(
    _piece, ("discard_sizes", "discards", "statuses", "trumps")
)
_UNKNOWN: Final = np.int8(-1)


@fast.compiled
def _longest(cards: Number, length: Signed, rule: Number) -> Number:
    best, found = fast.NOTHING, ZERO
    for suit in range(_SUITS):
        here = fast.worth_of_cards(cards & (fast.CLUBS << U(13 * suit)), length, rule)
        if here > best:
            best, found = here, U(suit)
    return found


@fast.compiled
def _discards(cards: Number, given: Signed, rule: Number, trumps: Number) -> Number:
    found = ZERO
    for _ in range(_MOST):
        first, best, left = ZERO, _KEPT, cards & ~found
        while left != ZERO:
            card = fast.lowest(left)
            if given[rule, trumps, card] < best:
                first, best = ONE << card, given[rule, trumps, card]
            left &= left - ONE
        found |= first
    return found


@fast.compiled
def _at_places(cards: Number, places: Number) -> Number:
    found = ZERO
    for place in range(_CARDS):
        if places >> place & ONE != ZERO:
            found |= ONE << fast.select(cards, place)
    return found


@fast.compiled
def _open(
    first: int,
    last: int,
    offset: int,
    setup: fast.Setup,
    points: fast.Points,
    tables: tuple[Signed, Signed, Signed, Signed],
    starts: fast.Starts,
    codes: Unsigned,
) -> None:
    """TD-2 to TD-4: deal, name trumps, draw in turn, and say in or out."""
    namer, is_late = setup.options[0], setup.options[1]
    length, kept, worth, to_be_in = tables
    pack, hands, rules = setup.pack, setup.hands, setup.rules
    facts, ring, held = starts.facts, starts.ring, starts.held
    cards, dealt = np.empty(len(pack), np.uint64), U(len(hands))
    for hand in range(first, last):
        start = U(hand)
        point = (U(offset) + start) // setup.n
        key, made, choice_given = fast.begin(points, setup, U(offset), starts, start, namer)
        stage, begun, top = points.facts[point, fast.POINT_STAGE], ZERO, ZERO
        trumps, out = _HEARTS, ZERO
        if stage == fast.DEAL:
            made += ONE
            fast.shuffle(cards, pack, fast.mixed(key + fast.STEP * made), len(pack))
            fast.deal_part(held, start, cards, hands, ZERO, _NAMED_ON, ZERO)
            top = _NAMED_ON
        else:
            fast.resume(points, point, held, start, cards)
            code = points.facts[point, fast.POINT_CODE]
            trumps, out = code & _SUIT, code >> _TRUMP_BITS
            begun = (points.facts[point, fast.POINT_SEAT] + _SEATS - namer) % _SEATS
        if stage <= _TRUMP:
            if is_late == ZERO:
                made += ONE
                if fast.is_ruled(choice_given, rules[namer]):
                    trumps = _longest(held[start, ZERO, namer], length, rules[namer])
                else:
                    trumps = fast.pick(choice_given, key, made, _SUITS)
                choice_given = fast.FREE
                fast.note(starts, start, namer, trumps)
            fast.deal_part(held, start, cards, hands, _NAMED_ON, dealt, top)
            top += dealt - _NAMED_ON
            begun = ZERO
        if stage <= _DRAW:
            for turn in range(begun, _SEATS):
                seat = (namer + turn) % _SEATS
                made += ONE
                hand_before = held[start, ZERO, seat]
                if fast.is_ruled(choice_given, rules[seat]):
                    given = _discards(hand_before, kept, rules[seat], trumps)
                else:
                    chosen = fast.pick(choice_given, key, made, U(len(_DRAWS)))
                    given = _at_places(hand_before, _DRAWS[chosen])
                choice_given = fast.FREE
                fast.note(starts, start, seat, _DRAW_BIT | given)
                held[start, ZERO, seat] ^= given
                while given != ZERO:
                    fast.give(held, start, seat, cards[top])
                    given &= given - ONE
                    top += ONE
            begun = ONE
        playing = ONE
        ring[start, ZERO] = namer
        for turn in range(ONE, _SEATS):
            seat = (namer + turn) % _SEATS
            is_out = out >> seat & ONE
            if turn >= begun and is_late == ZERO and trumps != _ALL_IN:
                made += ONE
                if fast.is_ruled(choice_given, rules[seat]):
                    own = held[start, ZERO, seat]
                    found = fast.worth_of_cards(own, worth[rules[seat]], trumps)
                    is_out = ZERO if found >= to_be_in[rules[seat]] else ONE
                else:
                    is_out = fast.pick(choice_given, key, made, _STATUSES)
                choice_given = fast.FREE
                fast.note(starts, start, seat, _SUITS + is_out)
            if is_out == ZERO:
                ring[start, playing] = seat
                playing += ONE
            out |= is_out << seat
        facts[start, fast.START_COUNT] = playing
        facts[start, fast.START_MADE] = made
        codes[start] = trumps | out << _TRUMP_BITS


def _point(state: State) -> tuple[int, ...]:
    code = 0 if state.trumps is None else state.trumps.place
    for seat, said in enumerate(state.statuses):
        if said is Status.OUT:
            code |= 1 << int(_TRUMP_BITS) + seat
    return (code,)


def _move(code: int) -> core.Move:
    if code & int(_DRAW_BIT):
        return twenty_down.Draw(card for card in core.CARDS if code & card._bit)
    return (*twenty_down.TRUMPS, *twenty_down.DECLARATIONS)[code]


@fast.embedded
def _begin(row: Number, shared: fast.Shared, records: fast.Records) -> None:
    """TD-2: deal two cards each, on which trumps are named."""
    for seat in range(_SEATS):
        records.own[row, seat, ZERO] = ZERO
    records.facts[row, fast.STAGE] = _TRUMP
    records.facts[row, fast.SEAT] = (fast.dealer_of(row, shared, records) + ONE) % _SEATS


@fast.embedded
def _higher(row: Number, card: Number, records: fast.Records) -> Number:
    """Return the cards of the seat to move above a card."""
    return records.held[row, ZERO, records.facts[row, fast.SEAT]] & ~(
        (ONE << card) | ((ONE << card) - ONE)
    )


@fast.embedded
def _draw(row: Number, number: Number, shared: fast.Shared, records: fast.Records) -> bool:
    """TD-3: enter a card to discard, or the end of the discards; return whether they are done."""
    facts = records.facts
    seat, count = facts[row, fast.SEAT], facts[row, fast.BEGUN]
    if shared.word_of[number] != fast.DONE:
        records.begun[row, count] = number
        count += ONE
        if count < _MOST and _higher(row, shared.card_of[number], records) != ZERO:
            facts[row, fast.BEGUN] = count
            return False
    facts[row, fast.BEGUN] = ZERO
    records.own[row, seat, ZERO] = count + ONE
    for place in range(count):
        card = shared.card_of[U(records.begun[row, place])]
        records.own[row, seat, ONE + place] = card
        fast.take(records.held, row, seat, card)
    for _ in range(count):
        fast.give(records.held, row, seat, U(records.pack[row, facts[row, fast.TOP]]))
        facts[row, fast.TOP] += ONE
    return True


@fast.embedded
def _decide(row: Number, number: Number, shared: fast.Shared, records: fast.Records) -> None:
    """TD-2 to TD-4: name trumps, draw, say in or out."""
    facts, dealer = records.facts, fast.dealer_of(row, shared, records)
    stage, seat = facts[row, fast.STAGE], facts[row, fast.SEAT]
    if stage == _TRUMP:
        facts[row, fast.CODE] = shared.word_of[number] - _TRUMP_WORD
        fast.give_out(row, _SEATS * _CARDS, shared, records)
        facts[row, fast.STAGE] = _DRAW
        return
    if stage == _DECLARE:
        facts[row, fast.CODE] |= (shared.word_of[number] - _IN) << (_TRUMP_BITS + seat)
    elif not _draw(row, number, shared, records):
        return
    facts[row, fast.SEAT] = (seat + ONE) % _SEATS
    if seat != dealer:
        return
    if stage == _DRAW and facts[row, fast.CODE] != _ALL_IN:
        facts[row, fast.STAGE] = _DECLARE
        facts[row, fast.SEAT] = (dealer + U(2)) % _SEATS
        return
    playing = ZERO
    for turn in range(_SEATS):
        other = (dealer + ONE + turn) % _SEATS
        if facts[row, fast.CODE] >> (_TRUMP_BITS + other) & ONE == ZERO:
            records.ring[row, playing] = other
            playing += ONE
    facts[row, fast.COUNT] = playing
    facts[row, fast.STAGE] = fast.READY


@fast.embedded
def _allow(row: Number, shared: fast.Shared, records: fast.Records, shown: fast.StepArrays) -> None:
    facts = records.facts
    stage, seat, count = facts[row, fast.STAGE], facts[row, fast.SEAT], facts[row, fast.BEGUN]
    if stage == _TRUMP:
        fast.allow_words(row, _TRUMP_WORD, _IN, shared, shown)
    elif stage == _DECLARE:
        fast.allow_words(row, _IN, _AFTER_IN, shared, shown)
    elif stage == _DRAW:
        fast.allow_words(row, fast.DONE, fast.DONE + ONE, shared, shown)
        cards = records.held[row, ZERO, seat]
        if count > ZERO:
            cards = _higher(row, shared.card_of[U(records.begun[row, count - ONE])], records)
        fast.allow_cards(row, cards, shared, shown)


@fast.embedded
def _observe(
    row: Number, shared: fast.Shared, records: fast.Records, shown: fast.StepArrays
) -> None:
    facts, at, seen = records.facts, shared.at, shown.hand
    stage, viewer, code = facts[row, fast.STAGE], facts[row, fast.SEAT], facts[row, fast.CODE]
    if stage != _TRUMP:
        seen[row, at[_TRUMPS] + (code & _SUIT)] = 1
    seat, known = (fast.dealer_of(row, shared, records) + ONE) % _SEATS, stage >= _DECLARE
    for _ in range(_SEATS):
        place = fast.relative(seat, viewer, _SEATS)
        count = U(records.own[row, seat, ZERO])
        seen[row, at[_DISCARD_SIZES] + place] = _UNKNOWN if count == ZERO else count - ONE
        if stage == _DECLARE and seat == viewer:
            known = False
        if known:
            is_out = code >> (_TRUMP_BITS + seat) & ONE
            seen[row, at[_AT_STATUSES] + _STATUSES * place + is_out] = 1
        seat = (seat + ONE) % _SEATS
    count = U(records.own[row, viewer, ZERO])
    if count != ZERO:
        seen[row, at[_DISCARDS]] = 1
        for place in range(ONE, count):
            seen[row, at[_DISCARDS] + ONE + shared.column[U(records.own[row, viewer, place])]] = 1


_OWN: Final = 1 + twenty_down.MOST_DRAWN  # one more than the number of discards, and these
COMPILED: Final = fast.Opening(
    # The seat that names trumps, and 1 from the ninth hand on.
    lambda state: (state.namer, state._is_late),
    _open,
    phases=_PHASES,
    point=_point,
    tables=(1, 2, 2, 0),
    move=_move,
    longest=lambda state: 1 + 2 * PLAYERS,  # trumps, and a draw and a word of each player
    steps=fast.Stepping(
        fast.run_of(begin=_begin, decide=_decide, allow=_allow, observe=_observe),
        words=("trump C", "trump D", "trump H", "trump S", "in", "out"),
        pieces=_piece.names,
        shapes=lambda state: {"path": (1 + PLAYERS * (_OWN + 1),), "own": (PLAYERS, _OWN)},
        dealt=sum(TO_NAME_ON),
    ),
)
