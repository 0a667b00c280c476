"""The column of PokerKit."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any, Final

from benchmarks.comparison import tools


def _dealt(seed: int = 1) -> Any:
    kit = tools.module("pokerkit")
    random.seed(seed)  # its deck is shuffled by Python's global generator
    everything = tuple(kit.Automation)
    return kit.NoLimitTexasHoldem.create_state(everything, True, 0, (1, 2), 2, 200, 4)


def _games() -> str:
    module = tools.module("pokerkit.games")
    named = [getattr(module, name) for name in dir(module)]
    games = [each for each in named if hasattr(each, "create_state")]
    return f"{len(games)}, all of poker"


def _states() -> str:
    state, same = _dealt(), _dealt()
    equal = state == same
    state.check_or_call()
    hashed = tools.refusal(lambda: hash(state)).split(":")[0]
    return f"changed in place: {state != same}; `==` compares values: {equal}; hash: {hashed}"


def _illegal() -> str:
    return tools.refusal(lambda: _dealt().complete_bet_or_raise_to(1))


def _hidden() -> str:
    kit = tools.module("pokerkit")
    found = {each for each in (*dir(kit), *dir(kit.State)) if tools.SAMPLERS.search(each)}
    return f"functions: {sorted(found) or 'none'}"


def _playout(rng: random.Random) -> Callable[[], int]:
    def play() -> int:
        state, decisions = _dealt(rng.randrange(1_000_000)), 0
        while state.status:
            moves = [state.check_or_call]
            if state.can_fold():
                moves.append(state.fold)
            if state.can_complete_bet_or_raise_to():
                moves.append(state.complete_bet_or_raise_to)
            rng.choice(moves)()
            decisions += 1
        return decisions

    return play


def _learning() -> str:
    words = re.compile("agent|policy|train|learn|solve", re.IGNORECASE)
    found = {each for each in dir(tools.module("pokerkit")) if words.search(each)}
    return f"functions: {sorted(found) or 'none'}"


def _speed() -> str:
    return f"{tools.number(tools.rate(_playout(random.Random(1))))} (no-limit hold'em)"


def _pictures() -> str:
    words = re.compile("svg|draw_|gui|render|plot|html", re.IGNORECASE)
    found = {each for each in dir(tools.module("pokerkit")) if words.search(each)}
    return f"functions: {sorted(found) or 'none'}"


def _information() -> str:
    state = _dealt()
    seen = ["".join(map(repr, state.get_censored_hole_cards(seat))) for seat in range(4)]
    names = [each for each in dir(state) if "view" in each or "observ" in each]
    return f"views: {names or 'none'}; hole cards with unknown ones as ??: {'??' in ''.join(seen)}"


COLUMN: Final = tools.Library(
    "PokerKit",
    "pokerkit",
    "pokerkit",
    games=_games,
    states=_states,
    illegal=_illegal,
    hidden=_hidden,
    speed=_speed,
    information=_information,
    pictures=_pictures,
    learning=_learning,
)
