"""The compiled steps of Twos: the deal, and then the play alone."""

from __future__ import annotations

from typing import Any, Final

from twowaystreet.fast.bits import ONE, ZERO, Number, Signed, U
from twowaystreet.fast.compiling import borrowing, embedded
from twowaystreet.fast.records import DEALS, HAND, READY, RESET, SKIP, STAGE, Records, Shown, World
from twowaystreet.fast.stepping import (
    Stepping,
    allow_plays,
    clear,
    deal,
    dealer_of,
    finish,
    is_ready,
    lead,
    observe,
    play,
)


@embedded
def _deal(i: Number, w: World, rec: Records) -> None:
    """TW-1, TW-2: deal all cards; the player to the dealer's left leads."""
    deal(i, w, rec)
    lead(i, dealer_of(i, w, rec) + ONE, w, rec)


@borrowing
def _run(first: int, last: int, numbers: Signed, w: World, rec: Records, out: Shown) -> int:
    """Enter a number in each row."""
    waiting = 0
    for row in range(first, last):
        i, number = U(row), numbers[row]
        if number == RESET:
            rec.facts[i, HAND], rec.facts[i, DEALS] = ZERO, ZERO
            _deal(i, w, rec)
        elif number >= 0:
            out.done[i] = False
            if play(i, U(number), w, rec):
                finish(i, w, rec, out)
                _deal(i, w, rec)
        if number == SKIP:
            continue
        if rec.facts[i, STAGE] == READY and not is_ready(i, w, rec):
            out.waits[i] = 1
            waiting += 1
            continue
        clear(i, out)
        allow_plays(i, w, rec, out)
        observe(i, w, rec, out)
    return waiting


def _options(state: Any) -> tuple[int, ...] | None:  # Any: a state of Twos
    """Return no numbers; ``None`` if equal cards may lie in a trick."""
    return () if state._tally() else None


STEPPING: Final = Stepping(_run, _options, has_points=True)
