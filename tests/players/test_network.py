"""A network in a file chooses legal moves of its game, and damaged files are refused."""

import json
import pickle
import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.players.decisions import played_by
from twowaystreet import players

np = pytest.importorskip("numpy", reason="NumPy is missing; pip install 'twowaystreet[rl]'")

from twowaystreet.rl import Actions, Observation  # noqa: E402  # optional package


def layers_for(game: str, *hidden: int, seed: int = 0, rules: Any = None) -> list[tuple[Any, Any]]:
    """Return layers with random weights. Any: arrays of NumPy, and rules of any game."""
    rng = np.random.default_rng(seed)
    sizes = (sum(Observation(game, rules).sizes), *hidden, Actions(game, rules).size)
    return [
        (rng.normal(size=(before, after)).astype("f4"), rng.normal(size=after).astype("f4"))
        for before, after in pairwise(sizes)
    ]


@pytest.fixture
def twos(tmp_path: Path) -> Path:
    path = tmp_path / "twos.npz"
    players.Network.save(path, "twos", layers_for("twos", 8))
    return path


def decisions(game: str, seed: int, **options: object) -> list[tws.View]:
    state = tws.GAMES[game].new_game(tws.GAMES[game].Rules(**options))
    states = played_by(lambda _: players.at_random, state, random.Random(seed))
    return [tws.view(each, each.actor) for each in states if not each.hand_over]


@pytest.mark.parametrize("game", tws.GAMES)
def test_it_plays_every_game(game: str, tmp_path: Path) -> None:
    path, rng = tmp_path / "bot.npz", random.Random(1)
    players.Network.save(path, game, layers_for(game, 8, 8))
    bot = players.Network(path)
    for view in decisions(game, 1):
        assert bot(view, rng) in tws.legal_moves(view)


def test_it_enters_the_number_of_the_greatest_value_which_is_that_of_the_layers(
    twos: Path, tmp_path: Path
) -> None:
    bot, actions = players.Network(twos), Actions("twos")
    # The length of the match does not matter.
    for view in (*decisions("twos", 1), decisions("twos", 1, target=7, max_hands=None)[0]):
        values = np.where(actions.mask(view), bot.values(view), -np.inf)
        assert bot(view, random.Random(1)) == actions.step(view, (), int(values.argmax()))
    ((first, bias), (last, last_bias)) = layers = layers_for("twos", 8)
    scale = np.linspace(0, 1, len(first), dtype="f4")
    players.Network.save(tmp_path / "bot.npz", "twos", layers, scale=scale)
    view = decisions("twos", 2)[20]
    inputs = np.concatenate(Observation("twos").encode(view)) * scale
    expected = np.maximum(inputs @ first + bias, 0) @ last + last_bias
    found = players.Network(tmp_path / "bot.npz").values(view)
    assert np.allclose(found, expected, rtol=1e-4)


def test_a_view_is_worth_its_best_move_in_points(tmp_path: Path) -> None:
    players.Network.save(tmp_path / "bot.npz", "twos", layers_for("twos", 8), unit=2.5)
    bot, actions = players.Network(tmp_path / "bot.npz"), Actions("twos")
    views = decisions("twos", 1)
    expected = [2.5 * max(bot.values(view)[actions.mask(view) > 0]) for view in views]
    assert bot.payoffs(views) == pytest.approx(expected, rel=1e-4)
    with pytest.raises(tws.RulesError, match="the view of the seat to move"):
        bot.payoffs([attrs.evolve(views[0], legal_moves=())])
    with pytest.raises(players.PlayerError, match="plays twos with"):
        bot.payoffs(decisions("duel", 1))


@pytest.mark.parametrize("game", ["twos", "spades", "street"])
def test_chances_of_moves_multiply_those_of_their_numbers(game: str, tmp_path: Path) -> None:
    players.Network.save(tmp_path / "bot.npz", game, layers_for(game, 8))
    bot, actions = players.Network(tmp_path / "bot.npz"), Actions(game)
    for view in decisions(game, 1)[::3]:
        found = bot.chances(view)
        assert tuple(found) == tws.legal_moves(view)
        assert sum(found.values()) == pytest.approx(1)
        move = random.Random(1).choice(view.legal_moves or ())
        expected = 1.0
        begun: tws.Move | tuple[int, ...] = ()
        while not isinstance(begun, tws.Move):
            legal = [*map(int, np.flatnonzero(actions.mask(view, begun)))]
            weights = np.exp(
                (bot.values(view, begun)[legal] - bot.values(view, begun)[legal].max()) / 0.1
            )
            number = actions.path(move)[len(begun)]
            expected *= weights[legal.index(number)] / weights.sum()
            begun = actions.step(view, begun, number)
        assert found[move] == pytest.approx(expected, rel=1e-3, abs=1e-9)


def test_a_name_gives_the_player(twos: Path) -> None:
    view = decisions("twos", 1)[0]
    bot = players.by_name(f"network:path={twos}")
    assert isinstance(bot, players.Network)
    again = pickle.loads(pickle.dumps(bot))
    assert again(view, random.Random(1)) == bot(view, random.Random(1))
    assert str(twos) in repr(bot)
    # The file names the form of the inputs and of the numbers of moves.
    assert len(json.loads(str(contents(twos)["facts"]))["digest"].split()) == 2


def test_other_games_rules_and_layers_are_refused(tmp_path: Path, twos: Path) -> None:
    with pytest.raises(players.PlayerError, match=r"plays twos with"):
        players.Network(twos)(decisions("duel", 1)[0], random.Random(1))
    path = tmp_path / "street.npz"
    players.Network.save(path, "street", layers_for("street"))
    (view, *_) = decisions("street", 1, exchange="optional")
    with pytest.raises(players.PlayerError, match=r"plays street with"):
        players.Network(path)(view, random.Random(1))
    with pytest.raises(players.PlayerError, match="layer 0"):
        players.Network.save(tmp_path / "bot.npz", "duel", layers_for("twos"))
    assert not (tmp_path / "bot.npz").exists()


def contents(path: Path) -> dict[str, Any]:
    with np.load(path) as file:
        return {name: file[name] for name in file.files}


def with_facts(arrays: dict[str, Any], **changes: object) -> dict[str, Any]:
    """Return the arrays of a file with some facts changed."""
    return arrays | {"facts": np.array(json.dumps(json.loads(str(arrays["facts"])) | changes))}


DAMAGE: dict[str, tuple[Callable[[dict[str, Any]], dict[str, Any]], str]] = {
    "another version": (lambda a: with_facts(a, version=2), "version 1"),
    "another format": (lambda a: with_facts(a, format="x"), "twowaystreet network"),
    "another digest": (lambda a: with_facts(a, digest="x"), "train it again"),
    "no points": (lambda a: with_facts(a, unit=0), "unit=0: expected a number of points above 0"),
    "points in words": (lambda a: with_facts(a, unit="4"), "unit='4'"),
    "an unknown game": (lambda a: with_facts(a, game="x"), "there is no game"),
    "wrong rules": (lambda a: with_facts(a, rules={"target": "x"}), "rules"),
    "no facts": (lambda a: {name: a[name] for name in a if name != "facts"}, "no network"),
    "facts of another kind": (lambda a: a | {"facts": np.array("[]")}, "no network"),
    "another name": (lambda a: a | {"more": a["scale"]}, "expected scale"),
    "no layers": (lambda a: {name: a[name] for name in ("facts", "scale")}, "expected scale"),
    "a short scale": (lambda a: a | {"scale": a["scale"][1:]}, "scale: expected"),
    "other numbers": (lambda a: a | {"scale": a["scale"].astype("f8")}, "float32"),
    "no number": (lambda a: a | {"scale": a["scale"] * np.float32("nan")}, "finite"),
    "a narrow layer": (lambda a: a | {"weights_1": a["weights_1"][1:]}, "layer 1"),
    "a flat layer": (lambda a: a | {"weights_0": a["weights_0"][0]}, "layer 0"),
    "a short bias": (lambda a: a | {"bias_0": a["bias_0"][1:]}, "layer 0"),
    "few outputs": (
        lambda a: a | {"weights_1": a["weights_1"][:, 1:], "bias_1": a["bias_1"][1:]},
        "outputs",
    ),
    "many arrays": (lambda a: a | {f"a{n}": a["scale"] for n in range(20)}, "at most 8 layers"),
    "code": (lambda a: a | {"scale": np.array([print], object)}, "no network"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_files_are_refused(damage: str, twos: Path) -> None:
    change, expected = DAMAGE[damage]
    np.savez(twos, **change(contents(twos)))
    with pytest.raises(players.PlayerError, match=expected):
        players.Network(twos)


def test_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "bot.npz"
    with pytest.raises(players.PlayerError, match="expected a file"):
        players.Network(path)
    path.write_bytes(b"PK\3\4 and no more")
    with pytest.raises(players.PlayerError, match="no network"):
        players.Network(path)
    with path.open("wb") as file:
        file.truncate(2**26 + 1)
    with pytest.raises(players.PlayerError, match="at most 64 MB"):
        players.Network(path)
    np.savez_compressed(path, scale=np.zeros(2**24 + 9, "f4"))
    with pytest.raises(players.PlayerError, match="MB of arrays"):
        players.Network(path)
