"""Tien Len and Brag at the terminal: the table, the prompt, and the end of a hand."""

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from tests.brag.table import FOUR_PAIRS, NINE, TIED, again, dealt, lay, played
from tests.cli.helpers import CARD, EARLIER, in_file, output
from tests.helpers import replay
from tests.tien_len.table import CLUBS, DIAMONDS, HEARTS, SPADES, TO_THE_END, playing
from twowaystreet._cli.prompt import listed_moves
from twowaystreet._core.display import display_of, screen
from twowaystreet._core.display.lines import Line, plain
from twowaystreet.games import brag, tien_len

NAMES = ("You", "Seat 1", "Seat 2", "Seat 3")
View = Any  # the view of one of the games


def texts(lines: Iterable[Line]) -> list[str]:
    return [plain(line).rstrip() for line in lines]


def table(view: View) -> list[str]:
    return texts(screen.table_lines(display_of(view), view, NAMES[: len(view.scores)]))


def hand(view: View) -> str:
    return plain(screen.hand_line(display_of(view), view))


def prompt(view: View) -> list[str]:
    return texts(listed_moves(display_of(view), view).lines)


def result(view: View) -> list[str]:
    return texts(screen.result_lines(display_of(view), view, NAMES[: len(view.scores)]))


# Tien Len.


def seen(moves: str, *hands: str, seat: int | None = 0) -> tien_len.View:
    """Return the view of a seat after these moves; each seat holds a suit if no hands are given."""
    state = playing(*hands or (SPADES, CLUBS, DIAMONDS, HEARTS))
    return tws.view(replay(state, filter(None, moves.split("; "))), seat)


@pytest.mark.rule("TL-9")
def test_the_table_shows_the_last_move_of_each_seat_in_the_trick() -> None:
    assert table(seen("3S; pass; 3D; 3H; 4S; pass; pass")) == [
        "Trick 1   cards  tricks  score  out  on the table",
        "  You        11       0      0  -    4S  to beat",
        "  Seat 1     13       0      0  -    pass",
        "  Seat 2     12       0      0  -    pass",
        "> Seat 3     12       0      0  -    3H",
        "To beat    your single 4S, and 2 passes since",
    ]
    assert table(seen("3S; 3C; pass"))[-1] == "To beat    Seat 1's single 3C, and 1 pass since"
    assert table(seen("3S 4S 5S; 3C 4C 5C"))[-1] == "To beat    Seat 1's sequence 3C 4C 5C"
    assert table(seen("3S; 3C; pass; pass; pass", seat=None)) == [
        "Play      cards  tricks  score  out",
        "  You        12       0      0  -",
        "> Seat 1     12       1      0  -",
        "  Seat 2     13       0      0  -",
        "  Seat 3     13       0      0  -",
    ]


def test_the_table_shows_who_has_run_out() -> None:
    lines = table(seen(f"{SPADES}; pass"))
    assert lines[1] == "  You        0      0     0  1st"
    assert "  You     3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2S  to beat" in lines
    over = seen(TO_THE_END)
    assert [line.split()[-1] for line in table(over)[1:5]] == ["1st", "2nd", "3rd", "last"]
    assert result(over) == [
        "Result    tricks  out   points  total",
        "  You          1  1st       +1      1",
        "  Seat 1       1  2nd       +1      1",
        "  Seat 2       2  3rd       +1      1",
        "  Seat 3       0  last      -3     -3",
        "Only Seat 3 keeps cards: 1 point from Seat 3 to each of the others",
        "  You     first out: 1 from the loser (TL-6)",
        "  Seat 1  second out: 1 from the loser (TL-6)",
        "  Seat 2  third out: 1 from the loser (TL-6)",
        "  Seat 3  last with cards: 1 to each of the others (TL-6)",
    ]


@pytest.mark.rule("TL-1")
def test_cards_are_shown_by_rank_with_the_twos_last() -> None:
    view = seen("", "3H 3S 4C 2S AH 2D AC KS KC QS JS 10D 10C")
    assert hand(view) == "Hand       3S 3H  4C  10C 10D  JS  QS  KS KC  AC AH  2S 2D"
    # The first lead must contain the 3S, so no other card of this hand can be led.
    line = screen.hand_line(display_of(view), view)
    assert {str(piece) for piece in line if isinstance(piece, tws.Card)} == {"3S", "3H"}
    lines = table(seen("4C 5D 3S", "3S 4C 5D", seat=None))
    assert lines[1].endswith("3S 4C 5D  to beat")
    assert "To beat    your sequence 3S 4C 5D" in lines
    move = tien_len.PlayCards(tws.cards("KS AH 2C"))
    assert (display_of(view).move_text(move), str(move)) == ("KS AH 2C", "2C AH KS")


def test_a_long_trick_takes_several_lines() -> None:
    view = seen(f"{SPADES}; pass; pass; pass; 3C; 4D; 5H; 6C; 7D; 8H; 9C; 10D; JH; pass; pass")
    trick = screen.trick_lines(display_of(view), 2, view.tricks[1], NAMES, ["a remark"])
    assert texts(trick) == [
        "Trick 2    Seat 1 led 3C, Seat 2 4D, Seat 3 5H, Seat 1 6C, Seat 2 7D,",
        "           Seat 3 8H, Seat 1 9C, Seat 2 10D, Seat 3 JH, taken by Seat 3",
        "           (a remark)",
    ]


@pytest.mark.rule("TL-3", "TL-5")
def test_the_prompt_lists_few_plays_of_a_kind_and_counts_many() -> None:
    cards = "4S 4C 4D 4H 5S 5C 5D 5H 6S 6C 6D 6H 3S"
    assert prompt(seen("", cards)) == [
        "Your move  [1] 3S",
        "           80 sequences of 3 to 4 cards, such as 3S 4S 5D 6C",
    ]
    assert prompt(seen("3S; pass; pass; pass", cards)) == [
        "Your move  [1] 4S   [2] 4C   [3] 4D   [4] 4H   [5] 5S   [6] 5C   [7] 5D",
        "           [8] 5H   [9] 6S   [10] 6C  [11] 6D  [12] 6H",
        "           18 pairs, such as 5S 5H",
        "           12 triplets, such as 5S 5D 5H",
        "           [13] 4S 4C 4D 4H  [14] 5S 5C 5D 5H  [15] 6S 6C 6D 6H",
        "           64 sequences, such as 4S 5S 6D",
        "           216 double sequences, such as 4S 4C 5S 5C 6S 6H",
    ]
    assert prompt(seen("3S 4S 5S", seat=1)) == [
        "Your move  11 sequences, such as 8C 9C 10C",
        "or         [1] pass",
    ]
    assert prompt(seen("3S 4S 5S; pass; 2D KD AD; 2H KH AH", seat=0)) == ["Your move  [1] pass"]


@pytest.mark.rule("TL-2", "TL-3", "TL-4", "TL-5")
def test_illegal_plays_are_refused_with_their_rule() -> None:
    words = ("play", "tien_len", "--seed", "3", "--hands", "1", "--dealer", "1", *EARLIER)
    session = output(*words, typed=["pass", "2s", "4c", "3S QS", "5S 4C 3S", "2H", "climb"])
    assert [line for line in session.splitlines() if line.startswith("! ")] == [
        "! pass: the leader may not pass: expected cards (TL-5)",
        "! 2S: 2S is not in hand: expected cards among 3S 5S 7S 10S QS KS 2H 10H 4C 10C",
        "! 4C: the first lead must contain the 3S: expected a play with it (TL-2)",
        "! 3S QS: these cards are no play: expected one of single, pair, triplet, four",
        "! 2H: another kind than 5D 6S 7C: expected a higher sequence, or pass (TL-4)",
        "! cannot read 'climb': expected the cards of a play, or pass (or help, hint,",
    ]
    assert "\nYou        lead the sequence 3S 4C 5S\n" in session


# Brag.

HANDS = [text.replace("/", "") for text in NINE]


@pytest.mark.rule("BR-9", "BR-12")
def test_the_table_shows_the_pot_and_only_the_own_lay() -> None:
    state = lay(dealt(*HANDS, antes=1), *NINE[:2])
    assert table(tws.view(state, 0)) == [
        "Lay       cards  score  laid",
        "  You         0      0  9C 9D 9H / AS KS QS / JH 5D 2C",
        "  Seat 1      0      0  laid",
        "> Seat 2      9      0  -",
        "  Seat 3      9      0  -",
        "Pot        2 antes of each player",
    ]
    assert table(tws.view(state, None))[1] == "  You         0      0  laid"
    assert "laid" not in table(tws.view(state, 1))[2]
    assert hand(tws.view(dealt(*HANDS), 0)) == "Hand       2C  5D  9C 9D 9H  JH  QS  KS  AS"


@pytest.mark.rule("BR-10")
def test_the_showing_puts_hands_of_the_same_place_in_a_column() -> None:
    title, first, *others = result(tws.view(played(*NINE), None))
    places = [title.index(word) for word in ("best hand", "second hand", "third hand")]
    hands = ["9C 9D 9H prial*", "AS KS QS running flush*", "JH 5D 2C high card"]
    assert [first.index(hand) for hand in hands] == places
    assert "  You       2      +3      3" in others
    assert "You take the pot of 4 stakes: two of three hands won" in others
    assert "  Seat 1  no hand won: loses 1 stake (BR-10)" in others


KINGS, THREE = "KC QC JC / 8C 8D 4H", "9C 9D 9H / AS KS QS / 3C 3D JH"
NOBODY = "Nobody has both hands among the best, so the pot of 2 stakes stays"
SEVERAL = "Several players have both hands among the best, so the pot of 2 stakes stays"
WON = "You take the pot of 2 stakes: both hands are among the best"


@pytest.mark.rule("BR-10", "BR-11", "BR-12")
@pytest.mark.parametrize(
    ("laid", "told"),
    [
        (TIED, "Nobody has won two hands, so the pot of 3 stakes stays"),
        (TIED, "  Seat 2  no hand won: the pot stays (BR-10)"),
        ((THREE, "AC 2D 3H / 7C 7D KH / 4S 6H QD"), ": three of three hands won"),
        ((KINGS, "KD QD JD / 8H 8S 3C"), WON),
        ((KINGS, "KD QD JD / 8H 8S 3C"), " best  points  total"),
        ((KINGS, "KD QD JD / 8H 8S 4C"), SEVERAL),
        ((KINGS, "AC AD KS / 9C 9D 2H"), NOBODY),
    ],
)
def test_the_pot_is_explained(laid: tuple[str, ...], told: str) -> None:
    assert any(told in line for line in result(tws.view(played(*laid), None)))


@pytest.mark.rule("BR-12")
def test_a_pot_that_stayed_is_taken_later() -> None:
    later = tws.view(again(played(*TIED), *NINE[:3]), None)
    assert "You take the pot of 6 stakes: two of three hands won" in result(later)
    assert not any(line.startswith("Pot") for line in table(later))


@pytest.mark.rule("BR-7")
def test_four_of_a_kind_is_shown_and_nothing_else() -> None:
    fours = ("7C 7D 7H 7S 2C 3D 4H", "AC AD AH AS KC QD JH", "2D 3H 4S 5C 6D 8H 9S")
    view = tws.view(dealt(*fours), 2)
    assert result(view) == [
        "Result    shown        points  total",
        "  You     7C 7D 7H 7S      +2      2",
        "  Seat 1  AC AD AH AS      -1     -1",
        "  Seat 2                   -1     -1",
        "You take the pot of 3 stakes at once, with four of a kind",
        "  You     four of a kind: takes the pot of 3, 2 of it from the others (BR-7)",
        "  Seat 1  against four of a kind: loses 1 stake (BR-7)",
        "  Seat 2  against four of a kind: loses 1 stake (BR-7)",
    ]
    shown = {str(card) for cards in view.shown for card in cards}
    assert {*CARD.findall("\n".join(table(view)))} == shown


@pytest.mark.rule("BR-13")
def test_hands_that_the_deal_ends_are_numbered_like_all_others() -> None:
    lines = output("play", "brag", "--auto", "--game", "--seed", "2").splitlines()
    numbers = [line.split()[1].rstrip(",") for line in lines if line.startswith("Hand ")]
    assert numbers == [str(number) for number in range(1, 13)]
    assert sum("Four pairs" in line for line in lines) == 2
    assert not any(one == two == "" for one, two in pairwise(lines))


@pytest.mark.rule("BR-7")
@pytest.mark.parametrize("words", [(), ("--seat", "1"), ("--public",), ("--step",)])
def test_a_dead_hand_is_replayed(words: tuple[str, ...], tmp_path: Path) -> None:
    start = brag.new_game(brag.Rules(players=2), dealer=1)
    hands = [tws.cards(each) for each in (FOUR_PAIRS, "AC KC JC 9C 7C 6D 5H 3S 10S")]
    record = tws.Record(start).play(tws.deal_hands(start, hands))
    printed = output("replay", in_file(tmp_path / "game", record), *words)
    assert "  Seat 0  2C 4C QC 2D 4D QD 8H 8S      +0      0" in printed
    assert "Four pairs: nobody plays this hand, and the pot of 2 stakes stays" in printed
    assert "  Seat 0  four pairs dealt: the pot stays (BR-7)" in printed
    if "--public" in words:
        assert {*CARD.findall(printed)} == {*FOUR_PAIRS.split()} - {"KH"}


@pytest.mark.parametrize(
    ("cards", "lays", "hands"), [(9, 280, "three"), (7, 70, "two"), (6, 10, "two")]
)
def test_the_prompt_counts_the_lays_and_shows_one(cards: int, lays: int, hands: str) -> None:
    state = brag.new_game(brag.Rules(cards=cards, players=2), dealer=1)
    pack = state.rules.pack.cards
    state = tws.apply(state, tws.deal_hands(state, [pack[:cards], pack[20 : 20 + cards]]))
    first, second = prompt(tws.view(state, 0))
    assert first == f"Your move  one of {lays} lays of {hands} hands,"
    example = second.removeprefix("           such as ")
    assert tws.parse_move(state, example) in tws.legal_moves(state)


@pytest.mark.rule("BR-9")
def test_a_lay_is_told_with_its_best_hand_first() -> None:
    move = brag.Lay([tws.cards(hand) for hand in ("2C 5D JH", "9C 9D 9H", "QS KS AS")])
    assert display_of(brag.GAME).move_text(move) == "lay 9C 9D 9H / AS KS QS / JH 5D 2C"
