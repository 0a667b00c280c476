"""What the tests of OpenSpiel's games find: perfect recall of small games, and faults."""

# Faults replace methods of any form.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

import random
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from typing import Any, Final

import attrs
import numpy as np
import pytest

import twowaystreet as tws
from tests.games import game_of, name_of, starts
from tests.helpers import AnyState, some_move
from tests.leaks.knowledge import learnt, words_of
from tests.leaks.small import SMALL, Small
from tests.rl.test_openspiel import check_hand, check_worlds, loaded, pyspiel
from twowaystreet.authoring import options_of
from twowaystreet.games import twenty_down
from twowaystreet.rl import openspiel

CLASSES: Final = {"State": openspiel.HandState, "Observer": openspiel.Observer}
"""The classes with the faults."""
SIZE: Final = 52
"""The number of actions of Twos."""


# Any, in the faults: OpenSpiel has no types.
def _next_card(state: Any, player: int) -> tws.Card | None:
    hands = state._position.state.hands
    return next(iter(hands[(player + 1) % len(hands)]), None)


def leaked_array(self: Any, right: Any, state: Any, player: int) -> None:
    right(state, player)
    card = _next_card(state, player)
    self.tensor[0] = card.index if card else 0


def sizes_by_seat(self: Any, right: Any, state: Any, player: int) -> None:
    right(state, player)
    sizes = self.dict["hand_sizes"]
    sizes[:] = np.roll(sizes, player, axis=0)


FAULTS: Final[dict[str, dict[str, Callable[..., Any]]]] = {
    "leaked card": {
        "Observer.string_from": lambda self, right, *given: f"{right(*given)} {_next_card(*given)}",
        "Observer.set_from": leaked_array,
    },
    "mask too large": {"State._legal_actions": lambda self, right, player: [*range(SIZE)]},
    "swapped payoffs": {"State.returns": lambda self, right: [*right()[1::-1], *right()[2:]]},
    "seats not relative": {"Observer.set_from": sizes_by_seat},
}
"""The functions that take the place of methods, by the fault; each gets the method."""


def check(rng: random.Random) -> None:
    """Do the checks of hands and worlds for a few hands of Twos."""
    game = loaded("twos")
    for _ in range(2):
        check_hand(game, rng)
        check_worlds(game, rng)


@pytest.mark.parametrize("fault", FAULTS)
def test_our_tests_find_each_fault(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, change in FAULTS[fault].items():
        owner, _, method = name.partition(".")
        right = getattr(CLASSES[owner], method)

        def changed(self: Any, *given: Any, right: Any = right, change: Any = change) -> Any:
            return change(self, partial(right, self), *given)

        monkeypatch.setattr(CLASSES[owner], method, changed)
    with pytest.raises((AssertionError, tws.IllegalMove)):
        check(random.Random(1))


LARGE = ("bids on paper", "bids with cards", "exchanges", "twos", "plain Jokers", "coloured Jokers")
"""The games with the most states."""
MANY_JOKERS = ("plain Jokers", "coloured Jokers")
"""The games whose small packs have more Jokers than their rules, so that arrays lack room."""
FORGETFUL = ("draws",)
"""The games in which a view does not tell which cards of its hand came first, and which later."""
MOST = 500
"""The states of a game that are explored on each change."""


@attrs.define
class Recall:
    """The pasts of some players, by their information states.

    ``pasts`` has the number of each past, by player, the past before and what was learnt. ``told``
    has the past of each text and each tensor, and ``again`` counts texts that came up again. Any:
    OpenSpiel has no types.
    """

    game: Any
    small: Small
    most: int
    has_arrays: bool = True
    states: int = 0
    pasts: dict[Hashable, int] = attrs.field(factory=dict[Hashable, int])
    told: dict[Hashable, int] = attrs.field(factory=dict[Hashable, int])
    again: int = 0

    def explore(self) -> None:
        """Explore every playout, up to the number of states."""
        start = self.small.start()
        setting = openspiel.Setting(self.small.game, start.rules)
        for deal in self.small.deals(start):
            self.step(setting, start, deal, (0, 0))

    def step(
        self, setting: openspiel.Setting, before: AnyState, move: tws.Move, pasts: tuple[int, ...]
    ) -> None:
        """Make a move, compare two information states, and continue with the next moves."""
        if self.states >= self.most:
            return
        after = tws.apply(before, move)
        if after.needs_deal and not after.hand_over:
            return  # DU-6: after a deal that is thrown in its cards are forgotten
        self.states += 1
        # Any: OpenSpiel has no types.
        state: Any = openspiel.HandState(self.game, openspiel.Moment(setting, after))
        then: list[int] = []
        for player, past in enumerate(pasts):
            new = (player, past, learnt(before, move, after, player))
            number = self.pasts.setdefault(new, len(self.pasts) + 1)
            then.append(number)
            text = state.information_state_string(player)
            self.again += (player, text) in self.told
            forms = [text]
            if self.has_arrays:
                forms.append(str(state.information_state_tensor(player)))
            for told in forms:
                assert self.told.setdefault((player, told), number) == number, f"{player}: {text}"
        if not after.needs_deal and not after.is_over:
            for further in self.small.choices(after):
                self.step(setting, after, further, tuple(then))


def marked(name: str) -> object:
    """Return the name of a small game as a parameter; large ones are nightly."""
    return pytest.param(name, marks=[pytest.mark.nightly] * (name in LARGE))


def explored(name: str, most: int) -> Recall:
    """Explore a small game."""
    small = SMALL[name]
    with pytest.MonkeyPatch.context() as monkeypatch:
        small.prepare(monkeypatch)
        start = small.start()
        parameters = {
            each: openspiel._parameter(getattr(start.rules, each), option)
            for each, option in options_of(small.game.Rules).items()
        }
        game = pyspiel.load_game(openspiel.register(small.game), parameters)
        found = Recall(game, small, most, has_arrays=name not in MANY_JOKERS)
        found.explore()
    return found


@pytest.mark.parametrize("name", [*map(marked, SMALL)])
def test_equal_information_states_have_the_same_past(name: str) -> None:
    assert explored(name, MOST).again > MOST / 5


def long(name: str) -> object:
    """Return the name of a small game for a long search; some have a known fault."""
    fault = pytest.mark.xfail(raises=AssertionError, reason="a view tells its hand alone")
    return pytest.param(name, marks=[fault] * (name in FORGETFUL))


@pytest.mark.nightly
@pytest.mark.parametrize("name", [*map(long, SMALL)])
def test_equal_information_states_have_the_same_past_in_many_states(name: str) -> None:
    assert explored(name, 20 * MOST).again > MOST


def hands(start: AnyState, rng: random.Random, count: int) -> Iterator[Sequence[tws.Move]]:
    """Yield a random hand, then its moves after deals with two cards exchanged."""
    moves = list[tws.Move]()
    state = start
    while not (state.hand_over or (moves and state.needs_deal)):
        moves.append(some_move(state, rng))
        state = tws.apply(state, moves[-1])
    yield moves
    assert isinstance(moves[0], tws.Deal)
    for _ in range(count):
        cards = list(moves[0].cards)
        one, two = rng.sample(range(len(cards)), 2)
        cards[one], cards[two] = cards[two], cards[one]
        yield [tws.Deal(cards), *moves[1:]]


def remember(name: str, count: int) -> int:
    """Check that an information state has one past, for all seats; return how many came again.

    Each hand is played as far as its moves are legal, with some other moves at every position. In
    Twenty Down the past has no hands, as a view does not tell which of its cards came first.
    """
    rng, start = random.Random(name), starts()[name]()
    setting = openspiel.Setting(game_of(name_of(start)), start.rules)
    forgets = isinstance(start, twenty_down.State)
    told, numbers, again = dict[Hashable, int](), dict[Hashable, int](), 0
    for moves in hands(start, rng, count):
        state, pasts = start, [0] * len(start.scores)
        for move in moves:
            legal = [] if state.needs_deal else tws.legal_moves(state)
            if move not in (legal or moves[:1]):
                break
            others = [each for each in rng.sample(legal, min(4, len(legal))) if each != move]
            for each in (*others, move):
                after = tws.apply(state, each)
                if after.needs_deal and not after.hand_over:
                    continue  # DU-6: after a deal that is thrown in its cards are forgotten
                for seat, past in enumerate(pasts):
                    text = str(openspiel.Moment(setting, after).seen_by(seat))
                    heard = state.actor, words_of(state, each, seat)
                    saw = heard if forgets else learnt(state, each, after, seat)
                    now = seat, past, saw
                    number = numbers.setdefault(now, len(numbers) + 1)
                    again += (seat, text) in told
                    assert told.setdefault((seat, text), number) == number, f"{seat}: {text}"
                    if each is move:
                        pasts[seat] = number
            state = tws.apply(state, move)
    return again


@pytest.mark.parametrize("name", starts())
def test_no_seat_forgets_what_it_saw_in_a_hand(name: str) -> None:
    assert remember(name, 5) > 50


def test_a_view_that_forgets_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(observer: openspiel.Observer, state: Any, player: int) -> str:
        seen = state._position.seen_by(player)
        return str({name: value for name, value in seen.items() if name != "tricks"})

    monkeypatch.setattr(openspiel.Observer, "string_from", forgetful)
    with pytest.raises(AssertionError, match="phase"):
        explored("oh hell", MOST)
