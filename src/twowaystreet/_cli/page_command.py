"""The command ``page``: the games in a browser, without a server."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from twowaystreet._cli import game_list
from twowaystreet._cli.refusals import Refusal
from twowaystreet.web.pyodide import PYODIDE


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
def page(*, folder: Path, pyodide: str, games: tuple[str, ...]) -> None:
    """Write a page into the folder DIR, on which one person plays against bots.

    The games run in the browser, and the browser keeps them. Any web server can publish the
    folder, as it needs no program. A folder that this command has written is written anew.
    """
    # A late import: the form of the page needs all games.
    from twowaystreet.web.bundle import write_page  # noqa: PLC0415  # see above
    from twowaystreet.web.other_games import PageError  # noqa: PLC0415  # see above

    try:
        write_page(folder, pyodide, [game_list.find(name) for name in games])
    except (PageError, game_list.NoSuchGame) as error:
        raise Refusal(str(error)) from None
    click.echo(f"The page is in {click.format_filename(folder)}. To look at it:")
    click.echo(f"  python -m http.server -d {shlex.quote(str(folder))}")
