"""Public properties and methods of views that show hidden information."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs
import pytest
from typing_extensions import override

from examples import oh_hell
from tests.testing.broken import hell, shown, two_ways
from twowaystreet import authoring as core
from twowaystreet.games import street
from twowaystreet.testing import conformance
from twowaystreet.testing.conformance.other_process import visible_parts

LEFT: dict[str, Any] = {}
"""Things that views and states have left behind."""


class Dealing(oh_hell.State):
    """States that leave the dealt hands behind."""

    __slots__ = ()

    @override
    def _deal_hands(self, deal: core.Deal) -> Any:
        dealt = super()._deal_hands(deal)
        LEFT["hands"] = dealt.hands
        return dealt


def leaving(base: Any, **members: Any) -> Any:
    """Return views that leave their state behind, and have more members."""

    def _of(cls: Any, state: Any, seat: int | None) -> Any:
        LEFT.update(before=LEFT.get("state", state), state=state)
        seen: Any = base._of.__func__
        return seen(cls, state, seat)

    made = shown(base)
    made._of = classmethod(_of)
    for name, member in members.items():
        setattr(made, name, member)
    return made


def hands(seen: Any) -> Any:
    """Return the hands of the last state that was shown."""
    return LEFT["state"].hands


def one_hand(seen: Any, seat: int = 1) -> Any:
    """Return one of these hands."""
    return hands(seen)[seat]


def each_hand(seen: Any) -> Iterator[Any]:
    """Yield these hands."""
    yield from hands(seen)


def error(seen: Any) -> Any:
    """Raise an error that names these hands."""
    raise LookupError(hands(seen))


MEMBERS: dict[str, tuple[Any, str]] = {
    "property": (property(hands), "view.others"),
    "earlier_view": (property(lambda seen: LEFT["before"].hands), "view.others"),
    "deal": (property(lambda seen: LEFT["hands"]), "view.others"),
    "error": (property(error), "view.others"),
    "method": (one_hand, "view.others()"),
    "iterator": (each_hand, "view.others()"),
    "class_method": (classmethod(hands), "view.others()"),
}
GAMES = {
    name: hell(name, Dealing, leaving(oh_hell.View, others=member))
    for name, (member, _) in MEMBERS.items()
}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", GAMES)
def test_a_property_that_shows_hidden_cards_breaks_the_promise(name: str, seed: int) -> None:
    with pytest.raises(conformance.Broken, match="has the same information") as caught:
        conformance.check(GAMES[name], promises=["secrets"], seed=seed)
    assert f"yet {MEMBERS[name][1]} differs:\n" in caught.value.wrong


def test_a_property_that_reveals_a_hidden_move_breaks_the_promise() -> None:
    exchanged = property(lambda seen: LEFT["state"].exchanged)
    game = two_ways("revealing", leaving(street.View, given=exchanged))
    with pytest.raises(conformance.Broken, match=r"but view\.given after it reveals the move"):
        conformance.check(game, promises=["secrets"])


@attrs.frozen(kw_only=True)
class Helpful(oh_hell.View):
    """Views with properties and methods that show no more than the facts."""

    made = 0

    @property
    def cards_left(self) -> int:
        return sum(self.hand_sizes)

    @property
    def choose(self) -> Callable[[int], int]:
        return abs

    @property
    def missing(self) -> int:
        raise LookupError("no such card")

    def total(self, start: int = 0) -> int:
        return sum(self.scores, start)

    def won_by(self, seat: int) -> int:
        raise AssertionError("nobody gave a seat")

    def suits(self) -> Iterator[core.Suit]:
        yield from core.Suit


def test_properties_that_follow_from_the_facts_keep_the_promise() -> None:
    game = hell("helpful", view=Helpful)
    assert conformance.check(game, promises=["secrets"], hands=2)["secrets"] > 20
    seen = visible_parts(game.new_game())
    assert seen["total() of the view of seat 0"] == "0"
    assert seen["missing of the view of seat 0"].startswith("LookupError: no such card")
    assert "Suit.CLUBS" in seen["suits() of the view of seat 0"]
    assert not any(part.startswith(("won_by", "choose", "to_json")) for part in seen)
