"""The play of a hand from tables, with the choices of players as ranks of plays, and its score.

The kernel of :mod:`twowaystreet.fast` plays the same way. Without views and states, a hand is four
to eleven times as fast as through ``apply``, measured on CPython 3.11.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from twowaystreet._core.cards.cards import CARDS, Card, Joker, Suit
from twowaystreet._core.cards.masks import ONE_LANE, SUIT, Pack, card_types, find, places_in
from twowaystreet._core.engine.match import HandScore, SeatScore, payoffs_of
from twowaystreet._core.engine.seats import rotate_to, sides_of
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.policies import Policy, Rules, holds, rules_of
from twowaystreet._core.tricks import play_tables
from twowaystreet._core.tricks.play_tables import LEDS, CardPlay, CardValue, PlayTables, Situation
from twowaystreet._core.tricks.tricks import Following, Strengths
from twowaystreet._util.values import OfGame
from twowaystreet.errors import RulesError

NO_SUIT: Final = len(LEDS) - 1
"""The number of the suit led while none is known; suits have the numbers 0 to 3."""
AT_RANDOM: Final = -1  # the style of a hand that is played at random
LEADS: Final = NO_SUIT + 1  # the number in a situation for a lead
_LED: Final = {led: place for place, led in enumerate(LEDS)}
NOBODY: Final = 255  # the taker of a trick that has not been played
COLUMNS: Final = 64
"""The number of ranks of cards that lose the trick so far; as many of cards that take it follow."""
ENOUGH: Final = 4
AHEAD: Final = 2
LAST: Final = 1
"""What a situation counts for a side with enough tricks, one that is ahead, and the last play."""
LEDS_AND_LEAD: Final = 6  # the number of suits led, with no suit and the lead itself


def card_play_of(policy: Policy, state: OfGame) -> Callable[[OfGame], CardPlay] | None:
    """Return what describes the card play; ``None`` if only the players know it."""
    cls, rules = play_tables.class_of(state), rules_of(policy, state)
    known = [rule for rule in rules if rule is not None]
    if not known:
        return lambda _: play_tables.RANDOM_PLAY
    if not all(holds(rule, cls, "card_play") for rule in known):
        return None
    first = known[0]
    if all(rule is first for rule in rules):
        return first.card_play
    return partial(_of_seats, rules)


def _of_seats(rules: Rules, state: OfGame) -> CardPlay:
    hands = len(state._hand_data.held)
    seat_of: list[int] = [state._seat_of(hand) for hand in range(hands)]
    by_seat: list[CardPlay | None] = [rule.card_play(state) if rule else None for rule in rules]
    of_hand = [by_seat[seat] for seat in seat_of]
    plays = [each for each in of_hand if each]
    if len({each.sides for each in plays}) > 1:
        raise RulesError("policy", rules, "rules that agree on the sides of the hands")
    marks, reading = _common_marks(tuple([each.marks for each in plays]), hands)
    values: dict[CardValue, int] = {}
    styles: list[int | None] = [None] * hands
    for hand, each in enumerate(of_hand):
        if each:
            functions = [reading[each.marks](value) for value in each.values]
            numbers = [values.setdefault(value, len(values)) for value in functions]
            own = each.of_hand[hand]
            styles[hand] = None if own is None else numbers[own]
    wanted = tuple([each.wanted[hand] if each else None for hand, each in enumerate(of_hand)])
    return CardPlay(tuple(values), tuple(styles), wanted, plays[0].sides, marks)


Marks: TypeAlias = tuple[int, ...]


@lru_cache(maxsize=64)
def _common_marks(
    several: tuple[Marks, ...], hands: int
) -> tuple[Marks, Mapping[Marks, Callable[[CardValue], CardValue]]]:
    """Return marks whose sum has a sum of each kind as a digit, and how to read each kind."""
    step = 1
    marks = [0] * len(CARDS)
    digits: dict[Marks, tuple[int, int]] = {}
    for each in dict.fromkeys(several):
        size = max(each, default=0) * (hands - 1) + 1
        digits[each] = step, size
        for card, mark in enumerate(each):
            marks[card] += step * mark
        step *= size
    if len(digits) == 1:
        return several[0], {several[0]: lambda value: value}
    return tuple(marks), {
        each: partial(_with_digit, step=step, size=size) for each, (step, size) in digits.items()
    }


@lru_cache(maxsize=256)
def _with_digit(value: CardValue, step: int, size: int) -> CardValue:
    def read(card: Card, facts: Situation) -> tuple[float, ...]:
        return value(card, facts._replace(marks=facts.marks // step % size))

    return read


class Ranks(NamedTuple):
    different: tuple[bytes, ...]  # rows of ranks: of each card that loses, and of each that takes
    rows: tuple[tuple[int, ...], ...]  # for each function and situation the number of its row
    sums: int  # the number of different sums of marks


def ranks_of(play: CardPlay, pack: Pack) -> Ranks:
    """Return the ranks of the plays of all cards of a pack.

    A situation has the number ``((enough + ahead + last) * LEDS_AND_LEAD + led) * sums + marks``,
    with the first three as below. The suit led is 0 to 3, 4 if none is known, and 5 for a lead.
    """
    most = max(play.marks, default=0) * (len(play.of_hand) - 1)
    has_partners = len(set(play.sides)) < len(play.sides)
    return _ranks_of(play.values, most, has_partners, pack)


@lru_cache(maxsize=64)
def _ranks_of(values: tuple[CardValue, ...], most: int, has_partners: bool, pack: Pack) -> Ranks:
    numbers: dict[bytes, int] = {}
    rows = tuple(
        [
            tuple([numbers.setdefault(row, len(numbers)) for row in rows])
            for rows in (_rows_of(value, most, has_partners, pack) for value in values)
        ]
    )
    return Ranks(tuple(numbers), rows, most + 1)


@lru_cache(maxsize=256)
def _rows_of(value: CardValue, most: int, has_partners: bool, pack: Pack) -> tuple[bytes, ...]:
    """Return the ranks of the plays by one function, in each situation."""
    cards = tuple(dict.fromkeys(pack.cards))
    booleans = (False, True)
    leds = [*((led, False) for led in (*Suit, None)), (None, True)]
    found: list[bytes] = []
    for enough, is_ahead in product(booleans, booleans):
        if is_ahead and not has_partners:
            found += found[-len(leds) * (most + 1) * len(booleans) :]
            continue
        found += [
            _ranks(value, Situation(led, is_lead, True, is_last, is_ahead, enough, marks), cards)
            for is_last, (led, is_lead), marks in product(booleans, leds, range(most + 1))
        ]
    return tuple(found)


def _ranks(value: CardValue, facts: Situation, cards: Sequence[Card]) -> bytes:
    losing = facts._replace(takes=False)
    plays = {
        place * COLUMNS + card.index: value(card, each)
        for place, each in enumerate((losing, facts))
        for card in cards
    }
    found = bytearray(2 * COLUMNS)
    order = {each: rank for rank, each in enumerate(sorted(set(plays.values())), start=1)}
    for place, each in plays.items():
        found[place] = order[each]
    return bytes(found)


class Strength(NamedTuple):
    of: Strengths  # the strength of each card
    above: tuple[int, ...]  # by strength, the cards that are stronger, as a mask


class TablePlan(NamedTuple):
    follow: tuple[tuple[Following, ...], ...]  # by the kind of hand and the suit led
    strength: tuple[tuple[Strength, ...], ...]  # by the suit led and the number of the decider
    lead: tuple[int, ...]  # for each card the suit led if it is led
    decider: tuple[int, ...]  # for each card its number as a decider, 0 for other cards
    ranks: tuple[tuple[tuple[bytes, bytes], ...], ...]  # the ranks of plays, by style and situation
    sums: int  # the number of different sums of marks
    marks: tuple[int, ...]  # the mark of each card


@lru_cache(maxsize=256)
def _plan(tables: PlayTables, ranks: Ranks, marks: tuple[int, ...]) -> TablePlan:
    follow = [tables.following]
    if tables.dummies:
        follow.append(tuple([tables.dummies.following[led] or () for led in LEDS]))
    deciders = [card for card in CARDS if card._bit & tables.deciders]
    different = [(row[:COLUMNS], row[COLUMNS:]) for row in ranks.different]
    strengths = [tuple(map(_strength, rows)) for rows in tables.strengths]
    if len(strengths) < len(LEDS):  # a suit is led always, so no trick needs the strengths here
        strengths.append(strengths[0])
    return TablePlan(
        tuple(follow),
        tuple(strengths),
        tuple(_LED[card.suit or tables.joker_led] for card in CARDS),
        tuple(deciders.index(card) + 1 if card in deciders else 0 for card in CARDS),
        tuple(tuple(different[number] for number in rows) for rows in ranks.rows),
        ranks.sums,
        marks or (0,) * len(CARDS),
    )


def _strength(of: Strengths) -> Strength:
    above = [
        sum(card._bit for card in CARDS if of[card.index] > strength)
        for strength in range(max(of) + 1)
    ]
    return Strength(of, tuple(above))


class _Dummy:
    """A hand whose cards are turned up when they are needed; the last of those down comes next."""

    def __init__(self, remaining: int, up: int, pile: tuple[Card, ...]) -> None:
        self.turned = up & remaining
        self.down = [card._bit for card in pile[: up.bit_count() - 1 : -1]]

    def turn_up(self, wanted: int) -> int:
        while self.down and not self.turned & wanted:
            self.turned |= self.down.pop()
        return self.turned


Played: TypeAlias = tuple[tuple[int, ...], list[int], int, int]
"""A trick: the hands in their order, the cards, the suit led, and the place of the best card."""


def play(
    state: OfGame, tables: PlayTables, card_play: CardPlay, key: int, made: int
) -> list[Played]:
    """Play a hand to its end from a state in the play; return the tricks.

    The playout with this key has ``made`` some moves before.
    """
    plan = _plan(tables, ranks_of(card_play, state.rules.pack), card_play.marks)
    follow, strength, lead, decides, rank, sums, marks = plan
    deciders, naming = tables.deciders, tables.naming
    dummies: dict[int, _Dummy] = {}
    if tables.dummies:
        for hand in tables.dummies.hands:
            dummies[hand] = _Dummy(state._remaining, *tables.dummies.cards(state, hand))
    styles = [AT_RANDOM if style is None else style for style in card_play.of_hand]
    sides, wanted = card_play.sides, card_play.wanted
    remaining, order = state._remaining, state._order
    held = [cards & remaining for cards in state._hand_data.held]
    has_copies = remaining > ONE_LANE
    won = [0] * len(held)
    count = len(order)
    table: list[int] = [card.index for card in state._table]
    led = _LED[state._led] if table else NO_SUIT
    decider = next(filter(None, [decides[card] for card in table]), 0)
    marked = sum([marks[card] for card in table])
    found: list[Played] = []
    while True:
        best, winning = _best(table, strength[led][decider].of)
        played = len(table)
        while played < count:
            hand = order[played]
            kind, legal = 0, held[hand]
            if has_copies:
                legal = card_types(legal)
            elif dummies and hand in dummies:
                assert tables.dummies
                kind, legal = 1, dummies[hand].turn_up(tables.dummies.wanted[LEDS[led]])
            style, chosen = styles[hand], -1
            if led == NO_SUIT and played and naming:
                joker = CARDS[table[0]].joker
                if legal & naming.duty[joker]:
                    suits = _nameable(naming, joker, legal)
                    others = legal & naming.instead if style == AT_RANDOM else 0
                    choices = len(suits) + others.bit_count()
                    named = chance.below(chance.at(key, made), choices)
                    if named < len(suits):
                        led = suits[named]
                        made += 1
                        best, winning = _best(table, strength[led][decider].of)
                    else:
                        chosen = places_in(others)[named - len(suits)]
            for duty, allowed in follow[kind][led]:
                if legal & duty:
                    legal &= allowed
                    break
            card = legal.bit_length() - 1
            if chosen >= 0:
                card = chosen
            elif legal & legal - 1 and style == AT_RANDOM:
                places = places_in(legal)
                card = places[chance.below(chance.at(key, made), len(places))]
            elif legal & legal - 1:
                goal = wanted[hand]
                number = 0
                if goal is not None:
                    for other, side in enumerate(sides):
                        if side == sides[hand]:
                            goal -= won[other]
                    number = ENOUGH if goal <= 0 else 0
                if played:
                    if sides[order[winning]] == sides[hand]:
                        number += AHEAD
                    if played + 1 == count:
                        number += LAST
                    losing, taking = rank[style][(number * LEDS_AND_LEAD + led) * sums + marked]
                    takers = strength[led][decider].above[best]
                    if legal & deciders and not decider:
                        takers = _takers(plan, table, legal & deciders, led, takers)
                else:
                    losing, taking = rank[style][(number * LEDS_AND_LEAD + LEADS) * sums]
                    takers = legal
                highest = 0
                while legal:
                    place = legal.bit_length() - 1
                    legal ^= 1 << place
                    value = (taking if takers >> place & 1 else losing)[place]
                    if value > highest:
                        highest, card = value, place
            bit = 1 << card
            held[hand] ^= find(held[hand], CARDS[card]) if has_copies else bit
            if kind:
                assert dummies
                dummies[hand].turned ^= bit
            made += 1
            before = led, decider
            if not played:
                led = lead[card]
            decider = decider or decides[card]
            table.append(card)
            marked += marks[card]
            if before != (led, decider):
                best, winning = _best(table, strength[led][decider].of)
            elif strength[led][decider].of[card] > best:
                best, winning = strength[led][decider].of[card], played
            played += 1
        taker = order[winning]
        won[taker] += 1
        found.append((order, table, led, winning))
        order = rotate_to(order, order[tables.leaders[winning]])
        table, led, decider, marked = [], NO_SUIT, 0, 0
        if not held[order[0]]:
            return found


def _best(table: list[int], strengths: Strengths) -> tuple[int, int]:
    best = winning = 0
    for place, card in enumerate(table):
        if strengths[card] > best:
            best, winning = strengths[card], place
    return best, winning


def _nameable(naming: play_tables.NamingRule, joker: Joker | None, hand: int) -> list[int]:
    return [
        suit.place
        for suit in naming.nameable[joker]
        if joker not in naming.held_only or hand & SUIT[suit]
    ]


def _takers(plan: TablePlan, table: list[int], deciders: int, led: int, takers: int) -> int:
    """Return the cards that would take the trick so far, if each of some deciders decides."""
    for card in places_in(deciders):
        of = plan.strength[led][plan.decider[card]].of
        takes = of[card] > max([of[other] for other in table])
        takers = takers & ~(1 << card) | takes << card
    return takers


def tables_of(state: OfGame) -> PlayTables | None:
    """Return the rules of the play; ``None`` if they do not suffice for the score."""
    tables: PlayTables | None = state._play_tables()
    changes = tables is not None and (tables.naming or tables.dummies)
    return None if changes and summary_of(state) is None else tables


def summary_of(state: OfGame) -> play_tables.Tally | play_tables.TrickPoints | None:
    """Return what decides the score of a hand; ``None`` if all cards may."""
    if not play_tables.is_described(play_tables.class_of(state), "_tally", play_tables.SCORE_HOOKS):
        return None
    found: play_tables.Tally | play_tables.TrickPoints | None = state._tally()
    return found


def score_of(state: OfGame, counts: Sequence[int], takers: Sequence[int]) -> HandScore[SeatScore]:
    """Return the score from the number of tricks of all hands, and the takers of the first ones."""
    if state.score is not None:  # nobody had to play
        known: HandScore[SeatScore] = state.score
        return known
    order = [taker for taker in takers if taker != NOBODY]
    left = Counter(dict(enumerate(counts)))
    left.subtract(order)
    return score_by(state, [*order, *left.elements()])


def score_by(state: OfGame, takers: Sequence[int]) -> HandScore[SeatScore]:
    is_described = play_tables.is_described(play_tables.class_of(state), "_score_by", ("_score",))
    found: HandScore[SeatScore] = (
        state._score_by(takers)
        if is_described
        else state._score(tuple([state._taken_by(hand) for hand in takers]))
    )
    return found


def score_of_tricks(state: OfGame, tricks: Sequence[OfGame]) -> HandScore[SeatScore]:
    """Return the score after all tricks, as the state before the last card has it."""
    *done, last = tricks
    hand_data, card = state._hand_data, last.cards[-1]
    held = hand_data.held[last.seats[-1]] & state._remaining
    before = state._build(
        state._match,
        hand_data,
        state._play_phase,
        last.seats[-1],
        find(held, card),
        card._bit,
        last.seats,
        tuple(done),
        last.cards[:-1],
        last.led,
    )
    found: HandScore[SeatScore] = before._score(tuple(tricks))
    return found


def done(state: OfGame, tricks: list[Played]) -> list[OfGame]:
    return [
        state._complete(order, tuple([CARDS[card] for card in table]), LEDS[led], won)
        for order, table, led, won in tricks
    ]


def score(state: OfGame, tricks: list[Played]) -> HandScore[SeatScore]:
    summary = summary_of(state)
    if not isinstance(summary, play_tables.Tally):
        return score_of_tricks(state, (*state.tricks, *done(state, tricks)))
    takers, counts = _takers_of(state, tricks)
    return score_of(state, counts, takers[: summary.first])


def payoffs(state: OfGame, tricks: list[Played]) -> tuple[float, ...]:
    summary, rules = summary_of(state), state._match.rules
    if not isinstance(summary, play_tables.Tally):
        return payoffs_of(score(state, tricks), rules)
    takers, counts = _takers_of(state, tricks)
    facts = play_tables.class_of(state), sides_of(rules), summary.facts
    key = facts, counts, tuple(takers[: summary.first])
    known = _payoffs.get(key)
    if known is None:
        if len(_payoffs) >= MOST:
            _payoffs.clear()
        known = _payoffs[key] = payoffs_of(score(state, tricks), rules)
    return known


def _takers_of(state: OfGame, tricks: list[Played]) -> tuple[list[int], tuple[int, ...]]:
    takers = [state._taker(trick) for trick in state.tricks]
    takers += [order[won] for order, _, _, won in tricks]
    return takers, tuple(map(takers.count, range(len(state._hand_data.held))))


MOST: Final = 100_000  # kept results, after which they are forgotten
_payoffs: Final[dict[object, tuple[float, ...]]] = {}
