"""Hints: the recommended move, and the values of all moves in words."""

import random
from typing import Any
from unittest import mock

import pytest

import twowaystreet as tws
from tests.cli.helpers import SEED_7, output
from tests.helpers import give_rule, nightly_but_every, shuffled
from twowaystreet._cli import lookups
from twowaystreet._cli.lookups import SEARCH
from twowaystreet._cli.prompt import ListedMoves, listed_moves
from twowaystreet._core.display import display_of
from twowaystreet._core.display.lines import Span, Style, plain
from twowaystreet.games import street, twos
from twowaystreet.players import simple

ENTER = "  Enter plays it"


def hint(state: Any) -> list[str]:  # Any: a state of any game
    """Return the hint to the player to move."""
    view = tws.view(state, state.actor)
    game = next(game for game in tws.GAMES.values() if game.State is type(state))
    display = display_of(game)
    lines = lookups.hint(display, view, listed_moves(display, view), random.Random(1)).lines
    return [plain(line).rstrip() for line in lines]


BY_RULE = {
    ("street", "exchange"),
    ("twenty_down", "trump"),
    ("twenty_down", "draw"),
    ("twenty_down", "declare"),
}
"""The phases in which a search does not help."""


@pytest.mark.parametrize("name", nightly_but_every(3, tws.GAMES))
def test_every_game_has_hints_for_every_decision(name: str) -> None:
    rng, game = random.Random(5), tws.GAMES[name]
    state: Any = shuffled(game.new_game(), 5)
    phases = set[str]()
    while not state.hand_over:
        if state.needs_deal:
            state = tws.apply(state, tws.shuffle(state, rng))
            continue
        view = tws.view(state, state.actor)
        legal = tws.legal_moves(state)
        if len(legal) > 1 and state.phase not in phases:
            phases.add(state.phase)
            first, second, *more = hint(state)
            recommended = tws.parse_move(state, first.removeprefix("Hint").removesuffix(ENTER))
            assert recommended in legal
            if (name, state.phase) in BY_RULE:
                assert recommended == simple(view, rng)
                assert second.strip().startswith("by rule of thumb")
            else:
                assert second.strip().startswith("Expect to be ")
                shown = [line for line in more if line.startswith(" " * 11)]
                assert len(shown) == min(len(legal), 12) + 1
                assert display_of(game).move_text(recommended) in shown[1]
        state = tws.apply(state, simple(view, rng))
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


def test_a_hint_is_given_in_words_with_its_unit() -> None:
    session = " ".join(output(*SEED_7, typed=["low", "AC B*", "hint"]).split())
    assert "points ahead of the others' average in this hand." in session or (
        "points behind the others' average in this hand." in session
    )
    assert "the mean of 20 sampled deals, played to the end by simple players" in session
    duel = " ".join(output("play", "duel", "--seed", "4", "--dealer", "0", typed=["hint"]).split())
    assert "your opponent in this hand." in duel
    assert "The table shows the best 12." in duel


def test_a_hint_stays_the_same_and_changes_nothing() -> None:
    typed = ["low", "AC B*", "1", "1"]
    session = output(*SEED_7, typed=typed)
    with_hints = output(*SEED_7, typed=["hint", "low", "hint", "AC B*", "1", "hint", "hint", "1"])
    assert session.splitlines()[-12:] == with_hints.splitlines()[-12:]
    *_, one, other = with_hints.split("> hint\n")
    assert other.startswith(one)


def test_the_simple_player_gives_the_hint_if_hidden_cards_cannot_be_sampled() -> None:
    state = shuffled(street.new_game(dealer=0), 7)
    view = tws.view(state, 0)
    with mock.patch.object(lookups, "SEARCH", Unable()):
        first, second = hint(state)
    assert first == f"Hint       {simple(view, random.Random(1))}{ENTER}"
    assert "by rule of thumb" in second


def test_without_worlds_and_a_rule_of_thumb_there_is_no_advice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    give_rule(monkeypatch, "street", None)
    state = shuffled(street.new_game(dealer=0), 7)
    with mock.patch.object(lookups, "SEARCH", Unable()):
        (only,) = hint(state)
    assert only.startswith("Hint       none: this game has no rule of thumb")


class Unable:
    """A search in a game without worlds."""

    def evaluate(self, view: tws.View, rng: random.Random) -> object:
        raise tws.WorldsError("unknown")


def test_the_recommended_move_stands_out() -> None:
    state = shuffled(twos.new_game(dealer=3), 1)
    choices = ListedMoves((), ())
    found = lookups.hint(display_of(twos.GAME), tws.view(state, 0), choices, random.Random(1))
    (line, *_) = found.lines
    (piece,) = [piece for piece in line if isinstance(piece, Span) and piece.style is Style.STRONG]
    assert isinstance(piece.content, tws.Card)


def test_enter_plays_the_hinted_move() -> None:
    words = ("play", "brag", "--seed", "3", "--hands", "1")
    session = output(*words, typed=["hint", ""])
    assert "Hint       lay AC KH QH / JS 10S 3S / 5C 5D 6C  Enter plays it" in session
    assert "You        lay AC KH QH (run) / JS 10S 3S (flush) / 5C 5D 6C (pair)" in session
    other = output(*words, typed=["hint", "score", ""])
    assert "You        lay" not in other and other.count("Task       ") == 2


def test_numbers_choose_from_the_list_of_a_hint() -> None:
    words = ("play", "brag", "--seed", "3", "--hands", "1")
    session = output(*words, typed=["4", "hint", "4"])
    assert "! cannot read '4': " in session
    assert "[4]   lay AC 6C 5C / JS 10S 3S / KH QH 5D" in session
    assert "You        lay AC 6C 5C (flush) / JS 10S 3S (flush) / KH QH 5D (high card)" in session


def test_a_number_that_is_a_move_stays_one_after_a_hint() -> None:
    session = output("play", "duel", "--seed", "4", "--dealer", "0", typed=["hint", "1"])
    assert "[1]" not in session.partition("Hint ")[2].partition("Your move")[0]
