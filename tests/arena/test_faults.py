"""Faults of players, their substitutes, time limits, and players that use more than their view."""

import json
import pickle
import random
import subprocess
import threading
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

import twowaystreet as tws
from tests.arena import bots
from tests.helpers import AnyView, shuffled
from twowaystreet import arena
from twowaystreet._util.faults import LONGEST_MESSAGE, message_of
from twowaystreet.arena import ArenaError, Entrant, entrants
from twowaystreet.arena.hands import MOST_DEALS, HandPlayed
from twowaystreet.arena.plan import MatchPlan
from twowaystreet.errors import RulesError
from twowaystreet.games import spades, twos
from twowaystreet.players import Factory, _seated, simple
from twowaystreet.players._seated import Fault, Faulty


@pytest.mark.parametrize(
    ("player", "kind", "message"),
    [
        (bots.broken, "exception", "LookupError: no idea about <object object at 0x...>"),
        (bots.leaving, "exception", "SystemExit: bye"),
        (bots.illegal, "illegal", "not in hand"),
        (bots.nothing, "not a move", "None"),
        (bots.hostile, "not a move", "Hostile"),
        (bots.half_made, "not a move", "AttributeError"),
        (bots.defacing, "not a move", "None"),
        (bots.unreadable, "exception", "Unreadable: an exception without text"),
        (bots.talkative, "exception", "ValueError: long long"),
        (Factory(Mock(side_effect=OSError("no model"))), "exception", "OSError: no model"),
        (
            Factory(Mock(return_value=None)),
            "exception",
            "PlayerError: player None: expected a player",
        ),
    ],
)
def test_substitutes_follow_faults(player: Any, kind: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    results = arena.play("twos", {"bot": player, "first": bots.first}, deals=1, out=path)
    assert results.faults == ({kind: 4}, {})
    (line,) = map(json.loads, path.read_text().splitlines()[1:])
    for hand in line["hands"]:
        assert sum(hand["points"]) != 0  # the hand was played to its end
        assert [hand["seats"][fault["seat"]] for fault in hand["faults"]] == [0, 0]
        for fault in hand["faults"]:
            assert fault["kind"] == kind
            assert message in fault["message"] and len(fault["message"]) <= LONGEST_MESSAGE


def test_the_table_has_the_first_message_of_each_kind_of_fault() -> None:
    moves = 0

    def late(view: AnyView, rng: random.Random) -> Any:  # Any: not always a move
        """Make no fault in the first moves, one kind in the first deals, then another kind."""
        nonlocal moves
        moves += 1
        if moves > 160:
            raise LookupError("no \x1b[2J")
        return None if moves > 150 else bots.first(view, rng)

    results = arena.play("twos", {"late": late, "first": bots.first}, deals=8)
    deal, message = results.first_faults[0]["exception"]
    first, nothing = results.first_faults[0]["not a move"]
    assert results.first_faults[1] == {}
    assert len(results.times_table().splitlines()) == 1  # there are no times
    assert first < deal and nothing == "None"
    assert message == "LookupError: no \x1b[2J"
    assert str(results).splitlines()[-3:] == [
        f"late, exception, first in deal {deal}: 'LookupError: no \\x1b[2J'",
        f"late, not a move, first in deal {first}: None",
        "All messages are in the file of the match: out=, or --out at the command line",
    ]
    assert results.to_dict()["first_faults"] == [
        {"exception": [deal, message], "not a move": [first, "None"]},
        {},
    ]


def test_a_substitute_plays_to_the_end_of_the_hand_alone_with_its_own_numbers() -> None:
    calls = 0

    def once(view: AnyView, rng: random.Random) -> tws.Move:
        nonlocal calls
        calls += 1
        return bots.broken(view, rng)

    one = arena.play("twos", {"bot": once, "first": bots.first}, deals=5)
    assert calls == 20  # 5 deals, 2 hands, 2 seats
    other = {"bot": bots.broken_after_numbers, "first": bots.first}
    assert one.played == arena.play("twos", other, deals=5).played


@pytest.mark.rule("DU-6")
def test_a_hand_of_deals_that_are_all_thrown_in_gives_no_points() -> None:
    stubborn = Mock(side_effect=bots.stubborn)
    results = arena.play("duel", {"a": stubborn, "b": stubborn}, deals=1)
    assert stubborn.call_count == 2 * 2 * MOST_DEALS
    assert (results.leads, results.faults) == (((0.0, 0.0),), ({}, {}))


def test_ctrl_c_and_errors_of_the_game_are_no_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(Exception):
        def __str__(self) -> str:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        arena.play("twos", [bots.stopping, bots.first], deals=1)
    with pytest.raises(KeyboardInterrupt):
        message_of(Slow())
    state = shuffled(twos.new_game())
    monkeypatch.setattr(_seated, "apply", Mock(side_effect=ZeroDivisionError))
    with pytest.raises(ZeroDivisionError):
        _seated._after(state, tws.legal_moves(state)[0])


NOTHING: dict[str, str] = {}
"""The main module for a player that is not in it."""
KINDS = ("exception", "exception", "illegal", "not a move")
AMPLE = 30
"""A time limit that no player reaches on a busy machine."""


@pytest.fixture(autouse=True)
def begun(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Check that every process of the test has ended, and wait for its threads."""
    begun: list[subprocess.Popen[bytes]] = []
    others = set(threading.enumerate())

    class Seen(subprocess.Popen[bytes]):
        def __init__(self, *arguments: object, **options: object) -> None:
            super().__init__(*arguments, **options)  # type: ignore[call-overload]  # passed on
            begun.append(self)

    monkeypatch.setattr(subprocess, "Popen", Seen)
    yield begun
    assert [process.returncode is None for process in begun] == [False] * len(begun)
    for thread in set(threading.enumerate()) - others:
        thread.join()


def test_a_slow_player_is_replaced_until_the_next_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    move = entrants._PlayerProcess._move

    def limited(process: entrants._PlayerProcess, seen: AnyView, rng: random.Random) -> tws.Move:
        # Only the move that never comes has a short limit, however slow the machine is.
        sleeps = process._given is bots.sleepy and len(seen.hand or ()) == bots.SLEEPY_CARDS
        process._limit = 0.01 if sleeps else AMPLE
        return move(process, seen, rng)

    monkeypatch.setattr(entrants._PlayerProcess, "_move", limited)
    results = arena.play("spades", {"a": bots.sleepy, "b": "simple"}, deals=1, time_limit=AMPLE)
    assert results.faults == ({"slow": 2}, {})


def test_the_same_faults_as_without_a_limit_and_no_input() -> None:
    players: list[Entrant] = [bots.leaving, bots.reading, bots.illegal, bots.nothing]
    plain = arena.play("twos", players, deals=1)
    assert arena.play("twos", players, deals=1, time_limit=AMPLE).played == plain.played
    assert plain.faults == tuple({kind: 4} for kind in KINDS)


def test_a_player_that_no_process_loads_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def local(view: AnyView, rng: random.Random) -> tws.Move:
        return tws.legal_moves(view)[0]

    with pytest.raises(ArenaError, match="expected a function or class of a module, or a name"):
        arena.play("spades", {"a": local, "b": bots.first}, deals=1, time_limit=AMPLE)
    monkeypatch.setattr(entrants, "_COMMAND", "raise SystemExit(3)")
    with pytest.raises(ArenaError, match=r"cannot be loaded in a process of its own: the player's"):
        arena.play("spades", {"a": bots.first, "b": simple}, deals=1, time_limit=AMPLE)


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (b"nonsense\n", Fault.EXCEPTION),
        (b"[]\n", Fault.EXCEPTION),
        (b'{"fault": "boredom", "message": ""}\n', Fault.EXCEPTION),
        (b'{"move": "bid 3"}\n', Fault.ILLEGAL),
        (b"", Fault.EXCEPTION),
    ],
)
def test_no_answer_is_trusted(answer: bytes, fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    state = shuffled(twos.new_game())
    process = entrants._PlayerProcess(twos.GAME, twos.new_game(), "simple", None, AMPLE)

    def send(payload: bytes) -> None:
        process._lines.put(answer)

    monkeypatch.setattr(process, "_send", send)
    with pytest.raises(Faulty) as caught:
        process.player()(tws.view(state, state.actor), random.Random(1))
    assert caught.value.fault is fault


def message(content: object) -> bytes:
    """Return a message to the process of a player."""
    payload = pickle.dumps(content)
    return len(payload).to_bytes(4, "big") + payload


def answers_to(
    player: Any, *asked: object, start: twos.State | None = None, digest: str | None = None
) -> list[dict[str, str]]:
    """Return the answers of the process of a player, which runs here. Any: also no player.

    With a start, the player practises before it is ready.
    """
    payload = pickle.dumps((player, digest))
    game = pickle.dumps((twos.GAME, None, start))
    messages = BytesIO(b"".join(map(message, [(NOTHING, game, payload), *asked])))
    answers = BytesIO()
    entrants.serve(messages, answers)
    return list(map(json.loads, answers.getvalue().splitlines()))


def test_the_process_answers_each_view_with_a_move_or_a_fault() -> None:
    state = shuffled(twos.new_game())
    seen = tws.view(state, state.actor)
    first, last = map(str, (seen.legal_moves or ())[:: len(seen.legal_moves or ()) - 1])
    new, old = (seen, random.Random(1)), (seen, None)
    # The player with a memory begins anew with each source of random numbers.
    moves = [answer["move"] for answer in answers_to(bots.Alternating, new, old, new, old)]
    assert moves == ["", last, first, last, first]
    assert answers_to("random", new) == answers_to("random", new)
    loaded, fault = answers_to(bots.broken, new)
    assert loaded == {"move": ""}
    assert fault == {"fault": "exception", "message": fault["message"]}
    assert answers_to("simpel")[0]["fault"] == "exception"
    (changed,) = answers_to("simple", new, digest="another")
    assert changed["message"] == "ImportError: it has changed since the match began"


def test_players_practise_each_phase_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_MARK", str(tmp_path / "phases"))
    start = spades.new_game()
    process = entrants._PlayerProcess(spades.GAME, start, bots.noting, None, AMPLE)
    process.begin()
    process.end()
    phases = (tmp_path / "phases").read_text().split()
    assert {"look", "play"} < set(phases) and len(phases) == len(set(phases))


def test_a_practice_leaves_the_memory_has_no_faults_and_may_end_the_process(
    begun: list[subprocess.Popen[bytes]],
) -> None:
    start, state = twos.new_game(), shuffled(twos.new_game())
    seen = tws.view(state, state.actor)
    last, new = str(tws.legal_moves(seen)[-1]), (seen, random.Random(1))
    for player in (bots.Alternating(), bots.Alternating, Factory(bots.Alternating)):
        loaded, ready, move = answers_to(player, new, start=start)
        assert loaded == ready == {"move": ""}
        assert move == {"move": last}
    for faulty in (bots.broken, Factory(bots.unmade)):
        assert answers_to(faulty, start=start) == [{"move": ""}] * 2
    players: dict[str, Entrant] = {"a": bots.dying, "b": "simple"}
    results = arena.play("twos", players, deals=1, time_limit=AMPLE)
    assert results.faults == ({"exception": 4}, {})
    # One practice, two seats in each of two hands, and the two processes of the other player.
    assert len(begun) == 1 + 2 * 2 + 2


def test_the_process_of_a_player_begins_no_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(entrants.MARK, "1")
    with pytest.raises(ArenaError, match='expected the call below if __name__ == "__main__"'):
        arena.play("twos", ["simple", "random"], deals=1)


def test_players_that_use_their_view_alone_do_not_differ() -> None:
    results = arena.play("twos", {"a": "random", "b": Factory(bots.Alternating)}, deals=9)
    assert results.verify(hands=4) == arena.Verified(4)
    results = arena.play("duel", {"a": bots.broken, "b": "simple"}, deals=1)
    assert str(results.verify()) == "1 hand played again: none differ"


@pytest.mark.parametrize(
    ("player", "seating"), [(bots.remembers, "rotate"), (bots.peeking, "fresh")]
)
def test_the_player_that_uses_more_is_named(player: Any, seating: str, tmp_path: Path) -> None:
    players: dict[str, arena.Entrant] = {"a": "random", "b": player}
    out = tmp_path / "match.jsonl"
    arena.play("twos", players, deals=10, seating=seating, out=out)
    bots.remembering.known.clear()  # as in another process, which has not played the match
    found = arena.read(out).verify(5, players)
    assert found.hands == len(found.differing) == 5 and not found.not_alone
    assert len({deal for deal, *_ in found.differing}) == 5  # a process meets no deal twice
    assert {name for _, _, name, _ in found.differing} == {"b"}
    deal, rotation, _, how = found.differing[0]
    assert "after another hand of the deal" in how
    assert str(found).splitlines() == [
        "5 hands played again: 5 differ",
        f"b in 5 hands, first deal {deal}, rotation {rotation}: {how}",
    ]


def test_a_player_of_this_process_alone_differs_in_its_points() -> None:
    remembering = bots.Remembering()

    def local(view: twos.View, rng: random.Random) -> tws.Move:
        return remembering(view, rng)

    found = arena.play("twos", {"a": local, "b": bots.first}, deals=10).verify()
    assert found.hands == 10 and {name for _, _, name, _ in found.differing} == {None}
    first, last = str(found).splitlines()[1:]
    assert first.startswith(f"a player in {len(found.differing)} hands, first deal ")
    assert "points [" in first
    assert last.startswith("In one process: player ") and "cannot go to a process" in last


def test_a_fault_that_a_player_alone_does_not_make_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def again(plan: MatchPlan, hands: object) -> list[HandPlayed]:
        faults = [] if plan.time_limit else [{"seat": 1, "message": "SystemExit: bye"}]
        line: Any = {"seats": (0, 1, 0, 1), "faults": faults}  # Any: the rest stands in no answer
        return [HandPlayed(line, [])] * (2 if faults else 1)

    monkeypatch.setattr(MatchPlan, "_again", again)
    ((*_, name, how),) = arena.play("twos", ["simple", "random"], deals=1).verify(1).differing
    assert (name, how) == ("random", "the same hand has other faults: SystemExit: bye")


@pytest.mark.parametrize("hands", [0, "5", 1.5, True])
def test_impossible_numbers_of_hands_are_refused(hands: Any) -> None:
    results = arena.play("twos", ["random", "random"], deals=1)
    with pytest.raises(RulesError, match=r"hands=.*: expected a whole number, 1 or more"):
        results.verify(hands)
