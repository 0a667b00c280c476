"""The choices of a player of Twenty Down in words, and the sums of a score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from twowaystreet._cards.cards import Suit
from twowaystreet._display.choices import (
    Option,
    ScoreRow,
    chosen_by,
    held_text,
    suit_text,
)
from twowaystreet._display.people import does
from twowaystreet._display.tasks import idle_task, play_task
from twowaystreet._display.values import count
from twowaystreet.games.twenty_down.moves import Declare, Draw, Trump
from twowaystreet.games.twenty_down.rules import Phase
from twowaystreet.games.twenty_down.scoring import (
    DOUBLED,
    FOR_A_TRICK,
    FOR_NO_TRICK,
    FOR_STANDING_ALONE,
    HandScore,
    Status,
)
from twowaystreet.games.twenty_down.state import EARLY_HANDS, View

_VERBS: Final = MappingProxyType(
    {
        Phase.TRUMP: "name trumps",
        Phase.DRAW: "discard and draw",
        Phase.DECLARE: "say in or out",
    }
)
# Any: the keys of a mapping must be of its very type.
_TASKS: Final[Mapping[Any, str]] = MappingProxyType(
    {
        Phase.TRUMP: "Name trumps on your first two cards",
        Phase.DRAW: "Exchange up to three cards, or keep all five",
        Phase.DECLARE: "Are you in or out of this hand?",
    }
)
_MEANING: Final = MappingProxyType(
    {
        Suit.HEARTS: "Everything counts double",
        Suit.DIAMONDS: "Everybody has to be in",
    }
)

_MEANT: Final = MappingProxyType(
    {Suit.HEARTS: "everything counted double", Suit.DIAMONDS: "everybody was in"}
)


def task_of(view: View, names: Sequence[str]) -> str:
    """Return what the viewer has to do now, or what the table waits for."""
    if idle := idle_task(view, names, _VERBS):
        return idle
    if task := _TASKS.get(view.phase):
        return task
    named = not view.tricks and view.hands_played < EARLY_HANDS
    lead = "You named trumps, so you lead: play any card" if named else ""
    return play_task(view, trumps=view.trumps, lead=lead)


def options_of(view: View, names: Sequence[str]) -> Iterator[Option]:
    """Yield the choices without cards: trumps, a hand kept whole, in and out."""
    for move in view.legal_moves or ():
        if isinstance(move, Trump):
            held, meaning = held_text(view.hand or (), move.suit), _MEANING.get(move.suit)
            note = f"{meaning}; {held[:1].lower()}{held[1:]}" if meaning else held
            yield Option(move, suit_text(move.suit), note=note)
        elif isinstance(move, Draw) and not move.cards:
            yield Option(move, "Keep all five", note="Your hand stays as it is")
        elif isinstance(move, Declare):
            yield _declaration(view, names, move)


def _declaration(view: View, names: Sequence[str], move: Declare) -> Option:
    """Return in or out, with the points that it brings (TD-4, TD-5, TD-9)."""
    made_by = zip(names, view.statuses, strict=True)
    same = [name for name, made in made_by if made is move.status]
    times = _times(view.trumps)
    if move.status is Status.IN:
        note = f"Each trick takes {-times * FOR_A_TRICK} off; no trick adds {times * FOR_NO_TRICK}"
    else:
        note = "Your points stay as they are"
        is_last = view.statuses.count(None) == 1
        if is_last and view.statuses.count(Status.IN) == 1:
            alone = names[view.statuses.index(Status.IN)]
            note += f", and {alone}, alone in, gets {-times * FOR_STANDING_ALONE} off"
    text = str(move.status).capitalize()
    return Option(move, text, note=note, big=True, badge=chosen_by(same))


def _times(trumps: Suit | None) -> int:
    return 2 if trumps is DOUBLED else 1


def row_of(score: HandScore, seat: int) -> ScoreRow:
    """Return the points of a seat in words (TD-4, TD-5, TD-9)."""
    own = score.seats[seat]
    if own.status is Status.OUT:
        return ScoreRow("out: nothing changes", "TD-4")
    doubled = ", times 2 for hearts" if score.trumps is DOUBLED else ""
    if [each.status for each in score.seats].count(Status.IN) == 1:
        return ScoreRow(f"alone in: {-FOR_STANDING_ALONE} off{doubled}", "TD-5")
    if not own.tricks:
        return ScoreRow(f"no trick: {FOR_NO_TRICK} added{doubled}", "TD-9")
    off = -FOR_A_TRICK * own.tricks
    return ScoreRow(f"took {count(own.tricks, 'trick')}: {off} off{doubled}", "TD-9")


def lines_of(score: HandScore, names: Sequence[str]) -> list[str]:
    """Return the trumps of the hand with their meaning, and the only player who was in."""
    meant = _MEANT.get(score.trumps)
    trumps = f"Trumps were {suit_text(score.trumps)}"
    lines = [f"{trumps}: {meant}" if meant else trumps]
    playing = [seat for seat, own in enumerate(score.seats) if own.status is Status.IN]
    if len(playing) == 1:
        lines.append(f"Only {does(names[playing[0]], 'go')} in: nothing is played")
    return lines
