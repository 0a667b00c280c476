"""The club of a host: its people, its list of tables, and the results of their games.

Everything is a text in the store of the host, so that several processes share it. The names of the
texts begin with ``person-``, ``name-``, ``entry-``, ``result-`` and ``game-``.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final, TypeVar

import attrs
import cattrs
from cattrs.preconf.json import make_converter

from twowaystreet._util.values import Value
from twowaystreet.errors import quoted
from twowaystreet.ratings import rate
from twowaystreet.table import LeaseError, Store, StoreError, Table, TableError, TokenError
from twowaystreet.table._people import alike, checked_name
from twowaystreet.web.clocks import Clock
from twowaystreet.web.hosts import TableHost, leased, write

T = TypeVar("T", bound=Value)

FIRST_RATING: Final = 1000.0
"""The rating of a new player (RA-1)."""
_JSON: Final = make_converter(forbid_extra_keys=True)
_LENGTH_OF_TIME: Final = len("20261123T180509Z")
"""The characters of the time in a key."""
FORMER: Final = "Former player"
"""The name of people whose data was deleted."""


@attrs.frozen(kw_only=True)
class Member(Value):
    """A person of the club.

    Attributes:
        key: the identifier, from the hash of the person's token.
        name: the name.
    """

    key: str
    name: str


@attrs.frozen(kw_only=True)
class Entry(Value):
    """A table in the list of the club.

    Attributes:
        table: the name of the table at the host.
        game: the name of the game.
        options: the options that differ from the usual ones.
        names: the names of the seats.
        free: the free seats.
        people: the keys of the people by seat.
        is_public: True if everybody may see the table in the list and join it; False if people
            need its link.
        seconds: the time for each move; ``None`` for no limit.
        made: the time when the table was made.
        is_over: True if the game is over.
        games: the number of finished games at the table.
        has_begun: True if cards were dealt.
    """

    table: str
    game: str
    options: dict[str, str]
    names: tuple[str, ...]
    free: tuple[int, ...]
    people: dict[str, int]
    is_public: bool
    seconds: int | None
    made: str
    is_over: bool = False
    games: int = 0
    has_begun: bool = False


@attrs.frozen(kw_only=True)
class Result(Value):
    """The result of a game.

    Attributes:
        key: the name of the record in the store, without its beginning. It has the name of the
            table, so only :func:`public_key` is shown.
        when: the time.
        game: the name of the game.
        title: the title of the game.
        names: the names of the seats.
        people: the keys of the people by seat; ``None`` for a bot, and after a deletion.
        scores: the final scores.
        winners: the seats that won.
        target: the target in points; ``None`` without one.
        fewer_is_better: True if the fewest points win.
    """

    key: str
    when: str
    game: str
    title: str
    names: tuple[str, ...]
    people: tuple[str | None, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    target: int | None
    fewer_is_better: bool


@attrs.frozen(kw_only=True)
class Standing(Value):
    """The standing of a person.

    Attributes:
        name: the name.
        rating: the rating (RA-1 to RA-6), from games between people alone.
        games: the number of finished games.
        won: the number of games won.
    """

    name: str
    rating: float
    games: int
    won: int


def now() -> str:
    """Return the time in UTC, such as ``2026-11-23T18:05:09Z``."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def public_key(key: str) -> str:
    """Return the key of a result for everybody: it does not show the name of the table.

    Everybody who has the name of a table can watch it, and play there.

    >>> public_key("20261123T180509Z-0f3a-1")
    '20261123T180509Z-74f4bfb1430a397e3ef8e6e1fda12b80'
    """
    when, _, game = key.partition("-")
    return f"{when}-{sha256(game.encode()).hexdigest()[:32]}"


class Club:
    """The people, the list of tables and the results of a host.

    Args:
        host: the host, which has a store.
    """

    def __init__(self, host: TableHost) -> None:
        assert host.store is not None
        self._host = host
        self._store: Store = host.store
        self._results: dict[str, Result] = {}

    # People

    def enrol(self, name: object) -> str:
        """Return the token of a new person.

        Raises:
            TableError: if the name does not fit, or somebody has it.
        """
        given = checked_name(name, ())
        if alike(given).startswith(alike(FORMER)):
            raise TableError(f"name {quoted(given)}: expected a name that stands for nobody else")
        taken = f"somebody has the name {quoted(given)}: choose another one"
        token = secrets.token_urlsafe(16)
        member = Member(key=_key(token), name=given)
        place = _name_place(given)
        try:
            with leased(self._store, place):  # no other process gives the name meanwhile
                if place in self._store.list(place):
                    raise TableError(taken)
                self._save(f"person-{member.key}", member)
                self._store.save(place, member.key)
        except LeaseError:
            raise TableError(taken) from None
        return token

    def member(self, token: str) -> Member:
        """Return the person with a token.

        Raises:
            TokenError: if nobody has it.
        """
        found = self._load(f"person-{_key(token)}", Member)
        if found is None:
            raise TokenError("nobody here has this token: give a name first")
        return found

    def forget(self, token: str) -> list[str]:
        """Delete everything about a person: tables and results keep no name and no key.

        Returns:
            The names of the tables that have changed.

        Raises:
            TokenError: if nobody has the token.
            LeaseError: if another process has one of the person's tables now. The others are done,
                so each process does its own when a proxy asks one after the other.
        """
        member = self.member(token)
        changed = [entry for entry in self.entries() if member.key in entry.people]
        elsewhere: LeaseError | None = None
        for entry in changed:
            try:
                self._forget_at(entry, member)
            except LeaseError as error:
                elsewhere = error
        if elsewhere is not None:
            raise elsewhere
        for result in self.results():
            if member.key in result.people:
                pairs = zip(result.names, result.people, strict=True)
                names = tuple(FORMER if key == member.key else name for name, key in pairs)
                people = tuple(None if key == member.key else key for key in result.people)
                nameless = attrs.evolve(result, names=names, people=people)
                self._save(f"result-{result.key}", nameless)
                self._results[result.key] = nameless
        write(self._store, _name_place(member.name), None)
        write(self._store, f"person-{member.key}", None)
        return [entry.table for entry in changed]

    def _forget_at(self, entry: Entry, member: Member) -> None:
        table = self._host.find(entry.table)
        if table is None:
            write(self._store, f"entry-{entry.table}", None)
            return
        seat = entry.people[member.key]
        if seat in table.people:
            table.rename(seat, f"{FORMER} {seat + 1}")
            table.revoke_seat(seat)
            if not entry.is_over:
                table.replace(seat, bot="simple")
        self.note(entry.table, people=_without(entry.people, member))

    # Tables

    def list_table(
        self,
        name: str,
        *,
        maker: Member,
        options: Mapping[str, str],
        is_public: bool,
        clock: Clock | None,
    ) -> Entry:
        """Add a new table to the list; its maker has the first seat of a person."""
        table = self._table(name)
        entry = Entry(
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
        self._save(f"entry-{name}", entry)
        return entry

    def clock_of(self, name: str) -> Clock | None:
        """Return the time for each move at a table."""
        entry = self.entry(name)  # another process may have changed it
        seconds = None if entry is None else entry.seconds
        return None if seconds is None else Clock(seconds=seconds)

    def entry(self, name: str) -> Entry | None:
        """Return a table of the list; ``None`` if there is none of this name."""
        return self._load(f"entry-{name}", Entry)

    def entries(self) -> Iterator[Entry]:
        """Yield all tables of the list."""
        for place in self._store.list("entry-"):
            found = self._load(place, Entry)
            if found is not None:
                yield found

    def sit(self, name: str, member: Member, seat: int | None = None) -> str:
        """Return a token of a person at a table: a new seat, or another token for the own one.

        Raises:
            TableError: if there is no such table, no seat is free, or the name does not fit.
            LeaseError: if another process has the table.
        """
        table, entry = self._table(name), self._entry(name)
        own = entry.people.get(member.key)
        if own is not None and own in table.people:
            return table.another_token(own)
        place = table.free_seats[0] if seat is None and table.free_seats else seat
        token = table.join(member.name, place)
        assert place is not None  # a table without a free seat lets nobody join
        self.note(name, people={**entry.people, member.key: place})
        return token

    def leave(self, name: str, member: Member) -> None:
        """Free the seat of a person; during a game a bot takes over.

        Raises:
            TableError: if the person has no seat at the table.
            LeaseError: if another process has the table.
        """
        table, entry = self._table(name), self._entry(name)
        seat = entry.people.get(member.key)
        if seat is None:
            raise TableError("you have no seat at this table")
        if seat in table.people and not table.is_over:
            if entry.has_begun:
                table.replace(seat, bot="simple")
            else:
                table.vacate(seat)
        self.note(name, people=_without(entry.people, member))

    def note(self, name: str, *, people: dict[str, int] | None = None) -> None:
        """Bring the list and the results up to date after a change of a table.

        Args:
            name: the name of the table.
            people: the keys of the people by seat; ``None`` if they stay.
        """
        entry = self.entry(name)
        table = self._host.find(name)
        if entry is None or table is None:
            return
        is_over = table.is_over
        if is_over and not entry.is_over:
            self._add_result(entry, table)
        changed = attrs.evolve(
            entry,
            names=table.names,
            free=table.free_seats,
            people=entry.people if people is None else people,
            is_over=is_over,
            games=entry.games + (is_over and not entry.is_over),
            has_begun=bool(table.record.moves),
        )
        if changed != entry:
            self._save(f"entry-{name}", changed)

    def _table(self, name: str) -> Table:
        table = self._host.find(name)
        if table is None:
            raise TableError("there is no such table here")
        return table

    def _entry(self, name: str) -> Entry:
        entry = self.entry(name)
        if entry is None:
            raise TableError("this table is not in the list")
        return entry

    # Results

    def _add_result(self, entry: Entry, table: Table) -> None:
        ending = f"-{entry.table}-{entry.games + 1}"
        if any(place.endswith(ending) for place in self._store.list("result-")):
            return  # the process ended before it could note this in the list
        report = table.report(now())
        key = f"{report.when.replace(':', '').replace('-', '')}{ending}"
        seats: dict[int, str] = {seat: person for person, seat in entry.people.items()}
        result = Result(
            key=key,
            when=report.when,
            game=entry.game,
            title=report.game,
            names=report.players,
            people=tuple(
                seats.get(seat) if seat in table.people else None
                for seat in range(len(report.players))
            ),
            scores=report.scores,
            winners=report.winners,
            target=report.target,
            fewer_is_better=table.hand_scores[-1].fewer_is_better,
        )
        write(self._store, f"game-{key}", table.record.to_json())
        self._save(f"result-{key}", result)

    def results(self) -> list[Result]:
        """Return all results, the newest first.

        Another process may have deleted the data of a person: such results are read again.
        """
        here = {place.removeprefix("person-") for place in self._store.list("person-")}
        for place in self._store.list("result-"):
            key = place.removeprefix("result-")
            known = self._results.get(key)
            if known is None or not here.issuperset(each for each in known.people if each):
                found = self._load(place, Result)
                if found is not None:
                    self._results[key] = found
        return [self._results[key] for key in sorted(self._results, reverse=True)]

    def result(self, key: str) -> Result | None:
        """Return the result of a finished game by a key; ``None`` without such a game."""
        found = self._stored_key(key)
        return None if found is None else self._load(f"result-{found}", Result)

    def record_of(self, key: str) -> str | None:
        """Return the record of a finished game as JSON text; ``None`` without such a game."""
        found = self._stored_key(key)
        return None if found is None else self._text(f"game-{found}")

    def _stored_key(self, key: str) -> str | None:
        """Return the key in the store for a public key, or for a key of an earlier version."""
        when = key.partition("-")[0]
        places = self._store.list(f"result-{when}") if len(when) == _LENGTH_OF_TIME else ()
        known = (place.removeprefix("result-") for place in places)
        return next((each for each in known if key in (each, public_key(each))), None)

    def standings(self) -> list[Standing]:
        """Return the standings of all people with a result, the best rating first.

        A game changes ratings if all its players are people of the club (RA-1 to RA-6).
        """
        ratings: dict[str, float] = {}
        games: dict[str, list[Result]] = {}
        for result in reversed(self.results()):
            keys = [key for key in result.people if key is not None]
            for key in keys:
                games.setdefault(key, []).append(result)
            if len(keys) == len(result.names) and result.target is not None:
                before = [ratings.get(key, FIRST_RATING) for key in keys]
                lowest = result.fewer_is_better
                after = rate(before, result.scores, target=result.target, lowest_wins=lowest)
                ratings.update(zip(keys, after, strict=True))
        found = [self._standing(key, played, ratings) for key, played in games.items()]
        return sorted(found, key=lambda one: (-one.rating, one.name))

    def _standing(self, key: str, played: list[Result], ratings: Mapping[str, float]) -> Standing:
        won = sum(result.people.index(key) in result.winners for result in played)
        last = played[-1]
        return Standing(
            name=last.names[last.people.index(key)],
            rating=round(ratings.get(key, FIRST_RATING), 1),
            games=len(played),
            won=won,
        )

    # Texts

    def _save(self, place: str, value: Value) -> None:
        write(self._store, place, _JSON.dumps(value))

    def _text(self, place: str) -> str | None:
        try:
            return self._store.load(place)
        except StoreError:
            self._store.list(place)  # raises if the store cannot be reached
            return None

    def _load(self, place: str, kind: type[T]) -> T | None:
        """Return a value of the store; ``None`` if there is none that can be read."""
        text = self._text(place)
        if text is None:
            return None
        try:
            return _JSON.loads(text, kind)
        except (ValueError, AttributeError, cattrs.BaseValidationError):  # such as a number
            return None


def _without(people: Mapping[str, int], member: Member) -> dict[str, int]:
    return {key: seat for key, seat in people.items() if key != member.key}


def _key(token: str) -> str:
    """Return the identifier of the person with a token."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _name_place(name: str) -> str:
    """Return the place in the store that keeps a name for one person."""
    return f"name-{sha256(alike(name).encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"
