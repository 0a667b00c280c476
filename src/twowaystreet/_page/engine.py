"""The engine of the page: it turns the messages of the page, JSON texts, into answers.

It needs no network, so a web worker can call it, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

from twowaystreet._core.cards.cards import cards
from twowaystreet._core.display.display import AnyDisplay, display_of, how_to_play_of
from twowaystreet._core.display.table_facts import TableFacts, sort_key
from twowaystreet._core.display.words import sentence
from twowaystreet._core.engine.moves import Play, cards_of
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.views.views import AnyView
from twowaystreet._page import contents, viewers
from twowaystreet._util.numbers import is_int
from twowaystreet.errors import IllegalMove, ParseError, Reason, TwoWayStreetError
from twowaystreet.players import MonteCarlo
from twowaystreet.svg.geometry import clean
from twowaystreet.svg.scene import Json, Scene
from twowaystreet.svg.seating import zoom_of
from twowaystreet.svg.sheets import sheet
from twowaystreet.svg.stage import MostCards, drawable, scene_of
from twowaystreet.table import Happened, StoreError, Table, TableError, TableEvent
from twowaystreet.table._facts import names_for
from twowaystreet.table._seen import SeenTable

LONGEST: Final = 1000  # the most characters of a message; every move is much shorter
KEPT: Final = 300  # the most events in one answer; a page that opens later shows the last ones
MOST_SCENES: Final = 40  # shown one after the other; of more events only the last one is
CHANGES: Final = frozenset({Happened.MOVE, Happened.UNDO, Happened.REMATCH})
CLAIMS: Final = frozenset({Happened.CLAIM, Happened.ACCEPT})
MOST_KEPT: Final = 100  # the most scenes that a table keeps, for pages with the same look


_Key: TypeAlias = "tuple[int, PageReader, bool]"  # the event, and a complete trick
_SHORT: Final = 70  # the most letters of some sentences for which a page that looks back has room
_EXPECTED: Final = (
    'expected a message such as {"do": "look", "as": "facts"} or '
    '{"do": "play", "move": "QS", "seen": 17}'
)
_STYLE: Final = re.compile("<style>(.*?)</style>", re.DOTALL)


class PageReader(NamedTuple):
    seat: int | None
    names: tuple[str, ...]  # by seat, with "You" for the reader
    called: tuple[str, ...]  # by seat
    look: viewers.PageLook


class Engine:
    def __init__(self, table: Table, adviser: MonteCarlo | None = None) -> None:
        self.table = table
        self._adviser = adviser  # for hints, if not the usual one
        self._number = -1
        self._display = display_of(table.game)
        self._fixed = _fixed_facts(table, self._display)
        self._scenes: dict[_Key, Scene] = {}
        self._latest: tuple[tuple[int, PageReader], TableFacts] | None = None
        # Any: tricks of any game.
        self._made_tricks: dict[tuple[str, ...], tuple[Sequence[Any], list[Json]]] = {}
        self._scored = 0
        self._sheets: dict[tuple[str, ...], tuple[str, str]] = {}

    def carry_out(
        self, token: str, viewer: viewers.Viewer, message: Json | None, draft: Table | None = None
    ) -> str | None:
        """Carry out a message that :func:`read` returned, besides the look of a page.

        ``None`` means that the table changed, so that everybody needs news. Otherwise the answer
        is for this person alone: ``refused``, ``past`` or ``hint``. A draft of the table can change
        in its place. It raises StoreError if the table cannot be saved.
        """
        table = draft or self.table
        if message is None:
            return refused(_EXPECTED)
        try:
            if message["do"] == "past":
                return self.past(token, viewer)[1]()
            if message["do"] == "hint":
                return self.hint(token)[1]()
            if message["do"] == "undo":
                table.undo(token, seen=message.get("seen"))
            elif message["do"] == "claim":
                table.claim(token, seen=message.get("seen"))
            elif message["do"] == "decline":
                table.decline(token, seen=message.get("seen"))
            elif message["do"] == "rematch":
                table.play_again(token)
            elif message["do"] in ("replace", "fill", "invite", "join", "say"):  # for a server
                return refused(_EXPECTED)
            else:
                table.play(token, message["move"], seen=message["seen"], bots=False)
        except ParseError:  # the words of the terminal mean nothing at the page
            return refused(self._task(token))
        except IllegalMove as error:
            words = contents.refusal_of(error.reason) or self._task(token)
            return refused(words, error.reason, self.table.view(token))
        except StoreError:  # a server tells it in its own words
            raise
        except TwoWayStreetError as error:
            return refused(str(error))
        return None

    def _task(self, token: str) -> str:
        view = self.table.view(token)
        return self._display.task(view, names_for(self.table, view.seat))

    def news(
        self, token: str, viewer: viewers.Viewer, away: Sequence[int] = (), *, in_steps: bool = True
    ) -> Json | None:
        """Return the message that brings a page up to date; ``None`` if it is already."""
        look = viewer.look
        if look is None:
            return None
        table = self.table
        if look == viewers.FACTS:
            return viewer.changed_facts(table.facts(token, viewer.number, away=away))
        assert isinstance(look, viewers.PageLook)
        last = table.last_number
        since = viewer.number if viewer.number <= last else 0  # a page may know lost events
        since = max(since, last - KEPT)
        view = table.view(token)
        reader = _reader(table, view.seat, look)
        shows_each = in_steps and look.steps and viewer.scene is not None
        if shows_each and last - since <= MOST_SCENES:
            steps = list(self._steps(reader, viewer.scene, table.events(token, since)))
        else:
            steps = [viewers.SceneStep(*each, None) for each in table.sentences(token, since)]
        scene = self._scene(
            reader, view, last, not look.steps, steps[-1].scene if steps else viewer.scene
        )
        steps.append(viewers.SceneStep(last, (), scene))
        return viewer.news(steps, self._facts(token, reader, view, scene, away))

    def _steps(
        self, reader: PageReader, before: Scene | None, events: Sequence[TableEvent]
    ) -> Iterator[viewers.SceneStep]:
        is_claimed = False  # everybody knows how the moves after a claim end
        for event in events:
            is_claimed |= event.happened in CLAIMS
            if event.happened in CHANGES and not is_claimed:
                for step in self._showing(event, reader, before):
                    before = step.scene
                    yield step
                draw = partial(self._scene, reader, event.view, event.number, event=event)
                for step in self._scenes_of(event, before, draw):
                    before = step.scene
                    yield step
            else:
                yield viewers.SceneStep(event.number, event.sentences, None)

    def _scenes_of(
        self, event: TableEvent, before: Scene | None, draw: Callable[[bool, Scene | None], Scene]
    ) -> Iterator[viewers.SceneStep]:
        """Yield the scenes of an event: with the complete trick first, if there is one."""
        lines = event.sentences
        if _has_new_trick(self._display, event):
            before = draw(True, before)
            yield viewers.SceneStep(event.number, lines, before)
            lines = ()
        yield viewers.SceneStep(event.number, lines, draw(False, before))

    def _showing(
        self, event: TableEvent, reader: PageReader, before: Scene | None
    ) -> Iterator[viewers.SceneStep]:
        """Yield scenes in which the rows of all seats open one by one, each with a sentence."""
        if event.seat is None or event.view.score is None:
            return
        whole = drawable(self._table_facts(reader, event.view, event.number))
        for opened, words in enumerate(self._display.showing(event.view, reader.names), start=1):
            facts = whole.with_rows_opened(opened, event.before.scores)
            scene = self._drawn(reader.look, facts, True, before)
            before = scene._replace(hold="show")
            yield viewers.SceneStep(event.number, (), before, f"{words}.")

    def past(self, token: str, viewer: viewers.Viewer) -> tuple[Hashable, Callable[[], str]]:
        """Return a key, and a function that makes the moves of the hand that is over for a page.

        Equal keys get the same text, unless names of people in it have changed. Any thread can call
        the function, which leaves the table and the viewer as they are. All hands are open, and the
        first step has a whole scene. It raises TableError during a hand.
        """
        table, again = self.table.snapshot(), viewer.again()
        look = again.look
        if not table.open_states or not isinstance(look, viewers.PageLook):
            raise TableError("pages look back when the hand is over")
        seat = table.seat(token)
        reader = _reader(table, seat, look)

        def made() -> str:
            steps: list[viewers.SceneStep] = []
            opened, moves = table.open_states, last_hand(table, token)
            for event, state in zip(moves, opened[len(opened) - len(moves) :], strict=True):
                facts = drawable(self._facts_for(reader, event.view, state))
                draw = partial(self._drawn, look, facts)
                for step in self._scenes_of(event, steps[-1].scene if steps else None, draw):
                    steps += _parts(step)
            return viewers.message_text({"type": "past", "steps": list(again.told(steps))})

        return (table.last_change, reader, again.has_large), made

    def hint(self, token: str) -> tuple[Hashable, Callable[[], str]]:
        """Return a key, and a function that makes a hint for a person, in any thread.

        Equal keys get the same text. It raises TableError if there is no hint.
        """
        table, seat = self.table.snapshot(), self.table.seat(token)
        if seat is None or not table.can_hint(seat):
            raise TableError("there is no hint for you now")

        def made() -> str:
            found = table.hint(token, self._adviser)
            return viewers.message_text(
                {
                    "type": "hint",
                    "number": table.last_number,
                    "move": str(found.move),
                    "cards": [*map(str, cards_of(found.move))],
                    "text": found.text,
                    "other": None if found.other is None else str(found.other),
                    "price": round(found.price, 2),
                }
            )

        return (table.last_number, seat), made

    def _scene(
        self,
        reader: PageReader,
        view: AnyView,
        number: int,
        past: bool,
        before: Scene | None,
        event: TableEvent | None = None,
    ) -> Scene:
        """Return the scene of a view after an event; pages with the same look share it.

        A page that shows the event itself sees the counts of a trick change when it has gone, and
        cards come from the dealer.
        """
        if self._number != self.table.last_number:
            old = self._number
            self._number = self.table.last_number
            self._scenes = {key: each for key, each in self._scenes.items() if key[0] >= old}
        key = number, reader, past
        scene = self._scenes.get(key)
        if scene is None:
            if len(self._scenes) >= MOST_KEPT:
                del self._scenes[next(iter(self._scenes))]
            facts = self._table_facts(reader, view, number)
            if event and past:
                facts = facts.with_counts_of(self._facts_for(reader, event.before))
            is_deal = event is not None and event.seat is None
            facts = drawable(facts)
            self._scenes[key] = scene = self._drawn(reader.look, facts, past, before, is_deal)
        return scene

    def _drawn(
        self,
        look: viewers.PageLook,
        facts: TableFacts,
        past: bool,
        before: Scene | None,
        is_deal: bool = False,
    ) -> Scene:
        if not past:
            facts = facts.without_past()
        zoom, grown = zoom_of(look.width, look.height), viewers.CARD_SIZES[look.card]
        width, height, room = look.width / zoom, look.height / zoom, room_for(facts)
        dealer = facts.view.dealer if is_deal else None
        return scene_of(facts, width, height, room=room, grown=grown, before=before, dealer=dealer)

    def _table_facts(self, reader: PageReader, view: AnyView, number: int) -> TableFacts:
        """Return what there is to show of a view, found once for its scenes and all else."""
        key = number, reader
        if self._latest is None or self._latest[0] != key:
            self._latest = key, self._facts_for(reader, view)
            _, laid = self.table.claimed if number == self.table.last_number else (None, ())
            if laid and view.actor not in (None, view.seat):
                self._latest = key, self._latest[1].with_hand_of(view.actor, laid)
        return self._latest[1]

    def _facts_for(
        self, reader: PageReader, view: AnyView, opened: AnyState | None = None
    ) -> TableFacts:
        (_, names, called, look), display = reader, self._display
        key = sort_key(display, look.order, reverse=look.reverse)
        return TableFacts(view, names, called=called, display=display, state=opened, key=key)

    def _facts(
        self, token: str, reader: PageReader, view: AnyView, scene: Scene, away: Sequence[int]
    ) -> Json:
        drawn, style = self._score_sheet(reader.names)
        facts = self._table_facts(reader, view, self.table.last_number)
        return {
            **self._fixed,
            **contents.contents_of(self.table, token, facts, away, scene.places.center),
            "tricks": self._tricks(facts),
            "sheet": drawn,
            "sheetStyle": style,
            "legend": "A ring marks the best total" if drawn else "No hand has ended yet",
        }

    def _tricks(self, facts: TableFacts) -> list[Json]:
        """Return the complete tricks of a hand, made once for each reader and trick."""
        tricks, names = facts.tricks, (*facts.names,)
        known, made = self._made_tricks.get(names, ((), []))
        if tricks != known:
            kept = len(known) if tricks[: len(known)] == known else 0
            fresh = contents.tricks_of(self._display, tricks[kept:], names, first=kept + 1)
            made = [*made[:kept], *fresh]
            self._made_tricks[names] = tricks, made
        return made

    def _score_sheet(self, names: tuple[str, ...]) -> tuple[str, str]:
        """Return the score sheet and its style, drawn once for each hand and reader."""
        scores = self.table.hand_scores
        if self._scored != len(scores):
            self._scored = len(scores)
            self._sheets = {}
            self._made_tricks = {}
        if names not in self._sheets:
            start = [hand.starts_at for hand in scores[:1]] * len(names)
            drawn = sheet(tuple(map(clean, names)), scores, start, 360) if scores else ""
            self._sheets[names] = _split(drawn) if drawn else ("", "")
        return self._sheets[names]


def _reader(table: SeenTable[Any], seat: int | None, look: viewers.PageLook) -> PageReader:
    names, called = [*names_for(table, seat)], [*table.names]
    for free in table.free_seats if not table.hand_scores else ():
        names[free], called[free] = "Free seat", ""
    return PageReader(seat, tuple(names), tuple(called), look)


def _fixed_facts(table: Table, display: AnyDisplay) -> Json:
    game = table.game
    emblem = cards(display.emblem) if display.emblem else ()
    return {
        "type": "table",
        "title": game.title,
        "summary": contents.summary_of(game),
        "emblem": [*map(str, emblem)],
        "target": display.target_text(table.rules),
        "cards": contents.pictures_of([*table.rules.pack.cards, *emblem]),
        "help": list(how_to_play_of(game)),
    }


def room_of(
    display: AnyDisplay, *, watches: bool, is_open: bool = False, prompt: bool = True
) -> MostCards:
    """Return the most cards on a table; without a prompt, as in replays, it is for looking only."""
    opened = display.hand_size * (is_open and not display.shelf_from_hand)
    return MostCards(
        hand=display.hand_size,
        shelf=display.shelf_size + opened,
        own_shelf=display.shelf_size if watches else display.own_shelf_size,
        slot=display.slot_size,
        plays_from_shelf=len(display.hand_names) > 1,
        watched=is_open or not prompt,
        prompt=prompt,
    )


def room_for(facts: TableFacts, *, prompt: bool = True) -> MostCards:
    is_open = facts.state is not None
    watches = is_open or facts.view.seat is None
    return room_of(facts.display, watches=watches, is_open=is_open, prompt=prompt)


def _has_new_trick(display: AnyDisplay, event: TableEvent) -> bool:
    if event.happened is not Happened.MOVE or event.seat is None:
        return False
    return len(display.tricks(event.view)) > len(display.tricks(event.before))


def _parts(step: viewers.SceneStep) -> Iterator[viewers.SceneStep]:
    """Yield a step in parts, so that the sentences of each are short or one alone."""
    part: list[str] = []
    for line in step.lines:
        if part and len("".join(part)) + len(line) > _SHORT:
            yield step._replace(lines=tuple(part))
            part = []
        part.append(line)
    yield step._replace(lines=tuple(part))


def last_hand(table: SeenTable[Any], token: str) -> list[TableEvent]:
    events = table.events(token, max(0, table.last_number - KEPT))
    moves = [event for event in events if event.happened is Happened.MOVE]
    deals = [place for place, event in enumerate(moves) if event.seat is None]
    return moves[deals[-1] if deals else 0 :]


def read(text: str) -> Json | None:
    """Read a message of the page; return ``None`` for any other text."""
    if len(text) > LONGEST:
        return None
    try:
        message: Json = json.loads(text)
    except (ValueError, RecursionError):
        return None
    match message:
        case {"do": "play", "move": str(), "seen": seen} if _is_number(seen):
            return message  # "seen" is the number of the last event that the page has shown
        case {"do": "undo" | "decline" | "claim"} if _is_number(message.get("seen", 0)):
            return message  # a request, or the agreement to one
        case {"do": "past" | "hint" | "rematch" | "fill" | "invite"}:  # the last two: for a server
            return message
        case {"do": "replace", "seat": seat} if _is_number(seat):  # for the room of a server
            return message
        case {"do": "join", "name": str()} | {"do": "say", "phrase": str()}:  # as above
            return message
        case {"do": "look"} if viewers.look_of(message) is not None:
            return message
        case _:
            return None


def _is_number(value: object) -> bool:
    return is_int(value) and value >= 0


def refused(text: str, reason: Reason | None = None, view: AnyView | None = None) -> str:
    """Return the answer to a message that changes nothing: a sentence, its reason, legal cards."""
    moves = () if view is None else view.legal_moves or ()
    return json.dumps(
        {
            "type": "refused",
            "text": f"{sentence(text.removesuffix('.'))}.",
            "rule": None if reason is None else reason.rule,
            "reason": "" if reason is None else type(reason).__name__,
            "cards": [str(move.card) for move in moves if isinstance(move, Play)],
        }
    )


def _split(picture: str) -> tuple[str, str]:
    """Return a picture without its style sheet, and the style sheet."""
    style = "\n".join(_STYLE.findall(picture))
    return _STYLE.sub("", picture), style
