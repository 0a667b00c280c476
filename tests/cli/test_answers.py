"""Moves typed in short, and reports in words of the moves of others."""

import contextlib
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import twowaystreet as tws
from tests.cli.helpers import SEED_7, output
from tests.helpers import nightly_but_every, replay, shuffled, some_move
from twowaystreet._cli.prompt import Unclear, listed_moves, read_answer
from twowaystreet._core.display import display_of
from twowaystreet._core.display.lines import plain
from twowaystreet._core.display.sentences import Happening, report_lines
from twowaystreet._core.records.seat_records import event_of
from twowaystreet.games import brag, duel, spades, street, tien_len, twenty_down, twos

State = Any  # a state of any game
NAMES = ("You", "Ann", "李小龙", "Dan")


def answer(state: State, text: str) -> tws.Move:
    """Return the move that a text means to the player to move."""
    view = tws.view(state, state.actor)
    return read_answer(state, listed_moves(display_of(view), view).numbered, text)


def after(start: State, *moves: str) -> State:
    return replay(shuffled(start, 7), moves)


def turns(name: str, seed: int, rng: random.Random) -> Iterator[tuple[State, tws.Move]]:
    """Yield the decisions of a random hand, with the moves made."""
    state: State = shuffled(tws.GAMES[name].new_game(), seed)
    while not state.hand_over:
        move = some_move(state, rng)
        if not state.needs_deal:
            yield state, move
        state = tws.apply(state, move)


DECLARING = after(street.new_game(dealer=0))
AT_EXCHANGE = after(street.new_game(dealer=0), "low")
DUEL = after(duel.new_game())
BIDDING = after(spades.new_game(dealer=1), "look", "look")
DRAWING = after(twenty_down.new_game(dealer=3), "trump H")
POSITIONS = [AT_EXCHANGE, DECLARING, DUEL, BIDDING, after(brag.new_game())]


@pytest.mark.parametrize("text", ["{0} {1}", "{1} {0}", "exchange {0} {1}", "{0}, {1}"])
def test_an_exchange_needs_no_leading_word(text: str) -> None:
    first, second = AT_EXCHANGE.hands[0][:2]
    expected = street.Exchange((first, second))
    assert answer(AT_EXCHANGE, text.format(first, second)) == expected
    assert answer(AT_EXCHANGE, text.format(first.pretty, second.pretty).lower()) == expected


@pytest.mark.parametrize(
    ("state", "text", "move"),
    [
        (BIDDING, "6", "bid 6"),
        (BIDDING, "13", "bid 13"),
        (BIDDING, "bemo", "bemo"),
        (BIDDING, "bid 4", "bid 4"),
        (DUEL, "3 high", "bid 3 high"),
        (DUEL, "bid 2 low", "bid 2 low"),
        (DUEL, "no bid", "no bid"),
        (after(twenty_down.new_game(dealer=3)), "h", "trump H"),
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
    for state, _ in turns(name, 5, random.Random(5)):
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


@given(st.text() | st.text("0123456789[]CDHS*/ bidexchang"), st.sampled_from(POSITIONS))
def test_any_line_is_a_move_or_refused(text: str, state: State) -> None:
    with contextlib.suppress(Unclear, tws.ParseError):
        assert isinstance(answer(state, text), tws.Move)


def report(start: State, *moves: str, seed: int = 7, typed: int = -1) -> str:
    """Report moves of a deal to seat 0, as one text.

    Args:
        start: the state before the deal.
        moves: the moves after the deal; an empty text stands for any legal move.
        seed: the seed of the deal.
        typed: the place of the move that the person typed.
    """
    state, rng = shuffled(start, seed), random.Random(seed)
    happened = list[Happening]()
    for place, text in enumerate(moves):
        move = tws.parse_move(state, text) if text else some_move(state, rng)
        event = event_of(state, move, 0)
        happened.append(Happening(tws.view(state, 0), event, is_typed=place == typed))
        state = tws.apply(state, move)
    display = display_of(tws.view(state, 0))
    lines = report_lines(display, happened, NAMES[: len(state.scores)], 0)
    return " ".join(" ".join(map(plain, lines)).split())


OPTIONAL = street.Rules(exchange=street.ExchangeRule.OPTIONAL)


@pytest.mark.parametrize(
    ("start", "moves", "told"),
    [
        (
            street.new_game(OPTIONAL, dealer=1),
            "high;keep;high;;high;keep;keep",
            "Ann declares high and keeps all ten cards; 李小龙 declares high and exchanges two "
            "cards; Dan declares high and keeps all ten cards; you keep all ten cards, forced to "
            "go low.",
        ),
        (duel.new_game(dealer=1), "bid 3 high", "Ann bids in secret."),
        (
            spades.new_game(),
            "look;look;bid 4;bemo;bid 6;stand;stand",
            "Ann looks at the cards; you look at the cards; Ann bids 4; you bid bemo; Ann raises "
            "to 6; you stand; Ann stands.",
        ),
        (
            twenty_down.new_game(dealer=0),
            "trump C;draw;draw;draw;draw;out;in;out",
            "Ann names clubs as trumps and keeps all five cards; 李小龙 keeps all five cards; Dan "
            "keeps all five cards; you keep all five cards; 李小龙 stays out; Dan goes in; you "
            "stay out.",
        ),
    ],
)
def test_moves_are_told_without_hidden_cards(start: State, moves: str, told: str) -> None:
    assert report(start, *moves.split(";")) == f"Meanwhile {told}"


def test_effects_of_moves_are_told_but_typed_moves_are_not() -> None:
    assert report(duel.new_game(dealer=1), "bid 3 high", "bid 2 low", typed=1) == (
        "Meanwhile Ann bids in secret; the bids are 2 low (you), 3 high (Ann); the direction is "
        "high; you capture 3 tricks from the stock."
    )
    told = report(duel.new_game(dealer=0), "no bid", "no bid")
    assert told.startswith("Meanwhile You make no bid; Ann makes no bid")
    told = report(twos.new_game(dealer=0), "", "", "", "")
    assert told.startswith("Trick 1 Ann leads ")
    assert told.count(" plays ") == 2 and "; you play " in told
    assert "take the trick" in told or "takes the trick" in told
    told = report(tien_len.new_game(), *[""] * 12, seed=3)
    assert "passes" in told and " leads " in told
    assert "lay " in report(brag.new_game(dealer=3), "")


@pytest.mark.parametrize("name", tws.GAMES)
def test_every_move_of_every_game_is_told(name: str) -> None:
    for seed in range(4):
        for state, move in turns(name, seed, random.Random(seed)):
            view, event = tws.view(state, 0), event_of(state, move, 0)
            names = NAMES[: len(state.scores)]
            first, *_ = report_lines(display_of(view), [Happening(view, event)], names, 0)
            assert plain(first)[11:].startswith(f"{names[event.seat or 0]} ")
            assert "choose" not in plain(first)


def test_a_person_reads_the_report_before_the_table() -> None:
    session = output(*SEED_7, "--names", "Ann", typed=["low", "AC B*", "2H"])
    told = (
        "\nMeanwhile  Seat 2 declares high and exchanges two cards; Seat 3 declares high\n"
        "           and exchanges two cards.\n\nDeclare "
    )
    assert told in session
    assert "\nTrick 1    Ann plays Red Joker and takes the trick.\nTrick 2    " in session
