"""The commands that only show something: rules, score, last, who and help."""

import re
from typing import Any
from unittest import mock

import pytest

import twowaystreet as tws
from tests.cli.helpers import EARLIER, SEED_7, output
from tests.games import OURS, facts_of
from tests.helpers import shuffled
from twowaystreet._cli.lookups import rules_lines, who_lines
from twowaystreet._core.display import display_of, how_to_play_of
from twowaystreet._core.display.lines import Span, Style, plain, styled, width_of
from twowaystreet.games import duel, spades, street

SCREEN = 24


def shown(session: str, command: str) -> list[str]:
    """Return the lines that a session shows after a command."""
    return session.partition(f"> {command}\n")[2].partition("\n> ")[0].splitlines()


@pytest.mark.parametrize("name", tws.GAMES)
def test_the_rules_of_every_game_fit_on_one_screen(name: str) -> None:
    game = tws.GAMES[name]
    lines = rules_lines(game, tws.view(game.new_game(), 0))
    assert 12 < len(lines) < SCREEN
    assert all(width_of(line) < 80 for line in lines)
    assert plain(lines[0]) == game.title


@pytest.mark.parametrize("name", OURS)
def test_the_rules_name_the_numbers_of_the_game(name: str) -> None:
    text = " ".join(how_to_play_of(tws.GAMES[name]))
    assert all(fact in text for fact in facts_of(name).told)


def test_the_rules_agree_with_the_scoring_of_two_way_street() -> None:
    text = how_to_play_of(tws.GAMES["street"])[-2]
    words = ["three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    for players, word in enumerate(words, start=3):
        found = re.search(rf"(\d)(?: with (?:\w+ or )?{word}\b)", text)
        assert found
        score = street.score((["LD", "HD"] * players)[:players], [0, 10] + [0] * (players - 2))
        assert int(found[1]) == score.seats[0].raw


def test_the_rules_show_the_options_of_this_game() -> None:
    session = " ".join(output("play", "street", "--target", "7", typed=["rules"]).split())
    assert "Options. Players: Four. Decks of cards: 1. Jokers in each deck: A red" in session
    assert "Length of the game: 7. Most hands: No limit." in session
    assert "=" not in session.partition("> rules")[2]


def test_the_score_is_shown_at_any_time() -> None:
    assert shown(output(*SEED_7, typed=["score"]), "score") == [
        "Points     0 (you), 0 (Seat 1), 0 (Seat 2), 0 (Seat 3)"
    ]
    words = ("play", "brag", "--seed", "3", "--dealer", "1")  # the first deal ends a hand
    session = output(*words, typed=["score", "score short"])
    told = shown(session, "score")
    assert told[:2] == [
        "Hand 1",
        "  You     +3, four of a kind: takes the pot of 4, 3 of it from the others",
    ]
    assert told[-2:] == [
        "  Hand 1      +3      -1      -1      -1",
        "  Total        3      -1      -1      -1",
    ]
    assert "+3  | -1     | -1     | -1" in shown(session, "score short")


def test_the_last_trick_is_shown_with_the_player_of_each_card() -> None:
    typed = ["low", "AC B*", "last", "1", "LAST"]
    session = output(*SEED_7, typed=typed)
    assert shown(session, "last") == ["No trick is complete yet."]
    assert shown(session, "LAST") == [
        "Trick 1    Seat 2 led AH, Seat 3 10H, You 2H, Seat 1 R*, taken by Seat 1"
    ]


def test_the_last_trick_names_the_hands_of_a_player() -> None:
    words = ("play", "spades", "--seed", "3", *EARLIER)
    session = output(*words, typed=["look", "8", "stand", "1", "last"])
    (line, more) = shown(session, "last")
    assert line.startswith("Book 1     Seat 1 (dummy) led JC, Seat 1 (actual) 7C, You (dummy) 5C,")
    assert more.strip() == "You (actual) 2C, taken by Seat 1 (dummy)"


def test_the_end_of_the_hand_before_is_shown_until_a_trick_is_complete() -> None:
    words = ("play", "brag", "--seed", "3", "--dealer", "1")
    before, *rest = shown(output(*words, typed=["last"]), "last")
    assert before == "The hand before ended so:"
    assert any("with four of a kind" in line for line in rest)
    words = ("play", "twenty_down", "--seed", "5", "--dealer", "0")
    lines = shown(output(*words, typed=["draw", "out", "last"]), "last")
    assert lines[1].startswith("Trick 5    ") and lines[2].startswith("Result ")


def test_who_shows_voids_and_chances_by_name() -> None:
    words = (*SEED_7, "--names", "Ann,Ben,Cem")
    typed = ["low", "AC B*", "1", "who", *["1"] * 5, "WHO"]
    session = output(*words, typed=typed)
    early = "\n".join(shown(session, "who"))
    assert "worlds look the same to you" in early
    assert "nobody has failed to follow a suit so far" in early
    assert re.search(r"^Ann .*%|^Ann, ", early, re.MULTILINE)
    assert re.search(r"^Void       (Ann|Ben|Cem|You) (has|have) no ", session, re.MULTILINE)


def test_a_void_in_spades_is_that_of_the_actual_hand() -> None:
    names = ("You", "Ann")
    void = tws.Void(1, tws.Suit.CLUBS, 0, tws.Card.parse("2S"), "SP-10")
    view: Any = tws.view(shuffled(spades.new_game()), 0)
    with mock.patch.object(type(view), "voids", (void,)):
        lines = who_lines(display_of(spades.GAME), view, names)
    assert plain(lines[0]) == "Void       Ann (actual) has no clubs: 2S to book 1 (SP-10)"


def test_who_works_with_twenty_players() -> None:
    session = output("play", "street", "--players", "20", "--seed", "2", typed=["who"])
    lines = shown(session, "who")
    assert all(len(line) < 80 for line in lines)


@pytest.mark.parametrize(
    "command", ["hint", "rules", "score", "last", "who", "undo", "save FILE", "help", "quit"]
)
def test_help_lists_every_command(command: str) -> None:
    assert re.search(rf"^{command} +\w", output(*SEED_7, typed=["help"]), re.MULTILINE)


def test_help_explains_short_answers() -> None:
    first, second = output(*SEED_7, typed=["help", "low", "help"]).split("> help\n")[1:]
    assert "A number picks the move with this number in brackets." in first
    assert "You need not type the word exchange." in second
    assert "A number picks" not in second


def test_commands_ignore_case() -> None:
    session = output(*SEED_7, typed=["SCORE", "Rules"])
    assert "! " not in session


def test_bids_are_shown_with_their_worth() -> None:
    text = output("play", "spades", "--seed", "3", typed=["look"])
    assert all(worth in text for worth in ("4 +40/-40", "13 +500/-130", "bemo +100/-100"))
    other = ("play", "spades", "--seed", "3", "--set", "boston_failed=-7")
    assert "13 +500/-7" in output(*other, typed=["look"])


def test_strengths_are_shown_with_the_tricks_that_they_need() -> None:
    lines = output("play", "duel", "--seed", "4", "--dealer", "0").splitlines()
    table = [line[31:].split() for line in lines if line.startswith(" " * 11)]
    strengths, high, low, least, best = table
    assert strengths == [str(number) for number in range(1, 11)]
    for place in range(9):
        won = int(high[place])
        for tricks, captured, direction in (
            ((won, 10 - won), (0, place + 1), "high"),
            ((int(low[place]), 10 - int(low[place])), (place + 1, 0), "low"),
        ):
            points = duel.score(direction, tricks, captured, dealer=1).points
            assert f"+{points[0]}" == least[place]
    assert best[0] == "+18" and high[9] == "-"


def test_being_in_is_shown_with_its_worth() -> None:
    words = ("play", "twenty_down", "--seed", "5", *EARLIER)
    text = output(*words, "--dealer", "0", typed=["draw"])
    assert "in: -1 for each trick, +5 without a trick, -5 if alone in" in text


def test_enter_shows_the_table_again() -> None:
    session = output(*SEED_7, typed=[""])
    assert session.count("Declare   cards  tricks") == 2


def test_refusals_show_cards_with_suit_signs() -> None:
    line = styled("! KC: hearts were led: expected one of 2H 3H (ST-13)", Style.REFUSAL)
    cards = [piece.content for piece in line if isinstance(piece, Span)]
    assert [card for card in cards if isinstance(card, tws.Card)] == list(tws.cards("KC 2H 3H"))
