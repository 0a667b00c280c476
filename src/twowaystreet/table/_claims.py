"""Claims at a table: a player lays down the cards, and the others agree or play on."""

from __future__ import annotations

from itertools import takewhile

import attrs

from twowaystreet._core.views.claims import Claim, claim_of, finishing_move
from twowaystreet._core.views.views import view
from twowaystreet.table._errors import TableError
from twowaystreet.table._people import UndoRequest
from twowaystreet.table._sittings import CHANGES, Happened, Sitting


def claim_at(sitting: Sitting, seat: int) -> Claim | None:
    """Return what the cards of a player prove now; ``None`` if they prove nothing."""
    if sitting.free_seats or seat not in sitting.players or sitting.state.actor != seat:
        return None
    return claim_of(view(sitting.state, seat))


def is_contested(sitting: Sitting) -> bool:
    """Return whether somebody wanted to play on since the last change of the cards."""
    since = takewhile(lambda one: one.happened not in CHANGES, reversed(sitting.log))
    return any(one.happened is Happened.CONTEST for one in since)


def claimed_by(sitting: Sitting, seat: int) -> Sitting:
    """Return the sitting after a player claimed, or agreed; once all do, the hand is finished."""
    asked, happened = sitting.asked, Happened.ACCEPT
    if asked is None:
        sitting.check_full()
        if claim_at(sitting, seat) is None:
            raise TableError("your cards do not prove that you take, or lose, all that is left")
        if is_contested(sitting):
            raise TableError("you play on: claim again after the next move")
        happened, asked = Happened.CLAIM, UndoRequest(seat, (seat,), claims=True)
    elif not asked.claims:
        raise TableError("answer the request to take back a move first")
    elif seat in asked.agreed:
        raise TableError("you have agreed already: the others have not yet")
    else:
        asked = attrs.evolve(asked, agreed=tuple(sorted((*asked.agreed, seat))))
    after = attrs.evolve(sitting.noted(happened, seat), asked=asked)
    if {*asked.agreed} != after.players.keys():
        return after
    while after.state.actor is not None:
        after = after.moved(finishing_move(after.state, asked.seat))
    return after
