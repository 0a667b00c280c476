"""Each number of a rule stands once: with other numbers texts, bounds and players change, too.

A process for each game changes all its numbers, but for those on which the deal depends. It writes
down which ones, all texts, and what is wrong in random hands.
"""

import json
import random
import re
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from tests.changing import Numbers
from tests.cli.helpers import run_python
from tests.games import OURS, facts_of
from tests.helpers import hand_played, nightly_but_every, positions, shuffled
from tests.text.test_every_game import SUMS
from twowaystreet._core.display.display import display_of
from twowaystreet._core.display.options import option_words_of
from twowaystreet._core.engine.game import move_types
from twowaystreet._core.playouts.policies import moves
from twowaystreet._core.playouts.trials import payoffs_after
from twowaystreet._core.tricks.play_tables import Situation
from twowaystreet._spaces.types import sizes_of
from twowaystreet._util.numbers import NUMBERS, ORDINALS
from twowaystreet.games import duel
from twowaystreet.games.duel.display import _goal
from twowaystreet.games.twos.player import TwosPlayer
from twowaystreet.games.twos.score import PRICE

HANDS = 40
"""The number of seeds of a game, which its starts share."""


def texts_of(game: tws.Game) -> list[str]:
    """Return everything that a game says before a hand."""
    display, state = display_of(game), game.new_game()
    words = [*option_words_of(game).values()]
    first = tws.view(shuffled(state), shuffled(state).actor)
    names = ["Ann", "Ben", "Cem", "Dan"][: len(state.scores)]
    by_phase = (display.phase_help, display.typing_help, display.hints)
    return [
        *display.how_to_play,
        *(str(text) for texts in by_phase for text in texts.values()),
        *(display.score_help, display.summary, display.sheet_legend),
        *display.none_means.values(),
        *(each.label for each in words),
        *(text for each in words for value, text in each.values.items() if value.isalpha()),
        *(each.form for each in move_types(game)),
        display.task(first, names),
        *(option.note for option in display.options(first, names)),
        str(game.new_game.__doc__).partition("Args:")[0],
    ]


def faults_of(name: str) -> list[str]:
    """Play hands, and return points out of bounds, false sums and confused players."""
    game, found = tws.GAMES[name], list[str]()
    bounds, starts = vars(game.State)["_first_points"], facts_of(name).starts.values()
    for start, seed in product(starts, range(HANDS // len(starts))):
        state = start()
        state = game.new_game(state.rules, dealer=seed % state.rules.seats)
        sizes, rng = sizes_of(game, state.rules), random.Random(seed)
        least, most = sizes.number(bounds.least), sizes.number(bounds.most)
        hand = [*positions(shuffled(state, seed), rng)]
        middle = rng.choice([each for each in hand if each.actor is not None] or [state])
        ends = [hand_played(state, rng)]
        for policy in ("random", "simple") if middle.actor is not None else ():
            *_, (_, last) = moves(policy, middle, seed)
            ends.append(last)
            if payoffs_after(middle, seed, policy) != tws.payoffs(last):
                found.append(f"seed {seed}: a playout of {policy} players has other points")
        for end in ends:
            score = tws.score_hand(end)
            if not all(least <= points <= most for points in score.points):
                found.append(f"seed {seed}: points {score.points}, not {least} to {most}")
            seen = tws.view(end, None)
            names = [f"Seat {seat}" for seat in range(len(end.scores))]
            rows = display_of(game).score_rows(seen, names)
            sums = [SUMS[name](row.words) for row in rows]
            if sums != list(score.points):
                found.append(f"seed {seed}: {rows} for {score.points}")
    return found


def tell(name: str, numbers: Numbers) -> None:
    """Print what a process with other numbers finds."""
    found = {"texts": texts_of(tws.GAMES[name]), "faults": faults_of(name)}
    print(json.dumps({**found, "numbers": numbers.changed}))


PROGRAM = """
import sys
sys.path.insert(0, {root!r})
from tests.changing import change
numbers = change({name!r})
from tests.test_numbers import tell
tell({name!r}, numbers)
"""


@cache
def changed(name: str) -> dict[str, Any]:
    """Return what a process says about a game whose numbers it has changed."""
    root = str(Path(__file__).parents[1])
    done = run_python("-c", PROGRAM.format(root=root, name=name))
    assert not done.returncode, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


# Any text may say "one", "first" and the like.
WORDS = {
    "twice": 2,
    **{word: number for number, word in enumerate(NUMBERS) if number > 1},
    **{word: number for number, word in enumerate(ORDINALS, 1) if number > 3},
}
TOKEN = re.compile(rf"\d+|\b(?:{'|'.join(WORDS)})\b", re.IGNORECASE)
TWO_CARDS = r"two cards|top two"
KEPT = {
    "street": rf"{TWO_CARDS}|with \w+(?: or \w+)?,",
    "duel": rf"{TWO_CARDS}|(?:with|takes?) \d+ tricks?|\(\d+: level",
    "twos": r"four players|13 cards|"
    r"(?:a|every|the|each|that|another|player's|first) (?:two|three)\b",
    "spades": "1 point,|from 10|renege 1, 2(?:, 3)?",
    "twenty_down": "five|up to (?:3|three) cards",
    "tien_len": "3♠|4C 5D 3S|from 3|(?:3|three) of spades",
    "brag": "A 2 3|six or seven make two|two strong|both",
}
"""What stays in the texts with other numbers: cards, examples, and numbers that do not change."""


def numbers_in(name: str, text: str) -> list[int]:
    """Return the numbers of a text, in words or in figures, without those that stay."""
    found = TOKEN.findall(re.sub(KEPT[name], "", text, flags=re.IGNORECASE))
    return [WORDS.get(word.lower()) or int(word) for word in found]


@pytest.mark.parametrize("name", nightly_but_every(3, OURS))
def test_no_text_has_a_number_that_the_rules_have_changed(name: str) -> None:
    told = changed(name)
    print(f"{name}: {told['numbers']}")
    old = {one for numbers in told["numbers"].values() for one, _ in numbers}
    for before, after in zip(texts_of(tws.GAMES[name]), told["texts"], strict=True):
        pairs = zip(numbers_in(name, before), numbers_in(name, after), strict=False)
        assert not [one for one, other in pairs if one == other and one in old], after


@pytest.mark.parametrize("name", OURS)
def test_the_points_of_a_hand_have_bounds_also_with_other_numbers(name: str) -> None:
    assert faults_of(name) == []
    assert changed(name)["faults"] == []


@pytest.mark.rule("TW-9")
def test_a_player_of_twos_knows_a_two_by_its_rank(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("twowaystreet.games.twos.player.PRICE", dict.fromkeys(PRICE, 3))
    ahead = Situation(is_lead=True)
    worths = [
        [TwosPlayer(lost_two=lost).promise(tws.Card.parse(card), ahead) for lost in (0, 9)]
        for card in ("2C", "3C")
    ]
    assert [one == other for one, other in worths] == [False, True]


@pytest.mark.rule("DU-11")
@pytest.mark.parametrize("points", [1, 2, 5])
def test_a_bid_of_the_duel_is_won_and_level_whatever_that_brings(
    points: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module("twowaystreet.games.duel.score"), "FOR_LEVEL", points)
    view: Any = tws.view(shuffled(duel.new_game(dealer=0)), 0)
    assert _goal(view, duel.Bid(2, duel.Direction.HIGH)).startswith("Win with 7 tricks or more (6")
    assert _goal(view, duel.Bid(1, duel.Direction.HIGH)) == "Win with 6 tricks or more"
