"""The command ``check``: the promises of a game, what it can do, and what happens in its hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import click

import twowaystreet as tws
from twowaystreet._cli import game_list
from twowaystreet._cli.prompt import Refusal, numbers_column, printer_for, progress_bar
from twowaystreet._core.display import lines as terminal
from twowaystreet._core.display.values import count
from twowaystreet._util.numbers import listed
from twowaystreet.errors import quoted

if TYPE_CHECKING:  # the extra "testing"
    from twowaystreet._cli.survey import Survey
    from twowaystreet.testing.conformance import Broken, Result

THOROUGH: Final = 10  # times as many hands with --thorough
HANDS: Final = 100  # whose events are counted


@click.command(short_help="Check a game that you write.")
@click.argument("game")
@click.option("--promises", metavar="NAME,NAME", help="Check these promises, and nothing else.")
@click.option("--thorough", is_flag=True, help=f"Play {THOROUGH} times as many hands.")
@game_list.seed_option(help="The seed of the hands.")
@game_list.plain_and_still
def check(*, game: str, promises: str | None, thorough: bool, seed: int, plain: bool) -> None:
    """Check the promises of GAME, and count what happens in its hands.

    GAME is a name from the list of games, or a game of yours, such as whist.py:GAME or
    package.module:GAME. The exit status is 1 if it breaks a promise.
    """
    try:
        from twowaystreet._cli.survey import abilities, survey  # noqa: PLC0415 - it needs an extra
        from twowaystreet.testing.conformance import PROMISES, results  # noqa: PLC0415 - as above
    except ModuleNotFoundError as error:
        raise Refusal(str(error)) from None
    chosen = game_list.find(game)
    names = [*PROMISES] if promises is None else [each.strip() for each in promises.split(",")]
    if unknown := [name for name in names if name not in PROMISES]:
        raise Refusal(f"there is no promise {quoted(unknown[0])}: expected {', '.join(PROMISES)}")
    printer = printer_for(in_plain=plain)  # sets the width of the lines
    times = THOROUGH if thorough else 1
    found: list[Result] = []
    lines: list[terminal.Line] = []
    with progress_bar(in_plain=plain) as bar:
        task = bar.add_task("", total=len(names) + (promises is None))
        for name in names:
            bar.update(task, description=f"{name:<11}")
            hands = PROMISES[name].hands * times if thorough else None
            found += results(chosen, promises=[name], hands=hands, seed=seed)
            bar.advance(task)
        if promises is None:
            bar.update(task, description=f"{'hands':<11}")
            try:
                seen = survey(chosen, hands=HANDS * times, seed=seed)
            except Exception as error:  # a game under test may raise any error
                lines += [terminal.BLANK, (f"The hands cannot be counted: {quoted(error)}",)]
            else:
                lines += [terminal.BLANK, terminal.heading("What it can do")]
                is_whole = not any(each.broken for each in found)
                for label, text in abilities(chosen, seen, is_whole=is_whole):
                    lines += terminal.labelled_text(label, text)
                lines += [terminal.BLANK, *_survey_lines(seen)]
    again = f"twowaystreet check {game}{' --thorough' * thorough}{f' --seed {seed}' * bool(seed)}"
    terminal.show_all(printer, [*_promise_lines(chosen, found, again), *lines])
    if any(each.broken for each in found):
        raise click.exceptions.Exit(1)


def _promise_lines(game: tws.Game, found: Sequence[Result], again: str) -> Iterator[terminal.Line]:
    yield terminal.heading(f"{game.title}: promises")
    broken = terminal.Span("BROKEN", terminal.Style.REFUSAL)
    holds = [broken if each.broken else "yes" if each.checked else "not checked" for each in found]
    counts = ("" if each.broken else str(each.checked or "") for each in found)
    promises = terminal.Column("promise", [(each.promise,) for each in found])
    answers = terminal.Column("holds", [(each,) for each in holds])
    yield from terminal.table([promises, answers, numbers_column("looked at", counts)])
    for each in found:
        why = each.why_not or ("" if each.checked or each.broken else "nothing to check came up")
        if why:
            yield from ((text,) for text in terminal.wrapped(f"{each.promise}: {why}", "  "))
    by_record: dict[str, list[Broken]] = {}
    for fault in (each.broken for each in found if each.broken):
        by_record.setdefault(fault.transcript or fault.wrong, []).append(fault)
    for fault, *others in by_record.values():
        fault.again = f"{again} --promises {fault.promise}"
        yield from (terminal.BLANK, *((text,) for text in str(fault).splitlines()))
        if others:
            names = listed(repr(each.promise) for each in others)
            yield from (terminal.BLANK, (f"The same record breaks {names}.",))


def _survey_lines(seen: Survey) -> Iterator[terminal.Line]:
    yield terminal.heading(f"What happened in {count(seen.hands, 'hand')} at random")
    counts = {"moves": seen.turns, "leads": seen.leads, "deals": seen.deals}
    columns = [numbers_column("seat", map(str, range(len(seen.points))))]
    for title, numbers in counts.items():
        if total := sum(numbers):
            shares = (f"{100 * number / total:.0f} %" for number in numbers)
            columns.append(numbers_column(title, shares))
    means = (f"{mean:.2f}" for mean in seen.points)
    yield from terminal.table([*columns, numbers_column("points", means)])
    lists = {
        "Options": (seen.idle_options, " changed nothing"),
        "Moves": (seen.unmade, " could never be made"),
        "Cards": ([*map(str, seen.unnamed)], " never named by a move"),
        "Stopped": ([seen.fault] if seen.fault else [], ""),
    }
    yield from terminal.labelled_text("Longest", f"{count(seen.longest, 'move')} in a hand")
    for label, (some, what) in lists.items():
        if some:
            yield from terminal.labelled_text(label, f"{listed(some)}{what}")
