"""The command ``balance``: a report about a game, and what one of its rules changes."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeAlias

import click
from rich import progress

from twowaystreet._cli import game_list
from twowaystreet._cli.arena_command import executor_of, refusal_of, unwritten
from twowaystreet._cli.prompt import INTERRUPTED, Refusal, printer_for, progress_bar, refusing
from twowaystreet._core.display.lines import show_all
from twowaystreet._core.plain_data import to_json
from twowaystreet._util.faults import NO_FAULTS, needing
from twowaystreet._util.files import replace_file

Given: TypeAlias = Any  # Any: values of options, and reports of an optional package
_TWO: Final = ("first", "second")


@click.command(short_help="Measure whether a game is fair, and whether a rule matters.")
@click.argument("game")
@click.option("--players", metavar="3,4,5", help="A report for each number of players.")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="Any option.")
@click.option("--compare", metavar="OPTION=VALUE,VALUE", help="Play two rules on the same deals.")
@click.option("--player", default="simple", show_default=True, help="The player in all seats.")
@game_list.number_option("--hands", help="The number of hands; 10000 if not given.")
@click.option("--seconds", type=float, help="Play hands for so many seconds.")
@click.option("--matches", default=100, help="For the length of matches.")
@click.option("--information", default=50, help="Hands for information.")
@click.option("--skill", default=0, help="Deals for luck and skill.")
@game_list.seed_option(help="The seed.")
@game_list.number_option("--jobs", help="The number of processes; one if not given.")
@click.option("--dask", metavar="ADDRESS", help="Play on the workers of this Dask scheduler.")
@game_list.file_option("--html", help="Write a page with figures.")
@game_list.file_option("--json", help="Write all measures as JSON.")
@game_list.file_option("--csv", help="Write a row for each hand and seat.")
@game_list.plain_and_still
def balance(
    *,
    game: str,
    players: str | None,
    settings: tuple[str, ...],
    compare: str | None,
    jobs: int | None,
    dask: str | None,
    html: Path | None,
    json: Path | None,
    csv: Path | None,
    plain: bool,
    **given: Given,
) -> None:
    """Report on GAME: seats, choices, points, matches, information.

    GAME is a name, or a game in a file or module, such as whist.py:GAME or package.module:GAME.
    Ctrl-C ends with what is there.
    """
    with refusing(ModuleNotFoundError), needing("analysis", "twowaystreet balance"):
        from twowaystreet import balance as library  # noqa: PLC0415 - an extra

        if html and not find_spec("matplotlib"):
            raise ModuleNotFoundError(name="matplotlib")
    chosen = game_list.find(game)
    numbers = [(f"players={each.strip()}",) for each in players.split(",")] if players else [()]
    asked = [_rules(chosen, (*number, *settings), compare) for number in numbers]
    columns = progress.TextColumn("{task.description}"), progress.BarColumn()
    bar = progress_bar(*columns, progress.MofNCompleteColumn(), in_plain=plain)
    task = bar.add_task("hands", total=None)

    def see(what: str, done: int, of: int) -> None:
        bar.update(task, description=what, completed=done, total=of)

    found: list[Given] = []
    given["progress"] = see
    play: Given = library.report if compare is None else library.compare
    with contextlib.ExitStack() as stack:
        given["executor"] = stack.enter_context(executor_of(jobs, dask))
        try:
            file = csv.open("w", encoding="utf-8", newline="\n") if csv else None
            given["csv"] = file and stack.enter_context(file)
            with bar:
                for rules in asked:
                    found.append(play(chosen, **rules, **given))
        except (*NO_FAULTS, Exception) as error:
            found += [so_far] if (so_far := getattr(error, "results", None)) else []
            if found:
                _write(library, found, html, json, plain=plain)
            if not isinstance(error, Exception):
                click.echo("Stopped; this is what was there." if found else "Stopped.")
                raise click.exceptions.Exit(INTERRUPTED) from None
            if known := refusal_of(error, csv):
                raise known from None
            raise
    _write(library, found, html, json, plain=plain)


def _rules(game: Given, settings: Sequence[str], compare: str | None) -> dict[str, Given]:
    if compare is None:
        return {"rules": game_list.rules_of(game, (*settings,))}
    option, _, values = compare.partition("=")
    if values.count(",") != 1:
        raise Refusal(f"--compare {compare!r}: expected two, as in exchange=obligatory,optional")
    both = [(*settings, f"{option}={value}") for value in values.split(",")]
    return {name: game_list.rules_of(game, each) for name, each in zip(_TWO, both, strict=True)}


def _write(
    library: Given, found: Sequence[Given], html: Path | None, json: Path | None, *, plain: bool
) -> None:
    texts = [line for each in found for line in f"{each}\n".splitlines()]
    show_all(printer_for(in_plain=plain), [(line,) for line in texts])
    for path, text in ((html, library.page), (json, library.document)):
        if path:
            made = text(*found)
            whole = made if isinstance(made, str) else f"{to_json(made)}\n"
            try:
                replace_file(path, whole, sync=False, private=False)
            except (OSError, ValueError) as error:
                raise unwritten(path, error) from None
