"""The promise about how a game begins, and that its parts belong together."""

from __future__ import annotations

from typing import Any

import attrs

from twowaystreet._cards.packs import Pack
from twowaystreet._engine.game import game_of
from twowaystreet._engine.options import OPTION
from twowaystreet._engine.state import GameState
from twowaystreet._engine.verbs import legal_moves
from twowaystreet._views.views import View, view
from twowaystreet.errors import RulesError
from twowaystreet.testing.conformance.raised import raised
from twowaystreet.testing.conformance.trial import Moment, fail, see
from twowaystreet.testing.settings import settings_of


def opening(moment: Moment) -> int:
    """A game begins with whatever its options allow, waiting for a deal."""
    game, state = moment.trial.game, moment.course.start
    parts = {"State": GameState, "View": View}
    for name, base in parts.items():
        kind = getattr(game, name)
        see(isinstance(kind, type) and issubclass(kind, base), f"{name} is {kind!r}")
    see(game.State.View is game.View, f"State.View is {game.State.View!r}, View {game.View!r}")
    see(game_of(game.State) is game, "another game in the register has the same State")
    see(game.title == game.State.title != "", f"the title is {game.title!r}")
    see(type(state) is game.State, f"new_game gives a {type(state).__name__}")
    see(type(view(state, None)) is game.View, "view gives another class than View")
    rules: Any = state.rules
    see(type(rules) is game.Rules, f"the rules are {rules!r}")
    loose = [one.name for one in attrs.fields(game.Rules) if OPTION not in one.metadata]
    see(not loose, f"no options of their own, made by number, choice or flag: {loose}")
    see(isinstance(rules.pack, Pack) and len(rules.pack) > 0, f"the pack is {rules.pack!r}")
    see(type(rules.seats) is int and rules.seats > 1, f"the seats are {rules.seats!r}")
    see(state.needs_deal and not state.is_over, f"it begins as {state!r}")
    see(state.hand_over is False and legal_moves(state) == (), f"it begins as {state!r}")
    see(not any(state.hands) and not state.tricks, f"it begins with cards: {state.hands}")
    again = game.new_game(rules, dealer=state.dealer)
    see(again.rules == rules and again.dealer == state.dealer, f"it begins otherwise: {again!r}")
    fresh = game.Rules(**{one.alias: getattr(rules, one.name) for one in attrs.fields(game.Rules)})
    see(fresh == rules and hash(fresh) == hash(rules), f"{rules!r}, made again, is {fresh!r}")
    if moment.trial.memory.setdefault("options", True):
        moment.trial.memory["options"] = False
        _options(moment)
    return 1


def _options(moment: Moment) -> None:
    """See that each value of an option is taken, or refused as one of the rules."""
    game = moment.trial.game
    for name, values in settings_of(game).items():
        for value in values:
            try:
                rules = game.Rules(**{name: value})
            except RulesError:
                continue  # not together with the defaults of the others
            except Exception as error:
                fail(f"Rules({name}={value!r}) raises {raised(error)}", cause=error)
            for dealer in range(rules.seats):
                first = game.new_game(rules, dealer=dealer)
                see(first.dealer == dealer, f"dealer={dealer} begins with dealer {first.dealer}")
