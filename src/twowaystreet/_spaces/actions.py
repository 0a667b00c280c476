"""Numbers for the moves of a game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import Final, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.engine.fields import Type, bare, field_types
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.moves import Deal, Move, Play, malformed, move_types_of
from twowaystreet._core.views.views import AnyView
from twowaystreet._spaces import types as of_game
from twowaystreet._spaces.types import Sizes, has_cards, natural, sizes_of, values_of
from twowaystreet._util.values import OfGame
from twowaystreet.errors import RulesError, TwoWayStreetError

Numbers: TypeAlias = tuple[int, ...]  # numbers that are entered one after the other
Mask: TypeAlias = npt.NDArray[np.int8]  # for each number 1 if it is legal, else 0
ByNext: TypeAlias = Mapping[int, list[tuple[Numbers, Move]]]
"""Moves with all their numbers, by the number that comes next."""

DONE: Final = "done"
"""The name of the number that ends a group of cards."""


@attrs.frozen
class _CardForm:
    # the numbers before the cards, by the values of all other fields, if these matter
    before: Mapping[tuple[object, ...], int]
    cards: tuple[str, ...]  # the names of the fields with cards
    others: tuple[str, ...]  # the names of the other fields


class Actions:
    """Fixed numbers for the moves of a game.

    A number stands for a card, for a whole small move such as a bid, or for ``done``. A move with
    several cards is entered card by card, in the order of its cards, and ``done`` ends each group
    of cards. Numbers that are forced after a number are skipped. Deals have no numbers.

    The numbers follow from the types of the moves. For the games of this library a file of the
    package fixes them; a later version only adds numbers at the end.

    Args:
        game: a game, or its name.
        rules: the options; ``None`` for all the defaults.

    Attributes:
        game: the game.
        rules: the options.
        size: the number of numbers, which begin at 0.
        names: the name of each number: a card or a small move in the notation, or ``done``.
        cards: the cards, whose numbers are 0 and so on in the order of cards.
        digest: 16 hexadecimal digits that tell these names in their order from all others.
        is_frozen: True if the file of the package fixes all the names, as for each game of this
            library.

    Raises:
        RulesError: if there is no such game, these are not its rules, or the type of a move has no
            bounds.

    >>> import random, twowaystreet as tws
    >>> from twowaystreet.games import street
    >>> actions = Actions("street")
    >>> actions.size, actions.names[:2], actions.names[-3:]
    (63, ('2C', '3C'), ('name H', 'name S', 'done'))
    >>> state = street.new_game()
    >>> state = tws.apply(state, tws.shuffle(state, random.Random(7)))
    >>> state = tws.apply(state, street.Declare("low"))
    >>> view = tws.view(state, 0)
    >>> begun = actions.step(view, (), 1)
    >>> [actions.names[number] for number in begun]
    ['3C']
    >>> actions.step(view, begun, int(actions.mask(view, begun).argmax()))
    Exchange(cards=(Card.parse('3C'), Card.parse('10C')))
    """

    def __init__(self, game: str | Game, rules: object = None) -> None:
        sizes = sizes_of(game, rules)
        self.game: Game = sizes.game
        self.rules: OfGame = sizes.rules
        types = {
            each: _field_types(each) for each in move_types_of(self.game.State) if each is not Deal
        }
        of_cards = {
            each: some for each, some in types.items() if any(map(has_cards, some.values()))
        }
        smalls: dict[str, Move] = {}
        for each, some in types.items():
            if each not in of_cards:
                smalls |= {str(move): move for move in _made(each, values_of(each, some, sizes))}
        words = {each: _words(each, of_cards, sizes) for each in of_cards}
        before = chain.from_iterable(each.values() for each in words.values())
        names = [*map(str, sizes.cards), *sorted((*smalls, *before), key=natural)]
        if any(map(_is_several, of_cards.values())):
            names.append(DONE)
        fixed = of_game.fixed_numbers(self.game.name)
        self.names: tuple[str, ...] = of_game.in_order(fixed, names)
        self.size = len(self.names)
        self.digest = of_game.digest_of(self.names)
        self.is_frozen = self.names == fixed
        number = {name: place for place, name in enumerate(self.names)}
        self.cards = sizes.cards
        # By the places of cards, as to hash a card takes five times as long.
        self._of_card = {card.index: number[str(card)] for card in sizes.cards}
        self._of_small = {move: (number[name],) for name, move in smalls.items()}
        self._done = number.get(DONE, -1)
        self._forms = {
            each: _CardForm(
                {values: number[word] for values, word in words[each].items()},
                tuple(name for name, one in some.items() if has_cards(one)),
                tuple(name for name, one in some.items() if not has_cards(one)),
            )
            for each, some in of_cards.items()
        }
        self._has_bare_plays = Play in of_cards and not words[Play]
        # The latest legal moves, and what follows the numbers begun. A mask and a step of the same
        # position share them: a move of Brag with its masks takes a twentieth of the time.
        self._latest: tuple[Sequence[Move], dict[Numbers, ByNext]] = ((), {(): {}})

    def __repr__(self) -> str:
        return f"Actions({self.game.name!r}, {self.rules!r})"

    def __reduce__(self) -> tuple[type[Actions], tuple[Game, OfGame]]:
        return Actions, (self.game, self.rules)

    def path(self, move: Move) -> Numbers:
        """Return all numbers of a move, with those that are forced in some positions.

        After each step the numbers begun are the first numbers of the path. So
        ``path(move)[len(begun)]`` is the next number to enter. Only where another legal move goes
        on after the whole path, as a game of an author may have it, ``done`` is next.

        Raises:
            IllegalMove: if the move has no numbers: a deal, or no move of this game.
        """
        return self._path(move, {})

    def whole(self, moves: Sequence[Move]) -> list[tuple[Numbers, Move]]:
        """Return legal moves with all their numbers.

        Many moves of Brag share hands, whose numbers are looked up once: a third of the time.
        """
        known: dict[int, list[int]] = {}  # the numbers of parts of moves, by the id of the part
        return [(self._path(move, known), move) for move in moves]

    def _path(self, move: Move, known: dict[int, list[int]]) -> Numbers:
        try:
            if type(move) is Play and self._has_bare_plays:
                return (self._of_card[move.card.index],)
            form = self._forms.get(type(move))
            return self._with_cards(move, form, known) if form else self._of_small[move]
        except (KeyError, TypeError):  # another game, or no move at all
            raise malformed(move, f"a move of {self.game.title} other than a deal") from None

    def _with_cards(self, move: Move, form: _CardForm, known: dict[int, list[int]]) -> Numbers:
        found: list[int] = []
        if form.before:
            found.append(form.before[tuple(getattr(move, name) for name in form.others)])
        for name in form.cards:
            value = getattr(move, name)
            if isinstance(value, Card):
                found.append(self._of_card[value.index])
            elif value and isinstance(value[0], tuple):
                for part in value:
                    if id(part) not in known:
                        known[id(part)] = self._of_cards(part)
                    found += known[id(part)]
            else:
                found += self._of_cards(value)
        return tuple(found)

    def _of_cards(self, cards: Iterable[Card]) -> list[int]:
        of_card = self._of_card
        return [*(of_card[card.index] for card in cards), self._done]

    def mask(self, view: AnyView, begun: Sequence[int] = ()) -> Mask:
        """Return the legal next numbers: an int8 array of ``size`` with ones and zeros.

        It has only zeros if the seat of the view is not to move.

        Args:
            view: the view of the seat to move.
            begun: the numbers of the move that are entered already.

        Raises:
            IllegalMove: if no legal move begins with these numbers.
        """
        mask: Mask = np.zeros(self.size, np.int8)
        mask[list(self.legal(view, begun))] = 1
        return mask

    def legal(self, view: AnyView, begun: Sequence[int] = ()) -> Sequence[int]:
        """Return the legal next numbers, in the order of the legal moves, as :meth:`mask` does.

        Raises:
            IllegalMove: if no legal move begins with these numbers.
        """
        return list(self._after(view.legal_moves or (), tuple(begun)))

    def step(self, view: AnyView, begun: Sequence[int], number: int) -> Move | Numbers:
        """Enter a number.

        Args:
            view: the view of the seat to move.
            begun: the numbers of the move that are entered already; ``()`` at its start.
            number: the next number.

        Returns:
            The move if it is complete; or else the numbers begun, those that are forced included.

        Raises:
            IllegalMove: if the number is not legal.
            RulesError: if two legal moves have the same cards, such as a play of a card and a move
                with several cards.
        """
        after = self._after(view.legal_moves or (), tuple(begun))
        paths = after.get(number) if _is_number(number) else None
        if paths is None:
            names = ", ".join(f"{each} ({self.names[each]})" for each in after) or "no number"
            raise malformed(number, f"one of the legal numbers {names}")
        if len(paths) == 1:
            return paths[0][1]
        common = _common([path for path, _ in paths])
        if len(common) <= len(begun):
            moves = ", ".join(str(move) for _, move in paths)
            expected = "moves that differ in a card, or in a word before it"
            raise RulesError(f"{self.game.name}: moves", moves, expected)
        return common

    def _after(self, moves: Sequence[Move], begun: Numbers) -> ByNext:
        """Return the legal moves that begin with some numbers, by their next number."""
        latest, known = self._latest
        if latest is not moves:
            known = dict[Numbers, ByNext]({(): self._by_next(self.whole(moves), ())})
            self._latest = moves, known
        if begun not in known:
            # The moves after the longest beginning that is known.
            length = next(
                length for length in reversed(range(len(begun))) if begun[:length] in known
            )
            among = known[begun[:length]].get(begun[length], ())
            found = self._by_next(among, begun)
            if moves and not found:
                raise malformed(begun, "the first numbers of a legal move")
            known[begun] = found
        return known[begun]

    def _by_next(self, whole: Sequence[tuple[Numbers, Move]], begun: Numbers) -> ByNext:
        """Return the moves that begin with some numbers, given with all their numbers."""
        found: defaultdict[int, list[tuple[Numbers, Move]]] = defaultdict(list)
        length = len(begun)
        for path, move in whole:
            if path[:length] == begun:
                # A move that is complete where another one goes on ends with `done`.
                next_one = path[length] if len(path) > length else self._done
                found[next_one].append((path, move))
        found.default_factory = None
        return found


def _is_number(thing: object) -> bool:
    return isinstance(thing, int | np.integer) and not isinstance(thing, bool)


def _common(paths: Sequence[Numbers]) -> Numbers:
    first, last = min(paths), max(paths)
    pairs = enumerate(zip(first, last, strict=False))
    return first[: next((place for place, (one, other) in pairs if one != other), len(first))]


def _field_types(move_type: type[Move]) -> Mapping[str, Type]:
    if not attrs.has(move_type):
        return {}
    types = field_types(move_type, annotated=True)
    return {each.name: types[each.name] for each in attrs.fields(move_type) if each.init}


def _is_several(types: Mapping[str, Type]) -> bool:
    return any(has_cards(each) and bare(each) is not Card for each in types.values())


def _words(
    move_type: type[Move], of_cards: Mapping[type[Move], Mapping[str, Type]], sizes: Sizes
) -> Mapping[tuple[object, ...], str]:
    """Return the names before the cards of a move, by the values of its other fields."""
    types = of_cards[move_type]
    others = {name: each for name, each in types.items() if not has_cards(each)}
    alike = sum(_is_several(each) == _is_several(types) for each in of_cards.values())
    if not others and (alike == 1 or move_type is Play):
        return {}
    return {
        values: " ".join((move_type.__name__, *map(str, values)))
        for values in values_of(move_type, others, sizes)
    }


def _made(move_type: type[Move], values: Iterable[tuple[object, ...]]) -> Iterator[Move]:
    for each in values:
        with suppress(TwoWayStreetError):  # these values do not go together
            yield move_type(*each)
