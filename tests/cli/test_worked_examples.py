"""The output of the worked examples on the command line."""

from __future__ import annotations

import pytest

from tests.cli.helpers import golden, output, run
from twowaystreet import GAMES
from twowaystreet._core.records.examples import Example, examples_of

EXAMPLES = [one for game in GAMES.values() for one in examples_of(game.State)]
PRINTED = golden("examples.txt")


@pytest.mark.rule("ST-25", "DU-11", "RA-3", "TL-4", "TL-5", "BR-10", "BR-12")
def test_all_examples() -> None:
    assert output("example") == PRINTED


@pytest.mark.parametrize("example", EXAMPLES)
def test_one_example(example: Example) -> None:
    name, title = example.name, example.title
    shown = output("example", name)
    assert shown.startswith(f"{title}\n")
    assert shown in PRINTED


def test_an_unknown_example_is_refused() -> None:
    result = run("example", "poker")
    assert result.exit_code == 2
    assert "street, ratings, duel, tien_len, brag" in result.output
