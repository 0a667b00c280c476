"""SVG pictures of the table as a seat sees it, and of score sheets, from views and scores only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import accumulate
from math import cos, pi, sin
from operator import add
from typing import Any, Final

import twowaystreet as tws
from twowaystreet._engine.scores import HandScore, SeatScore

WIDTH: Final = 720
HEIGHT: Final = 400
CARD: Final = (38, 54)
BACK: Final = (20, 28)
RAISED: Final = 12
"""The height by which legal cards are raised."""

ROUND: Final = (250, 118)
"""The distance of the players from the middle; the cards of the trick are nearer."""
MIDDLE: Final = (360, 168)
HAND: Final = 336

STYLE: Final = """
.tws { width: 100%; max-width: 46rem; height: auto; display: block; margin: 1rem auto;
  font: 13px var(--font-stack, sans-serif); }
.tws text { fill: var(--color-foreground-primary, #000); text-anchor: middle; }
.tws .small { font-size: 11.5px; fill: var(--color-foreground-secondary, #5a5c63); }
.tws .turn { fill: var(--color-brand-content, #2757dd); }
.tws .name { font-weight: bold; }
.tws .cloth { fill: var(--color-background-secondary, #f8f9fb);
  stroke: var(--color-background-border, #eeebee); }
.tws .face { fill: #fffdf8; stroke: #8a8a85; }
.tws .back { fill: #6f8fce; stroke: var(--color-background-primary, #fff); }
.tws text.black { fill: #1c1c1c; } .tws text.red { fill: #c01818; }
.tws text.plain { fill: #6a6a6a; }
.tws .pips { font-size: 15px; font-weight: bold; }
.tws .idle { opacity: 0.55; }
.tws .line { stroke: var(--color-foreground-border, #878787); stroke-opacity: 0.5; }
.tws .total { font-size: 17px; font-weight: bold; }
.tws .ring { fill: none; stroke: var(--color-brand-primary, #0a4bff); stroke-width: 2; }
"""

# Any, in this module: views of any game, which have different facts.


def table(view: Any, names: Sequence[str], number: int) -> str:
    """Draw the view of a seat: its cards below, the others round the table, the trick between."""
    seats = len(names)
    parts = [f'<ellipse class="cloth" cx="{MIDDLE[0]}" cy="{MIDDLE[1]}" rx="200" ry="96"/>']
    for seat in range(seats):
        x, y = _at(seat, view.seat, seats, 1.0)
        if seat != view.seat:
            parts += _backs(x, y - 34, view.hand_sizes[seat])
            parts += _label(x, y + 12, view, seat, names)
    parts += _label(MIDDLE[0], HAND - 37, view, view.seat, names)
    for card, seat in zip(view.trick.cards, view.trick.seats, strict=True):
        x, y = _at(seat, view.seat, seats, 0.4)
        parts += _face(x - CARD[0] / 2, y - CARD[1] / 2, card)
    parts += _hand(view)
    if view.stock_size:
        parts += _stock(view.stock_size)
    title = f"The table as {names[view.seat]} sees it"
    top = min(MIDDLE[1] - 96, *(_at(seat, view.seat, seats, 1.0)[1] - 48 for seat in range(seats)))
    return _svg(number, title, description(view, names), (round(top) - 8, HEIGHT), parts)


def description(view: Any, names: Sequence[str]) -> str:
    """Describe the view in words, for readers who cannot see the picture."""
    lines = [f"{names[view.seat]} holds {_list(view.hand)}."]
    for card, seat in zip(view.trick.cards, view.trick.seats, strict=True):
        lines.append(f"{names[seat]} has played {card}.")
    playable = [move.card for move in view.legal_moves if isinstance(move, tws.Play)]
    if playable:
        lines.append(f"{names[view.seat]} may play {_list(playable)}.")
    for seat, name in enumerate(names):
        lines.append(f"{name}: {', '.join(_facts(view, seat))}.")
    return " ".join(lines)


def sheet(names: Sequence[str], hands: Sequence[HandScore[SeatScore]], number: int) -> str:
    """Draw a score sheet as on paper: the entries of each hand, with the totals below them."""
    column, row = WIDTH / len(names), 46
    totals = list(accumulate((hand.points for hand in hands), _added))
    height = 34 + row * len(hands) + 12
    parts = [f'<rect class="cloth" x="1" y="1" width="{WIDTH - 2}" height="{height - 2}" rx="8"/>']
    for place, name in enumerate(names):
        x = column * (place + 0.5)
        parts.append(f'<text class="name" x="{x:.0f}" y="23">{escape(name)}</text>')
        if place:
            edge = column * place
            parts.append(
                f'<line class="line" x1="{edge:.0f}" y1="8" x2="{edge:.0f}" y2="{height - 8}"/>'
            )
        for line, (hand, total) in enumerate(zip(hands, totals, strict=True)):
            y = 34 + row * line
            entry = escape(hand.seats[place].entry)
            parts.append(f'<text class="small" x="{x:.0f}" y="{y + 17}">{entry}</text>')
            parts.append(f'<text class="total" x="{x:.0f}" y="{y + 38}">{total[place]}</text>')
    for line in range(len(hands)):
        y = 34 + row * line
        parts.append(f'<line class="line" x1="8" y1="{y}" x2="{WIDTH - 8}" y2="{y}"/>')
    for place, points in enumerate(totals[-1]):
        if points == max(totals[-1]):
            x, y = column * (place + 0.5), 34 + row * (len(hands) - 1) + 33
            parts.append(f'<ellipse class="ring" cx="{x:.0f}" cy="{y}" rx="24" ry="12"/>')
    words = " ".join(
        f"Hand {line}: "
        + "; ".join(
            f"{name} {seat.entry}, total {points}"
            for name, seat, points in zip(names, hand.seats, total, strict=True)
        )
        + "."
        for line, (hand, total) in enumerate(zip(hands, totals, strict=True), start=1)
    )
    return _svg(number, f"The score sheet of {_list(names)}", words, (0, height), parts)


def _added(before: tuple[int, ...], points: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(add, before, points))


def _svg(number: int, title: str, words: str, lines: tuple[int, int], parts: Iterable[str]) -> str:
    """Combine the parts to one picture between two heights."""
    top, bottom = lines
    ids = f"tws-title-{number}", f"tws-words-{number}"
    return "\n".join(
        (
            f'<svg class="tws" viewBox="0 {top} {WIDTH} {bottom - top}" role="img" '
            f'aria-labelledby="{ids[0]} {ids[1]}">',
            f"<style>{STYLE}</style>",
            f'<title id="{ids[0]}">{escape(title)}</title>',
            f'<desc id="{ids[1]}">{escape(words)}</desc>',
            *parts,
            "</svg>",
        )
    )


def _at(seat: int, viewer: int, seats: int, share: float) -> tuple[float, float]:
    """Return the place of a seat; the viewer is below, and the next seat to the left."""
    angle = pi / 2 + 2 * pi * (seat - viewer) / seats
    x, y = ROUND
    return MIDDLE[0] + share * x * cos(angle), MIDDLE[1] + share * y * sin(angle)


def _face(x: float, y: float, card: tws.Card, how: str = "") -> Iterator[str]:
    """Draw a card face up, with its upper left corner here."""
    width, height = CARD
    color = card.color.value if card.color else "plain"
    rank, sign = (card.rank.value, card.suit.sign) if card.suit else ("★", "")
    # The variation selector prevents an emoji for the suit sign.
    pips = f"{rank}{sign}&#xFE0E;" if sign else rank
    yield f'<g class="{how}"><rect class="face" x="{x:.1f}" y="{y:.1f}" '
    yield f'width="{width}" height="{height}" rx="4"/>'
    yield f'<text class="pips {color}" x="{x + width / 2:.1f}" y="{y + 22:.1f}">{pips}</text></g>'


def _hand(view: Any) -> Iterator[str]:
    """Draw the cards of the viewer side by side, with legal cards raised."""
    playable = {move.card for move in view.legal_moves if isinstance(move, tws.Play)}
    step = min(CARD[0] + 4, (WIDTH - 220) / max(len(view.hand), 1))
    left = MIDDLE[0] - (step * (len(view.hand) - 1) + CARD[0]) / 2
    for place, card in enumerate(view.hand):
        idle = bool(playable) and card not in playable
        lift = RAISED if card in playable else 0
        yield from _face(left + step * place, HAND - lift, card, "idle" if idle else "")


def _backs(x: float, y: float, count: int) -> Iterator[str]:
    """Draw a number of cards face down."""
    width, height = BACK
    step = 7
    left = x - (step * (count - 1) + width) / 2
    for place in range(count):
        yield f'<rect class="back" x="{left + step * place:.1f}" y="{y - height / 2:.1f}" '
        yield f'width="{width}" height="{height}" rx="3"/>'


def _stock(count: int) -> Iterator[str]:
    x, y = WIDTH - 72, HAND + 4
    for place in range(3):
        yield f'<rect class="back" x="{x + 3 * place}" y="{y - 3 * place}" '
        yield f'width="{CARD[0]}" height="{CARD[1]}" rx="4"/>'
    yield f'<text class="small" x="{x + 22}" y="{y - 14}">stock: {count}</text>'


def _label(x: float, y: float, view: Any, seat: int, names: Sequence[str]) -> Iterator[str]:
    turn = " turn" if seat == view.actor else ""
    yield f'<text class="name{turn}" x="{x:.0f}" y="{y:.0f}">{escape(names[seat])}</text>'
    facts = escape(" · ".join(_facts(view, seat)))
    yield f'<text class="small" x="{x:.0f}" y="{y + 15:.0f}">{facts}</text>'


def _facts(view: Any, seat: int) -> Iterator[str]:
    """Yield the declaration, the tricks and the turn of a seat in words."""
    if declared := getattr(view, "declarations", (None,) * (seat + 1))[seat]:
        yield f"{declared.direction}, forced" if declared.forced else str(declared.direction)
    won = sum(trick.winner == seat for trick in view.tricks)
    yield "no trick yet" if not won else f"{won} trick{'s' * (won > 1)}"
    if seat == view.actor:
        yield "to move"


def _list(some: Iterable[object]) -> str:
    return ", ".join(map(str, some))
