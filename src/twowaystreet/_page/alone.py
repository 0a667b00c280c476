"""The engine of the page without a server: one person against bots.

Besides the messages of the page it takes those that begin, restore and repeat a game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from twowaystreet._core.display import options as settings
from twowaystreet._core.display.display import display_of, how_to_play_of
from twowaystreet._core.display.values import count
from twowaystreet._core.engine.fields import options_of
from twowaystreet._core.engine.game import GAMES, OURS, Game, game_named
from twowaystreet._core.engine.match import GameRules
from twowaystreet._page import networks
from twowaystreet._page.contents import summary_of
from twowaystreet._page.engine import Engine, read
from twowaystreet._page.viewers import PageLook, Viewer, look_of, message_text
from twowaystreet.errors import TwoWayStreetError, quoted
from twowaystreet.players._monte_carlo import OFFERS, USUAL, MonteCarlo
from twowaystreet.svg.scene import Json
from twowaystreet.table import Table, TableError
from twowaystreet.table._facts import DEAL
from twowaystreet.table._people import labels_of

BOTS: Final = frozenset({*OFFERS, "simple", "montecarlo:worlds=10"})  # the last is of old games
_ADVISER: Final = MonteCarlo(150, engine="python", seconds=1.0)  # on phones, too
_FIRST: Final = ("players", "target")  # in a form, and as switches of the command line
_SEAT: Final = 0
_MANY: Final = 20  # above this number of players words give no upper limit


def catalogue(others: Sequence[Game] = (), learned: Sequence[Mapping[str, str]] = ()) -> Json:
    """Return the content of the gallery: the games with their words and options, and the bots."""
    games = [
        {
            "name": game.name,
            "title": game.title,
            "summary": summary_of(game),
            "players": _players(game),
            "seats": game.Rules().seats,
            "help": list(how_to_play_of(game)),
            "options": _options(game),
        }
        for game in all_games(others)
    ]
    bots = [{"name": name, "title": title} for name, title in OFFERS.items()]
    return {"games": games, "bots": [*bots, *learned], "usual": USUAL}


def all_games(others: Sequence[Game]) -> tuple[Game, ...]:
    return tuple(dict.fromkeys((*map(GAMES.__getitem__, OURS), *others)))


def _players(game: Game) -> str:
    option = options_of(game.Rules).get("players")
    if option is None or option.at_least is None or option.at_most is None:
        return count(game.Rules().seats, "player")
    if option.at_most > _MANY:
        return f"{option.at_least} or more players"
    return f"{option.at_least} to {option.at_most} players"


def _options(game: Game) -> list[Json]:
    """Return the options of a game as fields of a form, with words of their usual values."""
    defaults, none_means = settings.defaults_of(game), display_of(game).none_means
    words = settings.option_words_of(game)
    return [
        {
            "name": each,
            "label": words[each].label,
            "words": dict(words[each].values),
            "default": defaults[each],
            "values": list(option.choices),
            "expected": settings.values_of(option, none_means.get(each, "")),
            "least": option.at_least,
            "most": option.at_most,
            "rule": option.rule,
            "first": each in _FIRST,
        }
        for each, option in options_of(game.Rules).items()
    ]


class Alone:
    def __init__(self) -> None:
        self._engine: Engine | None = None
        self._token = ""
        self._look = PageLook()
        self._viewer = self._new_viewer()

    def begin(self, text: str) -> str | None:
        try:
            message: Any = json.loads(text)  # Any: not checked yet
            match message:
                case {
                    "game": str(name),
                    "options": dict(),
                    "bots": str(bots),
                    "name": str(person),
                } if _is_known(bots):
                    self._begin(name, message["options"], bots, person)
                case _:
                    raise TableError("expected a game, options, bots and a name")
        except (TwoWayStreetError, settings.SettingError) as error:
            return str(error)
        return None

    def _begin(self, name: str, options: Mapping[object, object], bots: str, person: str) -> None:
        game = game_named(name)
        rules = settings.rules_of(game, [f"{each}={value}" for each, value in options.items()], {})
        if networks.is_network(bots):
            networks.check(bots, rules)
        others = range(_SEAT + 1, rules.seats)
        self._sit(game, rules, dict.fromkeys(others, bots), person)

    def again(self) -> None:
        table = self._playing.table
        bots = {seat: bot for seat, bot in table.bots.items() if bot is not None}
        person = table.names[table.people[0]]
        self._sit(table.game, table.rules, bots, person)

    def _sit(self, game: Game, rules: GameRules, bots: dict[int, str], person: str) -> None:
        table = Table(game, rules, bots=bots, bot_names=labels_of(bots))
        self._token = table.join(person, table.free_seats[0])
        table.play(self._token, DEAL, bots=False)
        self._engine, self._viewer = Engine(table, _ADVISER), self._new_viewer()

    def restore(self, text: str) -> str | None:
        """Continue a saved game; return the reason in words if nothing changed."""
        try:
            match json.loads(json.loads(text)["saved"]):
                case {"token": str(token), "table": str(content), **others}:
                    table = _table_of(content, others.get("bots"))
                    if table.seat(token) is None or table.free_seats:
                        raise TableError("expected a seat for the person, and bots at all others")
                case _:
                    raise TableError("expected a token and a table")
        except TwoWayStreetError as error:
            return str(error)
        except (KeyError, TypeError, ValueError, RecursionError):
            return "expected the text of a saved game"
        engine = Engine(table, _ADVISER)
        try:
            trial = Viewer()
            trial.change(PageLook())
            engine.news(token, trial)
        except Exception as error:  # a game of another version may break any assumption
            return f"the game cannot be shown: {type(error).__name__}"
        self._engine, self._token, self._viewer = engine, token, self._new_viewer()
        return None

    def saved(self) -> str:
        table = self._playing.table
        bots = {seat: str(bot) for seat, bot in table.bots.items()}
        return json.dumps({"token": self._token, "table": table.to_text(), "bots": bots})

    def receive(self, text: str) -> str | None:
        message = read(text)
        if message and message["do"] == "look":
            look = look_of(message)
            self._look = look if isinstance(look, PageLook) else self._look
            self._viewer.change(self._look)
            return None
        return self._playing.carry_out(self._token, self._viewer, message)

    def bot_is_to_move(self) -> bool:
        return self._engine is not None and self._engine.table.bot_is_to_move

    def advance(self) -> bool:
        return self._playing.table.advance()

    def show(self) -> str | None:
        if self._engine is None:
            return None
        news = self._engine.news(self._token, self._viewer)
        return None if news is None else message_text(news)

    def _new_viewer(self) -> Viewer:
        viewer = Viewer()
        viewer.change(self._look)
        return viewer

    @property
    def _playing(self) -> Engine:
        if self._engine is None:
            raise TableError("there is no game yet")
        return self._engine


def _is_known(bot: str) -> bool:
    return bot in BOTS or networks.is_network(bot)


def _table_of(content: str, names: object) -> Table:
    """Return a saved table; refuse bots that are not of the page."""
    table = Table.from_text(content, bots=networks.learned(content, names))
    for bot in table.bots.values():
        if not _is_known(str(bot)):
            raise TableError(f"bot {quoted(bot)}: expected one of {', '.join(OFFERS)}")
    return table
