"""The commands play, replay, view, example and games; others have their own modules."""

from __future__ import annotations

import contextlib
import importlib
import os
import random
import sys
from collections.abc import Generator
from functools import partial
from pathlib import Path

import click
from click.core import ParameterSource
from typing_extensions import override

import twowaystreet as tws
from twowaystreet import players as library
from twowaystreet._cli import evenings, game_list, lookups, narrators, save_files
from twowaystreet._cli.arena_command import arena, gauntlet
from twowaystreet._cli.balance_command import balance
from twowaystreet._cli.browser_commands import page, serve
from twowaystreet._cli.check_command import check
from twowaystreet._cli.game_list import Settings, path_option, plain
from twowaystreet._cli.prompt import INTERRUPTED, PersonLeft, Refusal, printer_for, refusing
from twowaystreet._cli.session import Opponents, Session, TerminalPlayer, load_players, seated
from twowaystreet._core.display import screen
from twowaystreet._core.display.display import display_of
from twowaystreet._core.display.lines import BLANK, faint, heading, show_all
from twowaystreet._core.display.screen import NameProblem, Screen, read_names, seat_names
from twowaystreet._core.display.table_facts import TableFacts
from twowaystreet._core.engine.fields import options_of
from twowaystreet._core.records.records import examples_of
from twowaystreet._page.replays import page as replay_page
from twowaystreet._page.replays import review_page
from twowaystreet.players._monte_carlo import OFFERS, USUAL

_OF_A_SITTING = (  # the options of ``play`` that are no part of a saved game
    *("seed", "hands", "seat", "names", "opponents", "ask_always", "practice", "plain", "saved"),
)
_file = click.argument("file", type=click.Path(path_type=Path))


def _load_game(context: object, option: object, place: str | None) -> None:
    if place is not None:
        game_list.find(place)


_its_game = click.option(
    "--game",
    metavar="FILE.py:NAME",
    callback=_load_game,
    expose_value=False,
    help="The game of FILE if it is not installed, such as whist.py:GAME or package.module:GAME.",
)


@contextlib.contextmanager
def _until_interrupted() -> Generator[None]:
    try:
        yield
    except KeyboardInterrupt:
        click.echo("\nStopped.")
        raise click.exceptions.Exit(INTERRUPTED) from None


class _Commands(click.Group):
    """The commands; refusals, Ctrl-C and a person who leaves end each of them alike."""

    @override
    def invoke(self, ctx: click.Context) -> None:
        errors = NameProblem, library.PlayerError, tws.SeatError, tws.RecordError, tws.WorldsError
        with refusing(*errors), _until_interrupted(), contextlib.suppress(PersonLeft):
            super().invoke(ctx)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(tws.__version__, prog_name="twowaystreet")
def command() -> None:
    """Card games: play them, watch them, save them, read worked examples."""


for _other in (arena, balance, check, gauntlet, page, serve):
    command.add_command(_other)


@command.command(short_help="List the games, or the options of a game.")
@click.argument("name", required=False)
@plain
def games(*, name: str | None, plain: bool) -> None:
    """List the games, or the options of the game NAME."""
    lines = game_list.entry(game_list.find(name)) if name else game_list.listing()
    show_all(printer_for(in_plain=plain), lines)


@command.command(short_help="Show the worked examples.")
@click.argument("name", required=False)
@plain
def example(name: str | None, *, plain: bool) -> None:
    """Show the worked examples, or only the example NAME.

    Without NAME all examples are shown, each below its title.
    """
    printer = printer_for(in_plain=plain)
    examples = [one for game in tws.GAMES.values() for one in examples_of(game.State)]
    chosen = [one for one in examples if name in (None, one.name)]
    if not chosen:
        known = ", ".join(one.name for one in examples)
        raise Refusal(f"there is no example {name!r}: expected one of {known}")
    for place, shown in enumerate(chosen):
        lines = ((line,) for line in shown.lines())
        show_all(printer, [*[BLANK] * bool(place), heading(shown.title), *lines])


@command.command(short_help="Play a game, or watch one.")
@click.argument("game", required=False)
@click.option("--auto", "is_auto", is_flag=True, help="The program plays all seats.")
@click.option("--seed", type=int, help="Random seed; the same seed gives the same deals.")
@game_list.number_option("--hands", help="The greatest number of hands to play.")
@click.option("--game", "whole", is_flag=True, help="With --auto, play the whole game.")
@game_list.with_options
@click.option("--seat", type=int, help="Your seat; that of the saved game, or 0, if not given.")
@click.option(
    "--dealer", type=int, help="The seat that deals, or declares, first; drawn by lot if not given."
)
@click.option(
    "--names",
    metavar="ANN,BOB",
    help="The names of the others in the order of play from your left; with --auto from seat 0.",
)
@click.option(
    "--opponents",
    metavar="NAME,NAME",
    help=f"The players in the same order: {', '.join(OFFERS)}, or such as montecarlo:worlds=50 or "
    f"mybot.py:bot; too few begin again with the first.  [default: {USUAL}; with --auto simple]",
)
@click.option("--ask-always", is_flag=True, help="Ask you even if only one move is legal.")
@click.option("--practice/--no-practice", help="Allow undo (off by default).")
@path_option(
    "--save",
    help="Save in a new file after every move; a name that ends in .json gives JSON, others text.",
)
@path_option(
    "--continue",
    "saved",
    help="Go on with the game saved in FILE, and save it there after every move.",
)
@plain
def play(
    *,
    game: str | None,
    is_auto: bool,
    seed: int | None,
    hands: int | None,
    whole: bool,
    settings: game_list.Settings,
    seat: int | None,
    dealer: int | None,
    names: str | None,
    opponents: str | None,
    ask_always: bool,
    practice: bool,
    save: Path | None,
    saved: Path | None,
    plain: bool,
) -> None:
    """Play GAME against players of the program, or watch them with --auto.

    GAME is a name from the list of games, or a game of yours, such as whist.py:GAME or
    package.module:GAME; without one you are asked. You play the whole game unless --hands says
    otherwise; with --auto one hand is played.
    """
    if whole and hands is not None:
        raise Refusal("--game and --hands exclude each other")
    if whole and not is_auto:
        raise Refusal("--game needs --auto: without it you play the whole game anyway")
    if practice and is_auto:
        raise Refusal("--practice and --auto exclude each other")
    if saved and not _only_default("saved", *_OF_A_SITTING):
        raise Refusal("--continue takes the game, its options and its file from FILE")
    if game is None and saved is None:
        show_all(printer_for(in_plain=plain), game_list.listing())
        game = game_list.ask_for_game()
    if seed is None:
        seed = random.SystemRandom().randrange(1_000_000)  # so that people can type it again
    deals = random.Random(seed)
    kept = save_files.load_unfinished(saved) if saved else None
    if kept:
        record, chosen = kept.record, kept.record.game
        yours = (number for number, name in enumerate(record.names) if screen.is_you(name))
        seat = next(yours, 0) if seat is None else seat
    else:
        chosen, seat = game_list.find(game or ""), seat or 0
        rules = game_list.rules_of(chosen, settings)
        if dealer is None:
            dealer = tws.draw_dealer([None] * rules.seats, deals)
        record = tws.Record(chosen.new_game(rules, dealer=dealer))
    opening = tws.view(record.start, seat)  # raises SeatError for an unknown seat
    human = None if is_auto else seat
    rules = record.start.rules
    known = seat_names(rules.seats, human if kept else None, record.names)
    shown = read_names(names or "", rules.seats, human, record.names)
    new = {f"Seat {at}": name for at, name in enumerate(shown) if name != known[at]}
    record = record.annotated(new)
    if opponents is None and not is_auto:
        opponents = USUAL
    players_of = {} if opponents is None else seated(opponents, rules.seats, human)
    by_seat = load_players(players_of, record.start)
    sitting = Screen(chosen, opening, printer_for(in_plain=plain), human, shown)
    states = (*(state for state, _ in record), record.state)
    sitting.hands += [state.score for state in states if state.score is not None]
    program = Opponents(deals, random.Random(f"players {seed}"), by_seat)
    session = Session(record, program, sitting)
    with session.saved_in(saved or save, kept), _until_interrupted():
        sitting.show_title()
        sitting.show_players(players_of)
        if is_auto:
            session.watch(None if whole else hands or 1)
        else:
            _edit_lines()
            try:
                TerminalPlayer(session, seat, practice=practice, asks_always=ask_always).play(hands)
            except PersonLeft:
                sitting.printer.show(("You leave the game.",))
    # At the end only, because the seed reveals the deals.
    sitting.printer.show((faint(f"Seed {seed}"),))


@command.command(short_help="Keep the score of an evening with real cards.")
@click.argument("game")
@click.option("--names", metavar="ANN,BOB", help="The names in the order of play from seat 0.")
@partial(game_list.with_options, players="As many as names, if not given.")
@click.option("--dealer", type=int, default=0, help="The seat that deals first; 0 if not given.")
@path_option("--save", help="Save as text after every hand; if FILE exists, go on with it.")
@plain
def score(
    *, game: str, names: str | None, settings: Settings, dealer: int, save: Path | None, plain: bool
) -> None:
    """Keep the score of GAME, which people play with real cards.

    Type the result of each hand; the totals follow. The evening ends with the game. GAME is a name
    from the list of games, or a game of yours, such as whist.py:GAME or package.module:GAME.
    """
    chosen = game_list.find(game)
    is_given = any(each.startswith("players") for each in settings)
    if names and not is_given and "players" in options_of(chosen.Rules):
        settings = (f"players={names.count(',') + 1}", *settings)
    rules = game_list.rules_of(chosen, settings)
    start = chosen.new_game(rules, dealer=dealer)
    evening = evenings.Evening(chosen, start, read_names(names or "", rules.seats, None))
    if save and os.path.exists(save):
        kept = evenings.load(save)
        is_same = (start, evening.names) == (kept.states[0], kept.names)
        if kept.game is not chosen or not (is_same or _only_default("game", "save", "plain")):
            raise Refusal(f"{str(save)!r} is of another evening: give other options or FILE")
        evening = kept
    elif save:
        evenings.save(evening, save)
    _edit_lines()
    evenings.keep(evening, printer_for(in_plain=plain), save)


def _only_default(*others: str) -> bool:
    context = click.get_current_context()
    given = (name for name in context.params if name not in others)
    return all(context.get_parameter_source(name) is ParameterSource.DEFAULT for name in given)


@command.command(short_help="Show a saved game again.")
@_file
@_its_game
@click.option("--seat", type=int, help="Show only the facts that this seat saw.")
@click.option("--public", is_flag=True, help="Show only the facts that everybody saw.")
@click.option("--step", is_flag=True, help="Go move by move; Enter shows the next one.")
@path_option(
    "--html", help="Write a page with pictures to a new file, to step through in a browser."
)
@path_option(
    "--svg", "pictures", metavar="DIR", help="Write a picture of each position to a new folder."
)
@plain
def replay(
    *,
    file: Path,
    seat: int | None,
    public: bool,
    step: bool,
    html: Path | None,
    pictures: Path | None,
    plain: bool,
) -> None:
    """Show the game saved in FILE again, with all cards unless a seat is given.

    FILE is a record as text or JSON, or the record of one seat as JSON.
    """
    if public and seat is not None:
        raise Refusal("--seat and --public exclude each other")
    if step and (html or pictures):
        raise Refusal("--step excludes --html and --svg")
    printer = printer_for(in_plain=plain)
    saved = save_files.load(file)
    names = saved.names
    if not isinstance(saved, tws.Record) or seat is not None or public:
        saved = save_files.as_seen(saved, seat, public=public)
    if html:
        save_files.write_new(html, replay_page(saved, names))
        click.echo(f"Saved in {html}")
    if pictures:
        number = save_files.write_pictures(saved, pictures, names)
        click.echo(f"Saved {number} pictures in {pictures}")
    if not html and not pictures:
        narrators.replay(
            saved, printer, narrators.StepNarrator if step else narrators.StoryNarrator
        )


@command.command(short_help="Judge the decisions of a saved game.")
@_file
@_its_game
@click.option(
    "--seat", metavar="NAME", help="The player to judge, by name or by the number of the seat."
)
@click.option(
    "--worlds",
    type=click.IntRange(1, 100_000),
    default=100,
    show_default=True,
    help="The number of sampled deals.",
)
@game_list.seed_option(help="The seed of these deals.")
@path_option(
    "--save",
    metavar="NEW",
    help="Save the game with the review as comments on its moves in a new file.",
)
@path_option(
    "--html",
    metavar="PAGE",
    help="Write the review into a new HTML file, with a graph and pictures.",
)
@plain
def review(
    *,
    file: Path,
    seat: str | None,
    worlds: int,
    seed: int,
    save: Path | None,
    html: Path | None,
    plain: bool,
) -> None:
    """Judge the decisions of the game saved in FILE, each from what its player knew.

    FILE is a record as text or JSON, the record of one seat as JSON, or the file of a table.

    For each decision the review shows the loss against the best move, and explains the costliest
    ones. With pip install 'twowaystreet[fast]' it is faster, and adds the endings with all cards
    open, apart from the rest.
    """
    saved, text = save_files.load_with_text(file)
    names = seat_names(len(saved.start.scores), None, saved.names)
    number = None if seat is None else lookups.seat_of(seat, names)
    whole = saved if isinstance(saved, tws.Record) else None
    if whole is None and (save_files.as_seen(saved, number).seat is None or save):
        raise Refusal("this is not the record of a whole game, which holds all cards")
    for new in filter(None, (save, html)):
        save_files.check_new(new)
    see = lookups.Progress().see
    try:
        found = library.review(saved, number, library.MonteCarlo(worlds), seed=seed, progress=see)
    except BaseException as error:  # an interrupt, too
        if so_far := getattr(error, "results", None):
            lines = lookups.review_lines(so_far, names, is_whole=False)
            show_all(printer_for(in_plain=plain), lines)
        raise
    if html:
        save_files.write_new(html, review_page(found, names))
        click.echo(f"Saved in {html}")
    else:
        show_all(printer_for(in_plain=plain), lookups.review_lines(found, names))
    if save and whole:
        save_files.GameFile(save, found.annotated(whole), save_files.Kept(whole, text))
        click.echo(f"Saved in {click.format_filename(save)}.")


@command.command(short_help="Show one seat's view of a saved game.")
@_file
@_its_game
@click.option("--seat", type=int, help="The seat; the public view if not given.")
@click.option(
    "--at", type=int, metavar="N", help="The number of moves made; all moves if not given."
)
@click.option("--chances", is_flag=True, help="Add the cards that the others may hold.")
@click.option("--json", "as_json", is_flag=True, help="As JSON on one line, for programs.")
@plain
def view(
    *, file: Path, seat: int | None, at: int | None, chances: bool, as_json: bool, plain: bool
) -> None:
    """Show one seat's view of the game saved in FILE, at its end or earlier.

    FILE is a record as text or JSON, or the record of one seat as JSON; then the view is that
    seat's.

    --chances adds the exact chance that another seat holds a card, with the number of worlds: the
    divisions of the hidden cards that look the same to the seat.
    """
    record = save_files.as_seen(save_files.load(file), seat)
    seen = record.view if at is None else record.view_at(at)
    names = seat_names(len(seen.scores), None, record.names)
    if as_json:
        click.echo(lookups.chances_json(seen) if chances else seen.to_json())
        return
    lines = screen.view_lines(TableFacts(seen, names, display=display_of(tws.GAMES[record.game])))
    if chances:
        lines += [BLANK, *lookups.chance_lines(display_of(tws.GAMES[record.game]), seen, names)]
    show_all(printer_for(in_plain=plain), lines)


def _edit_lines() -> None:
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            importlib.import_module("readline")
