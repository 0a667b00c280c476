"""A club with several tables against a model: people come and go, and the program starts again."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

import twowaystreet as tws
from twowaystreet.ratings import rate
from twowaystreet.table import SQLiteStore, Table, TableError

pytest.importorskip("starlette", reason="the server needs the extra web")

from twowaystreet.web.club import Club  # after the skip
from twowaystreet.web.hosts import TableHost  # after the skip
from twowaystreet.web.ledger import FIRST_RATING  # after the skip
from twowaystreet.web.listings import Member  # after the skip

DUEL: Final = tws.GAMES["duel"]
RULES: Final = DUEL.Rules(max_hands=1, target=60)
PEOPLE: Final = ("Ann", "Ben", "Cem")
MOST: Final = 3
TABLES: Final = st.integers(0, MOST - 1)
MEMBERS: Final = st.integers(0, len(PEOPLE) - 1)


class Evenings(RuleBasedStateMachine):
    """Three people and three tables; the model is a few plain facts.

    Attributes:
        live: the table and the seat of each token that works.
        ended: the tokens that have ended.
        texts: the text of each table when it last changed.
        began: the people who began the game at each table, by seat.
        finished: the people who began each finished game, and its scores.
    """

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.open()
        self.tokens = [self.club.enrol(name) for name in PEOPLE]
        self.members: list[Member] = [self.club.member(token) for token in self.tokens]
        self.tables: list[str] = []
        self.live: dict[str, tuple[str, int]] = {}
        self.ended: list[str] = []
        self.texts: dict[str, str] = {}
        self.began: dict[str, tuple[str | None, ...]] = {}
        self.finished: list[tuple[tuple[str | None, ...], tuple[int, ...]]] = []

    def open(self) -> None:
        """Open the club, as each start of the program does."""
        self.host = TableHost(SQLiteStore(self.folder / "club.sqlite"), most=MOST)
        self.club = Club(self.host)

    def teardown(self) -> None:
        self.host.close()
        shutil.rmtree(self.folder)

    def table(self, place: int) -> tuple[str, Table]:
        """Return a table, which is loaded if need be."""
        name = self.tables[place % len(self.tables)]
        table = self.host.find(name)
        assert table is not None
        return name, table

    def changed(self, name: str, table: Table) -> None:
        """Remember what the host has acknowledged."""
        self.club.note(name)
        self.texts[name] = table.to_text()

    def end(self, name: str, seat: int) -> None:
        """Let all tokens of a seat end."""
        gone = [token for token, place in self.live.items() if place == (name, seat)]
        for token in gone:
            del self.live[token]
        self.ended += gone

    @precondition(lambda self: len(self.tables) < MOST)
    @rule(who=MEMBERS)
    def make(self, who: int) -> None:
        member = self.members[who]
        table = Table(DUEL, RULES, dealer=0)
        token = table.join(member.name, 0)
        name = self.host.add(table)
        self.club.list_table(name, maker=member, options={}, is_public=True, clock=None)
        self.tables.append(name)
        self.live[token] = name, 0
        self.changed(name, table)

    @precondition(lambda self: self.tables)
    @rule(place=TABLES, who=MEMBERS)
    def sit(self, place: int, who: int) -> None:
        name, table = self.table(place)
        member, entry = self.members[who], self.club.entry(name)
        assert entry is not None
        known = {**entry.people, **entry.left}
        if member.key not in known and not table.free_seats:
            with pytest.raises(TableError):
                self.club.sit(name, member)
            return
        own = known[member.key] if member.key in known else table.free_seats[0]
        tokens = [token for token, at in self.live.items() if at == (name, own)]
        token = self.club.sit(name, member)
        if len(tokens) >= 16:  # one more ends the oldest
            self.ended.append(tokens[0])
            del self.live[tokens[0]]
        self.live[token] = name, own
        self.changed(name, table)

    @precondition(lambda self: self.tables)
    @rule(place=TABLES, who=MEMBERS)
    def leave(self, place: int, who: int) -> None:
        name, table = self.table(place)
        entry = self.club.entry(name)
        assert entry is not None
        seat = entry.people.get(self.members[who].key)
        if seat is None:
            with pytest.raises(TableError, match="no seat"):
                self.club.leave(name, self.members[who])
            return
        self.club.leave(name, self.members[who])
        self.end(name, seat)
        assert (seat in table.free_seats) == (table.is_over or not table.record.moves)
        self.changed(name, table)

    @precondition(lambda self: self.live)
    @rule(data=st.data())
    def revoke(self, data: st.DataObject) -> None:
        token = data.draw(st.sampled_from([*self.live]))
        name, table = self.table(self.tables.index(self.live.pop(token)[0]))
        table.revoke(token)
        self.ended.append(token)
        self.changed(name, table)

    @precondition(lambda self: self.tables)
    @rule(place=TABLES)
    def replace_by_a_bot(self, place: int) -> None:
        name, table = self.table(place)
        if len(table.people) == 2:
            table.replace(1, bot="simple")
            self.end(name, 1)
            self.changed(name, table)

    @precondition(lambda self: self.tables)
    @rule(place=TABLES, moves=st.integers(1, 20))
    def time_runs_out(self, place: int, moves: int) -> None:
        name, table = self.table(place)
        for _ in range(moves):
            if table.free_seats or table.is_over:
                break
            if not table.record.moves:
                keys = {member.name: member.key for member in self.members}
                self.began[name] = tuple(map(keys.get, table.names))
            entry = self.club.entry(name)
            assert entry is not None
            counted = self.club._ledger.result_at(entry.running)  # all but one had left
            if not table.advance():
                table.act_for(table.actor)
            if table.is_over:
                scores = table.record.state.scores
                if counted is not None:
                    scores = counted.scores
                self.finished.append((self.began[name], scores))
            self.changed(name, table)

    @precondition(lambda self: self.tables)
    @rule(place=TABLES)
    def rematch(self, place: int) -> None:
        name, table = self.table(place)
        if table.is_over:
            table.rematch(dealer=0)
        else:
            with pytest.raises(TableError, match="not over"):
                table.rematch()
        self.changed(name, table)

    @precondition(lambda self: self.tables)
    @rule(place=TABLES)
    def put_away(self, place: int) -> None:
        self.host.put_away(self.tables[place % len(self.tables)])

    @rule()
    def restart(self) -> None:
        self.host.close()
        self.open()
        for name, text in self.texts.items():
            table = self.host.find(name)
            assert table is not None and table.to_text() == text

    @invariant()
    def every_token_works_at_its_own_table_alone(self) -> None:
        for name in self.tables:
            table = self.host.find(name)
            assert table is not None and table.to_text() == self.texts[name]
            for token, (where, seat) in self.live.items():
                assert table.knows(token) == (where == name)
                assert where != name or table.seat(token) == seat
            for token in (*self.ended, *self.tokens):
                assert not table.knows(token)
        for token, (where, _) in self.live.items():
            assert self.host.of_token(token) == where

    @invariant()
    def every_game_has_one_result_and_ratings_follow_from_them(self) -> None:
        found = self.club.results()
        ended = Counter((each.people, each.scores) for each in found if not each.goes_on)
        assert ended == Counter(self.finished)
        assert len({each.key for each in found}) == len(found)
        ratings: dict[str | None, float] = {}
        for result in reversed(found):
            if None not in result.people:
                before = [ratings.get(key, FIRST_RATING) for key in result.people]
                lowest = result.fewer_is_better
                after = rate(before, result.finish, target=60, lowest_wins=lowest)
                ratings |= dict(zip(result.people, after, strict=True))
        keys = {member.name: member.key for member in self.members}
        for standing in self.club.standings():
            expected = ratings.get(keys[standing.name], FIRST_RATING)
            assert standing.rating == round(expected, 1)

    @invariant()
    def the_list_agrees_with_the_tables(self) -> None:
        for entry in self.club.entries():
            table = self.host.find(entry.table)
            assert table is not None
            assert (entry.names, entry.free) == (table.names, table.free_seats)
            assert entry.is_over == table.is_over
            names = {member.key: member.name for member in self.members}
            sits = {seat: names[key] for key, seat in entry.people.items()}
            assert sits == {seat: table.names[seat] for seat in table.people}


checks = [HealthCheck.filter_too_much, HealthCheck.too_slow]
Evenings.TestCase.settings = settings(
    max_examples=12, stateful_step_count=25, deadline=None, suppress_health_check=checks
)
TestEvenings = Evenings.TestCase
