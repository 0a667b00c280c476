"""Numbers and arrays keep their promises, and the file of them has only grown."""

import copy
import json
import pickle
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import attrs
import numpy as np
import pytest

import twowaystreet as tws
from tests.games import OURS, game_of
from tests.helpers import AnyState, AnyView
from tests.leaks.playouts import playout_of, seats_of
from twowaystreet._core.engine.fields import options_of
from twowaystreet._spaces import __main__ as command
from twowaystreet._spaces import types
from twowaystreet._spaces.actions import Actions
from twowaystreet._spaces.codes import Code, arranged
from twowaystreet._spaces.observation import Observation
from twowaystreet._spaces.types import Shape
from twowaystreet.errors import RulesError

MOST: Final = 24
"""The number of legal moves of a position of which all numbers are entered."""
CARD_NAMES: Final = frozenset(map(str, tws.CARDS))


@cache
def spaces_of(game: tws.Game, rules: Any) -> tuple[Actions, Observation]:
    """Return the numbers and the arrays of a game. Any: each game has its own rules."""
    return Actions(game, rules), Observation(game, rules)


def positions(game: str, seeds: Sequence[int]) -> Iterator[AnyState]:
    """Yield the positions of random playouts with random options."""
    for seed in seeds:
        yield from playout_of(game, seed).states


def check_numbers(actions: Actions, state: AnyState, rng: random.Random) -> Counter[str]:
    """Check the numbers of a position; return the numbers of moves and of entries."""
    done: Counter[str] = Counter()
    view = tws.view(state, rng.randrange(len(state.scores)))
    if state.actor is None or view.seat != state.actor:
        assert not actions.mask(view).any()
    if state.actor is None:
        return done
    view = tws.view(state, state.actor)
    moves = tws.legal_moves(state)
    assert len(set(map(actions.path, moves))) == len(moves)
    if len(moves) <= MOST:
        assert Counter(_reached(actions, view, ())) == Counter(moves)
    chosen = moves if len(moves) <= MOST else rng.sample(moves, 6)
    for move in chosen:
        _check_names(actions, move)
        done["moves"] += 1
        done["numbers"] += _check_entries(actions, view, moves, move)
    _check_illegal(actions, view, rng)
    return done


def _check_names(actions: Actions, move: tws.Move) -> None:
    """Check that the names of the numbers are the cards of the move, or its text."""
    names = [actions.names[number] for number in actions.path(move)]
    assert tuple(map(str, actions.cards)) == actions.names[: len(actions.cards)]
    cards = Counter(name for name in names if name in CARD_NAMES)
    assert cards == Counter(map(str, tws.cards_of(move)))
    if not cards and names != ["done"]:
        assert names == [str(move)]


def _check_entries(
    actions: Actions, view: AnyView, moves: Sequence[tws.Move], move: tws.Move
) -> int:
    """Enter the numbers of a move; return how many were entered."""
    path = actions.path(move)
    begun: tuple[int, ...] = ()
    for count in range(1, len(path) + 1):
        mask = actions.mask(view, begun)
        assert mask.dtype == np.int8 and mask.shape == (actions.size,) and set(mask) <= {0, 1}
        number = path[len(begun)]
        alike = [each for each in map(actions.path, moves) if each[: len(begun)] == begun]
        assert set(np.flatnonzero(mask)) == {each[len(begun)] for each in alike}
        found = actions.step(view, begun, number)
        if not isinstance(found, tuple):
            assert found == move
            return count
        assert len(found) > len(begun) and path[: len(found)] == found
        begun = found
    raise AssertionError(f"{move} is not complete")


def _reached(actions: Actions, view: AnyView, begun: tuple[int, ...]) -> Iterator[tws.Move]:
    """Yield the moves that all sequences of legal numbers lead to."""
    numbers = np.flatnonzero(actions.mask(view, begun))
    assert len(numbers)  # no dead end
    for number in numbers:
        found = actions.step(view, begun, int(number))
        if isinstance(found, tuple):
            yield from _reached(actions, view, found)
        else:
            yield found


def _check_illegal(actions: Actions, view: AnyView, rng: random.Random) -> None:
    before = actions.mask(view)
    illegal = [int(each) for each in np.flatnonzero(before == 0)]
    others: list[Any] = [-1, actions.size, True, "0", None]  # Any: some are no numbers
    for number in (*rng.sample(illegal, min(4, len(illegal))), *others):
        with pytest.raises(tws.IllegalMove):
            actions.step(view, (), number)
    with pytest.raises(tws.IllegalMove):
        actions.mask(view, (-1,))
    assert (actions.mask(view) == before).all()


def check_bounds(observation: Observation, state: AnyState) -> None:
    low, high = _bounds(observation)
    for seat in seats_of(state):
        found = observation.encode(tws.view(state, seat))
        assert found.hand.dtype == np.int8 and found.match.dtype == np.int32
        for least, some, most in zip(low, found, high, strict=True):
            assert ((least <= some) & (some <= most)).all()
        scaled = observation.scaled(found)
        assert scaled.dtype == np.float32 and (abs(scaled) <= 1).all()
        assert (np.sign(scaled) == np.sign(np.concatenate(found))).all()


@cache
def _bounds(observation: Observation) -> Any:
    return observation.bounds


def check_relative(observation: Observation, state: AnyState) -> None:
    seats = len(state.scores)
    turn = len(state.hand_sizes) // seats
    for seat in range(seats):
        found = observation.encode(tws.view(state, seat))
        pieces = {
            name: getattr(found, each.array)[each.start : each.stop].tolist()
            for name, each in observation.pieces.items()
        }
        assert pieces["dealer"].index(1) == (state.dealer - seat) % seats
        if state.actor is not None:
            assert pieces["actor"].index(1) == (state.actor - seat) % seats
        assert pieces["scores"] == [*state.scores[seat:], *state.scores[:seat]]
        sizes = list(state.hand_sizes)
        assert pieces["hand_sizes"] == [*sizes[seat * turn :], *sizes[: seat * turn]]


def arrays_of(observation: Observation, view: AnyView) -> bytes:
    found = observation.encode(view)
    return found.hand.tobytes() + b"/" + found.match.tobytes()


def check_worlds(
    actions: Actions, observation: Observation, state: AnyState, rng: random.Random
) -> int:
    """Check that the worlds of a view have its arrays and its mask; return their number."""
    count = 0
    for seat in {state.actor, rng.randrange(len(state.scores))} - {None}:
        view = tws.view(state, seat)
        worlds = tws.worlds(view)
        for _ in range(2):
            other = tws.view(worlds.sample(rng), seat)
            assert arrays_of(observation, other) == arrays_of(observation, view)
            assert (actions.mask(other) == actions.mask(view)).all()
            count += 1
    return count


def check_differences(observation: Observation, before: AnyView, after: AnyView) -> Counter[str]:
    """Check each fact of two views: a change of it alone changes the arrays.

    Returns:
        The names of the fields that differ and are in the arrays.
    """
    found: Counter[str] = Counter()
    arrays = arrays_of(observation, before)
    # Any: views of any game
    for field in attrs.fields(type(before)):
        was, now = getattr(before, field.name), getattr(after, field.name)
        if field.name in observation.left_out or _known(was) == _known(now):
            continue
        other = attrs.evolve(before, **{field.name: now})
        assert arrays_of(observation, other) != arrays, field.name
        found[field.name] += 1
    return found


def _known(value: Any) -> Any:
    """Return a value without what `left_out` names: leaders, and the suits led to tricks."""
    if isinstance(value, tws.Trick):
        return (
            tuple(zip(value._plays, strict=False)),
            value._taker,
            value.winner is None and value.led,
        )
    if tuple in type(value).__mro__:  # isinstance would hide the type of the elements
        return tuple(_known(part) for part in value)
    if hasattr(value, "_plays"):
        return tuple(value._plays)
    return value


def facts(observation: Observation, view: AnyView) -> Mapping[str, object]:
    fields = attrs.fields(type(view))
    names = [each.name for each in fields if each.name not in observation.left_out]
    return {name: _known(getattr(view, name)) for name in names}


NIGHTLY: Final = 1_000
"""The parts of the long proof of a game, and the number of positions of each."""
MOST_NUMBERS: Final = {"brag": 5.2}
"""The greatest average number of entries of a move."""


def check_positions(game: str, most: int, part: int = 0) -> None:
    """Check the promises in this number of positions; each part has other ones."""
    rng, entries, known = random.Random(f"{game} {part}"), Counter[str](), dict[object, object]()
    seen, seed = 0, part * 1_000_000
    while seen < most:
        states = list(positions(game, [seed]))
        seed += 1
        for before, state in pairwise(states):
            actions, observation = spaces_of(game_of(game), state.rules)
            entries += check_numbers(actions, state, rng)
            check_bounds(observation, state)
            check_relative(observation, state)
            for seat in seats_of(state):
                view = tws.view(state, seat)
                check_differences(observation, view, tws.view(before, seat))
                key = observation.digest, str(state.rules), seat, arrays_of(observation, view)
                digest = hash(str(facts(observation, view)))
                assert known.setdefault(hash(key), digest) == digest
            seen += 1
    assert entries["numbers"] / entries["moves"] <= MOST_NUMBERS.get(game, 4)


@pytest.mark.parametrize(
    "part", [0, *(pytest.param(each, marks=pytest.mark.nightly) for each in range(1, 6))]
)
@pytest.mark.parametrize("game", OURS)
def test_numbers_and_arrays_keep_their_promises(game: str, part: int) -> None:
    check_positions(game, NIGHTLY if part else 8 if game == "brag" else 40, part)


@pytest.mark.parametrize("game", OURS)
def test_worlds_of_a_view_have_equal_arrays_and_masks(game: str) -> None:
    rng, count = random.Random(game), 0
    for state in positions(game, range(2)):
        if rng.random() < 0.3:
            count += check_worlds(*spaces_of(game_of(game), state.rules), state, rng)
    assert count


@pytest.mark.parametrize("game", OURS)
def test_pickles_and_copies(game: str) -> None:
    actions, observation = spaces_of(tws.GAMES[game], tws.GAMES[game].new_game().rules)
    for each in (actions, observation):
        again = pickle.loads(pickle.dumps(each))
        assert again.digest == each.digest and repr(again) == repr(each)
    state = tws.GAMES[game].new_game()
    deal = tws.shuffle(state, random.Random(1))
    dealt = tws.apply(state, deal)
    assert copy.deepcopy([dealt, deal])[0] is dealt
    for move in (deal, *tws.legal_moves(dealt)[:5]):
        assert copy.deepcopy(move) is move


FIRST: Final = {
    "street": "bbad70cd5748baad",
    "duel": "7b2969558dfcc426",
    "twos": "8b7256f8eb9c77f1",
    "spades": "4cc7a67ff12e78bc",
    "twenty_down": "fcb58b467c9ced9e",
    "tien_len": "b8d734c023ad4e04",
    "brag": "d406475959c31d74",
}
"""The digest of the first entries of all histories of a game. It never changes."""


@pytest.mark.parametrize(("game", "rules"), [*command.fixed_rules()])
def test_the_file_says_what_follows_from_the_types(game: str, rules: Any) -> None:
    assert Actions(game, rules).is_frozen
    assert Observation(game, rules).is_frozen


def test_the_command_has_nothing_to_add(capsys: pytest.CaptureFixture[str]) -> None:
    command.main([])
    assert capsys.readouterr().out == types.FILE.read_text(encoding="utf-8")
    assert types.in_order(("b", "a"), ["a", "c", "b"]) == ("b", "a", "c")


def test_the_command_writes_new_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    empty: dict[str, Any] = {"columns": [], "games": {}}  # Any: JSON
    monkeypatch.setattr(types, "contents", lambda: empty)
    command.main(["--write", str(tmp_path / "frozen.json")])
    data = json.loads((tmp_path / "frozen.json").read_text(encoding="utf-8"))
    assert data["games"].keys() == tws.GAMES.keys()
    assert (
        data["games"]["twos"]["grown"]
        == types.contents()["games"].get("twos", data["games"]["twos"])["grown"]
    )


def test_the_file_has_only_grown() -> None:
    """Each history tells prefixes of the lists, up to the whole."""
    data = types.contents()
    found = dict[str, str]()
    for name, game in data["games"].items():
        first = [f"{name} {game['grown'][0]}"]
        for length, digest in game["grown"]:
            assert types.digest_of(game["numbers"][:length]) == digest
        assert game["grown"][-1][0] == len(game["numbers"])
        for key, layout in game["layouts"].items():
            first.append(f"{name} {key} {layout['grown'][0]}")
            pieces = [
                (name, Shape(array, tuple(data["columns"][number]), tuple(axes)))
                for name, (array, number, *axes) in layout["pieces"].items()
            ]
            for length, digest in layout["grown"]:
                assert types.layout_digest(dict(pieces[:length])) == digest
            assert layout["grown"][-1][0] == len(pieces)
        found[name] = types.digest_of(sorted(first))
    assert found == FIRST


def test_a_piece_with_new_or_reordered_columns_keeps_the_fixed_ones() -> None:
    def write(value: Any, out: Any, at: int, viewer: int) -> None:
        out[at : at + 6] = value

    code = Code(("a", "b", "c"), (0, 0, -1), (1, 2, 3), write, (2,))
    fixed = {"piece": Shape("hand", ("b", "a"), (2,))}
    found = arranged({"piece": code, "other": code}, fixed)
    assert [*found] == ["piece", "other", "piece+1"]
    (_, old), (_, same), (source, new) = found.values()
    assert same is code and source == "piece"
    assert (old.columns, old.high, new.columns, new.low) == (("b", "a"), (2, 1), ("c",), (-1,))
    for part, expected in ((old, [2, 1, 5, 4]), (new, [3, 6])):
        out = [0] * part.size
        part.write([1, 2, 3, 4, 5, 6], out, 0, 0)
        assert out == expected
    again = {name: Shape("hand", part.columns, part.axes) for name, (_, part) in found.items()}
    assert [*arranged({"piece": code, "other": code}, again)] == [*again]


@pytest.mark.parametrize("game", tws.GAMES)
def test_other_options_change_no_number_and_no_layout(game: str) -> None:
    """All options but the numbers of players and packs."""
    rules = tws.GAMES[game].Rules()
    actions, observation = Actions(game), Observation(game)
    for name, option in options_of(tws.GAMES[game].Rules).items():
        if name in ("players", "decks"):
            continue
        for value in option.choices or (option.at_least, option.at_most, 2, 6):
            try:
                other: Any = attrs.evolve(rules, **{name: value})
            except RulesError:
                continue
            assert Actions(game, other).digest == actions.digest
            assert Observation(game, other).digest == observation.digest


def test_other_rules_have_another_digest_and_views_with_another_layout_are_refused() -> None:
    game = tws.GAMES["street"]
    observation = Observation("street")
    like = tws.view(game.new_game(game.Rules(target=5)), 0)
    assert observation.encode(like).hand.shape == (observation.sizes[0],)
    with pytest.raises(RulesError, match="layout"):
        observation.encode(tws.view(game.new_game(game.Rules(players=5)), 0))
    with pytest.raises(TypeError, match="a view of Two Way Street"):
        observation.encode(tws.view(tws.GAMES["twos"].new_game(), 0))
    rules = tws.GAMES["street"].Rules
    found = Observation("street", rules(players=4, decks=3))
    assert not found.is_frozen and found.digest != Observation("street").digest
