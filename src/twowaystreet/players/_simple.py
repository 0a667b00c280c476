"""The simple player, which plays each game by its rule of thumb."""

from __future__ import annotations

import random
from functools import lru_cache

import attrs

from twowaystreet._core.engine.game import GAMES, Game, checked_game
from twowaystreet._core.engine.moves import Move
from twowaystreet._core.players import RuleOfThumb, at_random, moves_of, rule_of
from twowaystreet._core.views.views import AnyView
from twowaystreet._util.values import Value
from twowaystreet.errors import RulesError
from twowaystreet.players._seated import PlayerError


def simple(view: AnyView, rng: random.Random) -> Move:
    """Choose a move for the seat to move by the rule of thumb of the game; at random without one.

    Each of the seven games has a rule of thumb: it bids and declares by the worth of the hand, and
    chooses cards without a search. It is a first opponent, not a strong one. A game derived from
    one of them has its rule. :func:`has_rule_of_thumb` tells whether a game has one. The random
    source is for the choices that no rule of thumb makes.

    Raises:
        RulesError: if the view has no legal moves.
        TypeError: if ``view`` is not a view.

    >>> import twowaystreet as tws
    >>> from twowaystreet.games import twos
    >>> state, rng = twos.new_game(), random.Random(7)
    >>> while not state.hand_over:
    ...     if state.needs_deal:
    ...         state = tws.apply(state, tws.shuffle(state, rng))
    ...     else:
    ...         state = tws.apply(state, simple(tws.view(state, state.actor), rng))
    >>> state.hands_played
    1
    """
    return (rule_for(view) or at_random)(view, rng)


def rule_for(view: AnyView) -> RuleOfThumb | None:
    moves_of(view)
    return rule_of(type(view)._state)


def has_rule_of_thumb(game: str | Game) -> bool:
    """Return whether :func:`simple` plays a game by a rule of thumb, or else at random.

    Raises:
        RulesError: if ``game`` is not a game or the name of one.

    >>> has_rule_of_thumb("brag")
    True
    """
    return rule_of(checked_game(game).State) is not None


Constants = tuple[tuple[str, float], ...]


@attrs.frozen
class Changed(Value):
    """The simple player with other constants; without a ``preset`` the others are today's."""

    preset: str | None
    constants: Constants

    def __call__(self, view: AnyView, rng: random.Random) -> Move:
        rule = rule_for(view)
        if rule is None:
            raise RulesError("game", type(view)._state.title, "a game with a rule of thumb")
        return _changed(rule, self.preset, self.constants)(view, rng)

    def check(self, rules: object) -> None:
        for game in [each for each in GAMES.values() if each.Rules is type(rules)]:
            rule = rule_of(game.State)
            if rule is None:
                raise PlayerError("simple", f"{game.title} has no rule of thumb")
            try:
                _changed(rule, self.preset, self.constants)
            except RulesError as error:
                raise PlayerError("simple", str(error)) from error


@lru_cache(maxsize=64)
def _changed(rule: RuleOfThumb, preset: str | None, constants: Constants) -> RuleOfThumb:
    return rule.changed(preset, dict(constants))


def changed(preset: str | None, constants: Constants) -> Changed:
    rules = [rule for game in GAMES.values() if (rule := rule_of(game.State))]
    names = dict(constants)
    fitting = [
        rule
        for rule in rules
        if names.keys() <= rule.constants().keys() and (preset is None or preset in rule.presets)
    ]
    if not fitting:
        presets = dict.fromkeys(f"preset={name}" for rule in rules for name in rule.presets)
        every = dict.fromkeys(name for rule in rules for name in rule.constants())
        given = {**({} if preset is None else {"preset": preset}), **names}
        expected = f"{', '.join(presets)}, or constants of one rule of thumb: {', '.join(every)}"
        raise RulesError("simple", given, expected)
    fitting[0].changed(preset, names)
    return Changed(preset, constants)
