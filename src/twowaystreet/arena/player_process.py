"""The process of a player with a time limit: it loads the player, and answers views with moves.

Each message to the process is its length in four bytes and a pickle. Each answer is a line of JSON,
because the arena must not trust the answers.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import random
import signal
from typing import IO, Any

from twowaystreet._engine.game_places import load_main
from twowaystreet.arena.identity import digest_of_player
from twowaystreet.players import Player, by_name, fresh
from twowaystreet.players._faults import Fault, Faulty, message_of, move_from


def main() -> None:
    """Run the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the arena
    # Text that the player prints or reads must not mix with the answers and messages.
    with os.fdopen(os.dup(0), "rb") as messages, os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
        with contextlib.suppress(BrokenPipeError):  # the arena was interrupted
            serve(messages, answers)


def serve(messages: IO[bytes], answers: IO[bytes]) -> None:
    """Load the game and the player, and answer until the input ends."""
    try:
        main_module, game, player = _next(messages)
        load_main(main_module)
        loaded, _ = pickle.loads(game)
        given, digest = pickle.loads(player)
        found = by_name(given) if isinstance(given, str) else given
        if digest_of_player(found, loaded) != digest:
            raise ImportError("its source has changed since the match began")
    except Exception as error:
        _answer(answers, fault=Fault.EXCEPTION, message=message_of(error))
        return
    _answer(answers, move="")
    seated = _Seated(found)
    while True:
        try:
            view, rng = _next(messages)
        except EOFError:
            return
        try:
            _answer(answers, move=str(move_from(seated.player(rng), view, seated.rng)))
        except Faulty as error:
            _answer(answers, fault=error.fault, message=error.message)


class _Seated:
    """The player in its present hand."""

    def __init__(self, found: Any) -> None:  # Any: a player, a factory or a class
        self._found = found
        self._player: Player | None = None
        self.rng = random.Random()

    def player(self, rng: random.Random | None) -> Player:
        """Return the function that asks the player; a new source of chance begins a new hand."""
        if rng is not None:
            self.rng, self._player = rng, None
        return self._choose

    def _choose(self, view: Any, rng: random.Random) -> Any:  # Any: a view and a move of any game
        if self._player is None:
            self._player = fresh(self._found)
        return self._player(view, rng)


def _next(messages: IO[bytes]) -> Any:  # Any: the pickle decides
    """Return the next message.

    Raises:
        EOFError: at the end of the input.
    """
    head = messages.read(4)
    if len(head) < 4:
        raise EOFError
    return pickle.loads(messages.read(int.from_bytes(head, "big")))


def _answer(answers: IO[bytes], **answer: str) -> None:
    answers.write(json.dumps(answer).encode() + b"\n")
    answers.flush()
