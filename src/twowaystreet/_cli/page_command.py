"""The command ``page``: the games in a browser, without a server."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

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
def page(*, folder: Path, pyodide: str) -> None:
    """Write a page into the folder DIR, on which one person plays against bots.

    The games run in the browser, and the browser keeps them. Any web server can publish the
    folder, as it needs no program. A folder that this command has written is written anew.
    """
    # A late import: the form of the page needs all games.
    from twowaystreet.web.bundle import PageError, write_page  # noqa: PLC0415  # see above

    try:
        write_page(folder, pyodide)
    except PageError as error:
        raise Refusal(str(error)) from None
    click.echo(f"The page is in {click.format_filename(folder)}. To look at it:")
    click.echo(f"  python -m http.server -d {shlex.quote(str(folder))}")
