"""The commands for browsers: ``serve`` with a server, and ``page`` without one."""

from __future__ import annotations

import contextlib
import os
import shlex
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click

import twowaystreet as tws
from twowaystreet._cli import game_list
from twowaystreet._cli.game_list import number_option
from twowaystreet._cli.prompt import Refusal, refusing
from twowaystreet._cli.session import seated
from twowaystreet._core.engine.match import GameRules
from twowaystreet._page.pyodide import PYODIDE
from twowaystreet._util.interrupts import Loading
from twowaystreet.players._monte_carlo import OFFERS, USUAL
from twowaystreet.table import PostgresStore, SQLiteStore, Store, Table
from twowaystreet.table._bots import name_in_file
from twowaystreet.table._file_stores import FileLock
from twowaystreet.table._people import UNNAMED, labels_of

_days = partial(click.option, type=click.FloatRange(0, min_open=True), show_default=True)


@click.command(short_help="Play in browsers: a game, or a club with many tables.")
@click.argument("game", required=False)
@game_list.with_options
@click.option(
    "--people",
    type=click.IntRange(min=1),
    help="The number of people; bots have the other seats.  [default: as many as --names, or all]",
)
@click.option("--bots", type=click.IntRange(min=0), help="The number of bots, instead of people.")
@click.option(
    "--opponents",
    metavar="NAME,NAME",
    help=f"The bots: {', '.join(OFFERS)}, or such as montecarlo:worlds=50; too few begin again "
    f"with the first. A new game has {USUAL} ones if not given.",
)
@click.option("--names", metavar="ANN,BEN", default="", help="The names of the people, in order.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@click.option(
    "--pace", type=float, default=0.5, show_default=True, help="Seconds between moves of bots."
)
@click.option("--clock", type=float, help="Seconds for a move.  [default: no limit]")
@game_list.file_option(
    "--save",
    help="The file of the game or of the club; it goes on from there.  [default: "
    "GAME.table.json, or club.sqlite]",
)
@click.option(
    "--database",
    metavar="ADDRESS",
    envvar="TWOWAYSTREET_DATABASE",  # as the address may contain a password
    show_envvar=True,
    help="The PostgreSQL database of a club, instead of a file.",
)
@number_option("--max-tables", default=1000)
@number_option("--max-connections", default=1000)
@number_option(
    "--max-per-address",
    default=300,
    help="The most connections of one address, such as a school, and the most tables of it.",
)
@number_option("--max-players", default=12, type=click.IntRange(min=2))
@number_option("--max-decks", default=4)
@number_option(
    "--max-hands", default=100, help="The most hands of a game that people make in a club."
)
@click.option(
    "--idle",
    type=click.FloatRange(min=1),
    default=600.0,
    show_default=True,
    help="Seconds until a table of a club without visitors leaves the memory.",
)
@_days(
    "--listed-days",
    default=7.0,
    help="Days until a table of a club that nobody looks at leaves the list.",
)
@_days(
    "--kept-days",
    default=90.0,
    help="Days until such a table is deleted; results and ratings stay.",
)
@click.option(
    "--embed-in",
    multiple=True,
    metavar="SITE",
    help="A site whose pages may frame a table and connect, such as https://club.example. Repeat "
    "the option for several.",
)
@click.option("--no-hints", is_flag=True, help="Nobody gets hints, at any table.")
@click.option("--no-phrases", is_flag=True, help="Nobody can say set phrases to others.")
@click.option("--qr", is_flag=True, help="Print a QR code below each link, for phones.")
def serve(
    *,
    game: str | None,
    settings: game_list.Settings,
    people: int | None,
    bots: int | None,
    opponents: str | None,
    names: str,
    host: str,
    port: int,
    pace: float,
    clock: float | None,
    save: Path | None,
    database: str | None,
    max_tables: int,
    idle: float,
    listed_days: float,
    kept_days: float,
    embed_in: tuple[str, ...],
    no_hints: bool,
    no_phrases: bool,
    qr: bool,
    **most: int,
) -> None:
    """Serve GAME to browsers, and print a link for each player and one for spectators.

    GAME is a name, or a game in a file or module, such as whist.py:GAME or package.module:GAME.
    Without GAME the server is a club: at its page people make tables, join and watch them.

    The server saves each game after every move. The same command continues it, and the links of
    the last 1000 starts stay valid. Everybody with a link can act as its player, and the
    connection is not encrypted: let other machines connect only through a proxy with HTTPS.
    """
    if not 0 <= pace <= 60:
        raise Refusal(f"--pace {pace:g}: expected 0 to 60 seconds")
    try:
        with Loading():
            from twowaystreet import web  # noqa: PLC0415  # an extra
            from twowaystreet.web import listening  # noqa: PLC0415  # as above
            from twowaystreet.web.limits import sites_of  # noqa: PLC0415  # as above
    except ModuleNotFoundError as error:
        needs = "the server needs pip install 'twowaystreet[web]'"
        raise Refusal(f"{error.name} is missing; {needs}") from None
    with (
        contextlib.suppress(KeyboardInterrupt),  # at any moment; it is how a server ends
        refusing(tws.TwoWayStreetError),
        contextlib.ExitStack() as stack,
    ):
        sites_of(embed_in)  # before anything is made
        try:
            listener = stack.enter_context(listening.open_socket(host, port))
        except OSError as error:
            where = f"{host}, port {port}"
            raise Refusal(f"cannot listen at {where}: {error.strerror or error}") from None
        timer = None if clock is None else web.Clock(seconds=clock)
        made = partial(web.TableHost, clock=timer, hints=not no_hints, phrases=not no_phrases)
        limits = web.Limits(**{name.removeprefix("max_"): bound for name, bound in most.items()})
        if game is None:
            if settings or bots or people or names:
                raise Refusal("the options of a game need the name of a game")
            if save is not None and database is not None:
                raise Refusal("expected --save or --database, not both")
            file = save or Path("club.sqlite")
            with refusing(ImportError):  # of the extra postgres
                store: Store = SQLiteStore(file) if database is None else PostgresStore(database)
            stack.callback(store.close)
            tables = made(
                store, idle=idle, most=max_tables, listed_days=listed_days, kept_days=kept_days
            )
            click.echo(f"The club is at {listening.link(listener)}")
        else:
            chosen = game_list.find(game)
            path = save or Path(f"{chosen.name}.table.json")
            stack.enter_context(FileLock(path))
            rules = game_list.rules_of(chosen, settings)
            is_asked = any(each is not None for each in (people, bots, opponents))
            number = _number_of_bots(rules.seats, people, bots, _split(names))
            named = _bots(rules.seats, number, opponents or USUAL)
            if is_new := not os.path.lexists(path):
                table = _new_table(chosen, rules, named, names, path)
            else:
                asked = rules if settings else None
                named = named if is_asked else {}
                table = _saved_table(chosen, asked, named, opponents is not None, path)
                _seat_people(table, names)
            verb = "is saved" if is_new else "goes on, as it was saved"
            if table.is_over:
                verb = "is over (begin a new game with another --save); it is saved"
            click.echo(f"{chosen.title} {verb} in {click.format_filename(path)}.")
            tables = made()
            tables.add(table)
            # The links of so many starts stay valid; a file keeps 110 bytes for each link.
            tokens = {seat: table.another_token(seat, most=1000) for seat in table.people}
            links = [(table.names[seat], token) for seat, token in tokens.items()]
            for name, token in (*links, ("Spectators", table.spectate())):
                link = listening.link(listener, token)
                click.echo(f"{name}: {link}")
                if qr:
                    click.echo(listening.qr_code(link))
        is_club = game is None
        listening.serve(
            tables, listener, pace=pace, limits=limits, lobby=is_club, embed_in=embed_in
        )


def _saved_table(
    game: tws.Game, rules: GameRules | None, bots: dict[int, str], asks_for_bots: bool, path: Path
) -> Table:
    # The file names no bot that runs code, so the command names it again.
    given = {seat: name for seat, name in bots.items() if name_in_file(name) is None}
    table = Table.load(path, bots=given)
    late = {each.seat for each in table._now.away if UNNAMED.fullmatch(each.name)}
    for seat in {*table.stand_ins} - late:  # the command begins with all people in their seats
        table.come_back(seat)  # but those who never came can come by their link
    if table.game != game:
        raise Refusal(f"{str(path)!r} is a game of {table.game.title}: give another --save")
    seated_bots = {seat: bot for seat, bot in table.bots.items() if seat not in late}
    checks_bots = bots and (asks_for_bots or {*bots} != {*seated_bots})
    if rules not in (None, table.rules) or (checks_bots and seated_bots != bots):
        raise Refusal(f"{str(path)!r} has a game with other rules or bots: give another --save")
    return table


def _split(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def _number_of_bots(seats: int, people: int | None, bots: int | None, names: Sequence[str]) -> int:
    """Return the number of bots: those that are asked for, or one for each seat without a name."""
    if people is None:
        usual = max(0, seats - len(names)) if names else 0
        return usual if bots is None else bots
    if not len(names) <= people <= seats:
        raise Refusal(f"--people {people}: expected {max(1, len(names))} to {seats}")
    if bots not in (None, seats - people):
        raise Refusal(f"--people {people} --bots {bots}: expected {seats} together")
    return seats - people


def _bots(seats: int, count: int, opponents: str) -> dict[int, str]:
    if count > seats:
        raise Refusal(f"--bots {count}: expected at most {seats}, one for each seat")
    names = seated(opponents, seats, None)
    return {seats - count + place: names[place] for place in range(count)}


def _new_table(
    game: tws.Game, rules: GameRules, bots: dict[int, str], names: str, path: Path
) -> Table:
    table = Table(game, rules, bots=bots, bot_names=labels_of(bots), path=path)
    try:
        _seat_people(table, names)
    except BaseException:  # an interrupt, too
        path.unlink()
        raise
    return table


def _seat_people(table: Table, names: str) -> None:
    given = _split(names)
    seats = sorted((*table.people, *table.free_seats))
    if len(given) > len(seats):
        raise Refusal(f"{len(given)} names: expected at most {len(seats)}, one for each person")
    for place, seat in enumerate(seats):
        name = given[place] if place < len(given) else f"Player {place + 1}"
        if seat in table.free_seats:
            table.join(name, seat)
        elif place < len(given) and name != table.names[seat]:
            raise Refusal(f"{table.names[seat]} plays there, not {name}: give another --save")


@click.command(short_help="Write a page that plays without a server.")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--pyodide",
    metavar="URL|DIR",
    default=PYODIDE,
    show_default=True,
    help="Python for browsers: an address, or a folder to copy into the page.",
)
@click.option(
    "--game",
    "games",
    multiple=True,
    metavar="FILE.py:NAME",
    help="A game besides those of the library, such as whist.py:GAME, package.module:GAME or the "
    "name of an installed one; may be given several times.",
)
@click.option(
    "--network",
    "networks",
    multiple=True,
    metavar="FILE.npz",
    type=click.Path(path_type=Path),
    help="The file of a learned player, whom people can choose as opponent; may be given several "
    "times. The page then loads NumPy, about 3 MB more, for these games.",
)
def page(*, folder: Path, pyodide: str, games: tuple[str, ...], networks: tuple[Path, ...]) -> None:
    """Write a page into the folder DIR, on which one person plays against bots.

    The games run in the browser, and the browser keeps them. Any web server can publish the
    folder, as it needs no program. A folder that this command has written is written anew.
    """
    with Loading():
        from twowaystreet._page.archive import PageError  # noqa: PLC0415  # it needs all games
        from twowaystreet._page.bundle import write_page  # noqa: PLC0415  # as above
    with refusing(PageError):
        write_page(folder, pyodide, [game_list.find(name) for name in games], networks)
    click.echo(f"The page is in {click.format_filename(folder)}. To look at it:")
    click.echo(f"  python -m http.server -d {shlex.quote(str(folder))}")
