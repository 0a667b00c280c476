"""The store in a database of PostgreSQL: lost connections, other databases, and time limits."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from typing import Any

import pytest

from tests.processes import until
from tests.table.postgres import Server
from twowaystreet.table import LeaseError, PostgresStore, StoreError
from twowaystreet.table import _postgres_store as module


@pytest.fixture
def place(postgres: Server) -> str:
    return postgres.new_database()


@pytest.fixture
def store(place: str) -> Generator[PostgresStore]:
    with closing(PostgresStore(place)) as store:
        store.lease("t")
        store.save("t", "old")
        yield store


def asked(store: PostgresStore, question: str) -> Any:
    """Return the value that the database gives in the session of a store; Any: of any type."""
    row = store._connection.execute(question.encode()).fetchone()
    return row and row[0]


def test_a_lost_connection_ends_all_leases(place: str, store: PostgresStore) -> None:
    with closing(PostgresStore(place)) as other:
        for change in (partial(store.save, "t", "new"), partial(store.remove, "t")):
            store.lease("u")
            number = asked(store, "SELECT pg_backend_pid()")
            assert asked(other, f"SELECT pg_terminate_backend({number}, 10000)")
            assert store.holds("t")  # as far as the store knows
            with pytest.raises(LeaseError, match="connection to the database was lost"):
                change()
            assert not store.holds("t") and not store.holds("u")
            with pytest.raises(LeaseError, match="lease it first"):
                change()
            assert store.load("t") == "old"  # on a new connection, which has no leases
            with pytest.raises(LeaseError, match="lease it first"):
                change()
            other.lease("t")
            with pytest.raises(LeaseError, match="another program uses 't'"):
                store.lease("t")
            other.release("t")
            store.lease("t")
            store.save("t", "old")


def test_reading_and_leasing_connect_again(place: str, store: PostgresStore) -> None:
    requests: tuple[tuple[Callable[[], object], object], ...] = (
        *((lambda: store.load("t"), "old"), (store.list, ("t",)), (lambda: store.lease("u"), None)),
        (lambda: store.release("t"), None),
    )
    with closing(PostgresStore(place)) as other:
        for request, answer in requests:
            number = asked(store, "SELECT pg_backend_pid()")
            assert asked(other, f"SELECT pg_terminate_backend({number}, 10000)")
            assert request() == answer and not store.holds("t")
            store.lease("t")
        assert asked(other, "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") == 1


def test_rows_are_read_and_changed_on_a_second_connection(place: str, store: PostgresStore) -> None:
    store.transact(lambda ask: ask("CREATE TABLE pairs (one INTEGER, two TEXT)"))
    changes: tuple[Callable[[], object], ...] = (
        lambda: store.transact(lambda ask: ask("INSERT INTO pairs VALUES (?, ?)", 1, "a")),
        lambda: store.ask("INSERT INTO pairs VALUES (?, ?)", 2, "b"),
    )
    with closing(PostgresStore(place)) as other:
        for change in changes:
            number = asked(store, "SELECT pg_backend_pid()")
            assert asked(other, f"SELECT pg_terminate_backend({number}, 10000)")
            change()
    assert [*store.ask("SELECT two FROM pairs ORDER BY one")] == [("a",), ("b",)]
    with pytest.raises(StoreError, match="connection to the database was lost") as caught:  # twice
        store.ask("SELECT pg_terminate_backend(pg_backend_pid())")
    assert not isinstance(caught.value, LeaseError)


def test_a_closed_store_frees_leases_at_once(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database notices the end of a connection only a moment later."""
    with closing(PostgresStore(place)) as other:
        store = PostgresStore(place)
        store.lease("t")
        connection = store._connection
        with monkeypatch.context() as patch:
            patch.setattr(connection, "close", lambda: None)
            store.close()
        other.lease("t")
        connection.close()


def test_a_restart_of_the_server_ends_all_leases(postgres: Server, store: PostgresStore) -> None:
    postgres.stop()
    try:
        with pytest.raises(LeaseError):
            store.save("t", "new")
        assert not store.holds("t")
        for request in (store.list, lambda: store.load("t"), lambda: store.lease("t")):
            with pytest.raises(StoreError, match=r"^cannot "):
                request()
        store.release("t")
    finally:
        postgres.start()
    assert store.load("t") == "old"
    with pytest.raises(LeaseError):
        store.save("t", "new")
    store.lease("t")
    store.save("t", "new")
    assert store.load("t") == "new"


def test_a_silent_server_is_as_lost(store: PostgresStore, monkeypatch: pytest.MonkeyPatch) -> None:
    number = asked(store, "SELECT pg_backend_pid()")
    os.kill(number, signal.SIGSTOP)
    try:
        with monkeypatch.context() as patch:
            patch.setattr(module, "_PATIENCE", 0.1)
            with pytest.raises(LeaseError, match="connection to the database was lost"):
                store.save("t", "new")
        assert not store.holds("t")
        with pytest.raises(LeaseError, match="another program uses 't'"):
            store.lease("t")  # the server has not noticed the loss
    finally:
        os.kill(number, signal.SIGCONT)


def test_a_statement_that_takes_too_long_keeps_the_leases(place: str, store: PostgresStore) -> None:
    store._execute("SET statement_timeout = '100ms'")
    with closing(PostgresStore(place)) as other, other._connection.transaction():
        other._execute("LOCK TABLE twowaystreet_texts")
        with pytest.raises(StoreError, match=r"cannot save 't': .* statement timeout") as caught:
            store.save("t", "new")
        assert not isinstance(caught.value, LeaseError)
    assert store.holds("t")
    store._execute("RESET statement_timeout")
    store.save("t", "new")
    assert store.load("t") == "new"


def test_sessions_have_limits_and_the_address_goes_before(place: str, store: PostgresStore) -> None:
    assert asked(store, "SELECT current_setting('statement_timeout')") == "20s"
    parameters = store._connection.info.get_parameters()
    assert {parameters[name] for name in ("keepalives_idle", "connect_timeout")} == {"10"}
    with closing(PostgresStore(f"{place} connect_timeout=3 application_name=mine")) as other:
        assert other._connection.info.get_parameters()["connect_timeout"] == "3"
        assert asked(other, "SELECT current_setting('application_name')") == "mine"


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII", "UTF8"])
def test_a_database_of_any_encoding_keeps_each_text(postgres: Server, encoding: str) -> None:
    place = postgres.new_database(f"--encoding={encoding}", "--template=template0")
    with closing(PostgresStore(place)) as store:
        store.lease("t")
        for text in ("♣♦♥♠ € é 🂡 \\x00 '\r\n", ""):
            store.save("t", text)
            assert (store.load("t"), store.list()) == (text, ("t",))


def test_tables_of_other_versions_are_refused(place: str, store: PostgresStore) -> None:
    for change, reason in (
        ("UPDATE twowaystreet_store SET version = 2", "expected tables of version 1"),
        ("DELETE FROM twowaystreet_store", "expected tables of version 1"),
        ("ALTER TABLE twowaystreet_store RENAME version TO another", "version"),
    ):
        store._connection.execute(change.encode())
        with pytest.raises(StoreError, match=f"cannot open the database: .*{reason}|{reason}"):
            PostgresStore(place)
    query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    until(lambda: asked(store, query) == 1)  # the server ends a connection a moment later


def test_stores_may_open_a_new_database_at_once(place: str) -> None:
    barrier = threading.Barrier(4)

    def work(_: int) -> None:
        barrier.wait()
        PostgresStore(place).close()

    with ThreadPoolExecutor(4) as pool:
        assert len([*pool.map(work, range(4))]) == 4


def test_no_database_is_refused(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    number: Any = 7  # Any: no address
    for address in (postgres.conninfo("missing"), "host=", "a b", "password", number):
        with pytest.raises(StoreError):
            PostgresStore(address)
    monkeypatch.setitem(sys.modules, "psycopg", None)  # then it names its extra
    with pytest.raises(ImportError, match=r"pip install 'twowaystreet\[postgres\]'"):
        PostgresStore("dbname=tables")
