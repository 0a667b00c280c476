"""Full exploration: equal information states and equal records imply each other."""

from __future__ import annotations

import pytest

from tests.leaks.explore import Exploration
from tests.leaks.small import SMALL, Small

RULES = {
    "exchanges": ("ST-9", "ST-10", "ST-11"),
    "coloured Jokers": ("ST-13", "ST-16"),
    "plain Jokers": ("ST-13", "ST-18"),
    "bids with cards": ("DU-2", "DU-5", "DU-6", "DU-7"),
    "bids on paper": ("DU-2", "DU-7", "DU-8", "DU-9"),
    "twos": ("TW-3", "TW-4"),
    "oh hell": (),
    "draws": ("TD-2", "TD-3"),
    "dummies": ("SP-5", "SP-12", "SP-13"),
    "lays": ("BR-8", "BR-9"),
    "plays of several cards": ("TL-9",),
}


LARGE = ("bids on paper", "bids with cards", "exchanges", "twos")
"""The games with the most states."""


def marked(name: str) -> object:
    """Return the name of a small game as a parameter, with its rules; large ones are nightly."""
    marks = [pytest.mark.rule(*RULES[name]), *[pytest.mark.nightly] * (name in LARGE)]
    return pytest.param(name, marks=marks)


def explored(small: Small, texts: int = 20, whole: bool = False) -> Exploration:
    """Explore a small game for two seats and a spectator, or for all seats if ``whole``."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        small.prepare(monkeypatch)
        start = small.start()
        viewers = (None, *range(len(start.scores) if whole else 2))
        found = Exploration(small.game, small.choices, viewers, texts)
        found.explore(start, small.deals(start))
    return found


@pytest.mark.nightly
@pytest.mark.parametrize("name", SMALL)
def test_all_seats_know_exactly_what_views_show(name: str) -> None:
    assert explored(SMALL[name], texts=3, whole=True).states > 800


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("name", [*map(marked, SMALL)])
def test_views_show_exactly_the_information_of_the_viewer(name: str) -> None:
    found = explored(SMALL[name])
    # Most states share an information state with another one, so the test compares enough.
    assert found.states > 800
    assert found.shared > found.states
