"""Whatever reads something: what it begins with, how it reads, what must hold of what it read."""

from __future__ import annotations

import json
import random
import re
import tempfile
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

import attrs
from click.testing import CliRunner, Result

import twowaystreet as tws
from tests.beside import PAIRS
from tests.fuzz import changes, proofs, seeds
from tests.fuzz.changes import TOKENS
from tests.fuzz.foreign import MARK, NoInput, decode, is_dict, is_list
from tests.helpers import anything
from twowaystreet import Record, SeatRecord, ratings
from twowaystreet.cards import Card, CardError, cards
from twowaystreet.cli.commands import command
from twowaystreet.cli.settings import SettingError, rules_of
from twowaystreet.notation import kinds_of
from twowaystreet.options import options_of

Refused = tuple[type[Exception], ...]


@attrs.frozen(kw_only=True)
class Target:
    """One thing that reads.

    Attributes:
        name: what it is called.
        seeds: gives inputs that are good, or nearly.
        read: reads an input. Any: what is read is of any type.
        refused: what it may raise, and nothing else.
        prove: sees that what was read from an input is right.
        change: changes an input, given others, by a source of chance.
        cost: how much slower it is than the quick ones.
    """

    name: str
    seeds: Callable[[], list[str]]
    read: Callable[[str], Any]
    refused: Refused
    prove: Callable[[str, Any], None] = lambda text, found: None
    change: Callable[[str, Any, random.Random], str] = changes.json_changed
    cost: int = 1


def _from_either(kind: Any, text: str) -> Any:
    """Read JSON; or, if something in it is marked, the value that it stands for."""
    return kind.from_dict(decode(text)) if MARK in text else kind.from_json(text)


def _known(data: Any, names: tuple[str, ...]) -> dict[str, Any]:
    """What is given by name, of these names alone: no others can be passed on."""
    if not is_dict(data):
        raise NoInput
    return {name: data[name] for name in names if name in data}


# The beginnings of matches


def _begun(game: str, text: str) -> Any:
    ours = tws.GAMES[game]
    data = decode(text)
    where = _known(data, ("dealer", "scores", "hands_played", *ours.State._carries))
    rules = data.get("rules")
    if is_dict(rules):
        rules = ours.Rules(**_known(rules, tuple(options_of(ours.Rules))))
    return ours.new_game(rules, **where)


# Moves that are made of values


def _move_made(game: str, text: str) -> Any:
    """A move of these parts, or what is offered instead of one."""
    data = decode(text)
    state = next(iter(seeds.states(game).values()))
    kinds: dict[str, Any] = {kind.__name__: kind for kind in kinds_of(type(state))}
    if is_dict(data) and isinstance(data.get("kind"), str) and data["kind"] in kinds:
        kind = kinds[data["kind"]]
        parts = [field for field in attrs.fields(kind) if field.init]
        least = sum(field.default is attrs.NOTHING for field in parts)
        given = data.get("with")
        given = given[: len(parts)] if is_list(given) else []
        return kind(*given, *[None] * (least - len(given)))
    return data


def _prove_made(game: str, text: str, found: Any) -> None:
    if type(found) in kinds_of(tws.GAMES[game].State):
        proofs.move(game, found)
        return
    for state in seeds.states(game).values():
        try:
            tws.apply(state, found)
        except tws.IllegalMove as error:
            refused = error
        else:
            raise AssertionError("what is no move was taken for one")
        assert refused.move is found
        assert refused.reason.explain() in str(refused)


def _card_of_parts(text: str) -> Card:
    data: Any = decode(text)
    whole = anything(data)
    return Card(*data) if is_list(data) and len(data) == 2 else Card(whole)


# Scores

_SCORED: Final[dict[str, dict[str, Any]]] = {
    "street": {"declarations": ["HD", "LD", "HF", "LF"], "tricks": [4, 3, 2, 1]},
    "duel": {"direction": "low", "tricks": [5, 5], "captured": [2, 0], "dealer": 0},
    "twos": {"honours": [7, 3, 6, 0], "catches": [{"@catch": [0, 3, "3"]}]},
    "spades": {
        "bids": ["bid 6", {"@bid": ["naught"]}],
        "books": [{"@tuple": [number % 2, "actual"]} for number in range(13)],
        "moved": 0,
        "overbooks": [0, 9],
        "perfect_bids": [0, 2],
        "boston_failed": -130,
    },
    "twenty_down": {"tricks": [4, 1, 0, 0], "trumps": "H", "statuses": ["in", "in", "in", "out"]},
}


def _score(game: str, text: str) -> Any:
    good = decode(json.dumps(_SCORED[game]))
    return _module(game).score(**{**good, **_known(decode(text), tuple(good))})


def _module(game: str) -> Any:
    from importlib import import_module  # noqa: PLC0415  # only here

    return import_module(f"twowaystreet.games.{game}")


# Ratings, seats, the score sheet

_RATED: Final[dict[str, Any]] = {
    "ratings": [1076, 1125, 958, 1011],
    "scores": [20, 16, 12, 4],
    "target": 20,
    "lowest_wins": False,
    "scale": {"@scale": {"several": 16, "duel": 32, "weights": [[12, 0.75], [19, 1]], "spread": 9}},
}


def _rated(text: str) -> Any:
    data = {**decode(json.dumps(_RATED)), **_known(decode(text), tuple(_RATED))}
    for name in ("ratings", "scores"):
        if is_list(data[name]):  # an iterator could not be read twice
            data[name] = tuple(data[name])
    # Anything has a truth value, but for what raises when it is asked for it.
    data["lowest_wins"] = data["lowest_wins"] is True
    return data, ratings.rounds(**data)


def _prove_rated(text: str, found: Any) -> None:
    data, rounds = found
    if isinstance(data["ratings"], tuple) and isinstance(data["scores"], tuple):
        proofs.rated_alike(data, rounds)


_SHEET: Final[dict[str, Any]] = {
    "names": ["Ann", "Ben", "Cem"],
    "hands": [
        {"@hand": [["HD", "LD", "LF"], [7, 2, 1]]},
        {"@hand": [["HD", "LD", "LF"], [4, 6, 0]]},
    ],
    "scores": [1, 2, 3],
}


def _sheet(text: str) -> Any:
    return tws.score_sheet(**{**decode(json.dumps(_SHEET)), **_known(decode(text), tuple(_SHEET))})


def _seats(text: str) -> Any:
    """A seat or a position, as whatever takes one reads it."""
    data = decode(text)
    record = seeds.records("street")[3]
    given: Any = data[1] if is_list(data) and len(data) == 2 else data
    what = data[0] if is_list(data) and data else None
    match what if isinstance(what, str) else None:
        case "position":
            return record.state_at(given)
        case "view position":
            return record.for_seat(0).view_at(given)
        case "record":
            return record.for_seat(given)
        case "dealer":
            return tws.GAMES["duel"].new_game(dealer=given)
        case _:
            return tws.view(record.state, given)


# The command line


@cache
def _place() -> Path:
    return Path(tempfile.mkdtemp(prefix="fuzz"))


def _run(words: list[str], typed: str = "") -> Result:
    typed = typed.encode("utf-8", "replace").decode()
    return CliRunner().invoke(command, words, input=typed, prog_name="twowaystreet")


def _file(text: str) -> Any:
    """Every command that loads a file, with a file that holds this."""
    path = _place() / "game"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    commands = (["view", str(path)], ["replay", str(path)], ["view", str(path), "--json"])
    return [_run(words) for words in (*commands, ["replay", str(path), "--seat", "0", "--step"])]


def _typed(text: str) -> Any:
    """A hand that is played with these lines, the first of which says which game and seed."""
    first, _, typed = text.partition("\n")
    game, _, seed = first.partition(" ")
    words = [game if game in PAIRS else "street", "--seed", seed if seed.isdecimal() else "1"]
    return [_run(["play", *words, "--hands", "1", "--practice"], typed)]


def _command(text: str) -> Any:
    """A command of these words, a line each; never one that writes a file or plays for long."""
    words = [word.replace("\x00", "") for word in text.split("\n")]
    words = [word for word in words if not word.startswith(("--save", "--game"))]
    for place, word in enumerate(words):  # very many players take very long to watch
        if re.search("players|^[0-9]+$", word):
            words[place] = re.sub("[0-9]{2,}", "11", word)
    return [_run(words, "?\nhelp\n")]


def _prove_run(text: str, found: list[Result]) -> None:
    for result in found:
        error = result.exception
        if error is not None and not isinstance(error, SystemExit):
            raise error
        assert result.exit_code in (0, 2), result.output
        assert "Traceback" not in result.output


def _prove_typed(text: str, found: list[Result]) -> None:
    _prove_run(text, found)
    assert found[0].exit_code == 0, found[0].output


_SESSIONS: Final = (
    "street 7\nlow\nexchange AC B*\nkc\nhelp\n4h\n\nundo\n?\nquit\n",
    "duel 4\nbid 3 high\nno bid\n10s\nhelp\n",
    "twos 3\nas\nundo\nks\n\n2c\n",
    "spades 1\nlook\nbid 5\nstand\nas\nrenege 1\nno renege\n",
    "twenty_down 2\ntrump h\ndraw 7c 8d\nin\nundo\nout\n",
)
_COMMANDS: Final = (
    "games",
    "games\n--plain",
    "example\nduel",
    "play\nstreet\n--auto\n--seed\n7\n--players\n5",
    "play\nduel\n--auto\n--set\nbid_markers=cards\n--dealer\n1",
    "play\nspades\n--auto\n--seed\n3\n--set\nmax_hands=1\n--hands\n1",
    "play\ntwos\n--seat\n2\n--practice",
    "play\ntwenty_down\n--target\n5\n--auto",
    "replay\nnothing\n--seat\n2\n--step",
    "view\nnothing\n--at\n40\n--json\n--public",
)


def _of(game: str) -> list[Target]:
    """What reads something of one game."""
    ours = tws.GAMES[game]
    return [
        Target(
            name=f"move-{game}",
            seeds=partial(seeds.move_texts, game),
            read=lambda text: tws.parse_move(next(iter(seeds.states(game).values())), text),
            refused=(tws.ParseError,),
            prove=lambda text, found: proofs.move(game, found),
            change=changes.text_changed,
        ),
        Target(
            name=f"made-{game}",
            seeds=partial(seeds.made_moves, game),
            read=partial(_move_made, game),
            refused=(tws.IllegalMove,),
            prove=partial(_prove_made, game),
        ),
        Target(
            name=f"text-{game}",
            seeds=partial(seeds.record_texts, game),
            read=Record.from_text,
            refused=(tws.RecordError,),
            prove=lambda text, found: proofs.record(found),
            change=changes.text_changed,
            cost=4,
        ),
        Target(
            name=f"json-{game}",
            seeds=partial(seeds.record_jsons, game),
            read=partial(_from_either, Record),
            refused=(tws.RecordError,),
            prove=proofs.record_in_json,
            cost=4,
        ),
        Target(
            name=f"view-{game}",
            seeds=partial(seeds.views, game),
            read=partial(_from_either, ours.View),
            refused=(tws.RecordError,),
            prove=proofs.seen,
            cost=2,
        ),
        Target(
            name=f"seat-{game}",
            seeds=partial(seeds.seat_records, game),
            read=partial(_from_either, SeatRecord),
            refused=(tws.RecordError,),
            prove=proofs.seat_record,
            cost=8,
        ),
        Target(
            name=f"words-{game}",
            seeds=partial(seeds.option_words, game),
            read=lambda text: rules_of(ours, text.split("\n"), {}),
            refused=(SettingError,),
            prove=lambda text, found: proofs.rules(found),
            change=changes.text_changed,
        ),
        Target(
            name=f"rules-{game}",
            seeds=partial(seeds.beginnings, game),
            read=partial(_begun, game),
            refused=(tws.RulesError, tws.SeatError),
            prove=lambda text, found: proofs.beginning(found),
            cost=2,
        ),
        Target(
            name=f"score-{game}",
            seeds=lambda: [json.dumps(_SCORED[game])],
            read=partial(_score, game),
            refused=(tws.RulesError, tws.SeatError),
            prove=lambda text, found: proofs.score(game, found),
        ),
    ]


_EVERYTHING: Final = (
    Target(
        name="card",
        seeds=lambda: ["QS", "10♣", "td", "r*", "X*"],
        read=Card.parse,
        refused=(tws.ParseError,),
        prove=proofs.one_card,
        change=changes.text_changed,
    ),
    Target(
        name="cards",
        seeds=lambda: ["7C QS, r*", "", "10♣,t♦  as", " ".join(TOKENS[:55])],
        read=cards,
        refused=(tws.ParseError,),
        prove=proofs.some_cards,
        change=changes.text_changed,
    ),
    Target(
        name="card-of-parts",
        seeds=lambda: ['["@queen", "@spades"]', '["@joker", null]', '["Q", "S"]'],
        read=_card_of_parts,
        refused=(CardError,),
        prove=lambda text, found: proofs.same(Card(found.rank, found.suit), found),
    ),
    Target(
        name="ratings",
        seeds=lambda: [
            json.dumps(_RATED),
            '{"ratings": [1000, 1000.5], "scores": [1, 0]}',
            '{"lowest_wins": true, "target": 12}',
        ],
        read=_rated,
        refused=(tws.RulesError,),
        prove=_prove_rated,
    ),
    Target(
        name="first-dealer",
        seeds=lambda: ["[1076, 1125, null, 1125]", "[null, null]", "[1.5]"],
        read=lambda text: tws.draw_dealer(decode(text), random.Random(1)),
        refused=(tws.RulesError,),
    ),
    Target(
        name="sheet", seeds=lambda: [json.dumps(_SHEET)], read=_sheet, refused=(tws.RulesError,)
    ),
    Target(
        name="seats",
        seeds=lambda: [
            json.dumps([what, 1])
            for what in ("position", "view position", "record", "dealer", "view")
        ],
        read=_seats,
        refused=(tws.SeatError, tws.RecordError),
    ),
    Target(
        name="file",
        seeds=lambda: [
            each
            for game in PAIRS
            for each in (
                *seeds.record_texts(game)[2:6],
                *seeds.record_jsons(game)[2:6],
                *seeds.seat_records(game)[:4],
            )
        ],
        read=_file,
        refused=(),
        prove=_prove_run,
        cost=40,
    ),
    Target(
        name="typed",
        seeds=lambda: list(_SESSIONS),
        read=_typed,
        refused=(),
        prove=_prove_typed,
        change=changes.text_changed,
        cost=40,
    ),
    Target(
        name="command",
        seeds=lambda: list(_COMMANDS),
        read=_command,
        refused=(),
        prove=_prove_run,
        change=changes.text_changed,
        cost=40,
    ),
)

TARGETS: Final[dict[str, Target]] = {
    target.name: target
    for target in (*_EVERYTHING, *(each for game in PAIRS for each in _of(game)))
}
"""Everything that is fuzzed, by name."""
