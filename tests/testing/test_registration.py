"""Tests of the registration of types with Hypothesis."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

import twowaystreet as tws
from examples import oh_hell
from tests.games import OURS
from twowaystreet.testing import register_types


def run(program: str, **env: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **env},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", ["hypothesis", "pytest_twowaystreet"])
def test_hypothesis_alone_does_not_import_the_library(name: str) -> None:
    """Check that the library has no entry point that Hypothesis loads."""
    found = run(f"import {name}, sys; print('twowaystreet' in sys.modules)")
    assert found == "False\n"


@pytest.mark.nightly
def test_types_are_known_once_they_are_registered() -> None:
    program = (
        "from hypothesis import find, strategies as st\n"
        "from twowaystreet import testing\n"
        "from twowaystreet.games import street\n"
        "testing.register_types()\n"
        "testing.register_types()\n"
        "print(type(find(st.from_type(street.State), lambda state: True)) is street.State)\n"
    )
    assert run(program) == "True\n"


def test_the_library_alone_does_not_import_hypothesis() -> None:
    output = run(
        "import sys, twowaystreet, twowaystreet.games.street\n"
        "print({'hypothesis', 'pytest', 'twowaystreet.testing'} & set(sys.modules))"
    )
    assert output == "set()\n"


@pytest.mark.parametrize(
    ("module", "extra", "package"),
    [
        ("testing", "testing", "hypothesis"),
        ("web", "web", "starlette"),
        ("rl", "rl", "numpy"),
        ("rl.gymnasium", "rl", "gymnasium"),
        ("rl.vector_env", "rl", "gymnasium"),
        ("rl.pettingzoo", "rl", "pettingzoo"),
        ("rl.openspiel", "openspiel", "pyspiel"),
    ],
)
def test_the_import_error_without_a_package_names_the_extra(
    module: str, extra: str, package: str
) -> None:
    if module.startswith("rl."):
        pytest.importorskip("numpy", reason="numpy is missing; pip install 'twowaystreet[rl]'")
    if package == "pettingzoo":
        pytest.importorskip("gymnasium", reason="environments need the extra rl")
    output = run(
        "import sys\n"
        f"sys.modules['{package}'] = None\n"
        "try:\n"
        f"    import twowaystreet.{module}\n"
        "except ModuleNotFoundError as error:\n"
        "    print(error.name, error, sep='; ')\n"
    )
    says = f"{package} is missing; twowaystreet.{module} needs pip install 'twowaystreet[{extra}]'"
    assert output == f"{package}; {says}\n"


def test_another_missing_module_is_named() -> None:
    output = run(
        "import sys\n"
        "sys.modules['twowaystreet._core.records.records'] = None\n"
        "try:\n"
        "    import twowaystreet.testing\n"
        "except ModuleNotFoundError as error:\n"
        "    print(error.name, 'install' in str(error))\n"
    )
    assert output == "twowaystreet._core.records.records False\n"


def check_type(drawn_type: type[Any]) -> None:
    """Check that the values drawn for a type have this type."""

    @settings(max_examples=5)
    @given(st.from_type(drawn_type))
    def check(drawn: object) -> None:
        assert type(drawn) is drawn_type

    check()


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("part", ["Rules", "State", "View"])
def test_the_types_of_each_game(name: str, part: str) -> None:
    check_type(getattr(tws.GAMES[name], part))


@pytest.mark.parametrize(
    "drawn_type", [tws.Card, tws.Play, tws.Deal, tws.Pack, tws.Record, tws.SeatRecord]
)
def test_the_types_of_every_game(drawn_type: type[Any]) -> None:
    check_type(drawn_type)


def is_a(expected: Any) -> Callable[[Any], bool]:
    return lambda drawn: isinstance(drawn, expected)


def test_states_and_views_are_of_any_game() -> None:
    any_state: Any = tws.GameState
    any_view: Any = tws.View
    for game in map(tws.GAMES.__getitem__, OURS):
        assert find(st.from_type(any_state), is_a(game.State)).needs_deal
        assert find(st.from_type(any_view), is_a(game.View)).seat is None


def test_an_author_can_register_the_types_of_a_game() -> None:
    register_types(oh_hell.GAME)
    state = find(st.from_type(oh_hell.State), lambda state: state.phase == "play")
    assert isinstance(state, oh_hell.State)
