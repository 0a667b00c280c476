"""People and bots come, go, move, ask, repeat and forge messages in any order, against a model."""

import errno
import json
import random
import shutil
import tempfile
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import twowaystreet as tws
from tests.games import OURS
from tests.table.tables import check_saved, steady
from twowaystreet._core.display.words import sentence
from twowaystreet._core.engine.fields import options_of
from twowaystreet.games import street
from twowaystreet.table import Happened, Table, TableError, TokenError
from twowaystreet.table._looks import alike

MOST_TOKENS = 16
USUAL = ("Ann", "Ben", " Cem ", "Dot", "bot 1", "Bot 2", "Seat 0", "Seat 2", " ", "You")
ODD = (
    "\uff21NN",
    "Z" * 40,
    "Z" * 41,
    "\ud83d",
    "\ud83d\ude00",
    "\U0001f469\u200d\U0001f680",
    '"\\"',
)
NAMES = st.sampled_from((*USUAL, *ODD))
PLACES = st.integers(0, 3)
"""The numbers of seats, which count from 0 again behind the last seat of a game."""
FULL = Mock(side_effect=OSError(errno.ENOSPC, "No space left on device"))
NONSENSE = (" Deal", "deal QS", "", "XX", "QS QS", "\0", 7, None)


class Comings(RuleBasedStateMachine):
    """A table whose people change; the model has a record, the holders and the tokens."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.path: Path | None = self.folder / "table.json"
        self.table: Table[Any] = Table(street.GAME)
        self.record = self.table.record
        self.holders: list[str | None] = []
        self.bots: set[int] = set()
        self.away: dict[int, tuple[str, list[str]]] = {}
        self.tokens: dict[int | None, list[str]] = {}
        self.ended: list[str] = []
        self.sent: list[tuple[str, str, int]] = []
        self.agreed: set[int] = set()
        self.declined: set[int] = set()
        self.asker = self.asked = self.changed = self.last = 0

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    # The model

    @property
    def state(self) -> Any:
        """The state of the model. Any: its kind does not matter here."""
        return self.record.state

    @property
    def seats(self) -> int:
        return len(self.holders)

    @property
    def is_full(self) -> bool:
        return None not in self.holders

    @property
    def people(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.holders[seat] and seat not in self.bots]

    @property
    def speakers(self) -> list[int]:
        return [seat for seat in self.people if self.tokens[seat]]

    def fits(self, name: str, seat: int) -> bool:
        is_one = len(name.strip()) <= 40 and not any("\ud800" <= each <= "\udfff" for each in name)
        return is_one and alike(name) not in {"", "you", *self.taken(seat)}

    def taken(self, seat: int) -> set[str]:
        """Return how the names look that nobody in a seat can have."""
        others = [other for other in range(self.seats) if other != seat]
        names = [str(self.holders[other]) for other in others] + [f"Seat {at}" for at in others]
        return {*map(alike, names + [name for at, (name, _) in self.away.items() if at != seat])}

    def sit(self, seat: int, name: str, token: str) -> None:
        """Take over a new holder of a seat."""
        self.empty(seat)
        self.holders[seat] = name.strip()
        self.tokens[seat] = [token]

    def empty(self, seat: int) -> None:
        """Take over that a seat has neither a person nor a bot, nor a token."""
        self.ended += self.tokens.pop(seat, []) + self.away.pop(seat, ("", []))[1]
        self.bots.discard(seat)
        self.holders[seat] = None
        self.agreed = set()

    def follow(self) -> None:
        record = self.table.record
        assert record.moves[:-1] == self.record.moves
        self.record, self.agreed, self.changed = record, set(), self.table.last_number
        self.declined = set()

    def refused(self, error: type[Exception], call: Any, *given: Any, **named: Any) -> None:
        """Check that a call fails and changes nothing. Any: the method and its arguments."""
        before = self.table.to_text()
        with pytest.raises(error):
            call(*given, **named)
        assert self.table.to_text() == before
        assert self.path is None or self.path.read_text(encoding="utf-8") == before

    # People, bots and tokens

    @initialize(
        name=st.sampled_from(OURS),
        bot=st.booleans(),
        hands=st.integers(1, 2),
        moves=st.integers(0, 15),
    )
    def first(self, name: str, bot: bool, hands: int, moves: int) -> None:
        game = tws.GAMES[name]
        few = {"players": 3} if "players" in options_of(game.Rules) else {}
        self.options = game.Rules(max_hands=hands, **few)
        self.record = tws.Record(game.new_game(self.options, dealer=0))
        self.holders = [None] * self.options.seats
        self.table = steady(Table(game, self.options, path=self.path, dealer=0))
        for seat, person in enumerate(("Ann", "Ben", "Cem", "Dot")[: self.seats]):
            self.sit(seat, person, self.table.join(person, seat))
        if bot:
            self.replace_by_bot(1, None, False)
        self.go_on(moves)

    @rule(seat=PLACES, name=NAMES)
    def join(self, seat: int, name: str) -> None:
        seat %= self.seats
        if self.holders[seat] is None and self.fits(name, seat):
            asked = self.agreed
            self.sit(seat, name, self.table.join(name, seat))
            self.agreed = asked
        else:
            self.refused(TableError, self.table.join, name, seat)

    @precondition(lambda self: self.speakers)
    @rule(data=st.data(), by_host=st.booleans())
    def leave(self, data: st.DataObject, by_host: bool) -> None:
        seat = data.draw(st.sampled_from(self.speakers))
        if by_host:
            self.table.vacate(seat)
        else:
            self.table.leave(data.draw(st.sampled_from(self.tokens[seat])))
        self.empty(seat)

    @rule(seat=PLACES, name=st.none() | NAMES, stays=st.booleans())
    def replace_by_bot(self, seat: int, name: str | None, stays: bool) -> None:
        seat %= self.seats
        if name is not None and not self.fits(name, seat):
            self.refused(TableError, self.table.replace, seat, bot="simple", name=name, stays=stays)
            return
        self.table.replace(seat, bot="simple", name=name, stays=stays)
        gone = self.away.pop(seat, None)
        if seat in self.people:
            gone = str(self.holders[seat]), self.tokens.pop(seat)
        self.empty(seat)
        if gone and stays:
            self.away[seat] = gone
        self.ended += gone[1] if gone else []
        usual = (f"Bot {at}" for at in range(1, 9) if f"bot {at}" not in self.taken(seat))
        self.holders[seat] = next(usual) if name is None else name.strip()
        self.bots.add(seat)

    @rule(seat=PLACES, by_token=st.booleans())
    def come_back(self, seat: int, by_token: bool) -> None:
        name, tokens = self.away.get(seat, ("", []))
        who = tokens[-1] if by_token and tokens else seat
        if seat not in self.away:
            self.refused(TokenError, self.table.come_back, who)
            return
        assert self.table.come_back(who) == seat
        self.empty(seat)
        self.holders[seat], self.tokens[seat] = name, tokens
        self.ended = [token for token in self.ended if token not in tokens]

    @rule(seat=PLACES, name=NAMES)
    def rename(self, seat: int, name: str) -> None:
        seat %= self.seats
        if self.holders[seat] is None or not self.fits(name, seat):
            self.refused(TableError, self.table.rename, seat, name)
        else:
            self.table.rename(seat, name)
            self.holders[seat] = name.strip()

    @rule(name=NAMES)
    def forget(self, name: str) -> None:
        self.table.forget(name, "Gone")
        self.away = {at: each for at, each in self.away.items() if each[0] != name}

    @rule(seat=PLACES, name=NAMES)
    def replace_by_person(self, seat: int, name: str) -> None:
        seat %= self.seats
        if self.holders[seat] is None or not self.fits(name, seat):
            self.refused(TableError, self.table.replace, seat, name=name)
        else:
            self.refused(TableError, self.table.replace, seat, name=name, stays=True)
            self.sit(seat, name, self.table.replace(seat, name=name))

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
            self.end(seat, [token])

    @rule(seat=st.none() | PLACES)
    def revoke_seat(self, seat: int | None) -> None:
        if seat is not None and seat not in (*self.people, *self.away):
            self.refused(TableError, self.table.revoke_seat, seat)
        else:
            self.table.revoke_seat(seat)
            self.end(seat, self.tokens.get(seat, []))
            self.away.pop(-1 if seat is None else seat, None)

    def end(self, seat: int | None, tokens: list[str]) -> None:
        self.ended += tokens
        self.tokens[seat] = [one for one in self.tokens.get(seat, []) if one not in tokens]
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
        if state.is_over or not self.is_full:
            assert not self.table.goes_on and not self.table.advance()
            self.refused(TableError, self.table.act_for, seat)
        elif late:
            self.table.act_for(seat)
            self.follow()
        elif seat in self.bots or (seat is None and not self.people):
            thought = self.table.give_up("slow") if self.last % 2 else self.table.think()
            assert self.table.advance(thought)
            self.follow()
        elif seat is None and self.speakers:
            self.send(self.speakers[-1], "deal")
        elif seat in self.speakers:
            moves = tws.legal_moves(state)
            self.send(seat, str(moves[self.last % len(moves)]))

    def send(self, seat: int, text: str) -> None:
        message = (self.tokens[seat][-1], text, self.table.last_number)
        self.table.play(message[0], text, seen=message[2], bots=False)
        self.sent.append(message)
        self.follow()

    @rule(moves=st.integers(0, 3))
    def finish(self, moves: int) -> None:
        while self.is_full and not self.state.is_over and moves < 80:
            self.move(late=True)
            moves += 1

    @rule(dealer=PLACES)
    def rematch(self, dealer: int) -> None:
        dealer %= self.seats
        if not self.state.is_over:
            self.refused(TableError, self.table.rematch, dealer=dealer)
            return
        self.table.rematch(dealer=dealer)
        assert [one.number for one in self.table._now.log] == [self.last + 1]
        self.record = tws.Record(self.table.game.new_game(self.options, dealer=dealer))
        self.agreed, self.declined, self.changed = set(), set(), self.last + 1

    @precondition(lambda self: self.speakers)
    @rule(data=st.data())
    def play_again(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(self.speakers))
        again, token = {*self.table.again}, self.tokens[seat][0]
        if not self.state.is_over or (seat in again and again != {*self.people}):
            self.refused(TableError, self.table.play_again, token)
        elif self.table.play_again(token):
            assert {*again, seat} >= {*self.people}
            self.record = tws.Record(self.table.record.start)
            self.agreed, self.declined = set(), set()
            self.changed = self.table.last_number
        else:
            assert {*self.table.again} == {*again, seat} != {*self.people}

    @precondition(lambda self: self.speakers)
    @rule(data=st.data())
    def decline(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(self.speakers))
        token = self.tokens[seat][0]
        if not self.agreed:
            self.refused(TableError, self.table.decline, token)
        else:
            self.table.decline(token)
            self.agreed = set()
            self.declined |= {self.asker} - {seat}

    @precondition(lambda self: self.speakers)
    @rule(data=st.data(), ago=st.none() | st.integers(-1, 4))
    def undo(self, data: st.DataObject, ago: int | None) -> None:
        seat = data.draw(st.sampled_from(self.speakers))
        seen = None if ago is None else self.last - ago
        place = self.own_last_move(self.asker if self.agreed else seat)
        is_late = seen is not None and not (
            (self.asked if self.agreed else self.changed) <= seen <= self.last
        )
        if place is None or seat in (self.agreed or self.declined) or is_late:
            self.refused(TableError, self.table.undo, self.tokens[seat][0], seen=seen)
            return
        self.asker = self.asker if self.agreed else seat
        self.agreed = {*self.agreed, seat}
        done = self.agreed == {*self.people}
        assert self.table.undo(self.tokens[seat][0], seen=seen) == done
        self.asked = self.table.last_number if len(self.agreed) == 1 else self.asked
        if done:
            self.record = tws.Record(self.record.start, self.record.moves[:place])
            self.agreed, self.declined = set(), set()
            self.changed = self.table.last_number

    def own_last_move(self, seat: int) -> int | None:
        """Return the number of moves before the last one of a seat in this hand."""
        found = None
        for place, (state, move) in enumerate(self.record):
            found = None if isinstance(move, tws.Deal) else place if state.actor == seat else found
        return None if self.state.hand_over else found

    # Messages that the table refuses

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def repeated(self, data: st.DataObject) -> None:
        token, text, seen = data.draw(st.sampled_from(self.sent))
        self.refused(TableError, self.table.play, token, text, seen=seen)

    @precondition(lambda self: self.is_full and self.state.actor in self.speakers)
    @rule(data=st.data())
    def wrong_moves(self, data: st.DataObject) -> None:
        """Send a move too late, out of turn, on a full disk, and texts that are no legal moves."""
        actor, play = self.state.actor, self.table.play
        move = str(data.draw(st.sampled_from(tws.legal_moves(self.state))))
        number = data.draw(st.integers(-1, self.changed - 1) | st.just(self.last + 1))
        self.refused(TableError, play, self.tokens[actor][0], move, seen=number)
        for seat, tokens in self.tokens.items():
            if seat != actor and tokens:
                self.refused(
                    TableError, play, tokens[0], data.draw(st.sampled_from((move, "deal")))
                )
        text = data.draw(st.sampled_from(("deal", *NONSENSE)))
        self.refused(tws.TwoWayStreetError, play, self.tokens[actor][0], text)
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("twowaystreet._util.files.os.replace", FULL)
            if self.path:
                self.refused(TableError, play, self.tokens[actor][0], move)
                self.refused(TableError, self.table.revoke_seat, actor)

    @precondition(lambda self: self.tokens.get(None))
    @rule()
    def spectators_act(self) -> None:
        for call in (self.table.undo, self.table.leave, self.table.decline, self.table.play_again):
            self.refused(TableError, call, self.tokens[None][0])

    @rule(rng=st.randoms(use_true_random=False))
    def forged(self, rng: random.Random) -> None:
        live = [token for some in self.tokens.values() for token in some]
        token = rng.choice(live or self.ended)
        people = json.loads(self.table.to_text())["people"]
        digests = [one["digest"] for one in people]
        forged = (
            *("", token[:-1], token[:4], token + " ", token + "\ud800", token.swapcase(), *digests),
            *(None, 0, token.encode(), [token]),
        )
        forgery: Any = rng.choice([one for one in forged if one != token])
        table = self.table
        for call in (table.view, table.events, table.undo, table.seat, table.leave, table.revoke):
            self.refused(TokenError, call, forgery)
        self.refused(TokenError, table.play, forgery, "high")

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
        assert table.names == names and len({*map(alike, names)}) == self.seats
        assert table.stand_ins == tuple(sorted(self.away))
        bots = dict.fromkeys(sorted(self.bots), "simple")
        assert (table.people, table.bots) == (tuple(self.people), bots)
        assert table.free_seats == tuple(at for at in range(self.seats) if self.holders[at] is None)
        assert table.record == self.record
        asked = table.asked
        assert self.agreed == ({*asked.agreed} if asked else set())
        assert asked is None or asked.seat == self.asker
        assert table.last_number >= self.last and table.last_change == self.changed
        self.last = table.last_number
        scores = [state.score for state, _ in self.record] + [self.state.score]
        assert table.hand_scores == tuple(score for score in scores if score is not None)
        for seat in range(self.seats):
            place = self.own_last_move(self.asker if self.agreed else seat)
            able = seat in self.people and place is not None
            able = able and seat not in (self.agreed or self.declined)
            assert table.can_undo(seat) == able

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
    def events_tell_the_record_as_one_seat_saw_it(self) -> None:
        copy = Table.from_text(self.table.to_text())
        public = dict(copy.sentences(copy.spectate()))
        last = self.table.last_number
        for seat, tokens in self.tokens.items():
            events = self.table.events(tokens[0]) if tokens else ()
            for event in events:
                if event.sentences[0].split()[0] == "You":
                    assert seat is not None and event.seat == seat
                    holder = sentence(str(self.holders[seat]))
                    assert public[event.number][0].startswith(f"{holder} ")
            numbers = [event.number for event in events]
            assert numbers == sorted({*numbers}) and (numbers or [last])[-1] == last
            moves = [event for event in events if event.happened is Happened.MOVE]
            known = self.record.for_seat(seat).events if tokens else ()
            assert [(one.seat, one.text, one.move, one.view) for one in moves] == [
                (one.seat, one.text, one.move, one.view) for one in known
            ]
            before = [tws.view(state, seat) for state, _ in self.record] if tokens else []
            assert [one.before for one in moves] == before
            for since in (-1, last // 2, last - 1, last + 1) if tokens else ():
                later = self.table.events(tokens[0], since)
                assert later == tuple(event for event in events if event.number > since)


Comings.TestCase.settings = settings(
    max_examples=7,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
TestComings = Comings.TestCase
