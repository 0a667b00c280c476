"""The club of a host: its people, its list of tables, and the results of their games.

Everything is in the store of the host, so that several processes share it: the lists in tables of
its database, and the record of each finished game as a text whose name begins with ``game-``.
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from typing import Final

import attrs

from twowaystreet.errors import TwoWayStreetError, quoted
from twowaystreet.ratings import SCALE, rate
from twowaystreet.table import LeaseError, Store, StoreError, Table, TableError, TokenError
from twowaystreet.table._looks import alike, looks
from twowaystreet.table._people import checked_name
from twowaystreet.web.clocks import Clock
from twowaystreet.web.hosts import FullError, TableHost, write
from twowaystreet.web.ledger import ALL, LISTED, PLAYS, Ledger
from twowaystreet.web.listings import (
    ListedTable,
    Member,
    Profile,
    Result,
    Standing,
    public_key,
    result_of,
)
from twowaystreet.web.visits import TIME, Visits

FORMER: Final = "Former player"
"""The name of people whose data was deleted."""
_GONE: Final = "former-"
"""The beginning of the keys that stand for such people in games that go on."""
_LOG: Final = logging.getLogger("uvicorn.error")
_OF_NOBODY: Final = re.compile(r"[=-](?i:[b8]ot|[s5]eat)[\dlO]+|[~-]fo(rm|rrn)erplayer.*")
"""The looks of the names of bots, of free seats, and of people whose data was deleted, without
spaces and signs."""
_BETWEEN: Final = re.compile(r"(?!^)[\W_]")
"""The spaces and signs in a look, after the first sign for its kind."""


def now() -> str:
    return datetime.now(UTC).strftime(TIME)


def _present() -> str:
    return now()  # of the module, where a test puts another clock


class Club:
    """The people, the list of tables and the results of a host, which has a store.

    The methods that change a table raise LeaseError if another process has it, and TableError if
    there is no such table, or it refuses the change.
    """

    def __init__(self, host: TableHost) -> None:
        assert host.store is not None
        self._host = host
        self._store: Store = host.store
        self._ledger = Ledger(host.store)
        self._visits = Visits(host, self._ledger, _present)
        self._ledger.add_looks(looks)
        self._visits.begin()

    # People

    def enrol(self, name: object) -> str:
        given = checked_name(name, ())
        if any(_OF_NOBODY.fullmatch(_BETWEEN.sub("", each)) for each in looks(given)):
            raise TableError(f"name {quoted(given)}: expected a name that stands for nobody else")
        token = secrets.token_urlsafe(16)
        if not self._ledger.enrol(_key(token), alike(given), given, looks(given)):
            raise TableError(f"somebody has the name {quoted(given)}: choose another one")
        return token

    def member(self, token: str) -> Member:
        member = self._ledger.member(_key(token))
        if member is None:
            raise TokenError("nobody here has this token: give a name first")
        return member

    def forget(self, token: str) -> list[str]:
        """Delete everything about a person: tables and results keep no name and no key.

        It returns the names of the tables that have changed. It raises LeaseError if another
        process has one of the person's tables now. The others are done, so each process does its
        own when a proxy asks one after the other.
        """
        member = self.member(token)
        names = self.leaves(member)
        elsewhere: LeaseError | None = None
        for name in names:
            try:
                self.forget_at(name, member)
            except LeaseError as error:
                elsewhere = error
        if elsewhere is not None:
            raise elsewhere
        self._forget_in(self._ledger.results_of(member.key), member)
        self._ledger.remove_person(member.key, FORMER)
        return names

    def leaves(self, member: Member) -> list[str]:
        """Return the tables at which a person has, or had, a seat; the person takes no more."""
        self._ledger.begin_to_leave(member.key)
        return self._ledger.tables_of(member.key)

    def forget_at(self, name: str, member: Member) -> None:
        """End the links of a person at a table, and remove the name there and in its results.

        A table that cannot be read goes out of the list.
        """
        is_here = name in [*self._host]
        try:
            table, entry = self._host.find(name), self.note(name)
        except (StoreError, FullError):
            raise
        except TwoWayStreetError as error:
            _LOG.warning("table %s leaves the list: %s", name, error)
            table, entry = None, self.entry(name)
        games = range(1, 2 if entry is None else entry.games + 2)
        self._forget_in((self._ledger.result_at(f"{name}-{number}") for number in games), member)
        if table is None or entry is None:
            self._ledger.remove_table(name)
            return
        ghost = _GONE + _key(f"former {member.key}")  # the same at a second try
        if member.key in entry.began and not entry.is_over:
            self._ledger.keep_rating(member.key, ghost)
        own = entry.people.get(member.key)
        for seat in table.people:
            if table.names[seat] == member.name or seat == own:
                self._stand_up(name, seat)
        table.forget(member.name, FORMER)
        self.note(name, gone=(member.key, ghost))
        self._ledger.leave_table(member.key, name)
        if not is_here:
            self._host.put_away(name)

    def _forget_in(self, results: Iterable[Result | None], member: Member) -> None:
        def nameless(result: Result) -> Result:
            own = {
                seat
                for seat, (name, key) in enumerate(zip(result.names, result.people, strict=True))
                if key == member.key or (key is None and name == member.name)
            }
            names = tuple(FORMER if at in own else name for at, name in enumerate(result.names))
            people = tuple(None if at in own else key for at, key in enumerate(result.people))
            return attrs.evolve(result, names=names, people=people)

        for result in filter(None, results):
            self._ledger.change_result(result.key, nameless)

    def _check_stays(self, entry: ListedTable, member: Member) -> None:
        """Take back a seat that a person got while another process deleted the person's data."""
        if not self._ledger.stays(member.key):
            self.forget_at(entry.table, member)
            raise TokenError("your data is being deleted: you have no seat here")

    # Tables

    def list_table(
        self,
        name: str,
        *,
        maker: Member,
        options: Mapping[str, str],
        is_public: bool,
        clock: Clock | None,
    ) -> ListedTable:
        table = self._table(name)
        entry = ListedTable(
            counts=_is_rated(table) and not table.bots,
            table=name,
            game=table.game.name,
            options=dict(options),
            names=table.names,
            free=table.free_seats,
            people={maker.key: table.people[0]},
            is_public=is_public,
            seconds=None if clock is None else round(clock.seconds),
            made=now(),
        )
        self._save(entry)
        self._check_stays(entry, maker)
        return entry

    def clock_of(self, name: str) -> Clock | None:
        entry = self.entry(name)  # another process may have changed it
        seconds = None if entry is None else entry.seconds
        return None if seconds is None else Clock(seconds=seconds)

    def entry(self, name: str) -> ListedTable | None:
        return self._ledger.table(name)

    def entries(self, own: str | None = None, most: int = ALL) -> list[ListedTable]:
        """Return the tables that a person sees, by the key.

        Everybody sees the public tables where people play, those of people with few of them first.
        A person sees the own ones before, the newest first; they take half of the list at most, if
        others need the rest.
        """
        self._visits.tidy()
        mine = [] if own is None else self._ledger.own_tables(own, most)
        half = most // 2
        entries = [*mine[:half], *self._ledger.open_tables(most), *mine[half:]]
        return [*{entry.table: entry for entry in entries}.values()][:most]

    def look(self, name: str) -> bool:
        return self._visits.look(name)

    def list_again(self, name: str) -> None:
        """Bring a table back to the list; nobody may change it meanwhile."""
        entry = self.entry(name)
        if entry is not None:
            self._save(entry)

    def person_at(self, name: str, seat: int) -> str | None:
        entry = self.entry(name)
        people = {} if entry is None else entry.people
        return next((key for key, place in people.items() if place == seat), None)

    def games_of(self, member: Member) -> int:
        return self._ledger.games_of(member.key)

    def sit(self, name: str, member: Member, seat: int | None = None) -> str:
        """Return a token of a person at a table: a new seat, or another token for the own one."""
        self.note(name)
        table, entry = self._table(name), self._entry(name)
        own, back = entry.people.get(member.key), entry.left.get(member.key)
        if own is not None:
            return table.another_token(own)
        if back is not None and seat in (None, back):
            token = table.replace(back, name=member.name)
        else:
            token = table.join(member.name, seat)
        self.note(name)
        self._check_stays(entry, member)
        return token

    def leave(self, name: str, member: Member) -> None:
        """Free the seat of a person; during a game a bot takes over (``LEAVING``).

        The person can come back to the seat with :meth:`sit` while a bot plays there.
        """
        self.note(name)
        self._table(name)
        seat = self._entry(name).people.get(member.key)
        if seat is None:
            raise TableError("you have no seat at this table")
        self._stand_up(name, seat)

    def remove(self, name: str, seat: int) -> None:
        """Let a bot play for a silent person, or free the seat before the first deal.

        The links of the person stay valid if a bot plays: with them the person comes back.
        """
        self.note(name)
        self._stand_up(name, seat, stays=True)

    def _stand_up(self, name: str, seat: int, *, stays: bool = False) -> None:
        """Take a person from a seat: a bot plays on in a game, and otherwise the seat is free.

        With ``stays`` a bot takes the seat at the end of a game as well, and the links stay.
        """
        table = self._table(name)
        if table.record.moves and (stays or not table.is_over):
            table.replace(seat, bot="simple", stays=stays)
        else:
            table.vacate(seat)
        self.note(name)

    def note(self, name: str, *, gone: tuple[str, str] | None = None) -> ListedTable | None:
        """Bring the list and the results up to date after a change of a table; return it there.

        ``gone`` are the key of a person whose data is deleted, and the one that stands for the
        person from now on.
        """
        entry = self.entry(name)
        table = self._host.find(name)
        if entry is None or table is None:
            return None

        def sits(seat: int) -> bool:  # the person whom the list has there
            return seat in table.people and table.names[seat] == entry.names[seat]

        people = {key: at for key, at in entry.people.items() if sits(at)}
        for seat in {*table.people} - {*people.values()}:
            key = self._ledger.person_called(alike(table.names[seat]))
            if key is not None:
                people[key] = seat
        away = {key: at for key, at in {**entry.left, **entry.people}.items() if key not in people}
        is_over, has_begun = table.is_over, bool(table.record.moves)
        is_new = not entry.began or (entry.is_over and not is_over)
        counted = entry.counted and not is_new
        began = {} if not has_begun else people if is_new else entry.began
        is_full = len(began) == len(table.names) if has_begun else not table.bots
        changed = attrs.evolve(
            entry,
            names=table.names,
            free=table.free_seats,
            people=people,
            is_over=is_over,
            games=entry.games + (is_over and not entry.is_over),
            has_begun=has_begun,
            counts=_is_rated(table) and is_full and not counted,
            counted=counted,
            began=began,
            left={key: at for key, at in away.items() if at in table.bots},
        )
        if gone is not None:
            changed = changed.without(*gone)
        if changed.is_decided or changed.games > entry.games:
            self._add_result(changed, table, entry.running)
        if changed.is_decided:
            changed = attrs.evolve(changed, counts=False, counted=True)
        if changed != entry:
            self._save(changed)
        return changed

    def _table(self, name: str) -> Table:
        table = self._host.find(name)
        if table is None:
            raise TableError("there is no such table here")
        return table

    def _entry(self, name: str) -> ListedTable:
        entry = self.entry(name)
        if entry is None:
            raise TableError("this table is not in the list")
        return entry

    # Results

    def _add_result(self, entry: ListedTable, table: Table, game: str) -> None:
        before = self._ledger.result_at(game)
        result = before or result_of(entry, table, game, now(), self._name_of)
        if entry.is_over:
            write(self._store, f"game-{result.key}", table.record.to_json())
        if before is None:
            self._save_result(result, game)
        elif entry.is_over:
            self._ledger.change_result(result.key, partial(attrs.evolve, goes_on=False))

    def _name_of(self, key: str) -> str:
        member = self._ledger.member(key)
        return FORMER if member is None else member.name

    def _save_result(self, result: Result, game: str) -> None:
        """Add a result; it changes ratings if all its players are people of the club (RA-1)."""
        rated = None
        if len({*result.people} - {None}) == len(result.names) and result.target is not None:
            fewer = result.fewer_is_better
            rated = partial(rate, scores=result.finish, target=result.target, lowest_wins=fewer)
        counted = attrs.evolve(result, counts=rated is not None)
        ended = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        self._ledger.add_result(counted, game, ended, rated)

    def results(self, most: int = ALL) -> list[Result]:
        return self._ledger.results(most)

    def result(self, key: str) -> Result | None:
        """Return the result of a finished game, also by an earlier key with the table's name."""
        return self._ledger.result(key) or self._ledger.result(public_key(key))

    def record_of(self, key: str) -> str | None:
        found = self.result(key)
        return None if found is None or found.goes_on else self._store.load(f"game-{found.key}")

    def standings(self, most: int = ALL) -> list[Standing]:
        return self._ledger.standings(most)

    def profile(self, name: str, most: int = ALL) -> Profile | None:
        person = self._ledger.person_called(alike(name))
        return None if person is None else self._ledger.profile(person, most)

    def _save(self, entry: ListedTable) -> None:
        roles = {} if entry.is_over else dict.fromkeys(entry.left, LISTED)
        roles |= dict.fromkeys(entry.people, LISTED if entry.is_over else PLAYS)
        self._ledger.list_table(entry, roles, now())


def _is_rated(table: Table) -> bool:
    target: int | None = getattr(table.rules, "target", None)
    return target is not None and SCALE.factor(len(table.names), target) > 0


def _key(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()[:32]
