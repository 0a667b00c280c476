"""Pages that step through a saved game or a review, with pictures and words of each position."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from html import escape
from importlib import resources
from itertools import chain, islice
from string import Template
from typing import Any, Final

from twowaystreet import svg
from twowaystreet._core.display.sentences import ReplayStep, Saved, steps_of
from twowaystreet._core.display.table_facts import TableFacts
from twowaystreet._core.display.words import player_names, possessive
from twowaystreet._core.engine.game import GAMES
from twowaystreet._core.engine.moves import Deal
from twowaystreet._core.records.records import Record
from twowaystreet._page.archive import script_for_browsers
from twowaystreet._page.engine import room_for
from twowaystreet._page.viewers import PageLook, SceneStep, Viewer
from twowaystreet.errors import RecordError
from twowaystreet.players import Luck, Review, ReviewedMove
from twowaystreet.players._reasons import different_texts, text_of
from twowaystreet.svg.elements import symbols
from twowaystreet.svg.scene import Json, Scene
from twowaystreet.svg.stage import drawable, scene_of

SIZES: Final = ((800, 650), (540, 380), (360, 480), (360, 380))  # of scenes
_MODULES: Final = ("elements.js", "avatar.js", "scene.js", "tape.js")  # of the live table
_IMPORT: Final = re.compile("^import .*\n|^export ", re.MULTILINE)
_LINKS: Final = """<link rel="icon" href="data:,">
<link rel="stylesheet" href="../look-back.css">
<script src="../look-back.js" defer></script>"""
_TAG: Final = re.compile("<(?=[/!sS])")  # the beginnings of tags and comments that can end a script
ENOUGH: Final = 75_000  # bytes after which a part ends with its trick
MOST: Final = 95_000  # the most bytes of a part, in the middle of a trick, too
CARDS: Final = 1000  # the most cards of a hand that a part shows
MOST_VALUES: Final = 8  # moves whose values a page shows for a decision, with the one made


def drawn(saved: Saved, names: Sequence[str], size: int) -> list[str]:
    """Return pictures of each position; RecordError for an impossible one of a seat's record."""
    with _refusing_impossible(saved):
        return [
            svg.table(
                facts.view, names=names, hands=facts.state.hands if facts.state else None, size=size
            )
            for facts in (step.facts for step in steps_of(saved, names))
        ]


@contextmanager
def _refusing_impossible(saved: Saved) -> Generator[None]:
    try:
        yield
    except Exception as error:  # an impossible position can raise any error
        if isinstance(saved, Record):
            raise
        raise RecordError("cannot draw the record: its positions are impossible") from error


def named(saved: Saved, names: Sequence[str]) -> Sequence[str]:
    return names or player_names(len(saved.start.scores))


def title_of(saved: Saved, names: Sequence[str]) -> str:
    if isinstance(saved, Record):
        return f"{saved.game.title}, all cards open"
    who = "everybody" if saved.start.seat is None else names[saved.start.seat]
    return f"{GAMES[saved.game].title}, as {who} saw it"


def page(saved: Saved, names: Sequence[str] = ()) -> str:
    players = named(saved, names)
    reels = [_Reel(size) for size in SIZES]
    with _refusing_impossible(saved):
        steps = [_added(step, reels) for step in steps_of(saved, players)]
    data = {
        "sizes": SIZES,
        "hands": [0, *[at for at, step in enumerate(steps) if "hand" in step][1:]],
        "first": 0,
        "total": len(steps),
        "next": None,
        "steps": steps,
        "scenes": [reel.changes for reel in reels],
    }
    return _in_one_file("replay", title_of(saved, players), data)


class _Reel:
    """The scenes of some positions in one size, each as the differences from the one before."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._size = size
        self._viewer = Viewer(has_symbols=True)
        self._viewer.change(PageLook(*size))
        self.changes: list[list[Any]] = []  # Any: JSON

    def add(self, facts: TableFacts) -> Scene:
        room = room_for(facts, prompt=False)
        scene = scene_of(facts, *self._size, room=room, before=self._viewer.scene)
        told = self._viewer.told([SceneStep(0, (), scene)])
        self.changes.append([step["scene"] for step in told if "scene" in step])
        return scene


def _in_one_file(kind: str, title: str, data: Mapping[str, Any]) -> str:
    style = f"<style>\n{style_of(kind)}</style>"
    script = f"<script>\n{script_of(kind)}</script>\n"
    return _assembled(kind, title, data, style, script)


def _assembled(kind: str, title: str, data: Mapping[str, Any], head: str, end: str) -> str:
    return Template(_part("page.html")).substitute(
        title=escape(title),
        head=head,
        side=_part(f"{kind}.html").rstrip(),
        data=_in_script(data),
        end=end,
    )


def _added(step: ReplayStep, reels: Sequence[_Reel]) -> Json:
    """Add the scene of a step to reels, and return its words for the page."""
    facts = _shown(step.facts)
    scenes = [reel.add(facts) for reel in reels]
    words: Json = {
        "text": list(step.sentences),
        "result": list(step.result),
        "hand": step.hand,
        "part": step.part,
        "trick": scenes[0].hold == "trick",
    }
    return {key: value for key, value in words.items() if value}


def _shown(facts: TableFacts) -> TableFacts:
    """Return facts with names as a picture can have them; refuse too many cards."""
    cards = sum(facts.view.hand_sizes)
    if cards > CARDS:
        raise RecordError(f"{cards} cards: expected at most {CARDS}")
    return drawable(facts)


@cache
def style_of(kind: str) -> str:
    return _part("page.css") + _part(f"{kind}.css")


@cache
def script_of(kind: str) -> str:
    table = resources.files("twowaystreet._page.page")
    modules = [table.joinpath(name).read_text("utf-8") for name in _MODULES]
    files = "".join([*modules, _part("page.js"), _part(f"{kind}.js")])
    known = zip(("SYMBOLS", "STYLE"), symbols(large=False), strict=True)
    texts = "".join(f"const {name} = {_in_script(text)};\n" for name, text in known)
    bare = script_for_browsers("page.js", _IMPORT.sub("", files).encode()).decode()
    return f'"use strict";\n{texts}{bare}'


def _part(name: str) -> str:
    return resources.files("twowaystreet._page.replay").joinpath(name).read_text("utf-8")


def _in_script(data: object) -> str:
    """Return data as JSON that cannot end the script around it."""
    return _TAG.sub(r"\\u003c", json.dumps(data, separators=(",", ":"), ensure_ascii=False))


# Parts of a finished game


def part_page(record: Record, names: Sequence[str], first: int = 0, size: int = 0) -> str:
    """Return the page of a part of a game, which needs the files of the server."""
    if not 0 <= first <= len(record.moves):
        raise RecordError(f"position {first}: expected 0 to {len(record.moves)}")
    players = named(record, names)
    data = _part_data(record, players, first, size)
    return _assembled("replay", title_of(record, players), data, _LINKS, "")


def _part_data(record: Record, names: Sequence[str], first: int, size: int) -> Json:
    total = len(record.moves) + 1
    deals = [number for number, move in enumerate(record.moves, 1) if isinstance(move, Deal)]
    hands = [0, *deals[1:]]
    end = next((each for each in hands if each > first), total)
    reel = _Reel(SIZES[size])
    steps: list[Json] = []
    length = 0
    for step in islice(steps_of(record, names, first), end - first):
        if length > ENOUGH and (step.hand or step.part):
            break
        words = _added(step, [reel])
        length += len(_in_script([words, reel.changes[-1]]).encode())
        if length > MOST and steps:
            reel.changes.pop()
            break
        steps.append(words)
    following = first + len(steps)
    return {
        "sizes": SIZES,
        "hands": hands,
        "first": first,
        "total": total,
        "next": following if following < total else None,
        "steps": steps,
        "scenes": {size: reel.changes},
    }


# Reviews


def review_page(review: Review, names: Sequence[str]) -> str:
    """Return the page of a review, in one file without links to others."""
    chosen = chain.from_iterable(map(review.choices, review.seats))
    moves = sorted(chosen, key=lambda each: each.number)
    ranks = {
        each.number: place
        for seat in review.seats
        for place, each in enumerate(review.costliest(seat), start=1)
    }
    totals = [
        (*review.total(seat), sum(each.is_judged for each in review.of_seat(seat)))
        for seat in review.seats
    ]
    data = {
        "names": list(names),
        "seats": list(review.seats),
        "notes": review.notes,
        "hands": max([each.hand for each in review.moves], default=1),
        "moves": [_move(each, ranks.get(each.number, 0)) for each in moves],
        "totals": [
            [_rounded(max(loss, 0.0)), _rounded(error), judged] for loss, error, judged in totals
        ],
        "luck": [_luck(each) for each in review.luck],
        "sizes": SIZES,
        "scenes": [_scenes_of(moves, names, size) for size in SIZES],
    }
    whose = possessive(names[review.seats[0]]) if len(review.seats) == 1 else "all"
    return _in_one_file("review", f"{review.game}: review of {whose} decisions", data)


def _scenes_of(
    moves: Sequence[ReviewedMove], names: Sequence[str], size: tuple[int, int]
) -> list[list[Any]]:
    """Return the scenes of decisions, each as the differences from the one before of its seat."""
    reels = {each.seat: _Reel(size) for each in moves}
    for each in moves:
        reels[each.seat].add(_shown(TableFacts(each.view, names)))
    told = {seat: iter(reel.changes) for seat, reel in reels.items()}
    return [next(told[each.seat]) for each in moves]


def _move(move: ReviewedMove, rank: int) -> Json:
    ranked = sorted(move.values, key=lambda each: -move.values[each].mean)
    made, best = different_texts(move.view, move.move, move.best)
    shown = [each for each in ranked if each in ranked[:MOST_VALUES] or each == move.move]
    return {
        "hand": move.hand,
        "seat": move.seat,
        "part": move.part,
        "text": made,
        "best": best,
        "value": _rounded(move.values[move.move].mean),
        "loss": _rounded(move.loss),
        "verdict": move.verdict,
        "words": [each.replace(" %", "\xa0%") for each in _verdict(move)],
        "rank": rank,
        "values": [
            [text_of(move.view, each), _rounded(move.values[each].mean), each == move.move]
            for each in shown
        ],
    }


def _verdict(move: ReviewedMove) -> Iterator[str]:
    match move.verdict:
        case "fault":
            yield from move.reasons or (move.cost,)
        case "best":
            yield f"No other move was better than {move.text}."
        case "no difference":
            yield f"The review finds no difference to {move.best_text}, the best move."
        case _:
            yield f"This decision is not judged, as {move.doubt}."


def _luck(luck: Luck) -> Json:
    parts = dict(zip(("deal", "decisions", "play"), luck.rounded, strict=True))
    return {"hand": luck.hand, "seat": luck.seat, **parts, "result": _rounded(luck.result)}


def _rounded(number: float) -> float | None:
    return None if math.isnan(number) else round(number, 4)
