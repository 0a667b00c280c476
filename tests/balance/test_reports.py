"""Reports of games: rows, files, repeats, executors, and faults that the second script finds."""

import json
import math
import random
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final
from unittest import mock

import numpy as np
import pandas as pd
import pytest
from jsonschema import Draft202012Validator

import twowaystreet as tws
from examples import high_card
from tests import page_code
from tests.arena import bots
from tests.balance import second
from tests.cli.helpers import output, refusal
from tests.cli.helpers import running as process_of
from tests.processes import PATIENCE, until
from twowaystreet import arena, balance, schemas
from twowaystreet.balance import hands as playing
from twowaystreet.balance import running, samples, sums
from twowaystreet.games import duel, street

PHASES = ["declare", "exchange"]
SOME = {
    "twos": [],
    "duel": ["bid", "exchange", "choose"],
    "twenty_down": ["trump", "draw", "declare"],
}


def few(**settings: Any) -> Any:  # Any: keywords of reports
    """Return the settings of a short report."""
    return {"hands": 5000, "matches": 3, "information": 2, **settings}


def rows_of(path: Path, game: str = "street", **settings: Any) -> balance.Report:
    with path.open("w", encoding="utf-8") as file:
        return balance.report(game, csv=file, **few(**settings))


@pytest.fixture(name="path")
def _path(tmp_path: Path) -> Path:
    return tmp_path / "rows.csv"


def test_rows_confirm_all_figures_and_the_readme_has_what_a_report_says(path: Path) -> None:
    found = rows_of(path)
    assert second.differing(found, path, PHASES) == []
    groups = {each.group for each in found.measures}
    assert groups >= {"seats", "phase declare", "points", "information"}
    assert abs(sum(each.value for each in found.measures if each.group == "points") - 1) < 1e-9
    found = balance.report("street", hands=2000, matches=0, information=0)
    text = (page_code.ROOT / "README.md").read_text("utf-8")
    assert next(found.sentences()) in " ".join(text.split())


@pytest.mark.parametrize("game", SOME)
def test_rows_confirm_the_figures_of_other_games(game: str, path: Path) -> None:
    found = rows_of(path, game, hands=800, matches=1, information=1)
    assert second.differing(found, path, SOME[game]) == []
    headings = path.read_text("utf-8").partition("\n")[0].split(",")
    assert headings[8:] == SOME[game]  # in the order of play


def _without_a_seat(*given: Any) -> Any:  # Any: the arguments and the result of what it replaces
    found = sums.columns_of(*given)
    return {key: each for key, each in found.items() if getattr(key, "name", "") != "payoff.seat.3"}


_ERROR: Final = sums.Sums.error


def _divided_twice(self: sums.Sums, form: sums.Floats) -> float:
    return _ERROR(self, form) / math.sqrt(self.count)


def test_the_second_script_finds_faults(path: Path) -> None:
    with mock.patch.object(running, "columns_of", _without_a_seat):
        assert second.differing(rows_of(path), path, PHASES) == ["payoff.seat.3"]
    with mock.patch.object(sums.Sums, "error", _divided_twice):
        wrong = second.differing(rows_of(path), path, PHASES)
    assert {"payoff.seat.0", "payoff.declare.low", "length"} <= {*wrong}


def test_equal_rules_do_not_differ_and_shared_deals_are_precise() -> None:
    rules = street.Rules(), street.Rules()
    found = balance.compare("street", *rules, **few())
    assert found.shared and not found.differing
    assert all(each.value == each.error == 0 for each in found.differences)
    assert "says nothing about the rule" in next(found.sentences())
    untested = [each.name for each in found.differences if math.isnan(each.corrected)]
    assert {"match.hands", "information.0"} <= {*untested}
    with mock.patch.object(playing, "seed_of", side_effect=range(1000)):
        found = balance.compare("street", *rules, **few())
    assert found.differing and any(each.error for each in found.differences)
    rules = street.Rules(), street.Rules(named_suit="held")
    found = balance.compare("street", *rules, **few())
    assert found.shared and 0 < found.differing < 500
    errors = {each.name: each.error for each in found.differences}
    for seat in range(4):
        assert 0 < errors[f"payoff.seat.{seat}"] < found.first[f"payoff.seat.{seat}"].error / 2


def test_options_that_nobody_uses_are_named() -> None:
    found = balance.report("street", rules=street.Rules(exchange="optional"), **few())
    rules = street.Rules(), street.Rules(exchange="optional")
    both = balance.compare("street", *rules, **few(hands=500), player="at_random")
    told = 'Only with "Exchange: A player may keep all ten cards", keep is chosen: 0.'
    assert told in str(both)
    # Random bids hardly ever lead to this phase.
    assert balance.report("duel", seed=1, **few(hands=500))["share.choose.low"].value
    (unused,) = found.unused
    assert unused.startswith("simple never chose 'keep' in the phase exchange")
    assert unused in str(found)
    row = balance.page(both).partition("payoff with exchange, 2 cards</th>")[2]
    assert row.startswith("<td>never</td><td class=more></td><td class=more></td><td>0.0")


def test_a_seed_repeats_a_report_with_every_executor() -> None:
    alone = balance.report("street", **few(hands=9000))
    with ThreadPoolExecutor(2) as pool:
        again = balance.report("street", **few(hands=9000), executor=pool)
    assert alone == again
    assert alone != balance.report("street", **few(hands=9000), seed=1)


def test_rows_are_columns_for_pandas_and_other_players_and_games_go_through_apply(
    path: Path,
) -> None:
    rows = balance.report("street", rows=True, **few()).rows
    assert rows
    table = pd.DataFrame(rows.columns, copy=False)
    assert len(table) == 4 * 5000
    for name, column in rows.columns.items():
        assert np.shares_memory(table[name].to_numpy(), column)
    assert rows.labels[rows.columns["declare"][0]] in ("high", "low")
    found = rows_of(path, "street", player="simple:preset=0.2.0", hands=300)
    assert second.differing(found, path, PHASES) == []
    found = balance.report(high_card.GAME, **few(hands=100, information=0))
    assert found.hands == 100


def test_only_states_in_a_hand_are_asked_for_legal_moves() -> None:
    def asked(state: Any) -> Any:  # Any: of any game
        assert not state.hand_over and state.actor is not None
        return tws.legal_moves(state)

    with (
        mock.patch.object(playing, "legal_moves", asked),
        mock.patch.object(samples, "legal_moves", asked),
    ):
        found = balance.report(high_card.GAME, **few(hands=20, skill=2))
    assert found["gain.all cards"].count == 2


def illegal(view: Any, rng: random.Random) -> Any:  # Any: no view and no move is of this game
    return tws.Deal(())


def test_a_fault_of_a_player_ends_the_report() -> None:
    with pytest.raises(arena.ArenaError, match="the player made a fault: illegal move"):
        balance.report("twos", player=illegal, **few())
    wrong = {"hands": 0, "seconds": math.nan, "hand": 1, "seed": 1.5}
    methods = {"executor": "submit", "progress": "__call__", "csv": "write"}
    for name, value in {**wrong, **dict.fromkeys(methods, 0)}.items():
        with pytest.raises(tws.RulesError, match=f"{name}={value}.*{methods.get(name, '')}$"):
            balance.report("twos", **few(**{name: value}))
    with pytest.raises(tws.RulesError, match=r"rules=\[4, 3\]: expected as many seats in both"):
        balance.compare("street", street.Rules(), street.Rules(players=3))
    with pytest.raises(tws.RulesError, match="found="):
        balance.page()


@pytest.mark.rule("DU-6")
def test_hands_whose_deals_are_all_thrown_in_are_paid_nothing() -> None:
    settings = few(hands=2, matches=1, information=0, player=bots.stubborn)
    found = balance.compare("duel", duel.Rules(), duel.Rules(jokers="none"), **settings)
    assert found.first["payoff.seat.0"].value == found.first["match.hands"].value == 0
    told = "The deals differ, as the packs do, so errors are those of separate hands."
    assert not found.shared and next(found.sentences()) == told


@pytest.mark.nightly
def test_search_gains_and_open_cards_gain_more() -> None:
    found = balance.report("duel", **few(skill=40))
    gains = [found[f"gain.{name}"].value for name in ("at_random", "simple", "all cards")]
    assert gains == sorted(gains)
    assert found["skill"].value > 0 and found["skill"].of == "deals"
    assert sum(each.name.startswith("gain.montecarlo") for each in found.measures) == 7


def test_an_interruption_keeps_what_is_there() -> None:
    def stop(what: str, done: int, of: int) -> None:
        if what == "matches":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        balance.report("street", progress=stop, **few())
    found: Any = getattr(caught.value, "results", None)
    assert (found.hands, found["match.hands"].count) == (5000, 1)
    in_time = balance.report("street", seconds=0, **few(hands=None))
    assert in_time.hands == playing.BLOCK
    # Hands without compiled code take long, so that few come together.
    in_time = balance.report("tien_len", seconds=0, **few(hands=None, matches=0))
    assert in_time.hands == 16


def check_schema(document: object) -> None:
    validator: Any = Draft202012Validator(schemas.balance())  # Any: its methods lack types
    validator.validate(document)


def test_the_command_writes_all_files(tmp_path: Path) -> None:
    html, data, rows = (tmp_path / name for name in ("a.html", "a.json", "a.csv"))
    words = "--hands 1000 --matches 2 --information 1 --compare exchange=obligatory,optional"
    files = ("--html", str(html), "--json", str(data), "--csv", str(rows))
    shown = output("balance", "street", *words.split(), *files, "--plain")
    assert "No hand differs: simple never used what the rule changes" in shown
    document = json.loads(data.read_text("utf-8"))
    check_schema(document)
    label = "Exchange: A player may keep all ten cards"
    assert document["comparisons"][0]["second"]["label"] == label
    assert len(rows.read_text("utf-8").splitlines()) == 1 + 2 * 4 * 1000
    page = html.read_text("utf-8")
    assert "<script" not in page and page.count("<svg") == 4
    assert page.count("simple never chose &#x27;keep&#x27; in the phase exchange") == 1
    many = output("balance", "street", "--players", "3,4", *words.split()[:6], *files[2:])
    assert rows.read_text("utf-8").count("rules,hand") == 1
    assert "Two Way Street (Players: Three): 1000 hands" in many
    check_schema(json.loads(data.read_text("utf-8")))
    assert "expected two" in refusal("balance", "street", "--compare", "exchange=optional")
    both = refusal("balance", "street", "--jobs", "2", "--dask", "nowhere")
    assert "--jobs and --dask exclude each other" in both
    # All rules are checked before the first hand.
    assert "players" in refusal("balance", "street", "--players", "4,1")


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_signal_ends_the_command_with_what_is_there(path: Path) -> None:
    words = ("balance", "street", "--hands", "10000000", "--csv", str(path), "--plain")
    with process_of(*words) as process:
        until(lambda: path.exists() and path.read_text("utf-8").count("\n") > 4 * playing.BLOCK)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        shown, errors = process.communicate(timeout=PATIENCE)
    told = shown.decode().splitlines()
    assert (process.returncode, told[-1]) == (130, "Stopped; this is what was there.")
    assert b"Traceback" not in errors  # the first run on a machine tells that it compiles
    hands, rows = int(told[0].split()[3]), path.read_text("utf-8")
    assert hands and hands % playing.BLOCK == 0
    # The rows of a block may have been written when it was not yet counted.
    assert rows.count("\n") > 4 * hands and rows.endswith("\n")
