"""Every ``score``, also at the terminal, accepts exactly the facts that a hand can reach.

The games themselves say what can be reached: the tests walk through all auctions.
"""

import random
import re
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from itertools import chain, combinations, pairwise, permutations, product
from typing import Any, Final

import pytest

import twowaystreet as tws
from docs._ext import rule_index
from tests.helpers import AnyState, Hostile, anything
from tests.hostile import breaking
from twowaystreet._core.display.display import display_of
from twowaystreet.errors import quoted
from twowaystreet.games import brag, duel, spades, street, tien_len, twenty_down, twos
from twowaystreet.games.spades import Bid, BidType
from twowaystreet.games.spades.rules import AFTER_LOOKING, BEFORE_LOOKING, BLIND
from twowaystreet.games.twenty_down import Status
from twowaystreet.games.twos import Catch

rule = pytest.mark.rule
BOOKS: Final[list[tuple[int, str]]] = [(0, "actual")] * 5 + [(1, "dummy")] * 8
THREE, TWO = tws.Rank.THREE, tws.Rank.TWO
MOST = 10**9
TALLIES: Final = {"overbooks": [0, 0], "perfect_bids": [0, 0], "boston_failed": -130}
GOOD: Final[dict[str, dict[str, Any]]] = {
    "street": {"declarations": ["LD", "HD", "LD", "HD"], "tricks": [0, 4, 0, 6]},
    "duel": {"direction": "high", "tricks": [7, 3], "captured": [0, 0], "dealer": 0},
    "twos": {"honours": [7, 3, 6, 0], "catches": [Catch(0, 3, THREE)]},
    "spades": {"bids": ["bid 4", "nil"], "books": BOOKS, "moved": 0} | TALLIES,
    "twenty_down": {"tricks": [3, 2, 0, 0], "trumps": "C", "statuses": ["in", "in", "in", "out"]},
    "tien_len": {"went_out": [0, 1, 2]},
}
"""Possible facts of a hand, by game."""
NO_NUMBERS: Final[tuple[object, ...]] = (True, 1.0, "1", None, Hostile())


def row(name: str, field: str, rules: str, expected: str, *wrong: object) -> Any:
    """Return parameters: impossible values of a field, what is expected, and the cited rules."""
    return pytest.param(name, field, expected, wrong, marks=rule(*rules.split()))


BIDS = ("bid 3", "bid 14", "blind 5", "board", "look", "", spades.Look(), duel.Bid(), BidType)
HANDS = ((0, "dummy", 1), (0,), [0, "dummy"], "0d", "b", 0, (0, "table"), (0, None), (0, Hostile()))
SAID: Any = (["up"] * 4, ["HD", "LD"], ["HD", "LD", None, "HD"], [True, 1, 2, 3], [], "HDLD")
CAUGHT: tuple[list[Any], ...] = (
    *([Catch(0, 1, THREE)] * 5, [(0, 1)], ["013"], [Catch(0, 1, TWO)] * 3),
    [Catch(0, 1, TWO), *[Catch(1, seat, THREE) for seat in (0, 2, 3)]],
    [Catch(0, 1, TWO), Catch(2, 1, TWO), Catch(3, 1, THREE)],
)
STATUSES = (["in", "in", "in", "inn"], ["in", "in", "in", ""], "in in in out", "inin")
IN_ALL = ([7, 3, 6, 1], [7, 3, 5, 0], [8, 3, 6, -1], "7360")
OF_FIVE = ([3, 2, 0, 1], [3, 1, 0, 0], [6, -1, 0, 0], [3, 1, 0, 1], [0, 0, 0, 5], "3200")
PAIRS = "13 pairs of a player, 0 or 1, and a hand, actual or dummy"
EACH = "2 whole numbers, one a seat, 0 to {} each"
FIELDS = [
    row("street", "declarations", "ST-4 ST-25", "HD, LD, HF or LF", *SAID),
    row("street", "tricks", "ST-12", "10 tricks in all", [0, 4, 0, 5], [-1, 5, 0, 6]),
    row("duel", "direction", "DU-7", "high or low", "up", duel.Bid()),
    row("duel", "tricks", "DU-10", "10 in all", [7, 2], [11, -1], "73"),
    row("duel", "captured", "DU-7", "whole numbers", [1, 1], [0, 11], [-1, 0]),
    row("twos", "honours", "TW-8", "4 whole numbers, 16 in all", *IN_ALL),
    row("twos", "catches", "TW-4 TW-9", "catches that need at most 4 twos", *CAUGHT),
    row(
        *("spades", "bids", "SP-7", "2 bids such as bid 4, blind 6, nil"),
        *(["bid 4", each] for each in (*BIDS, ("bid", 4))),
        *("bid 4", b"ab", Bid(BidType.NIL), {"bid 4": 0, "nil": 1}),
    ),
    row(
        *("spades", "books", "SP-3", PAIRS),
        *([*BOOKS[1:], (each, "dummy")] for each in (2, -1, *NO_NUMBERS)),
        *([*BOOKS[1:], each] for each in HANDS),
    ),
    # Player 0 has taken five books, player 1 eight.
    row("spades", "moved", "SP-14", "a whole number, -5 to 8", -6, 9, 10**100),
    row("spades", "boston_failed", "SP-15", f"a whole number, -{MOST} to 0", 1, -MOST - 1, "-130"),
    row("spades", "overbooks", "SP-17", EACH.format(MOST), [0, -1], [0, MOST + 1], "00"),
    row("spades", "perfect_bids", "SP-18", EACH.format(2), [0, -1], [3, 0], [0, 3]),
    row(
        *("twenty_down", "trumps", "TD-2", "a suit: C, D, H or S"),
        *("x", "hearts", "", "CH", "♥♥", "trump", Status.IN, 0),
    ),
    row(
        *("twenty_down", "statuses", "TD-4", "4 words, in or out, and at least one in"),
        *(["out"] * 4, *STATUSES),
    ),
    row(
        *("twenty_down", "tricks", "TD-6 TD-9"),
        "4 whole numbers, 5 in all, 0 for each player who is out",
        *OF_FIVE,
    ),
    row(
        *("tien_len", "went_out", "TL-6", "3 different seats from 0 to 3"),
        *([0, 1, 1], [0, 1, 4], [-1, 0, 1], "012", breaking()),
    ),
]


TEXTS = rule_index.texts()
# What the rule that an error cites says, by field.
WORDS = {
    "declarations": "Declared or Forced|Two players are refused|forced to go",
    "tricks": "ten (of the ten )?tricks|all five tricks|without any play|are passed over",
    "direction": "in its direction",
    "captured": "as many tricks from the top of the stock",
    "honours": "sixteen such points",
    "catches": "A two is caught|The four twos",
    "bids": "The bids on seen cards",
    "books": "two hands of thirteen cards",
    "moved": "take away one, two or three books",
    "boston_failed": "a Boston that fails counts",
    "overbooks": "Their count goes on from hand to hand",
    "perfect_bids": "The third perfect bid in succession",
    "trumps": "names trumps",
    "statuses": "declares in or out",
    "went_out": "third player runs out of cards",
}
SAME: list[tuple[str, dict[str, Any]]] = [
    ("street", {"declarations": ["low", "high", "Low", "h"]}),
    ("street", {"declarations": ["ld", "HD", street.Direction.LOW, "H"]}),
    ("duel", {"direction": "H"}),
    ("spades", {"bids": ["BID 4", "Nil"], "books": "aaaaaDDDDDDDD"}),
    ("twenty_down", {"trumps": "trump c", "statuses": ["IN", "in", "In", "Out"]}),
    ("twenty_down", {"trumps": "♣"}),
]


@rule("ST-7", "ST-25", "DU-7", "SP-7", "TD-2", "TD-4")
@pytest.mark.parametrize(("name", "typed"), SAME)
def test_the_words_of_moves_and_of_the_pad_are_facts(name: str, typed: dict[str, Any]) -> None:
    score: Any = import_module(f"twowaystreet.games.{name}").score
    assert score(**GOOD[name] | typed) == score(**GOOD[name])


@rule("ST-8")
def test_the_dealer_decides_who_was_forced() -> None:
    said, tricks = ["h", "low", "low", "L"], [8, 0, 1, 1]
    forced = ["HF", "LD", "LD", "LD"]
    assert street.score(said, tricks, dealer=1) == street.score(forced, tricks)
    assert street.score(said, tricks) == street.score(["HD", *forced[1:]], tricks)
    with pytest.raises(tws.RulesError, match=r"HD LD LD LD, .* 'HF' for seat 0 \(ST-8\)"):
        street.score(forced, tricks, dealer=0)


@rule("BR-8", "BR-12")
def test_lays_of_brag_are_texts_and_a_pot_may_go_to_nobody() -> None:
    laid = ["lay 2C 5D JH / 9C 9D 9H / QS KS AS", "AC 2D 3H/7C 7D KH/4S 6H QD"]
    lays = [tws.parse_move(brag.new_game(), text) for text in (laid[0], f"lay {laid[1]}")]
    assert brag.score(laid) == brag.score(anything(lays))
    two = brag.Rules(players=2)
    assert [brag.score(who, 2, two).points for who in ("nobody", 1)] == [(0, 0), (-2, 2)]
    for wrong, found in (
        (["9X", laid[1]], "'9X' for seat 0"),
        ([laid[0]] * 2, "2C 9C 5D .* again for seat 1"),
    ):
        with pytest.raises(tws.RulesError, match=f"^laid=.*, found {found}"):
            brag.score(wrong)


def several(good: list[Any]) -> list[object]:
    """Return lists that are too short, too long, or hold a wrong value, and other things."""
    longer = [*good, good[0]] if len(good) != 1 else good * 9  # of catches there may be several
    shorter = [good[1:], []] if len(good) != 1 else []
    wrong = [[*good[:-1], each] for each in NO_NUMBERS]
    return [*shorter, longer, *wrong, dict.fromkeys(map(str, range(4)), 0)]


def wrong_entries(value: Any, good: Any) -> list[Any]:
    """Return the entry of another type if a list has one."""
    if any(type(one) is not list for one in (value, good)) or len(value) != len(good):
        return []
    wrong = [one for one, right in zip(value, good, strict=True) if one is not right]
    return wrong if len(wrong) == 1 and not isinstance(wrong[0], type(good[0])) else []


@pytest.mark.parametrize(("name", "field", "expected", "wrong"), FIELDS)
def test_an_impossible_fact_is_refused(
    name: str, field: str, expected: str, wrong: tuple[object, ...], request: pytest.FixtureRequest
) -> None:
    score: Any = import_module(f"twowaystreet.games.{name}").score
    good = anything(GOOD[name][field])
    assert score(**GOOD[name]).points
    kind = type(GOOD[name][field]).__name__
    none = () if field in ("overbooks", "perfect_bids") else (None,)  # which means no tallies
    numbers = NO_NUMBERS if kind == "int" else (7, *none, Hostile())
    # The tricks of another number of players are wrong, not their declarations.
    more = several(good) if kind == "list" and field != "declarations" else []
    for value in (*wrong, *numbers, *more):
        with pytest.raises(tws.RulesError) as caught:
            score(**anything({**GOOD[name], field: value}))
        error = caught.value
        assert error.field == field and error.value is value
        assert error.rule and re.search(WORDS[field], TEXTS[error.rule]), error
        assert expected in error.expected
        for one in wrong_entries(value, good):
            assert f"found {quoted(one)} " in error.expected
        cited = f" ({error.rule})" if error.rule else ""
        assert str(error) == f"{field}={quoted(value)}: expected {error.expected}{cited}"
        assert error.rule in request.node.get_closest_marker("rule").args, error


@rule("DU-1")
@pytest.mark.parametrize("dealer", [2, -1, None, True, "0"])
def test_an_impossible_dealer_is_refused(dealer: object) -> None:
    with pytest.raises(tws.SeatError):
        duel.score("high", [7, 3], dealer=anything(dealer))


def accepted(score: Callable[..., object], *facts: object, **named: object) -> bool:
    try:
        score(*facts, **named)
    except tws.RulesError:
        return False
    return True


def readable(start: AnyState, line: str) -> bool:
    """Return whether the hand that follows a state can end as a typed line says."""
    return accepted(display_of(start).read_hand, line, tws.view(start, None), int)


def ends(
    start: AnyState,
    choices: Callable[[AnyState], Iterable[Any]],
    key: Callable[[Any], object] = lambda state: state,
) -> Iterator[AnyState]:
    """Yield the ends of all ways through an auction, where no choice is left, once for each key."""
    found, open_states = {key(start)}, [start]
    while open_states:
        state = open_states.pop()
        after = {key(each): each for each in (tws.apply(state, move) for move in choices(state))}
        if not after:
            yield state
        open_states += [each for found_key, each in after.items() if found_key not in found]
        found |= after.keys()


def dealt(game: str, seed: int = 0, *rules: Any, **where: Any) -> AnyState:
    start: AnyState = tws.GAMES[game].new_game(*rules, **where)
    return tws.apply(start, tws.shuffle(start, random.Random(seed)))


def splits(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    for bars in combinations(range(total + parts - 1), parts - 1):
        places = (-1, *bars, total + parts - 1)
        yield tuple(after - before - 1 for before, after in pairwise(places))


@pytest.mark.rule("ST-7", "ST-8")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_declarations_of_two_way_street(players: int) -> None:
    def choices(state: AnyState) -> Iterable[Any]:
        if state.phase == street.Phase.DECLARE:
            return tws.legal_moves(state)
        return [street.Keep()] if state.phase == street.Phase.EXCHANGE else []

    rules = street.Rules(players=players, exchange=street.ExchangeRule.OPTIONAL)
    reached = {
        tuple(anything(state).declarations)
        for dealer in range(players)
        for state in ends(dealt("street", 0, rules, dealer=dealer), choices)
    }
    tricks = [10, *[0] * (players - 1)]
    for said in product(street.Declaration, repeat=players):
        assert accepted(street.score, said, tricks) == (said in reached), said


@pytest.mark.rule("TD-4", "TD-5", "TD-9")
def test_facts_of_twenty_down() -> None:
    def choices(state: AnyState) -> Iterable[Any]:
        if state.phase == twenty_down.Phase.DRAW:
            return [twenty_down.Draw(())]
        return tws.legal_moves(state) if state.phase in {"trump", "declare"} else []

    reached = {
        (anything(state).trumps, anything(state).statuses)
        for dealer in range(4)
        for state in ends(dealt("twenty_down", dealer=dealer), choices)
    }
    for trumps, said in product(tws.Suit, product(twenty_down.Status, repeat=4)):
        alone = said.count(twenty_down.Status.IN) == 1
        for tricks in chain(splits(5, 4), splits(0, 4), splits(4, 4)):
            idle = all(
                status == "in" or not taken for status, taken in zip(said, tricks, strict=True)
            )
            expected = (trumps, said) in reached and idle and sum(tricks) == (0 if alone else 5)
            assert accepted(twenty_down.score, tricks, trumps, said) == expected, (trumps, said)


@pytest.mark.rule("SP-6", "SP-7", "SP-8")
def test_bids_of_spades() -> None:
    def choices(state: AnyState) -> Iterable[Any]:
        return tws.legal_moves(state) if state.phase in {"look", "bid", "raise"} else []

    def known(state: Any) -> object:
        return state.phase, state.actor, state.bids  # and not what was bid before a raise

    reached = {
        scores: {
            anything(each).bids for each in ends(dealt("spades", scores=scores), choices, known)
        }
        for scores in ((0, 0), (-99, 0), (-100, 0), (0, -100))
    }
    books = [(0, "actual")] * 13
    for bids in product((*BEFORE_LOOKING, *BLIND, *AFTER_LOOKING), repeat=2):
        assert accepted(spades.score, bids, books) == any(
            bids in possible for possible in reached.values()
        ), bids
        line = f"{bids[0]}, {bids[1]}, {'a' * 13}"
        for scores, possible in reached.items():
            start = spades.new_game(scores=scores)
            assert readable(start, line) == (bids in possible), (scores, line)


@pytest.mark.rule("SP-14")
def test_books_that_calls_move_in_spades() -> None:
    """An actual hand can renege only if it does not lead, and a call moves at most three books."""
    actual, dummy = (0, "actual"), (0, "dummy")
    for books, most in (
        ([actual] * 13, 3),  # in the first book alone, which a dummy leads
        ([dummy, *[actual] * 12], 6),
        ([*[dummy] * 2, *[actual] * 10, dummy], 9),
        ([dummy] * 13, 13),
        ([dummy] * 5 + [(1, "actual")] * 8, 5),
    ):
        for moved in range(-14, 1):
            facts = ["bid 4", "bid 4"], books
            assert accepted(spades.score, *facts, moved=moved) == (moved >= -most), (books, moved)


@pytest.mark.rule("SP-14")
@pytest.mark.parametrize("renege", spades.RenegeRule)
def test_books_move_only_if_reneges_are_penalised(renege: spades.RenegeRule) -> None:
    start = spades.new_game(spades.Rules(renege=renege))
    for moved in (0, -1):
        line = f"bid 4, bid 4, aaaaaDDDDDDdd, {moved}"
        assert readable(start, line) == (not moved or renege == "penalised")


@pytest.mark.rule("BR-7", "BR-8")
@pytest.mark.parametrize("cards", [9, 7, 6])
def test_lays_of_brag(cards: int) -> None:
    rules = brag.Rules(cards=cards, players=2)
    start, rng = brag.new_game(rules), random.Random(cards)
    ended = 0
    # Hands from so few cards often have four of a kind or four pairs.
    few = [
        card for card in rules.pack.cards if card.rank in list(tws.Rank)[: 5 if cards == 9 else 4]
    ]
    for _ in range(60):
        hands = rng.sample(few, 2 * cards)
        state = tws.apply(start, tws.deal_hands(start, [hands[:cards], hands[cards:]]))
        laid: list[Any] = [hand[: 3 * rules.hands] for hand in map(list, state.hands)]
        lays = [brag.Lay([hand[at : at + 3] for at in range(0, len(hand), 3)]) for hand in laid]
        if state.hand_over:
            seven = cards == 7  # the odd card may be one of the four
            ended += 1
            assert seven or not accepted(brag.score, lays, rules=rules)
            continue
        seats = (state.actor, 1 - (state.actor or 0))
        for seat in seats:
            state = tws.apply(state, lays[seat or 0])
        assert brag.score(lays, rules=rules) == state.score
    assert 2 < ended < 58


@pytest.mark.rule("TL-6", "DU-7", "DU-10")
def test_orders_of_tien_len_and_tricks_of_the_duel() -> None:
    for order in product(range(-1, 5), repeat=3):
        assert accepted(tien_len.score, order) == (order in set(permutations(range(4), 3)))
    for line, field in (("0 1", "players='0 1': expected the three who"), ("0 1 0", "player='0'")):
        with pytest.raises(tws.RulesError, match=rf"^{field}.* \(TL-6\)$"):
            display_of(tien_len.GAME).read_hand(line, tws.view(tien_len.new_game(), None), int)
    captures = {(0, 0), *((0, count) for count in range(11)), *((count, 0) for count in range(11))}
    for captured in product(range(-1, 12), repeat=2):
        expected = captured in captures
        assert accepted(duel.score, "high", [4, 6], captured, dealer=0) == expected
    for tricks in product(range(-1, 12), repeat=2):
        expected = sum(tricks) == 10 and min(tricks) >= 0
        assert accepted(duel.score, "low", tricks, dealer=1) == expected


@pytest.mark.rule("DU-4")
@pytest.mark.parametrize(
    "rules", [duel.Rules(), duel.Rules(bid_markers="cards"), duel.Rules(max_strength=3)]
)
def test_strongest_bid_of_the_duel(rules: duel.Rules) -> None:
    legal = [str(move) for move in tws.legal_moves(dealt("duel", 0, rules))]
    for tricks in range(1, 11):
        expected = f"bid {tricks} high" in legal
        assert readable(duel.new_game(rules), f"high 7 3 {tricks} 0") == expected


@pytest.mark.rule("TW-9", "TW-10")
def test_twos_that_are_caught_in_one_hand() -> None:
    """All groups of catches for which the hand has tricks: each takes some of the four twos."""
    catches = [
        twos.Catch(catcher=0, victim=victim, by=by)
        for victim in (1, 2, 3)
        for by in (tws.Rank.TWO, tws.Rank.THREE)
    ]
    kinds: list[tuple[twos.Catch, ...]] = []  # the catches of one trick
    for by in (0, 1):
        for size in (1, 2, 3):
            kinds += list(combinations(catches[by::2], size))
    reached: set[tuple[twos.Catch, ...]] = {()}
    for tricks in chain.from_iterable(product(kinds, repeat=number) for number in range(1, 5)):
        needed = sum(len(trick) + (trick[0].by is tws.Rank.TWO) for trick in tricks)
        if needed <= 4:
            reached.add(tuple(sorted(chain.from_iterable(tricks), key=catches.index)))
    for number in range(6):
        for some in product(catches, repeat=number):
            if list(some) == sorted(some, key=catches.index):
                assert accepted(twos.score, [16, 0, 0, 0], some) == (some in reached), some
