"""Tables: seats, bots, reports, undo and files."""

from __future__ import annotations

import datetime
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from twowaystreet._util.files import replace_file
from twowaystreet.games import duel, street, twenty_down, twos
from twowaystreet.players import at_random, simple
from twowaystreet.ratings import rate
from twowaystreet.table import Happened, Table, TableError, _table
from twowaystreet.table._files import Writer


def play_out(table: Table, tokens: dict[int, str]) -> None:
    """Play to the end of the game; each person makes the first legal move."""
    someone = next(iter(tokens.values()))
    while not table.view(someone).is_over:
        actor = table.actor
        if actor is None:
            table.play(someone, "deal")
        else:
            table.play(tokens[actor], str(tws.legal_moves(table.view(tokens[actor]))[0]))


def two_people(**options: Any) -> tuple[Table, dict[int, str]]:
    table = Table(duel.GAME, dealer=0, **options)
    return table, {0: table.join("Ann"), 1: table.join("Ben")}


@pytest.mark.parametrize("name", list(tws.GAMES))
def test_every_game_is_played_to_its_end_with_bots(name: str, tmp_path: Path) -> None:
    game = tws.GAMES[name]
    rules = game.Rules(max_hands=1)
    path = tmp_path / "table.json"
    bots: Any = dict.fromkeys(range(1, rules.seats), "simple")
    table = Table(game, rules, bots=bots, path=path)
    token = table.join("Ann")
    play_out(table, {0: token})
    loaded = Table.load(path)
    assert loaded.view(token) == table.view(token)
    assert loaded.hand_scores == table.hand_scores != ()
    assert loaded.names == table.names
    assert loaded.report("today") == table.report("today")
    assert not table.faults


class Failing:
    """A bot that fails at its second move."""

    def __init__(self) -> None:
        self.moves = 0

    def __call__(self, view: tws.View, rng: random.Random) -> Any:
        self.moves += 1
        if self.moves == 2:
            raise SystemExit(f"my hand is {view.hand}")
        return simple(view, rng) if self.moves < 2 else 1 / 0


def cheat(view: tws.View, rng: random.Random) -> Any:
    return "QS"


def illegal(view: tws.View, rng: random.Random) -> tws.Move:
    return tws.Deal(view.rules.pack.cards)


@pytest.mark.parametrize("bot", [Failing, cheat, illegal, "random"])
def test_a_bot_that_fails_is_replaced_until_the_next_deal(bot: Any) -> None:
    table = Table(twos.GAME, twos.Rules(max_hands=2), bots={1: bot, 2: "simple", 3: "simple"})
    token = table.join("Ann")
    play_out(table, {0: token})
    faults = [one for one in table.events(token) if one.happened is Happened.FAULT]
    assert [one.seat for one in faults] == ([] if bot == "random" else [1, 1])
    assert len(table.faults) == len(faults)
    # The message of a fault can name cards, so nobody at the table gets it.
    assert {one.text for one in faults} <= {
        "fails, and a random player moves instead until the next deal"
    }


def test_a_bot_that_is_interrupted_stops_the_program() -> None:
    def interrupted(view: tws.View, rng: random.Random) -> tws.Move:
        raise KeyboardInterrupt

    table = Table(twos.GAME, bots=dict.fromkeys(range(4), interrupted))
    assert table.advance()
    with pytest.raises(KeyboardInterrupt):
        table.advance()


def test_bots_given_as_objects_come_back_only_from_the_host(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    Table(duel.GAME, bots={1: at_random}, path=path)
    with pytest.raises(TableError, match="does not name the bot of seat 1"):
        Table.load(path)
    assert Table.load(path, bots={1: at_random}).free_seats == (0,)
    with pytest.raises(TableError, match=r"seats \[0, 1\]: expected the seats \[1\]"):
        Table.load(path, bots={0: at_random, 1: at_random})


@pytest.mark.rule("RA-1", "RA-5")
def test_the_report_gives_scores_target_and_ratings() -> None:
    table = Table(street.GAME, street.Rules(players=3, target=12), bots={1: "simple", 2: "random"})
    token = table.join("Ann")
    with pytest.raises(TableError, match="not over"):
        table.report("today")
    play_out(table, {0: token})
    report = table.report(datetime.date(2026, 11, 22), ratings=[1000, 1100, 900])
    scores = table.view(token).scores
    assert (report.players, report.scores) == (("Ann", "Bot 1", "Bot 2"), scores)
    assert (report.target, report.winners) == (12, table.view(token).winners)

    assert report.ratings == rate([1000, 1100, 900], scores, target=12)
    assert report.changes is not None and sum(report.changes) == 0
    assert str(report).startswith("Two Way Street to 12 points, 2026-11-22\nAnn  ")


@pytest.mark.rule("TD-9")
def test_the_fewest_points_win_where_a_game_counts_down() -> None:
    rules = twenty_down.Rules()
    bots: Any = dict.fromkeys(range(rules.seats), "random")
    table = Table(twenty_down.GAME, rules, bots=bots)
    while table.advance():
        pass
    report = table.report("now", ratings=[1000] * rules.seats)
    assert {report.scores[seat] for seat in report.winners} == {min(report.scores)}


def test_an_undo_needs_the_other_people_and_forgets_the_moves() -> None:
    table, tokens = two_people()
    table.play(tokens[0], "deal")
    before = table.view(tokens[0])
    with pytest.raises(TableError, match="no move of yours"):
        table.undo(tokens[0])
    table.play(tokens[0], str(tws.legal_moves(before)[0]))
    assert not table.undo(tokens[0])
    with pytest.raises(TableError, match="agreed already"):
        table.undo(tokens[0])
    assert table.asked is not None and table.asked.agreed == (0,)
    assert table.undo(tokens[1])
    assert table.view(tokens[0]) == before
    assert table.asked is None
    shown = [str(one.happened) for one in table.events(tokens[1])]
    assert shown == ["join", "join", "move", "undo"]


@pytest.mark.parametrize("who", [0, 1])
def test_a_no_ends_a_request_and_the_moves_stand(who: int) -> None:
    table, tokens = two_people()
    table.play(tokens[0], "deal")
    with pytest.raises(TableError, match="nobody asks"):
        table.decline(tokens[who])
    table.play(tokens[0], str(tws.legal_moves(table.view(tokens[0]))[0]))
    before = table.view(tokens[0])
    seen = table.last_number
    table.undo(tokens[0])
    with pytest.raises(TableError, match="gone on meanwhile"):
        table.decline(tokens[who], seen=seen)
    table.decline(tokens[who], seen=table.last_number)
    assert table.asked is None and table.view(tokens[0]) == before
    assert table.events(tokens[1])[-1].text == "declines to take back the move"
    assert not table.undo(tokens[0])  # asked anew
    assert Table.from_text(table.to_text()).asked == table.asked


def test_the_log_tells_a_request_from_an_agreement(tmp_path: Path) -> None:
    table = Table(twos.GAME, bots={3: "simple"}, dealer=3, path=tmp_path / "table.json")
    tokens = [table.join(name) for name in ("Ann", "Ben", "Cat")]
    table.play(tokens[0], "deal")
    table.play(tokens[0], str(tws.legal_moves(table.view(tokens[0]))[0]))
    for token in (tokens[0], tokens[2]):
        assert not table.undo(token)
    last = table.events(tokens[1])[-2:]
    assert [(one.seat, one.happened, one.text) for one in last] == [
        (0, "ask", "asks to take back a move"),
        (2, "agree", "agrees to take back the move"),
    ]
    assert Table.load(tmp_path / "table.json").events(tokens[1])[-2:] == last
    assert table.undo(tokens[1])
    assert table.events(tokens[1])[-1].happened == "undo"


def test_a_bot_thinks_without_a_change_of_the_table() -> None:
    table = Table(duel.GAME, bots={1: "simple"}, dealer=0)
    ann = table.join("Ann")
    assert table.think() is None
    for text in ("deal", "no bid"):
        table.play(ann, text, bots=False)
    before = table.view(ann), table.events(ann)
    thought = table.think()
    assert thought is not None
    assert (table.view(ann), table.events(ann)) == before
    assert not set(map(str, thought.state.stock)) & set(str(thought).split())
    assert table.advance(thought)
    assert table.events(ann)[-1].text == str(thought.move)
    assert not table.advance(thought) and table.last_number == 4


def test_a_thought_counts_for_nothing_after_an_undo() -> None:
    table = Table(duel.GAME, bots={1: "simple"}, dealer=0)
    ann = table.join("Ann")
    for text in ("deal", "no bid"):
        table.play(ann, text, bots=False)
    thought = table.think()
    table.undo(ann)
    assert not table.advance(thought)
    table.play(ann, "no bid", bots=False)
    assert not table.advance(thought)
    assert table.actor == 1
    assert table.advance(table.think())


def test_the_fault_of_a_bot_that_thought_is_kept() -> None:
    def fails(view: Any, rng: random.Random) -> tws.Move:
        raise LookupError("no idea")

    table = Table(duel.GAME, bots={1: fails}, dealer=0)
    ann = table.join("Ann")
    for text in ("deal", "no bid"):
        table.play(ann, text, bots=False)
    thought = table.think()
    assert not table.faults
    assert table.advance(thought)
    assert table.faults == ((1, "LookupError: no idea"),)
    assert [str(event.happened) for event in table.events(ann)][-2:] == ["fault", "move"]


@pytest.mark.parametrize("thought", ["no bid", 0, False, object()])
def test_a_thought_from_elsewhere_is_refused(thought: Any) -> None:
    table = Table(duel.GAME, bots={1: "simple"}, dealer=0)
    with pytest.raises(TableError, match="expected a thought from Table"):
        table.advance(thought)


def test_bots_have_names_by_seat() -> None:
    bots: Any = {1: "simple", 2: simple, 3: "montecarlo:worlds=2"}
    table = Table(twos.GAME, bots=bots)
    assert table.bots == {1: "simple", 2: None, 3: "montecarlo:worlds=2"}


def test_a_move_ends_the_request_for_an_undo() -> None:
    table, tokens = two_people()
    table.play(tokens[0], "deal")
    first, second = tokens[0], tokens[1]
    table.play(first, str(tws.legal_moves(table.view(first))[0]))
    table.undo(first)
    assert table.asked is not None
    table.play(second, str(tws.legal_moves(table.view(second))[0]))
    assert table.asked is None


def test_a_file_that_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    table, tokens = two_people(path=folder / "table.json")
    before = table.view(tokens[0])
    (folder / "table.json").unlink()
    folder.rmdir()
    with pytest.raises(TableError, match=r"^cannot save to '[^/]+': "):
        table.play(tokens[0], "deal")
    assert table.view(tokens[0]) == before
    folder.mkdir()
    table.play(tokens[0], "deal")
    assert Table.load(folder / "table.json").view(tokens[0]) == table.view(tokens[0])


def test_a_table_does_not_wait_for_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[int] = []
    monkeypatch.setattr(os, "fsync", waits.append)
    Table(duel.GAME, path=tmp_path / "table.json").join("Ann")
    assert not waits
    replace_file(tmp_path / "record.json", "{}")
    assert len(waits) == 1


def test_the_text_of_the_file_does_not_depend_on_earlier_ones(tmp_path: Path) -> None:
    table = Table(duel.GAME, bots={1: "random"}, path=tmp_path / "table.json", dealer=0)
    ann = table.join("Ann")
    table.play(ann, "deal")
    for move in ("no bid", None, None):
        if move is None:
            table.undo(ann)
        table.play(ann, str(tws.legal_moves(table.view(ann))[-1]) if move is None else move)
        written = (tmp_path / "table.json").read_text(encoding="utf-8")
        assert written == Writer().text_of(table._now)
        assert Table.load(tmp_path / "table.json").view(ann) == table.view(ann)


def test_a_table_does_not_replace_another_file(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(TableError, match="exists already"):
        Table(duel.GAME, path=path)
    assert path.read_text(encoding="utf-8") == "mine"


def test_the_file_contains_no_token(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    _, tokens = two_people(path=path)
    text = path.read_text(encoding="utf-8")
    for token in tokens.values():
        assert token not in text and token.encode().hex() not in text
    assert path.stat().st_mode & 0o077 == 0


DAMAGE: tuple[tuple[str, Any], ...] = (
    ("format", "x"),
    ("version", 3),
    ("game", "street"),
    ("record", {}),
    ("people", [{"digest": "", "seat": 7, "name": "Ann"}]),
    ("people", [{"digest": "", "seat": 0, "name": name} for name in ("Ann", "Ben")]),
    ("bots", [[0, "simple"]]),
    ("log", []),
    ("log", [{"number": 1, "happened": "move", "seat": 5, "moves": 1}]),
    ("asked", {"seat": 0, "agreed": [1]}),
)


@pytest.mark.parametrize(("key", "value"), DAMAGE)
def test_damaged_files_are_refused(key: str, value: object, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    table, tokens = two_people(path=path)
    table.play(tokens[0], "deal")
    data = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**data, key: value}), encoding="utf-8")
    with pytest.raises(TableError, match="cannot load"):
        Table.load(path)


@pytest.mark.parametrize("content", [b"", b"\xff", b"[]", b"{", b"{}"])
def test_other_files_are_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_bytes(content)
    with pytest.raises(TableError, match="cannot load"):
        Table.load(path)
    with pytest.raises(TableError, match="No such file"):
        Table.load(tmp_path / "missing")


@pytest.mark.parametrize("name", ["", " ", "a|b", "a\nb", "x" * 41, "\u202eevil", 7, None, "ann"])
def test_names_that_do_not_fit_are_refused(name: Any) -> None:
    table = Table(duel.GAME)
    table.join("Ann")
    with pytest.raises(TableError, match="name"):
        table.join(name)
    assert table.free_seats == (1,)


def test_a_host_can_give_a_player_another_link(tmp_path: Path) -> None:
    table, tokens = two_people(path=tmp_path / "table.json")
    other = table.another_token(0)
    assert Table.load(tmp_path / "table.json").seat(other) == 0
    table.play(other, "deal")
    table.play(tokens[0], str(tws.legal_moves(table.view(other))[0]))
    with pytest.raises(TableError, match=r"seat 2: expected one of \[0, 1\]"):
        table.another_token(2)


def test_a_move_between_two_hands_or_after_the_game_is_refused() -> None:
    rules = twos.Rules(max_hands=2)
    table = Table(twos.GAME, rules, bots={1: "random", 2: "random", 3: "random"})
    token = table.join("Ann")
    for expected in ("a deal is due", "a deal is due", "the game is over"):
        with pytest.raises(TableError, match=expected):
            table.play(token, "QS")
        if expected == "a deal is due":
            table.play(token, "deal")
            while table.actor is not None:
                table.play(token, str(tws.legal_moves(table.view(token))[0]))
    with pytest.raises(TableError, match="the game is over"):
        table.play(token, "deal")


def test_a_game_waits_for_all_players() -> None:
    table = Table(duel.GAME)
    token = table.join("Ann")
    with pytest.raises(TableError, match="waits for 1 more"):
        table.play(token, "deal")
    table.join("Ben")
    with pytest.raises(TableError, match="all seats are taken"):
        table.join("Cem")
    with pytest.raises(TableError, match="seat 0 is taken by Ann"):
        table.join("Cem", 0)
    table.play(token, "deal")


def test_deals_differ_and_come_from_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[bytes] = []

    def counted(size: int) -> bytes:
        piece = os.urandom(size)
        drawn.append(piece)
        return piece

    monkeypatch.setattr(_table, "random", random)  # as outside the tests
    monkeypatch.setattr(random, "_urandom", counted)
    table, tokens = two_people()
    drawn.clear()
    random.seed(7)
    table.play(tokens[0], "deal")
    assert len(drawn) >= len(table.view(tokens[0]).rules.pack.cards)


@pytest.mark.parametrize("error", [SystemExit, KeyboardInterrupt])
def test_a_bot_that_cannot_be_made_is_replaced(error: type[BaseException]) -> None:
    class Unmade:
        def __init__(self) -> None:
            raise error("no")

        def __call__(self, view: tws.View, rng: random.Random) -> tws.Move:
            raise AssertionError("nobody made this player")

    table = Table(twos.GAME, bots=dict.fromkeys(range(4), Unmade))
    assert table.advance()
    if error is KeyboardInterrupt:
        with pytest.raises(KeyboardInterrupt):
            table.advance()
    else:
        assert table.advance()
        assert table.faults == ((table.faults[0][0], "SystemExit: no"),)


def test_a_table_as_text_goes_on_without_a_file(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    table = Table(duel.GAME, bots={1: "simple"}, dealer=0, path=path)
    ann = table.join("Ann")
    table.play(ann, "deal")
    before = table.to_text()
    assert before == path.read_text("utf-8")
    again = Table.from_text(before)
    assert again.view(ann) == table.view(ann) and again.events(ann) == table.events(ann)
    again.play(ann, "no bid")
    assert path.read_text("utf-8") == before != again.to_text()


@pytest.mark.parametrize("text", ["", "{}", "[" * 100_000, " " * 16_000_001, None, b"{}"])
def test_a_text_that_is_no_table_is_refused(text: Any) -> None:
    with pytest.raises(TableError, match="cannot read a table"):
        Table.from_text(text)


def test_bots_of_a_text_that_are_objects_come_back_only_from_the_host() -> None:
    text = Table(duel.GAME, bots={1: at_random}).to_text()
    with pytest.raises(TableError, match="does not name the bot of seat 1"):
        Table.from_text(text)
    assert Table.from_text(text, bots={1: at_random}).free_seats == (0,)


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    with path.open("wb") as file:
        file.truncate(16_000_001)
    with pytest.raises(TableError, match="at most 16000000 bytes"):
        Table.load(path)


def test_a_game_without_a_target_changes_no_rating() -> None:
    table = Table(twos.GAME, twos.Rules(max_hands=1), bots=dict.fromkeys(range(4), "random"))
    while table.advance():
        pass
    report = table.report("now", ratings=[1000] * 4)
    assert (report.target, report.ratings, report.changes) == (None, None, None)
    assert "rating" not in str(report) and str(report).startswith("Twos, now\n")


def test_a_finished_hand_is_not_taken_back() -> None:
    table = Table(twos.GAME, bots={1: "random", 2: "random", 3: "random"})
    token = table.join("Ann")
    table.play(token, "deal")
    while not table.view(token).hand_over:
        table.play(token, str(tws.legal_moves(table.view(token))[0]))
    assert not table.can_undo(0)
    with pytest.raises(TableError, match="the hand is over"):
        table.undo(token)


def test_a_deal_is_not_taken_back() -> None:
    rules = twos.Rules(max_hands=2)
    table = Table(twos.GAME, rules, bots=dict.fromkeys((1, 2, 3), "random"), dealer=3)
    token = table.join("Ann")
    table.play(token, "deal")
    while not table.view(token).hand_over:
        table.play(token, str(tws.legal_moves(table.view(token))[0]))
    number = table.last_number
    table.play(token, "deal", bots=False)
    with pytest.raises(TableError, match="no move of yours in this hand"):
        table.undo(token)
    assert not table.can_undo(0)
    assert table.last_number == number + 1


def test_requests_of_another_type_are_refused() -> None:
    table, tokens = two_people()
    wrong: Any = b"deal"
    with pytest.raises(TableError, match="expected a text"):
        table.play(tokens[0], wrong)
    with pytest.raises(TableError, match="expected the number of an event"):
        table.events(tokens[0], wrong)
    with pytest.raises(TableError, match="expected the number of an event"):
        table.play(tokens[0], "deal", seen=wrong)
    assert table.people == (0, 1)
    assert not table.can_undo(7)


def test_the_states_of_a_hand_are_open_when_it_is_over_and_cannot_be_taken_back() -> None:
    table = Table(duel.GAME, dealer=0)
    tokens = [table.join("Ann"), table.join("Ben")]
    rng = random.Random(3)
    table.play(tokens[0], "deal")
    while table.actor is not None:
        assert table.open_states == ()
        token = tokens[table.actor]
        table.play(token, str(rng.choice(tws.legal_moves(table.view(token)))))
    states = [state for state, _ in table.record] + [table.record.state]
    assert table.open_states == tuple(states[1:])
    assert not any(map(table.can_undo, (0, 1)))
    table.play(tokens[0], "deal")
    assert table.open_states == ()
