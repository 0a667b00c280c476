"""The scoring of a hand, scores across hands, and the end of a game (SP-15 to SP-19)."""

from collections.abc import Sequence
from typing import Any

import pytest

import twowaystreet as tws
from tests.helpers import Hostile, anything, next_dealer, replay, shuffled
from tests.spades.table import deal_of, dealt, played_out, taking
from twowaystreet.errors import quoted
from twowaystreet.games import spades
from twowaystreet.games.spades import Bid, BidType, Hand


def takers(books: str) -> list[tuple[int, str]]:
    """Return the taker of each book; ``a`` and ``d`` are actual and dummy of player 0.

    ``A`` and ``D`` are those of player 1, whose actual hand takes the rest of the thirteen books.
    """
    meanings = {"a": (0, "actual"), "d": (0, "dummy"), "A": (1, "actual"), "D": (1, "dummy")}
    return [meanings[letter] for letter in books.ljust(13, "A")]


def seat_of(bid: str, books: str, player: int = 0, **more: Any) -> spades.SeatScore:
    """Score one player; the other player has some bid."""
    bids = [bid, "bid 4"]
    if player:
        bids.reverse()
        books = books.ljust(13, "A").swapcase()
    for tally in ("overbooks", "perfect_bids"):
        if tally in more:
            more[tally] = [more[tally], 0][:: -1 if player else 1]
    return spades.score(bids, takers(books), **more).seats[player]


TABLE: list[tuple[str, int, int, int]] = [
    # The bid, its books, made, failed.
    ("bid 4", 4, 40, -40),
    ("bid 5", 5, 50, -50),
    ("bid 6", 6, 60, -60),
    ("bid 7", 7, 70, -70),
    ("bid 8", 8, 80, -80),
    ("bid 9", 9, 90, -90),
    ("bid 10", 10, 200, -100),
    ("bid 11", 11, 220, -110),
    ("bid 12", 12, 240, -120),
    ("bid 13", 13, 500, -130),
    ("blind 6", 6, 100, -60),
    ("blind 7", 7, 120, -70),
    ("blind 8", 8, 140, -80),
    ("blind 9", 9, 160, -90),
    ("blind 10", 10, 300, -100),
    ("blind 11", 11, 320, -110),
    ("blind 12", 12, 340, -120),
]


@pytest.mark.rule("SP-15", "SP-16", "SP-17", "SP-18")
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(("bid", "number", "made", "failed"), TABLE)
def test_number_bids(bid: str, number: int, made: int, failed: int, player: int) -> None:
    for books in range(14):
        # Both hands count together, in any order.
        for split in (0, books // 2, books):
            won = "a" * split + "A" * (13 - books) + "d" * (books - split)
            seat = seat_of(bid, won, player)
            over = max(books - number, 0)
            assert (seat.made, seat.books) == (books >= number, books)
            assert seat.contract == (made if books >= number else failed)
            assert (seat.overbooks, seat.penalty, seat.bonus) == (over, 0, 0)
            assert seat.points == seat.contract + over
            assert seat.is_perfect is (books == number)
            assert str(seat.bid) == bid
            assert seat.entry == f"{bid}, {books}: {seat.points:+}"


OTHERS: list[tuple[str, str, int]] = [
    # Bemo: each of the first four books, with either hand.
    ("bemo", "aaaa", 100),
    ("bemo", "dddd", 100),
    ("bemo", "adda", 100),
    ("bemo", "aaaaAaaa", 100),
    ("bemo", "aaaA" + "a" * 9, -100),
    ("bemo", "Aaaa" + "a" * 9, -100),
    ("bemo", "aaDa" + "a" * 9, -100),
    ("bemo", "", -100),
    # Big Bemo: the first six.
    ("big bemo", "aaaaaa", 200),
    ("big bemo", "daddda", 200),
    ("big bemo", "a" * 13, 200),
    ("big bemo", "aaaaaA" + "a" * 7, -100),
    ("big bemo", "aaaaAa", -100),
    ("big bemo", "Daaaaa", -100),
    # Nil and Naught: one of the hands takes no book, or neither does.
    ("nil", "", 300),
    ("nil", "aAaAaA", 300),
    ("nil", "d" * 13, 300),
    ("nil", "ad", -50),
    ("nil", "Aad", -50),
    ("naught", "", 200),
    ("naught", "a" * 13, 200),
    ("naught", "AdA", 200),
    ("naught", "Dda", -100),
    # Double Nil and Double Naught: neither takes any.
    ("double nil", "", 500),
    ("double nil", "DDD", 500),
    ("double nil", "a", -100),
    ("double nil", "AAAAAAAAAAAAd", -100),
    ("double nil", "ad", -100),
    ("double naught", "", 400),
    ("double naught", "D" * 13, 400),
    ("double naught", "Da", -100),
    ("double naught", "AAAAAAAAAAAAd", -100),
]


@pytest.mark.rule("SP-15", "SP-16", "SP-17")
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(("bid", "books", "points"), OTHERS)
def test_other_bids(bid: str, books: str, points: int, player: int) -> None:
    # These bids have neither overbooks nor penalties, and no bonus.
    seat = seat_of(bid, books, player, overbooks=19, perfect_bids=2)
    assert (seat.points, seat.contract, seat.made) == (points, points, points > 0)
    assert (seat.overbooks, seat.penalty, seat.bonus, seat.is_perfect) == (0, 0, 0, False)
    taken = books.count("a") + books.count("d")
    assert seat.books == taken and seat.entry == f"{bid}, {taken}: {points:+}"


@pytest.mark.rule("SP-17")
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(
    ("bid", "books", "before", "over", "penalty"),
    [
        ("bid 4", 13, 0, 9, 0),
        ("bid 4", 13, 1, 9, -100),
        ("bid 5", 8, 8, 3, -100),
        ("bid 5", 6, 8, 1, 0),
        ("bid 5", 6, 9, 1, -100),
        ("bid 5", 5, 9, 0, 0),
        ("bid 5", 6, 10, 1, 0),
        ("bid 5", 6, 18, 1, 0),
        ("bid 5", 7, 18, 2, -100),
        ("bid 5", 6, 19, 1, -100),
        ("bid 4", 13, 11, 9, -100),
        ("bid 4", 13, 29, 9, -100),
        ("bid 5", 6, 20, 1, 0),
        ("blind 6", 8, 8, 2, -100),
        ("blind 6", 8, 7, 2, 0),
        ("bid 5", 4, 19, 0, 0),
        ("bid 13", 13, 9, 0, 0),
    ],
)
def test_overbooks(bid: str, books: int, before: int, over: int, penalty: int, player: int) -> None:
    seat = seat_of(bid, "a" * books, player, overbooks=before)
    assert (seat.overbooks, seat.penalty) == (over, penalty)
    assert seat.points == seat.contract + over + penalty


@pytest.mark.rule("SP-14", "SP-16", "SP-18")
@pytest.mark.parametrize(
    ("moved", "books", "points"),
    [(0, (4, 9), (40, 90)), (1, (5, 8), (41, -90)), (-1, (3, 10), (-40, 91))],
)
def test_moved_books_count_for_the_caller(
    moved: int, books: tuple[int, int], points: tuple[int, int]
) -> None:
    score = spades.score(["bid 4", "bid 9"], takers("aadd"), moved=moved)
    assert tuple(seat.books for seat in score.seats) == books
    assert score.points == points
    assert [seat.is_perfect for seat in score.seats] == [moved == 0, moved == 0]
    # At most as many books move as the player has.
    for all_of_them in (9, -4):
        score = spades.score(["bid 4", "bid 9"], takers("aadd"), moved=all_of_them)
        assert sorted(seat.books for seat in score.seats) == [0, 13]
    # The takers of the books do not matter.
    score = spades.score(["bemo", "nil"], takers("aadd"), moved=moved)
    assert score.points == (100, 300)


@pytest.mark.rule("SP-15")
def test_bids_may_be_given_as_words_or_moves() -> None:
    books: Sequence[tuple[int, Hand]] = [(player, Hand(hand)) for player, hand in takers("ad")]
    score = spades.score([Bid(BidType.NUMBER, 4), Bid(BidType.NIL)], books)
    assert score == spades.score(("bid 4", "nil"), iter(takers("ad")))
    assert score.points == (-40, 300) and hash(score) == hash(spades.score(["bid 4", "nil"], books))
    for bid in [row[0] for row in TABLE] + [row[0] for row in OTHERS]:
        assert str(spades.score(["bid 4", bid], books).seats[1].bid) == bid


SAID = ["look", "look"]


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


@pytest.mark.rule("SP-15")
@pytest.mark.parametrize("failed", [0, -130, -7])
def test_the_option_for_a_failed_boston(failed: int) -> None:
    state = replay(dealt(taking(8), boston_failed=failed), [*SAID, "bid 13", "bid 5"])
    assert played_out(state).scores == (failed, 50)
    state = replay(dealt(taking(13), boston_failed=failed, target=501), [*SAID, "bid 13", "bid 5"])
    assert played_out(state).scores == (500, -50)


@pytest.mark.rule("SP-18")
def test_perfect_bids_are_counted_across_hands() -> None:
    state = spades.new_game(spades.Rules(target=10**6), dealer=0, perfect_bids=[0, 1])
    played = [
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
    for books, first, second, points, perfect in played:
        hands, bids = taking(books), [first, second]
        if not next_dealer(state):
            hands, bids = [*taking(13 - books)[2:], *taking(13 - books)[:2]], bids[::-1]
        state = tws.apply(state, deal_of(state, hands))
        state = played_out(replay(state, [*SAID, *bids]))
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
    many: tuple[object, ...] = (
        *([0], [0, 0, 0], "00", {0, 1}, {0: 0, 1: 0}, [0, None], [0, True], [0, 1.0], ["0", 0]),
        *(7, False, Hostile(), [Hostile(), 0]),
    )
    for value in (*impossible, *many):
        with pytest.raises(tws.RulesError) as caught:
            spades.new_game(spades.Rules(), **anything({field: value}))
        error = caught.value
        stated = error.expected.partition(", found ")[0]
        assert (error.field, error.rule, stated) == (field, rule, expected)
        assert error.value is value
        assert str(error) == f"{field}={quoted(value)}: expected {error.expected} ({rule})"
