"""Learned players of the page without a server: their files, and their names in the browser."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, Final

from twowaystreet._util.values import OfGame
from twowaystreet.players import Network, by_name
from twowaystreet.table import TableError

FOLDER: Final = "networks"  # with networks, at the page and in the browser's Python
_NAME: Final = f"network:path=/{FOLDER}/"


def bot_of(file: str) -> str:
    return _NAME + file


def is_network(bot: str) -> bool:
    return bot.startswith(_NAME) and not {"/", ","} & {*bot.removeprefix(_NAME)}


def learned(content: str, names: Any) -> dict[int, str]:  # Any: not checked yet
    """Return the learned players of a saved table by seat; its text names none, or one for all."""
    if not names:
        return {}
    seats = [bot["seat"] for bot in json.loads(content)["bots"]]
    every = dict.fromkeys(map(str, seats), names) if isinstance(names, str) else names
    found = {seat: str(every[str(seat)]) for seat in seats}
    return {seat: name for seat, name in found.items() if is_network(name)}


def described(networks: Sequence[Network], files: Sequence[str]) -> list[dict[str, str]]:
    return [
        {"name": bot_of(file), "title": f"Learned {network.game.title}: this game alone"}
        for network, file in zip(networks, files, strict=True)
    ]


def check(bot: str, rules: OfGame) -> None:
    """Raise TableError for a player of other rules or without NumPy, PlayerError for none."""
    if find_spec("numpy") is None:
        raise TableError("NumPy cannot be loaded, which these opponents need; try again later")
    player = by_name(bot)
    if isinstance(player, Network) and not player.plays(rules):
        options = "" if type(rules) is not player.game.Rules else ", with other options"
        raise TableError(f"these opponents have learned {player.game.title} alone{options}")
