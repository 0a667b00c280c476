"""Deals that random play rarely has, compared with the reference at every position."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain

import pytest

import twowaystreet as tws
from tests.reference.pairs import PAIRS, compare, opening
from twowaystreet._core.cards.masks import FRENCH_DECK
from twowaystreet.games import brag

Rig = Callable[[brag.Rules, random.Random], list[list[tws.Card]]]


def _by_rank(rules: brag.Rules, rng: random.Random) -> list[list[tws.Card]]:
    """Deal the pack sorted by rank, a little disturbed, so that most hands have equal ranks."""
    ranks = rng.sample(list(tws.Rank), len(tws.Rank))
    place = {rank: number for number, rank in enumerate(ranks)}
    mess = rng.choice([1.0, 2.0, 4.0, 6.0])
    pack = sorted(FRENCH_DECK, key=lambda card: place[anyrank(card)] + mess * rng.random())
    first = rng.randrange(52 - rules.cards * rules.players + 1)
    return _cut(pack[first:], rules)


def anyrank(card: tws.Card) -> tws.Rank:
    """Return the rank of a card of a suit."""
    assert isinstance(card.rank, tws.Rank)
    return card.rank


def _cut(pack: list[tws.Card], rules: brag.Rules) -> list[list[tws.Card]]:
    return [pack[seat * rules.cards : (seat + 1) * rules.cards] for seat in range(rules.players)]


def _in_pairs(rules: brag.Rules, rng: random.Random) -> list[list[tws.Card]]:
    """Deal pairs: four pairs and a single card to a hand of nine."""
    pairs = list[list[tws.Card]]()
    for rank in tws.Rank:
        cards = [tws.Card(rank, suit) for suit in rng.sample(list(tws.Suit), 4)]
        pairs += [cards[:2], cards[2:]]
    rng.shuffle(pairs)
    each = rules.cards // 2
    cards = list(chain(*pairs))
    hands = [cards[2 * each * seat : 2 * each * (seat + 1)] for seat in range(rules.players)]
    rest = cards[2 * each * rules.players :]
    for hand in hands:
        while len(hand) < rules.cards:
            hand.append(rest.pop(rng.randrange(len(rest))))
    return hands


def _mirrored(rules: brag.Rules, rng: random.Random) -> list[list[tws.Card]]:
    """Deal the second player the first one's ranks in other suits, and so on in pairs."""
    pack = rng.sample(FRENCH_DECK[:26], 26)
    hands = list[list[tws.Card]]()
    while len(hands) < rules.players and len(pack) >= rules.cards:
        hand, pack = pack[: rules.cards], pack[rules.cards :]
        hands += [hand, [FRENCH_DECK[card.index + 26] for card in hand]]
    hands = hands[: rules.players]
    dealt = {card for hand in hands for card in hand}
    rest = [card for card in rng.sample(FRENCH_DECK, 52) if card not in dealt]
    while len(hands) < rules.players:
        hands.append([rest.pop() for _ in range(rules.cards)])
    return hands


def _lays(state: brag.State, rng: random.Random) -> Iterator[tws.Move]:
    """Yield lays to choose from: the one in the place of the last player's, the best, and any."""
    moves = tws.legal_moves(state)
    assert state.actor is not None
    yield rng.choice(moves)

    def worths(move: tws.Move) -> list[tuple[int, ...]]:
        assert isinstance(move, brag.Lay)
        return sorted(
            (brag.rank_hand(hand, state.rules).worth for hand in move.hands), reverse=True
        )

    yield max(rng.sample(moves, min(len(moves), 30)), key=worths)
    before = state.laid[state.actor - 1]
    if before is not None:
        ranks = [sorted(card.rank for card in hand) for hand in before]
        for move in moves:
            assert isinstance(move, brag.Lay)
            if [sorted(card.rank for card in hand) for hand in move.hands] == ranks:
                yield move
                yield move
                yield move


@pytest.mark.nightly
@pytest.mark.rule("BR-4", "BR-5", "BR-6", "BR-7", "BR-9", "BR-10", "BR-11", "BR-12")
@pytest.mark.parametrize("rig", [_by_rank, _in_pairs, _mirrored])
def test_both_engines_agree_on_rigged_deals(rig: Rig) -> None:
    seen = Counter[str]()
    for seed in range(120):
        rng = random.Random(f"rigged {rig.__name__} {seed}")
        state, reference = opening("brag", rng)
        while not state.hand_over:
            move: tws.Move
            if state.needs_deal:
                hands = rig(state.rules, rng)
                move = tws.deal_hands(state, hands)
            else:
                move = rng.choice(list(_lays(state, rng)))
            state = tws.apply(state, move)
            reference.play(str(move))
            compare("brag", state, reference)
        score = tws.score_hand(state)
        assert PAIRS["brag"].score_again(state) == score
        seen[str(score.outcome)] += 1
        seen["ties"] += any(len(seats) > 1 for seats in score.best)
        seen["shown by several"] += sum(map(bool, state.shown)) > 1
    wanted = {
        "_by_rank": ("four of a kind", "shown by several", "taken", "stays"),
        "_in_pairs": ("four pairs", "four of a kind", "shown by several", "taken"),
        "_mirrored": ("ties", "taken", "stays"),
    }
    assert all(seen[name] > 4 for name in wanted[rig.__name__]), seen
