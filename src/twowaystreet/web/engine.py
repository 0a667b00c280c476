"""The engine of the page: it turns the messages of the page into answers.

Messages are JSON texts. The page sends one of these:

- ``{"do": "play", "move": "QS", "seen": 17}``: a move, and the number of the last event that the
  page has shown;
- ``{"do": "undo", "seen": 17}``: a request to take back a move, or the agreement to one.

The engine answers with one of these, by their key ``type``:

- ``table``: everything that the page shows, after each change and at the start;
- ``refused``: the reason why a message changed nothing.

The engine needs no network, so a web worker can call it, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from twowaystreet import svg
from twowaystreet.errors import IllegalMove, TwoWayStreetError
from twowaystreet.table import Table, TableError
from twowaystreet.web import words
from twowaystreet.web.choices import choices_of

LONGEST: Final = 1000
"""The most characters of a message; every move is much shorter."""
KEPT: Final = 300
"""The most events in one answer; a page that opens later shows the last ones."""
NARROW: Final = 360
WIDE: Final = 720

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

    def receive(self, token: str, text: str) -> str | None:
        """Carry out a message of the page.

        Args:
            token: the token of the person.
            text: the message.

        Returns:
            ``None`` if the table changed, so that everybody needs a new picture; otherwise an
            answer of the type ``refused`` for this person alone.
        """
        try:
            message = _read(text)
            if message.get("do") == "undo":
                self.table.undo(token, seen=message.get("seen"))
            else:
                self.table.play(token, message["move"], seen=message["seen"], bots=False)
        except IllegalMove as error:
            return _refused(error.reason.explain(), error.reason.rule)
        except TwoWayStreetError as error:
            return _refused(str(error))
        return None

    def advance(self) -> bool:
        """Let the bot to move make a move; return ``False`` if the table waits for a person."""
        return self.table.advance()

    def show(self, token: str, since: int = 0) -> str:
        """Return an answer of the type ``table`` for a person.

        Args:
            token: the token of the person.
            since: the number of the last event that the page has shown, for the log.

        Raises:
            TokenError: if the token belongs to nobody.
        """
        table = self.table
        view = table.view(token)
        names = table.names
        since = max(since, table.last_number - KEPT)
        wide, style = _split(svg.table(view, names=names, size=WIDE))
        narrow, narrow_style = _split(svg.table(view, names=names, size=NARROW))
        sheet, sheet_style = _sheet(table, names)
        return json.dumps(
            {
                "type": "table",
                "number": table.last_number,
                "title": table.game.title,
                "you": view.seat,
                "names": list(names),
                "pictures": {"wide": wide, "narrow": narrow},
                "styles": [style, narrow_style, sheet_style],
                "turn": words.turn_line(table, view),
                "hint": words.hint_text(table, view),
                "over": view.is_over,
                "yours": view.seat is not None and view.actor == view.seat,
                "choices": choices_of(table, view),
                "log": [
                    {"number": event.number, "lines": words.log_lines(table, event, view.seat)}
                    for event in table.events(token, since)
                ],
                "undo": {
                    "can": view.seat is not None and table.can_undo(view.seat),
                    "text": words.undo_line(table, view.seat),
                },
                "result": words.result_text(table, view),
                "sheet": sheet,
                "help": list(words.how_to_play(table)),
            }
        )


def _read(text: str) -> dict[str, Any]:
    """Read a message. Any: JSON, whose values the table checks.

    Raises:
        TableError: if it is not a message.
    """
    expected = TableError('expected a message such as {"do": "play", "move": "QS", "seen": 17}')
    if len(text) > LONGEST:
        raise expected
    try:
        message: dict[str, Any] = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise expected from error
    match message:
        case {"do": "play", "move": str(), "seen": int()} | {"do": "undo"}:
            return message
        case _:
            raise expected


def _refused(text: str, rule: str | None = None) -> str:
    return json.dumps({"type": "refused", "text": text, "rule": rule})


def _split(picture: str) -> tuple[str, str]:
    """Return a picture without its style sheet, and the style sheet.

    The policy of the page forbids style sheets in its markup.
    """
    style = "\n".join(_STYLE.findall(picture))
    return _STYLE.sub("", picture), style


def _sheet(table: Table, names: Sequence[str]) -> tuple[str, str]:
    return _split(svg.score(table.hand_scores, names=names)) if table.hand_scores else ("", "")
