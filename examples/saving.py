"""Save a hand of the Duel as text and JSON, load it, undo a move, and show one seat's record.

python examples/saving.py FOLDER
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

import twowaystreet as tws
from twowaystreet.games import duel


def played(seed: int) -> tws.Record:
    """Return the record of a hand; both players choose at random."""
    rng, record = random.Random(seed), tws.Record(duel.new_game())
    while not record.state.hand_over:
        state = record.state
        move = tws.shuffle(state, rng) if state.needs_deal else rng.choice(tws.legal_moves(state))
        record = record.play(move)
    return record


def main(folder: Path, seed: int = 7) -> None:
    """Write three files, read them back, and print their content."""
    record = played(seed)
    text, data, seen = folder / "duel.txt", folder / "duel.json", folder / "seat_1.json"
    text.write_text(record.to_text(), encoding="utf-8")
    data.write_text(record.to_json(), encoding="utf-8")
    seen.write_text(record.for_seat(1).to_json(), encoding="utf-8")

    loaded = tws.Record.from_text(text.read_text(encoding="utf-8"))
    assert loaded == tws.Record.from_json(data.read_text(encoding="utf-8"))
    print(f"{len(loaded.moves)} moves, scores {loaded.state.scores}")
    shorter = loaded.undo()
    print(f"Without {loaded.moves[-1]}, seat {shorter.state.actor} is to move")

    print("What seat 1 saw:")
    for event in tws.SeatRecord.from_json(seen.read_text(encoding="utf-8")):
        print("dealer" if event.seat is None else f"seat {event.seat}", event.text, sep=": ")

    damaged = loaded.to_text().replace(str(loaded.moves[1]), "bid high 99")
    try:
        tws.Record.from_text(damaged)
    except tws.RecordError as error:
        print(f"Not loaded, because of {error}")


if __name__ == "__main__":
    if sys.argv[1:]:
        main(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as temporary:
            main(Path(temporary))
