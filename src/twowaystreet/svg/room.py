"""The room of a table: the most cards of its game in each place, so that it keeps its form."""

from __future__ import annotations

import attrs

from twowaystreet.svg import plates
from twowaystreet.svg.layout import Needs
from twowaystreet.svg.table_facts import Seat, TableFacts

_FACTS = 2
"""The lines of facts about the hand for which a page has room, with one that tells the stock."""


@attrs.frozen(kw_only=True)
class Looks:
    """The differences between a picture and a page.

    Attributes:
        header: True for a line at the top with the game, the hand and the phase.
        prompt: True to leave room for the line that tells what to do.
        lift: True to raise the cards that can be played, and to name their moves.
        grown: the factor for the size of cards.
    """

    header: bool = True
    prompt: bool = False
    lift: bool = True
    grown: float = 1.0


PICTURE = Looks()


@attrs.frozen(kw_only=True)
class Room:
    """The most cards of a game in each place, so that its table keeps its form.

    Attributes:
        hand: the cards of a hand.
        shelf: the cards beside another player.
        own_shelf: the cards before the viewer.
        slot: the cards of a player in a trick.
        plays_from_shelf: True if the viewer plays cards that lie before the viewer.
    """

    hand: int = 0
    shelf: int = 0
    own_shelf: int = 0
    slot: int = 0
    plays_from_shelf: bool = False


def needs_of(facts: TableFacts, room: Room, looks: Looks) -> Needs:
    """Return the largest contents of a table: those of now, or the most of its game."""
    bottom = facts.seats[facts.bottom]
    others = [seat for place, seat in enumerate(facts.seats) if place != facts.bottom]
    is_fixed = looks.prompt
    open_hands = max((len(seat.hand) for seat in others if any(seat.hand)), default=0)
    shelf = max((_shelf_size(seat) for seat in others), default=0)
    own_rows = [row for row in bottom.rows if row.cards]
    words = 0
    if not is_fixed:
        words = max((plates.lines_for(seat.words) for seat in facts.seats), default=1)
    slot = max((len(seat.played.cards) for seat in facts.seats), default=0)
    return Needs(
        others=len(others),
        hand=max(len(bottom.hand), room.hand),
        shelf=max(shelf, room.shelf, open_hands),
        own_shelf=max(sum(len(row.cards) for row in own_rows), room.own_shelf),
        plays_from_shelf=room.plays_from_shelf or any(row.is_hand for row in own_rows),
        slot=max(slot, room.slot, 1) if facts.has_slots else 0,
        lines=words,
        facts=_FACTS - (facts.stock is not None) if is_fixed else len(facts.facts),
        middle=max((len(row.cards) for row in facts.middle), default=0),
        stock=facts.stock is not None,
        header=looks.header,
        prompt=looks.prompt,
        grown=looks.grown,
    )


def _shelf_size(seat: Seat) -> int:
    return sum(len(row.cards) for row in seat.rows)
