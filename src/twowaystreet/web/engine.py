"""The engine of the page: it turns the messages of the page into answers.

Messages are JSON texts. The page sends one of these:

- ``{"do": "play", "move": "QS", "seen": 17}``: a move, and the number of the last event that the
  page has shown;
- ``{"do": "undo", "seen": 17}``: a request to take back a move, or the agreement to one;
- ``{"do": "look", "size": "narrow"}``: the size of the page's picture, ``wide`` or ``narrow``, when
  it changes.

The engine answers with one of these, by their key ``type``:

- ``table``: everything that the page shows, after each change and at the start;
- ``refused``: the reason why a message changed nothing.

The engine needs no network, so a web worker can call it, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NotRequired, TypeAlias, TypedDict

from twowaystreet import svg
from twowaystreet._display.finding import display_of, how_to_play_of
from twowaystreet._engine.moves import Move, groups_of
from twowaystreet._views.views import AnyView
from twowaystreet.errors import IllegalMove, TwoWayStreetError
from twowaystreet.table import Table
from twowaystreet.table._table import DEAL
from twowaystreet.web import words

LONGEST: Final = 1000
"""The most characters of a message; every move is much shorter."""
KEPT: Final = 300
"""The most events in one answer; a page that opens later shows the last ones."""
SIZES: Final[Mapping[str, int]] = {"wide": 720, "narrow": 360}
"""The widths of pictures in pixels, by the name of the size."""

Message: TypeAlias = dict[str, Any]
"""A message of the page. Any: JSON, whose values the table checks."""

_EXPECTED: Final = 'expected a message such as {"do": "play", "move": "QS", "seen": 17}'
_STYLE: Final = re.compile("<style>(.*?)</style>", re.DOTALL)


class Engine:
    """The engine of one table.

    Args:
        table: the table.

    >>> from twowaystreet.games import duel
    >>> table = Table(duel.GAME, bots={1: "simple"}, dealer=0)
    >>> engine, ann = Engine(table), table.join("Ann")
    >>> engine.receive(ann, '{"do": "play", "move": "deal", "seen": 1}')
    >>> shown = json.loads(engine.show(ann))
    >>> shown["type"], shown["you"], shown["choices"][0]
    ('table', 0, {'move': 'no bid', 'groups': []})
    >>> json.loads(engine.receive(ann, '{"do": "play", "move": "no bid", "seen": 1}'))["text"]
    'the game has gone on meanwhile'
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._number = -1
        self._shown: dict[tuple[int | None, tuple[str, ...]], dict[str, Any]] = {}
        self._scored: object = None
        self._sheet = ("", "")

    def receive(self, token: str, text: str) -> str | None:
        """Carry out a message of the page.

        Args:
            token: the token of the person.
            text: the message.

        Returns:
            ``None`` if the table or a size changed, so that everybody needs a new picture;
            otherwise an answer of the type ``refused`` for this person alone.
        """
        return self.carry_out(token, read(text))

    def carry_out(self, token: str, message: Message | None) -> str | None:
        """Carry out a message that :func:`read` returned, as :meth:`receive` does."""
        if message is None:
            return _refused(_EXPECTED)
        try:
            if message["do"] == "undo":
                self.table.undo(token, seen=message.get("seen"))
            elif message["do"] == "play":
                self.table.play(token, message["move"], seen=message["seen"], bots=False)
        except IllegalMove as error:
            return _refused(error.reason.explain(), error.reason.rule)
        except TwoWayStreetError as error:
            return _refused(str(error))
        return None

    def show(self, token: str, since: int = 0, sizes: Sequence[str] = (*SIZES,)) -> str:
        """Return an answer of the type ``table`` for a person.

        Args:
            token: the token of the person.
            since: the number of the last event that the page has shown, for the log.
            sizes: the sizes of the pictures to draw, such as ``wide``.

        Raises:
            TokenError: if the token belongs to nobody.
        """
        return json.dumps(self.facts(token, since, sizes))

    def facts(self, token: str, since: int, sizes: Sequence[str]) -> dict[str, Any]:
        """Return the content of the answer of :meth:`show`. Any: JSON."""
        table = self.table
        seat = table.seat(token)
        last = table.last_number
        since = max(since if since <= last else 0, last - KEPT)  # a page may know lost events
        events = table.events(token, since)
        return {
            **self._same_for(seat, token, (*sizes,)),
            "log": [
                {"number": event.number, "lines": words.log_lines(table, event, seat)}
                for event in events
            ],
        }

    def _same_for(self, seat: int | None, token: str, sizes: tuple[str, ...]) -> dict[str, Any]:
        """Return the part that is the same for all connections of a seat, or of spectators.

        Each change of the table is an event, so the number of the last event tells its age. A
        second spectator costs 0.1 milliseconds instead of 1.2. Any: JSON.
        """
        if self._number != self.table.last_number:
            self._number = self.table.last_number
            self._shown.clear()
        key = seat, sizes
        if key not in self._shown:
            self._shown[key] = self._drawn(token, sizes)
        return self._shown[key]

    def _drawn(self, token: str, sizes: tuple[str, ...]) -> dict[str, Any]:
        """Return the answer without its log. Any: JSON."""
        table = self.table
        view = table.view(token)
        names = table.names
        pictures = [_split(svg.table(view, names=names, size=SIZES[size])) for size in sizes]
        sheet, sheet_style = self._score_sheet(names)
        return {
            "type": "table",
            "number": table.last_number,
            "title": table.game.title,
            "you": view.seat,
            "names": list(names),
            "pictures": {size: picture for size, (picture, _) in zip(sizes, pictures, strict=True)},
            "styles": [*(style for _, style in pictures), sheet_style],
            "turn": words.turn_line(table, view),
            "hint": words.hint_text(table, view),
            "over": view.is_over,
            "yours": view.seat is not None and view.actor == view.seat,
            "choices": choices_of(table, view),
            "undo": {
                "can": view.seat is not None and table.can_undo(view.seat),
                "text": words.undo_line(table, view.seat),
            },
            "result": words.result_text(table, view),
            "sheet": sheet,
            "legend": words.sheet_legend(table) if sheet else "",
            "help": list(how_to_play_of(table.game)),
        }

    def _score_sheet(self, names: Sequence[str]) -> tuple[str, str]:
        """Return the score sheet and its style, drawn anew when a score or a name is new.

        A sheet of 40 hands takes 3 milliseconds, three times as long as the table.
        """
        scored = self.table.hand_scores, names
        if self._scored != scored:
            self._scored = scored
            scores = self.table.hand_scores
            self._sheet = _split(svg.score(scores, names=names)) if scores else ("", "")
        return self._sheet


class Choice(TypedDict):
    """A legal move.

    Attributes:
        move: the text of the move.
        text: the move as people read it, if that is not its text.
        groups: its cards, in groups that a person chooses one after the other; empty for a button.
    """

    move: str
    text: NotRequired[str]
    groups: list[list[str]]


def choices_of(table: Table, view: AnyView) -> list[Choice]:
    """Return the moves that the viewer can make now; a deal is one of them.

    >>> from twowaystreet.games import duel
    >>> table = Table(duel.GAME, bots={1: "simple"})
    >>> choices_of(table, table.view(table.join("Ann")))
    [{'move': 'deal', 'groups': []}]
    """
    if view.seat is None or table.free_seats:
        return []
    if view.actor is None and not view.is_over:
        return [Choice(move=DEAL, groups=[])]
    display = display_of(table.game)
    return [_choice(move, display.move_text(move)) for move in view.legal_moves or ()]


def _choice(move: Move, text: str) -> Choice:
    choice = Choice(move=str(move), groups=_groups(move))
    if text != choice["move"]:
        choice["text"] = text
    return choice


def _groups(move: Move) -> list[list[str]]:
    return [list(map(str, group)) for group in groups_of(move)]


def read(text: str) -> Message | None:
    """Read a message of the page; return ``None`` for any other text.

    >>> read('{"do": "look", "size": "narrow"}'), read("{}")
    ({'do': 'look', 'size': 'narrow'}, None)
    """
    if len(text) > LONGEST:
        return None
    try:
        message: Message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    match message:
        case {"do": "play", "move": str(), "seen": int()} | {"do": "undo"}:
            return message
        case {"do": "look", "size": str(size)} if size in SIZES:
            return message
        case _:
            return None


def _refused(text: str, rule: str | None = None) -> str:
    return json.dumps({"type": "refused", "text": text, "rule": rule})


def _split(picture: str) -> tuple[str, str]:
    """Return a picture without its style sheet, and the style sheet.

    The policy of the page forbids style sheets in its markup.
    """
    style = "\n".join(_STYLE.findall(picture))
    return _STYLE.sub("", picture), style
