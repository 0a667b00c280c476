"""The search of an earlier version of the library, as a player in matches of today's.

It runs in a process with another interpreter. An environment with version 0.2.0 is made like this:

    python3.11 -m venv earlier
    earlier/bin/pip install 'twowaystreet[fast]==0.2.0'
    export TWOWAYSTREET_EARLIER=earlier/bin/python

Then both searches play the same deals in each seat, beside simple players:

    twowaystreet arena twos montecarlo:seconds=0.05 \\
        benchmarks/earlier.py:montecarlo simple simple --deals 75
"""

from __future__ import annotations

import json
import os
import random
import subprocess
from functools import cache
from typing import Any, Final

import twowaystreet as tws

INTERPRETER: Final = "TWOWAYSTREET_EARLIER"
WORLDS: Final = 200

_PROGRAM: Final = """
import json, random, sys
import twowaystreet as tws
from twowaystreet.players import MonteCarlo

for line in sys.stdin:
    asked = json.loads(line)
    view, rng = tws.View.from_json(asked["view"]), random.Random(asked["seed"])
    print(MonteCarlo(asked["worlds"])(view, rng), flush=True)
"""


@cache
def _earlier() -> subprocess.Popen[str]:
    """Start the other process; it ends when its input ends, with this one."""
    interpreter = os.environ[INTERPRETER]
    pipe = subprocess.PIPE
    return subprocess.Popen([interpreter, "-c", _PROGRAM], stdin=pipe, stdout=pipe, text=True)


# Any: the view of any game.
def montecarlo(view: Any, rng: random.Random) -> tws.Move:
    """Choose a move by ``MonteCarlo`` with 200 worlds in the other process."""
    process = _earlier()
    assert process.stdin and process.stdout
    asked = {"view": view.to_json(), "seed": rng.getrandbits(64), "worlds": WORLDS}
    print(json.dumps(asked), file=process.stdin, flush=True)
    answer = process.stdout.readline().strip()
    moves: tuple[tws.Move, ...] = view.legal_moves
    return next(move for move in moves if str(move) == answer)
