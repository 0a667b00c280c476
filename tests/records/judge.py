"""Whether moves are legal, said by other means than a record: by the naive implementations."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

import twowaystreet as tws
from tests.differential import PAIRS
from tests.differential.common import Naive, compare
from tests.helpers import AnyState
from tests.records.playing import again
from tests.reference.duel import NaiveDuel
from tests.reference.spades import NaiveSpades
from tests.reference.street import NaiveStreet
from tests.reference.twenty_down import NaiveTwentyDown
from tests.reference.twos import NaiveTwos
from twowaystreet import Record

NAIVE: dict[str, Naive] = {
    "street": NaiveStreet,
    "duel": NaiveDuel,
    "twos": NaiveTwos,
    "spades": NaiveSpades,
    "twenty_down": NaiveTwentyDown,
}


class Itself:
    """A game that has no naive implementation, which has to judge itself."""

    def __init__(self, start: AnyState) -> None:
        self.state = start

    @property
    def needs_deal(self) -> bool:
        """Whether the next move is a deal."""
        return self.state.needs_deal

    def legal(self) -> list[str]:
        """The texts of the legal moves."""
        return list(map(str, tws.legal_moves(self.state)))

    def play(self, text: str) -> None:
        """Make a move."""
        self.state = tws.apply(self.state, tws.parse_move(self.state, text))


def beside(record: Record) -> Naive:
    """The naive game from the same beginning."""
    data = record.to_dict()
    if data["game"] not in NAIVE:
        return Itself(record.start)
    where = {
        key: data[key]
        for key in ("dealer", "scores", "hands_played", *record.start._match_counters)
    }
    return NAIVE[data["game"]](**data["rules"], **where)


def _cards(record: Record) -> list[str]:
    return sorted(map(str, record.start.rules.pack.cards))


def _legal(naive: Naive, pack: Sequence[str], text: str) -> bool:
    if text.startswith("deal "):
        return naive.needs_deal is True and sorted(text.split()[1:]) == pack
    return text in naive.legal()


class Judge:
    """Says which move of a list is at fault, where most are those of a record that is good."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.text = record.to_text()
        self.texts = list(map(str, record.moves))
        self.pack = _cards(record)
        naive = beside(record)
        self.before = [deepcopy(naive)]
        """The naive game before each move."""
        for text in self.texts:
            assert _legal(naive, self.pack, text)
            naive.play(text)
            self.before.append(deepcopy(naive))

    def fault_in(self, texts: Sequence[object]) -> int | None:
        """The number of the move at fault: the first that is no move at all, else is illegal."""
        for number, text in enumerate(texts, start=1):
            if not (isinstance(text, str) and (text in self.texts or self._is_move(text))):
                return number
        known = [old == new for old, new in zip(self.texts, texts, strict=False)]
        same = (*known, False).index(False)
        naive = deepcopy(self.before[same])
        for number, text in enumerate(map(str, texts[same:]), start=same + 1):
            if not _legal(naive, self.pack, text):
                return number
            naive.play(text)
        return None

    def prove(self, record: Record) -> None:
        """See that what was loaded is legal; from where it is no longer that which is known."""
        if record.start != self.record.start:
            prove(record)
            return
        assert self.fault_in(list(map(str, record.moves))) is None
        assert again(record) == record.state
        assert Record.from_text(record.to_text()) == record

    def _is_move(self, text: str) -> bool:
        """Whether this is a move in the very words of the notation."""
        try:
            return str(tws.parse_move(self.record.start, text)) == text
        except (tws.ParseError, tws.IllegalMove):
            return False


def prove(record: Record) -> None:
    """A record that was loaded is legal from its first move to the last, and can be saved."""
    assert again(record) == record.state
    naive = beside(record)
    pack = _cards(record)
    for text in map(str, record.moves):
        assert _legal(naive, pack, text)
        naive.play(text)
    if record.game.name in PAIRS:
        compare(PAIRS[record.game.name], record.state, naive)
    assert Record.from_text(record.to_text()) == record
