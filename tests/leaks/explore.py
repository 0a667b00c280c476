"""Every playout of a small game, grouped by the information state of each viewer.

Playouts with the same information state must have the same view: no view leaks hidden information.
Playouts with different information states must have different records: no record lacks information.
The exploration checks both conditions after every move.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations

import attrs

import twowaystreet as tws
from tests.helpers import AnyState, anything
from tests.leaks.knowledge import learnt
from twowaystreet._core.engine.game import Game

Choices = Callable[[AnyState], Sequence[tws.Move]]
"""A function that selects the legal moves to explore."""


@attrs.define
class Known:
    """The information states and records of one viewer, as numbers.

    Attributes:
        knows: number of each information state, by the previous number and the new information.
        shown: last view and record number of each information state.
        records: number of each record, by the previous number and the last event.
        whose: number of the information state of each record.
    """

    knows: dict[tuple[int, Hashable], int] = attrs.field(factory=dict[tuple[int, Hashable], int])
    shown: dict[int, tuple[object, int]] = attrs.field(factory=dict[int, tuple[object, int]])
    records: dict[tuple[int, tws.Event], int] = attrs.field(
        factory=dict[tuple[int, tws.Event], int]
    )
    whose: dict[int, int] = attrs.field(factory=dict[int, int])


@attrs.define
class Exploration:
    """All playouts from a start, for some viewers.

    Attributes:
        game: the game.
        choices: selects the moves to explore.
        viewers: the viewers to check; ``None`` is a spectator.
        texts: interval in states between two comparisons of views as JSON.
        states: number of states explored.
        shared: number of pairs of state and viewer whose information state had come up before.
    """

    game: Game
    choices: Choices
    viewers: tuple[int | None, ...]
    texts: int = 10
    states: int = 0
    shared: int = 0
    known: dict[int | None, Known] = attrs.field(factory=dict[int | None, Known], repr=False)

    def explore(self, start: AnyState, deals: Iterable[tws.Deal]) -> None:
        """Explore every playout that begins with one of these deals."""
        nothing = dict.fromkeys(self.viewers, 0)
        self.known = {viewer: Known() for viewer in self.viewers}
        for deal in deals:
            self.step(start, deal, nothing, nothing)

    def step(
        self,
        before: AnyState,
        move: tws.Move,
        knows: dict[int | None, int],
        records: dict[int | None, int],
    ) -> None:
        """Make a move, compare its events and views, and continue with the next moves."""
        after = tws.apply(before, move)
        self.states += 1
        then_knows, then_records = dict(knows), dict(records)
        for viewer, known in self.known.items():
            event = tws.event_of(before, move, viewer)
            fact = (knows[viewer], learnt(before, move, after, viewer))
            number = known.knows.setdefault(fact, len(known.knows) + 1)
            record = known.records.setdefault((records[viewer], event), len(known.records) + 1)
            shown = self.shown(event, after, viewer)
            first = known.shown.setdefault(number, (shown, record))
            self.shared += first[0] is not shown
            assert first == (shown, record), f"{viewer} is shown {shown}, and {first[0]}"
            assert known.whose.setdefault(record, number) == number, f"{viewer} knows more: {event}"
            if self.states % self.texts == 0 and first[0] is not shown:
                views = [anything(one)[0].view for one in (first[0], shown)]
                assert views[0].to_json() == views[1].to_json()
                assert repr(views[0]) == repr(views[1])
            then_knows[viewer], then_records[viewer] = number, record
        if not after.needs_deal and not after.is_over:
            for further in self.choices(after):
                self.step(after, further, then_knows, then_records)

    def shown(self, event: tws.Event, state: AnyState, viewer: int | None) -> tuple[object, ...]:
        """Return the event with its view, what follows from it and, for the actor, its moves."""
        moves = tws.legal_moves(state) if state.actor == viewer else ()
        derived = [getattr(event.view, name) for name in event.view._derived]
        return (event, *derived, moves)


def every_deal(
    cards: Sequence[tws.Card], together: Sequence[Sequence[int]]
) -> Iterator[tuple[tws.Card, ...]]:
    """Yield every order of the cards, ignoring the order within places seen together."""
    places = [*together]
    lone = set(range(len(cards))) - {place for some in together for place in some}
    places += [(place,) for place in sorted(lone)]
    order: list[tws.Card] = list(cards)

    def fill(number: int, rest: tuple[tws.Card, ...]) -> Iterator[tuple[tws.Card, ...]]:
        if number == len(places):
            yield tuple(order)
            return
        for chosen in dict.fromkeys(combinations(rest, len(places[number]))):
            left = list(rest)
            for place, card in zip(places[number], chosen, strict=True):
                order[place] = card
                left.remove(card)
            yield from fill(number + 1, tuple(left))

    return fill(0, tuple(sorted(cards)))
