"""The club of a host: its people, its list of tables, and the results of their games.

All is in the store of the host, which processes can share: the lists in tables of its database, and
the record of each finished game as a text whose name begins with ``game-``.
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
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
from twowaystreet.web.listings import ListedTable, Member, Profile, Result, public_key, result_of
from twowaystreet.web.work import Troubles

TIME: Final = "%Y-%m-%dT%H:%M:%SZ"  # a time in UTC; such texts have the order of times
RECENT: Final = 1 / 24  # days for which a look at a table is not noted again
MOST: Final = 50  # the most tables that leave the list, or the store, with one look at the list
NO_TABLE: Final = "there is no such table here"
FORMER: Final = "Former player"  # name of people whose data was deleted
_GONE: Final = "former-"  # beginning of the keys that stand for such people in games that go on
_LOG: Final = logging.getLogger("uvicorn.error")
_OF_NOBODY: Final = re.compile(r"[=-](?i:[b8]ot|[s5]eat)[\dlO]+|[~-]fo(rm|rrn)erplayer.*")
"""The looks, without spaces and signs, of the names of bots, free seats, and deleted people."""
_BETWEEN: Final = re.compile(r"(?!^)[\W_]")  # spaces and signs, after the first sign of a look


def now() -> str:
    return datetime.now(UTC).strftime(TIME)


def _before(days: float) -> str:
    return (datetime.strptime(now(), TIME) - timedelta(days=days)).strftime(TIME)


class Club:
    """The people, the list of tables and the results of a host, which has a store.

    The methods that change a table raise LeaseError if another process has it, and TableError if
    there is no such table, or it refuses the change.
    """

    def __init__(self, host: TableHost) -> None:
        assert host.store is not None
        self._host = host
        self._store: Store = host.store
        self.ledger = Ledger(host.store)
        self._tidied = ""
        self._troubles = Troubles()
        self.ledger.add_looks(looks)
        self.ledger.look_at_all(now())  # tables of 0.3.0

    # People

    def enrol(self, name: object) -> str:
        given = checked_name(name, ())
        if any(_OF_NOBODY.fullmatch(_BETWEEN.sub("", each)) for each in looks(given)):
            raise TableError(f"name {quoted(given)}: expected a name that stands for nobody else")
        token = secrets.token_urlsafe(16)
        if not self.ledger.enrol(_key(token), alike(given), given, looks(given)):
            raise TableError(f"somebody has the name {quoted(given)}: choose another one")
        return token

    def member(self, token: str) -> Member:
        if (member := self.ledger.member(_key(token))) is None:
            raise TokenError("nobody here has this token: give a name first")
        return member

    def forget(self, token: str) -> list[str]:
        """Delete everything about a person; return the names of the tables that have changed.

        It raises LeaseError if another process has one of the person's tables now. The others are
        done, so each process does its own when a proxy asks one after the other.
        """
        member = self.member(token)
        names = self.leaves(member)
        elsewhere = list[LeaseError]()
        for name in names:
            try:
                self.forget_at(name, member)
            except LeaseError as error:
                elsewhere.append(error)
        if elsewhere:
            raise elsewhere[-1]
        self._forget_in(self.ledger.results_of(member.key), member)
        self.ledger.remove_person(member.key, FORMER)
        return names

    def leaves(self, member: Member) -> list[str]:
        """Return the tables at which a person has, or had, a seat; the person takes no more."""
        self.ledger.begin_to_leave(member.key)
        return self.ledger.tables_of(member.key)

    def forget_at(self, name: str, member: Member) -> None:
        """End the links of a person at a table, and remove the name there and in its results."""
        is_here = name in [*self._host]
        try:
            table, entry = self._host.find(name), self.note(name)
        except (StoreError, FullError):
            raise
        except TwoWayStreetError as error:
            _LOG.warning("table %s leaves the list: %s", name, error)
            table, entry = None, self.ledger.table(name)
        self._forget_in(map(self.ledger.result_at, _games_at(name, entry)), member)
        if table is None or entry is None:
            self.ledger.remove_table(name)
            return
        ghost = _GONE + _key(f"former {member.key}")  # the same at a second try
        if member.key in entry.began and not entry.is_over:
            self.ledger.keep_rating(member.key, ghost)
        own = entry.people.get(member.key)
        for seat in table.people:
            if table.names[seat] == member.name or seat == own:
                self._stand_up(name, seat)
        table.forget(member.name, FORMER)
        self.note(name, gone=(member.key, ghost))
        self.ledger.leave_table(member.key, name)
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
            self.ledger.change_result(result.key, nameless)

    def _check_stays(self, entry: ListedTable, member: Member) -> None:
        """Take back a seat that a person got while another process deleted the person's data."""
        if not self.ledger.stays(member.key):
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
    ) -> None:
        table = self.table(name)
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

    def clock_of(self, name: str) -> Clock | None:
        entry = self.ledger.table(name)  # another process may have changed it
        seconds = None if entry is None else entry.seconds
        return None if seconds is None else Clock(seconds=seconds)

    def entries(self, own: str | None = None, most: int = ALL) -> list[ListedTable]:
        """Return the tables that a person sees: the own ones, and the public ones.

        The own ones take half of the list at most, if others need the rest.
        """
        self._tidy()
        mine = [] if own is None else self.ledger.own_tables(own, most)
        half = most // 2
        entries = [*mine[:half], *self.ledger.open_tables(most), *mine[half:]]
        return [*{entry.table: entry for entry in entries}.values()][:most]

    def look(self, name: str) -> bool:
        """Note that somebody looks at a table; return whether it had left the list."""
        return self.ledger.look(name, now(), _before(RECENT))

    def list_again(self, name: str) -> None:
        """Bring a table back to the list; nobody may change it meanwhile."""
        if (entry := self.ledger.table(name)) is not None:
            self._save(entry)

    def person_at(self, name: str, seat: int) -> str | None:
        entry = self.ledger.table(name)
        people = {} if entry is None else entry.people
        return next((key for key, place in people.items() if place == seat), None)

    def sit(self, name: str, member: Member, seat: int | None = None) -> str:
        """Return a token of a person at a table: a new seat, or another token for the own one."""
        table, entry = self._listed(name)
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
        """Free the seat of a person, who can come back to it while a bot plays (``LEAVING``)."""
        seat = self._listed(name)[1].people.get(member.key)
        if seat is None:
            raise TableError("you have no seat at this table")
        self._stand_up(name, seat)

    def remove(self, name: str, seat: int) -> None:
        """Let a bot play for a silent person, whose links stay, or free the seat before a deal."""
        self.note(name)
        self._stand_up(name, seat, stays=True)

    def _stand_up(self, name: str, seat: int, *, stays: bool = False) -> None:
        """Take a person from a seat: a bot plays on in a game; otherwise the seat is free.

        With ``stays`` a bot takes it at the end of a game as well, and the links stay.
        """
        table = self.table(name)
        if table.record.moves and (stays or not table.is_over):
            table.replace(seat, bot="simple", stays=stays)
        else:
            table.vacate(seat)
        self.note(name)

    def note(self, name: str, *, gone: tuple[str, str] | None = None) -> ListedTable | None:
        """Bring the list and the results up to date after a change of a table; return it there.

        ``gone`` are the key of a person whose data is deleted, and the key that stands for it.
        """
        entry = self.ledger.table(name)
        table = self._host.find(name)
        if entry is None or table is None:
            return None

        def sits(seat: int) -> bool:  # the person whom the list has there
            return seat in table.people and table.names[seat] == entry.names[seat]

        people = {key: at for key, at in entry.people.items() if sits(at)}
        for seat in {*table.people} - {*people.values()}:
            if (key := self.ledger.person_called(alike(table.names[seat]))) is not None:
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

    def table(self, name: str) -> Table:
        if (table := self._host.find(name)) is None:
            raise TableError(NO_TABLE)
        return table

    def _listed(self, name: str) -> tuple[Table, ListedTable]:
        """Return a table, and its entry in the list, which is up to date."""
        entry, table = self.note(name), self.table(name)
        if entry is None:
            raise TableError("this table is not in the list")
        return table, entry

    # Tables at which nobody looks

    def _tidy(self) -> None:
        """Take tables off the list, and later out of the store, that nobody looks at any more."""
        if self._tidied != now():
            self._tidied = now()
            try:
                listed, kept = self._host.listed_days, self._host.kept_days
                # The days off the list begin here: a clock that was wrong deletes nothing.
                self._end(kept - listed, self._remove_old, is_listed=False)
                self._end(listed, partial(self.ledger.close_table, now=now()), is_listed=True)
            except Exception as error:  # the ledger fails, and the list has the tables still
                self._troubles.tell("the list of tables", error)

    def _end(self, days: float, end: Callable[[str], None], *, is_listed: bool) -> None:
        """End tables that nobody uses; the others wait as long again."""
        for name in self.ledger.unseen(_before(days), is_listed=is_listed, most=MOST):
            try:
                if self._host.drop(name):
                    end(name)
                    continue
            except Exception as error:  # any of a store, or another process has the table
                self._troubles.tell(f"table {name} in the list", error)
            self.ledger.put_off(name, now())

    def _remove_old(self, name: str) -> None:
        self._host.remove(name)
        self.ledger.remove_table(name, _games_at(name, self.ledger.table(name)))

    # Results

    def _add_result(self, entry: ListedTable, table: Table, game: str) -> None:
        """Add the result of a game, or the record of one that has counted before."""
        before = self.ledger.result_at(game)
        result = before or result_of(entry, table, game, now(), self._name_of)
        if entry.is_over:
            write(self._store, f"game-{result.key}", table.record.to_json())
        if before is None:
            self._save_result(result, game)
        elif entry.is_over:
            self.ledger.change_result(result.key, partial(attrs.evolve, goes_on=False))

    def _save_result(self, result: Result, game: str) -> None:
        """Save a result; it changes ratings if all its players are people of the club (RA-1)."""
        rated = None
        if len({*result.people} - {None}) == len(result.names) and result.target is not None:
            fewer = result.fewer_is_better
            rated = partial(rate, scores=result.finish, target=result.target, lowest_wins=fewer)
        counted = attrs.evolve(result, counts=rated is not None)
        ended = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        self.ledger.add_result(counted, game, ended, rated)

    def _name_of(self, key: str) -> str:
        member = self.ledger.member(key)
        return FORMER if member is None else member.name

    def result(self, key: str) -> Result | None:
        """Return the result of a finished game, also by an earlier key with the table's name."""
        return self.ledger.result(key) or self.ledger.result(public_key(key))

    def record_of(self, key: str) -> str | None:
        found = self.result(key)
        return None if found is None or found.goes_on else self._store.load(f"game-{found.key}")

    def profile(self, name: str, most: int = ALL) -> Profile | None:
        person = self.ledger.person_called(alike(name))
        return None if person is None else self.ledger.profile(person, most)

    def _save(self, entry: ListedTable) -> None:
        roles = {} if entry.is_over else dict.fromkeys(entry.left, LISTED)
        roles |= dict.fromkeys(entry.people, LISTED if entry.is_over else PLAYS)
        self.ledger.list_table(entry, roles, now())


def _games_at(name: str, entry: ListedTable | None) -> list[str]:
    return [f"{name}-{number}" for number in range(1, 2 if entry is None else entry.games + 2)]


def _is_rated(table: Table) -> bool:
    target: int | None = getattr(table.rules, "target", None)
    return target is not None and SCALE.factor(len(table.names), target) > 0


def _key(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()[:32]
