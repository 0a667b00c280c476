"""Valid and invalid options of Two Way Street, and openings of a match."""

from __future__ import annotations

import pytest

import twowaystreet as tws
from tests.helpers import anything
from twowaystreet.games import street


def refusal(**options: object) -> tws.RulesError:
    """Return the error for these options; its message quotes option and value."""
    with pytest.raises(tws.RulesError) as caught:
        street.Rules(**anything(options))
    error = caught.value
    assert error.value is options[error.field]
    for fact in (error.field, error.expected, error.rule):
        assert fact and fact in str(error)
    return error


@pytest.mark.rule("ST-1", "ST-2")
@pytest.mark.parametrize(
    ("players", "jokers", "decks"),
    [
        (3, "none", 1),
        (4, "none", 1),
        (5, "none", 1),
        (5, "red_and_black", 1),
        (6, "none", 2),
        (6, "red_and_black", 2),
        (10, "none", 2),
        (10, "red_and_black", 2),
        (11, "none", 3),
        (15, "none", 3),
        (16, "none", 4),
        (16, "one", 4),
        (16, "two_alike", 3),
        (26, "none", 5),
        (27, "red_and_black", 5),
    ],
)
def test_the_fewest_decks(players: int, jokers: str, decks: int) -> None:
    rules = street.Rules(players=players, jokers=anything(jokers))
    assert rules.decks == decks
    assert len(rules.pack.cards) >= 10 * players
    assert street.Rules(players=players, decks=decks + 3).decks == decks + 3
    if decks > 1:
        error = refusal(players=players, jokers=jokers, decks=decks - 1)
        assert (error.field, error.rule) == ("decks", "ST-2")
        assert f"{decks} or more" in error.expected


@pytest.mark.rule("ST-1")
def test_five_play_with_one_or_two_decks() -> None:
    assert [len(street.Rules(players=5, decks=decks).pack.cards) for decks in (1, 2)] == [54, 108]


@pytest.mark.rule("ST-4")
@pytest.mark.parametrize("players", [2, 1, 0, -1])
def test_the_error_for_two_players_names_the_duel(players: int) -> None:
    error = refusal(players=players)
    assert (error.field, error.rule) == ("players", "ST-4")
    assert "Duel" in str(error) and "3 to 1000" in str(error)


def test_none_selects_the_default() -> None:
    # None asks for the default; the annotation of the field does not include it.
    rules = street.Rules(decks=None, max_hands=None)  # type: ignore[arg-type]  # pyright: ignore
    assert (rules.decks, rules.max_hands) == (1, None)
    assert ", or None" in refusal(max_hands=0).expected


# The opening of a match.
