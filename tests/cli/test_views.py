"""Views and records in files: their tables, the chances of hidden cards, damaged files."""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar
from unittest import mock

import attrs
import pytest

import twowaystreet as tws
from tests.cli.helpers import golden, in_file, loaded, output, refusal, some_record
from tests.helpers import positions, shuffled
from twowaystreet._cli.lookups import chance_lines, hidden_cards
from twowaystreet._core.display import display_of
from twowaystreet._core.display.lines import plain
from twowaystreet._core.display.screen import seat_names
from twowaystreet.games import spades, street, twos


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(some_record("street", 4).to_text(), "utf-8")
    return path


def test_a_view_is_drawn_as_a_table(path: Path) -> None:
    words = ("view", str(path), "--seat", "2", "--at", "36")
    table, chances = golden("street-seed-4-view.txt"), golden("street-seed-4-chances.txt")
    assert output(*words) == table
    assert output(*words, "--chances") == table + chances


@pytest.mark.parametrize("seat", [None, 2])
@pytest.mark.parametrize("at", [None, 0, 20])
def test_a_view_is_printed_as_json(seat: int | None, at: int | None, path: Path) -> None:
    words = [] if seat is None else ["--seat", str(seat)]
    words += [] if at is None else ["--at", str(at)]
    record = loaded(path)
    state = record.state if at is None else record.state_at(at)
    assert output("view", str(path), "--json", *words) == tws.view(state, seat).to_json() + "\n"


def test_a_spectator_sees_no_hand(path: Path) -> None:
    words = ("view", str(path), "--at", "36")
    lines = output(*words, "--seat", "2").splitlines()
    assert output(*words).splitlines() == [line for line in lines if not line.startswith("Hand")]


def test_a_seat_record_gives_the_view_of_its_seat(path: Path) -> None:
    other = path.with_suffix(".json")
    other.write_text(loaded(path).for_seat(2).to_json(), "utf-8")
    for words in ((), ("--at", "7"), ("--at", "0", "--json")):
        expected = output("view", str(path), "--seat", "2", *words)
        assert output("view", str(other), *words) == expected
    assert "this is the record of seat 2" in refusal("view", str(other), "--seat", "1")


def test_invalid_positions_and_seats_are_refused(path: Path) -> None:
    last = len(loaded(path).moves)
    for words, message in (
        (("--at", str(last + 1)), f"there is no position {last + 1}: expected 0 to {last}"),
        (("--at", "-1"), f"there is no position -1: expected 0 to {last}"),
        (("--seat", "4"), "4 is not a seat here"),
    ):
        assert message in refusal("view", str(path), *words)


# Chances.


def shown(view: Any, name: str) -> list[str]:  # Any: the view of any game
    """Return the lines about a view of a game."""
    names = seat_names(len(view.scores), None)
    return [plain(line) for line in chance_lines(display_of(tws.GAMES[name]), view, names)]


def random_states(name: str, seed: int) -> Iterator[Any]:  # Any: as above
    """Yield the states of a random hand, the one before the deal included."""
    state: Any = tws.GAMES[name].new_game()
    yield state
    yield from positions(shuffled(state, seed), random.Random(seed))


def test_json_has_exact_fractions(tmp_path: Path) -> None:
    record = some_record("street", 4, 36)
    words = ("view", in_file(tmp_path / "game.txt", record), "--seat", "2", "--json")
    found, view = json.loads(output(*words, "--chances")), tws.view(record.state, 2)
    assert found["view"] == json.loads(output(*words))
    worlds = tws.worlds(view)
    assert found["worlds"] == str(worlds.count)
    assert found["chances"][2] == {}
    for seat in (0, 1, 3):
        expected = {str(card): str(worlds.chance(seat, card)) for card in tws.CARDS}
        played = {text for text, chance in expected.items() if chance == "0"}
        assert found["chances"][seat] == {
            text: chance for text, chance in expected.items() if text not in played
        }


@pytest.mark.parametrize("name", tws.GAMES)
def test_every_game_shows_its_chances_to_everybody(name: str) -> None:
    for number, state in enumerate(random_states(name, 3)):
        if number % 6 and not state.hand_over:
            continue
        for seat in (None, 0, 1):
            view = tws.view(state, seat)
            lines, hidden = shown(view, name), hidden_cards(view)
            who = "a spectator" if seat is None else f"seat {seat}"
            assert lines[0].startswith("Worlds") and lines[0].endswith(who)
            assert all(len(line) <= 79 for line in lines)
            for card, chance in hidden.rest.items():
                # A card with one hidden copy lies in one hand, or elsewhere.
                assert chance + sum(of[card] for of in hidden.seats.values()) == 1
                assert chance == 0 or hidden.rest_name


def test_before_the_deal_nothing_is_hidden(tmp_path: Path) -> None:
    path = in_file(tmp_path / "game.txt", tws.Record(twos.new_game()))
    assert output("view", path, "--chances").endswith(
        "\n\nWorlds     only one: nothing about the cards is hidden from a spectator\n"
    )


def test_seats_with_equal_chances_share_a_block() -> None:
    for name, start in (("spades", spades.new_game()), ("twos", twos.new_game())):
        lines = shown(tws.view(shuffled(start, 7), 1), name)
        blocks = [line[:11].strip() for line in lines if line[0] != " "]
        # Before looking, the own cards are hidden too.
        own = ["Seats 0-1", "Elsewhere"] if name == "spades" else ["Seats 0 2-3"]
        assert blocks == ["Worlds", *own]


def test_a_table_of_twenty_fits_and_its_count_is_short() -> None:
    state = shuffled(street.new_game(street.Rules(players=20)), 7)
    lines = shown(tws.view(state, 0), "street")
    assert "more than" in lines[0] and "x 10^" in lines[0]
    assert len(lines) < 20 and all(len(line) <= 79 for line in lines)


def test_a_game_that_does_not_declare_its_hidden_cards_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @attrs.frozen(kw_only=True)
    class View(twos.View):
        redacted_moves: ClassVar = {
            **twos.View.redacted_moves,
            tws.Play: lambda state, move, viewer: "play",
        }

    path = in_file(tmp_path / "game.txt", some_record("twos", 1))
    monkeypatch.setattr(twos.State, "View", View)
    message = refusal("view", path, "--chances")
    assert message.startswith("Error: Twos does not declare the move Play for worlds: write View.")
    assert output("view", path)


# Files that are no saved games are refused in one line that gives the reason.

RECORD = some_record("street", 1, 14)
TEXT = RECORD.to_text()

DAMAGED: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "'twowaystreet record 1' in the first line"),
    "another text": (b"dear diary\n", "in the first line, found 'dear diary"),
    "no text": (b"\xff\xfe\0", "the file is not text in UTF-8"),
    "no game": (TEXT.replace("game street", "game poker").encode(), "there is no game 'poker'"),
    "no move": (TEXT.encode() + b"shout\n", "move 15: cannot read 'shout'"),
    "an illegal move": (TEXT.encode() + b"low\n", "move 15: low: not now"),
    "half a record": (TEXT[:60].encode(), "expected the header lines"),
    "half of JSON": (RECORD.to_json()[:100].encode(), "invalid JSON"),
    "other JSON": (b'{"a": 1}', "format: expected 'twowaystreet record', found None"),
    "a list": (b"[]", "in the first line, found '[]'"),
    "deep JSON": (b'{"a": ' + b"[" * 100_000, "invalid JSON"),
    "a key twice": (b'{"a": 1, "a": 2}', "the key 'a' occurs twice"),
}


@pytest.mark.parametrize("command", ["replay", "view"])
@pytest.mark.parametrize("damage", DAMAGED)
def test_damaged_files_are_refused(command: str, damage: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    content, message = DAMAGED[damage]
    path.write_bytes(content)
    refused = refusal(command, str(path))
    assert refused.startswith("Error: cannot load '") and message in refused


def test_other_files_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for command in ("replay", "view"):
        assert "No such file or directory" in refusal(command, str(tmp_path / "game.txt"))
        assert "Is a directory" in refusal(command, str(tmp_path))
    # The game of another package can raise any error.
    monkeypatch.setattr(tws.Record, "from_text", mock.Mock(side_effect=ImportError("no luck")))
    assert "ImportError('no luck')" in refusal("replay", in_file(tmp_path / "game", RECORD))


def test_the_format_is_found_in_the_content_not_in_the_name(tmp_path: Path) -> None:
    outputs = set[str]()
    texts = {"a.json": TEXT, "b.txt": RECORD.to_json(), "c": f"\n{RECORD.to_json()}"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, "utf-8")
        outputs.add(output("replay", str(tmp_path / name)))
    assert len(outputs) == 1


def _with_another(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["start"].update({key: value})


TAMPERED: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "a seat that there is not": (_with_another("actor", 99), "actor, dealer: expected seats"),
    "no scores": (_with_another("scores", "none\nat\nall"), "scores: expected a list"),
    "voids": (_with_another("voids", "none\nat\nall"), "voids: expected "),
    "orders to a terminal": (
        lambda data: [each.update(text="\x1b[2J") for each in data["events"] if not each["whole"]],
        "text: expected the visible part",
    ),
    "facts of no seat": (_with_another("declarations", []), "declarations: expected those of 4"),
    "an event too many": (lambda data: data["events"].append({}), "expected the keys seat, text"),
}


@pytest.mark.parametrize("damage", TAMPERED)
def test_damaged_seat_records_are_refused(damage: str, tmp_path: Path) -> None:
    data = RECORD.for_seat(0).to_dict()
    tamper, message = TAMPERED[damage]
    tamper(data)
    path = tmp_path / "seen.json"
    path.write_text(json.dumps(data), "utf-8")
    assert message in refusal("replay", str(path))
    assert message in refusal("view", str(path), "--json")
