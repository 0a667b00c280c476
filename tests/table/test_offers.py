"""Legal moves in groups, which fit into a message of a chat."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import twowaystreet as tws
from tests.table.tables import full, go_on, steady, unchanged
from twowaystreet.games import brag, duel, street, tien_len
from twowaystreet.table import Offer, Table, TableError, TokenError, offers_text

MESSAGE = 1500
"""The most characters of the text of offers, which a message of a chat can hold."""
GONE_ON = re.compile(r"(.+) \.\.\. \((\d+)\)")
LARGE: tuple[tuple[str, dict[str, Any]], ...] = (
    *((name, {}) for name in tws.GAMES),
    ("street", {"players": 3, "exchange": "optional"}),
    ("street", {"players": 12, "exchange": "optional"}),
    ("duel", {"bid_markers": "cards"}),
    ("spades", {"renege": "penalised"}),
    ("brag", {"players": 2, "high_rank": "prials"}),
    ("brag", {"cards": 7, "players": 6}),
)
"""Default rules of each game, and rules with many moves. Any: options of the rules."""


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "options"), LARGE)
def test_the_moves_fit_into_a_message_and_all_are_reached(
    name: str, options: dict[str, Any]
) -> None:
    rng, decisions = random.Random(5), 0
    for seed in range(2):
        table = steady(Table(tws.GAMES[name], tws.GAMES[name].Rules(**options), dealer=0), seed)
        tokens = full(table)
        for _ in range(40 if name != "brag" else 4):
            actor = table.actor
            if actor is None:
                if table.record.state.is_over:
                    break
                go_on(table, tokens, 1)
                continue
            check_offers(table, tokens[actor])
            for seat, token in tokens.items():
                assert bool(table.offers(token)) == (seat == actor)
            decisions += 1
            move = rng.choice(tws.legal_moves(table.view(tokens[actor])))
            table.play(tokens[actor], str(move))
    assert decisions >= 4


def check_offers(table: Table, token: str) -> None:
    """Check all that a person is offered against the legal moves of the view."""
    legal = tws.legal_moves(table.view(token))
    offers = table.offers(token)
    assert sorted(map(str, (move for offer in offers for move in offer.moves))) == sorted(
        map(str, legal)
    )
    kinds = [offer.kind for offer in offers]
    assert len(kinds) == len({*kinds}) and all(offer.moves for offer in offers)
    for offer in offers:
        moves = {*offer.moves}
        assert [move for move in legal if move in moves] == [*offer.moves]
    assert reached(table, token, "") == {*map(str, legal)}


def reached(table: Table, token: str, begun: str) -> set[str]:
    """Return the moves that a person finds who asks for each beginning that a message shows."""
    text = offers_text(table.offers(token, begun))
    assert 0 < len(text) <= MESSAGE
    found: set[str] = set()
    for line in text.splitlines():
        for shown in line.rpartition(": ")[2].split(", "):
            match = GONE_ON.fullmatch(shown)
            if match is None:
                found.add(shown)
            else:
                start, number = match[1], int(match[2])
                assert len(start.split()) > len(begun.split())
                more = [str(move) for offer in table.offers(token, start) for move in offer.moves]
                assert all(move.startswith(f"{start} ") for move in more) and len(more) >= number
                found |= reached(table, token, start)
    return found


def test_the_first_decision_of_nine_card_brag_is_shown_by_beginnings() -> None:
    table = steady(Table(brag.GAME, dealer=0))
    tokens = full(table)
    go_on(table, tokens, 1)
    token = tokens[table.actor]
    assert sum(len(offer.moves) for offer in table.offers(token)) == 280
    text = offers_text(table.offers(token))
    first = text.split(", ")[0]
    match = GONE_ON.fullmatch(first)
    assert match is not None
    assert sum(int(number) for number in re.findall(r"\((\d+)\)", text)) == 280
    more = table.offers(token, match[1])
    assert sum(len(offer.moves) for offer in more) == int(match[2])


def test_combinations_come_by_their_kinds_then_by_their_cards() -> None:
    found: dict[str, Offer] = {}
    for seed in range(12):
        table = steady(Table(tien_len.GAME, dealer=0), seed)
        tokens = full(table)
        go_on(table, tokens, 1)
        for _ in range(4):
            offers = table.offers(tokens[table.actor])
            for offer in offers:
                lengths = {len(tws.cards_of(move)) for move in offer.moves}
                assert offer.kind or lengths <= {0, 1}
                found[offer.kind] = offer
            go_on(table, tokens, 1)
    assert {"", "pair"} <= found.keys() and len(found) >= 4
    pair = found["pair"]
    assert all(len(tws.cards_of(move)) == 2 for move in pair.moves)
    assert offers_text([pair]) == f"pair: {', '.join(map(str, pair.moves))}"


def test_a_beginning_is_read_as_whole_words_in_any_case() -> None:
    table = steady(Table(duel.GAME, dealer=0))
    tokens = full(table)
    go_on(table, tokens, 1)
    ann = tokens[0]
    assert table.offers(ann, " BID  2 ") == table.offers(ann, "bid 2") != ()
    assert {str(move) for offer in table.offers(ann, "bid 2") for move in offer.moves} == {
        "bid 2 high",
        "bid 2 low",
    }
    assert (
        table.offers(ann, "bi") == table.offers(ann, "XX") == table.offers(ann, "bid 2 low 3") == ()
    )
    assert offers_text(()) == ""


def test_other_beginnings_and_tokens_are_refused() -> None:
    table = steady(Table(duel.GAME, dealer=0))
    tokens = full(table)
    wrong: Any = 7
    with unchanged(table, "begun=7: expected the beginning of a move", TableError):
        table.offers(tokens[0], wrong)
    with unchanged(table, "belongs to nobody", TokenError):
        table.offers("stranger")


def test_moves_are_put_together_only_where_all_would_be_too_long() -> None:
    table = steady(Table(street.GAME, street.Rules(players=3), dealer=0))
    tokens = full(table)
    go_on(table, tokens, 2)
    offers = table.offers(tokens[table.actor])
    whole = offers_text(offers)
    moves = [str(move) for offer in offers for move in offer.moves]
    assert all(move in whole for move in moves) and "..." not in whole
    shorter = offers_text(offers, len(whole) - 1)
    assert len(shorter) < len(whole) and "..." in shorter
    assert offers_text(offers, 0) == f"{len(moves)} moves"
