"""The column of OpenSpiel."""

from __future__ import annotations

import importlib.resources
import random
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from benchmarks.comparison import tools

CARDS: Final = (
    *("blackjack", "bridge", "bridge_uncontested_bidding", "crazy_eights", "cribbage"),
    *("dou_dizhu", "euchre", "gin_rummy", "go_fish", "goofspiel"),
    *("hanabi", "hearts", "kuhn_poker", "leduc_poker", "oh_hell"),
    *("skat", "solitaire", "spades", "tarok", "tiny_bridge_2p"),
    *("tiny_bridge_4p", "tiny_hanabi", "universal_poker"),
)


def _dealt(name: str, seed: int = 1) -> Any:
    rng = random.Random(seed)
    state = tools.module("pyspiel").load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
    return state


def _games() -> str:
    known = {each.short_name for each in tools.module("pyspiel").registered_games()}
    return f"{len(known & set(CARDS))} of {len(known)} games"


def _states() -> str:
    before, same = _dealt("hearts"), _dealt("hearts")
    text = str(before)
    child = before.child(before.legal_actions()[0])
    kept = str(before) == text != str(child)
    before.apply_action(before.legal_actions()[0])
    changed = str(before) != text
    compared = "compares values" if _dealt("hearts") == same else "compares identity"
    return f"changed in place: {changed}; `child` makes a new one: {kept}; `==` {compared}"


def _illegal() -> str:
    """Play a card that does not follow suit, in each game where one is accepted."""
    taken: list[str] = []
    checked = ""
    with tools.silent():
        for name in ("hearts", "spades"):
            state, rng = _dealt(name), random.Random(1)
            while not (revokes := _revokes(state)) and not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
            if revokes:
                taken.append(name)
                with_check = state.clone().apply_action_with_legality_check
                checked = tools.refusal(partial(with_check, revokes[0]))
    refused = checked.split(":")[0] if "illegal action" in checked else "nothing"
    return f"accepted in the play of {', '.join(taken)}; with a check {refused}, a text"


def _revokes(state: Any) -> list[int]:
    """Return cards that are not legal and are accepted all the same; plays are numbered by card."""
    legal = state.legal_actions()
    if not legal or legal[-1] > 51:  # a bid
        return []
    others = (card for card in range(52) if card not in legal)
    return [card for card in others if not tools.refusal(partial(state.clone().apply_action, card))]


def _hidden() -> str:
    found: list[str] = []
    with tools.silent():
        for name in CARDS:
            state = _dealt(name)
            sample = partial(state.resample_from_infostate, state.current_player(), random.random)
            if not state.is_simultaneous_node() and not tools.refusal(sample):
                found.append(name)
    return f"in {len(found)} of {len(CARDS)}: {', '.join(found)}"


def _playout(name: str, rng: random.Random) -> Callable[[], int]:
    game = tools.module("pyspiel").load_game(name)

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
        return decisions

    return play


def _speed() -> str:
    rng = random.Random(1)
    names = [name for name in CARDS if name != "goofspiel"]  # moves at the same time
    return f"{tools.span([tools.rate(_playout(name, rng)) for name in names])} ({len(names)} games)"


def _information() -> str:
    state = _dealt("hearts")
    given = type(state.information_state_string(0)).__name__, len(state.information_state_tensor(0))
    return f"a text ({given[0]}) or {given[1]:,} numbers in hearts"


def _pictures() -> str:
    return "text" if "\n" in str(_dealt("hearts")) else "-"


def _learning() -> str:
    folder = importlib.resources.files("open_spiel").joinpath("python", "algorithms")
    names = [each.name for each in folder.iterdir()]
    modules = [each for each in names if each.endswith(".py") and not each.endswith("_test.py")]
    return f"yes, {len(modules) - ('__init__.py' in modules)} modules of algorithms in Python"


COLUMN: Final = tools.Library(
    "OpenSpiel",
    "open_spiel",
    "pyspiel",
    games=_games,
    states=_states,
    illegal=_illegal,
    hidden=_hidden,
    speed=_speed,
    information=_information,
    pictures=_pictures,
    learning=_learning,
)
