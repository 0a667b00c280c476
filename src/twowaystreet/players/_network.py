"""Players that learned: a network read from a file of arrays."""

from __future__ import annotations

import json
import math
import os
import random
from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from io import BytesIO
from itertools import chain
from numbers import Complex, Real
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, ForwardRef, TypeAlias

import attrs

from twowaystreet._core import plain_data
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.moves import Move
from twowaystreet._core.players import moves_of
from twowaystreet._core.views.views import AnyView
from twowaystreet._util.faults import needing
from twowaystreet._util.files import replace_file
from twowaystreet._util.values import OfGame
from twowaystreet.errors import TwoWayStreetError, quoted
from twowaystreet.players._seated import PlayerError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Weights: TypeAlias = npt.NDArray[np.float32]
else:  # ``typing.get_type_hints`` alone loads NumPy, which may be missing
    Weights = ForwardRef("(lambda np: np.typing.NDArray[np.float32])(__import__('numpy.typing'))")

FORMAT: Final = "twowaystreet network"
VERSION: Final = 1
"""The version of network files. Files of other versions are refused."""

MOST_BYTES: Final = 2**26
MOST_LAYERS: Final = 8
MOST_WIDTH: Final = 4096  # so that a foreign file cannot use all memory

TEMPERATURE: Final = 0.1
"""The difference of two values, in the unit of a network, that makes a move e times as likely."""

LENGTH_OF_MATCH: Final = ("target", "max_hands")
"""The options that change no hand; a network plays with any."""


def finite(given: OfGame) -> list[float] | None:
    """Return the numbers that foreign code gives, if they are finite numbers; else ``None``.

    >>> finite([1, 0.5]), finite(["1"]), finite([1j]), finite([10**400]), finite(None)
    ([1.0, 0.5], None, None, None, None)
    """
    try:
        numbers = [*given]
        are_real = [isinstance(each, Real) or not isinstance(each, Complex) for each in numbers]
        fits = all(are_real) and all(map(math.isfinite, numbers))
        return [*map(float, numbers)] if fits else None
    except (AttributeError, TypeError, ValueError, OverflowError):  # no numbers, or no mapping
        return None


class Network:
    """A player whose network values each number of a move.

    The network is a chain of layers: a product with weights, a bias, and the positive part after
    all layers except the last. Its input is the array of the hand and that of the match, each
    number times its scale. Its output has a value for each number of
    :class:`twowaystreet.rl.Actions`; the player enters the legal number of the greatest value.

    The file is an ``.npz`` with arrays alone; reading it runs no code. It needs NumPy, which the
    extras ``rl`` and ``fast`` install.

    Searches take it as their ``value`` and ``prior``, as in ``MonteCarlo(value=network)``.

    Attributes:
        path: the file, as :meth:`save` writes it; the only argument.
        game: the game.
        rules: the options of the game; only ``target`` and ``max_hands`` may differ.
        unit: the points of a value of 1.

    Raises:
        PlayerError: if the file is missing, no such file, too large, of another version, or made
            for other numbers and arrays than those of this version of the library.

    >>> import tempfile, twowaystreet as tws
    >>> import numpy as np
    >>> from twowaystreet import players
    >>> from twowaystreet.games import twos
    >>> folder = tempfile.TemporaryDirectory()
    >>> layer = np.zeros((553, 52), np.float32), np.arange(52, dtype=np.float32)
    >>> players.Network.save(folder.name + "/high.npz", "twos", [layer])
    >>> bot = players.Network(folder.name + "/high.npz")
    >>> state = twos.new_game()
    >>> state = tws.apply(state, tws.shuffle(state, random.Random(7)))
    >>> view = tws.view(state, state.actor)
    >>> bot(view, random.Random(1)) == tws.legal_moves(view)[-1]
    True
    >>> folder.cleanup()
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        facts, arrays = _read(self.path)
        self.game, self.rules = _game(self.path, facts)
        actions, observation = _spaces(self.game, self.rules)
        if facts.get("digest") != _digest(actions, observation):
            raise PlayerError(self.path, "made for other numbers or arrays: train it again")
        inputs, outputs = sum(observation.sizes), actions.size
        self._actions, self._observation = actions, observation
        self._scale, self._layers = _checked(self.path, arrays, inputs, outputs)
        self._hand_rules = _of_the_hand(self.rules)
        self.unit = _unit(self.path, facts.get("unit", 1.0))

    def __repr__(self) -> str:
        return f"Network({self.path!r})"

    def __reduce__(self) -> tuple[type[Network], tuple[str]]:
        return Network, (self.path,)

    @cached_property
    def _source(self) -> str:
        """A digest of the numbers as they were loaded, as the file may have changed since."""
        digest = blake2b(repr((self.rules, self.unit)).encode(), digest_size=8)
        for array in (self._scale, *chain.from_iterable(self._layers)):
            digest.update(array.tobytes())
        return digest.hexdigest()

    def plays(self, rules: object) -> bool:
        """Return whether the network plays hands under these rules."""
        return type(rules) is self.game.Rules and _of_the_hand(rules) == self._hand_rules

    def check(self, rules: object) -> None:
        """Refuse the rules of a game that the network does not play.

        Raises:
            PlayerError: if it does not play hands under these rules.
        """
        if not self.plays(rules):
            raise PlayerError(self.path, f"plays {self.game.name} with {self.rules!r} alone")

    def __call__(self, view: AnyView, rng: random.Random) -> Move:
        """Choose a move for the seat to move; the random source is not used.

        Raises:
            RulesError: if the view has no legal moves.
            PlayerError: if the view is one of another game, or under other rules.
        """
        moves_of(view)
        self.check(view.rules)
        begun: Move | tuple[int, ...] = ()
        while not isinstance(begun, Move):
            legal = self._actions.legal(view, begun)
            number = legal[0]
            if len(legal) > 1:
                number = legal[int(self.values(view, begun)[legal].argmax())]
            begun = self._actions.step(view, begun, number)
        return begun

    def values(self, view: AnyView, begun: Sequence[int] = ()) -> Weights:
        """Return the value of each number, legal or not, after the numbers entered already."""
        import numpy as np  # noqa: PLC0415  # late: only networks need it

        arrays = self._observation.encode(view, begun)
        return self._outputs(np.concatenate(arrays, dtype=np.float32))

    def _outputs(self, inputs: Weights) -> Weights:
        import numpy as np  # noqa: PLC0415  # late: only networks need it

        found: Weights = inputs * self._scale
        *hidden, (weights, bias) = self._layers
        for inner, inner_bias in hidden:
            found = np.maximum(found @ inner + inner_bias, 0)
        values: Weights = found @ weights + bias
        return values

    def payoffs(self, views: Sequence[AnyView]) -> list[float]:
        """Return the payoff that each view is worth to its seat, in points: that of its best move.

        One or more views, of seats to move; many at once take a fraction of the time.

        Raises:
            RulesError: if a view has no legal moves.
            PlayerError: if the views are of another game, or under other rules.
            TypeError: if one of them is not a view.
        """
        import numpy as np  # noqa: PLC0415  # late: only networks need it

        for seen in views:
            moves_of(seen)
            self.check(seen.rules)
        hand, match = zip(*map(self._observation.encode, views), strict=True)
        outputs = self._outputs(np.hstack([np.array(hand, np.float32), match])) * self.unit
        legal = map(self._actions.legal, views)
        return [float(row[some].max()) for row, some in zip(outputs, legal, strict=True)]

    def chances(self, view: AnyView, rng: object = None) -> dict[Move, float]:
        """Return the chance of each legal move: the better by its values, the more likely.

        The random source is not used.

        Where a move has several numbers, its chance is the product of theirs. A number that is
        worth 0.1 less than another one, in the unit of the network, is 1/e times as likely.

        Raises:
            RulesError: if the view has no legal moves.
            PlayerError: if the view is one of another game, or under other rules.
            TypeError: if ``view`` is not a view.
        """
        import numpy as np  # noqa: PLC0415  # late: only networks need it

        moves = moves_of(view)
        self.check(view.rules)
        found = dict[Move, float]()
        open_ones: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
        for begun, chance in open_ones:
            legal = self._actions.legal(view, begun)
            values = self.values(view, begun)[legal].astype(float)
            weights = np.exp((values - values.max()) / TEMPERATURE)
            for number, share in zip(legal, (weights / weights.sum()).tolist(), strict=True):
                after = self._actions.step(view, begun, number)
                if isinstance(after, Move):
                    found[after] = chance * share
                else:
                    open_ones.append((after, chance * share))
        return {move: found[move] for move in moves}

    @staticmethod
    def save(
        path: str | os.PathLike[str],
        game: str | Game,
        layers: Sequence[tuple[Weights, Weights]],
        *,
        rules: object = None,
        scale: Weights | None = None,
        unit: float = 1.0,
    ) -> None:
        """Write a network to a file.

        Args:
            path: the file.
            game: the game, or its name.
            layers: the weights of each layer, of shape ``(inputs, outputs)``, with its bias.
            rules: the options; ``None`` for all the defaults.
            scale: the factor of each input; ones by default.
            unit: the points of a value of 1.

        Raises:
            PlayerError: if :class:`Network` would refuse the file.
            RulesError: if there is no such game, or these are not its rules.
        """
        with needing("rl", "Network"):
            import numpy as np  # noqa: PLC0415  # late: only networks need it

        actions, observation = _spaces(game, rules)
        inputs = sum(observation.sizes)
        ones = np.ones(inputs, np.float32)
        arrays: plain_data.Object = {"scale": ones if scale is None else scale}
        try:
            for number, (weights, bias) in enumerate(layers):
                arrays |= {f"weights_{number}": weights, f"bias_{number}": bias}
            for name, array in arrays.items():  # not parts of complex numbers, nor texts
                arrays[name] = np.asarray(array).astype(np.float32, casting="same_kind")
        except (TypeError, ValueError) as error:
            given = f"layers={quoted(layers)}, scale={quoted(scale)}"
            expected = "expected arrays of real numbers, weights and bias for each layer"
            raise PlayerError(os.fspath(path), f"{given}: {expected}") from error
        _checked(os.fspath(path), arrays, inputs, actions.size)
        facts = {
            "format": FORMAT,
            "version": VERSION,
            "game": actions.game.name,
            "rules": plain_data.to_plain(actions.rules),
            "digest": _digest(actions, observation),
            "unit": _unit(os.fspath(path), unit),
        }
        content = BytesIO()
        np.savez(content, facts=np.array(json.dumps(facts)), **arrays)
        replace_file(Path(path), content.getvalue(), private=False)


# Any, below: arrays of NumPy, which is imported late, and plain data of a file.


def _spaces(game: str | Game, rules: object) -> tuple[Any, Any]:
    from twowaystreet._spaces.actions import Actions  # noqa: PLC0415  # late: needs NumPy
    from twowaystreet._spaces.observation import Observation  # noqa: PLC0415  # as above

    return Actions(game, rules), Observation(game, rules)


def _digest(actions: Any, observation: Any) -> str:
    return f"{actions.digest} {observation.digest}"


def _of_the_hand(rules: Any) -> tuple[object, ...]:
    names = (each.name for each in attrs.fields(rules.__class__))
    return tuple(getattr(rules, name) for name in names if name not in LENGTH_OF_MATCH)


def _read(path: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    with needing("rl", "Network"):
        import numpy as np  # noqa: PLC0415  # late: only networks need it

    try:
        if not Path(path).is_file() or Path(path).stat().st_size > MOST_BYTES:
            raise PlayerError(path, f"expected a file of at most {MOST_BYTES >> 20} MB")
        with Path(path).open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            if len(file.files) > 2 + 2 * MOST_LAYERS:
                raise PlayerError(path, f"expected at most {MOST_LAYERS} layers")
            sizes = [each.file_size for each in file.zip.infolist()]
            if sum(sizes) > MOST_BYTES:
                raise PlayerError(path, f"expected at most {MOST_BYTES >> 20} MB of arrays")
            arrays = {name: file[name] for name in file.files}
        facts = json.loads(str(arrays.pop("facts")))
        if facts["format"] != FORMAT or facts["version"] != VERSION:
            raise PlayerError(path, f"expected {FORMAT!r}, version {VERSION}")
        return facts, arrays
    except PlayerError:
        raise
    except Exception as error:  # a foreign file may be anything
        raise PlayerError(path, f"this is no network: {quoted(error)}") from error


def _unit(path: str, unit: Any) -> float:  # Any: not checked yet
    found = finite([unit])
    if not found or found[0] <= 0:
        raise PlayerError(path, f"unit={quoted(unit)}: expected a number of points above 0")
    return found[0]


def _game(path: str, facts: Mapping[str, Any]) -> tuple[Game, Any]:
    try:
        game = plain_data.game_in(dict(facts), FORMAT, VERSION)
        types, rules = {"rules": game.Rules}, {"rules": facts.get("rules")}
        return game, plain_data.values_from_plain(types, rules, ())["rules"]
    except TwoWayStreetError as error:
        raise PlayerError(path, str(error)) from error


def _checked(
    path: str, arrays: Mapping[str, Any], inputs: int, outputs: int
) -> tuple[Any, list[tuple[Any, Any]]]:
    import numpy as np  # noqa: PLC0415  # late: only networks need it

    count = (len(arrays) - 1) // 2
    names = {f"{kind}_{place}" for place in range(count) for kind in ("weights", "bias")}
    if not 1 <= count <= MOST_LAYERS or {"scale", *names} != {*arrays}:
        expected = f"expected scale, and weights and bias of 1 to {MOST_LAYERS} layers"
        raise PlayerError(path, expected)
    for name, array in arrays.items():
        if array.dtype != np.float32 or not np.isfinite(array).all():
            raise PlayerError(path, f"{name}: expected finite numbers of the type float32")
    if arrays["scale"].shape != (inputs,):
        raise PlayerError(path, f"scale: expected {inputs} numbers")
    layers: list[tuple[Any, Any]] = []
    width = inputs
    for place in range(count):
        weights, bias = arrays[f"weights_{place}"], arrays[f"bias_{place}"]
        after = weights.shape[-1] if weights.ndim == 2 else 0
        fits = weights.shape == (width, after) and bias.shape == (after,)
        if not fits or not 1 <= after <= MOST_WIDTH:
            expected = f"{width} x 1 to {MOST_WIDTH} weights with a bias for each column"
            raise PlayerError(path, f"layer {place}: expected {expected}")
        if place == count - 1 and after != outputs:
            raise PlayerError(path, f"layer {place}: expected {outputs} outputs, found {after}")
        layers.append((weights, bias))
        width = after
    return arrays["scale"], layers
