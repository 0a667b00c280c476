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
from twowaystreet._core.display.lines import plain, signed
from twowaystreet._core.display.sentences import winners_line
from twowaystreet._core.display.table_facts import TableFacts
from twowaystreet._core.display.values import Laid, Option, count, goes_on, hand_number
from twowaystreet._core.display.words import (
    YOU,
    card_words,
    many,
    minus,
    sentence,
    sign_text,
    third_person,
    whom,
)
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.moves import Move, Play, groups_of
from twowaystreet._core.views.views import AnyView
from twowaystreet._util.numbers import listed
from twowaystreet.errors import Reason
from twowaystreet.players import simple
from twowaystreet.players._monte_carlo import OFFERS
from twowaystreet.players._simple import rule_for
from twowaystreet.svg.elements import face, for_page
from twowaystreet.svg.geometry import Box, CardPlace
from twowaystreet.svg.planning import places_in
from twowaystreet.svg.scene import Json
from twowaystreet.svg.sheets import totals_of
from twowaystreet.table import Table
from twowaystreet.table._seen import SeenTable

DEAL: Final = "deal"  # the text with which a player deals
_MANY: Final = 100  # so many hands are a bound of a server, and no length of a game


def contents_of(table: Table, facts: TableFacts, away: Sequence[int], center: Box) -> Json:
    view, display, names = facts.view, facts.display, facts.names
    seat, free, again = view.seat, table.free_seats, table.again
    return {
        "number": table.last_number,
        "hand": _hand_text(table, view),
        "you": seat,
        "names": names,
        "scores": view.scores,
        "actor": view.actor,
        "away": list(away),
        "free": len(free),
        "people": table.people,
        "bots": {str(at): OFFERS.get(bot or "", "") for at, bot in table.bots.items()},
        "task": _task(table, facts, away, free),
        "over": view.is_over,
        "yours": seat is not None and view.actor == seat,
        "form": {} if seat is None or free else form_of(facts, center),
        "undo": {
            "can": seat is not None and table.can_undo(seat),
            "text": _undo_line(table, seat, names),
        },
        "again": {
            "can": view.is_over and seat is not None and seat not in again,
            "text": _again_line(table, seat, names) if again and view.is_over else "",
        },
        "panel": None if view.score is None else _panel(table, facts),
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


def names_for(table: SeenTable[Any], seat: int | None) -> tuple[str, ...]:
    return tuple([YOU if each == seat else name for each, name in enumerate(table.names)])


def refusal_of(reason: Reason) -> str:
    """Return for a player why a move is impossible; empty if the task says it."""
    words = reason.explain()
    if isinstance(reason, reasons.MustFollow | reasons.MustTrump):
        fault, _, _ = words.partition(": expected")
        allowed = map(sign_text, sorted(reason.allowed, key=place_by_suit))
        return f"{fault}: play {listed(allowed, 'or')}"
    if isinstance(reason, reasons.WrongMove | reasons.NotOffered | reasons.NotHeld):
        return ""
    if isinstance(reason, reasons.MustName | reasons.DealDue):
        return ""
    return signed(words.replace(": expected ", ": you need "))


def _hand_text(table: Table, view: AnyView) -> str:
    most = getattr(table.rules, "max_hands", None)
    is_limit = most is not None and most < _MANY
    return f"Hand {hand_number(view)}{f' of {most}' if is_limit else ''}"


def _task(table: Table, facts: TableFacts, away: Sequence[int], free: Sequence[int]) -> str:
    view, names = facts.view, facts.names
    if free:
        return f"Waiting for {'a player' if len(free) == 1 else count(len(free), 'player')}"
    if view.actor is None and away and not table.hand_scores:
        have = "has" if len(away) == 1 else "have"
        return f"{listed(names[seat] for seat in away)} {have} not come yet"
    if view.is_over:
        return _winners(view, names)
    if view.actor is None and view.seat is None:
        return "Waiting for the deal"
    if view.actor is None and not (view.hand_over or goes_on(view)):
        return "Everybody is here"
    return facts.display.task(view, names)


def _winners(view: AnyView, names: Sequence[str]) -> str:
    return plain(winners_line(view, names)).removesuffix(".")


def _undo_line(table: Table, seat: int | None, names: Sequence[str]) -> str:
    asked = table.asked
    if asked is None:
        return ""
    verb = "ask" if asked.seat == seat else third_person("ask")
    words = f"{names[asked.seat]} {verb} to take back a move."
    return words + _missing(table, seat, names, asked.agreed)


def _again_line(table: Table, seat: int | None, names: Sequence[str]) -> str:
    again = table.again
    verb = "wants" if len(again) == 1 and seat not in again else "want"
    words = f"{listed(many(names[each] for each in again))} {verb} to play again."
    return sentence(words) + _missing(table, seat, names, again)


def _missing(table: Table, seat: int | None, names: Sequence[str], agreed: Sequence[int]) -> str:
    missing = [names[each] for each in table.people if each not in agreed]
    return f" Waiting for {listed(missing)} to agree." if missing and seat in agreed else ""


# Choices


def form_of(facts: TableFacts, center: Box) -> Json:
    """Return the choices of a player now, by the keys of the page; empty without a choice."""
    view, display = facts.view, facts.display
    if view.actor is None:
        if view.is_over:
            return {}
        text = "Next hand" if view.hand_over else "Deal the cards"
        return {"options": [{"move": DEAL, "text": text}], "moves": []}
    if view.actor != view.seat:
        return {}
    moves, others = _by_cards(facts)
    options = [
        *display.options(view, facts.names),
        *map(Option, others, _texts(others, facts, are_chosen=False)),
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
    if len(sizes) > 1:
        form["values"] = dict(_values(moves, facts))
        if rule_for(view) is not None:
            form["arranged"] = str(simple(view, random.Random(0)))
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


def _texts(moves: Sequence[Move], facts: TableFacts, *, are_chosen: bool = True) -> list[str]:
    text, view = facts.display.button_text, facts.view
    keys = [(text(move, view), groups_of(move) if are_chosen else ()) for move in moves]
    often = Counter(keys)
    return [
        key[0] if often[key] == 1 else sentence(signed(str(move)))
        for key, move in zip(keys, moves, strict=True)
    ]


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
    for move, text in zip(moves, _texts(moves, facts), strict=True):
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


def _panel(table: Table, facts: TableFacts) -> Json:
    view, names, score = facts.view, facts.names, facts.view.score
    assert score is not None
    fewer = score.fewer_is_better
    most = max(1, *(abs(points) for points in score.points))
    rows = [
        {
            "seat": seat,
            "name": names[seat],
            "points": minus(f"{points:+}"),
            "total": minus(str(view.scores[seat])),
            "words": minus(row.words),
            "rule": row.rule,
            "bar": round(points / most, 3),
            "won": seat in view.winners,
        }
        for seat, (points, row) in enumerate(zip(score.points, facts.score_rows, strict=True))
    ]
    ended = _best_in_words(score.points, names, "win the hand", fewer)
    panel: Json = {
        "title": _winners(view, names) if view.is_over else ended,
        "lead": ended
        if view.is_over
        else _best_in_words(view.scores, names, "lead the game", fewer),
        "lines": [*map(minus, facts.score_lines)],
        "rows": rows,
        "key": _key(score.points, fewer),
        "fewer": fewer,
        "help": facts.display.score_help,
        "over": view.is_over,
    }
    if len(table.hand_scores) > 1:
        scores = table.hand_scores
        panel["totals"] = totals_of(scores, [scores[0].starts_at] * len(view.scores))
    return panel


def _best_in_words(points: Sequence[int], names: Sequence[str], what: str, fewer: bool) -> str:
    """Return who wins a hand by how much, or leads the game with how many points.

    >>> _best_in_words([2, 15, 0], ["You", "Ben", "Cy"], "win the hand", False)
    'Ben wins the hand, +15'
    >>> _best_in_words([2, 2, 0], ["You", "Ben", "Cy"], "lead the game", False)
    'Ben and you lead the game with 2 points'
    >>> _best_in_words([1, -2, 1], ["You", "Ben", "Cy"], "win the hand", False)
    'Ben loses the hand, −2'
    """
    best = min(points) if fewer else max(points)
    seats = [seat for seat, each in enumerate(points) if each == best]
    is_hand = what == "win the hand"
    if len(seats) == len(points):
        return "Nobody wins the hand" if is_hand else f"Everybody has {count(best, 'point')}"
    others = [seat for seat in range(len(points)) if seat not in seats]
    if is_hand and len(seats) > len(others) == 1 and (points[others[0]] > 0) == fewer:
        seats, what, best = others, "lose the hand", points[others[0]]
    who = many(names[seat] for seat in seats)
    verb = third_person(what) if len(who) == 1 and who != ["you"] else what
    if not is_hand:
        how = f" with {count(best, 'point')}"
    elif fewer and best < 0:
        how = f", {count(-best, 'point')} off"
    else:
        how = f", {minus(f'{best:+}')}" if best else ""
    each = " each" if is_hand and best and len(who) > 1 else ""
    return f"{sentence(listed(who))} {verb}{how}{each}"


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
