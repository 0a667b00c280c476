"""Records of random play, with random options, and the legality of their moves."""

import random
from collections.abc import Sequence
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
        ours: AnyState = pairs.opening(game, rng)[0]
        return ours
    hands = rng.randrange(1, 5)
    players = rng.randrange(3, 8)
    rules = oh_hell.Rules(players=players, cards=rng.randrange(2, 8), max_hands=hands)
    dealer, scores = rng.randrange(players), [rng.randrange(40) for _ in range(players)]
    begun = {"dealer": dealer, "scores": scores, "hands_played": rng.randrange(hands)}
    found: AnyState = oh_hell.GAME.new_game(rules, **begun)
    return found


def played(record: Record, rng: random.Random, hands: int = 1, most: int = 10_000) -> Record:
    """Extend a record by some hands or, at most, by ``most`` moves."""
    last = record.state.hands_played + hands
    for _ in range(most):
        if record.state.is_over or record.state.hands_played == last:
            break
        record = record.play(some_move(record.state, rng))
    return record


def some_record(game: str, rng: random.Random) -> Record:
    most = rng.randrange(LONGEST_PART) if rng.random() < 0.2 else 10_000
    return played(Record(opening(game, rng)), rng, rng.choice(HANDS), most)


def one_hand(game: str, seed: int) -> Record:
    rng = random.Random(f"{game}/{seed}")
    return played(Record(opening(game, rng)), rng)


def in_mid_hand(name: str) -> Record:
    """Return the record of a game in the middle of a hand, after two tricks if it has tricks."""
    rng = random.Random(3)
    record = Record(tws.GAMES[name].new_game())
    while len(record.moves) < 3 or len(getattr(record.state, "tricks", (1, 1))) < 2:
        record = record.play(some_move(record.state, rng))
    return record


def seats_of(record: Record) -> tuple[int | None, ...]:
    return (None, *range(record.start.rules.seats))


def again(record: Record) -> AnyState:
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


def fault_in(start: AnyState, texts: Sequence[object]) -> int | None:
    """Return the number of the first illegal move; texts that are no moves come first."""
    moves: list[tws.Move] = []
    for number, text in enumerate(texts, start=1):
        try:
            moves.append(tws.parse_move(start, text if isinstance(text, str) else ""))
        except tws.ParseError:
            return number
        if str(moves[-1]) != text:
            return number
    state = start
    for number, move in enumerate(moves, start=1):
        try:
            state = tws.apply(state, move)
        except tws.IllegalMove:
            return number
    return None


def prove(record: Record) -> None:
    """Check that a loaded record can be saved, and that the reference finds its moves legal."""
    assert again(record) == record.state
    assert Record.from_text(record.to_text()) == record
    if record.game.name not in OURS:
        return
    reference = pairs.reference_to(record)
    pack = sorted(map(str, record.start.rules.pack.cards))
    for text in map(str, record.moves):
        if text.startswith("deal "):
            assert reference.needs_deal is True and sorted(text.split()[1:]) == pack
        else:
            assert text in reference.legal()
        reference.play(text)
    pairs.compare(record.game.name, record.state, reference)
