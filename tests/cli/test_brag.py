"""Brag at the terminal: the pot, own and hidden lays, the showing, and hands that the deal ends."""

from itertools import pairwise
from pathlib import Path

import pytest

import twowaystreet as tws
from tests.brag.table import FOUR_PAIRS, NINE, TIED, again, dealt, lay, played
from tests.cli.helpers import CARD, SEED_7, in_file, output
from twowaystreet._cli.prompt import listed_moves
from twowaystreet._core.display import display_of, screen
from twowaystreet._core.display.lines import Line, plain
from twowaystreet.games import brag

DISPLAY = display_of(brag.GAME)
NAMES = ("You", "Seat 1", "Seat 2", "Seat 3")


def texts(lines: list[Line]) -> list[str]:
    return [plain(line).rstrip() for line in lines]


def table(state: brag.State, seat: int | None) -> list[str]:
    view = tws.view(state, seat)
    return texts(screen.table_lines(DISPLAY, view, NAMES[: len(view.scores)]))


def result(state: brag.State) -> list[str]:
    view = tws.view(state, None)
    return texts(screen.result_lines(DISPLAY, view, NAMES[: len(view.scores)]))


@pytest.mark.rule("BR-9", "BR-12")
def test_the_table_shows_the_pot_and_only_the_own_lay() -> None:
    hands = [text.replace("/", "") for text in NINE]
    state = lay(dealt(*hands, antes=1), *NINE[:2])
    assert table(state, 0) == [
        "Lay       cards  score  laid",
        "  You         0      0  9C 9D 9H / AS KS QS / JH 5D 2C",
        "  Seat 1      0      0  laid",
        "> Seat 2      9      0  -",
        "  Seat 3      9      0  -",
        "Pot        2 antes of each player",
    ]
    assert table(state, None)[1] == "  You         0      0  laid"
    assert "laid" not in table(state, 1)[2]


def test_a_hand_is_shown_by_rank() -> None:
    view = tws.view(dealt(*(text.replace("/", "") for text in NINE)), 0)
    shown = plain(screen.hand_line(DISPLAY, view))
    assert shown == "Hand       2C  5D  9C 9D 9H  JH  QS  KS  AS"


@pytest.mark.rule("BR-10")
def test_the_showing_puts_hands_of_the_same_place_in_a_column() -> None:
    title, first, *others = result(played(*NINE))
    places = [title.index(word) for word in ("best hand", "second hand", "third hand")]
    hands = ["9C 9D 9H prial*", "AS KS QS running flush*", "JH 5D 2C high card"]
    assert [first.index(hand) for hand in hands] == places
    assert "  You       2      +3      3" in others
    assert "You take the pot of 4 stakes: two of three hands won" in others
    assert "  Seat 1  no hand won: loses 1 stake (BR-10)" in others


@pytest.mark.rule("BR-10", "BR-12")
def test_a_pot_that_stays_is_explained() -> None:
    state = played(*TIED)
    shown = result(state)
    assert "Nobody has won two hands, so the pot of 3 stakes stays" in shown
    assert shown[-1] == "  Seat 2  no hand won: the pot stays (BR-10)"
    later = again(state, *NINE[:3])
    assert "You take the pot of 6 stakes: two of three hands won" in result(later)
    assert not any(line.startswith("Pot") for line in table(later, 0))


@pytest.mark.rule("BR-10")
def test_three_points_are_explained() -> None:
    state = played("9C 9D 9H / AS KS QS / 3C 3D JH", "AC 2D 3H / 7C 7D KH / 4S 6H QD")
    assert any(": three of three hands won" in line for line in result(state))


@pytest.mark.rule("BR-11")
def test_the_pot_with_six_cards_is_explained() -> None:
    first, second = "KC QC JC / 8C 8D 4H", "KD QD JD / 8H 8S 3C"
    won = result(played(first, second))
    assert won[0].split()[-3:] == ["best", "points", "total"]
    assert "You take the pot of 2 stakes: both hands are among the best" in won
    both = "Several players have both hands among the best, so the pot of 2 stakes stays"
    assert both in result(played(first, "KD QD JD / 8H 8S 4C"))
    split = "Nobody has both hands among the best, so the pot of 2 stakes stays"
    assert split in result(played(first, "AC AD KS / 9C 9D 2H"))


FOURS = ("7C 7D 7H 7S 2C 3D 4H", "AC AD AH AS KC QD JH", "2D 3H 4S 5C 6D 8H 9S")


@pytest.mark.rule("BR-7")
def test_four_of_a_kind_is_shown_and_nothing_else() -> None:
    state = dealt(*FOURS)
    assert result(state) == [
        "Result    shown        points  total",
        "  You     7C 7D 7H 7S      +2      2",
        "  Seat 1  AC AD AH AS      -1     -1",
        "  Seat 2                   -1     -1",
        "You take the pot of 3 stakes at once, with four of a kind",
        "  You     four of a kind: takes the pot of 3, 2 of it from the others (BR-7)",
        "  Seat 1  against four of a kind: loses 1 stake (BR-7)",
        "  Seat 2  against four of a kind: loses 1 stake (BR-7)",
    ]
    assert set(CARD.findall("\n".join(table(state, 2)))) == {
        str(card) for cards in state.shown for card in cards
    }


@pytest.mark.rule("BR-13")
def test_hands_that_the_deal_ends_are_numbered_like_all_others() -> None:
    lines = output("play", "brag", "--auto", "--game", "--seed", "2").splitlines()
    numbers = [line.split()[1].rstrip(",") for line in lines if line.startswith("Hand ")]
    assert numbers == [str(number) for number in range(1, 13)]
    assert sum("Four pairs" in line for line in lines) == 2
    assert not any(one == two == "" for one, two in pairwise(lines))


@pytest.mark.rule("BR-7")
def test_a_dead_hand_is_replayed(tmp_path: Path) -> None:
    start = brag.new_game(brag.Rules(players=2), dealer=1)
    other = "AC KC JC 9C 7C 6D 5H 3S 10S"
    pack = tws.deal_hands(start, [tws.cards(FOUR_PAIRS), tws.cards(other)])
    record = tws.Record(start).play(pack)
    path = in_file(tmp_path / "game", record)
    for words in ((), ("--seat", "1"), ("--public",), ("--step",)):
        printed = output("replay", path, *words)
        assert "  Seat 0  2C 4C QC 2D 4D QD 8H 8S      +0      0" in printed
        assert "Four pairs: nobody plays this hand, and the pot of 2 stakes stays" in printed
        assert "  Seat 0  four pairs dealt: the pot stays (BR-7)" in printed
    shown = set(CARD.findall(output("replay", path, "--public")))
    assert shown == set(FOUR_PAIRS.split()) - {"KH"}


@pytest.mark.parametrize(
    ("cards", "lays", "hands"), [(9, 280, "three"), (7, 70, "two"), (6, 10, "two")]
)
def test_the_prompt_counts_the_lays_and_shows_one(cards: int, lays: int, hands: str) -> None:
    state = brag.new_game(brag.Rules(cards=cards, players=2), dealer=1)
    pack = state.rules.pack.cards
    state = tws.apply(state, tws.deal_hands(state, [pack[:cards], pack[20 : 20 + cards]]))
    first, second = texts([*listed_moves(DISPLAY, tws.view(state, 0)).lines])
    assert first == f"Your move  one of {lays} lays of {hands} hands,"
    example = second.removeprefix("           such as ")
    assert tws.parse_move(state, example) in tws.legal_moves(state)


def test_a_lay_is_told_with_its_best_hand_first() -> None:
    """BR-9: the hands are compared from the best one on."""
    move = brag.Lay([tws.cards(hand) for hand in ("2C 5D JH", "9C 9D 9H", "QS KS AS")])
    assert DISPLAY.move_text(move) == "lay 9C 9D 9H / AS KS QS / JH 5D 2C"


SEED_3 = ("play", "brag", "--seed", "3", "--hands", "1")
LAY = "lay 5c 5d 10s / ac qh kh / 3s 6c js"


def test_a_person_lays_and_sees_the_showing() -> None:
    session = output(*SEED_3, typed=["help", "lay 5c 5d", "lay 2C 5D JH/9C 9D 9H/QS KS AS", LAY])
    assert "Divide your cards into hands of three" in session
    assert "! cannot read 'lay 5c 5d': found the end, expected a card" in session
    assert "are not in hand: expected cards among 3S 10S JS" in " ".join(session.split())
    assert "\nYou        lay AC KH QH (run) / 5C 5D 10S (pair) / JS 6C 3S (high card)\n" in session
    before, _, after = session.partition("You        lay")
    assert "Result    best hand" in after
    assert "prial" not in before.partition("Divide")[0]


@pytest.mark.rule("BR-9")
def test_a_seats_replay_shows_only_its_own_lay(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    output(*SEED_3, "--save", str(path), typed=[LAY])
    printed = output("replay", str(path), "--seat", "0")
    said = [line for line in printed.splitlines() if "  lay" in line]
    assert said == [
        "Seat 2  lays hands face down",
        "Seat 3  lays hands face down",
        "Seat 0  lays AC KH QH (run) / 5C 5D 10S (pair) / JS 6C 3S (high card)",
        "Seat 1  lays hands face down",
    ]


def test_hands_are_chosen_by_numbers() -> None:
    words = ("play", "brag", "--seed", "3", "--hands", "1")
    session = output(*words, typed=["arrange", "9 8 7", "6, 5, 1"])
    assert "or         arrange, to choose the cards by numbers" in session
    assert "You        lay AC KH QH (run) / JS 10S 3S (flush) / 5C 5D 6C (pair)" in session
    for wrong in (["9 9 8"], ["1 2 3 4"], ["10"], ["x"]):
        refused = output(*words, typed=["arrange", *wrong])
        assert "! expected up to 3 numbers of the list, such as 3 1" in refused
    too_few = output(*words, typed=["arrange", "9 8", "1", "1 2 3"])
    assert "! no legal move has these cards" in too_few
    played = output("play", "twos", "--seed", "3", typed=["arrange"])
    assert "! arrange is for moves with several cards: type a card or its number" in played
    assert "You        exchange 8S 10S" in output(*SEED_7, typed=["low", "arrange", "1 2"])
