"""Scores across hands, the end of a game, and its winner (SP-15 to SP-19)."""

from __future__ import annotations

from typing import Any

import pytest

import twowaystreet as tws
from tests.helpers import Hostile, anything, next_dealer, replay, shuffled
from tests.spades.table import deal_of, dealt, played_out, taking
from twowaystreet.errors import quoted
from twowaystreet.games import spades
from twowaystreet.games.spades import Hand

SAID = ["look", "look"]


def next_hand(state: spades.State, books: int, *bids: str) -> spades.State:
    """Play a hand in which player 0 makes the first bid and takes 2 to 11 books."""
    dealer = next_dealer(state)
    hands = taking(books) if dealer else [*taking(13 - books)[2:], *taking(13 - books)[:2]]
    in_turn = bids if dealer else bids[::-1]
    return played_out(replay(tws.apply(state, deal_of(state, hands)), [*SAID, *in_turn]))


@pytest.mark.rule("SP-9", "SP-15", "SP-16", "SP-17", "SP-18")
@pytest.mark.parametrize("books", range(2, 14))
def test_a_hand_is_scored_when_it_is_over(books: int) -> None:
    state = played_out(replay(dealt(taking(books)), [*SAID, "bid 5", "bemo"]))
    winners = [(book.winner, book.winning_hand) for book in state.tricks]
    assert winners == [(0, Hand.ACTUAL)] * books + [(1, Hand.ACTUAL)] * (13 - books)
    assert state.books == (books, 13 - books)
    score = tws.score_hand(state)
    taken = [(0, "actual")] * books + [(1, "actual")] * (13 - books)
    assert score == state.score == spades.score(["bid 5", "bemo"], taken)
    assert state.scores == score.points == (45 + books if books >= 5 else -50, -100)
    assert state.overbooks == (max(books - 5, 0), 0)
    assert state.perfect_bids == (int(books == 5), 0)
    assert (state.hand_over, state.hands_played, state.phase) == (True, 1, spades.Phase.HAND_OVER)
    assert (state.actor, state.winners, state.is_over) == (None, (), False)
    assert state.trick == spades.Trick(0, (), (), None) and not any(state.hands)


@pytest.mark.rule("SP-7", "SP-8", "SP-15")
def test_the_last_bid_counts() -> None:
    state = replay(dealt(taking(8)), [*SAID, "bid 4", "naught", "bid 8", "double naught"])
    state = played_out(state)
    assert state.scores == (80, -100)
    assert [seat.entry for seat in tws.score_hand(state).seats] == [
        "bid 8, 8: +80",
        "double naught, 5: -100",
    ]


@pytest.mark.rule("SP-6", "SP-15")
def test_blind_bids_count_in_a_game() -> None:
    state = replay(dealt(taking(8), scores=[0, 100]), ["blind 7", "nil"])
    assert played_out(state).scores == (121, 400)
    state = replay(dealt(taking(8), scores=[0, 0]), ["nil", "double nil"])
    assert played_out(state).scores == (300, -100)


@pytest.mark.rule("SP-15")
@pytest.mark.parametrize("failed", [0, -130, -7])
def test_the_option_for_a_failed_boston(failed: int) -> None:
    state = replay(dealt(taking(8), boston_failed=failed), [*SAID, "bid 13", "bid 5"])
    assert played_out(state).scores == (failed, 50)
    state = replay(dealt(taking(13), boston_failed=failed, target=501), [*SAID, "bid 13", "bid 5"])
    assert played_out(state).scores == (500, -50)


@pytest.mark.rule("SP-4", "SP-17")
def test_overbooks_are_counted_across_hands() -> None:
    state = spades.new_game(spades.Rules(target=10**6), dealer=1, overbooks=[1, 0])
    wanted = [
        # Points, and overbooks so far.
        (40 + 5, 40, (6, 0)),
        (40 + 4 - 100, 40 + 1, (10, 1)),
        (40 + 7, -40, (17, 1)),
        (-120, 40 + 5, (17, 6)),
        (40 + 3 - 100, 40 + 2, (20, 8)),
        (40 + 2, 40 + 3 - 100, (22, 11)),
    ]
    bids = ["4 4", "4 4", "4 4", "12 4", "4 4", "4 4"]
    total = [0, 0]
    for number, books in enumerate([9, 8, 11, 4, 7, 6]):
        assert next_dealer(state) == (number + 1) % 2
        state = next_hand(state, books, *(f"bid {one}" for one in bids[number].split()))
        first, second, overbooks = wanted[number]
        assert tws.score_hand(state).points == (first, second)
        total = [total[0] + first, total[1] + second]
        assert list(state.scores) == total and state.overbooks == overbooks
        assert shuffled(state).overbooks == overbooks


@pytest.mark.rule("SP-18")
def test_perfect_bids_are_counted_across_hands() -> None:
    state = spades.new_game(spades.Rules(target=10**6), dealer=0, perfect_bids=[0, 1])
    hands = [
        # Books of player 0, the bids, the points, and the perfect bids so far.
        (8, "bid 8", "bid 5", (80, 50), (1, 2)),
        (9, "bid 9", "bid 4", (90, 40 + 80), (2, 0)),
        (7, "bid 7", "bid 6", (70 + 80, 60), (0, 1)),
        (7, "bid 7", "bid 5", (70, 51), (1, 0)),
        (7, "bid 8", "bid 6", (-80, 60), (0, 1)),
        (11, "bid 11", "naught", (220, 200), (1, 0)),
        (5, "bid 5", "bid 8", (50, 80), (2, 1)),
        (5, "bemo", "bid 8", (100, 80), (0, 2)),
        (6, "bid 6", "bid 7", (60, 70 + 80), (1, 0)),
    ]
    for books, first, second, points, perfect in hands:
        state = next_hand(state, books, first, second)
        assert tws.score_hand(state).points == points
        assert state.perfect_bids == perfect == shuffled(state).perfect_bids


@pytest.mark.rule("SP-19")
@pytest.mark.parametrize(
    ("scores", "target", "after", "winners"),
    [
        # Nine books and four: 90 points, and the fewer overbooks decide only when all is level.
        ((419, 449), 500, (499, 499), ()),
        ((420, 449), 500, (500, 499), (0,)),
        ((419, 450), 500, (499, 500), (1,)),
        ((499, 499), 500, (579, 549), (0,)),
        ((421, 499), 500, (501, 549), (1,)),
        ((0, 0), 80, (80, 50), (0,)),
        ((0, 0), 81, (80, 50), ()),
        ((-999, 0), 50, (-919, 50), (1,)),
    ],
)
def test_the_target_ends_the_game(
    scores: tuple[int, int], target: int, after: tuple[int, int], winners: tuple[int, ...]
) -> None:
    state = dealt(taking(8), scores=scores, target=target)
    state = played_out(replay(state, [*SAID, "bid 8", "bid 5"]))
    assert state.scores == after and state.winners == winners
    assert state.is_over is bool(winners) and state.needs_deal is not bool(winners)
    assert state.phase is (spades.Phase.GAME_OVER if winners else spades.Phase.HAND_OVER)


@pytest.mark.rule("SP-19", "AL-2")
@pytest.mark.parametrize("options", [{"target": 500}, {"max_hands": 3, "target": 10**4}])
@pytest.mark.parametrize(
    ("scores", "overbooks", "winners"),
    [
        # Nine books and four: 90 points, and the fewer overbooks decide only when all is level.
        ((410, 460), (0, 0), (0, 1)),
        ((410, 460), (4, 3), (1,)),
        ((410, 460), (3, 4), (0,)),
        ((410, 460), (14, 3), (1,)),
        ((411, 460), (9, 3), (0,)),
        ((410, 461), (3, 9), (1,)),
    ],
)
def test_ties_are_decided_by_overbooks(
    scores: tuple[int, int],
    overbooks: tuple[int, int],
    winners: tuple[int, ...],
    options: dict[str, Any],
) -> None:
    state = dealt(taking(9), scores=scores, overbooks=overbooks, hands_played=2, **options)
    state = played_out(replay(state, [*SAID, "bid 9", "bid 4"]))
    assert state.scores == (scores[0] + 90, scores[1] + 40)
    assert state.is_over and state.winners == winners and state.overbooks == overbooks


@pytest.mark.rule("SP-17", "SP-19")
def test_overbooks_of_the_last_hand_count() -> None:
    for overbooks, winner in (((0, 0), 1), ((0, 1), None), ((0, 2), 0)):
        state = dealt(taking(9), scores=[419, 460], overbooks=overbooks)
        state = played_out(replay(state, [*SAID, "bid 8", "bid 4"]))
        assert state.scores == (500, 500)
        assert state.winners == ((0, 1) if winner is None else (winner,))


@pytest.mark.rule("AL-2")
def test_the_game_ends_after_the_last_hand_at_the_latest() -> None:
    state = spades.new_game(spades.Rules(max_hands=3), hands_played=1)
    state = next_hand(state, 8, "bid 9", "bid 6")
    assert (state.hands_played, state.is_over, state.scores) == (2, False, (-90, -60))
    state = next_hand(state, 8, "bid 8", "bid 5")
    assert (state.hands_played, state.is_over, state.scores) == (3, True, (-10, -10))
    assert state.winners == (0, 1)


# Valid and invalid options of Spades for two, and openings of a match.


NO_NUMBERS: tuple[object, ...] = (True, False, 3.0, "4", b"4", [4], (), {}, Hostile())


def checked(
    error: tws.RulesError, field: str, rule: str | None, value: object, expected: str
) -> None:
    """Check that the error has all the facts and that its message shows them."""
    assert (error.field, error.rule, error.expected) == (field, rule, expected)
    assert error.value is value
    cited = f" ({rule})" if rule else ""
    assert str(error) == f"{field}={quoted(value)}: expected {expected}{cited}"


def refused_opening(field: str, value: object, rule: str, expected: str, **options: Any) -> None:
    """Check that this opening of a match is refused."""
    with pytest.raises(tws.RulesError) as caught:
        spades.new_game(spades.Rules(**options), **anything({field: value}))
    checked(caught.value, field, rule, value, expected)


def test_new_game_with_the_defaults() -> None:
    state = spades.new_game()
    assert (state.rules, state.dealer, state.scores) == (spades.Rules(), 0, (0, 0))
    assert (state.hands_played, state.phase, state.actor) == (0, spades.Phase.DEAL, None)
    assert (state.overbooks, state.perfect_bids, state.books) == ((0, 0), (0, 0), (0, 0))
    assert state == spades.new_game(
        spades.Rules(),
        dealer=0,
        scores=[0, 0],
        overbooks=(0, 0),
        perfect_bids=[0, 0],
        hands_played=0,
    )
    assert (state.bids, state.face_up, state.face_down_sizes) == ((None, None), ((), ()), (0, 0))
    assert (state.hand_to_play, state.trick.leader, state.hands) == (None, 1, ((), (), (), ()))


@pytest.mark.rule("SP-17", "SP-18", "SP-19", "AL-2")
def test_a_match_can_be_continued() -> None:
    state = spades.new_game(
        spades.Rules(max_hands=5),
        dealer=1,
        # The function accepts an iterator, though the annotation asks for a sequence.
        scores=iter([-310, 499]),  # type: ignore[arg-type]  # pyright: ignore
        overbooks=[4, 29],
        perfect_bids=(0, 2),
        hands_played=4,
    )
    assert (state.dealer, state.scores, state.hands_played) == (1, (-310, 499), 4)
    assert (state.overbooks, state.perfect_bids) == ((4, 29), (0, 2))
    assert state.needs_deal and not state.is_over
    state = dealt(dealer=1, overbooks=[4, 29], perfect_bids=(0, 2))
    assert (state.overbooks, state.perfect_bids) == ((4, 29), (0, 2))


@pytest.mark.rule("SP-17", "SP-18", "SP-19")
@pytest.mark.parametrize(
    ("field", "rule", "expected", "impossible"),
    [
        ("scores", "SP-19", "2 whole numbers, one a seat, -1000000000 to 1000000000 each", ()),
        ("overbooks", "SP-17", "2 whole numbers, one a seat, 0 to 1000000000 each", ([0, -1],)),
        (
            "perfect_bids",
            "SP-18",
            "2 whole numbers, one a seat, 0 to 2 each",
            ([0, -1], [3, 0], (0, 3)),
        ),
    ],
)
def test_impossible_tallies(
    field: str, rule: str, expected: str, impossible: tuple[object, ...]
) -> None:
    values: tuple[object, ...] = (
        *impossible,
        [0],
        [],
        [0, 0, 0],
        "00",
        b"00",
        {0, 1},
        {0: 0, 1: 0},
        [0, None],
        [0, True],
        [0, 1.0],
        ["0", 0],
        7,
        0,
        False,
        Hostile(),
        [Hostile(), 0],
    )
    for value in values:
        refused_opening(field, value, rule, expected)
