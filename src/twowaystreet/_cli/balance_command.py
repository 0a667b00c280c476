"""The command ``balance``: a report about a game, and what one of its rules changes."""

from __future__ import annotations

import contextlib
from importlib.util import find_spec
from typing import Any, TypeAlias

import click
from rich import progress

from twowaystreet._cli import game_list
from twowaystreet._cli.arena_command import executor_of, refusal_of, write
from twowaystreet._cli.prompt import INTERRUPTED, Refusal, printer_for, progress_bar, refusing
from twowaystreet._core.display.lines import show_all
from twowaystreet._core.plain_data import to_json
from twowaystreet._util.faults import NO_FAULTS, needing

Given: TypeAlias = Any  # Any: values of options, and reports of an optional package


@click.command(short_help="Measure whether a game is fair, and whether a rule matters.")
@click.argument("game")
@click.option("--players", metavar="3,4,5", help="A report for each number of players.")
@click.option("--set", multiple=True, metavar="OPTION=VALUE", help="Any option.")
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
    *, game: str, players: str | None, compare: str | None, plain: bool, **given: Given
) -> None:
    """Report on GAME: seats, choices, points, matches, information.

    GAME is a name, or a game in a file or module, such as whist.py:GAME or package.module:GAME.
    Ctrl-C ends with what is there.
    """
    options = "set", "jobs", "dask", "html", "json", "csv"
    settings, jobs, dask, html, json, csv = (given.pop(name) for name in options)
    with refusing(ModuleNotFoundError), needing("analysis", "twowaystreet balance"):
        from twowaystreet import balance as library  # noqa: PLC0415 - an extra

        if html and not find_spec("matplotlib"):
            raise ModuleNotFoundError(name="matplotlib")
    chosen = game_list.find(game)
    numbers = [(f"players={each.strip()}",) for each in players.split(",")] if players else [()]
    option, _, values = (compare or "").partition("=")
    changes = [(f"{option}={each}",) for each in values.split(",")] if compare else [()]
    names = ("rules",) if compare is None else ("first", "second")
    if len(changes) != len(names):
        raise Refusal(f"--compare {compare!r}: expected two, as in exchange=obligatory,optional")
    asked = [
        [game_list.rules_of(chosen, (*number, *settings, *change)) for change in changes]
        for number in numbers
    ]
    columns = progress.TextColumn("{task.description}"), progress.BarColumn()
    bar = progress_bar(*columns, progress.MofNCompleteColumn(), in_plain=plain)
    task, found = bar.add_task("hands", total=None), list[Given]()

    def see(what: str, done: int, of: int) -> None:
        bar.update(task, description=what, completed=done, total=of)

    def show() -> None:
        texts = [line for each in found for line in f"{each}\n".splitlines()]
        show_all(printer_for(in_plain=plain), [(line,) for line in texts])
        if html:
            write(html, library.page(*found))
        if json:
            write(json, f"{to_json(library.document(*found))}\n")

    play: Given = library.report if compare is None else library.compare
    try:
        with contextlib.ExitStack() as stack:
            executor = stack.enter_context(executor_of(jobs, dask))
            file = csv and stack.enter_context(csv.open("w", encoding="utf-8", newline="\n"))
            stack.enter_context(bar)
            for rules in asked:
                given |= zip(names, rules, strict=True)
                found.append(play(chosen, **given, executor=executor, csv=file, progress=see))
    except (*NO_FAULTS, Exception) as error:
        found += [so_far] if (so_far := getattr(error, "results", None)) else []
        if found:
            show()
        if not isinstance(error, Exception):
            click.echo("Stopped; this is what was there." if found else "Stopped.")
            raise click.exceptions.Exit(INTERRUPTED) from None
        if known := refusal_of(error, csv):
            raise known from None
        raise
    show()
