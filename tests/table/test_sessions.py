"""Sessions with interleaved, repeated, late and forged messages, against a model."""

from __future__ import annotations

import errno
import json
import random
import shutil
import tempfile
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import twowaystreet as tws
from twowaystreet.games import street
from twowaystreet.table import Happened, Table, TableError, TokenError

SEATS = 4
PEOPLE = (0, 1, 2)
BOT = 3


def steady(table: Table) -> Table:
    """Give a table the same cards and bots on each run, so that failures can be repeated."""
    table._chance = table._bots._rng = random.Random(7)
    return table


class Sessions(RuleBasedStateMachine):
    """Three people, a bot and spectators at one table; the model is a record and a few facts."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.path = self.folder / "table.json"
        rules = street.Rules(players=SEATS, max_hands=2)
        self.table = steady(
            Table(street.GAME, rules, bots={BOT: "random"}, path=self.path, dealer=0)
        )
        self.record = tws.Record(street.new_game(rules))
        self.tokens: dict[int, str] = {}
        self.spectators: list[str] = []
        self.agreed: set[int] = set()
        self.asker = 0
        self.last = 0
        self.changed = 0
        self.asked = 0
        self.sent: list[tuple[str, str, int]] = []

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    # The model

    @property
    def state(self) -> Any:
        return self.record.state

    def saved(self) -> tws.Record:
        return tws.Record.from_dict(json.loads(self.path.read_text(encoding="utf-8"))["record"])

    def follow(self) -> None:
        """Take over the moves that chance made: the deal, and the moves of the bot."""
        moves = self.saved().moves
        for move in moves[len(self.record.moves) :]:
            assert isinstance(move, tws.Deal) or self.state.actor == BOT
            self.record = self.record.play(move)
        assert self.record.moves == moves
        assert self.state.actor != BOT
        self.note()
        self.changed = self.last

    def note(self) -> None:
        """Take over the number of the last event, which rises even after an undo."""
        assert self.table.last_number > self.last
        self.last = self.table.last_number

    @property
    def is_full(self) -> bool:
        return len(self.tokens) == len(PEOPLE)

    def all_tokens(self) -> list[str]:
        return [*self.tokens.values(), *self.spectators]

    # Messages that change something

    @initialize(others=st.sampled_from((("Ben", "Cem"), ("Ben", "Cem"), ())))
    def first(self, others: tuple[str, ...]) -> None:
        self.tokens[0] = self.table.join("Ann", 0)
        self.note()
        for name in others:
            self.join(name)
        if others:
            self.spectate()
            self.deal(0)
            self.go_on(7)

    @precondition(lambda self: not self.is_full)
    @rule(name=st.sampled_from(("Ben", " Cem ", "Zoë")))
    def join(self, name: str) -> None:
        if name.strip() in self.table.names:
            with pytest.raises(TableError, match="nobody else has"):
                self.table.join(name)
            return
        seat = self.table.free_seats[-1]
        self.tokens[seat] = self.table.join(name, seat)
        assert self.table.names[seat] == name.strip()
        self.note()

    @precondition(lambda self: not self.is_full)
    @rule()
    def too_early(self) -> None:
        self.refused(self.tokens[0], "deal")

    @precondition(lambda self: len(self.spectators) < 2)
    @rule()
    def spectate(self) -> None:
        self.spectators.append(self.table.spectate())

    @precondition(lambda self: self.is_full and self.state.needs_deal)
    @precondition(lambda self: not self.state.is_over)
    @rule(seat=st.sampled_from(PEOPLE))
    def deal(self, seat: int) -> None:
        self.send(seat, "deal")
        assert isinstance(self.saved().moves[len(self.record.moves)], tws.Deal)
        self.follow()

    @precondition(lambda self: self.state.actor is not None)
    @rule(data=st.data(), more=st.integers(1, 8))
    def move(self, data: st.DataObject, more: int) -> None:
        for _ in range(more):
            if self.state.actor is not None:
                self.make(data.draw(st.sampled_from(tws.legal_moves(self.state))))

    def go_on(self, moves: int) -> None:
        for _ in range(moves):
            self.make(tws.legal_moves(self.state)[0])

    def make(self, move: tws.Move) -> None:
        self.send(self.state.actor, str(move))
        self.record = self.record.play(move)
        self.follow()

    def send(self, seat: int, text: str) -> None:
        message = (self.tokens[seat], text, self.table.last_number)
        token, _, seen = message
        self.table.play(token, text, seen=seen)
        self.sent.append(message)
        self.agreed = set()

    @precondition(lambda self: self.is_full)
    @rule(seats=st.permutations(PEOPLE), most=st.integers(1, 3))
    def undo(self, seats: list[int], most: int) -> None:
        for seat in seats[:most]:
            self.ask(seat, None)

    @precondition(lambda self: self.is_full)
    @rule(seat=st.sampled_from(PEOPLE), ago=st.integers(-1, 4))
    def late_undo(self, seat: int, ago: int) -> None:
        self.ask(seat, self.last - ago)

    def ask(self, seat: int, seen: int | None) -> None:
        asker = self.asker if self.agreed else seat
        place = self.own_last_move(asker)
        first = self.asked if self.agreed else self.changed
        late = seen is not None and not first <= seen <= self.last
        if place is None or seat in self.agreed or late:
            before = self.path.read_bytes()
            with pytest.raises(TableError):
                self.table.undo(self.tokens[seat], seen=seen)
            assert self.path.read_bytes() == before
            return
        self.asker, self.agreed = asker, {*self.agreed, seat}
        done = self.agreed == {*PEOPLE}
        assert self.table.undo(self.tokens[seat], seen=seen) == done
        self.note()
        self.asked = self.last if len(self.agreed) == 1 else self.asked
        if done:
            self.record = tws.Record(self.record.start, self.record.moves[:place])
            self.agreed, self.changed = set(), self.last

    def own_last_move(self, seat: int) -> int | None:
        found = None
        for place, (state, move) in enumerate(self.record):
            if isinstance(move, tws.Deal):
                found = None
            elif state.actor == seat:
                found = place
        return None if self.state.hand_over else found

    @rule()
    def restart(self) -> None:
        self.table = steady(Table.load(self.path))

    @precondition(lambda self: self.is_full and self.state.actor is not None)
    @rule(data=st.data())
    def full_disk(self, data: st.DataObject) -> None:
        move = data.draw(st.sampled_from(tws.legal_moves(self.state)))
        token = self.tokens[self.state.actor]
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("twowaystreet._util.files.os.replace", full)
            self.refused(token, str(move))
            for change in (lambda: self.table.revoke_seat(0), lambda: self.table.another_token(0)):
                with pytest.raises(TableError, match="cannot save"):
                    change()

    # Messages that the table refuses

    def refused(self, token: Any, text: Any, seen: Any = None, error: Any = TableError) -> None:
        before = self.path.read_bytes()
        with pytest.raises(error):
            self.table.play(token, text, seen=seen)
        assert self.path.read_bytes() == before

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def repeated(self, data: st.DataObject) -> None:
        self.refused(*data.draw(st.sampled_from(self.sent)))

    @precondition(lambda self: self.is_full and self.state.actor is not None)
    @rule(data=st.data())
    def late(self, data: st.DataObject) -> None:
        move = data.draw(st.sampled_from(tws.legal_moves(self.state)))
        numbers = st.integers(-1, self.changed - 1) | st.just(self.last + 1)
        self.refused(self.tokens[self.state.actor], str(move), data.draw(numbers))

    @precondition(lambda self: self.state.actor is not None)
    @rule(data=st.data())
    def out_of_turn(self, data: st.DataObject) -> None:
        others = [token for seat, token in self.tokens.items() if seat != self.state.actor]
        move = data.draw(st.sampled_from(tws.legal_moves(self.state)))
        self.refused(data.draw(st.sampled_from([*others, *self.spectators])), str(move))

    @precondition(lambda self: self.spectators)
    @rule(text=st.sampled_from(("deal", "high", "QS")))
    def spectators_act(self, text: str) -> None:
        self.refused(self.spectators[0], text)
        with pytest.raises(TableError, match="you watch"):
            self.table.undo(self.spectators[0])

    @precondition(lambda self: self.is_full and not self.state.needs_deal)
    @rule(seat=st.sampled_from(PEOPLE))
    def deal_in_mid_hand(self, seat: int) -> None:
        error = tws.IllegalMove if seat == self.state.actor else TableError
        self.refused(self.tokens[seat], "deal", error=error)

    @precondition(lambda self: self.state.actor is not None)
    @rule(text=st.sampled_from((" Deal", "deal QS", "", "XX", "QS QS", "\0", 7, None)))
    def nonsense(self, text: object) -> None:
        self.refused(self.tokens[self.state.actor], text, error=tws.TwoWayStreetError)

    @rule(data=st.data())
    def forged(self, data: st.DataObject) -> None:
        token = data.draw(st.sampled_from(self.all_tokens()))
        digest = json.loads(self.path.read_text(encoding="utf-8"))["people"][0]["digest"]
        forgeries = (
            *("", token[:-1], token[:4], token + " ", token + "\ud800", token.swapcase(), digest),
            *(None, 0, token.encode(), [token]),
        )
        forgery: Any = data.draw(st.sampled_from([one for one in forgeries if one != token]))
        self.refused(forgery, "high", error=TokenError)
        for ask in (self.table.view, self.table.events, self.table.undo, self.table.seat):
            with pytest.raises(TokenError):
                ask(forgery)

    @rule()
    def taken(self) -> None:
        for name, seat in (("Dot", 0), ("Dot", BOT), ("ann", 1), ("Bot 1", 1), (" ", 1)):
            with pytest.raises(TableError):
                self.table.join(name, seat)
        for other in (-1, SEATS, True, 1.0, "1"):
            seat = cast(int, other)
            with pytest.raises(tws.SeatError):
                self.table.join("Dot", seat)

    # The promises

    @invariant()
    def the_file_and_the_views_agree_with_the_model(self) -> None:
        assert self.saved() == self.record
        for seat, token in self.tokens.items():
            assert self.table.view(token) == tws.view(self.state, seat)
        for token in self.spectators:
            assert self.table.view(token) == tws.view(self.state, None)
        assert self.table.last_number == self.last
        assert self.table.people == tuple(sorted(self.tokens))
        asked = self.table.asked
        assert self.agreed == ({*asked.agreed} if asked else set())
        assert self.asker == asked.seat if asked else True
        scores = [state.score for state, _ in self.record] + [self.state.score]
        assert self.table.hand_scores == tuple(score for score in scores if score is not None)
        for seat in self.tokens:
            place = self.own_last_move(self.asker if self.agreed else seat)
            assert self.table.can_undo(seat) == (place is not None and seat not in self.agreed)

    @invariant()
    def events_tell_the_record_as_one_seat_saw_it(self) -> None:
        seats = [*self.tokens.items(), *((None, token) for token in self.spectators)]
        for seat, token in seats:
            events = self.table.events(token)
            numbers = [event.number for event in events]
            assert numbers == sorted(set(numbers))
            assert not numbers or numbers[-1] == self.table.last_number
            moves = [one for one in events if one.happened is Happened.MOVE]
            known = self.record.for_seat(seat).events
            assert [(one.seat, one.text, one.move, one.view) for one in moves] == [
                (one.seat, one.text, one.move, one.view) for one in known
            ]
            before = [tws.view(state, seat) for state, _ in self.record]
            assert [one.before for one in moves] == before
            for since in (-1, len(numbers) // 2, self.last - 1, self.last, self.last + 1):
                later = self.table.events(token, since)
                assert later == tuple(event for event in events if event.number > since)
            assert not moves or self.changed >= moves[-1].number


def full(source: str, target: str) -> None:
    """Fail as a full disk does."""
    raise OSError(errno.ENOSPC, "No space left on device")


Sessions.TestCase.settings = settings(
    max_examples=6,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
TestSessions = Sessions.TestCase
