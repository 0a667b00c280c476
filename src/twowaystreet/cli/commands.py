"""The commands: play, example, games."""

from __future__ import annotations

import contextlib
import importlib
import importlib.metadata
import random
import sys

import click

import twowaystreet as tws
from twowaystreet.cli import auto, catalogue, pictures, settings
from twowaystreet.cli.interactive import Left, Person
from twowaystreet.cli.lines import faint, heading
from twowaystreet.cli.printers import printer_for, show_all
from twowaystreet.cli.tables import Table

_INTERRUPTED = 130
"""The status by which shells know that a program was ended with Ctrl-C."""
_SEEDS = 1_000_000
"""Seeds that are drawn are small enough to be typed again."""

_plain = click.option(
    "--plain", is_flag=True, help="No colours; cards as 10C. So it is whenever this is no terminal."
)


class Refusal(click.ClickException):
    """Something in the command line is impossible; said in one line, with status 2."""

    exit_code = 2


def version() -> str:
    """The version that is installed."""
    try:
        return importlib.metadata.version("twowaystreet")
    except importlib.metadata.PackageNotFoundError:
        return "unknown"


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version(), prog_name="twowaystreet")
def command() -> None:
    """Trick-taking card games: play them, watch them, read worked examples."""


@command.command()
@_plain
def games(*, plain: bool) -> None:
    """List the games and their options."""
    show_all(printer_for(in_plain=plain), catalogue.listing())


@command.command()
@click.argument("name", required=False)
@_plain
def example(name: str | None, *, plain: bool) -> None:
    """Show the worked examples, or only that of NAME: street, duel or ratings."""
    # Loaded only here: what it replays takes longer than everything else to start with.
    from twowaystreet.examples import EXAMPLES  # noqa: PLC0415

    printer = printer_for(in_plain=plain)
    chosen = [each for each in EXAMPLES if name in (None, each.name)]
    if not chosen:
        known = ", ".join(each.name for each in EXAMPLES)
        raise Refusal(f"there is no example {name!r}: expected one of {known}")
    for place, each in enumerate(chosen):
        if place:
            printer.show()
        printer.show(heading(each.title))
        show_all(printer, ((line,) for line in each.lines()))


@command.command()
@click.argument("game")
@click.option("--auto", "is_auto", is_flag=True, help="Simple players play all seats.")
@click.option("--seed", type=int, help="Where chance comes from; the same seed, the same deals.")
@click.option("--hands", type=click.IntRange(min=1), help="Play so many hands at most.")
@click.option("--game", "whole", is_flag=True, help="With --auto, play the whole game.")
@click.option("--players", type=int, help="The same as --set players=...")
@click.option("--target", type=int, help="The same as --set target=...")
@click.option(
    "--set", "options", multiple=True, metavar="OPTION=VALUE", help="Any option of the game."
)
@click.option("--seat", type=int, default=0, help="Your seat; 0 if not given.")
@click.option("--dealer", type=int, help="Who deals, or declares, first; drawn if not given.")
@click.option("--practice/--no-practice", help="Let decisions be taken back, or not (the default).")
@_plain
def play(
    *,
    game: str,
    is_auto: bool,
    seed: int | None,
    hands: int | None,
    whole: bool,
    players: int | None,
    target: int | None,
    options: tuple[str, ...],
    seat: int,
    dealer: int | None,
    practice: bool,
    plain: bool,
) -> None:
    """Play GAME against simple players, or watch them with --auto.

    You play the whole game unless --hands says otherwise; with --auto one hand is played.
    """
    if whole and hands is not None:
        raise Refusal("--game and --hands exclude each other")
    if seed is None:
        seed = random.SystemRandom().randrange(_SEEDS)
    try:
        chosen = catalogue.find(game)
        rules = settings.rules_of(chosen, options, {"players": players, "target": target})
        deals = random.Random(seed)
        if dealer is None:
            dealer = tws.draw_dealer([None] * rules.seats, deals)
        state = chosen.new_game(rules, dealer=dealer)
        tws.view(state, seat)  # refuses what is no seat
    except (catalogue.NoSuchGame, settings.SettingError, tws.SeatError) as error:
        raise Refusal(str(error)) from None
    printer = printer_for(in_plain=plain)
    names = pictures.seat_names(rules.seats, None if is_auto else seat)
    players_rng = random.Random(f"players {seed}")
    table = Table(chosen, state, names, printer, deals, players_rng)
    printer.show(heading(f"{chosen.title}, {rules.seats} players"))
    try:
        if is_auto:
            auto.play(table, None if whole else hands or 1)
        else:
            _edit_lines()
            Person(table, seat, practice=practice).play(hands)
    except Left:
        printer.show(("You leave the game.",))
    except KeyboardInterrupt:
        click.echo("\nStopped.")
        raise click.exceptions.Exit(_INTERRUPTED) from None
    # Only now: who knows the seed knows the deals.
    printer.show((faint(f"Seed {seed}"),))


def _edit_lines() -> None:
    """Let what is typed at a terminal be edited, where Python was built with that."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            importlib.import_module("readline")
