"""The contents of the page besides its scenes: words, choices, results and tricks."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import itemgetter
from typing import Any, Final

from twowaystreet._core import reasons
from twowaystreet._core.cards.cards import Card, place_by_suit, text_of
from twowaystreet._core.display.display import AnyDisplay, display_of, how_to_play_of, trick_title
from twowaystreet._core.display.lines import signed
from twowaystreet._core.display.table_facts import TableFacts
from twowaystreet._core.display.values import Laid, Option, count, hand_number
from twowaystreet._core.display.words import card_words, sign_text, whom
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.moves import Move, Play, groups_of
from twowaystreet._core.views.views import AnyView
from twowaystreet._util.numbers import listed
from twowaystreet.errors import Reason
from twowaystreet.players import simple
from twowaystreet.players._simple import rule_for
from twowaystreet.svg.elements import face, for_page
from twowaystreet.svg.geometry import Box, CardPlace
from twowaystreet.svg.planning import places_in
from twowaystreet.svg.scene import Json
from twowaystreet.svg.sheets import totals_of
from twowaystreet.table import Table
from twowaystreet.table._facts import DEAL, deal_words, people_facts, result_of, texts_of
from twowaystreet.table._seen import SeenTable

_MANY: Final = 100  # so many hands are a bound of a server, and no length of a game


def contents_of(
    table: Table, token: str, facts: TableFacts, away: Sequence[int], center: Box
) -> Json:
    view, display, seat = facts.view, facts.display, facts.view.seat
    return {
        **people_facts(table, token, facts, away),
        "names": facts.names,
        "hand": _hand_text(table, view),
        "scores": view.scores,
        "actor": view.actor,
        "over": view.is_over,
        "yours": seat is not None and view.actor == seat,
        "form": {} if seat is None or table.free_seats else form_of(facts, center),
        "panel": _panel(table, facts),
        "trick": display.trick_word.capitalize() if hasattr(view, "tricks") else "",
        "tip": display.phase_help.get(view.phase, ""),
        "phase": str(view.phase),
        "hints": display.hints.get(view.phase, ()),
    }


# Words


def summary_of(game: Game) -> str:
    """Return what a game is about: the words of its display, or the first sentence of its rules."""
    first = next(iter(how_to_play_of(game)), "").partition(". ")[0]
    return display_of(game).summary or (f"{first.removesuffix('.')}." if first else "")


def refusal_of(reason: Reason) -> str:
    """Return for a player why a move is impossible; empty if the task says it."""
    words = reason.explain()
    if isinstance(reason, reasons.MustFollow | reasons.MustTrump):
        fault, _, _ = words.partition(": expected")
        allowed = map(sign_text, sorted(reason.allowed, key=place_by_suit))
        return f"{fault}: play {listed(allowed, 'or')}"
    told = reasons.WrongMove | reasons.NotOffered | reasons.NotHeld | reasons.MustName
    if isinstance(reason, told | reasons.DealDue):
        return ""
    return signed(words.replace(": expected ", ": you need "))


def _hand_text(table: Table, view: AnyView) -> str:
    most = getattr(table.rules, "max_hands", None)
    is_limit = most is not None and most < _MANY
    return f"Hand {hand_number(view)}{f' of {most}' if is_limit else ''}"


# Choices


def form_of(facts: TableFacts, center: Box) -> Json:
    """Return the choices of a player now, by the keys of the page; empty without a choice."""
    view, display = facts.view, facts.display
    if view.actor is None:
        if view.is_over:
            return {}
        return {"options": [{"move": DEAL, "text": deal_words(view)}], "moves": []}
    if view.actor != view.seat:
        return {}
    moves, others = _by_cards(facts)
    options = [
        *display.options(view, facts.names),
        *map(Option, others, texts_of(others, facts, are_chosen=False)),
    ]
    form: Json = {
        "options": [_option(option) for option in options],
        "moves": list(_moves(moves, facts)),
    }
    kinds = Counter(each["kind"] for each in form["moves"] if "kind" in each)
    if kinds:
        form["kinds"] = {kind: count(number, kind) for kind, number in kinds.items()}
    sizes = display.slots(view)
    if sizes:
        labels = display.slot_labels(view)
        form["slots"] = [
            [_place(place, label) for place in group]
            for group, label in zip(places_in(center, sizes), labels, strict=True)
        ]
        if rule_for(view) is not None:
            form["arranged"] = str(simple(view, random.Random(0)))
    if len(sizes) > 1:
        form["values"] = dict(_values(moves, facts))
    return form


def _by_cards(facts: TableFacts) -> tuple[list[Move], list[Move]]:
    """Return the moves by cards that the viewer sees as own ones, and the moves by other cards."""
    assert facts.view.seat is not None
    rows = [row.cards for row in facts.seats[facts.view.seat].rows if row.is_hand]
    own = {*(facts.view.hand or ()), *chain.from_iterable(rows)}
    moves: list[tuple[Any, Move]] = []
    others: list[Move] = []
    for move, cards in facts.offered:
        if cards:
            if own.issuperset(cards):
                moves.append((max(map(facts.display.place_of, cards)), move))
            else:
                others.append(move)
    return [move for _, move in sorted(moves, key=itemgetter(0))], others


def _option(option: Option) -> Json:
    found: Json = {"move": str(option.move), "text": option.text}
    for name in ("note", "number", "switch", "confirm", "big", "badge"):
        value = getattr(option, name)
        if value not in ("", None) and value is not False:
            found[name] = value
    return found


def _moves(moves: Sequence[Move], facts: TableFacts) -> Iterator[str | Json]:
    if all(type(move) is Play for move in moves):  # as usual; nobody needs the words
        yield from map(str, moves)
        return
    for move, text in zip(moves, texts_of(moves, facts), strict=True):
        yield str(move) if type(move) is Play else _move(move, text, facts)


def _move(move: Move, words: str, facts: TableFacts) -> Json:
    """Return a move of several cards; one combination has its kind, by which a page offers it."""
    display, view = facts.display, facts.view
    groups = display.groups(move, view)
    if len(groups) == 1:  # of several the order tells which place each has
        groups = [sorted(groups[0], key=display.place_of)]
    found: Json = {
        "move": str(move),
        "groups": [list(map(str, group)) for group in groups],
        "text": words,
    }
    if len(groups) == 1 and (kind := display.kind_of(groups[0], view)):
        found["kind"] = kind
    return found


def _values(moves: Sequence[Move], facts: TableFacts) -> Iterator[tuple[str, str]]:
    groups = {tuple(sorted(group)) for move in moves for group in groups_of(move)}
    for group in groups:
        yield text_of(group), facts.display.kind_of(group, facts.view)


def _place(place: Box, label: str) -> Json:
    found: Json = {
        "x": round(place.x, 1),
        "y": round(place.y, 1),
        "w": round(place.width, 1),
        "h": round(place.height, 1),
    }
    return {**found, "label": label} if label else found


# Results and tricks


def _panel(table: SeenTable[Any], facts: TableFacts) -> Json | None:
    result, score = result_of(facts), facts.view.score
    if result is None or score is None:
        return None
    most = max(1, *map(abs, score.points))
    both = zip(result["rows"], score.points, strict=True)
    rows = [{**row, "bar": round(points / most, 3)} for row, points in both]
    panel = {**result, "rows": rows, "key": _key(score.points, score.fewer_is_better)}
    if len(table.hand_scores) > 1:
        scores = table.hand_scores
        panel["totals"] = totals_of(scores, [scores[0].starts_at] * len(facts.names))
    return panel


def _key(points: Sequence[int], fewer: bool) -> str:
    good, bad = ("off, which is good", "added") if fewer else ("won", "lost")
    has_red = any((each > 0) if fewer else (each < 0) for each in points)
    red = f". A red bar shows points {bad}" if has_red else ""
    return f"A bar shows points {good}{red}. The bold number is the total."


def tricks_of(
    display: AnyDisplay, tricks: Sequence[Any], names: Sequence[str], first: int = 1
) -> list[Json]:
    return [
        {
            "title": trick_title(display, number),
            "taker": _taker(trick.winner, names),
            "plays": [_play(play, names[play.seat]) for play in display.plays(trick)],
        }
        for number, trick in enumerate(tricks, start=first)
    ]


def _play(play: Laid, name: str) -> Json:
    found: Json = {"name": name, "cards": list(map(str, play.cards))}
    if play.hand:
        found["hand"] = play.hand
    if play.won:
        found["won"] = True
    return found


def pictures_of(cards: Iterable[Card]) -> dict[str, dict[str, str]]:
    return {
        str(card): {"art": for_page(face(card, CardPlace(0, 0))), "label": card_words(card)}
        for card in sorted({*cards}, key=lambda card: card.index)
    }


def _taker(winner: int | None, names: Sequence[str]) -> str:
    return "nobody" if winner is None else whom(names[winner])
