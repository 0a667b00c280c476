"""Moves typed in short: by number, and without their leading word."""

import contextlib
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import twowaystreet as tws
from tests.cli.helpers import SEED_7, output
from tests.helpers import nightly_but_every, replay, shuffled
from twowaystreet._cli.prompt import Unclear, listed_moves, read_answer
from twowaystreet._core.display import display_of
from twowaystreet._core.display.lines import plain
from twowaystreet.games import brag, duel, spades, street, twenty_down


def answer(state: Any, text: str) -> tws.Move:  # Any: a state of any game
    """Return the move that a text means to the player to move."""
    game = next(game for game in tws.GAMES.values() if game.State is type(state))
    numbered = listed_moves(display_of(game), tws.view(state, state.actor)).numbered
    return read_answer(state, numbered, text)


def after(start: Any, *moves: str) -> Any:  # Any: as above
    return replay(shuffled(start, 7), moves)


AT_EXCHANGE = after(street.new_game(dealer=0), "low")
POSITIONS = [
    AT_EXCHANGE,
    after(street.new_game(dealer=0)),
    after(duel.new_game()),
    after(spades.new_game(), "look", "look"),
    after(brag.new_game()),
]


@pytest.mark.parametrize("text", ["{0} {1}", "{1} {0}", "exchange {0} {1}", "{0}, {1}"])
def test_an_exchange_needs_no_leading_word(text: str) -> None:
    first, second = AT_EXCHANGE.hands[0][:2]
    expected = street.Exchange((first, second))
    assert answer(AT_EXCHANGE, text.format(first, second)) == expected
    assert answer(AT_EXCHANGE, text.format(first.pretty, second.pretty).lower()) == expected


@pytest.mark.parametrize(
    ("text", "move"), [("6", "bid 6"), ("13", "bid 13"), ("bemo", "bemo"), ("bid 4", "bid 4")]
)
def test_a_number_is_a_bid_where_bids_are_numbers(text: str, move: str) -> None:
    state = after(spades.new_game(dealer=1), "look", "look")
    assert str(answer(state, text)) == move
    assert listed_moves(display_of(spades.GAME), tws.view(state, state.actor)).numbered == ()


def test_a_short_form_never_drops_a_word_that_changes_the_bid() -> None:
    behind = spades.new_game(dealer=1, scores=[0, 200])
    state = shuffled(behind, 1)
    assert "blind 6" in map(str, tws.legal_moves(state))
    assert answer(state, "6") not in tws.legal_moves(state)
    raising = after(spades.new_game(dealer=1), "look", "look", "naught", "bid 4")
    assert "double naught" in map(str, tws.legal_moves(raising))
    assert answer(raising, "naught") not in tws.legal_moves(raising)


@pytest.mark.parametrize(
    ("text", "move"), [("3 high", "bid 3 high"), ("bid 2 low", "bid 2 low"), ("no bid", "no bid")]
)
def test_duel_bids_need_no_leading_word(text: str, move: str) -> None:
    assert str(answer(after(duel.new_game()), text)) == move


def test_a_strength_alone_is_no_bid() -> None:
    with pytest.raises(tws.ParseError):
        answer(after(duel.new_game()), "3")


def test_trumps_and_discards_need_no_leading_word() -> None:
    state = after(twenty_down.new_game(dealer=3))
    assert str(answer(state, "h")) == "trump H"
    state = tws.apply(state, tws.parse_move(state, "trump H"))
    card = state.hands[0][0]
    assert str(answer(state, str(card))) == f"draw {card}"


@pytest.mark.parametrize("name", nightly_but_every(3, tws.GAMES))
def test_every_listed_number_picks_its_move(name: str) -> None:
    rng, game = random.Random(5), tws.GAMES[name]
    state: Any = shuffled(game.new_game(), 5)
    picked, display = 0, display_of(game)
    while not state.hand_over:
        if state.needs_deal:
            state = tws.apply(state, tws.shuffle(state, rng))
            continue
        choices = listed_moves(display, tws.view(state, state.actor))
        shown = " ".join(plain(line) for line in choices.lines)
        for number, move in enumerate(choices.numbered, start=1):
            assert answer(state, str(number)) == move == answer(state, f"[{number}]")
            assert f"[{number}] {display.move_text(move)}" in shown
            picked += 1
        state = tws.apply(state, rng.choice(tws.legal_moves(state)))
    assert bool(picked) is (name != "brag")


@pytest.mark.parametrize("text", ["0", "3", "99", "9" * 5000, "[3]"])
def test_a_number_outside_the_list_is_refused(text: str) -> None:
    with pytest.raises(Unclear, match=r"the list goes from \[1\] to \[2\]"):
        answer(after(street.new_game(dealer=0)), text)


@pytest.mark.parametrize("text", ["²", "1.0", "-1", "+1", "1 2", "١"])
def test_only_plain_numbers_pick_a_move(text: str) -> None:
    with pytest.raises(tws.ParseError):
        answer(after(street.new_game(dealer=0)), text)


@given(st.text() | st.text("0123456789[]CDHS*/ bidexchang"), st.sampled_from(POSITIONS))
def test_any_line_is_a_move_or_refused(text: str, state: Any) -> None:
    with contextlib.suppress(Unclear, tws.ParseError):
        assert isinstance(answer(state, text), tws.Move)


def test_an_illegal_short_form_is_refused_with_its_rule() -> None:
    session = output(*SEED_7, typed=["low", "2S 3S"])
    assert "! exchange 2S 3S: 2S 3S are not in hand" in session


def test_short_answers_are_repeated_in_full() -> None:
    session = output(*SEED_7, typed=["2", "ac b*", "1"])
    for line in (
        "You        declare low",
        "You        exchange AC Black Joker, drawing 3H 4D",
        "You        play 2H",
    ):
        assert f"\n{line}\n" in session


def test_a_lone_card_is_no_exchange() -> None:
    assert answer(AT_EXCHANGE, "10S") not in tws.legal_moves(AT_EXCHANGE)
