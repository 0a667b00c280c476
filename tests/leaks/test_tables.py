"""People at a table who have the same information get the same answers after each kind of event."""

import json
import random
import re
from collections.abc import Iterator, Mapping

import pytest

import twowaystreet as tws
from tests.leaks.disguise import disguised
from tests.leaks.knowledge import states_of
from tests.table.tables import Tokens, check_saved, full, steady
from twowaystreet._page.engine import Engine
from twowaystreet._page.viewers import FACTS, Viewer
from twowaystreet.table import Happened, Table, offers_text

_CLAIMS = {Happened.CLAIM, Happened.ACCEPT, Happened.CONTEST}
KINDS = {*Happened} - {Happened.FAULT, *_CLAIMS}
"""The kinds of events of a lively table."""
CHANGES = (Happened.MOVE, Happened.UNDO, Happened.REMATCH)


def lively(name: str, seed: int, steps: int) -> tuple[Table, Tokens]:
    """Return a table at which people and bots came, went, moved late and took moves back."""
    rng, game = random.Random(seed), tws.GAMES[name]
    table = steady(Table(game, game.Rules(max_hands=1), dealer=0), seed)
    tokens = full(table)
    for step in range(steps):
        seat = rng.randrange(len(table.names))
        actor, chance = table.actor, rng.random()
        if table.record.state.is_over:
            missing = [each for each in table.people if each not in table.again]
            if len(missing) > 1:
                table.play_again(tokens[missing[0]])
            elif chance < 0.2:
                table.rematch(dealer=0)
        elif actor is None:
            table.act_for(None)
        elif chance < 0.45 and actor in tokens:
            moves = tws.legal_moves(table.view(tokens[actor]))
            table.play(tokens[actor], str(rng.choice(moves)), bots=False)
        elif chance < 0.6:
            table.act_for(actor)
        elif chance < 0.7:
            tokens[seat] = table.replace(seat, name=f"Guest {step}")
        elif chance < 0.75 and len(table.people) > 1:
            table.replace(seat, bot="random")
            tokens.pop(seat, None)
        elif chance < 0.8 and seat in tokens:
            table.leave(tokens[seat])
            tokens[seat] = table.join(f"Friend {step}")
        elif chance < 0.9 and table.can_undo(seat):
            agreed = table.asked.agreed if table.asked else ()
            for asker in dict.fromkeys((seat, *table.people)):
                if asker in agreed:
                    continue
                if table.asked and rng.random() < 0.1:
                    table.decline(tokens[asker])
                    break
                if table.undo(tokens[asker]) or rng.random() < 0.2:
                    break
        else:
            table.advance()
    return table, tokens


def answers(table: Table, token: str) -> Iterator[object]:
    yield from (table.view(token), table.seat(token), table.names, table.people, table.asked)
    yield from (table.actor, table.hand_scores, table.goes_on, table.free_seats, repr(table))
    yield from (table.can_undo(seat) for seat in table.people)
    yield from (table.claim_for(token), table.claimed)
    yield from (table.events(token), table.sentences(token))
    yield from facts(table, token)
    offers = table.offers(token)
    yield from (offers, offers_text(offers), [offers_text(offers, most) for most in (0, 60)])
    for offer in offers[:2]:
        begun = str(offer.moves[0]).split()[0]
        yield table.offers(token, begun), offers_text(table.offers(token, begun))
    for text in ("deal", "QS", "XX", "no bid", "high"):
        try:
            Table.from_text(table.to_text()).play(token, text, bots=False)
        except tws.TwoWayStreetError as error:
            yield str(error)


def facts(table: Table, token: str) -> Iterator[str]:
    """Yield what clients that draw for themselves get: those who come, come back, and stay."""
    for since, away in ((0, []), (table.last_number // 2, [0]), (table.last_number - 1, [0, 1])):
        yield json.dumps(table.facts(token, since, away=away))
    viewer = Viewer()
    viewer.change(FACTS)
    yield json.dumps(Engine(table).news(token, viewer))


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("name", list(tws.GAMES))
def test_a_lively_table_tells_people_only_what_they_know(name: str) -> None:
    pairs, found = 0, set[Happened]()
    for seed in range(5):
        table, tokens = lively(name, seed, (6, 12, 18, 24, 30)[seed % 5])
        for seat, other in disguises(table, tokens, seed):
            assert [*answers(other, tokens[seat])] == [*answers(table, tokens[seat])]
            pairs += 1
            found |= {event.happened for event in table.events(tokens[seat])}
    assert pairs >= 3
    assert len(found) >= 5


@pytest.mark.parametrize("name", list(tws.GAMES))
def test_a_lively_table_tells_its_record_and_is_saved(name: str) -> None:
    for seed in range(4):
        table, tokens = lively(name, seed, 10 + 10 * seed)
        check_saved(table, tokens)
        for seat, token in tokens.items():
            assert table.seat(token) == seat
            events, last = table.events(token), table.last_number
            numbers = [event.number for event in events]
            lines = [line for event in events for line in event.sentences]
            assert all(re.fullmatch(r"[A-Z].*[.!]", line) and "{" not in line for line in lines)
            text = " ".join(lines)
            assert "None" not in text and (seat is not None or "You " not in text)
            assert numbers == sorted({*numbers}) and numbers[-1] == last
            for since in (-1, last // 2, last - 1, last + 1):
                later = events[sum(n <= since for n in numbers) :]
                assert table.events(token, since) == later
                told = [(one.number, one.sentences) for one in later]
                assert [*table.sentences(token, since)] == told
            changes = [event.number for event in events if event.happened in CHANGES]
            assert table.last_change == [0, *changes][-1]
            moves = [event for event in events if event.happened is Happened.MOVE]
            known = table.record.for_seat(seat).events
            assert [(one.seat, one.text, one.move, one.view) for one in moves] == [
                (one.seat, one.text, one.move, one.view) for one in known
            ]
            before = [tws.view(state, seat) for state, _ in table.record]
            assert [one.before for one in moves] == before


def disguises(
    table: Table, tokens: Mapping[int | None, str], seed: int
) -> Iterator[tuple[int | None, Table]]:
    """Yield readers, each with a table that this reader cannot tell from the first."""
    record, rng = table.record, random.Random(seed)
    if not record.moves:
        return
    states = states_of(record.start, record.moves)
    for seat in tokens:
        moves = disguised(states, record.moves, seat, rng)
        if moves is not None:
            data = json.loads(table.to_text())
            data["record"]["moves"] = [str(move) for move in moves]
            yield seat, Table.from_text(json.dumps(data))


@pytest.mark.nightly
def test_a_lively_table_has_all_kinds_of_events() -> None:
    found = set[Happened]()
    for seed in range(200):
        table, tokens = lively("street", seed, 150)
        found |= {event.happened for event in table.events(tokens[None])}
        if found >= KINDS:
            break
    assert found == KINDS
