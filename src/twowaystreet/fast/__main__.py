"""Compile playouts and the solver ahead of time: ``python -m twowaystreet.fast``."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from random import Random
from time import perf_counter
from typing import Any, Final

from twowaystreet._core.engine.game import GAMES
from twowaystreet._core.engine.verbs import apply
from twowaystreet._core.playouts.trials import payoffs_after
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._core.views.views import view
from twowaystreet.errors import RulesError
from twowaystreet.fast.compiling import IS_PLAIN
from twowaystreet.fast.many_hands import hands, playout_moves, playouts

# Any: packages that build on this one, which therefore cannot import them by statements.
_solve: Final[Any] = import_module("twowaystreet.solve")
_players: Final[Any] = import_module("twowaystreet.players")


_LEFT: Final = 8  # the number of cards in an ending that is solved


def main() -> None:
    """Play a few hands of every game and solve endings, so that everything is compiled."""
    begun = perf_counter()
    for name, game in GAMES.items():
        hands(name, 2, seed=0)
        if issubclass(game.State, TrickState):
            state = game.new_game()
            playouts(state, 2, seed=0, policy="simple")
            for move in playout_moves(state, 0, seed=0)[:-_LEFT]:
                state = apply(state, move)
            _players.MonteCarlo(2, engine="fast")(view(state, state.actor), Random(0))
            with suppress(RulesError):  # tables cannot express every game of other authors
                _solve.tricks(state, {0})
                _solve.values(state)
        else:
            policy = _players._searches.policy_for("fast", "simple", game.State)
            payoffs_after(game.new_game(), 0, policy)
    done = "run as plain Python" if IS_PLAIN else "are compiled"
    print(f"Playouts and the solver {done} ({perf_counter() - begun:.1f} s)")


if __name__ == "__main__":
    main()
