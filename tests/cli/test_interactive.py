"""Whole sessions of a person: moves, also in short, refusals, undo, help, hints, names."""

import codecs
import io
import random
import shlex
from difflib import get_close_matches
from typing import Any
from unittest import mock
from unittest.mock import Mock

import pytest
from click.testing import CliRunner

import twowaystreet as tws
from tests.cli.helpers import EARLIER, SEED_7, golden, output, refusal, run
from tests.games import OURS, facts_of
from tests.helpers import give_rule, nightly_but_every, positions, replay, shuffled
from tests.players.decisions import played_by
from twowaystreet._cli import lookups
from twowaystreet._cli.commands import command
from twowaystreet._cli.lookups import SEARCH, rules_lines, who_lines
from twowaystreet._cli.prompt import Unclear, listed_moves, read_answer
from twowaystreet._core.display import display_of, how_to_play_of
from twowaystreet._core.display.lines import plain, width_of
from twowaystreet._core.display.screen import NameProblem, read_names, sheet_lines
from twowaystreet.games import duel, spades, street, twenty_down, twos
from twowaystreet.players import MonteCarlo, simple

DOWN = ("play", "twenty_down", "--seed", "5", "--hands", "1", "--dealer", "0")
ALONE = (*DOWN, *EARLIER)


SESSIONS = golden("sessions.txt").strip().split("\n\n")
"""Each begins with its arguments, and has the lines typed and then texts of the session."""


def played_again(session: str) -> str:
    """Play a session; return it with the texts nearest to those that it no longer has."""
    first, *lines = session.splitlines()
    typed = [line[2:] for line in lines if line.startswith(">")]
    result = run(*shlex.split(first[2:]), typed=typed)
    text, last = result.output, result.output.rstrip().rpartition("\n")[2]
    assert text.isascii() and result.exit_code == 2 * last.startswith("Error: ")
    told = text.split()

    def again(line: str) -> str:
        if line.startswith(">") or line[2:] in " ".join(told):
            return line
        size = len(line[2:].split())
        parts = [" ".join(told[at : at + size]) for at in range(len(told))]
        return f"| {get_close_matches(line[2:], parts, 1, 0)[0]}"

    return "\n".join([first, *map(again, lines)])


def sessions() -> str:
    """Return the text of ``sessions.txt``."""
    return "\n\n".join(map(played_again, SESSIONS)) + "\n"


@pytest.mark.parametrize("number", range(len(SESSIONS)))
def test_a_session_has_these_texts(number: int) -> None:
    assert played_again(SESSIONS[number]) == SESSIONS[number]


def test_a_thrown_in_deal_is_dealt_again() -> None:
    for seed in range(60):
        words = ("play", "duel", "--seed", str(seed), "--dealer", "0", "--practice")
        for bid in ("bid 1 high", "bid 1 low"):
            session = output(*words, typed=[bid, "undo"])
            if "The deal is thrown in." in session:
                # The same player deals again, and decisions about other cards cannot be undone.
                assert session.count("Hand 1, you deal") == 2
                assert "! nothing to take back" in session
                return
    raise AssertionError("no deal was thrown in")


def test_undo_takes_back_a_decision_and_not_a_card_played_automatically() -> None:
    session = output(*ALONE, "--practice", typed=["7C 8D", "in", "undo"])
    assert "only legal card" in session
    assert session.rstrip().splitlines()[-6].startswith("Your move  [1] in   [2] out")
    asked = output(*ALONE, "--ask-always", typed=["7C 8D", "in"])
    assert "only legal" not in asked and asked.count("Your move") == 3


def test_what_is_no_text_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    undecodable = UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")
    monkeypatch.setattr("builtins.input", Mock(side_effect=[undecodable, "quit"]))
    assert "! cannot read '?'" in output(*SEED_7)


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_a_byte_order_mark_before_the_first_line_does_not_matter(encoding: str) -> None:
    # The program of a pipe reads the mark in the encoding of its system.
    program = CliRunner(charset=encoding)
    typed = codecs.BOM_UTF8 + b"high\nquit\n"
    session = program.invoke(command, SEED_7, input=typed, prog_name="twowaystreet").output
    assert "> high\n" in session and "cannot read" not in session


def test_the_seed_is_shown_after_the_game_and_a_person_can_take_another_seat() -> None:
    session = output("play", "street")
    seed = session.splitlines()[-1].removeprefix("Seed ")
    assert output("play", "street", "--seed", seed) == session
    assert seed not in session.splitlines()[0]
    session = output("play", "street", "--seed", "7", "--seat", "2")
    assert "Hand 1, you deal" in session
    assert "Seat 2" not in session


# Names of players.


def test_names_go_round_from_the_persons_left_and_are_shown_everywhere() -> None:
    assert read_names("Ann, Ben", 4, 2) == ("Ben", "Seat 1", "You", "Ann")
    assert read_names("Ann,Ben,Cem", 3, None) == ("Ann", "Ben", "Cem")
    assert read_names("", 3, 0) == ("You", "Seat 1", "Seat 2")
    words = ("play", "twenty_down", "--seed", "5", "--hands", "1", "--names", "Ann,Ben,Cem")
    session = output(*words, typed=["1", "draw", "out", "1", "1", "1", "1", "1", "last", "who"])
    assert "Seat " not in session and "Score sheet" in session
    assert "Seat " not in output("play", "street", "--auto", "--seed", "7", "--names", "A,B,C,D")


@pytest.mark.parametrize("name", ["李" * 11, "a\x1b[2J", "a\nb", "a\u202eb", "\udcff"])
def test_unfit_names_are_refused(name: str) -> None:
    line = refusal(*SEED_7, "--names", name)
    assert line.isprintable() and "expected" in line and ("columns" in line) is ("李" in name)


def test_a_name_that_the_terminal_cannot_show_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    with pytest.raises(NameProblem, match="letters that this terminal can show"):
        read_names("李", 3, 0)


def test_wide_names_keep_the_columns() -> None:
    session = output(*SEED_7, "--names", "李小龙,e\u0301va", typed=["low", "AC B*"]).splitlines()
    rows = [line.partition("  10 ")[0] for line in session if "  10     " in line]
    assert len(rows) > 8
    assert len({width_of((row,)) for row in rows}) == 1
    score = street.score(["HD", "LD", "LD"], [7, 2, 1])
    *_, title, entries, _ = sheet_lines(
        display_of(street.GAME), [score], ("You", "李小龙", "Ann"), [0] * 3
    )
    ends = [[width_of((part,)) for part in plain(line).split("|")[:2]] for line in (title, entries)]
    assert ends[0] == ends[1]
    assert plain(title).split(" | ")[1].strip() == "李小龙"


State = Any  # a state of any game


def answer(state: State, text: str) -> tws.Move:
    view = tws.view(state, state.actor)
    return read_answer(state, listed_moves(display_of(view), view).numbered, text)


def after(start: State, *moves: str) -> State:
    return replay(shuffled(start, 7), moves)


DECLARING = after(street.new_game(dealer=0))
AT_EXCHANGE = after(street.new_game(dealer=0), "low")
DUEL = after(duel.new_game())
BIDDING = after(spades.new_game(dealer=1), "look", "look")
DRAWING = after(twenty_down.new_game(dealer=3), "trump H")
FIRST, SECOND = AT_EXCHANGE.hands[0][:2]
EXCHANGE = str(street.Exchange((FIRST, SECOND)))


@pytest.mark.parametrize(
    ("state", "text", "move"),
    [
        (AT_EXCHANGE, f"{FIRST} {SECOND}", EXCHANGE),
        (AT_EXCHANGE, f"{SECOND}, {FIRST}", EXCHANGE),
        (AT_EXCHANGE, f"EXCHANGE {FIRST.pretty} {SECOND.pretty}".lower(), EXCHANGE),
        *((BIDDING, "6", "bid 6"), (BIDDING, "bemo", "bemo"), (BIDDING, "bid 4", "bid 4")),
        *((DUEL, "3 high", "bid 3 high"), (DUEL, "bid 2 low", "bid 2 low")),
        *((DUEL, "no bid", "no bid"), (after(twenty_down.new_game(dealer=3)), "h", "trump H")),
        (DRAWING, str(DRAWING.hands[0][0]), f"draw {DRAWING.hands[0][0]}"),
    ],
)
def test_moves_need_no_leading_word(state: State, text: str, move: str) -> None:
    assert str(answer(state, text)) == move


def test_a_short_form_never_drops_a_word_that_changes_the_bid() -> None:
    state = shuffled(spades.new_game(dealer=1, scores=[0, 200]), 1)
    assert "blind 6" in map(str, tws.legal_moves(state))
    assert answer(state, "6") not in tws.legal_moves(state)
    raising = replay(BIDDING, ["naught", "bid 4"])
    assert "double naught" in map(str, tws.legal_moves(raising))
    assert answer(raising, "naught") not in tws.legal_moves(raising)


@pytest.mark.parametrize("name", nightly_but_every(3, tws.GAMES))
def test_every_listed_number_picks_its_move(name: str) -> None:
    picked = 0
    for state in positions(shuffled(tws.GAMES[name].new_game(), 5), random.Random(5)):
        if state.actor is None:
            continue
        view = tws.view(state, state.actor)
        display = display_of(view)
        choices = listed_moves(display, view)
        shown = " ".join(plain(line) for line in choices.lines)
        for number, move in enumerate(choices.numbered, start=1):
            assert answer(state, str(number)) == move == answer(state, f"[{number}]")
            assert f"[{number}] {display.move_text(move)}" in shown
            picked += 1
    assert bool(picked) is (name != "brag")


@pytest.mark.parametrize(
    ("state", "text"),
    [
        *((DECLARING, text) for text in ("0", "3", "99", "9" * 5000, "[3]")),
        *((DECLARING, text) for text in ("²", "1.0", "-1", "+1", "1 2", "١")),
        (DUEL, "3"),  # a strength alone
    ],
)
def test_other_numbers_are_refused(state: State, text: str) -> None:
    outside = state is DECLARING and text.strip("[]").isdecimal() and text.isascii()
    with pytest.raises((Unclear, tws.ParseError)) as refused:
        answer(state, text)
    assert ("the list goes from [1] to [2]" in str(refused.value)) is outside


@pytest.mark.parametrize("name", OURS)
def test_the_rules_fit_on_one_screen_and_name_the_numbers_of_the_game(name: str) -> None:
    game = tws.GAMES[name]
    lines = rules_lines(game, tws.view(game.new_game(), 0))
    assert 12 < len(lines) < 24
    assert all(width_of(line) < 80 for line in lines)
    assert plain(lines[0]) == game.title
    text = " ".join(how_to_play_of(game))
    assert all(fact in text for fact in facts_of(name).told)


def test_a_void_in_spades_is_that_of_the_actual_hand() -> None:
    names = ("You", "Ann")
    void = tws.Void(1, tws.Suit.CLUBS, 0, tws.Card.parse("2S"), "SP-10")
    view: Any = tws.view(shuffled(spades.new_game()), 0)
    with mock.patch.object(type(view), "voids", (void,)):
        lines = who_lines(display_of(spades.GAME), view, names)
    assert plain(lines[0]) == "Void       Ann (actual) has no clubs: 2S to book 1 (SP-10)"


ENTER = "  Enter plays it"
BY_RULE = {"street exchange", "twenty_down trump", "twenty_down draw", "twenty_down declare"}
"""The phases in which a search does not help."""


def hint(state: Any) -> list[str]:  # Any: a state of any game
    view = tws.view(state, state.actor)
    display = display_of(view)
    lines = lookups.hint(display, view, listed_moves(display, view), random.Random(1)).lines
    return [plain(line).rstrip() for line in lines]


@pytest.mark.parametrize("name", nightly_but_every(3, tws.GAMES))
def test_every_game_has_hints_for_every_decision(name: str) -> None:
    rng, game = random.Random(5), tws.GAMES[name]
    phases = set[str]()
    for state in played_by(lambda _: simple, shuffled(game.new_game(), 5), rng):
        view = tws.view(state, state.actor)
        legal = tws.legal_moves(state)
        if len(legal) > 1 and state.phase not in phases:
            phases.add(state.phase)
            first, second, *more = hint(state)
            recommended = tws.parse_move(state, first.removeprefix("Hint").removesuffix(ENTER))
            assert recommended in legal
            if f"{name} {state.phase}" in BY_RULE:
                assert recommended == simple(view, rng)
                assert second.strip().startswith("by rule of thumb")
            else:
                assert second.strip().startswith("Expect to be ")
                table = next(at for at, line in enumerate(more) if "  value  " in line)
                shown = [line for line in more[table:] if line.startswith(" " * 11)]
                assert len(shown) == min(len(legal), 12) + 1
                assert display_of(game).move_text(recommended) in shown[1]
    assert phases


def test_the_table_has_the_best_move_first_and_the_numbers_of_the_prompt() -> None:
    state = shuffled(twos.new_game(dealer=3), 1)
    lines = [line.split() for line in hint(state)[3:]]
    rows = [row for row in lines if row[0].startswith("[")]
    numbered = listed_moves(display_of(twos.GAME), tws.view(state, 0)).numbered
    values = [float(row[2]) for row in rows]
    assert values == sorted(values, reverse=True)
    assert all(str(numbered[int(row[0].strip("[]")) - 1]) == row[1] for row in rows)
    estimates = SEARCH.evaluate(tws.view(state, 0), random.Random(1))
    assert values[0] == round(max(each.mean for each in estimates.values()), 2)
    losses = [(float(row[3]), float(row[4])) for row in rows]
    by_text = {str(move): each for move, each in estimates.items()}
    found = [by_text[row[1]] for row in rows]
    assert losses == [(round(each.loss, 2), round(each.loss_error, 2)) for each in found]
    assert losses[0] == (0, 0) and losses == sorted(losses, key=lambda loss: loss[0])


def test_the_simple_player_gives_hints_without_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shuffled(street.new_game(dealer=0), 7)
    unable = mock.Mock(spec=MonteCarlo, evaluate=mock.Mock(side_effect=tws.WorldsError("unknown")))
    monkeypatch.setattr(lookups, "SEARCH", unable)
    first, second = hint(state)
    assert first == f"Hint       {simple(tws.view(state, 0), random.Random(1))}{ENTER}"
    assert "by rule of thumb" in second
    give_rule(monkeypatch, "street", None)
    (only,) = hint(state)
    assert only.startswith("Hint       none: this game has no rule of thumb")
