"""Episodes: some hands of a match in succession, entered by numbers. Environments share them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from importlib.util import find_spec
from io import BytesIO
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import logger, spaces

from twowaystreet import svg
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, payoffs, shuffle
from twowaystreet._core.views.views import AnyView, view
from twowaystreet._spaces.actions import Actions, Mask, Numbers
from twowaystreet._spaces.observation import Observation
from twowaystreet._util.numbers import as_int, is_int
from twowaystreet.errors import RulesError

Flat: TypeAlias = npt.NDArray[np.float32]  # the two arrays of a view, one after the other

Payoffs: TypeAlias = tuple[float, ...]
# Any: values of any type, by name.
Info: TypeAlias = dict[str, Any]

ILLEGAL: Final = -1.0  # the reward of a number that is not legal, where it ends the episode


class Episode:
    """Some hands of a match, in which players enter numbers; ``is_over`` before the first, too.

    >>> episode = Episode("twos", None, hands=1)
    >>> episode.begin(random.Random(7), {"dealer": 0})
    ()
    >>> episode.actor, int(episode.mask(1).sum()), int(episode.mask(2).sum())
    (1, 13, 0)
    >>> worth = episode.enter(int(episode.mask(1).argmax()))
    >>> episode.actor, worth
    (2, ())
    """

    mode: str | None = None  # the way to render

    def __init__(self, game: str | Game, rules: object, hands: int) -> None:
        if not is_int(hands) or hands < 1:
            raise RulesError("hands", hands, "a whole number, 1 or more")
        self.actions = Actions(game, rules)
        self.layout = Observation(game, rules)
        self.game = self.actions.game
        self.seats: int = self.actions.rules.seats
        self.is_over = True
        self._hands = hands
        self._state: AnyState | None = None
        self._views = dict[int | None, AnyView]()
        self._begun: Numbers = ()

    @property
    def state(self) -> AnyState:
        if self._state is None:
            raise RulesError("episode", "not begun", "reset() before all other calls")
        return self._state

    def begin(self, rng: random.Random, options: Info | None) -> Payoffs:
        """Begin a match with the dealer of the options or a random one; deal until a seat moves.

        If deals end all the hands, an episode with the next dealer follows.
        """
        self._rng = rng
        dealer = (options or {}).get("dealer")
        if dealer is None:
            dealer = rng.randrange(self.seats)
        ended = list[Payoffs]()
        while True:
            self.is_over = False
            self._left = self._hands
            ended += self._go_on(self.game.new_game(self.actions.rules, dealer=dealer))
            if not self.is_over:
                return _sums(ended)
            dealer = (self.state.dealer + 1) % self.seats

    @property
    def actor(self) -> int:
        assert self.state.actor is not None
        return self.state.actor

    def enter(self, number: object) -> Payoffs:
        """Enter a number for the seat to move; the result is that of :meth:`play`."""
        view = self.view(self.state.actor)
        if self.is_over:
            raise RulesError("episode", "over", "reset() before the next step")
        whole = as_int(number)
        if not is_int(whole):
            raise RulesError("number", number, "a whole number")
        found = self.actions.step(view, self._begun, whole)
        if isinstance(found, tuple):
            self._begun = found
            return ()
        return self.play(found)

    def play(self, move: Move) -> Payoffs:
        """Make a move and the deals after it; return payoffs of ended hands, as sums, or ``()``."""
        return _sums(self._go_on(apply(self.state, move)))

    def _go_on(self, state: AnyState) -> list[Payoffs]:
        """Deal while a deal is due; return the payoffs of each hand that has ended."""
        ended = list[Payoffs]()
        while True:
            if state.hand_over:
                ended.append(payoffs(state))
                self._left -= 1
                self.is_over = state.is_over or not self._left
            if self.is_over or not state.needs_deal:
                break
            state = apply(state, shuffle(state, self._rng))
        self._state, self._begun = state, ()
        self._views.clear()
        return ended

    def end(self) -> None:
        self.is_over = True

    def view(self, seat: int | None) -> AnyView:
        if seat not in self._views:
            self._views[seat] = view(self.state, seat)
        return self._views[seat]

    def _begun_by(self, seat: int) -> Numbers:
        return self._begun if seat == self.state.actor else ()

    def mask(self, seat: int) -> Mask:
        mask = self.actions.mask(self.view(seat), self._begun_by(seat))
        return mask * 0 if self.is_over else mask

    def observe(self, seat: int) -> Flat:
        arrays = self.layout.encode(self.view(seat), self._begun_by(seat))
        return np.concatenate(arrays, dtype=np.float32)

    def show(self, seat: int | None) -> None:
        if self.mode == "human":
            print(self.view(seat))

    def rendered(self, seat: int | None) -> str | Pixels | None:
        view = self.view(seat)
        match self.mode:
            case "human":  # ``reset`` and ``step`` have printed it
                return None
            case "ansi":
                return str(view)
            case "svg":
                return svg.table(view)
            case "rgb_array":
                return pixels(svg.png(svg.table(view), scale=1))
            case _:
                logger.warn("an environment without a render_mode renders nothing")
                return None

    def space(self) -> spaces.Space[Flat]:
        low, high = (np.concatenate(each, dtype=np.float32) for each in self.layout.bounds)
        box: Any = spaces.Box(low, high, dtype=np.float32)  # Any: its type tells no kind of number
        found: spaces.Space[Flat] = box
        return found


def _sums(ended: Sequence[Payoffs]) -> Payoffs:
    return tuple(map(sum, zip(*ended, strict=True)))


PIXELS: Final = "rgb_array"
MODES: Final = ("human", "ansi", "svg", *[PIXELS] * all(map(find_spec, ("PIL", "resvg_py"))))
"""The ways to render here: text on the terminal, text, a picture as SVG, and its pixels."""
NEEDED: Final = 'rgb_array needs the package pillow, and resvg-py: pip install "twowaystreet[png]"'
Pixels = npt.NDArray[np.uint8]


def checked_mode(mode: str | None) -> str | None:
    if mode == PIXELS and mode not in MODES:
        raise ImportError(NEEDED)
    if mode is not None and mode not in MODES:
        raise RulesError("render_mode", mode, f"None, {', '.join(MODES)}")
    return mode


def pixels(png: bytes) -> Pixels:
    """Return the pixels of a PNG file on white, as an array of height, width and three colours."""
    try:
        from PIL import Image  # noqa: PLC0415  # only this function needs the extra
    except ImportError as error:
        raise ImportError(NEEDED) from error
    with Image.open(BytesIO(png)) as opened:
        picture = opened.convert("RGBA")
    page = Image.new("RGBA", picture.size, "white")
    return np.array(Image.alpha_composite(page, picture).convert("RGB"))
