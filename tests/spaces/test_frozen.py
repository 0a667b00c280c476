"""The file of numbers and layouts says what the types say, and it has only grown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import attrs
import pytest

import twowaystreet as tws
from twowaystreet._core.engine.fields import options_of
from twowaystreet._spaces import __main__ as command
from twowaystreet._spaces import frozen
from twowaystreet._spaces.actions import Actions
from twowaystreet._spaces.codes import Code
from twowaystreet._spaces.frozen import Shape
from twowaystreet._spaces.observation import Observation
from twowaystreet.errors import RulesError

FIRST: Final = "facc4f8b1f483882"
"""The digest of the first entries of all histories. It never changes."""


def first_entries(data: Any) -> str:
    """Return the digest of the first entry of each history. Any: what JSON can hold."""
    games = data["games"].items()
    histories = [f"{name} {game['grown'][0]}" for name, game in games]
    histories += [
        f"{name} {key} {layout['grown'][0]}"
        for name, game in games
        for key, layout in game["layouts"].items()
    ]
    return frozen.digest_of(sorted(histories))


def check_growth(data: Any) -> None:
    """Check that each history tells prefixes of the lists, up to the whole. Any: as above."""
    assert first_entries(data) == FIRST
    columns = data["columns"]
    for game in data["games"].values():
        for length, digest in game["grown"]:
            assert frozen.digest_of(game["numbers"][:length]) == digest
        assert game["grown"][-1][0] == len(game["numbers"])
        for layout in game["layouts"].values():
            pieces = {
                name: Shape(array, tuple(columns[number]), tuple(axes))
                for name, (array, number, *axes) in layout["pieces"].items()
            }
            for length, digest in layout["grown"]:
                assert frozen.layout_digest(dict(list(pieces.items())[:length])) == digest
            assert layout["grown"][-1][0] == len(pieces)


def copied() -> Any:
    """Return a copy of the file's contents. Any: what JSON can hold."""
    return json.loads(json.dumps(frozen.contents()))


@pytest.mark.parametrize(("game", "rules"), [*command.fixed_rules()])
def test_the_file_says_what_follows_from_the_types(game: str, rules: Any) -> None:
    assert Actions(game, rules).is_frozen
    assert Observation(game, rules).is_frozen


def test_the_command_has_nothing_to_add(capsys: pytest.CaptureFixture[str]) -> None:
    command.main([])
    assert capsys.readouterr().out == frozen.FILE.read_text(encoding="utf-8")


def test_the_command_writes_new_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    empty: dict[str, Any] = {"columns": [], "games": {}}  # Any: JSON
    monkeypatch.setattr(frozen, "contents", lambda: empty)
    command.main(["--write", str(tmp_path / "frozen.json")])
    data = json.loads((tmp_path / "frozen.json").read_text(encoding="utf-8"))
    assert data["games"].keys() == tws.GAMES.keys()
    assert (
        data["games"]["twos"]["grown"]
        == frozen.contents()["games"].get("twos", data["games"]["twos"])["grown"]
    )


def test_the_file_has_only_grown() -> None:
    check_growth(frozen.contents())


def test_a_file_that_has_not_only_grown_is_found() -> None:
    def swap(data: Any) -> None:
        numbers = data["games"]["twos"]["numbers"]
        numbers[0], numbers[1] = numbers[1], numbers[0]

    def drop(data: Any) -> None:
        data["games"]["street"]["numbers"].pop()

    def insert(data: Any) -> None:
        game = data["games"]["duel"]
        game["numbers"].insert(0, "new")
        game["grown"].append([len(game["numbers"]), frozen.digest_of(game["numbers"])])

    def rewrite(data: Any) -> None:
        game = data["games"]["spades"]
        game["numbers"].reverse()
        game["grown"] = [[len(game["numbers"]), frozen.digest_of(game["numbers"])]]

    def widen(data: Any) -> None:
        data["games"]["brag"]["layouts"]["4 seats, 52 cards"]["pieces"]["laid"].append(2)

    def rename(data: Any) -> None:
        data["columns"][0].reverse()

    for fault in (swap, drop, insert, rewrite, widen, rename):
        data = copied()
        fault(data)
        with pytest.raises(AssertionError):
            check_growth(data)


def test_new_names_come_last() -> None:
    assert frozen.in_order(("b", "a"), ["a", "c", "b"]) == ("b", "a", "c")


def test_a_piece_with_new_or_reordered_columns_keeps_the_fixed_ones() -> None:
    def write(value: Any, out: Any, at: int, viewer: int) -> None:
        out[at : at + 6] = value

    code = Code(("a", "b", "c"), (0, 0, -1), (1, 2, 3), write, (2,))
    fixed = {"piece": Shape("hand", ("b", "a"), (2,))}
    found = frozen.arranged({"piece": code, "other": code}, fixed)
    assert [*found] == ["piece", "other", "piece+1"]
    (_, old), (_, same), (source, new) = found.values()
    assert same is code and source == "piece"
    assert (old.columns, old.high, new.columns, new.low) == (("b", "a"), (2, 1), ("c",), (-1,))
    for part, expected in ((old, [2, 1, 5, 4]), (new, [3, 6])):
        out = [0] * part.size
        part.write([1, 2, 3, 4, 5, 6], out, 0, 0)
        assert out == expected
    again = {name: Shape("hand", part.columns, part.axes) for name, (_, part) in found.items()}
    assert [*frozen.arranged({"piece": code, "other": code}, again)] == [*again]


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


def test_other_rules_have_a_digest_of_their_own() -> None:
    rules = tws.GAMES["street"].Rules
    found = Observation("street", rules(players=4, decks=3))
    assert not found.is_frozen and found.digest != Observation("street").digest


def test_a_view_under_rules_with_another_layout_is_refused() -> None:
    game = tws.GAMES["street"]
    observation = Observation("street")
    like = tws.view(game.new_game(game.Rules(target=5)), 0)
    assert observation.encode(like).hand.shape == (observation.sizes[0],)
    with pytest.raises(RulesError, match="layout"):
        observation.encode(tws.view(game.new_game(game.Rules(players=5)), 0))
    with pytest.raises(TypeError, match="a view of Two Way Street"):
        observation.encode(tws.view(tws.GAMES["twos"].new_game(), 0))
