"""Tien Len at the terminal: the table, the prompt, tricks, and the end of a hand."""

import random
from functools import partial

import pytest

import twowaystreet as tws
from tests.cli.helpers import EARLIER, output
from tests.cli.test_replay import Listener
from tests.helpers import replay
from tests.tien_len.table import CLUBS, DIAMONDS, HEARTS, SPADES, TO_THE_END, playing
from twowaystreet._cli import session as sessions
from twowaystreet._cli.prompt import listed_moves
from twowaystreet._cli.session import Opponents, Session
from twowaystreet._core.display import display_of, screen
from twowaystreet._core.display.lines import Line, Span, Style, plain
from twowaystreet._core.display.screen import Screen, trick_lines
from twowaystreet.games import tien_len
from twowaystreet.players import simple

NAMES = ("You", "Seat 1", "Seat 2", "Seat 3")
DISPLAY = display_of(tien_len.GAME)


def texts(lines: list[Line]) -> list[str]:
    return [plain(line).rstrip() for line in lines]


def seen(moves: str, *hands: str, seat: int | None = 0) -> tien_len.View:
    """Return the view of a seat after these moves; each seat holds a suit if no hands are given."""
    state = playing(*hands or (SPADES, CLUBS, DIAMONDS, HEARTS))
    return tws.view(replay(state, filter(None, moves.split("; "))), seat)


def table(view: tien_len.View) -> list[str]:
    return texts(screen.table_lines(DISPLAY, view, NAMES))


def prompt(view: tien_len.View) -> list[str]:
    return texts([*listed_moves(DISPLAY, view).lines])


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


def test_a_lead_shows_no_play_to_beat() -> None:
    lines = table(seen("3S; 3C; pass; pass; pass", seat=None))
    assert lines == [
        "Play      cards  tricks  score  out",
        "  You        12       0      0  -",
        "> Seat 1     12       1      0  -",
        "  Seat 2     13       0      0  -",
        "  Seat 3     13       0      0  -",
    ]
    own = seen("3S; 3C; pass; pass; pass", seat=1)
    assert table(own)[0] == "Trick 2   cards  tricks  score  out"


def test_the_table_shows_who_has_run_out() -> None:
    lines = table(seen(f"{SPADES}; pass"))
    assert lines[1] == "  You        0      0     0  1st"
    assert f"  You     {SPADES_IN_ORDER}  to beat" in lines
    over = seen(TO_THE_END)
    assert [line.split()[-1] for line in table(over)[1:5]] == ["1st", "2nd", "3rd", "last"]
    result = texts(screen.result_lines(DISPLAY, over, NAMES))
    assert result == [
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


SPADES_IN_ORDER = "3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2S"
"""The suit from the lowest up, with the two last."""


@pytest.mark.rule("TL-1")
def test_a_hand_is_shown_by_rank_with_the_twos_last() -> None:
    view = seen("", "3H 3S 4C 2S AH 2D AC KS KC QS JS 10D 10C")
    line = screen.hand_line(DISPLAY, view)
    assert plain(line) == "Hand       3S 3H  4C  10C 10D  JS  QS  KS KC  AC AH  2S 2D"
    # The first lead must contain the 3S, so no other card of this hand can be led.
    bright = {str(piece) for piece in line if isinstance(piece, tws.Card)}
    assert bright == {"3S", "3H"}


def test_a_complete_trick_ends_with_the_play_that_took_it() -> None:
    view = seen("3S; pass; 3D; 3H; pass; pass; pass")
    (line,) = trick_lines(DISPLAY, 1, view.tricks[0], NAMES)
    assert plain(line) == (
        "Trick 1    You led 3S, Seat 1 pass, Seat 2 3D, Seat 3 3H, taken by Seat 3"
    )
    assert [piece for piece in line if piece == Span(tws.Card.parse("3H"), Style.STRONG)]


def test_a_long_trick_takes_several_lines() -> None:
    view = seen(f"{SPADES}; pass; pass; pass; 3C; 4D; 5H; 6C; 7D; 8H; 9C; 10D; JH; pass; pass")
    lines = texts(trick_lines(DISPLAY, 2, view.tricks[1], NAMES, ["a remark"]))
    assert lines == [
        "Trick 2    Seat 1 led 3C, Seat 2 4D, Seat 3 5H, Seat 1 6C, Seat 2 7D,",
        "           Seat 3 8H, Seat 1 9C, Seat 2 10D, Seat 3 JH, taken by Seat 3",
        "           (a remark)",
    ]


def test_running_out_is_an_event() -> None:
    events = DISPLAY.describe_events
    assert [*events(seen(""), seen(SPADES), NAMES)] == ["you go out first"]
    assert [*events(seen(SPADES), seen(f"{SPADES}; pass"), NAMES)] == []


@pytest.mark.rule("TL-3")
def test_the_prompt_lists_few_plays_of_a_kind_and_counts_many() -> None:
    hand = "4S 4C 4D 4H 5S 5C 5D 5H 6S 6C 6D 6H 3S"
    assert prompt(seen("", hand)) == [
        "Your move  [1] 3S",
        "           80 sequences of 3 to 4 cards, such as 3S 4S 5D 6C",
    ]
    assert prompt(seen("3S; pass; pass; pass", hand)) == [
        "Your move  [1] 4S   [2] 4C   [3] 4D   [4] 4H   [5] 5S   [6] 5C   [7] 5D",
        "           [8] 5H   [9] 6S   [10] 6C  [11] 6D  [12] 6H",
        "           18 pairs, such as 5S 5H",
        "           12 triplets, such as 5S 5D 5H",
        "           [13] 4S 4C 4D 4H  [14] 5S 5C 5D 5H  [15] 6S 6C 6D 6H",
        "           64 sequences, such as 4S 5S 6D",
        "           216 double sequences, such as 4S 4C 5S 5C 6S 6H",
    ]


def test_the_prompt_names_a_last_card() -> None:
    last = seen(f"{' '.join(SPADES.split()[:-1])}; pass; pass; pass")
    assert prompt(last) == ["Your move  [1] 2S"]


def test_sequences_of_several_lengths_are_counted_together() -> None:
    lines = prompt(seen(""))
    assert lines[0] == "Your move  [1] 3S"
    assert lines[1].startswith("           11 sequences of 3 to 13 cards, such as 3S 4S")


@pytest.mark.rule("TL-5")
def test_the_prompt_offers_a_pass_last() -> None:
    assert prompt(seen("3S 4S 5S", seat=1)) == [
        "Your move  11 sequences, such as 8C 9C 10C",
        "or         [1] pass",
    ]
    assert prompt(seen("3S 4S 5S; pass; 2D KD AD; 2H KH AH", seat=0)) == ["Your move  [1] pass"]


SEED_3 = ("play", "tien_len", "--seed", "3", "--hands", "1", "--dealer", "1", *EARLIER)
"""Arguments of a hand that seat 0 leads."""


@pytest.mark.rule("TL-2", "TL-3", "TL-4", "TL-5")
def test_illegal_plays_are_refused_with_their_rule() -> None:
    session = output(*SEED_3, typed=["pass", "2s", "4c", "3S QS", "3S 4C 5S", "2H"])
    refused = [line for line in session.splitlines() if line.startswith("! ")]
    assert refused == [
        "! pass: the leader may not pass: expected cards (TL-5)",
        "! 2S: 2S is not in hand: expected cards among 3S 5S 7S 10S QS KS 2H 10H 4C 10C",
        "! 4C: the first lead must contain the 3S: expected a play with it (TL-2)",
        "! 3S QS: these cards are no play: expected one of single, pair, triplet, four",
        "! 2H: another kind than 5D 6S 7C: expected a higher sequence, or pass (TL-4)",
    ]


def test_a_line_that_is_no_move_is_answered_with_both_forms() -> None:
    session = output(*SEED_3, typed=["3s", "climb"])
    assert "! cannot read 'climb': expected the cards of a play, or pass (or help, hint," in session


def test_help_explains_the_plays() -> None:
    session = " ".join(output(*SEED_3, typed=["help"]).split())
    assert "a double sequence of three or more pairs" in session
    assert "Your move [1] 3S" in session


def test_a_person_who_has_run_out_sees_the_rest_of_the_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    places = set[int]()
    for seed in range(6):
        listener, players = Listener(), random.Random(seed)
        start = tien_len.new_game()
        screen = Screen(tien_len.GAME, tws.view(start, 0), listener, 0)
        others = Opponents(random.Random(seed), players)
        session = Session(tws.Record(start), others, screen)
        monkeypatch.setattr(sessions, "ask", partial(simple_answer, session, players))
        sessions.TerminalPlayer(session, 0, practice=False).play(1)
        over = session.look(0)
        assert isinstance(over, tien_len.View) and over.score is not None
        told = " ".join(" ".join(listener.shown).split())
        assert told.count(" the trick") == len(over.tricks)
        places.add(over.score.seats[0].place)
    assert len(places) > 2


def simple_answer(session: Session, players: random.Random) -> str:
    """Type the move of a simple player."""
    return str(simple(session.look(0), players))


@pytest.mark.rule("TL-1")
def test_screens_and_sentences_show_sequences_from_the_lowest_up() -> None:
    lines = table(seen("4C 5D 3S", "3S 4C 5D", seat=None))
    assert lines[1].endswith("3S 4C 5D  to beat")
    assert "To beat    your sequence 3S 4C 5D" in lines
    session = output(*SEED_3, typed=["5S 4C 3S"])
    assert "\nYou        lead the sequence 3S 4C 5S\n" in session
    move = tien_len.PlayCards(tws.cards("KS AH 2C"))
    assert (DISPLAY.move_text(move), str(move)) == ("KS AH 2C", "2C AH KS")
