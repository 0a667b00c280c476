"""Pages that step through a saved game or a review, with pictures and words of each position.

The page of a server shows a finished game in parts, one after the other. A part has the words of
some positions, and their scenes as differences, as the page of a table gets them. A hand of 50
moves takes 70,000 bytes, and 10,000 when it is compressed.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from importlib import resources
from itertools import chain, islice
from string import Template
from typing import Any, Final

from twowaystreet import svg
from twowaystreet._core.display.display import display_of
from twowaystreet._core.display.screen import player_names
from twowaystreet._core.display.words import possessive
from twowaystreet._core.engine.game import GAMES
from twowaystreet._core.engine.moves import Deal
from twowaystreet._core.records.records import Record
from twowaystreet._page.replay.steps import ReplayStep, Saved, steps_of
from twowaystreet._page.viewers import PageLook, SceneStep, Viewer
from twowaystreet.errors import RecordError
from twowaystreet.players import Luck, Review, ReviewedMove
from twowaystreet.players._reasons import different_texts, text_of
from twowaystreet.svg.elements import symbols
from twowaystreet.svg.geometry import clean
from twowaystreet.svg.stage import scene_of
from twowaystreet.svg.table_facts import TableFacts, facts_of
from twowaystreet.svg.table_facts import title_of as title_of_table

SIZES: Final = ((840, 600), (540, 360), (360, 360))
"""The sizes of the pictures on a page, the largest first; the page shows the one that fits best."""
_MARK: Final = re.compile(r'((?:id="|href="#))[A-Za-z1-9]{5}-')
"""The identifiers in a picture, whose checksums differ from picture to picture."""
_TAG: Final = re.compile("<(?=[/!sS])")
"""The beginnings of tags and comments that can end a script."""
ENOUGH: Final = 75_000
"""The bytes after which a part ends with its trick, if its hand does not end before."""
MOST: Final = 95_000
"""The most bytes of a part, in the middle of a trick, too."""
CARDS: Final = 1000
"""The most cards of a hand that a part shows."""
MOST_VALUES: Final = 8
"""The most moves whose values a page shows for a decision: the best ones, and the one made."""


def drawn(
    saved: Saved, names: Sequence[str], *sizes: int | tuple[int, int]
) -> list[tuple[ReplayStep, list[str]]]:
    """Return each step of a game with its pictures in these sizes.

    Raises:
        RecordError: if the record of a seat has an impossible position. The rules cannot check it.
    """
    try:
        return [
            (
                step,
                [svg.table(step.view, names=names, hands=step.hands, size=each) for each in sizes],
            )
            for step in steps_of(saved, names)
        ]
    except Exception as error:  # an impossible position can raise any error
        if isinstance(saved, Record):
            raise
        raise RecordError("cannot draw the record: its positions are impossible") from error


def named(saved: Saved, names: Sequence[str]) -> Sequence[str]:
    """Return the names of the players, or numbers if nobody knows the names."""
    return names or player_names(len(saved.start.scores))


def title_of(saved: Saved, names: Sequence[str]) -> str:
    if isinstance(saved, Record):
        return f"{saved.game.title}, all cards open"
    who = "everybody" if saved.start.seat is None else names[saved.start.seat]
    return f"{GAMES[saved.game].title}, as {who} saw it"


def page(saved: Saved, names: Sequence[str] = ()) -> str:
    r"""Return a page that steps through a game, in one file without links to others.

    >>> from twowaystreet.games import duel
    >>> page(Record(duel.GAME.new_game()), ["Ann", "Ben"]).partition("\n")[0]
    '<!doctype html>'
    """
    players = named(saved, names)
    shown = drawn(saved, players, *SIZES)
    data = {
        "names": list(players),
        "first": 0,
        "total": len(shown),
        "steps": [words_of(step) for step, _ in shown],
    }
    return assembled("replay", title_of(saved, players), data, [pictures for _, pictures in shown])


def assembled(
    kind: str, title: str, data: Mapping[str, Any], pictures: Sequence[Sequence[str]]
) -> str:
    """Return a page in one file.

    The kind, ``replay`` or ``review``, names the files of this page alone. The pictures are those
    of each place, in all sizes of ``SIZES``.
    """
    # Most lines of a picture are the same in the next position, so the page has each line once.
    lines: dict[str, int] = {}
    frames = [
        [
            [lines.setdefault(line, len(lines)) for line in _MARK.sub(r"\1-", each).split("\n")]
            for each in sizes
        ]
        for sizes in pictures
    ]
    return Template(part("page.html")).substitute(
        title=escape(title),
        style=part("page.css") + part(f"{kind}.css").rstrip(),
        side=part(f"{kind}.html").rstrip(),
        data=script_of({**data, "sizes": SIZES, "lines": list(lines), "frames": frames}),
        script="".join(map(part, ("page.js", "pictures.js", f"{kind}.js"))).rstrip(),
    )


def words_of(step: ReplayStep) -> dict[str, Any]:
    """Return the words of a step for the page; keys without content are left out. Any: JSON."""
    words: dict[str, Any] = {
        "text": list(step.sentences),
        "result": list(step.result),
        "hand": step.hand,
        "part": step.part,
        "scores": list(step.view.scores),
        "gained": [f"{points:+}" for points in step.gained],
        "actor": step.view.actor,
        "trick": step.last_trick,
    }
    return {key: value for key, value in words.items() if value not in ("", [], None)}


def part(name: str) -> str:
    """Return the text of a file of the page."""
    return resources.files("twowaystreet._page.replay").joinpath(name).read_text("utf-8")


def script_of(data: object) -> str:
    """Return data as JSON that cannot end the script around it."""
    return _TAG.sub(r"\\u003c", json.dumps(data, separators=(",", ":"), ensure_ascii=False))


# Parts of a finished game


def part_page(record: Record, names: Sequence[str], first: int = 0, size: int = 0) -> str:
    r"""Return the page of a part of a game, which needs the files of the server.

    It begins with the first position, from 0; its size is a place in ``SIZES``.

    >>> from twowaystreet.games import duel
    >>> part_page(Record(duel.GAME.new_game()), ["Ann", "Ben"]).partition("\n")[0]
    '<!doctype html>'
    """
    if not 0 <= first <= len(record.moves):
        raise RecordError(f"position {first}: expected 0 to {len(record.moves)}")
    players = named(record, names)
    return Template(part("part.html")).substitute(
        title=escape(title_of(record, players)),
        side=part("replay.html").rstrip(),
        data=script_of(_part_data(record, players, first, size)),
    )


@cache
def part_script() -> str:
    """Return the script of these pages."""
    known = {"SYMBOLS": symbols(large=False)[0], "STYLE": symbols(large=False)[1]}
    consts = "".join(f"const {name} = {json.dumps(text)};\n" for name, text in known.items())
    files = map(part, ("page.js", "scenes.js", "replay.js"))
    return f'import {{ Scene }} from "./scene.js";\n{consts}{"".join(files)}'


@cache
def part_style() -> str:
    """Return the style of these pages."""
    return part("page.css") + part("replay.css")


# Any: JSON.
def _part_data(record: Record, names: Sequence[str], first: int, size: int) -> dict[str, Any]:
    total = len(record.moves) + 1
    deals = [number for number, move in enumerate(record.moves, 1) if isinstance(move, Deal)]
    hands = [0, *deals[1:]]
    end = next((each for each in hands if each > first), total)
    width, height = SIZES[size]
    viewer = Viewer(has_symbols=True)
    viewer.change(PageLook(width=width, height=height))
    steps: list[dict[str, Any]] = []
    scenes: list[Any] = []
    titles: list[str] = []
    length = 0
    for step in islice(steps_of(record, names, first), end - first):
        if length > ENOUGH and (step.hand or step.part):
            break
        facts = _facts_of_step(record, step, names)
        scene = scene_of(facts, width, height, before=viewer.scene)
        told = next(viewer.told([SceneStep(0, (), scene)]), None)
        words, title = words_of(step), title_of_table(facts)
        change = told and told.get("scene")
        length += len(script_of([words, title, change]).encode())
        if length > MOST and steps:
            break
        steps.append(words)
        titles.append(title)
        scenes.append(change)
    following = first + len(steps)
    return {
        "names": list(names),
        "sizes": SIZES,
        "size": size,
        "hands": hands,
        "first": first,
        "total": total,
        "next": following if following < total else None,
        "steps": steps,
        "titles": titles,
        "scenes": scenes,
    }


def _facts_of_step(record: Record, step: ReplayStep, names: Sequence[str]) -> TableFacts:
    if sum(step.view.hand_sizes) > CARDS:
        raise RecordError(f"{sum(step.view.hand_sizes)} cards: expected at most {CARDS}")
    assert step.hands is not None
    return facts_of(
        step.view,
        display_of(record.game),
        clean(record.game.title),
        tuple(map(clean, names)),
        step.hands,
    )


# Reviews


def review_page(review: Review, names: Sequence[str]) -> str:
    r"""Return the page of a review, in one file without links to others.

    Each picture shows what the seat knew when it decided. Hindsight has no place here.

    >>> import random, twowaystreet as tws
    >>> from twowaystreet.games import brag
    >>> from twowaystreet.players import MonteCarlo, review
    >>> record = tws.Record(brag.new_game(brag.Rules(players=3)))
    >>> record = record.play(tws.shuffle(record.state, random.Random(7)))
    >>> record = record.play(tws.legal_moves(record.state)[0])
    >>> review_page(review(record, 1, MonteCarlo(5)), ["Ann", "Ben", "Cem"]).partition("\n")[0]
    '<!doctype html>'
    """
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
    }
    pictures = [[svg.table(each.view, names=names, size=size) for size in SIZES] for each in moves]
    whose = possessive(names[review.seats[0]]) if len(review.seats) == 1 else "all"
    return assembled("review", f"{review.game}: review of {whose} decisions", data, pictures)


def _move(move: ReviewedMove, rank: int) -> dict[str, Any]:
    """Return a decision for the page. The costliest of the seat has rank 1. Any: JSON."""
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
    """Yield sentences about a decision."""
    match move.verdict:
        case "fault":
            yield from move.reasons or (move.cost,)
        case "best":
            yield f"No other move was better than {move.text}."
        case "no difference":
            yield f"The review finds no difference to {move.best_text}, the best move."
        case _:
            yield f"This decision is not judged, as {move.doubt}."


def _luck(luck: Luck) -> dict[str, Any]:
    """Return the parts of the result of a hand for the page. Any: JSON."""
    parts = dict(zip(("deal", "decisions", "play"), luck.rounded, strict=True))
    return {"hand": luck.hand, "seat": luck.seat, **parts, "result": _rounded(luck.result)}


def _rounded(number: float) -> float | None:
    """Return a number with four places; ``None`` for an unknown one."""
    return None if math.isnan(number) else round(number, 4)
