"""Types that authors may write: hard moves, hard facts, and types without bounds."""

import random
from enum import StrEnum
from types import SimpleNamespace
from typing import Annotated, Any, ClassVar

import attrs
import numpy as np
import pytest

import twowaystreet as tws
from examples import oh_hell
from tests.helpers import positions, shuffled
from tests.spaces.test_proofs import check_bounds, check_numbers, check_relative
from twowaystreet import authoring as core
from twowaystreet._spaces.actions import Actions
from twowaystreet._spaces.codes import code_of
from twowaystreet._spaces.observation import Observation
from twowaystreet._spaces.types import Sizes, sizes_of
from twowaystreet.errors import RulesError
from twowaystreet.games import street, twos


class Colour(StrEnum):
    RED = "red"
    GREEN = "green"


@attrs.frozen
class Inner(core.Move):
    least: Annotated[int, core.Between(-3, 5)]
    seat: core.Seat | None


@attrs.frozen
class Nested(core.Move):
    inner: Inner
    most: Annotated[int, core.Between(1, 4)]


@attrs.frozen
class Single(core.Move):
    flag: bool


SIZES = sizes_of("street", street.Rules(decks=2))
"""Four seats, and two copies of each card."""
CARD = tws.Card.parse


def written(annotation: Any, value: Any, viewer: int = 0, sizes: Sizes = SIZES) -> dict[str, int]:
    """Return the numbers other than zero of a value, by the place and the column.

    Any: a type of Python, and a value of it.
    """
    code = code_of(annotation, sizes, "field")
    out = bytearray(code.size)
    code.write(value, out, 0, viewer)
    found = np.frombuffer(out, np.int8).tolist()
    times = code.size // len(code.columns)
    for least, number, most in zip(code.low * times, found, code.high * times, strict=True):
        assert least <= number <= most
    assert any(found) or not code.never_zero
    names = [f"{row} {name}" for row in range(times) for name in code.columns]
    return {name: number for name, number in zip(names, found, strict=True) if number}


def or_none(annotation: Any) -> Any:
    """Return the type of a value that may be missing. Any: annotations have no type."""
    return annotation | None


TWO = (CARD("2C"), CARD("3D"))
CASES: list[tuple[Any, Any, dict[str, int]]] = [  # Any: types, and values of them
    (Annotated[int, core.Between(-3, 5)], -3, {"0 number": -3}),
    (or_none(Annotated[int, core.Between(-3, 5)]), None, {"0 number": -4}),
    (or_none(Annotated[int, core.Between(-3, 5)]), 5, {"0 number": 5}),
    (Annotated[int, core.Between(-1000, 1000)], -900, {"0 number": -127}),
    (or_none(Annotated[int, core.Between(-1000, 1000)]), None, {"0 number": -128}),
    (Annotated[int, core.Between(0, 1000)], 900, {"0 number": 127}),
    (Annotated[int, core.Between(0, lambda rules: rules.players)], 4, {"0 number": 4}),
    (bool | None, None, {}),
    (bool | None, False, {"0 no": 1}),
    (Colour | None, None, {}),
    (Colour, Colour.GREEN, {"0 green": 1}),
    (tws.Card, CARD("3C"), {"0 3C": 1}),
    (core.Seat, 3, {"0 left 2": 1}),
    (core.PerSeat[bool], (True, False, False, False), {"3 yes": 1}),
    (core.PerHand[core.CardCount], (7, 0, 0, 0), {"3 number": 7}),
    (core.PerSeat[Annotated[int, core.Between(-1, 1)]], (0, -1, 0, 0), {"0 number": -1}),
    (core.CardSet, (CARD("2C"), CARD("2C")), {"0 2C": 2}),
    (core.CardSet | None, None, {}),
    (core.CardSet | None, (), {"0 known": 1}),
    (tuple[tws.Card, ...], (CARD("2C"), CARD("2C"), CARD("3C")), {"0 2C": 2, "0 3C": 3}),
    (tuple[tuple[tws.Card, ...], ...], (TWO[:1], TWO[1:]), {"0 2C": 1, "0 3D": 3}),
    (tuple[core.Seat, ...], (1, 3), {"0 own": 1, "0 left 2": 2}),
    (tuple[Annotated[int, core.Between(2, 5)], ...], (5, 2), {"0 5": 1, "0 2": 2}),
    (tuple[core.Seat, bool], (1, True), {"0 1 own": 1, "0 2": 1}),
    (
        Annotated[tuple[tws.Card | None, ...], core.AtMost(3)],
        (None, CARD("3C")),
        {"0 card 1": -1, "0 card 2": 2},
    ),
    (
        Annotated[tuple[Colour, ...], core.AtMost(3)],
        (Colour.RED, Colour.RED),
        {"0 red": 1, "1 red": 1},
    ),
    (Annotated[tuple[Single, ...], core.AtMost(2)], (Single(False),), {"0 known": 1}),
    (Single, Single(True), {"0 flag": 1}),
    (Nested | None, Nested(Inner(-2, None), 3), {"0 known": 1, "0 inner least": -2, "0 most": 3}),
    (Nested | None, None, {}),
    (core.PerSeat[Annotated[tuple[core.PerSeat[bool], ...], core.AtMost(1)]] | None, None, {}),
]


@pytest.mark.parametrize(("annotation", "value", "expected"), CASES)
def test_a_value_is_written_as_numbers_within_bounds(
    annotation: Any, value: Any, expected: dict[str, int]
) -> None:
    found = written(annotation, value, viewer=1)
    assert found.items() >= {k: n for k, n in expected.items() if k != "0 2C" or n != 2}.items()
    assert bool(found) is bool(expected)


def test_many_copies_many_seats_and_totals_beyond_the_bounds_are_capped() -> None:
    sizes = sizes_of("street", street.Rules(players=200))
    assert max(written(tuple[core.Seat, ...], tuple(range(200)), sizes=sizes).values()) == 127
    assert "above 127" in " ".join(Observation("street", street.Rules(players=20)).left_out)
    assert "above 127" not in " ".join(Observation("street").left_out)
    state = shuffled(tws.GAMES["twos"].new_game())
    view = attrs.evolve(tws.view(state, 0), scores=(2**40, -(2**40), 5, 0))
    observation = Observation("twos")
    piece = observation.pieces["scores"]
    found = observation.encode(view).match[piece.start : piece.stop].tolist()
    assert found == [2**31 - 1, -(2**31), 5, 0]


def test_bounds_are_not_wider_than_the_values_and_equal_cards_have_a_place_for_each_copy() -> None:
    some = code_of(Annotated[tuple[tws.Card | None, ...], core.AtMost(3)], SIZES, "field")
    count = code_of(core.PerHand[core.CardCount], SIZES, "field")
    assert (some.low, some.high) == ((-1,) * 3, (len(SIZES.cards),) * 3)
    assert (count.low, count.high) == ((0,), (len(SIZES.copies),))
    code = code_of(tuple[tws.Card, ...], SIZES, "field")
    out = bytearray(code.size)
    code.write((CARD("2C"), CARD("3C"), CARD("2C")), out, 0, 0)
    assert list(out[:3]) == [1, 3, 2]


UNBOUNDED: list[Any] = [  # Any: types
    int,
    str,
    tuple[int, ...],
    tuple[Colour, ...],
    core.PerSeat[int],
    int | str,
    tuple[str, ...] | None,
]


@pytest.mark.parametrize("annotation", UNBOUNDED)
def test_a_type_without_bounds_is_refused(annotation: Any) -> None:
    with pytest.raises(RulesError, match=r"bid: View\.number"):
        code_of(annotation, SIZES, "bid: View.number")


@attrs.frozen(repr=False)
class Give(core.Move):
    card: tws.Card
    colour: Colour
    form: ClassVar[str] = "give"

    def __str__(self) -> str:
        return f"give {self.card} {self.colour}"


@attrs.frozen(repr=False)
class Show(core.Move):
    card: tws.Card

    def __str__(self) -> str:
        return f"show {self.card}"


@attrs.frozen(repr=False)
class Split(core.Move):
    left: tuple[tws.Card, ...]
    right: tuple[tuple[tws.Card, ...], ...]
    last: tws.Card

    def __str__(self) -> str:
        return "split"


@attrs.frozen(repr=False)
class Pay(core.Move):
    points: Annotated[int, core.Between(-2, 10)] | None
    to: core.Seat

    def __str__(self) -> str:
        return f"pay {self.points} {self.to}"


class Pass(core.WordMove):
    form: ClassVar[str] = "pass"


@attrs.frozen(repr=False)
class Knock(core.Move):
    loud: bool

    def __str__(self) -> str:
        return f"knock {self.loud}"


class Wink(core.Move):
    def __str__(self) -> str:
        return "wink"


def game_with(*move_types: type[core.Move]) -> Any:
    """Return a game with other moves. Any: type checkers know no class that is made here."""
    state = type("State", (twos.State,), {"__slots__": (), "_move_types": move_types})
    view = attrs.frozen(kw_only=True)(type("View", (twos.View,), {"__annotations__": {}}))
    return attrs.evolve(
        twos.GAME,
        name="hard",
        State=state,
        View=view,
        new_game=core.new_game_for(twos.Rules, state, core.HandData(), rule="TW-1"),
    )


def seen(*moves: core.Move) -> Any:
    """Return a view in which these moves are legal. Any: a stand-in for a view."""
    return SimpleNamespace(legal_moves=moves)


def entered(actions: Actions, view: Any, move: core.Move) -> list[str]:
    """Enter a move; return the names of the numbers that were needed."""
    begun: core.Move | tuple[int, ...] = ()
    names = list[str]()
    while isinstance(begun, tuple):
        number = actions.path(move)[len(begun)]
        assert actions.mask(view, begun)[number] == 1
        names.append(actions.names[number])
        begun = actions.step(view, begun, number)
    assert begun == move
    return names


def test_hard_moves_have_numbers() -> None:
    actions = Actions(game_with(core.Play, Give, Show, Split, Pay, Knock, Wink, Pass))
    assert {"wink", "knock True", "knock False"} < set(actions.names)
    assert "pay -2 0" in actions.names and "pay None 3" in actions.names
    two, three, four = map(CARD, ("2C", "3C", "4C"))
    moves = (
        *(core.Play(two), Show(two), Show(three), Give(two, Colour.RED), Give(two, Colour.GREEN)),
        *(Split((three,), ((two,), (four,)), two), Split((three, four), ((two,),), two)),
        *(Pay(None, 1), Pay(-2, 1), Pass()),
    )
    view = seen(*moves)
    assert [entered(actions, view, move) for move in moves] == [
        *(["2C"], ["Show", "2C"], ["Show", "3C"], ["Give red"], ["Give green"], ["3C", "done"]),
        *(["3C", "4C"], ["pay None 1"], ["pay -2 1"], ["pass"]),
    ]
    others: list[Any] = [tws.Deal(()), street.Declare(street.Direction.LOW), "2C", None]
    for other in (*others, core.Play(CARD("R*"))):
        with pytest.raises(tws.IllegalMove):
            actions.path(other)
    with pytest.raises(tws.IllegalMove, match="no number"):
        actions.step(seen(), (), 0)
    assert not actions.mask(seen()).any()
    assert not actions.mask(SimpleNamespace(legal_moves=None)).any()  # type: ignore[arg-type]


@attrs.frozen(repr=False)
class PlayCards(core.Move):
    cards: tuple[tws.Card, ...]

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))


def test_moves_that_begin_others_end_with_done_and_those_with_the_same_cards_are_refused() -> None:
    actions = Actions(game_with(core.Play, PlayCards))
    two, three = CARD("2C"), CARD("3C")
    view = seen(core.Play(two), PlayCards((two, three)))
    begun = actions.step(view, (), 0)
    assert isinstance(begun, tuple) and begun == (0,)
    assert actions.step(view, begun, actions.size - 1) == core.Play(two)
    assert actions.step(view, begun, 1) == PlayCards((two, three))
    view = seen(
        core.Play(CARD("2C")), PlayCards((CARD("2C"),)), PlayCards((CARD("2C"), CARD("3C")))
    )
    assert actions.step(view, (), 0) == (0,)
    with pytest.raises(RulesError, match="hard: moves"):
        actions.step(view, (0,), actions.size - 1)


@attrs.frozen(repr=False)
class Count(core.Move):
    number: int


def test_facts_and_moves_without_bounds_are_refused() -> None:
    @attrs.frozen(kw_only=True)
    class View(twos.View):
        total: int = core.public_fact(lambda state: 0)

    with pytest.raises(RulesError, match=r"twos: View\.total"):
        Observation(attrs.evolve(twos.GAME, View=View))
    with pytest.raises(RulesError, match=r"hard: Count\.number"):
        Actions(game_with(core.Play, Count))


@pytest.mark.parametrize("game", ["chess", 3, None])
def test_only_games_have_numbers(game: Any) -> None:
    with pytest.raises(RulesError, match="game"):
        Actions(game)


def test_the_number_of_a_hand_is_not_that_of_a_seat() -> None:
    columns = Observation("spades").pieces["tricks"].columns
    assert columns == ("own hand 1", "own hand 2", "left 1 hand 1", "left 1 hand 2")


def test_arrays_can_be_written_in_place() -> None:
    observation = Observation("street")
    state = shuffled(tws.GAMES["street"].new_game())
    arrays = observation.zeros(3)
    row = type(arrays)(arrays.hand[1], arrays.match[1])
    assert observation.encode(tws.view(state, 2), (5, 7), row) is row
    found = observation.encode(tws.view(state, 2), (5, 7))
    assert (found.hand == row.hand).all() and (found.match == row.match).all()
    assert not arrays.hand[0].any() and not arrays.hand[2].any()
    begun = observation.pieces["begun"]
    assert found.hand[begun.start + 7] == 2
    assert repr(observation).startswith("Observation('street'")


def test_the_game_of_the_guide_has_numbers_and_arrays() -> None:
    actions, observation = Actions(oh_hell.GAME), Observation(oh_hell.GAME)
    assert not actions.is_frozen and not observation.is_frozen
    rng = random.Random(2)
    for state in positions(oh_hell.GAME.new_game(), rng):
        check_numbers(actions, state, rng)
        check_bounds(observation, state)
        check_relative(observation, state)
