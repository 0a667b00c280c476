"""Legality of recorded moves, checked by the reference implementations."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

import twowaystreet as tws
from tests.games import OURS
from tests.helpers import AnyState
from tests.records.playing import again
from tests.reference.pairs import Reference, compare, reference_to
from twowaystreet import Record


class OwnGame:
    """Stand-in for a game without a reference implementation: it uses the game itself."""

    def __init__(self, start: AnyState) -> None:
        self.state = start

    @property
    def needs_deal(self) -> bool:
        """True if the next move is a deal."""
        return self.state.needs_deal

    def legal(self) -> list[str]:
        """Return the texts of the legal moves."""
        return list(map(str, tws.legal_moves(self.state)))

    def play(self, text: str) -> None:
        """Make a move."""
        self.state = tws.apply(self.state, tws.parse_move(self.state, text))


def same_game(record: Record) -> Reference:
    """Start the reference game from the same state."""
    return reference_to(record) if record.game.name in OURS else OwnGame(record.start)


def _cards(record: Record) -> list[str]:
    return sorted(map(str, record.start.rules.pack.cards))


def _legal(reference: Reference, pack: Sequence[str], text: str) -> bool:
    if text.startswith("deal "):
        return reference.needs_deal is True and sorted(text.split()[1:]) == pack
    return text in reference.legal()


class Judge:
    """Checker of move lists that finds the first illegal move by means of a good record."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.text = record.to_text()
        self.texts = list(map(str, record.moves))
        self.pack = _cards(record)
        reference = same_game(record)
        self.before = [deepcopy(reference)]
        """Copies of the reference game before each move."""
        for text in self.texts:
            assert _legal(reference, self.pack, text)
            reference.play(text)
            self.before.append(deepcopy(reference))

    def fault_in(self, texts: Sequence[object]) -> int | None:
        """Return the number of the first illegal move; malformed texts come first."""
        for number, text in enumerate(texts, start=1):
            if not (isinstance(text, str) and (text in self.texts or self._is_move(text))):
                return number
        known = [old == new for old, new in zip(self.texts, texts, strict=False)]
        same = (*known, False).index(False)
        reference = deepcopy(self.before[same])
        for number, text in enumerate(map(str, texts[same:]), start=same + 1):
            if not _legal(reference, self.pack, text):
                return number
            reference.play(text)
        return None

    def prove(self, record: Record) -> None:
        """Check that a loaded record is legal, from its first unknown move on."""
        if record.start != self.record.start:
            prove(record)
            return
        assert self.fault_in(list(map(str, record.moves))) is None
        assert again(record) == record.state
        assert Record.from_text(record.to_text()) == record

    def _is_move(self, text: str) -> bool:
        """Return True for a move written exactly as the notation writes it."""
        try:
            return str(tws.parse_move(self.record.start, text)) == text
        except (tws.ParseError, tws.IllegalMove):
            return False


def prove(record: Record) -> None:
    """Check that every move of a loaded record is legal, and that it can be saved."""
    assert again(record) == record.state
    reference = same_game(record)
    pack = _cards(record)
    for text in map(str, record.moves):
        assert _legal(reference, pack, text)
        reference.play(text)
    if record.game.name in OURS:
        compare(record.game.name, record.state, reference)
    assert Record.from_text(record.to_text()) == record
