"""The facts of a table for one person, in JSON, for clients that draw for themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from twowaystreet._core.display.display import display_of
from twowaystreet._core.display.lines import plain, signed
from twowaystreet._core.display.sentences import winners_line
from twowaystreet._core.display.table_facts import TableFacts
from twowaystreet._core.display.values import count, goes_on
from twowaystreet._core.display.words import YOU, many, minus, sentence, set_text, third_person
from twowaystreet._core.engine.moves import Move, cards_of, groups_of
from twowaystreet._core.views.claims import Claim
from twowaystreet._core.views.views import AnyView
from twowaystreet._util.numbers import listed
from twowaystreet.players._monte_carlo import OFFERS
from twowaystreet.svg.scene import Json
from twowaystreet.table._seen import SeenTable
from twowaystreet.table._sittings import Happened
from twowaystreet.table._telling import TableEvent, offers_of

DEAL: Final = "deal"  # how a player deals; a table shuffles, so no player names the cards
MOST_EVENTS: Final = 300  # in the facts for one person


# Any: a table of any game, here and below.
def facts_of(table: SeenTable[Any], token: str, since: int = 0, away: Sequence[int] = ()) -> Json:
    """Return all that a person may know now, as the schema of the messages has it.

    ``since`` is the number of the last event that the person has seen. People at the seats ``away``
    have no page or program open.
    """
    view, game = table.view(token), table.game
    facts = TableFacts(view, names_for(table, view.seat), display=display_of(game))
    last, first = table.last_number, max(0, table.last_number - MOST_EVENTS)
    events = table.events(token, since)
    # A server may have lost events, and an undo takes some back.
    is_new = not max(first, 1) <= since <= last or any(
        event.happened is Happened.UNDO for event in events
    )
    if is_new:
        events = table.events(token, first)
    return {
        "type": "facts",
        "game": game.name,
        "title": game.title,
        "names": [*table.names],
        **people_facts(table, token, facts, away),
        "view": view.to_dict(),
        "offers": _offers(table, facts),
        "events": [*map(_event, events)],
        "all": is_new,
        "result": result_of(facts),
    }


def people_facts(table: SeenTable[Any], token: str, facts: TableFacts, away: Sequence[int]) -> Json:
    """Return who sits at a table, and what the reader and the others can do or wait for."""
    seat, names, again, is_over = facts.view.seat, facts.names, table.again, facts.view.is_over
    return {
        "number": table.last_number,
        "you": seat,
        "away": [*away],
        "free": len(table.free_seats),
        "people": [*table.people],
        "bots": {str(at): OFFERS.get(bot or "", "") for at, bot in table.bots.items()},
        "task": _task(table, facts, away, table.free_seats),
        "undo": {
            "can": seat is not None and table.can_undo(seat),
            "text": _undo_line(table, seat, names),
        },
        "forced": _forced(table, facts),
        "claim": claim_facts(table, token, facts),
        "hint": seat is not None and table.can_hint(seat),
        "again": {
            "can": is_over and seat is not None and seat not in again,
            "text": _again_line(table, seat, names) if again and is_over else "",
        },
    }


def _event(event: TableEvent) -> Json:
    keys = ("number", "happened", "seat", "text")
    return {**{key: getattr(event, key) for key in keys}, "sentences": [*event.sentences]}


def _offers(table: SeenTable[Any], facts: TableFacts) -> list[Json]:
    """Return the legal moves in groups, each with its words; a deal that is due is a move too."""
    view = facts.view
    if view.seat is None or table.free_seats or view.is_over:
        return []
    if view.actor is None:
        return [{"kind": "", "moves": [{"move": DEAL, "words": deal_words(view), "cards": []}]}]
    if view.actor != view.seat:
        return []
    # Options are moves without cards.
    is_cards = all(map(groups_of, view.legal_moves or ()))
    options = () if is_cards else facts.display.options(view, facts.names)
    said = {option.move: option.text for option in options}

    def offered(move: Move, words: str) -> Json:
        words = said.get(move, words) if said else words
        return {"move": str(move), "words": words, "cards": [*map(str, cards_of(move))]}

    return [
        {
            "kind": offer.kind,
            "moves": [*map(offered, offer.moves, texts_of(offer.moves, facts, are_chosen=False))],
        }
        for offer in offers_of(view)
    ]


def deal_words(view: AnyView) -> str:
    return "Next hand" if view.hand_over else "Deal the cards"


def names_for(table: SeenTable[Any], seat: int | None) -> tuple[str, ...]:
    return tuple([YOU if each == seat else name for each, name in enumerate(table.names)])


def texts_of(moves: Sequence[Move], facts: TableFacts, *, are_chosen: bool = True) -> list[str]:
    text, view = facts.display.button_text, facts.view
    keys = [(text(move, view), groups_of(move) if are_chosen else ()) for move in moves]
    often = Counter(keys)
    return [
        key[0] if often[key] == 1 else sentence(signed(str(move)))
        for key, move in zip(keys, moves, strict=True)
    ]


# Words


def _task(
    table: SeenTable[Any], facts: TableFacts, away: Sequence[int], free: Sequence[int]
) -> str:
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
    task = facts.display.task(view, names)
    is_first = view.actor is None and not (view.hand_over or goes_on(view))
    is_usual = task == deal_words(view)  # and tells no reason to deal again
    return "Everybody is here" if is_first and is_usual else task


def _winners(view: AnyView, names: Sequence[str]) -> str:
    return plain(winners_line(view, names)).removesuffix(".")


def _forced(table: SeenTable[Any], facts: TableFacts) -> str:
    """Return why the person has one move alone; empty with a choice, and after an undo."""
    if table.free_seats or table.asked or table._has_undone:
        return ""
    return facts.display.forced(facts.view, facts.names)


def claim_facts(table: SeenTable[Any], token: str, facts: TableFacts) -> Json:
    """Return what the person can claim, and the claim that waits with the cards of its player."""
    seat, asked = facts.view.seat, table.asked
    may, text, cards = table.claim_for(token), "", tuple[str, ...]()
    can = may is not None
    if asked is not None and asked.claims:
        claim, held = table.claimed
        verb = "take" if claim is Claim.ALL else "lose"
        verb = verb if asked.seat == seat else third_person(verb)
        text = f"{facts.names[asked.seat]} {verb} all that is left: {set_text(held)}."
        text += _missing(table, seat, facts.names, asked.agreed)
        cards, can = tuple(map(str, held)), seat in table.people and seat not in asked.agreed
    words = {None: "Agree", Claim.ALL: "Claim the rest", Claim.NONE: "Give up the rest"}[may]
    return {"can": can, "words": words if can else "", "text": text, "cards": [*cards]}


def _undo_line(table: SeenTable[Any], seat: int | None, names: Sequence[str]) -> str:
    asked = table.asked
    if asked is None or asked.claims:
        return ""
    verb = "ask" if asked.seat == seat else third_person("ask")
    words = f"{names[asked.seat]} {verb} to take back a move."
    return words + _missing(table, seat, names, asked.agreed)


def _again_line(table: SeenTable[Any], seat: int | None, names: Sequence[str]) -> str:
    again = table.again
    verb = "wants" if len(again) == 1 and seat not in again else "want"
    words = f"{listed(many(names[each] for each in again))} {verb} to play again."
    return sentence(words) + _missing(table, seat, names, again)


def _missing(
    table: SeenTable[Any], seat: int | None, names: Sequence[str], agreed: Sequence[int]
) -> str:
    missing = [names[each] for each in table.people if each not in agreed]
    return f" Waiting for {listed(missing)} to agree." if missing and seat in agreed else ""


# Results


def result_of(facts: TableFacts) -> Json | None:
    """Return the result of a hand that is over, with its sums in words; ``None`` during a hand."""
    view, names, score = facts.view, facts.names, facts.view.score
    if score is None:
        return None
    fewer = score.fewer_is_better
    rows = [
        {
            "seat": seat,
            "name": names[seat],
            "points": minus(f"{points:+}"),
            "total": minus(str(view.scores[seat])),
            "words": minus(row.words),
            "rule": row.rule,
            "won": seat in view.winners,
        }
        for seat, (points, row) in enumerate(zip(score.points, facts.score_rows, strict=True))
    ]
    ended = _best_in_words(score.points, names, "win the hand", fewer)
    leads = "" if view.is_over else _best_in_words(view.scores, names, "lead the game", fewer)
    return {
        "title": _winners(view, names) if view.is_over else ended,
        "lead": leads or ended,
        "lines": [*map(minus, facts.score_lines)],
        "rows": rows,
        "fewer": fewer,
        "help": facts.display.score_help,
        "over": view.is_over,
    }


def _best_in_words(points: Sequence[int], names: Sequence[str], what: str, fewer: bool) -> str:
    """Return who wins a hand by how much, or leads the game with how many points.

    >>> _best_in_words([2, 15, 0], ["You", "Ben", "Cy"], "win the hand", False)
    'Ben wins the hand, +15'
    >>> _best_in_words([2, 2, 0], ["You", "Ben", "Cy"], "lead the game", False)
    'Ben and you lead the game with 2 points'
    >>> _best_in_words([1, -2, 1], ["You", "Ben", "Cy"], "win the hand", False)
    'Ben loses the hand, −2'
    >>> _best_in_words([-100, -120], ["You", "Ben"], "lead the game", False)
    'You lead the game with −100 points'
    """
    best = min(points) if fewer else max(points)
    seats = [seat for seat, each in enumerate(points) if each == best]
    is_hand = what == "win the hand"
    total = minus(count(best, "point"))
    if len(seats) == len(points):
        return "Nobody wins the hand" if is_hand else f"Everybody has {total}"
    others = [seat for seat in range(len(points)) if seat not in seats]
    if is_hand and len(seats) > len(others) == 1 and (points[others[0]] > 0) == fewer:
        seats, what, best = others, "lose the hand", points[others[0]]
    who = many(names[seat] for seat in seats)
    verb = third_person(what) if len(who) == 1 and who != ["you"] else what
    if not is_hand:
        how = f" with {total}"
    elif fewer and best < 0:
        how = f", {count(-best, 'point')} off"
    else:
        how = f", {minus(f'{best:+}')}" if best else ""
    each = " each" if is_hand and best and len(who) > 1 else ""
    return f"{sentence(listed(who))} {verb}{how}{each}"
