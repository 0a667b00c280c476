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

- *Actions* are the numbers of :class:`~twowaystreet.rl.Actions`, one for each card of a move.
- *Chance* deals the whole pack card by card, from the top. An outcome is the number of a card, with
  the exact probability among the cards that are left; equal cards are one outcome. The last cards
  come of themselves if they are all equal. Nobody sees a card before the deal is complete.
- *Observations* as tensors are the two arrays of :class:`~twowaystreet.rl.Observation`, one after
  the other; as strings the same facts of the view as JSON.
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
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from itertools import chain, repeat
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

import attrs

from twowaystreet._core import plain_data
from twowaystreet._core.cards.cards import Card, text_of
from twowaystreet._core.engine.fields import Between, RuleOption, option_text, options_of
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.moves import Move, deal_of, malformed
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, legal_moves, payoffs
from twowaystreet._core.views.facts import facts_of
from twowaystreet._core.views.views import View, view
from twowaystreet._core.worlds.worlds import determinize
from twowaystreet._spaces.actions import Actions, ByNext, Numbers, _common
from twowaystreet._spaces.observation import Observation
from twowaystreet._spaces.types import sizes_of
from twowaystreet._util.faults import needing
from twowaystreet._util.values import OfGame, Value
from twowaystreet.errors import RulesError

with needing("openspiel", __name__):
    import numpy as np
    import numpy.typing as npt

    # Any: OpenSpiel has no annotations, and type checkers run without it.
    Spiel: TypeAlias = Any
    pyspiel: Final[Spiel] = import_module("pyspiel")

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
_DEALER: Final = "dealer"  # the parameter besides the options
_PLAYERS: Final = "players"  # the option that is the number of players, in games that have one
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


_registered: Final[dict[str, Game]] = {}  # the games by their short names in OpenSpiel


def _kind(game: Game, short_name: str) -> Spiel:
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
    if option.at_least is None:
        return default if isinstance(default, bool) else option_text(default)
    return default if isinstance(default, int) else option.at_least - 1


def _value(given: object, option: RuleOption) -> object:
    if option.may_be_none and option.at_least is not None and given == option.at_least - 1:
        return None
    return option.read(option_text(given))


def _setting(game: Game, given: Mapping[str, OfGame]) -> Setting:
    options = options_of(game.Rules)
    chosen = {name: _value(given[name], options[name]) for name in options}
    return Setting(game, game.Rules(**chosen), given[_DEALER])


@attrs.frozen(slots=False, eq=False)
class Setting(Value):
    game: Game
    rules: OfGame
    dealer: int = 0  # the seat that deals the hand

    def __reduce__(self) -> tuple[type[Setting], tuple[Game, OfGame, int]]:
        return Setting, (self.game, self.rules, self.dealer)

    @cached_property
    def actions(self) -> Actions:
        return Actions(self.game, self.rules)

    @cached_property
    def start(self) -> Moment:
        counts = map(self.rules.pack.cards.count, self.actions.cards)
        return Moment(self, self.game.new_game(self.rules, dealer=self.dealer), tuple(counts))

    @cached_property
    def observation(self) -> Observation:
        return Observation(self.game, self.rules)

    @property
    def longest(self) -> int:
        """A bound of the numbers entered in a hand: cards, passes of other players, and words."""
        return len(self.rules.pack) * (int(self.rules.seats) + 2)

    @property
    def most(self) -> float:
        """The bound of payoffs, which are differences of points; infinite if none is known."""
        # The class alone has them, not one derived from it, whose rules may differ.
        bounds: Between | None = vars(self.game.State).get("_first_points")
        sizes = sizes_of(self.game, self.rules)
        return float(sizes.number(bounds.most) - sizes.number(bounds.least)) if bounds else inf

    @cached_property
    def facts(self) -> Mapping[str, Callable[..., object]]:
        left_out = {**View.left_out, **self.game.View.left_out}
        facts = facts_of(self.game.View)
        return {name: fact.read for name, fact in facts.items() if name not in left_out}


@attrs.frozen(slots=False, eq=False)
class Moment(Value):
    setting: Setting  # the game
    state: AnyState  # the state; that before the deal until the last card is dealt
    # during the deal the number of copies of each card that are left, in the order of cards
    left: tuple[int, ...] = ()
    # during the deal the cards dealt so far, from the top of the pack
    dealt: tuple[Card, ...] = ()
    begun: Numbers = ()  # the numbers of the move that are entered already

    def __reduce__(self) -> tuple[type[Moment], tuple[object, ...]]:
        return Moment, (self.setting, self.state, self.left, self.dealt, self.begun)

    @property
    def is_over(self) -> bool:
        """True after the hand, or after a deal that was thrown in."""
        return self.state.actor is None and not self.left

    @property
    def payoffs(self) -> tuple[float, ...]:
        """The worth of the hand to each seat; zeros before its end, and if it was thrown in."""
        state = self.state
        return payoffs(state) if state.hand_over else (0.0,) * len(state.scores)

    # The deal

    @cached_property
    def chances(self) -> list[tuple[int, float]]:
        """The cards that may come next, by number, with their probabilities."""
        total = sum(self.left)
        return [(number, count / total) for number, count in enumerate(self.left) if count]

    def with_card(self, number: int) -> Moment:
        if number not in dict(self.chances):
            raise ValueError(f"no card {number} is left: expected one of {dict(self.chances)}")
        cards = self.setting.actions.cards
        left = list(self.left)
        left[number] -= 1
        dealt = (*self.dealt, cards[number])
        if left.count(0) < len(left) - 1:
            return Moment(self.setting, self.state, tuple(left), dealt)
        rest = chain.from_iterable(map(repeat, cards, left))
        return self._after(deal_of((*dealt, *rest), self.setting.rules.pack))

    # The moves

    @cached_property
    def _whole(self) -> Sequence[tuple[Numbers, Move]]:
        """The legal moves that begin with the numbers begun, with all their numbers."""
        return self.setting.actions.whole(legal_moves(self.state))

    @cached_property
    def paths(self) -> ByNext:
        """The same by their next number."""
        return self.setting.actions._by_next(self._whole, self.begun)

    def with_number(self, number: int) -> Moment:
        found = self.paths.get(number)
        if found is None:
            raise malformed(number, f"one of the legal numbers {sorted(self.paths)}")
        if len(found) == 1:
            return self._after(found[0][1])
        entered = Moment(self.setting, self.state, begun=_common([path for path, _ in found]))
        vars(entered)["_whole"] = found  # so that the next number does not look at other moves
        return entered

    def _after(self, move: Move) -> Moment:
        return Moment(self.setting, apply(self.state, move))

    # Knowledge

    def begun_seen_by(self, seat: int | None) -> Numbers:
        return self.begun if seat == self.state.actor else ()

    def seen_by(self, seat: int | None) -> Mapping[str, object]:
        """Return everything that a seat knows as plain data, by name."""
        facts = self.setting.facts
        found = {name: plain_data.to_plain(facts[name](self.state, seat)) for name in facts}
        names = self.setting.actions.names
        return found | {"begun": [names[number] for number in self.begun_seen_by(seat)]}

    def sample(self, seat: int, rng: random.Random) -> Moment:
        """Draw a position that a seat cannot tell from this one."""
        if self.left:
            other = self.setting.start
            for _ in self.dealt:
                numbers, weights = zip(*other.chances, strict=True)
                other = other.with_card(*rng.choices(numbers, weights))
            return other
        world: AnyState = determinize(view(self.state, seat), rng)
        return Moment(self.setting, world, begun=self.begun_seen_by(seat))

    def __str__(self) -> str:
        if self.left:
            return f"deal {text_of(self.dealt)}"
        hands = [f"Hand {number}: {text_of(hand)}" for number, hand in enumerate(self.state.hands)]
        begun = " ".join(self.setting.actions.names[number] for number in self.begun)
        stock = text_of(self.state.stock)
        lines = (str(view(self.state, None)), *hands, f"Stock: {stock}", f"Begun: {begun}")
        return "\n".join(line.rstrip() for line in lines)


class HandGame(_SpielGame):
    """A hand of a game, for OpenSpiel; each registered game has a class of its own."""

    game: ClassVar[Game]
    kind: ClassVar[Spiel]  # OpenSpiel's description of the game

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

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return _loaded, (self.game, self.kind.short_name, self.get_parameters())

    def new_initial_state(self) -> HandState:
        return HandState(self, self._setting.start)

    def max_chance_nodes_in_history(self) -> int:
        return len(self._setting.rules.pack)

    def make_py_observer(self, kind: Spiel = None, params: object = None) -> Observer | None:
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


def _loaded(game: Game, short_name: str, given: Mapping[str, object]) -> Spiel:
    return pyspiel.load_game(register(game, short_name), given)


class HandState(_SpielState):
    """A moment of a hand, for OpenSpiel."""

    def __init__(self, game: HandGame, position: Moment) -> None:
        super().__init__(game)
        self._position = position

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        position = self._position
        parts = position.state, position.left, position.dealt, position.begun
        return _restored, (self.get_game(), self.serialize(), parts)

    def __str__(self) -> str:
        return str(self._position)

    def current_player(self) -> int:
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


def _restored(game: Spiel, history: str, parts: tuple[OfGame, ...]) -> Spiel:
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
        if self.tensor is None:
            return
        position = state._position
        seat = player if self._private else None
        found = self._layout.encode(view(position.state, seat), position.begun_seen_by(seat))
        np.concatenate(found, out=self.tensor, casting="unsafe")

    def string_from(self, state: HandState, player: int) -> str:
        position = state._position
        seen = position.seen_by(player if self._private else None)
        if not self._public:
            known = position.seen_by(None)
            seen = {name: value for name, value in seen.items() if value != known[name]}
        return plain_data.to_json({"seat": player, **seen} if self._private else seen)
