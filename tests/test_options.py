"""The options of each game, and the openings of its matches: values, defaults, refusals."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.games import OURS
from tests.helpers import Hostile, anything, refused_options
from twowaystreet._core.engine.fields import RuleOption, option_text
from twowaystreet.authoring import choice, flag, number, options_of
from twowaystreet.errors import quoted

rule = pytest.mark.rule
MOST = 10**9
NO_NUMBERS: Any = [True, False, 4.0, 0.5, float("nan"), "4", "none", "", b"4", [4], (), Hostile()]
NO_WORDS: Any = ["", "None", "RED_AND_BLACK", "True", None, 0, 1, 2.5, b"one", [], {}, Hostile()]
COMPUTED = ("decks", "max_strength")
"""The options whose default follows from others."""
# The defaults, the numbers of seats and of cards, the score at the start, the least score to begin
# with, and its rule.
STREET = "players=4 decks=1 jokers=red_and_black exchange=obligatory named_suit=either"
SPADES = "renege=impossible boston_failed=-130 target=500 max_hands=none"
DUEL = "jokers=red_and_black named_suit=either bid_markers=paper max_strength=10 target=20"
GAMES = [
    ("street", f"{STREET} target=20 max_hands=none", (4, 54), 0, 0, "ST-24"),
    ("duel", f"{DUEL} max_hands=none", (2, 54), 0, 0, "DU-12"),
    ("twos", "target=none max_hands=4", (4, 52), 0, -MOST, "TW-11"),
    ("spades", SPADES, (2, 52), 0, -MOST, "SP-19"),
    ("twenty_down", "must_trump=true max_hands=none", (4, 32), 20, 1, "TD-10"),
    ("tien_len", "max_hands=4", (4, 52), 0, -MOST, "TL-6"),
    ("brag", "cards=9 players=4 high_rank=everywhere max_hands=12", (4, 52), 0, -MOST, "BR-13"),
]
JOKERS = ("red_and_black", "two_alike", "one", "none")
# The bounds of numbers, and whether None is a value.
NUMBERS = [
    ("street", "players", "ST-4", 3, 1000, False),
    ("street", "decks", "ST-1", 1, 1000, True),
    ("street", "target", "ST-24", 1, MOST, False),
    ("street", "max_hands", "AL-2", 1, MOST, True),
    ("duel", "max_strength", "DU-4", 1, 10, True),
    ("duel", "target", "DU-12", 1, MOST, False),
    ("duel", "max_hands", "AL-2", 1, MOST, True),
    ("twos", "target", "TW-11", 1, MOST, True),
    ("twos", "max_hands", "TW-11", 1, MOST, True),
    ("spades", "boston_failed", "SP-15", -MOST, 0, False),
    ("spades", "target", "SP-19", 1, MOST, False),
    ("spades", "max_hands", "AL-2", 1, MOST, True),
    ("twenty_down", "max_hands", "AL-2", 1, MOST, True),
    ("tien_len", "max_hands", "TL-6", 1, MOST, False),
    ("brag", "cards", "BR-1", 6, 9, False),
    ("brag", "players", "BR-1", 2, 8, False),
    ("brag", "max_hands", "BR-13", 1, MOST, False),
]
WITH = {("street", "decks", 1000): {"players": 100}, ("brag", "players", 8): {"cards": 6}}
"""What a bound needs besides."""
WORDS = [
    ("street", "jokers", "ST-3", JOKERS),
    ("street", "exchange", "ST-10", ("obligatory", "optional")),
    ("street", "named_suit", "ST-17", ("either", "held")),
    ("duel", "jokers", "ST-3", JOKERS),
    ("duel", "named_suit", "ST-17", ("either", "held")),
    ("duel", "bid_markers", "DU-5", ("paper", "cards")),
    ("spades", "renege", "SP-14", ("impossible", "penalised")),
    ("twenty_down", "must_trump", "TD-7", ("true", "false")),
    ("brag", "high_rank", "BR-4", ("everywhere", "prials")),
]


def test_each_game_and_each_option_has_a_row() -> None:
    assert [game for game, *_ in GAMES] == [*OURS]
    options = {(game, name) for game in OURS for name in options_of(tws.GAMES[game].Rules)}
    assert {(game, name) for game, name, *_ in (*NUMBERS, *WORDS)} == options


each_game = pytest.mark.parametrize("game", [tws.GAMES[name] for name in OURS], ids=OURS)


def refused(
    make: Callable[..., object], field: str, value: object, **others: object
) -> tws.RulesError:
    """Return the error for a value, after a check of its facts and its message."""
    error = refused_options(make, **anything({**others, field: value}))
    assert error.field == field
    return error


@pytest.mark.rule("ST-1", "ST-3", "ST-4", "ST-10", "ST-17", "ST-24", "AL-2", "DU-1", "DU-4", "DU-5")
@pytest.mark.rule("DU-12", "TW-1", "TW-11", "SP-1", "SP-14", "SP-15", "SP-19", "TD-1", "TD-7")
@pytest.mark.rule("TD-9", "TL-1", "TL-6", "BR-1", "BR-4", "BR-13")
@pytest.mark.parametrize(("name", "defaults", "sizes", "start"), [each[:4] for each in GAMES])
def test_the_defaults(name: str, defaults: str, sizes: tuple[int, int], start: int) -> None:
    game = tws.GAMES[name]
    rules = game.Rules()
    assert eval(repr(rules), {"Rules": game.Rules}) == rules != game.Rules(max_hands=8)
    found = [f"{each}={option_text(getattr(rules, each))}" for each in options_of(game.Rules)]
    assert found == defaults.split()
    assert (rules.seats, len(rules.pack)) == sizes
    state = game.new_game()
    assert state == game.new_game(rules, dealer=0, scores=[start] * rules.seats, hands_played=0)
    assert (state.rules, state.dealer, state.scores) == (rules, 0, (start,) * rules.seats)
    assert (state.hands_played, state.phase, state.actor) == (0, "deal", None)
    assert not any(state.hands) and not state.is_over
    assert (state.stock, state.winners, state.score) == ((), (), None)
    assert repr(state) == f"<{game.title}: deal, scores {' '.join(map(str, state.scores))}>"


@each_game
def test_rules_and_views_are_made_by_name(game: tws.Game) -> None:
    for part in (game.Rules, game.View):
        fields: Any = attrs.fields(part)
        assert [field.name for field in fields if not field.kw_only] == []
    with pytest.raises(tws.RulesError):
        attrs.evolve(game.Rules(max_hands=7), max_hands=0)
    with pytest.raises(TypeError):
        game.Rules(player=4)
    with pytest.raises(TypeError):
        anything(game.new_game)(game.Rules(), 0)


@pytest.mark.parametrize(("game", "name", "cited", "least", "most", "or_none"), NUMBERS)
def test_numbers(game: str, name: str, cited: str, least: int, most: int, or_none: bool) -> None:
    rules = tws.GAMES[game].Rules
    none = () if or_none else (None,)
    for value in (least - 1, most + 1, -(10**5000), 10**640, *none, *NO_NUMBERS):
        error = refused(rules, name, value)
        assert error.expected.startswith(f"a whole number, {least} to {most}")
        assert (", or None" in error.expected) is or_none and error.rule == cited
    for value in (least, most):
        assert getattr(rules(**{name: value, **WITH.get((game, name, value), {})}), name) == value
    if or_none:
        more = {"target": 1} if (game, name) == ("twos", "max_hands") else {}
        assert getattr(rules(**{name: None, **more}), name) is None or name in COMPUTED


@pytest.mark.parametrize(("game", "name", "cited", "words"), WORDS)
def test_words(game: str, name: str, cited: str, words: tuple[str, ...]) -> None:
    rules = tws.GAMES[game].Rules
    found: list[Any] = [getattr(rules(**{name: word}), name) for word in words]
    assert [str(each).lower() for each in found] == list(words)
    for word, member in zip(words, found, strict=True):
        assert type(member) is type(found[0]) is not str
        assert rules(**{name: member}) == rules(**{name: word})
    for value in (*NO_WORDS, words[0].upper()):
        error = refused(rules, name, value)
        assert (error.expected, error.rule) == (f"one of {', '.join(words)}", cited)


# The opening of a match.


@each_game
def test_impossible_dealers(game: tws.Game) -> None:
    seats = game.Rules().seats
    wrong: tuple[object, ...] = (seats, -1, 10**30, True, None, "0", 0.0, [0], Hostile())
    for value in wrong:
        with pytest.raises(tws.SeatError) as caught:
            game.new_game(dealer=anything(value))
        assert caught.value.seat is value and caught.value.seats == seats
        words = f"{quoted(value)} is not a seat here: expected an int from 0 to {seats - 1}"
        assert words in str(caught.value)


@rule("ST-23", "ST-24", "DU-11", "DU-12", "TW-11", "SP-19", "TD-10", "TL-6", "BR-13")
@pytest.mark.parametrize(("name", "least", "cited"), [(each[0], *each[4:]) for each in GAMES])
def test_impossible_scores(name: str, least: int, cited: str) -> None:
    game = tws.GAMES[name]
    good = [max(1, least)] * game.Rules().seats
    wrong: tuple[object, ...] = (
        *(good[1:], [*good, 1], [], "1" * len(good), set(range(1, len(good) + 1)), 7, Hostile()),
        *([*good[1:], each] for each in (None, True, 1.0, "1", least - 1, MOST + 1)),
    )
    expected = f"{len(good)} whole numbers, one a seat, {least} to {MOST} each"
    for scores in wrong:
        error = refused(game.new_game, "scores", scores)
        assert error.expected.startswith(expected) and error.rule == cited
    assert game.new_game(scores=iter(good)).scores == tuple(good)


@rule("ST-24", "DU-12", "TW-11", "SP-19", "TD-10")
@pytest.mark.parametrize(
    ("name", "options", "over", "open_"),
    [
        ("street", {}, [20, 0, 0, 0], [19, 0, 0, 0]),
        ("street", {}, [0, 0, 21, 3], [0, 0, 19, 3]),
        ("duel", {}, [0, 20], [3, 19]),
        ("twos", {"target": 20}, [0, -5, 21, 3], [-40, -5, 19, 0]),
        ("spades", {}, [0, 500], [499, -499]),
        ("spades", {"target": 80}, [80, 0], [79, 79]),
        ("twenty_down", {}, [9, 9, 9, 0], [1, 1, 20, 500]),
    ],
)
def test_a_decided_match_cannot_be_continued(
    name: str, options: dict[str, Any], over: list[int], open_: list[int]
) -> None:
    game = tws.GAMES[name]
    rules = game.Rules(**options)
    refused(game.new_game, "scores", over, rules=rules)
    assert game.new_game(rules, scores=open_).scores == tuple(open_)


@rule("AL-2")
@each_game
def test_hands_played_and_other_rules(game: tws.Game) -> None:
    rules = game.Rules(max_hands=3)
    for value in (-1, 3, 4, None, *NO_NUMBERS):
        error = refused(game.new_game, "hands_played", value, rules=rules)
        assert (error.expected, error.rule) == ("a whole number, 0 to 2", "AL-2")
    assert game.new_game(rules, hands_played=2).hands_played == 2
    if game.Rules().max_hands is None:
        assert game.new_game(hands_played=99).hands_played == 99
    other = tws.GAMES["street" if game.name != "street" else "duel"].Rules()
    wrong: tuple[object, ...] = (7, game.name, {}, game.Rules, other, Hostile())
    for thing in wrong:
        error = refused(game.new_game, "rules", thing)
        assert (error.expected, error.rule) == (f"a twowaystreet.games.{game.name}.Rules", None)


# The options of any rules.


class Colour(StrEnum):
    RED = "red"
    BLACK = "black"


@attrs.frozen(kw_only=True)
class Own:
    """Rules with one option of each type, and a field that is not an option."""

    colour: Colour = choice(Colour, rule="X-1")
    loud: bool = flag(True, rule="X-2")
    quiet: bool = flag(False, rule="X-3")
    free: int = number(0, rule="X-4")
    high: int = number(7, at_most=7, rule="X-5")
    between: int = number(5, at_least=3, at_most=7, note="five is usual", rule="X-6")
    unset: int | None = number(None, at_least=2, rule="X-7")
    either: int | None = number(4, or_none=True, rule="X-8")
    plain: int = 1


def test_options_of_returns_all_options() -> None:
    options = options_of(Own)
    assert {name: option.expected for name, option in options.items()} == {
        "colour": "one of red, black",
        "loud": "one of true, false",
        "quiet": "one of true, false",
        "free": "a whole number, -1000000000 to 1000000000",
        "high": "a whole number, -1000000000 to 7",
        "between": "a whole number, 3 to 7; five is usual",
        "unset": "a whole number, 2 to 1000000000, or None",
        "either": "a whole number, -1000000000 to 1000000000, or None",
    }
    assert [option.rule for option in options.values()] == [f"X-{n}" for n in range(1, 9)]
    assert options["colour"] == RuleOption("X-1", choices=("red", "black"))
    assert options["quiet"] == RuleOption("X-3", choices=("true", "false"))
    assert options["between"] == RuleOption("X-6", at_least=3, at_most=7, note="five is usual")
    none = [name for name, option in options.items() if option.may_be_none]
    assert none == ["unset", "either"]
    assert attrs.astuple(Own()) == (Colour.RED, True, False, 0, 7, 5, None, 4, 1)
    assert type(Own().colour) is Colour
    assert eval(repr(Own()), {"Own": Own}) == Own()


VALUES: tuple[tuple[str, str, object], ...] = (
    *(("colour", text, text) for text in ("red", "none", "7", "true")),
    *(("loud", text, text) for text in ("true", "false", "none", "1")),
    *(("free", "-12", -12), ("free", "007", 7), ("free", "none", "none"), ("free", "4.0", "4.0")),
    *(("unset", "none", None), ("unset", "None", None), ("unset", "2", 2), ("unset", "", "")),
    *(("either", "NONE", None), ("either", "nothing", "nothing"), ("high", "None", "None")),
)


def test_texts_become_values_and_values_texts() -> None:
    for name, text, value in VALUES:
        found = options_of(Own)[name].read(text)
        assert found == value and type(found) is type(value), (name, text)
    some: tuple[object, ...] = (None, True, False, 0, -3, Colour.BLACK, "As It Is")
    texts = ["none", "true", "false", "0", "-3", "black", "As It Is"]
    assert [*map(option_text, some)] == texts
