"""A sample of the random hands of :mod:`tests.random_hands`, and that module itself."""

from __future__ import annotations

import pytest

import twowaystreet as tws
from tests import batch, random_hands
from tests.differential import PAIRS
from tests.differential.common import State
from tests.helpers import anything, nightly_but_every

SAMPLE = 10
ROUNDS = 4


@pytest.mark.rule("ST-5", "ST-9", "ST-11", "ST-12", "DU-1", "DU-5", "DU-7", "DU-8")
@pytest.mark.rule("TW-1", "TW-2", "SP-3", "SP-4", "SP-13", "TD-2", "TD-3", "TD-5")
@pytest.mark.parametrize("game", PAIRS)
@pytest.mark.parametrize("block", nightly_but_every(ROUNDS, range(ROUNDS)))
def test_random_hands_lose_no_card(game: str, block: int) -> None:
    for number in range(block * SAMPLE, (block + 1) * SAMPLE):
        random_hands.check_hand(game, 20, number)


def test_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert random_hands.main(["--hands", "5", "--seed", "5", "--jobs", "1"]) == 0
    summary = f"5 hands of {', '.join(PAIRS)}, seed 5: 0 faults"
    assert capsys.readouterr().out.startswith(summary)
    assert random_hands.main(["--hands", "2", "--game", "duel", "--jobs", "2"]) == 0
    assert "2 hands of duel" in capsys.readouterr().out


def test_a_fault_is_printed_with_the_call_that_repeats_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def bad(pair: object, state: object, reference: object) -> None:
        assert not reference, "they differ"

    monkeypatch.setattr(random_hands, "compare", bad)
    assert random_hands.main(["--hands", "2", "--seed", "5", "--jobs", "1"]) == 1
    summary = capsys.readouterr().out
    assert "check_hand('street', 5, 0): AssertionError: they differ" in summary
    assert "check_hand('duel', 5, 1)" in summary and "2 faults" in summary


def test_a_lost_card_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def short(game: str, state: State) -> list[tws.Card]:
        return all_cards(game, state)[1:]

    all_cards = random_hands.cards_of
    monkeypatch.setattr(random_hands, "cards_of", short)
    with pytest.raises(AssertionError):
        random_hands.check_hand("street", 0, 0)


def test_progress_is_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "REPORT_EVERY", -1.0)
    random_hands.main(["--hands", "2", "--jobs", "1"])
    assert "1 of 2 hands\n2 of 2 hands\n" in capsys.readouterr().out


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(SystemExit):
        random_hands.main(anything(["--game", "chess"]))
