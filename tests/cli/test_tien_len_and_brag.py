"""Tien Len and Brag at the terminal: the table, the prompt, and the end of a hand."""

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from tests.brag.table import FOUR_PAIRS, NINE, TIED, again, dealt, lay, played
from tests.cli.helpers import CARD, EARLIER, golden, in_file, output
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


SCREENS = {
    lines[0]: lines[1:]
    for lines in (part.splitlines() for part in golden("screens.txt").split("\n\n"))
}
"""The lines of parts of the screen by the names of the parts."""

# Tien Len.


def seen(moves: str, *hands: str, seat: int | None = 0) -> tien_len.View:
    """Return the view of a seat after these moves; each seat holds a suit if no hands are given."""
    state = playing(*hands or (SPADES, CLUBS, DIAMONDS, HEARTS))
    return tws.view(replay(state, filter(None, moves.split("; "))), seat)


ALL_OUT = seen(f"{SPADES}; pass; pass; pass; 3C; 4D; 5H; 6C; 7D; 8H; 9C; 10D; JH; pass; pass")
MANY = "4S 4C 4D 4H 5S 5C 5D 5H 6S 6C 6D 6H 3S"
TRIO = "4C 5D 3S"
TIEN_LEN = {
    "a trick with passes": table(seen("3S; pass; 3D; 3H; 4S; pass; pass")),
    "one pass": table(seen("3S; 3C; pass"))[-1:],
    "a sequence": table(seen("3S 4S 5S; 3C 4C 5C"))[-1:],
    "a sequence from the lowest up": table(seen(TRIO, "3S 4C 5D", seat=None)),
    "a lead": table(seen("3S; 3C; pass; pass; pass", seat=None)),
    "a player has run out": table(seen(f"{SPADES}; pass")),
    "all have run out": table(seen(TO_THE_END)),
    "the result": result(seen(TO_THE_END)),
    "a hand by rank with the twos last": [
        hand(seen("", "3H 3S 4C 2S AH 2D AC KS KC QS JS 10D 10C"))
    ],
    "a long trick": texts(
        screen.trick_lines(display_of(ALL_OUT), 2, ALL_OUT.tricks[1], NAMES, ["a remark"])
    ),
    "few plays": prompt(seen("", MANY)),
    "many plays": prompt(seen("3S; pass; pass; pass", MANY)),
    "a pass comes last": prompt(seen("3S 4S 5S", seat=1)),
    "only a pass": prompt(seen("3S 4S 5S; pass; 2D KD AD; 2H KH AH", seat=0)),
}


@pytest.mark.rule("TL-1", "TL-3", "TL-5", "TL-9")
@pytest.mark.parametrize("part", TIEN_LEN)
def test_a_screen_of_tien_len(part: str) -> None:
    assert TIEN_LEN[part] == SCREENS[part]


@pytest.mark.rule("TL-1")
def test_only_cards_that_can_be_led_are_bright() -> None:
    """The first lead must contain the 3S."""
    view = seen("", "3H 3S 4C 2S AH 2D AC KS KC QS JS 10D 10C")
    line = screen.hand_line(display_of(view), view)
    assert {str(piece) for piece in line if isinstance(piece, tws.Card)} == {"3S", "3H"}
    move = tien_len.PlayCards(tws.cards("KS AH 2C"))
    assert (display_of(view).move_text(move), str(move)) == ("KS AH 2C", "2C AH KS")


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


LAYING = lay(dealt(*HANDS, antes=1), *NINE[:2])
FOURS = dealt("7C 7D 7H 7S 2C 3D 4H", "AC AD AH AS KC QD JH", "2D 3H 4S 5C 6D 8H 9S")
BRAG = {
    "the pot and the own lay": table(tws.view(LAYING, 0)),
    "lays of others": table(tws.view(LAYING, None)),
    "a hand by rank": [hand(tws.view(dealt(*HANDS), 0))],
    "the showing": result(tws.view(played(*NINE), None)),
    "four of a kind": result(tws.view(FOURS, None)),
}


@pytest.mark.rule("BR-7", "BR-9", "BR-10", "BR-12")
@pytest.mark.parametrize("part", BRAG)
def test_a_screen_of_brag(part: str) -> None:
    assert BRAG[part] == SCREENS[part]


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
    view = tws.view(FOURS, 2)
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
