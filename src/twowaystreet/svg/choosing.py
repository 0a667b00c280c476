"""Choosing the cards of a move in a picture, as the page does in ``choosing.js``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TypeAlias

from twowaystreet._core.cards.cards import CARDS, Card, text_of
from twowaystreet._core.display.table_facts import TableFacts
from twowaystreet._core.engine.moves import groups_of
from twowaystreet.errors import RulesError, as_tuple

_Group: TypeAlias = tuple[int, ...]  # the indexes of its cards, in order


class Choice:
    """What can be done with the cards of a viewer who has chosen some, in their order."""

    def __init__(self, facts: TableFacts, chosen: Sequence[Card]) -> None:
        self._groups = [
            (str(move), [_sorted(card.index for card in group) for group in groups])
            for move in facts.view.legal_moves or ()
            if (groups := groups_of(move))
        ]
        self._finished: list[_Group] = []
        self._now: _Group = ()
        self.chosen: Counter[Card] = Counter(chosen)
        for card in chosen:
            self._add(card)
        fits = self._fits()
        more = chain.from_iterable(_without(group, self._now) for _, part in fits for group in part)
        self.fitting = frozenset(CARDS[index] for index in more)
        whole = {text for text, part in self._left() if part == [self._now]}
        self.moves = dict.fromkeys(chosen, whole.pop()) if len(whole) == 1 else {}
        if not chosen:
            self.moves = self._singles()
        self.useful = self.fitting | self.chosen.keys() if self._groups else facts.useful

    def _left(self) -> list[tuple[str, list[_Group]]]:
        """Return the moves with the groups that are finished, without those."""
        found: list[tuple[str, list[_Group]]] = []
        for text, groups in self._groups:
            left = [*groups]
            for group in self._finished:
                if group not in left:
                    break
                left.remove(group)
            else:
                found.append((text, left))
        return found

    def _fits(self) -> list[tuple[str, list[_Group]]]:
        """Return the same with those groups alone that have the cards of the unfinished group."""
        now = self._now
        fitting = [
            (text, [each for each in left if _is_within(now, each)]) for text, left in self._left()
        ]
        return [(text, left) for text, left in fitting if left]

    def _add(self, card: Card) -> None:
        """Add a card; a group is finished when it is whole and no longer one begins with it."""
        self._now = _sorted([*self._now, card.index])
        left = [groups for _, groups in self._left()]
        open_ones = [groups for groups in left if any(_is_within(self._now, one) for one in groups)]
        if open_ones and all(
            len(groups) > 1
            and all(one == self._now or not _is_within(self._now, one) for one in groups)
            for groups in open_ones
        ):
            self._finished.append(self._now)
            self._now = ()

    def _singles(self) -> dict[Card, str]:
        """Return the moves of those cards that are in one move, alone."""
        often = Counter(chain.from_iterable({*chain(*groups)} for _, groups in self._groups))
        return {
            CARDS[groups[0][0]]: text
            for text, groups in self._groups
            if len(groups) == len(groups[0]) == 1 and often[groups[0][0]] == 1
        }


def choice_of(facts: TableFacts, chosen: Iterable[Card]) -> Choice:
    """Return the choice of cards that the viewer holds."""
    own: list[Card | None] = []
    if facts.view.seat is not None:
        seat = facts.seats[facts.view.seat]
        own = [*chain(seat.hand, *(row.cards for row in seat.rows if row.is_hand))]
    held = [card for card in own if card is not None]
    expected = (
        f"cards of the own hand, {text_of(held)}" if held else "no cards, as the hand has none"
    )
    given = as_tuple("chosen", chosen, expected)
    if not all(isinstance(card, Card) for card in given) or Counter(given) - Counter(held):
        raise RulesError("chosen", chosen, expected)
    return Choice(facts, given)


def _sorted(some: Iterable[int]) -> _Group:
    return tuple(sorted(some))


def _without(group: _Group, some: _Group) -> Iterable[int]:
    return (Counter(group) - Counter(some)).keys()


def _is_within(some: _Group, group: _Group) -> bool:
    left = [*group]
    for card in some:
        if card not in left:
            return False
        left.remove(card)
    return True
