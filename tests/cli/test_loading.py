"""Files that are not saved games are refused in one line that gives the reason."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from tests.cli.helpers import output, refusal, some_record

RECORD = some_record("street", 1, 14)
SEEN = RECORD.for_seat(0)
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


def test_the_refusal_quotes_the_record_error(tmp_path: Path) -> None:
    text = TEXT + "low\n"
    with pytest.raises(tws.RecordError) as caught:
        tws.Record.from_text(text)
    path = tmp_path / "game.txt"
    path.write_text(text, "utf-8")
    assert refusal("replay", str(path)) == f"Error: cannot load {str(path)!r}: {caught.value}"


@pytest.mark.parametrize("command", ["replay", "view"])
def test_missing_files_are_refused(command: str, tmp_path: Path) -> None:
    assert "No such file or directory" in refusal(command, str(tmp_path / "game.txt"))
    assert "Is a directory" in refusal(command, str(tmp_path))


def test_the_format_is_found_in_the_content_not_in_the_name(tmp_path: Path) -> None:
    outputs = set[str]()
    for name, text in {
        "a.json": TEXT,
        "b.txt": RECORD.to_json(),
        "c": f"\n{RECORD.to_json()}",
    }.items():
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
    data = SEEN.to_dict()
    tamper, message = TAMPERED[damage]
    tamper(data)
    path = tmp_path / "seen.json"
    path.write_text(json.dumps(data), "utf-8")
    assert message in refusal("replay", str(path))
    assert message in refusal("view", str(path), "--json")


def test_a_failing_game_of_another_package_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fails(text: str) -> tws.Record:
        raise ImportError("no luck")

    monkeypatch.setattr(tws.Record, "from_text", fails)
    (tmp_path / "game").write_text(TEXT, "utf-8")
    assert "ImportError('no luck')" in refusal("replay", str(tmp_path / "game"))
