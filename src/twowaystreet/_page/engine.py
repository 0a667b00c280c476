"""The engine of the page: it turns the messages of the page into answers.

Messages are JSON texts. The page sends one of these:

- ``{"do": "look", "width": 1280, "height": 700, ...}``: the size of its table area and its
  settings, before anything else and when they change (:class:`~twowaystreet._page.viewers.Look`);
- ``{"do": "play", "move": "QS", "seen": 17}``: a move, and the number of the last event that the
  page has shown;
- ``{"do": "undo", "seen": 17}``: a request to take back a move, or the agreement to one;
- ``{"do": "past"}``: a request for the moves of the hand that is over;
- ``{"do": "rematch"}``: a new game with the same people, when the game is over.

The engine answers with one of these, by their key ``type``:

- ``table``: the scenes of all moves since the last answer, as differences, and all other facts
  that have changed;
- ``past``: the scenes of the hand that is over, as differences, for the person who asked;
- ``refused``: the reason why a message changed nothing.

The engine needs no network, so a web worker can call it, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

from twowaystreet import svg
from twowaystreet._display.display import AnyDisplay
from twowaystreet._display.finding import display_of, how_to_play_of
from twowaystreet._display.lines import signed
from twowaystreet._page import words
from twowaystreet._page.forms import form_of
from twowaystreet._page.panels import panel_of, tricks_of
from twowaystreet._page.viewers import Look, Step, Viewer, look_of, message_text
from twowaystreet._views.views import AnyView
from twowaystreet.errors import IllegalMove, TwoWayStreetError
from twowaystreet.svg.lettering import clean
from twowaystreet.svg.order import sort_key
from twowaystreet.svg.room import Room
from twowaystreet.svg.scene import Scene
from twowaystreet.svg.stage import scene_of
from twowaystreet.svg.table_facts import facts_of
from twowaystreet.svg.windows import zoom_of
from twowaystreet.table import Happened, Table, TableEvent

LONGEST: Final = 1000
"""The most characters of a message; every move is much shorter."""
KEPT: Final = 300
"""The most events in one answer; a page that opens later shows the last ones."""
MOST_SCENES: Final = 40
"""The most events whose scenes are shown one after the other; after more, only the last is."""
MOST_KEPT: Final = 100
"""The most scenes that a table keeps, for pages with the same look."""

Message: TypeAlias = dict[str, Any]
"""A message of the page. Any: JSON, whose values the table checks."""

_Key: TypeAlias = tuple[int, int | None, Look, bool, tuple[str, ...]]
"""The key of a kept scene: the event, the seat, the look, the trick, and the names."""
_EXPECTED: Final = 'expected a message such as {"do": "play", "move": "QS", "seen": 17}'
_STYLE: Final = re.compile("<style>(.*?)</style>", re.DOTALL)


class Engine:
    """The engine of one table.

    Args:
        table: the table.

    >>> from twowaystreet.games import duel
    >>> table = Table(duel.GAME, bots={1: "simple"}, dealer=0)
    >>> engine, ann, page = Engine(table), table.join("Ann"), Viewer()
    >>> page.change(Look(width=800, height=600))
    >>> engine.carry_out(ann, page, read('{"do": "play", "move": "deal", "seen": 1}'))
    >>> shown = engine.news(ann, page)
    >>> shown["type"], shown["you"], shown["steps"][-1]["scene"]["width"]
    ('table', 0, 800.0)
    >>> json.loads(engine.carry_out(ann, page, read('{"do": "undo", "seen": 1}')))["text"]
    'the game has gone on meanwhile'
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._number = -1
        self._scenes: dict[_Key, Scene] = {}
        self._scored = 0
        self._sheets: dict[tuple[str, ...], tuple[str, str]] = {}

    def carry_out(self, token: str, viewer: Viewer, message: Message | None) -> str | None:
        """Carry out a message that :func:`read` returned, besides the look of a page.

        Args:
            token: the token of the person.
            viewer: what the page has got.
            message: the message; ``None`` for one that nobody understands.

        Returns:
            ``None`` if the table changed, so that everybody needs news; otherwise an answer of the
            type ``refused`` or ``past`` for this person alone.
        """
        if message is None:
            return _refused(_EXPECTED)
        try:
            if message["do"] == "past":
                return self._past(token, viewer)
            if message["do"] == "undo":
                self.table.undo(token, seen=message.get("seen"))
            elif message["do"] == "rematch":
                if self.table.seat(token) is None:
                    return _refused("people who watch cannot begin a new game")
                self.table.rematch()
            else:
                self.table.play(token, message["move"], seen=message["seen"], bots=False)
        except IllegalMove as error:
            return _refused(signed(error.reason.explain()), error.reason.rule)
        except TwoWayStreetError as error:
            return _refused(str(error))
        return None

    def news(self, token: str, viewer: Viewer, away: Sequence[int] = ()) -> dict[str, Any] | None:
        """Return the message that brings a page up to date; ``None`` if it is already.

        Args:
            token: the token of the person.
            viewer: what the page has got.
            away: the seats of people whose page is not open.

        Raises:
            TokenError: if the token belongs to nobody.
        """
        if viewer.look is None:
            return None
        table = self.table
        last = table.last_number
        since = viewer.number if viewer.number <= last else 0  # a page may know lost events
        events = table.events(token, max(since, last - KEPT))
        steps = list(self._steps(token, viewer, events))
        return viewer.news(steps, self._facts(token, viewer, away))

    def _steps(self, token: str, viewer: Viewer, events: Sequence[TableEvent]) -> Iterator[Step]:
        """Yield what has happened, with scenes; the last step has the present scene."""
        look = viewer.look
        assert look is not None
        view, number = self.table.view(token), self.table.last_number
        one_by_one = look.steps and viewer.scene is not None and len(events) <= MOST_SCENES
        for event in events:
            if one_by_one and event.happened in (Happened.MOVE, Happened.UNDO):
                yield from self._scenes_of(event, view.seat, look)
            else:
                lines = tuple(words.log_lines(self.table, event, view.seat))
                yield Step(event.number, lines, None)
        yield Step(number, (), self._scene(view, look, number, not look.steps))

    def _scenes_of(self, event: TableEvent, seat: int | None, look: Look) -> Iterator[Step]:
        """Yield the scenes of an event: with the complete trick first, if there is one."""
        lines = tuple(words.log_lines(self.table, event, seat))
        if _has_new_trick(display_of(self.table.game), event):
            yield Step(event.number, lines, self._scene(event.view, look, event.number, True))
            lines = ()
        yield Step(event.number, lines, self._scene(event.view, look, event.number, False))

    def _past(self, token: str, viewer: Viewer) -> str:
        """Return the moves of the hand that is over, as the person saw them; refuse during a hand.

        The first step has a whole scene. The viewer stays as it is.
        """
        table, look = self.table, viewer.look
        view = table.view(token)
        if view.score is None or look is None:
            return _refused("people look back when the hand is over")
        events = _last_hand(table.events(token, max(0, table.last_number - KEPT)))
        steps = [step for event in events for step in self._scenes_of(event, view.seat, look)]
        return message_text({"type": "past", "steps": list(viewer.again().told(steps))})

    def _scene(self, view: AnyView, look: Look, number: int, past: bool) -> Scene:
        """Return the scene of a view; pages with the same look share it.

        Args:
            view: the view.
            look: the look of the page.
            number: the number of the event that led to the view.
            past: True to show a complete trick.
        """
        if self._number != self.table.last_number:
            old = self._number
            self._number = self.table.last_number
            self._scenes = {key: each for key, each in self._scenes.items() if key[0] >= old}
        key = number, view.seat, look, past, self.table.names
        if key not in self._scenes:
            if len(self._scenes) >= MOST_KEPT:
                del self._scenes[next(iter(self._scenes))]
            self._scenes[key] = self._made(view, look, past)
        return self._scenes[key]

    def _made(self, view: AnyView, look: Look, past: bool) -> Scene:
        table = self.table
        display = display_of(table.game)
        names = tuple(map(clean, words.names_for(table, view.seat)))
        closed = (None,) * len(view.hand_sizes)
        facts = facts_of(
            view,
            display,
            clean(table.game.title),
            names,
            closed,
            past=past,
            sort_key=sort_key(display, look.order, reverse=look.reverse),
        )
        room = Room(
            hand=display.hand_size,
            shelf=display.shelf_size,
            own_shelf=display.own_shelf_size if view.seat is not None else display.shelf_size,
            slot=display.slot_size,
            plays_from_shelf=len(display.hand_names) > 1,
        )
        zoom = zoom_of(look.width, look.height)
        size = look.width / zoom, look.height / zoom
        return scene_of(facts, *size, room=room, looks=look.looks)

    def _facts(self, token: str, viewer: Viewer, away: Sequence[int]) -> dict[str, Any]:
        """Return everything besides the scenes. Any: JSON."""
        table = self.table
        view = table.view(token)
        names = words.names_for(table, view.seat)
        display = display_of(table.game)
        look = viewer.look
        assert look is not None
        scene = self._scene(view, look, table.last_number, not look.steps)
        sheet, sheet_style = self._score_sheet(tuple(names))
        return {
            "type": "table",
            "number": table.last_number,
            "title": table.game.title,
            "hand": words.hand_text(table, view),
            "target": display.target_text(table.rules),
            "you": view.seat,
            "names": names,
            "scores": list(view.scores),
            "actor": view.actor,
            "away": list(away),
            "task": words.task_text(table, view, names, away),
            "over": view.is_over,
            "yours": view.seat is not None and view.actor == view.seat,
            "form": form_of(table, view, names, scene.center),
            "undo": {
                "can": view.seat is not None and table.can_undo(view.seat),
                "text": words.undo_line(table, view.seat),
            },
            "panel": panel_of(table, view, names),
            "tricks": tricks_of(display, view, names),
            "hasTricks": hasattr(view, "tricks"),
            "sheet": sheet,
            "sheetStyle": sheet_style,
            "legend": words.sheet_legend(table) if sheet else "",
            "help": list(how_to_play_of(table.game)),
            "tip": words.hint_text(table, view),
            "phase": str(view.phase),
            "hints": list(display.hints.get(view.phase, ())),
        }

    def _score_sheet(self, names: tuple[str, ...]) -> tuple[str, str]:
        """Return the score sheet and its style, drawn once for each hand and reader.

        A sheet of 40 hands takes 3 milliseconds, three times as long as the table.
        """
        scores = self.table.hand_scores
        if self._scored != len(scores):
            self._scored = len(scores)
            self._sheets = {}
        if names not in self._sheets:
            drawn = _split(svg.score(scores, names=names, size=360)) if scores else ("", "")
            self._sheets[names] = drawn
        return self._sheets[names]


def _has_new_trick(display: AnyDisplay, event: TableEvent) -> bool:
    """Return whether an event has completed a trick that people want to see."""
    if event.happened is not Happened.MOVE or event.seat is None:
        return False
    return len(display.tricks(event.view)) > len(display.tricks(event.before))


def _last_hand(events: Sequence[TableEvent]) -> list[TableEvent]:
    """Return the moves since the last deal, with the deal."""
    moves = [event for event in events if event.happened is Happened.MOVE]
    deals = [place for place, event in enumerate(moves) if event.seat is None]
    return moves[deals[-1] if deals else 0 :]


def read(text: str) -> Message | None:
    """Read a message of the page; return ``None`` for any other text.

    >>> read('{"do": "undo", "seen": 3}'), read("{}")
    ({'do': 'undo', 'seen': 3}, None)
    """
    if len(text) > LONGEST:
        return None
    try:
        message: Message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    match message:
        case {"do": "play", "move": str(), "seen": int()} | {"do": "undo" | "past" | "rematch"}:
            return message
        case {"do": "look"} if look_of(message) is not None:
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
