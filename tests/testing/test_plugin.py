"""Tests of the pytest plugin, which adds a test for each promise of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from examples import oh_hell
from twowaystreet.testing.conformance import PROMISES
from twowaystreet.testing.conformance import _pytest_items as pytest_items

pytest_plugins = "pytester"

OTHER = "def test_other() -> None:\n    pass\n"


@pytest.fixture(autouse=True)
def _alone(pytester: pytest.Pytester) -> None:
    """Give the test its own root folder, also if temporary files are inside a checkout."""
    pytester.makeini("[pytest]")


def run(place: pytest.Pytester, *options: str) -> tuple[int, str]:
    """Run pytest in the folder; return its exit status and its output."""
    done = place.runpytest_inprocess("-p", "no:cacheprovider", "--color=no", *options)
    return done.ret, f"{done.stdout}\n{done.stderr}"


def conftest(place: pytest.Pytester) -> None:
    """Write a ``conftest.py`` that registers a broken game."""
    place.makeconftest(
        f"""
        import sys
        sys.path.insert(0, {str(Path(__file__).parents[2])!r})
        import twowaystreet
        from tests.testing.faults import FAULTS
        twowaystreet.register(FAULTS["lost_card"].game)
        """
    )


def test_each_promise_is_a_test(pytester: pytest.Pytester) -> None:
    asked = ("--twowaystreet-game=twos", "--twowaystreet-game=duel", "--twowaystreet-game=twos")
    options = (*asked, "--twowaystreet-hands=1", "--twowaystreet-seed=3")
    status, output = run(pytester, *options, "-v", "-k", "scores or (duel and cards)")
    assert status == 0, output
    for line in ("twos::scores PASSED", "duel::cards PASSED", "duel::scores PASSED"):
        assert output.count(line) == 1
    assert "3 passed" in output and "twos::cards" not in output


def test_promises_about_tricks_are_skipped_for_a_game_without_tricks(
    pytester: pytest.Pytester,
) -> None:
    options = ("--twowaystreet-game=examples.high_card:GAME", "--twowaystreet-hands=1")
    status, output = run(pytester, *options, "-rs", "-k", "scores or tricks or voids")
    assert status == 0 and "1 passed, 2 skipped" in output, output
    assert "the State of High Card is not a TrickState" in output


def test_a_failure_shows_the_message_alone(pytester: pytest.Pytester) -> None:
    conftest(pytester)
    pytester.makepyfile(OTHER)
    status, output = run(pytester, "--twowaystreet-game=lost_card", "-x")
    assert status == 1
    assert "lost_card breaks its promise 'cards': from the deal on each card of the pack" in output
    assert "    game lost_card\n" in output and "2C lies nowhere" in output
    assert 'To repeat: conformance.check("lost_card", promises=["cards"])' in output
    assert "Traceback" not in output and "conformance/" not in output
    assert "FAILED lost_card::cards" in output
    # The other test and the first promise pass. pytest stops after the second promise.
    assert "1 failed, 2 passed" in output


def test_another_error_is_shown_with_its_traceback(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    def bad(*given: object, **named: object) -> None:
        raise RuntimeError("not the game's fault")

    monkeypatch.setattr(pytest_items, "check", bad)
    status, output = run(pytester, "--twowaystreet-game=twos", "-x")
    assert status == 1
    assert "RuntimeError: not the game's fault" in output and "def bad" in output


def test_a_game_can_be_named_by_module_and_attribute(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(mygame=Path(oh_hell.__file__).read_text(encoding="utf-8"))
    pytester.syspathinsert()
    status, output = run(pytester, "--twowaystreet-game=mygame:GAME", "--collect-only", "-q")
    assert status == 0, output
    assert "mygame:GAME::legal_moves\n" in output


@pytest.mark.nightly
def test_promises_are_counted_with_other_tests(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(OTHER)
    asked = ("--twowaystreet-game=twos", "--twowaystreet-hands=1")
    count = 1 + len(PROMISES)
    status, output = run(pytester, *asked, "--collect-only", "-q")
    assert status == 0 and f"\n{count} tests collected" in output, output
    assert output.count("::") == count
    _, output = run(pytester, *asked, "-k", "scores or other")
    assert f"collected {count} items / {count - 2} deselected / 2 selected" in output, output
    assert f"2 passed, {count - 2} deselected" in output
    _, output = run(pytester, *asked, "-k", "scores or other", "-n", "1")
    assert "1 worker [2 items]" in output and "2 passed" in output, output


@pytest.mark.parametrize("number", ["0", "-1", "few"])
def test_a_wrong_number_of_hands_is_a_usage_error(pytester: pytest.Pytester, number: str) -> None:
    with pytest.raises(pytest.UsageError, match=f"1 or more, not '{number}'"):
        pytester.parseconfig("--twowaystreet-game=twos", f"--twowaystreet-hands={number}")


def test_the_error_without_hypothesis_names_the_extra(pytester: pytest.Pytester) -> None:
    pytester.makeconftest("import sys\nsys.modules['hypothesis'] = None")
    options = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest")
    done = pytester.runpytest_subprocess(*options, "--twowaystreet-game=twos")
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines(["ERROR: *needs pip install 'twowaystreet[[]testing]'"])
    assert "Traceback" not in f"{done.stdout}{done.stderr}"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("chess", "expected street, duel, twos"),
        (
            "no_module:GAME",
            "expected whist.py:GAME or package.module:GAME, but it cannot be loaded: "
            "ModuleNotFoundError: No module named 'no_module'",
        ),
        ("twowaystreet:Card", "expected a twowaystreet.Game there, not <class"),
    ],
)
@pytest.mark.parametrize("how", [(), ("-n", "1")])
def test_an_unknown_game_is_a_usage_error(
    pytester: pytest.Pytester, name: str, says: str, how: tuple[str, ...]
) -> None:
    pytester.makepyfile("from pathlib import Path\nPath('collected').touch()\n")
    status, output = run(pytester, f"--twowaystreet-game={name}", *how)
    assert status == pytest.ExitCode.USAGE_ERROR
    assert f"ERROR: --twowaystreet-game={name}: {says}" in output
    assert not (pytester.path / "collected").exists()
    assert "Traceback" not in output and "INTERNALERROR" not in output


@pytest.mark.nightly
def test_a_game_can_be_named_by_its_file(pytester: pytest.Pytester) -> None:
    path = pytester.makepyfile(mygame=Path(oh_hell.__file__).read_text(encoding="utf-8"))
    options = (f"--twowaystreet-game={path}:GAME", "--twowaystreet-hands=1")
    status, output = run(pytester, *options, "-v", "-k", "determinism or opening")
    assert status == 0 and "2 passed" in output, output
