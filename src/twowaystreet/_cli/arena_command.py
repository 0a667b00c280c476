"""The commands ``arena`` and ``gauntlet``: matches between players, with a table and a plot."""

from __future__ import annotations

import contextlib
import importlib
import math
import multiprocessing
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeAlias
from xml.sax.saxutils import escape

import attrs
import click
from rich import progress

from twowaystreet import arena as library
from twowaystreet._cli import game_list
from twowaystreet._cli.prompt import INTERRUPTED, Refusal, printer_for, progress_bar
from twowaystreet._core.display.lines import Line, faint, show_all
from twowaystreet._util.faults import NO_FAULTS
from twowaystreet._util.files import replace_file
from twowaystreet.arena import ArenaError, GauntletResults, Results, Seating
from twowaystreet.arena.results import LEVEL, MatchFileError, student
from twowaystreet.errors import RulesError
from twowaystreet.players import PlayerError

Given: TypeAlias = Any  # Any: values of options, and what Dask makes, which is optional


def _two(context: object, option: object, text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise click.BadParameter(f"{text!r}: expected two numbers, such as 0,0.5") from None
    return low, high


_OPTIONS: Final = (
    click.argument("game"),
    click.argument("entrants", metavar="PLAYER PLAYER...", nargs=-1, required=True),
    click.option("--deals", type=int, default=1000, show_default=True, help="The number of deals."),
    game_list.seed_option(help="The seed of the match."),
    game_list.with_options,
    click.option(
        "--time-limit", type=float, metavar="SECONDS", help="The most seconds for a move."
    ),
    game_list.number_option("--jobs", help="The number of processes; one if not given."),
    click.option("--dask", metavar="ADDRESS", help="Play on the workers of this Dask scheduler."),
    game_list.file_option(
        "--out", help="Write every hand to this file; the match can go on after an interruption."
    ),
    click.option(
        "--resume/--no-resume",
        default=True,
        help="Go on with the match in the file (the default), or begin anew.",
    ),
    click.option(
        "--times",
        is_flag=True,
        help="Measure and show the thinking times; --out keeps each of them.",
    ),
    click.option("--adjusted", is_flag=True, help="Take the luck of the cards out of the payoffs."),
    game_list.number_option(
        "--verify",
        metavar="HANDS",
        help="Play so many hands again alone, and end with status 1 if moves differ.",
    ),
    game_list.plain_and_still,
)


def _match_options(command: Callable[..., None]) -> Callable[..., None]:
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@click.command(short_help="Measure players against each other.")
@_match_options
@click.option(
    "--seating",
    type=click.Choice(list(map(str, Seating))),
    default=str(Seating.ROTATE),
    show_default=True,
    help="rotate: every player has every seat of a deal; mirror: two teams swap the cards; "
    "fresh: a deal for every hand.",
)
@click.option("--sprt", callback=_two, metavar="LOW,HIGH", help="End as soon as one is certain.")
@game_list.file_option(
    "--plot", metavar="FILE.svg", help="Draw the running differences and their intervals."
)
def arena(**values: Given) -> None:
    """Let players play a match of GAME against each other.

    GAME is a name, or a game in a file or module, such as whist.py:GAME or package.module:GAME.

    A PLAYER is simple, at_random, another name with its options, such as montecarlo:worlds=50, or a
    function or class in a file or module, such as mybot.py:bot or package.module:bot. A version at
    the end, as in mybot.py:bot@3, lets a match in a file go on with any bot.

    Every player plays the same deals. The table gives the points per hand of the first player less
    those of each other one; one deal is one observation for the error.
    """
    _play(library.play, **values)


@click.command(short_help="Measure each player against each other, in several seatings.")
@_match_options
def gauntlet(**values: Given) -> None:
    """Let each PLAYER play GAME against each other, and rate them.

    GAME and PLAYER are as for the command arena.

    Two players at a time share the seats. 1:3 is one seat for the first and three for the second,
    2:2 is half of the seats for each. All pairs play the same deals in all seatings. A cell of the
    table is the points per hand of the first less those of the second; a warning names the pairs
    whose sign depends on the seating.
    """
    _play(library.gauntlet, **values)


def _play(
    play: Callable[..., Results | GauntletResults],
    *,
    game: str,
    entrants: tuple[str, ...],
    settings: game_list.Settings,
    jobs: int | None,
    dask: str | None,
    out: Path | None,
    times: bool,
    plain: bool,
    verify: int | None,
    plot: Path | None = None,
    **given: Given,
) -> None:
    chosen = game_list.find(game)
    rules = game_list.rules_of(chosen, settings)
    screen = _Screen(plain=plain, times=times, out=out, deals=given["deals"])
    given |= {"rules": rules, "out": out, "progress": screen.see, "times": times}
    with executor_of(jobs, dask) as executor:
        try:
            with screen.bar:
                results = play(chosen, entrants, executor=executor, **given)
        except NO_FAULTS as error:
            screen.say_how_to_go_on(getattr(error, "results", None))
            raise click.exceptions.Exit(INTERRUPTED) from None
        except Exception as error:
            so_far = getattr(error, "results", None)
            if so_far is not None:
                screen.show(so_far, is_whole=isinstance(error, ArenaError))
            if known := refusal_of(error, out):
                raise known from None
            raise
    screen.show(results)
    if plot and isinstance(results, Results):
        write(plot, plot_of(results))
    if verify:
        verified = results.verify(verify)
        show_all(printer_for(in_plain=plain), [(line,) for line in str(verified).splitlines()])
        if verified.differing:
            raise click.exceptions.Exit(1)


def refusal_of(error: Exception, file: Path | None) -> click.ClickException | None:
    """Return how a command ends after an error; ``None`` after one that it does not know."""
    match error:
        case OSError() if file is not None and error.filename is not None:
            return _unwritten(file, error)
        case PlayerError() | RulesError():
            return Refusal(str(error))
        case MatchFileError() if getattr(error, "results", None) is None:
            return Refusal(str(error))
        case ArenaError():
            return click.ClickException(str(error))
        case _:
            return None


def write(path: Path, text: str) -> None:
    """Write a file for others, or refuse."""
    try:
        replace_file(path, text, sync=False, private=False)
    except (OSError, ValueError) as error:
        raise _unwritten(path, error) from None


def _unwritten(path: Path, error: OSError | ValueError) -> Refusal:
    return Refusal(f"cannot write {str(path)!r}: {getattr(error, 'strerror', None) or error}")


@attrs.define(kw_only=True)
class _Screen:
    plain: bool
    times: bool
    out: Path | None
    deals: int
    bar: progress.Progress = attrs.field(init=False)
    done: int = 0  # the number of finished deals; 0 until one is played

    def __attrs_post_init__(self) -> None:
        self.bar = progress_bar(
            progress.TextColumn("{task.description}"),
            progress.BarColumn(),
            progress.MofNCompleteColumn(),
            progress.TimeElapsedColumn(),
            progress.TextColumn("remaining"),
            progress.TimeRemainingColumn(),
            in_plain=self.plain,
        )
        self.bar.add_task("Deals", total=None)

    def see(self, done: int, deals: int) -> None:
        (task,) = self.bar.task_ids
        if not self.done:
            # The deals of an earlier run say nothing about the speed of this one.
            self.bar.reset(task, total=deals, completed=done - 1)
        self.bar.update(task, completed=done)
        self.done = done

    def show(self, results: Results | GauntletResults, *, is_whole: bool = True) -> None:
        texts = f"{results}\n{results.times_table() if self.times else ''}".splitlines()
        lines: list[Line] = [*((text,) for text in texts), (faint(f"Digest {results.digest}"),)]
        if self.out and is_whole:
            lines.append((f"Saved in {click.format_filename(self.out)}.",))
        show_all(printer_for(in_plain=self.plain), lines)

    def say_how_to_go_on(self, results: Results | GauntletResults | None) -> None:
        click.echo("")
        if results is not None:
            self.show(results, is_whole=False)
        click.echo(f"Stopped after {self.done} of {self.deals} deals." if self.done else "Stopped.")
        if self.out and self.done:
            told = f"They are in {click.format_filename(self.out)}."
            nameless = results and None in results.digests
            no = "It cannot go on, as a player has no version, such as mybot.py:bot@1."
            yes = "The same command, with --resume, goes on from there."
            click.echo(f"{told} {no if nameless else yes}")
        elif not self.out:
            click.echo("Nothing is kept. With --out FILE a match can go on later.")


@contextlib.contextmanager
def executor_of(jobs: int | None, dask: str | None) -> Generator[Executor | None]:
    """Yield what plays elsewhere, ``None`` to play here."""
    if jobs is not None and dask is not None:
        raise Refusal("--jobs and --dask exclude each other")
    if dask is not None:
        try:
            distributed: Given = importlib.import_module("distributed")
        except ImportError:
            raise Refusal("--dask needs pip install 'twowaystreet[dask]'") from None
        try:
            client: Given = distributed.Client(dask)
        except (OSError, ValueError) as error:
            raise Refusal(f"no Dask scheduler at {dask!r}: {error}") from None
        with contextlib.closing(client):
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
        # Processes end in the middle of their deals, which are not kept. The thread of the pool
        # raises an error if a process ends while its work is cancelled.
        hook = threading.excepthook
        threading.excepthook = lambda _: None
        try:
            for process in multiprocessing.active_children():
                process.terminate()
            pool.shutdown(cancel_futures=True)
        finally:
            threading.excepthook = hook
        raise
    finally:
        pool.shutdown()


_WIDTH, _HEIGHT = 720, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 16, 40, 48
_COLORS: Final = ("#1f6fb4", "#c2571a", "#2c8a4b", "#8a4fb0", "#7a5a3a", "#b03060")


def running(values: Iterable[float]) -> Iterator[tuple[int, float, float]]:
    """Yield numbers of values, from two on, with their mean and half the width of its interval."""
    mean = squares = 0.0
    for count, value in enumerate(values, 1):
        before = value - mean
        mean += before / count
        squares += before * (value - mean)
        if count > 1:
            yield count, mean, student(LEVEL, count - 1) * math.sqrt(squares / (count - 1) / count)


def plot_of(results: Results) -> str:
    """Return a line of running differences, with a band for its interval, for each other player."""
    first, *others = results.players
    whole = [[*running(results._differences(0, each + 1))] for each in range(len(others))]
    step = max(1, math.ceil(max(map(len, whole)) / 300))
    curves = [points[::-step][::-1] for points in whole]
    # The wide intervals of the first tenth do not count for the scale.
    counted = [point for curve in curves for point in curve if point[0] >= results.deals * 0.1]
    ends = [0.0, *(mean + side * half for _, mean, half in counted for side in (-1, 1))]
    margin = (max(ends) - min(ends)) / 20 or 1
    low, high = min(ends) - margin, max(ends) + margin
    right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM

    def x(deals: float) -> float:
        return _LEFT + deals / results.deals * (right - _LEFT)

    def y(points: float) -> float:
        return _TOP + (high - max(low, min(high, points))) / (high - low) * (bottom - _TOP)

    title = f"{results.game}: {results.unit} of {first} over the others, with 95 %"
    shapes = [_text(_WIDTH / 2, 20, title, "middle")]
    for value in _ticks(low, high):
        shapes.append(_line(_LEFT, y(value), right, y(value), "#ddd" if value else "#444"))
        shapes.append(_text(_LEFT - 6, y(value) + 4, f"{value:+g}" if value else "0", "end"))
    ticks = _ticks(0, results.deals)
    shapes += [_text(x(value), bottom + 18, f"{value:g}", "middle") for value in ticks]
    shapes.append(_line(_LEFT, bottom, right, bottom, "#444"))
    shapes.append(_text((_LEFT + right) / 2, _HEIGHT - 12, "deals", "middle"))
    for number, (name, curve) in enumerate(zip(others, curves, strict=True)):
        color = _COLORS[number % len(_COLORS)]
        if curve:
            upper, middle, lower = (
                [f"{x(deals):.1f},{y(mean + side * half):.1f}" for deals, mean, half in curve]
                for side in (1, 0, -1)
            )
            band, points = " ".join([*upper, *reversed(lower)]), f'points="{" ".join(middle)}"'
            shapes.append(f'<polygon points="{band}" fill="{color}" fill-opacity="0.15"/>')
            shapes.append(f'<polyline {points} fill="none" stroke="{color}" stroke-width="1.5"/>')
        label = f"over {name}" + (f": {curve[-1][1]:+.2f}" if curve else "")
        shapes.append(_text(_LEFT + 8, _TOP + 16 * (number + 1), label, "start", color))
    inside = "\n".join(shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'font-family="sans-serif" font-size="12">\n'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>\n{inside}\n</svg>\n'
    )


def _ticks(low: float, high: float) -> list[float]:
    least = (high - low) / 6
    power = 10.0 ** math.floor(math.log10(least))
    step = next(power * each for each in (1, 2, 5, 10) if power * each >= least)
    return [round(step * n, 10) for n in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _line(x: float, y: float, to_x: float, to_y: float, color: str) -> str:
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="{color}"/>'


def _text(x: float, y: float, text: str, anchor: str, color: str = "#222") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{color}"'
    return f"<text {place}>{escape(text)}</text>"
