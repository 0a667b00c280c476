"""Games at the command line: the search by name, the options of commands, and the list of all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from difflib import get_close_matches
from functools import partial, wraps
from pathlib import Path
from typing import TypeAlias

import click

import twowaystreet as tws
from twowaystreet._cli.prompt import Refusal, ask, refusing
from twowaystreet._core.display import lines as terminal
from twowaystreet._core.display import options as game_options
from twowaystreet._core.display.display import display_of
from twowaystreet._core.engine.fields import options_of
from twowaystreet._core.engine.game_places import FORMS, game_at
from twowaystreet._core.engine.match import GameRules
from twowaystreet._util.faults import ends_program
from twowaystreet._util.modules import is_place
from twowaystreet.errors import quoted

plain = click.option(
    "--plain",
    is_flag=True,
    help="No colours, and cards as 10C; the default when output is not a terminal.",
)
plain_and_still = click.option("--plain", is_flag=True, help="No colours and no progress bar.")
seed_option = partial(click.option, "--seed", type=int, default=0, show_default=True)
number_option = partial(click.option, type=click.IntRange(min=1), show_default=True)
path_option = partial(click.option, type=click.Path(path_type=Path), metavar="FILE")
file_option = partial(path_option, type=click.Path(path_type=Path, dir_okay=False))
Settings: TypeAlias = tuple[str, ...]  # options of a game such as players=4


def rules_of(game: tws.Game, settings: Settings) -> GameRules:
    with refusing(game_options.SettingError):
        rules: GameRules = game_options.rules_of(game, settings, {})
    return rules


def with_options(
    command: Callable[..., None], players: str = "The same as --set players=..."
) -> Callable[..., None]:
    """Add the options of games to a command, whose argument ``settings`` has them all."""

    @click.option("--players", type=int, help=players)
    @click.option("--target", type=int, help="The same as --set target=...")
    @click.option(
        "--set", "options", multiple=True, metavar="OPTION=VALUE", help="Any option of the game."
    )
    @wraps(command)
    def collected(options: Settings, **others: object) -> None:
        numbers = {name: others.pop(name) for name in ("players", "target")}
        given = (f"{name}={number}" for name, number in numbers.items() if number is not None)
        command(settings=(*given, *options), **others)

    return collected


def find(name: str) -> tws.Game:
    """Return the game of a name in any case; register one at a place such as whist.py:GAME."""
    if is_place(name):
        try:
            tws.register(game := game_at(name))
        except tws.RulesError as error:
            raise Refusal(" ".join(str(error).split())) from error
        return game
    names = list(tws.GAMES)
    typed = name.lower().replace(" ", "_").replace("-", "_")
    # The names of two games may differ only in case, so an exact match goes first.
    known = next((each for each in (name, *names) if each in names and each.lower() == typed), "")
    if not known:
        near = get_close_matches(typed, names, n=1, cutoff=0.65)
        known_names = f"there are: {', '.join(names)}; or give {FORMS}"
        meant = f"did you mean {near[0]}?" if near else known_names
        raise Refusal(f"there is no game {quoted(name)}; {meant}")
    try:
        return tws.GAMES[known]
    except BaseException as error:
        # The game may come from another package, which can raise anything.
        if ends_program(error):
            raise
        raise Refusal(f"the game {known} cannot be loaded: {quoted(error)}") from error


def listing() -> Iterator[terminal.Line]:
    for name in tws.GAMES:
        try:
            yield from _about(find(name))
        except Refusal as error:
            yield (terminal.Span(str(error), terminal.Style.REFUSAL),)


def ask_for_game() -> str:
    while True:
        try:
            return find(ask("Which game? ")).name
        except Refusal as error:
            click.echo(f"! {error}")


def _about(game: tws.Game) -> list[terminal.Line]:
    about = terminal.wrapped(display_of(game).summary, margin=2)
    title = (terminal.Span(game.name, terminal.Style.HEADING), f"  {game.title}")
    return [title, *((f"  {line}",) for line in about)]


def entry(game: tws.Game) -> Iterator[terminal.Line]:
    yield from _about(game)
    options = options_of(game.Rules)
    defaults = game_options.defaults_of(game)
    none_means = display_of(game).none_means
    wide = ("option", *options), ("default", *defaults.values())
    margin = 13 + sum(max(map(len, texts)) for texts in wide)
    rows = list[tuple[str, str, str, str]]()
    for name, option in options.items():
        values = game_options.values_of(option, none_means.get(name, ""))
        first, *others = terminal.wrapped(values, margin=margin)
        rows += [(name, defaults[name], option.rule, first)]
        rows += [("", "", "", each) for each in others]
    names, usual, rules, meanings = zip(*rows, strict=True)
    strong = [(terminal.Span(each, terminal.Style.STRONG),) for each in usual]
    columns = [
        terminal.Column("  option", [(f"  {name}",) for name in names]),
        terminal.Column("default", strong),
        terminal.Column("rule", [(terminal.faint(rule),) for rule in rules]),
        terminal.Column("values", [(text,) for text in meanings]),
    ]
    yield from terminal.table(columns)
