"""The lower part of a table: the viewer's hand, the prompt, the viewer's plate and shelf."""

from __future__ import annotations

import attrs

from twowaystreet._util.values import Value
from twowaystreet.svg.geometry import Box
from twowaystreet.svg.layout import (
    LABEL,
    NAME_LINE,
    PAD,
    SMALLEST,
    WORD_LINE,
    Cards,
    Needs,
    card_of,
    moved,
    rows_height,
)
from twowaystreet.svg.windows import Window

_LIFT = 12.0
"""The room for raised cards."""
_PROMPT = 88.0
"""The height of the prompt in a narrow window: a sentence of two lines, and buttons."""
_BESIDE = 70.0, 66.0
"""The height of the prompt beside the viewer's plate, in a high and in a low window: a line of the
sentence, and buttons."""
_FEW = 3
"""The most cards before the viewer that lie beside the viewer's plate."""


@attrs.frozen(kw_only=True)
class Lower(Value):
    """The boxes of the lower part.

    Attributes:
        hand: the place of the viewer's hand.
        prompt: the place of the line that tells what to do.
        plate: the viewer's plate.
        shelf: the place for cards before the viewer.
        cards: the sizes of cards; those before the viewer can be smaller than asked for.
        top: the upper edge.
    """

    hand: Box
    prompt: Box
    plate: Box
    shelf: Box
    cards: Cards
    top: float

    def down(self, by: float) -> Lower:
        """Return the lower part moved down."""
        return attrs.evolve(
            self,
            hand=moved(self.hand, 0, by),
            prompt=moved(self.prompt, 0, by),
            plate=moved(self.plate, 0, by),
            shelf=moved(self.shelf, 0, by),
            top=self.top + by,
        )


def is_beside(needs: Needs) -> bool:
    """Return whether the few cards before the viewer lie beside the viewer's plate."""
    return needs.prompt and 0 < needs.own_shelf <= _FEW and not needs.plays_from_shelf


def lower_of(needs: Needs, window: Window, cards: Cards, lines: int) -> Lower:
    """Place the lower part, from the lower edge of the window up.

    Args:
        needs: what the table has to have room for.
        window: the window; without a height the lower edge is at 0.
        cards: the sizes of cards.
        lines: the lines of facts on the viewer's plate.
    """
    gap = window.gap
    inner = window.width - 2 * gap
    high = rows_height(needs.hand, inner, cards.hand, window.reach) if needs.hand else 0.0
    y = (window.height or 0.0) - gap - high
    hand = Box(gap, y, inner, high)
    y -= _LIFT if high else 0
    plate, prompt = _plate_and_prompt(needs, window, y, PAD * 2 + NAME_LINE + WORD_LINE * lines)
    y = min(plate.y, prompt.y) - gap / 2
    lower = Lower(
        hand=hand, prompt=prompt, plate=plate, shelf=Box(gap, y, inner, 0), cards=cards, top=y
    )
    if is_beside(needs):
        return _with_shelf_beside(lower, needs, window)
    return _with_shelf(lower, needs, window) if needs.own_shelf else lower


def _plate_and_prompt(needs: Needs, window: Window, y: float, plate: float) -> tuple[Box, Box]:
    """Place the viewer's plate and the prompt above a line."""
    gap, width = window.gap, window.width
    inner = width - 2 * gap
    if not needs.prompt:
        wide = min(inner, max(480.0, 0.5 * width))
        top = y - plate - gap / 2
        return Box((width - wide) / 2, top, wide, plate), Box(gap, top + plate, inner, 0)
    if window.tall:
        prompt = Box(gap, y - _PROMPT - 4, inner, _PROMPT)
        return Box(gap, prompt.y - plate - gap / 2, inner, plate), prompt
    wide = min(max(0.18 * width, 150), 230)
    high = max(plate, _BESIDE[window.small])
    top = y - high - gap / 2
    right = gap if width < 1000 else 2 * gap + wide  # a prompt in the middle where there is room
    prompt = Box(2 * gap + wide, top, width - 2 * gap - wide - right, high)
    return Box(gap, top + (high - plate) / 2, wide, plate), prompt


def _with_shelf(lower: Lower, needs: Needs, window: Window) -> Lower:
    """Place the cards before the viewer above the plate."""
    box = lower.shelf
    least = window.reach if needs.plays_from_shelf else 8.0
    high = LABEL + rows_height(needs.own_shelf, box.width, lower.cards.own_shelf, least)
    y = lower.top - high - (_LIFT if needs.plays_from_shelf and not window.small else 0)
    shelf = Box(box.x, y, box.width, high)
    return attrs.evolve(lower, shelf=shelf, top=y - window.gap / 2)


def _with_shelf_beside(lower: Lower, needs: Needs, window: Window) -> Lower:
    """Place the viewer's few cards at the right of the viewer's plate or of the prompt."""
    plate, prompt, gap = lower.plate, lower.prompt, window.gap
    room = (plate.height + gap / 2 if window.tall else max(plate.height, prompt.height)) - LABEL
    card = card_of(max(min(lower.cards.own_shelf.height, room), SMALLEST))
    cards = attrs.evolve(lower.cards, own_shelf=card)
    wide = max(card.width * (0.86 * (needs.own_shelf - 1) + 1), 72.0)
    x = window.width - gap - wide
    if window.tall:
        return attrs.evolve(
            lower,
            cards=cards,
            plate=attrs.evolve(plate, width=plate.width - wide - gap),
            shelf=Box(x, plate.y - gap / 2, wide, LABEL + card.height),
        )
    right = min(prompt.right, x - gap)
    left = max(prompt.x, window.width - right)
    left = left if right - left >= 0.4 * window.width else prompt.x
    return attrs.evolve(
        lower,
        cards=cards,
        prompt=Box(left, prompt.y, right - left, prompt.height),
        shelf=Box(x, prompt.y - 4, wide, LABEL + card.height),
    )
