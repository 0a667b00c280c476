"""The command ``check``: its tables, its exit status, and the figures of random hands."""

import os
from collections.abc import Iterator
from enum import StrEnum
from typing import Any, ClassVar, Self
from unittest import mock

import attrs
import pytest
from typing_extensions import override

import twowaystreet as tws
from examples import crazy_eights, high_card, house_rule, oh_hell, scopa, whist
from tests.cli.helpers import output, run, run_python
from tests.extras import FAST
from tests.helpers import anything
from tests.testing import faults
from tests.testing.broken import bidding, hell
from twowaystreet import authoring as core
from twowaystreet._cli.survey import Survey, abilities, survey
from twowaystreet._core.engine import game as registry
from twowaystreet.games import spades, twenty_down, twos
from twowaystreet.testing import conformance
from twowaystreet.testing.conformance import PROMISES

BROKEN = "tests.testing.faults:GAME_lost_card"
HIGH_CARD = f"{high_card.__file__}:GAME"
WITHOUT = "import sys; sys.modules['hypothesis'] = None; from twowaystreet._cli import main; main()"


@pytest.fixture(autouse=True)
def brief() -> Iterator[None]:
    """Compare options in one pair of playouts, and forget the games that a command registers."""
    with (
        mock.patch("twowaystreet._cli.survey.PAIRS", 1),
        mock.patch.dict(registry._games._registered),
    ):
        yield


def lines_of(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


def test_an_intact_game_has_a_table_of_its_promises_and_what_was_seen() -> None:
    few = {name: PROMISES[name] for name in ("scores", "tricks", "views")}
    with mock.patch.object(conformance, "PROMISES", few):
        found = lines_of(output("check", HIGH_CARD, "--seed", "3"))
    while not found[0]:  # rich 14.0 ends a bar with "\n"
        del found[0]
    counts = conformance.check("high_card", promises=["scores", "views"], seed=3)
    assert found[:6] == [
        *("High Card: promises", "promise holds looked at", f"scores yes {counts['scores']}"),
        *("tricks not checked", f"views yes {counts['views']}"),
        "tricks: the State of High Card is not a TrickState",
    ]
    assert {"Worlds yes", "Search yes", "Pictures yes"} <= {*found}
    at = found.index("What happened in 100 hands at random")
    assert found[at + 1] == "seat moves deals points"
    assert [line.split()[:3] for line in found[at + 2 : at + 4]] == [
        ["0", "50", "%"],
        ["1", "50", "%"],
    ]
    assert found[at + 4] == "Longest 2 moves in a hand"


def test_a_broken_promise_is_told_with_its_record_and_the_others_are_checked() -> None:
    words = ("check", BROKEN, "--promises", "cards,legal_moves,errors", "--seed", "1")
    result = run(*words)
    assert result.exit_code == 1
    told = lines_of(result.output)
    assert {"cards BROKEN", "legal_moves BROKEN"} <= {*told}
    assert any(line.startswith("errors yes ") for line in told)
    assert "lost_card breaks its promise 'cards': from the deal on" in result.output
    assert "lies nowhere" in result.output and "twowaystreet record 1" in told
    assert f"To repeat: twowaystreet check {BROKEN} --seed 1 --promises cards" in told
    assert "What happened" not in result.output


def test_promises_that_one_record_breaks_are_told_once() -> None:
    game = "tests.testing.faults:GAME_raising_begin"
    told = run("check", game, "--promises", "purity,values").output
    assert told.count("twowaystreet record 1") == 1
    assert told.rstrip().endswith("The same record breaks 'values'.")


def test_a_broken_game_is_counted_as_far_as_it_goes() -> None:
    few = {"cards": PROMISES["cards"]}
    with (
        mock.patch.object(conformance, "PROMISES", few),
        mock.patch("twowaystreet._cli.check_command.HANDS", 4),
    ):
        endless = run("check", "tests.testing.faults:GAME_endless")
        assert endless.exit_code == 0
        assert "Search not tried, as the game is broken" in lines_of(endless.output)
        assert "Stopped the hand does not end after 410 moves" in lines_of(endless.output)
    with (
        mock.patch.object(conformance, "PROMISES", few),
        mock.patch("twowaystreet._cli.survey.survey", side_effect=KeyError("five")),
    ):
        assert "The hands cannot be counted: KeyError('five')" in output("check", HIGH_CARD)


def test_thorough_plays_ten_times_as_many_hands() -> None:
    words = ("check", HIGH_CARD, "--promises", "ending")
    usual, thorough = output(*words), output(*words, "--thorough")
    name, hands = "high_card", 10 * PROMISES["ending"].hands
    counts = conformance.check(name, promises=["ending"], hands=hands)
    assert f"ending yes {counts['ending']}" in lines_of(thorough)
    assert usual != thorough


def test_without_hypothesis_the_refusal_names_the_extra() -> None:
    done = run_python("-c", WITHOUT, "check", "twos")
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("Error: hypothesis is missing;")
    assert line.endswith("pip install 'twowaystreet[testing]'")
    assert run_python("-c", WITHOUT, "games", "twos").returncode == 0


# What a game can do.


@attrs.frozen(kw_only=True)
class Hidden(oh_hell.View):
    """Views without worlds, and with a fact that no display draws."""

    no_worlds = "nobody notes the order"
    secret: tuple[tuple[int, ...], ...] = core.public_fact(
        lambda state: ((len(state.tricks),),), "tricks"
    )


@attrs.frozen(kw_only=True)
class Drawn(oh_hell.View):
    done: int = core.public_fact(lambda state: len(state.tricks), "tricks")


def found_in(game: tws.Game, *, is_whole: bool = True) -> dict[str, str]:
    seen = survey(game, hands=4)
    with mock.patch.dict(registry._games._registered, {game.name: game}):
        return dict(abilities(game, seen, is_whole=is_whole))


def test_worlds_search_and_pictures_say_why_not() -> None:
    found = found_in(hell("hidden", view=Hidden))
    assert found["Worlds"] == "no: Oh Hell has no worlds: nobody notes the order"
    assert found["Search"] == "no: it needs worlds"
    assert found["Pictures"] == "yes, but for secret"
    assert found_in(hell("drawn", view=Drawn))["Pictures"] == "yes"
    assert found_in(oh_hell.GAME)["Search"] == "yes"
    assert found_in(oh_hell.GAME, is_whole=False)["Search"].startswith("not tried")
    left = "yes; left to the rule of thumb: trump (those who stay in have better cards"
    assert found_in(twenty_down.GAME)["Search"].startswith(left)


def test_an_ability_that_fails_tells_the_error() -> None:
    with mock.patch("twowaystreet.svg.table", side_effect=KeyError("five")):
        assert found_in(twos.GAME)["Pictures"] == "no: KeyError('five')"


THROUGH_APPLY = "playouts go through `apply`"


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (house_rule.GAME, f"no: `_wins` is overridden: {THROUGH_APPLY}"),
        (scopa.GAME, f"no: without tricks of cards {THROUGH_APPLY}"),
        (twos.GAME, ""),
        (spades.GAME, ""),
        (oh_hell.GAME, "; deal and auction go through `apply`"),
        (
            whist.GAME,
            "; at random only: its player has no `card_play`, so that simple ones do not; "
            "`_score` scores each, as `_tally` does not summarise it; deal and auction go through "
            "`apply`",
        ),
    ],
)
@pytest.mark.skipif(FAST.is_missing, reason="needs compiled code")
def test_playouts_are_compiled_or_say_why_not(
    game: tws.Game, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if os.environ.get("NUMBA_DISABLE_JIT") == "1":  # plain Python compiles nothing
        monkeypatch.setattr("twowaystreet._cli.survey.compiled", mock.Mock())
    whole = reason if reason.startswith("no: ") else f"compiled{reason}"
    assert found_in(game)["Playouts"] == whole


def test_without_numba_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("twowaystreet._cli.survey.compiled", lambda: None)
    assert found_in(twos.GAME)["Playouts"] == "compiled after pip install 'twowaystreet[fast]'"


def test_words_name_what_is_missing() -> None:
    assert found_in(twos.GAME)["Words"] == "yes"
    assert found_in(crazy_eights.GAME)["Words"] == (
        "missing: summary; score_help; hints; phase_help for play; "
        "option_words for players and max_hands; option for Draw and Pass"
    )


# Random hands


def test_the_shares_of_the_seats_and_the_longest_hand() -> None:
    found = survey(twos.GAME, hands=8, seed=1)
    assert found == survey(twos.GAME, hands=8, seed=1) != survey(twos.GAME, hands=8)
    assert (found.hands, found.turns, found.deals) == (8, (104,) * 4, (2,) * 4)
    assert sum(found.leads) == 8 * 13 and len(found.points) == 4
    assert (found.longest, found.fault, found.unnamed) == (52, "", ())
    assert found.idle_options == found.unmade == ()
    assert [*map(type, found.moves)] == [tws.Play]
    assert {state.phase for state in found.positions} == {*twos.State._decisions}


class Lead(StrEnum):
    """The seats that may lead, of which the last one is forgotten."""

    LEFT, DEALER, RIGHT = "left", "dealer", "right"


@attrs.frozen(kw_only=True)
class Idle(oh_hell.Rules):
    """Options that do nothing, wholly or in part."""

    late: bool = core.flag(False, rule="OH-1")
    lead: Lead = core.choice(Lead, rule="OH-1")
    worth: int = core.number(1, at_least=1, at_most=2, rule="OH-3")


class IdleState(oh_hell.State):
    """States in which ``lead`` counts as ``left`` or not, and ``worth`` for the scores alone."""

    __slots__ = ()

    @override
    def _first_leader(self) -> int:
        others: Any = self.rules
        return self.dealer if others.lead == "dealer" else super()._first_leader()

    @override
    def _score(self, tricks: tuple[core.Trick, ...]) -> core.Score:
        found, others = super()._score(tricks), anything(self.rules)
        return core.HandScore(tuple([core.SeatScore(others.worth + each) for each in found.points]))


def test_options_and_values_that_change_nothing_are_named() -> None:
    found = survey(hell("idle", IdleState, rules=Idle), hands=2)
    assert found.idle_options == ("late", "lead=right")


class Trump(core.SuitMove):
    """A move that nobody can make."""


class Stays(oh_hell.State):
    """States with a move that nobody can make."""

    __slots__ = ()

    def _trumps(self, seat: int) -> tuple[Trump, ...]:
        return ()

    def _never(self, seat: int, move: Trump) -> Self:
        raise AssertionError

    _decisions: ClassVar = {
        **bidding(),
        oh_hell.Phase.HAND_OVER: core.Decision("trumps", "OH-1", _trumps, {Trump: _never}),
    }


def test_moves_that_nobody_can_make_are_named() -> None:
    found = survey(hell("stays", Stays), hands=3)
    assert found.unmade == ("Trump",)


def test_cards_that_no_move_names_are_named() -> None:
    found = survey(oh_hell.GAME, hands=1)
    assert len(found.unnamed) == 52 - 28 and found.longest == 32


def test_a_broken_game_is_counted_until_its_fault() -> None:
    found: Survey = survey(faults.FAULTS["endless"].game, hands=2)
    assert (found.hands, found.longest, found.points) == (0, 0, (0.0,) * 4)
    assert found.fault == "the hand does not end after 410 moves"
    assert found.unmade == ("Play",)
