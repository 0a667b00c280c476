"""The checks of the kit with games that authors break by one small edit of an example."""

from __future__ import annotations

import pytest

from tests.testing.edits import EDITS, REFUSED, SEEN, changed
from twowaystreet.testing import conformance
from twowaystreet.testing.conformance import PROMISES, Broken

SAMPLE = {"kitty_twice", "order_by_next", "shuffled_deal", "bid_0_twice", "first_hand_double"}
"""Edits that are found in half a second; a test in the night tries the others."""


@pytest.mark.filterwarnings("ignore:.* is not checked")
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in SAMPLE else pytest.mark.nightly) for name in EDITS],
)
def test_the_kit_finds_what_an_edit_breaks(name: str) -> None:
    edit = EDITS[name]
    with pytest.raises(Broken) as caught:
        conformance.check(edit.game)
    assert edit.says in str(caught.value)


@pytest.mark.parametrize(
    ("name", "promise"),
    [
        ("first_is_1", "fairness"),  # the deal goes round, and one seat always begins
        ("one_for_seat_0", "fairness"),  # cards are dealt from one seat, whoever deals
        ("again_forever", "ending"),  # a hand that is dealt again may be so for long
        ("aces_told", "views"),  # everybody is told something about the hands
    ],
)
def test_what_may_be_a_rule_breaks_no_promise(name: str, promise: str) -> None:
    assert conformance.check(SEEN[name].game, promises=[promise])[promise]


@pytest.mark.parametrize("name", REFUSED)
def test_some_edits_leave_no_game(name: str) -> None:
    message, says = REFUSED[name]
    assert says in message


def test_the_edits_name_promises_and_their_words() -> None:
    assert {edit.promise for edit in EDITS.values()} <= {*PROMISES}
    assert all(edit.says for edit in SEEN.values())
    assert EDITS.keys() >= SAMPLE


def test_an_edit_needs_lines_that_stand_there_once() -> None:
    assert changed("a\nb\nc", ["- a", "- b", "+ x", "- c"]) == "x\n"
    with pytest.raises(AssertionError, match="'a' stands 2 times"):
        changed("a a", ["- a", "+ x"])
