"""The command ``arena``: a match between players, with a table of the results."""

from __future__ import annotations

import contextlib
import importlib
import multiprocessing
import signal
import sys
import threading
from collections.abc import Callable, Generator
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import attrs
import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from twowaystreet._cli import arena_plot, game_list
from twowaystreet._cli.printers import printer_for
from twowaystreet._cli.refusals import Refusal
from twowaystreet._display.lines import Line, faint
from twowaystreet._text import game_options
from twowaystreet._text.output import show_all
from twowaystreet.arena import ArenaError, Results, Seating, play
from twowaystreet.arena.lines import MatchFileError
from twowaystreet.errors import RulesError
from twowaystreet.players import PlayerError
from twowaystreet.players._faults import NO_FAULTS

_INTERRUPTED = 130
"""The status by which shells know that a program was ended with Ctrl-C."""


def _leads(context: object, option: object, text: str | None) -> tuple[float, float] | None:
    """Read the value of ``--sprt``."""
    if text is None:
        return None
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise click.BadParameter(f"{text!r}: expected two numbers, such as 0,0.5") from None
    return low, high


@click.command(short_help="Measure players against each other.")
@click.argument("game")
@click.argument("entrants", metavar="PLAYER PLAYER...", nargs=-1, required=True)
@click.option("--deals", type=int, default=1000, show_default=True, help="The number of deals.")
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of the match.")
@click.option(
    "--seating",
    type=click.Choice(list(map(str, Seating))),
    default=str(Seating.ROTATE),
    show_default=True,
    help="rotate: every player has every seat of a deal; mirror: two teams swap the cards; "
    "fresh: a deal for every hand.",
)
@click.option("--players", type=int, help="The same as --set players=...")
@click.option("--target", type=int, help="The same as --set target=...")
@click.option(
    "--set", "options", multiple=True, metavar="OPTION=VALUE", help="Any option of the game."
)
@click.option("--sprt", callback=_leads, metavar="LOW,HIGH", help="End as soon as one is certain.")
@click.option("--time-limit", type=float, metavar="SECONDS", help="The most seconds for a move.")
@click.option(
    "--jobs", type=click.IntRange(min=1), help="The number of processes; one if not given."
)
@click.option("--dask", metavar="ADDRESS", help="Play on the workers of this Dask scheduler.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write every hand to this file; the match can go on after an interruption.",
)
@click.option(
    "--resume/--no-resume",
    default=True,
    help="Go on with the match in the file (the default), or begin anew.",
)
@click.option(
    "--plot",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.svg",
    help="Draw the running differences and their intervals.",
)
@click.option("--plain", is_flag=True, help="No colours and no progress bar.")
def arena(
    *,
    game: str,
    entrants: tuple[str, ...],
    players: int | None,
    target: int | None,
    options: tuple[str, ...],
    jobs: int | None,
    dask: str | None,
    out: Path | None,
    plot: Path | None,
    plain: bool,
    resume: bool,
    **settings: Any,  # Any: they go to arena.play
) -> None:
    """Let players play a match of GAME against each other.

    GAME is a name, or a game in a file or module, such as whist.py:GAME or package.module:GAME.

    A PLAYER is simple, at_random, another name with its options, such as montecarlo:worlds=50, or a
    function or class in a file or module, such as mybot.py:bot or package.module:bot.

    Every player plays the same deals. The lead of a player is the mean of its points less those of
    the others, per hand; one deal is one observation for the error.
    """
    if jobs is not None and dask is not None:
        raise Refusal("--jobs and --dask exclude each other")
    try:
        chosen = game_list.find(game)
        rules = game_options.rules_of(chosen, options, {"players": players, "target": target})
    except (game_list.NoSuchGame, game_options.SettingError) as error:
        raise Refusal(str(error)) from None
    screen = _Screen(plain=plain)
    settings |= {"rules": rules, "out": out, "resume": resume, "progress": screen.see}
    with _executor(jobs, dask) as executor:
        try:
            with screen.bar:
                results = play(chosen, entrants, executor=executor, **settings)
        except NO_FAULTS:
            screen.say_how_to_go_on(out, settings["deals"])
            raise click.exceptions.Exit(_INTERRUPTED) from None
        except ArenaError as error:
            if error.results is not None:
                screen.show(error.results, out)
            elif isinstance(error, MatchFileError):
                raise Refusal(str(error)) from None
            raise click.ClickException(str(error)) from None
        except (PlayerError, RulesError) as error:
            raise Refusal(str(error)) from None
        except OSError as error:
            if out is None or error.filename is None:
                raise
            raise Refusal(f"cannot write {str(out)!r}: {error.strerror or error}") from None
    screen.show(results, out)
    if plot:
        try:
            plot.write_text(arena_plot.plot(results), "utf-8")
        except OSError as error:
            raise Refusal(f"cannot write {str(plot)!r}: {error.strerror or error}") from None


@attrs.define
class _Screen:
    """The progress bar and the table.

    Attributes:
        plain: True for neither colours nor a bar.
        bar: the progress bar, on standard error, if that is a terminal.
        done: the number of finished deals; 0 until one is played.
    """

    plain: bool
    bar: Progress = attrs.field(init=False)
    done: int = 0

    def __attrs_post_init__(self) -> None:
        self.bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("remaining"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
            disable=self.plain or not sys.stderr.isatty(),
        )
        self.bar.add_task("Deals", total=None)

    def see(self, done: int, deals: int) -> None:
        """Move the bar."""
        (task,) = self.bar.task_ids
        if not self.done:
            # The deals of an earlier run say nothing about the speed of this one.
            self.bar.reset(task, total=deals, completed=done - 1)
        self.bar.update(task, completed=done)
        self.done = done

    def show(self, results: Results, out: Path | None) -> None:
        """Show the table, the differences and the digest."""
        lines: list[Line] = [(line,) for line in str(results).splitlines()]
        for other in range(1, len(results.players) if results.deals > 1 else 0):
            mean, error = results.difference(0, other)
            name = results.players[other]
            lines.append((f"{results.players[0]} leads {name} by {mean:.2f} ± {error:.2f}",))
        lines.append((faint(f"Digest {results.digest}"),))
        if out:
            lines.append((f"Saved in {click.format_filename(out)}.",))
        show_all(printer_for(in_plain=self.plain), lines)

    def say_how_to_go_on(self, out: Path | None, deals: int) -> None:
        """Say after Ctrl-C which deals are kept."""
        click.echo(f"\nStopped after {self.done} of {deals} deals." if self.done else "\nStopped.")
        if out:
            name = click.format_filename(out)
            click.echo(f"They are in {name}. The same command, with --resume, goes on from there.")
        else:
            click.echo("Nothing is kept. With --out FILE a match can go on later.")


@contextlib.contextmanager
def _executor(jobs: int | None, dask: str | None) -> Generator[Executor | None]:
    """Yield the executor: processes, Dask workers, or none."""
    if dask is not None:
        with contextlib.closing(_dask_client(dask)) as client:
            yield client.get_executor()
        return
    if jobs is None or jobs == 1:
        yield None
        return
    # Processes start anew, as a fork is not safe next to the thread of the bar. They ignore Ctrl-C.
    context = multiprocessing.get_context("spawn")
    ignore: Callable[..., object] = signal.signal
    pool = ProcessPoolExecutor(jobs, context, ignore, (signal.SIGINT, signal.SIG_IGN))
    try:
        yield pool
    except BaseException:
        _stop(pool)
        raise
    finally:
        pool.shutdown()


def _stop(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool in the middle of their deals, which are not kept."""
    hook = threading.excepthook
    # The thread of the pool raises an error if a process ends while its work is cancelled.
    threading.excepthook = lambda _: None
    try:
        for process in multiprocessing.active_children():
            process.terminate()
        pool.shutdown(cancel_futures=True)
    finally:
        threading.excepthook = hook


def _dask_client(address: str) -> Any:  # Any: Dask is optional
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise Refusal("--dask needs pip install 'twowaystreet[dask]'") from None
    try:
        return distributed.Client(address)
    except (OSError, ValueError) as error:
        raise Refusal(f"no Dask scheduler at {address!r}: {error}") from None
