"""Games at the command line: the search by name, the options of commands, and the list of all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, TypeVar

import click

import twowaystreet as tws
from twowaystreet._cli.printers import Refusal
from twowaystreet._cli.prompt import ask
from twowaystreet._core.display import options as game_options
from twowaystreet._core.display.display import display_of
from twowaystreet._core.display.lines import WIDTH, Column, Line, Span, Style, faint, table, wrapped
from twowaystreet._core.engine.fields import options_of
from twowaystreet._core.engine.game_places import FORMS, game_at
from twowaystreet._util.faults import ends_program
from twowaystreet._util.modules import is_place
from twowaystreet.errors import quoted

CommandT = TypeVar("CommandT", bound=Callable[..., object])
_TARGET: Final = click.option("--target", type=int, help="The same as --set target=...")
_SET: Final = click.option(
    "--set", "options", multiple=True, metavar="OPTION=VALUE", help="Any option of the game."
)


def path_option(
    *names: str, help: str, metavar: str = "FILE", **kind: bool
) -> Callable[[CommandT], CommandT]:
    """Add an option with a path; ``kind`` says which paths it takes, as for ``click.Path``."""
    return click.option(*names, type=click.Path(path_type=Path, **kind), metavar=metavar, help=help)


def with_options(command: CommandT, players: str = "The same as --set players=...") -> CommandT:
    """Add the options of games to a command: ``players``, ``target`` and ``options``."""
    return click.option("--players", type=int, help=players)(_TARGET(_SET(command)))


# Any: each game has its own class of rules.
def rules_of(
    game: tws.Game, options: tuple[str, ...], players: int | None, target: int | None
) -> Any:
    try:
        return game_options.rules_of(game, options, {"players": players, "target": target})
    except game_options.SettingError as error:
        raise Refusal(str(error)) from None


def find(name: str) -> tws.Game:
    """Return the game of a name, in upper or lower case, or at a place such as whist.py:GAME.

    A game at a place is registered, so that its records can be read.
    """
    if is_place(name):
        try:
            game = game_at(name)
            tws.register(game)
        except tws.RulesError as error:
            raise Refusal(" ".join(str(error).split())) from error
        return game
    names = list(tws.GAMES)
    typed = name.lower().replace(" ", "_").replace("-", "_")
    alike = [known for known in names if known.lower() == typed]
    if not alike:
        near = get_close_matches(typed, names, n=1, cutoff=0.65)
        known_names = f"there are: {', '.join(names)}; or give {FORMS}"
        meant = f"did you mean {near[0]}?" if near else known_names
        raise Refusal(f"there is no game {quoted(name)}; {meant}")
    # The names of two games may differ only in case, so an exact match goes first.
    known = name if name in alike else alike[0]
    try:
        return tws.GAMES[known]
    except BaseException as error:
        # The game may come from another package, which can raise anything.
        if ends_program(error):
            raise
        raise Refusal(f"the game {known} cannot be loaded: {quoted(error)}") from error


def listing() -> Iterator[Line]:
    for name in tws.GAMES:
        try:
            yield from _about(find(name))
        except Refusal as error:
            yield (Span(str(error), Style.REFUSAL),)


def ask_for_game() -> str:
    while True:
        try:
            return find(ask("Which game? ")).name
        except Refusal as error:
            click.echo(f"! {error}")


def _about(game: tws.Game) -> list[Line]:
    about = wrapped(display_of(game).summary, margin=2)
    return [
        (Span(game.name, Style.HEADING), f"  {game.title}"),
        *((f"  {line}",) for line in about),
    ]


def entry(game: tws.Game) -> Iterator[Line]:
    """Yield the lines of a game and its options, with their defaults, rules and values."""
    yield from _about(game)
    options = options_of(game.Rules)
    defaults = game_options.defaults_of(game)
    none_means = display_of(game).none_means
    width = (
        WIDTH.get()
        - 13
        - sum(
            max(map(len, texts))
            for texts in (("option", *options), ("default", *defaults.values()))
        )
    )
    rows: list[tuple[str, str, str, str]] = []
    for name, option in options.items():
        values = game_options.values_of(option, none_means.get(name, ""))
        first, *others = wrapped(values, margin=WIDTH.get() - width)
        rows += [
            (name, defaults[name], option.rule, first),
            *(("", "", "", each) for each in others),
        ]
    names, usual, rules, meanings = zip(*rows, strict=True)
    yield from table(
        [
            Column("  option", [(f"  {name}",) for name in names]),
            Column("default", [(Span(each, Style.STRONG),) for each in usual]),
            Column("rule", [(faint(rule),) for rule in rules]),
            Column("values", [(text,) for text in meanings]),
        ]
    )
