"""The scoring of Brag (BR-7, BR-9 to BR-12), from the facts of a hand alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import partial
from itertools import chain
from typing import Any, Final, cast

import attrs

from twowaystreet import authoring as core
from twowaystreet.games.brag import rules as brag
from twowaystreet.games.brag.rules import HandOfThree, Hands, Lay, Rules, best_first, held_times

TO_TAKE: Final = 2
"""The points that take the pot with nine cards (BR-10)."""
FOUR: Final = 4
PAIR: Final = 2
PAIRS: Final = 4


class Outcome(StrEnum):
    """The outcome of a hand: the pot is taken or stays, or the deal itself ends the hand (BR-7)."""

    TAKEN = "taken"
    STAYS = "stays"
    FOUR_OF_A_KIND = "four of a kind"
    FOUR_PAIRS = "four pairs"


@attrs.frozen
class SeatScore(core.SeatScore):
    """One seat's score of one hand of Brag.

    Attributes:
        hands: the hands that the seat laid, the best first; ``()`` if the deal ended the hand.
        best: for each of them True if it is among the best of its place.
        hand_points: with nine cards the seat's points (BR-10), with six or seven the number of its
            hands among the best (BR-11).
        points: the change of the seat's total, in stakes (BR-12).
    """

    hands: tuple[HandOfThree, ...] = ()
    best: tuple[bool, ...] = ()
    hand_points: int = 0

    @property
    def entry(self) -> str:
        """The entry of the score sheet, hands and points, with a star for the best hands.

        >>> from twowaystreet import cards
        >>> laid = [[cards("KC QC JC"), cards("8C 8D 4H")], [cards("KD QD JD"), cards("8H 8S 3C")]]
        >>> [seat.entry for seat in score(laid, rules=Rules(cards=6, players=2)).seats]
        ['running flush K Q J*, pair 8 8 4*: +1', 'running flush K Q J*, pair 8 8 3: -1']
        """
        marked = zip(self.hands, self.best, strict=True)
        hands = ", ".join(f"{hand}{'*' if best else ''}" for hand, best in marked)
        return f"{hands}: {self.points:+}" if hands else f"{self.points:+}"


@attrs.frozen
class HandScore(core.HandScore[SeatScore]):
    """The score of one hand of Brag.

    Attributes:
        seats: the score of each seat, in the order of seats.
        outcome: taken, stays, four of a kind, or four pairs.
        antes: the antes of each player in the pot, that of this hand included (BR-3).
        taker: the seat that takes the pot; ``None`` if it stays.
        best: for the best hands, the second and the third the seats that have the best of them;
            ``()`` if the deal ended the hand.
    """

    outcome: Outcome
    antes: int
    taker: int | None
    best: tuple[tuple[int, ...], ...] = ()


_new_seat_score: Final = core.fast_constructor(SeatScore)
_new_hand_score: Final = core.fast_constructor(HandScore)


def score_of(laid: Sequence[Hands], antes: int, rules: Rules) -> HandScore:
    """Score the lays of all players, which have been checked (BR-9 to BR-12)."""
    players = range(len(laid))
    in_order = [best_first(hands, rules) for hands in laid]
    best: list[tuple[int, ...]] = []
    for place in range(rules.hands):
        worths = [hands[place].worth for hands in in_order]
        top = max(worths)
        best.append(tuple([seat for seat in players if worths[seat] == top]))
    # BR-10: with nine cards a tie is nobody's point. BR-11: else a hand may share the best.
    needed, winning = rules.hands, best
    if rules.cards == max(brag.CARDS):
        needed, winning = TO_TAKE, [seats for seats in best if len(seats) == 1]
    counts = [sum([seat in seats for seats in winning]) for seat in players]
    takers = [seat for seat in players if counts[seat] >= needed]
    taker = takers[0] if len(takers) == 1 else None
    outcome = Outcome.STAYS if taker is None else Outcome.TAKEN
    points = _points(taker, antes, len(laid))
    is_best = [tuple([seat in each for each in best]) for seat in players]
    seats = tuple(map(_new_seat_score, points, in_order, is_best, counts))
    return _new_hand_score(seats, outcome, antes, taker, tuple(best))


def _points(taker: int | None, antes: int, players: int) -> list[int]:
    """BR-12: the taker wins the antes of all others; if nobody takes the pot, it stays."""
    points = [0 if taker is None else -antes] * players
    if taker is not None:
        points[taker] = antes * (players - 1)
    return points


def score_of_pot(outcome: Outcome, taker: int | None, antes: int, players: int) -> HandScore:
    """Score a hand of which only the taker of the pot counts; ``None`` if the pot stays."""
    seats = tuple(map(_new_seat_score, _points(taker, antes, players)))
    return _new_hand_score(seats, outcome, antes, taker)


def score_of_deal(
    held: Sequence[int], antes: int, rules: Rules
) -> tuple[HandScore, tuple[tuple[core.Card, ...], ...]] | None:
    """Score a hand that the deal itself ends (BR-7), with the cards shown; ``None`` for others."""
    outcome, taker = Outcome.FOUR_OF_A_KIND, None
    shown = [held_times(hand, FOUR) for hand in held]
    if any(shown):
        heights = [
            max(
                [
                    brag.height(card.index % brag.RANKS, rules.highest)
                    for card in core.cards_in(four)
                ],
                default=-1,
            )
            for four in shown
        ]
        taker = heights.index(max(heights))
    else:
        # Only a hand of nine cards has room for four pairs.
        outcome, pairs = Outcome.FOUR_PAIRS, [held_times(hand, PAIR) for hand in held]
        shown = [pair if pair.bit_count() == PAIR * PAIRS else 0 for pair in pairs]
        if not any(shown):
            return None
    return score_of_pot(outcome, taker, antes, len(held)), tuple(map(core.cards_in, shown))


NOBODY: Final = "nobody"


def score(
    laid: Iterable[Lay | Iterable[Iterable[core.Card]] | str] | int | str,
    antes: int = 1,
    rules: Rules | None = None,
) -> HandScore:
    """Score a hand of Brag that was played with real cards.

    Args:
        laid: for each player the lay, its text, or the hands of three, in any order. No card is in
            two. Or who takes the pot, where only that is known: a seat, or ``"nobody"``.
        antes: the antes of each player in the pot, that of this hand included; 1 to a billion.
        rules: the options; ``None`` for nine cards, as many players as have laid, and the other
            defaults.

    Raises:
        RulesError: if these facts are impossible in one hand. A hand with four of a kind or four
            pairs is not laid (BR-7).
        SeatError: if the one who takes the pot is not a seat.

    >>> first = "lay 2C 5D JH / 9C 9D 9H / QS KS AS"
    >>> second = "lay 2D 3H AC / 4S 6H QD / 7C 7D KH"
    >>> score([first, second]).points, score("nobody").points
    ((1, -1), (0, 0, 0, 0))
    """
    core.checked_number("antes", antes, 1, rule="BR-3")
    one = core.as_int(laid)
    if type(one) is int or (type(laid) is str and laid.lower() == NOBODY):
        rules = core.checked_rules(Rules, rules)
        taker = core.checked_seat(one, rules.players) if type(one) is int else None
        outcome = Outcome.STAYS if taker is None else Outcome.TAKEN
        return score_of_pot(outcome, taker, antes, rules.players)
    # Any: not checked yet.
    given = brag.entries("laid", cast(Any, laid), "the hands of each player; or a seat, or nobody")
    if rules is None:
        most = len(brag.PACK) // max(brag.CARDS)
        if not brag.FEWEST <= len(given) <= most:
            expected = f"the hands of {brag.FEWEST} to {most} players"
            raise core.RulesError("laid", laid, expected, "BR-1")
        rules = Rules(players=len(given))
    rules = core.checked_rules(Rules, rules)
    expected = f"of each of {rules.players} players {rules.hands} hands of three different cards"
    read = partial(_hands, count=rules.hands)
    count = rules.players
    found = core.checked_entries("laid", given, read, expected, "BR-8", count=count, whole=laid)
    seen: list[core.Card] = []
    for seat, cards in enumerate(map(chain.from_iterable, found)):
        seen += cards
        if extra := brag.PACK.extra(seen):
            wrong = f"{expected} of the pack, found {core.text_of(extra)} again for seat {seat}"
            raise core.RulesError("laid", laid, wrong, "BR-1")
    for seat, hand in enumerate([core.mask_of(sum(hands, ())) for hands in found]):
        if score_of_deal([hand], antes, rules):
            none = "no four of a kind or four pairs, with which nobody lays"
            raise core.RulesError("laid", laid, f"{none}, found one for seat {seat}", "BR-7")
    return score_of(found, antes, rules)


def _hands(value: Any, count: int) -> Hands | None:  # Any: not checked yet
    """Return the hands of a lay, of its text with or without the word, or of hands of three."""
    try:
        if type(value) is str:
            text = value if value.lower().startswith(Lay.optional_word) else f"lay {value}"
            value = core.read_move((Lay,), text)
        hands: Hands = value.hands if type(value) is Lay else Lay(value).hands
    except (core.IllegalMove, core.ParseError):
        return None
    return hands if len(hands) == count else None
