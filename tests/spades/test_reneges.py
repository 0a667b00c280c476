"""Reneges that are refused, or played, shown and called, and the effects of calls (SP-14)."""

from typing import Any

import pytest

import twowaystreet as tws
from tests.helpers import anything, play, refused, replay, texts
from tests.spades.table import HEARTS, SPADES, played_out, playing
from twowaystreet import Suit, reasons
from twowaystreet.games import spades
from twowaystreet.games.spades import Hand

# The dummy of player 0 leads the queen of hearts. The actual hand of player 1 can take every book.
HANDS = [
    "QH 3H 4H 5H 6H 7H 8H 9H 10H JH 2C 3C 4C",
    "5C 6C 7C 8C 9C 10C JC QC KC AC 3D 4D 5D",
    "3S 4S 5S 6S 6D 7D 8D 9D 10D JD QD KD AD",
    "R* B* 2S AS KS QS JS 10S 9S 8S 7S KH AH",
]
CALLS = ["renege 1", "renege 2", "renege 3"]


def swapped(hands: list[str], dealer: int) -> list[str]:
    """Return the hands for player 1 as dealer, else with both players exchanged."""
    return hands if dealer else hands[2:] + hands[:2]


def others(state: spades.State) -> spades.State:
    """Play the first legal card for everybody, up to the dealer's actual hand."""
    while (state.actor, state.hand_to_play) != (state.dealer, Hand.ACTUAL):
        state = tws.apply(state, tws.Play(cards_of(state)[0]))
    return state


def cards_of(state: spades.State) -> list[tws.Card]:
    return [move.card for move in tws.legal_moves(state) if isinstance(move, tws.Play)]


def reneged(books: int = 1, *, dealer: int = 1, **options: Any) -> spades.State:
    """Return a state after the dealer ruffed a heart illegally and took ``books`` with spades."""
    state = playing(*swapped(HANDS, dealer), dealer=dealer, renege="penalised", **options)
    state = others(play(state, "QH"))
    for lead in SPADES.split()[:books]:
        state = others(play(state, lead))
    return state


@pytest.mark.rule("SP-10", "SP-14")
def test_reneges_are_refused_unless_the_option_allows_them() -> None:
    state = others(play(playing(*HANDS), "QH"))
    assert texts(state) == ["KH", "AH"]
    for text in ("R*", "9S"):
        assert refused(state, text, reasons.MustFollow).rule == "SP-10"
    for text in (*CALLS, "no renege"):
        assert refused(state, text, reasons.WrongMove).rule == "SP-9"


@pytest.mark.rule("SP-13", "SP-14")
def test_an_actual_hand_may_play_any_card_but_a_dummy_may_not() -> None:
    state = playing(*HANDS, renege="penalised")
    state = play(state, "QH 5C")
    # The dummy has to follow with its spades as always.
    assert texts(state) == ["3S", "4S", "5S", "6S"]
    assert refused(state, "6D", reasons.MustTrump).rule == "SP-13"
    state = play(state, "3S")
    assert texts(state) == list(map(str, state.hands[3])) and len(texts(state)) == 13
    assert refused(state, "5C", reasons.NotHeld).rule == "AL-5"
    assert play(state, "7S").tricks[0].winning_hand is Hand.ACTUAL


@pytest.mark.rule("SP-14")
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("books", [1, 2, 3, 4])
def test_a_renege_is_called_once_it_is_shown(books: int, dealer: int) -> None:
    state = reneged(books, dealer=dealer)
    caller = 1 - dealer
    assert state.books[dealer] == books
    # No card has shown yet that the hand had hearts.
    elsewhere = play(state, str(cards_of(state)[-1]))
    assert (elsewhere.actor, elsewhere.phase) == (caller, spades.Phase.PLAY)
    for text in (*CALLS, "no renege"):
        assert refused(elsewhere, text, reasons.WrongMove).rule == "SP-9"
    state = play(state, "KH")
    # The caller is asked at each own turn, with either hand, for up to three existing books.
    for hand in Hand:
        assert (state.actor, state.hand_to_play, state.phase) == (caller, hand, spades.Phase.CALL)
        cards = list(map(str, cards_of(state)))
        assert texts(state) == CALLS[:books] + cards and cards
        for text in (*CALLS[books:], "no renege"):
            reason = refused(state, text, reasons.NotOffered)
            assert (reason.rule, reason.expected) == ("SP-14", ", ".join(CALLS[:books]))
        for text in ("look", "stand", "bid 4", "nil"):
            assert refused(state, text, reasons.WrongMove).rule == "SP-14"
        rule = "SP-13" if hand is Hand.DUMMY and state.trick.cards else "SP-12"
        rule = rule if hand is Hand.DUMMY else "AL-5"
        assert refused(state, "AH", reasons.NotHeld).rule == rule
        state = play(state, cards[0])
    # The other player has nothing to call.
    assert (state.actor, state.phase) == (dealer, spades.Phase.PLAY)


@pytest.mark.rule("SP-14")
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("taken", [1, 2, 3])
def test_a_call_moves_books_and_the_caller_then_plays(taken: int, dealer: int) -> None:
    before = play(reneged(4, dealer=dealer), "KH")
    after = replay(before, [f"renege {taken}"])
    caller = 1 - dealer
    assert (before.books[caller], before.books[dealer]) == (0, 4)
    assert (after.books[caller], after.books[dealer]) == (taken, 4 - taken)
    assert (after.actor, after.hand_to_play) == (caller, before.hand_to_play)
    assert (after.phase, texts(after)) == (spades.Phase.PLAY, list(map(str, cards_of(before))))
    assert (after.tricks, after.trick, after.hands) == (before.tricks, before.trick, before.hands)
    for seat in (0, 1, None):
        seen = anything(tws.view(after, seat))
        assert (seen.called[dealer], seen.called[caller]) == ((0,), ())
        assert seen.books == after.books
        assert anything(tws.view(before, seat)).called == ((), ())
    # A renege is called only once, even if more hearts are shown.
    for text in CALLS:
        assert refused(after, text, reasons.WrongMove).rule == "SP-9"
    again = play(others(after), "AH")
    assert (again.actor, again.phase) == (caller, spades.Phase.PLAY)


TWO_RENEGES = [
    "KH AH QC 3H 4H 5H KC 6H 9H 10H JH QH 2C",
    "AC 8C 4D 5D 6D KD AD 3S 4S 5S 6S 7S 8S",
    "JC 10C 3C 4C 5C 6C 7C 7D 8D 9D 10D JD QD",
    "R* B* 2S AS KS QS JS 10S 9S 7H 8H 9C 3D",
]


def on(hands: list[str], dealer: int, plays: str) -> spades.State:
    return play(playing(*swapped(hands, dealer), dealer=dealer, renege="penalised"), plays)


def called(state: spades.State, player: int) -> tuple[int, ...]:
    found: tuple[int, ...] = anything(tws.view(state, None)).called[player]
    return found


def to_the_end(state: spades.State) -> spades.State:
    while state.hand_to_play:
        cards = cards_of(state)
        following = [one for one in cards if (one.suit or Suit.SPADES) is state.trick.led]
        state = tws.apply(state, tws.Play((following or cards)[0]))
    return state


@pytest.mark.rule("SP-14")
@pytest.mark.parametrize("dealer", [0, 1])
def test_a_renege_can_be_called_once_its_player_has_a_book(dealer: int) -> None:
    # Hearts are shown in the second book, but the player has none before the third.
    state = on(TWO_RENEGES, dealer, "KH 8C 3C 3D AH 4D 10C 8H")
    assert (state.actor, state.phase) == (1 - dealer, spades.Phase.PLAY)
    state = play(state, "3H 5D 7D R* B*")
    assert (state.actor, state.phase) == (1 - dealer, spades.Phase.CALL)
    assert texts(state)[:2] == ["renege 1", "2C"]
    assert refused(state, "renege 2", reasons.NotOffered).expected == "renege 1"
    state = replay(state, ["renege 1"])
    assert (state.books[1 - dealer], state.books[dealer]) == (3, 0)
    # The renege in the third book is not shown yet, and the dealer has no book left to lose.
    assert (state.actor, state.phase) == (1 - dealer, spades.Phase.PLAY)


@pytest.mark.rule("SP-14")
@pytest.mark.parametrize("dealer", [0, 1])
def test_after_the_last_book_both_players_may_call_and_the_dealer_is_last(dealer: int) -> None:
    other = 1 - dealer
    # The dealer reneges in the first and third book, the other player in the second one; the
    # dealer shows clubs first, then hearts.
    plays = "KH 8C 3C R* 3D 3H 3S 7D AC 4C 2S 2C 9C KC 4D JC AH 5D 10C 8H"
    state = to_the_end(on(TWO_RENEGES, dealer, plays))
    assert len(state.tricks) == 13 and not state.hand_over and state.score is None
    assert not any(state.hands)
    assert (state.actor, state.phase, state.hand_to_play) == (other, spades.Phase.CALL, None)
    books = state.books
    assert min(books) >= 3
    assert texts(state) == [*CALLS, "no renege"]
    for move in ("2C", "look", "stand", "bid 4"):
        assert refused(state, move, reasons.WrongMove).rule == "SP-14"
    # The other player has two reneges to call, then the dealer has one.
    once = replay(state, ["renege 1"])
    assert (once.actor, called(once, dealer)) == (other, (0,))
    twice = replay(once, ["renege 2"])
    assert (twice.actor, called(twice, dealer)) == (dealer, (0, 2))
    assert (twice.books[other], twice.books[dealer]) == (books[other] + 3, books[dealer] - 3)
    last = replay(twice, ["renege 3"])
    assert last.hand_over and last.books == books and called(last, other) == (1,)
    # A player who declines is not asked again.
    for first in (["no renege"], ["renege 1", "no renege"]):
        after = replay(state, first)
        assert (after.actor, after.phase) == (dealer, spades.Phase.CALL)
        assert texts(after) == [*CALLS, "no renege"]
        assert replay(after, ["no renege"]).hand_over
    scored = tws.score_hand(replay(state, ["no renege", "renege 2"]))
    assert scored.seats[dealer].books == books[dealer] + 2


@pytest.mark.rule("SP-14")
def test_no_call_is_offered_without_books_to_move() -> None:
    # The dealer takes only two books, both with reneges: in hearts and in clubs.
    hands = [
        "KH AH QC KC 3H 4H 5H 6H 9H 10H JH QH 2C",
        "AC 8C 2S AS KS QS JS 10S 9S 8S 7S 6S 5S",
        "JC 10C 4C 5C 6C 7C 7D 8D 9D 10D JD QD AD",
        "R* B* 7H 8H 9C 3C 3S 4S 3D 4D 5D 6D KD",
    ]
    state = on(hands, 1, "KH 8C 4C R* 3D 3H 5S 7D AC 5C B* 2C 4D 4H 6S 8D")
    state = to_the_end(state)
    assert state.books == (11, 2)
    assert (state.actor, texts(state)) == (0, [*CALLS[:2], "no renege"])
    assert (
        refused(state, "renege 3", reasons.NotOffered).expected == "renege 1, renege 2, no renege"
    )
    once = replay(state, ["renege 1"])
    assert (once.actor, texts(once)) == (0, ["renege 1", "no renege"])
    all_taken = replay(state, ["renege 2"])
    assert all_taken.hand_over and all_taken.books == (13, 0)


@pytest.mark.rule("SP-14")
@pytest.mark.parametrize(
    "plays",
    [
        # A hand void in the suit does not renege, and hearts of a dummy prove nothing.
        "QC AC JC 9C",
        # The other dummy does not follow the diamond led; its later diamonds prove nothing.
        "QC AC JC 9C 4D 7D 3D 3H",
    ],
)
def test_these_plays_are_not_reneges(plays: str) -> None:
    state = on(TWO_RENEGES, 1, plays)
    while state.hand_to_play:
        assert state.phase is spades.Phase.PLAY
        state = to_the_end(state)
    assert state.hand_over


@pytest.mark.rule("SP-1", "SP-14")
@pytest.mark.parametrize(
    ("lead", "kept", "plays"),
    [
        # A player kept back a Joker when spades were led, or spades when a Joker was led.
        ("4S", "B*", "4S 2S 2C AC 3S 3C B* 3H KC"),
        ("R*", "5S", "R* 4S 2C AC 3H 3S 3C 5S KC"),
    ],
)
def test_reneges_count_jokers_as_spades(lead: str, kept: str, plays: str) -> None:
    rest = " ".join(one for one in SPADES.split() if one not in (lead, kept))
    hands = [
        f"{lead} {HEARTS}",
        rest,
        "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QD KD AD",
        f"{kept} AC KC QC 3D 4D 5D 6D 7D 8D 9D 10D JD",
    ]
    state = on(hands, 1, plays)
    assert texts(state)[0] == "renege 1"
    assert called(replay(state, ["renege 1"]), 1) == (0,)


@pytest.mark.rule("SP-14", "SP-15", "SP-16", "SP-17")
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize(
    ("bids", "taken", "entries", "points"),
    [
        # The dealer has taken all thirteen, with the actual hand.
        ("bid 4/bid 13", 0, "bid 4, 0/bid 13, 13", (-40, 500)),
        ("bid 4/bid 13", 1, "bid 4, 1/bid 13, 12", (-40, -130)),
        ("bid 4/bid 12", 1, "bid 4, 1/bid 12, 12", (-40, 240)),
        ("bid 4/bid 11", 3, "bid 4, 3/bid 11, 10", (-40, -110)),
        ("bid 4/bid 9", 1, "bid 4, 1/bid 9, 12", (-40, 93)),
        ("bid 4/bid 4", 2, "bid 4, 2/bid 4, 11", (-40, 47)),
        # The books and bids stay as they were played.
        ("double naught/big bemo", 3, "double naught, 3/big bemo, 10", (400, 200)),
        ("naught/bemo", 3, "naught, 3/bemo, 10", (200, 100)),
        ("bemo/naught", 3, "bemo, 3/naught, 10", (-100, 200)),
        ("big bemo/double naught", 3, "big bemo, 3/double naught, 10", (-100, -100)),
    ],
)
def test_calls_change_only_the_totals(
    bids: str, taken: int, entries: str, points: tuple[int, int], dealer: int
) -> None:
    state = reneged(11, dealer=dealer, bids=["look", "look", *bids.split("/")])
    state = replay(state, ["KH", f"renege {taken}"] if taken else ["KH"])
    state = played_out(state)
    assert [(book.winner, book.winning_hand) for book in state.tricks] == [
        (dealer, Hand.ACTUAL)
    ] * 13
    seats = [tws.score_hand(state).seats[player] for player in (1 - dealer, dealer)]
    assert [seat.points for seat in seats] == list(points)
    assert "/".join(f"{seat.bid}, {seat.books}" for seat in seats) == entries
    assert state.books == tuple(seat.books for seat in tws.score_hand(state).seats)
