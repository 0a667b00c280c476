"""A bot for Two Way Street, and its share of wins against random bots.

A bot is a function of its view, so it has no hidden information. This bot declares by the value of
its hand and exchanges the cards that suit its direction least. Going high, it takes tricks with its
cheapest card. Going low, it stays below them with its highest card.

python examples/bot.py
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence

import twowaystreet as tws
from twowaystreet.games import street
from twowaystreet.players import Player, at_random

WORTH = {tws.Rank.ACE: 1.0, tws.Rank.KING: 0.7, tws.Rank.QUEEN: 0.4, tws.Rank.JACK: 0.2}
STRONG = 3.0
"""The least value of a hand to go high; ten cards are worth 2.1 on average."""


def worth(card: tws.Card) -> float:
    """Estimate the number of tricks that a card takes."""
    return 1.0 if card.joker else WORTH.get(tws.Rank(card.rank), 0.0)


def height(card: tws.Card) -> int:
    """Return the place of a card in the order of ranks; Jokers are on top."""
    return len(tws.Rank) if card.joker else tws.Rank(card.rank).place


def is_taking(card: tws.Card, trick: tws.Trick) -> bool:
    """Return whether a card would be the best of the trick so far; Jokers count as highest."""
    rivals = [height(each) for each in trick.cards if each.joker or each.suit is trick.led]
    return (card.suit is trick.led or card.joker is not None) and height(card) > max(rivals)


def bot(view: street.View, rng: random.Random) -> tws.Move:
    """Choose a move."""
    assert view.seat is not None and view.hand is not None
    declaration = view.declarations[view.seat]
    if declaration is None:
        strong = sum(map(worth, view.hand)) > STRONG
        return street.Declare(street.Direction.HIGH if strong else street.Direction.LOW)
    high = declaration.direction is street.Direction.HIGH
    moves = tws.legal_moves(view)
    pairs = [move for move in moves if isinstance(move, street.Exchange)]
    if pairs:
        return (min if high else max)(pairs, key=lambda pair: sum(map(height, pair.cards)))
    plays = [move for move in moves if isinstance(move, tws.Play)]
    if not plays:
        return moves[0]  # a suit to name, or no exchange
    plays.sort(key=lambda play: height(play.card))
    if not view.trick.cards:
        return plays[-1 if high else 0]
    taking = [play for play in plays if is_taking(play.card, view.trick)]
    below = [play for play in plays if play not in taking]
    return (taking or below)[0] if high else (below[-1:] or taking)[0]


def hand(players: Sequence[Player], seed: int) -> tuple[int, ...]:
    """Play the hand of a seed; return its winners, several if they share."""
    rng = random.Random(seed)
    rules = street.Rules(players=len(players), max_hands=1)
    state: street.State = street.new_game(rules, dealer=seed % len(players))
    state = tws.apply(state, tws.shuffle(state, rng))
    while state.actor is not None:
        view = tws.view(state, state.actor)
        state = tws.apply(state, players[state.actor](view, rng))
    return state.winners


def main(hands: int = 1000) -> None:
    """Let the bot play in seat 0, and print each seat's share of wins."""
    players = (bot, at_random, at_random, at_random)
    wins = [0.0] * len(players)
    for seed in range(hands):
        winners = hand(players, seed)
        for seat in winners:
            wins[seat] += 1 / len(winners)  # winners share a hand
    for seat, player in enumerate(players):
        print(f"Seat {seat}, {player.__name__}: {wins[seat] / hands:.1%} of {hands} hands")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
