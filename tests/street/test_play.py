"""Naming a suit (ST-16 to ST-19), scoring and options."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

import twowaystreet as tws
from tests.helpers import anything, play, refused, refused_options, replay, texts
from tests.reference import street as reference
from tests.street.table import CLUBS, DIAMONDS, playing
from twowaystreet import Suit, cards, reasons
from twowaystreet.games import street
from twowaystreet.games.street import Phase
from twowaystreet.games.street.rules import Declaration
from twowaystreet.games.street.score import score_of


@pytest.mark.rule("ST-16", "ST-17")
@pytest.mark.parametrize(
    ("joker", "second", "either", "held"),
    [
        ("R*", f"{CLUBS} 2H", "D H", "H"),
        ("B*", f"{DIAMONDS} 2S", "C S", "S"),
        ("B*", "2D 3D 4D 5D 6D 7D 8D 2C 2S R*", "C S", "C S"),
    ],
)
def test_a_coloured_joker_led(joker: str, second: str, either: str, held: str) -> None:
    for option, wanted in (("either", either), ("held", held)):
        state = play(playing(joker, second, named_suit=option), joker)
        assert (state.phase, state.actor) == (Phase.NAME, 1)
        assert state.trick.led is None
        assert texts(state) == [f"name {suit}" for suit in wanted.split()]
        for suit in Suit:
            if suit not in wanted:
                reason = refused(state, f"name {suit}", reasons.CannotName)
                assert reason.rule == "ST-17"
                assert list(reason.allowed) == wanted.split()
            else:
                named = replay(state, [f"name {suit}"])
                assert (named.phase, named.actor) == (Phase.PLAY, 1)
                assert named.trick.led is suit


@pytest.mark.rule("ST-16")
def test_the_suit_must_be_named_once_before_playing() -> None:
    state = play(playing("R*", f"{CLUBS} 2H"), "R*")
    for text in ("2H", "2C", "B*", "AS"):
        with pytest.raises(tws.IllegalMove, match="name"):
            tws.apply(state, tws.parse_move(state, text))
    state = replay(play(playing("R*", f"{CLUBS} 2H"), "R*"), ["name H"])
    refused(state, "name D", reasons.WrongMove)
    state = play(state, "2H")
    refused(state, "name D", reasons.WrongMove)
    for text in ("high", "keep", "exchange 2C 3C"):
        refused(play(playing("R*", f"{CLUBS} 2H"), "R*"), text, reasons.WrongMove)


@pytest.mark.rule("ST-18")
def test_a_plain_joker_led() -> None:
    for option in ("either", "held"):  # The option concerns coloured Jokers only.
        state = playing("X*", f"{CLUBS} X*", jokers="two_alike", named_suit=option)
        state = play(state, "X*")
        assert (state.phase, state.actor) == (Phase.NAME, 1)
        assert texts(state) == ["name C", "X*"]
        assert list(refused(state, "name H", reasons.CannotName, "ST-18").allowed) == ["C"]
        reason = refused(state, "2C", reasons.MustName)
        assert (list(reason.allowed), list(reason.cards)) == (["C"], list(cards("X*")))
        refused(state, "AS", reasons.NotHeld)
    # Only suits in the hand can be named.
    state = playing("X*", "2C 3C 4C 5C 6C 7C 2D 3D 4D AS", jokers="one")
    assert texts(play(state, "X*")) == ["name C", "name D", "name S"]


@pytest.mark.rule("ST-19")
def test_only_jokers_in_hand() -> None:
    # Five decks with two plain Jokers each can give a hand of only Jokers.
    state = playing("X*", "X* " * 9 + "2C", "AH", decks=5, jokers="two_alike")
    state = play(state, "X*")
    assert (state.phase, texts(state)) == (Phase.NAME, ["name C", "X*"])
    only = playing("2H 3H 4H 5H 6H 7H 8H 9H 10H AH", "X* " * 10, decks=6, jokers="two_alike")
    only = play(only, "AH")
    assert texts(only) == ["X*"]
    led = playing("X*", "X* " * 10, "AH", decks=6, jokers="two_alike")
    led = play(led, "X*")
    assert (led.phase, texts(led), led.trick.led) == (Phase.PLAY, ["X*"], None)
    refused(led, "name C", reasons.WrongMove)


def scored(declarations: str, tricks: list[int]) -> street.HandScore:
    """Score facts, also those that no hand reaches; the declarations are one text."""
    return score_of(list(map(Declaration, declarations.split())), tricks)


@st.composite
def facts(draw: st.DrawFn) -> tuple[list[str], list[int]]:
    players = draw(st.integers(3, 13))
    declarations = draw(
        st.lists(st.sampled_from(["HD", "LD", "HF", "LF"]), min_size=players, max_size=players)
    )
    tricks = [0] * players
    few = draw(st.integers(1, players))  # Few players with tricks make ties among the others.
    for _ in range(10):
        tricks[draw(st.integers(0, few - 1))] += 1
    return declarations, tricks


@pytest.mark.rule("ST-20", "ST-21", "ST-22", "ST-23", "ST-25")
@given(facts())
def test_the_reference_score_is_the_same(known: tuple[list[str], list[int]]) -> None:
    declarations, tricks = known
    ours, theirs = scored(" ".join(declarations), tricks), reference.score(declarations, tricks)
    assert list(ours.points) == theirs["points"]
    assert [seat.entry for seat in ours.seats] == theirs["entries"]
    assert (ours.penalty, ours.case) == (theirs["penalty"], theirs["case"])


refusal = partial(refused_options, street.Rules)


@pytest.mark.rule("ST-1", "ST-2")
@pytest.mark.parametrize(
    ("players", "jokers", "decks"),
    [
        (5, "none", 1),
        (6, "none", 2),
        (10, "red_and_black", 2),
        (16, "one", 4),
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
