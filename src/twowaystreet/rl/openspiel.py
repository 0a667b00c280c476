"""Games for OpenSpiel; needs the extra ``openspiel``.

:func:`register` makes a game known to ``pyspiel``, with a short name such as ``twowaystreet_twos``.
One hand from its deal to its score is a game of OpenSpiel, and the payoffs are the returns.

>>> import pyspiel
>>> from twowaystreet.rl.openspiel import register
>>> register("street")
'twowaystreet_street'
>>> game = pyspiel.load_game("twowaystreet_street(players=3,exchange=optional)")
>>> game.num_players(), game.num_distinct_actions()
(3, 63)
>>> state = game.new_initial_state()
>>> while state.is_chance_node():
...     state.apply_action(state.legal_actions()[0])
>>> [state.action_to_string(action) for action in state.legal_actions()]
['high', 'low']

- *Actions* are the numbers of :class:`~twowaystreet.rl.Actions`. A move with several cards is
  several actions.
- *Chance* deals card by card, from the top of the pack. An outcome is the number of a card, with
  the exact probability among the cards that are left; equal cards are one outcome. The last cards
  come of themselves if they are all equal. Nobody sees a card before the deal is complete. All
  cards of the pack are dealt, as the order of the stock matters in some games.
- *Observations* as tensors are the two arrays of :class:`~twowaystreet.rl.Observation`, one after
  the other. As strings they are the facts of the view as JSON, without those that the arrays leave
  out.
- *Information states* are the same, as a view tells the earlier views and the player's own moves,
  with one exception: in Twenty Down it does not tell which cards of the hand were dealt first, and
  which came with a draw.
- *Returns* are the payoffs of the hand. A deal that is thrown in ends the game with zeros; it is
  the one moment whose view forgets the cards.
- ``resample_from_infostate`` draws from :func:`twowaystreet.worlds`. The new state has no
  history.
- *Parameters* are the options of the rules, and ``dealer``. For an option that may be ``None``,
  such as ``max_hands``, the number below its least stands for ``None``, which is 0 for most.
- *Bounds* of the returns follow from the game; they are infinite for a game that does not tell.

OpenSpiel's algorithms in Python work, such as ``open_spiel.python.algorithms.ismcts``. Its bots in
C++ that search, ``pyspiel.ISMCTSBot`` and ``pyspiel.MCTSBot``, end the process with every game in
Python, such as OpenSpiel's own ``python_kuhn_poker`` (with version 2.0.2).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Final

import attrs

from twowaystreet._core.engine.fields import RuleOption, option_text, options_of
from twowaystreet._core.engine.game import Game
from twowaystreet._core.serial import plain_data
from twowaystreet._core.views.views import view
from twowaystreet._spaces.types import sizes_of
from twowaystreet._util.imports import needing
from twowaystreet.errors import RulesError
from twowaystreet.rl._positions import Moment, Setting

with needing("openspiel", __name__):
    import numpy as np
    import numpy.typing as npt

    # Any: OpenSpiel has no annotations, and type checkers run without it.
    pyspiel: Final[Any] = import_module("pyspiel")

if TYPE_CHECKING:

    class _SpielGame:
        def __init__(self, kind: object, info: object, given: Mapping[str, object]) -> None: ...
        def get_parameters(self) -> Mapping[str, object]: ...

    class _SpielState:
        def __init__(self, game: _SpielGame) -> None: ...
        def get_game(self) -> HandGame: ...
        def serialize(self) -> str: ...
else:
    _SpielGame, _SpielState = pyspiel.Game, pyspiel.State

__all__ = ["register"]

PREFIX: Final = "twowaystreet_"
_DEALER: Final = "dealer"
"""The parameter besides the options."""
_PLAYERS: Final = "players"
"""The option that is the number of players, in games that have one."""
_CHANCE: Final[int] = int(pyspiel.PlayerId.CHANCE)
_TERMINAL: Final[int] = int(pyspiel.PlayerId.TERMINAL)
__dir__ = __all__.copy


def register(game: str | Game, name: str | None = None) -> str:
    """Make a game known to ``pyspiel``, so that ``pyspiel.load_game`` makes it.

    States and games that OpenSpiel wrote as text can be read where the game is registered.

    Args:
        game: a game, or its name.
        name: its short name in OpenSpiel; by default its name after ``twowaystreet_``.

    Returns:
        The short name. A name that is known already stays as it is.

    Raises:
        RulesError: if there is no such game, or nothing bounds the types of its moves or views.
    """
    found = sizes_of(game, None).game
    short_name = PREFIX + found.name if name is None else name
    if _registered.setdefault(short_name, found) is not found:
        raise RulesError("name", short_name, "a name that no other game has")
    if short_name not in pyspiel.registered_names():
        # A class, as OpenSpiel ends the process if a function of Python outlives the interpreter.
        parts = {"game": found, "kind": _kind(found, short_name)}
        pyspiel.register_game(parts["kind"], type("HandGame", (HandGame,), parts))
    return short_name


_registered: Final[dict[str, Game]] = {}
"""The games by their short names in OpenSpiel."""


def _kind(game: Game, short_name: str) -> Any:
    fields = {each.name: each for each in attrs.fields(game.Rules)}
    options = options_of(game.Rules)
    players = options.get(_PLAYERS)
    seats = game.new_game().rules.seats
    kind = pyspiel.GameType
    return kind(
        short_name=short_name,
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=players.at_most if players else seats,
        min_num_players=players.at_least if players else seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            _DEALER: 0,
            **{name: _parameter(fields[name].default, each) for name, each in options.items()},
        },
    )


def _parameter(default: object, option: RuleOption) -> bool | int | str:
    """Return the default of an option as a parameter of OpenSpiel."""
    if option.at_least is None:
        return default if isinstance(default, bool) else option_text(default)
    return default if isinstance(default, int) else option.at_least - 1


def _value(given: object, option: RuleOption) -> object:
    if option.may_be_none and option.at_least is not None and given == option.at_least - 1:
        return None
    return option.read(option_text(given))


def _setting(game: Game, given: Mapping[str, Any]) -> Setting:
    options = options_of(game.Rules)
    chosen = {name: _value(given[name], options[name]) for name in options}
    return Setting(game, game.Rules(**chosen), given[_DEALER])


class HandGame(_SpielGame):
    """A hand of a game, for OpenSpiel; each registered game has a class of its own."""

    game: ClassVar[Game]
    kind: ClassVar[Any]

    def __init__(self, given: Mapping[str, object]) -> None:
        setting = _setting(self.game, given)
        info = pyspiel.GameInfo(
            num_distinct_actions=setting.actions.size,
            max_chance_outcomes=len(setting.actions.cards),
            num_players=setting.rules.seats,
            min_utility=-setting.most,
            max_utility=setting.most,
            utility_sum=0.0,
            max_game_length=setting.longest,
        )
        super().__init__(self.kind, info, dict(given))
        self._setting = setting

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[object, ...]]:
        return _loaded, (self.game, self.kind.short_name, self.get_parameters())

    def new_initial_state(self) -> HandState:
        return HandState(self, self._setting.start)

    def max_chance_nodes_in_history(self) -> int:
        """Return the number of cards, as each card of the pack is dealt."""
        return len(self._setting.rules.pack)

    def make_py_observer(self, kind: Any = None, params: object = None) -> Observer | None:
        """Return an observer of a kind, an ``IIGObservationType``; ``None`` without such a kind."""
        if params:
            raise ValueError(f"expected no parameters of observations, not {params}")
        if kind is None:
            return Observer(self._setting, public=True, private=True)
        kinds = {pyspiel.PrivateInfoType.SINGLE_PLAYER: True, pyspiel.PrivateInfoType.NONE: False}
        private = kinds.get(kind.private_info)
        if private is None:
            return None
        return Observer(self._setting, public=kind.public_info, private=private)


# Any: OpenSpiel has no types.
def _loaded(game: Game, short_name: str, given: Mapping[str, object]) -> Any:
    return pyspiel.load_game(register(game, short_name), given)


class HandState(_SpielState):
    """A moment of a hand, for OpenSpiel."""

    def __init__(self, game: HandGame, position: Moment) -> None:
        super().__init__(game)
        self._position = position

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[object, ...]]:
        position = self._position
        parts = position.state, position.left, position.dealt, position.begun
        return _restored, (self.get_game(), self.serialize(), parts)

    def __str__(self) -> str:
        return str(self._position)

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's number of the chance or of the end."""
        position = self._position
        actor = position.state.actor
        if actor is not None:
            return actor
        return _CHANCE if position.left else _TERMINAL

    def is_terminal(self) -> bool:
        return self._position.is_over

    def returns(self) -> list[float]:
        return list(self._position.payoffs)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self._position.chances

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> HandState:
        """Return another state that a player cannot tell from this one; it has no history."""
        other = self._position.sample(player, random.Random(sampler()))
        return HandState(self.get_game(), other)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._position.paths)

    def _apply_action(self, action: int) -> None:
        position = self._position
        self._position = (position.with_card if position.left else position.with_number)(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self._position.setting.actions.names[action]


# Any: OpenSpiel has no types.
def _restored(game: Any, history: str, parts: tuple[Any, ...]) -> Any:
    state = game.deserialize_state(history)
    state._position = Moment(game.new_initial_state()._position.setting, *parts)
    return state


class Observer:
    """The knowledge of a player as text and tensor.

    Attributes:
        tensor: the numbers, float32; ``None`` for private facts alone, which are text only.
        dict: the pieces of the observation by name, as views of the tensor.
    """

    def __init__(self, setting: Setting, *, public: bool, private: bool) -> None:
        self._public, self._private = public, private
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if public:
            layout = setting.observation
            sizes = layout.sizes
            self._layout = layout
            self.tensor = np.zeros(sum(sizes), np.float32)
            starts = {"hand": 0, "match": sizes[0]}
            # In the order of their places, which is the order that OpenSpiel takes for its tensors.
            for name, piece in sorted(layout.pieces.items(), key=lambda each: each[1].array):
                start = starts[piece.array] + piece.start
                part = self.tensor[start : start + piece.size]
                self.dict[name] = part.reshape(piece.shape)

    def set_from(self, state: HandState, player: int) -> None:
        """Write what a player knows to the tensor."""
        if self.tensor is None:
            return
        position = state._position
        seat = player if self._private else None
        found = self._layout.encode(view(position.state, seat), position.begun_seen_by(seat))
        np.concatenate(found, out=self.tensor, casting="unsafe")

    def string_from(self, state: HandState, player: int) -> str:
        """Return what a player knows as JSON."""
        position = state._position
        seen = position.seen_by(player if self._private else None)
        if not self._public:
            known = position.seen_by(None)
            seen = {name: value for name, value in seen.items() if value != known[name]}
        return plain_data.to_json({"seat": player, **seen} if self._private else seen)
