"""Records of random play, with random options, and the judge of the legality of their moves."""

from __future__ import annotations

import random
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import twowaystreet as tws
from examples import oh_hell
from tests.games import OURS
from tests.helpers import AnyState, some_move
from tests.reference import pairs
from twowaystreet import Record

HANDS = (1, 1, 1, 2, 3)
LONGEST_PART = 40


def opening(game: str, rng: random.Random) -> AnyState:
    """Start a game with random options, possibly in the middle of a match."""
    if game in OURS:
        state: AnyState = pairs.opening(game, rng)[0]
        return state
    hands = rng.randrange(1, 5)
    players = rng.randrange(3, 8)
    return oh_hell.new_game(
        oh_hell.Rules(players=players, cards=rng.randrange(2, 8), max_hands=hands),
        dealer=rng.randrange(players),
        scores=[rng.randrange(40) for _ in range(players)],
        hands_played=rng.randrange(hands),
    )


def played(record: Record, rng: random.Random, hands: int = 1, most: int = 10_000) -> Record:
    """Extend a record by some hands or, at most, by ``most`` moves."""
    last = record.state.hands_played + hands
    for _ in range(most):
        if record.state.is_over or record.state.hands_played == last:
            break
        record = record.play(some_move(record.state, rng))
    return record


def some_record(game: str, rng: random.Random) -> Record:
    """Return a record of random length, from no move to several hands."""
    most = rng.randrange(LONGEST_PART) if rng.random() < 0.2 else 10_000
    return played(Record(opening(game, rng)), rng, rng.choice(HANDS), most)


def one_hand(game: str, seed: int) -> Record:
    """Return a record of one complete hand."""
    rng = random.Random(f"{game}/{seed}")
    return played(Record(opening(game, rng)), rng)


def seats_of(record: Record) -> tuple[int | None, ...]:
    """Return all viewers of a game, the spectator first."""
    return (None, *range(record.start.rules.seats))


def again(record: Record) -> AnyState:
    """Replay the moves without a record, and return the last state."""
    first = record.start
    carried: dict[str, Any] = {name: getattr(first, name) for name in first._match_counters}
    state: AnyState = record.game.new_game(
        first.rules,
        dealer=first.dealer,
        scores=first.scores,
        hands_played=first.hands_played,
        **carried,
    )
    for move in record.moves:
        state = tws.apply(state, tws.parse_move(state, str(move)))
    return state


# The legality of recorded moves, by the reference implementations


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


def same_game(record: Record) -> pairs.Reference:
    """Start the reference game from the same state."""
    return pairs.reference_to(record) if record.game.name in OURS else OwnGame(record.start)


def _cards(record: Record) -> list[str]:
    return sorted(map(str, record.start.rules.pack.cards))


def _legal(reference: pairs.Reference, pack: Sequence[str], text: str) -> bool:
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
        pairs.compare(record.game.name, record.state, reference)
    assert Record.from_text(record.to_text()) == record
