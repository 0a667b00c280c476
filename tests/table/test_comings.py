"""People and bots come and go in any order, against a model."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import twowaystreet as tws
from tests.table.tables import check_saved, steady
from twowaystreet._core.display.words import sentence
from twowaystreet.games import street
from twowaystreet.table import Happened, Table, TableError, TokenError

SEATS = 3
MOST_TOKENS = 16
RULES = street.Rules(players=SEATS, max_hands=1)
NAMES = st.sampled_from(("Ann", "Ben", "Cem", "Dot", "bot 1", "Seat 0", "Seat 2"))
PLACES = st.integers(0, SEATS - 1)


class Comings(RuleBasedStateMachine):
    """A table whose people change; the model has the moves, the holders and the tokens."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.path: Path | None = self.folder / "table.json"
        self.table = steady(Table(street.GAME, RULES, path=self.path, dealer=0))
        self.moves: tuple[tws.Move, ...] = ()
        self.dealer = 0
        self.holders: list[str | None] = [None] * SEATS
        self.bots: set[int] = set()
        self.tokens: dict[int | None, list[str]] = {}
        self.ended: list[str] = []
        self.agreed: set[int] = set()
        self.asker = 0
        self.last = 0

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    # The model

    @property
    def state(self) -> Any:
        """The state after the moves of the model. Any: its kind does not matter here."""
        return tws.Record(street.new_game(RULES, dealer=self.dealer), self.moves).state

    @property
    def is_full(self) -> bool:
        return None not in self.holders

    @property
    def people(self) -> list[int]:
        return [seat for seat in range(SEATS) if self.holders[seat] and seat not in self.bots]

    def fits(self, name: str, seat: int) -> bool:
        """Return whether a person in this seat may have a name."""
        others = {f"seat {other}" for other in range(SEATS) if other != seat}
        others |= {str(self.holders[other]).casefold() for other in range(SEATS) if other != seat}
        return name.casefold() not in others

    def sit(self, seat: int, name: str, token: str) -> None:
        """Take over a new holder of a seat."""
        self.empty(seat)
        self.holders[seat] = name
        self.tokens[seat] = [token]

    def empty(self, seat: int) -> None:
        """Take over that a seat has neither a person nor a bot, nor a token."""
        self.ended += self.tokens.pop(seat, [])
        self.bots.discard(seat)
        self.holders[seat] = None
        self.agreed = set()

    def follow(self, *, moves: int = 1) -> None:
        """Take over new moves of the table."""
        record = self.table.record
        assert record.moves[: len(self.moves)] == self.moves
        assert len(record.moves) == len(self.moves) + moves
        self.moves, self.agreed = record.moves, set()

    def refused(self, error: type[Exception], call: Any, *given: Any, **named: Any) -> None:
        """Check that a call fails and changes nothing. Any: the method and its arguments."""
        before = self.table.to_text()
        with pytest.raises(error):
            call(*given, **named)
        assert self.table.to_text() == before

    # People and bots

    @initialize(bot=st.booleans(), moves=st.integers(0, 15))
    def first(self, bot: bool, moves: int) -> None:
        for seat, name in enumerate(("Ann", "Ben", "Cem")):
            self.sit(seat, name, self.table.join(name, seat))
        if bot:
            self.replace_by_bot(2)
        self.go_on(moves)

    @rule(seat=PLACES, name=NAMES)
    def join(self, seat: int, name: str) -> None:
        if self.holders[seat] is None and self.fits(name, seat):
            asked = self.agreed
            self.sit(seat, name, self.table.join(name, seat))
            self.agreed = asked
        else:
            self.refused(TableError, self.table.join, name, seat)

    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        if self.people:
            seat = data.draw(st.sampled_from(self.people))
            if self.tokens[seat]:
                self.table.leave(data.draw(st.sampled_from(self.tokens[seat])))
                self.empty(seat)

    @rule(seat=PLACES)
    def replace_by_bot(self, seat: int) -> None:
        self.table.replace(seat, bot="simple")
        self.empty(seat)
        taken = {str(name).casefold() for name in self.holders}
        number = next(number for number in range(1, 9) if f"bot {number}" not in taken)
        self.holders[seat] = f"Bot {number}"
        self.bots.add(seat)

    @rule(seat=PLACES, name=NAMES)
    def replace_by_person(self, seat: int, name: str) -> None:
        if self.holders[seat] is None or not self.fits(name, seat):
            self.refused(TableError, self.table.replace, seat, name=name)
            return
        token = self.table.replace(seat, name=name)
        self.sit(seat, name, token)

    # Tokens

    @rule(seat=PLACES, more=st.sampled_from((1, 2, 20)))
    def more_tokens(self, seat: int, more: int) -> None:
        if seat not in self.people:
            self.refused(TableError, self.table.another_token, seat)
            return
        for _ in range(more):
            self.tokens[seat].append(self.table.another_token(seat))
        self.ended += self.tokens[seat][:-MOST_TOKENS]
        del self.tokens[seat][:-MOST_TOKENS]

    @rule()
    def spectate(self) -> None:
        token = self.table.spectate()
        assert self.tokens.setdefault(None, [token]) == [token]

    @rule(data=st.data())
    def revoke(self, data: st.DataObject) -> None:
        live = [(seat, token) for seat, some in self.tokens.items() for token in some]
        if live:
            seat, token = data.draw(st.sampled_from(live))
            self.table.revoke(token)
            self.tokens[seat].remove(token)
            self.ended.append(token)
            self.forget_spectators()

    @rule(seat=st.none() | PLACES)
    def revoke_seat(self, seat: int | None) -> None:
        if seat is not None and seat not in self.people:
            self.refused(TableError, self.table.revoke_seat, seat)
            return
        self.table.revoke_seat(seat)
        self.ended += self.tokens.get(seat, [])
        self.tokens[seat] = []
        self.forget_spectators()

    def forget_spectators(self) -> None:
        if not self.tokens.get(None):
            self.tokens.pop(None, None)

    # Moves

    @rule(moves=st.integers(1, 4))
    def go_on(self, moves: int) -> None:
        for _ in range(moves):
            self.move(late=False)

    @rule()
    def late(self) -> None:
        self.move(late=True)

    def move(self, *, late: bool) -> None:
        """Make the next move in one of the ways that the seats allow."""
        state, seat = self.state, self.state.actor
        if state.is_over:
            self.refused(TableError, self.table.act_for, seat)
        elif not self.is_full:
            assert not self.table.goes_on and not self.table.advance()
            self.refused(TableError, self.table.act_for, seat)
        elif late or seat is None:
            self.table.act_for(seat)
            self.follow()
        elif seat in self.bots:
            assert self.table.advance()
            self.follow()
        elif self.tokens[seat]:
            move = str(tws.legal_moves(state)[-1])
            self.table.play(self.tokens[seat][-1], move, bots=False)
            self.follow()

    @rule(moves=st.integers(0, 3))
    def finish(self, moves: int) -> None:
        while self.is_full and not self.state.is_over and moves < 40:
            self.move(late=True)
            moves += 1

    @rule(dealer=PLACES)
    def rematch(self, dealer: int) -> None:
        if not self.state.is_over:
            self.refused(TableError, self.table.rematch, dealer=dealer)
            return
        self.table.rematch(dealer=dealer)
        assert [one.number for one in self.table._now.log] == [self.last + 1]
        self.moves, self.dealer, self.agreed = (), dealer, set()

    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        able = [seat for seat in self.people if self.tokens[seat]]
        if not able:
            return
        seat = data.draw(st.sampled_from(able))
        asker = self.asker if self.agreed else seat
        place = self.own_last_move(asker)
        assert self.table.can_undo(seat) == (place is not None and seat not in self.agreed)
        if place is None or seat in self.agreed:
            self.refused(TableError, self.table.undo, self.tokens[seat][0])
            return
        self.asker, self.agreed = asker, {*self.agreed, seat}
        done = self.agreed == {*self.people}
        assert self.table.undo(self.tokens[seat][0]) == done
        if done:
            self.moves, self.agreed = self.moves[:place], set()

    def own_last_move(self, seat: int) -> int | None:
        """Return the number of moves before the last one of a seat in this hand."""
        start = street.new_game(RULES, dealer=self.dealer)
        places = [
            at for at, (one, _) in enumerate(tws.Record(start, self.moves)) if one.actor == seat
        ]
        return places[-1] if places and not self.state.hand_over else None

    # Restarts

    @rule()
    def restart_from_text(self) -> None:
        self.table = steady(Table.from_text(self.table.to_text()))
        self.path = None

    @precondition(lambda self: self.path)
    @rule()
    def restart_from_file(self) -> None:
        assert self.path is not None
        assert self.path.read_text(encoding="utf-8") == self.table.to_text()
        self.table = steady(Table.load(self.path))

    @precondition(lambda self: self.path is None)
    @rule()
    def move_to_a_file(self) -> None:
        self.path = self.folder / "table.json"
        self.path.write_text(self.table.to_text(), encoding="utf-8")
        self.table = steady(Table.load(self.path))

    # The promises

    @invariant()
    def the_moves_and_the_seats_are_those_of_the_model(self) -> None:
        table = self.table
        names = tuple(name or f"Seat {seat}" for seat, name in enumerate(self.holders))
        assert table.names == names and len({*names}) == SEATS
        assert table.people == tuple(self.people) and table.bots == dict.fromkeys(
            sorted(self.bots), "simple"
        )
        assert table.free_seats == tuple(at for at in range(SEATS) if self.holders[at] is None)
        assert table.record.moves == self.moves
        assert table.record == tws.Record(street.new_game(RULES, dealer=self.dealer), self.moves)
        asked = table.asked
        assert self.agreed == ({*asked.agreed} if asked else set())
        assert table.last_number >= self.last
        self.last = table.last_number

    @invariant()
    def live_tokens_open_their_seats_and_ended_ones_nothing(self) -> None:
        for seat, tokens in self.tokens.items():
            for token in tokens:
                assert self.table.seat(token) == seat
                assert self.table.view(token) == tws.view(self.state, seat)
        for token in self.ended[-40:]:
            for call in (self.table.seat, self.table.view, self.table.events, self.table.leave):
                with pytest.raises(TokenError):
                    call(token)

    @invariant()
    def the_saved_table_gives_the_same_answers(self) -> None:
        check_saved(self.table, {seat: some[0] for seat, some in self.tokens.items() if some})

    @invariant()
    def events_tell_all_moves_and_you_are_the_present_holder(self) -> None:
        copy = Table.from_text(self.table.to_text())
        public = dict(copy.sentences(copy.spectate()))
        for seat, tokens in self.tokens.items():
            events = self.table.events(tokens[0]) if tokens else ()
            for event in events:
                if event.sentences[0].split()[0] == "You":
                    assert seat is not None and event.seat == seat
                    holder = sentence(str(self.holders[seat]))
                    assert public[event.number][0].startswith(f"{holder} ")
            moves = [event for event in events if event.happened is Happened.MOVE]
            assert len(moves) == len(self.moves) or not tokens


Comings.TestCase.settings = settings(
    max_examples=12,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
TestComings = Comings.TestCase
