"""The types of TypeScript for messages and views, which json-schema-to-typescript makes."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from hashlib import sha256
from importlib import resources
from typing import Final

from twowaystreet._core.engine.game import OURS, Game, game_named, is_game
from twowaystreet.errors import RecordError
from twowaystreet.schemas._making import Form, schema_of, shipped, wire

FILE: Final = "twowaystreet.d.ts"
_PROGRAM: Final = "json-schema-to-typescript@16"
_OPTIONS: Final = ("--no-bannerComment", "--style.printWidth=100")
_SECONDS: Final = 300


def typescript(game: str | Game | None = None) -> str:
    """Return declarations of TypeScript: of the messages of a table and the views of our games.

    Args:
        game: a game, or the name of a registered one, for the types of its view alone, in a
            namespace with its name (``_`` for ``-``). For a game that is not ours this runs
            ``npx``, which belongs to Node and downloads json-schema-to-typescript.

    Raises:
        RecordError: if no game has this name, or ``npx`` is missing or fails.

    >>> typescript("duel").splitlines()[0]
    'export namespace duel {'
    """
    whole = (resources.files("twowaystreet.schemas") / FILE).read_text(encoding="utf-8")
    if game is None:
        return whole
    found = game if is_game(game) else game_named(game)
    start = f"export namespace {found.name} {{\n"
    if found.name not in OURS or start not in whole:
        return _namespace(found)
    _, begin, rest = whole.partition(start)
    return begin + rest.partition("\n}\n")[0] + "\n}\n"


def digest() -> str:
    """Return what the shipped declarations say of the schemas that they were made from."""
    schemas = [wire(), *(shipped(name, Form.VIEW) for name in OURS)]
    return sha256(json.dumps(schemas).encode()).hexdigest()[:16]


def made() -> str:
    """Make the shipped declarations anew, with ``npx``."""
    heading = (
        "// The messages of a table, and the views of our games, made from the schemas "
        f"{digest()}.\n// In `Facts` the view is that of any game; `street.View` is that of one.\n"
    )
    schema = {key: value for key, value in wire().items() if key != "anyOf"}
    messages = _compiled(schema | {"title": "Message", "anyOf": wire()["anyOf"]})
    return "\n".join([heading, messages, *(_namespace(game_named(name)) for name in OURS)])


def _namespace(game: Game) -> str:
    types = _compiled(schema_of(game, Form.VIEW) | {"title": "View"})
    lines = [f"  {line}".rstrip() for line in types.splitlines()]
    name = re.sub(r"-|^(?=\d)", "_", game.name)
    return "\n".join([f"export namespace {name} {{", *lines, "}", ""])


def _compiled(schema: Mapping[str, object]) -> str:
    npx = shutil.which("npx")
    if npx is None:
        raise RecordError("types of a game that is not ours need npx, which belongs to Node")
    command = [npx, "--yes", "--package", _PROGRAM, "json2ts", *_OPTIONS]
    text = json.dumps(schema).encode()
    try:
        done = subprocess.run(
            command, input=text, capture_output=True, timeout=_SECONDS, check=True
        )
    except subprocess.SubprocessError as error:
        said = (getattr(error, "stderr", None) or b"").decode(errors="replace")
        words = said.strip()[-300:] or str(error)
        raise RecordError(f"json-schema-to-typescript fails: {words}") from None
    # Objects can have more keys in later versions, but programs name those that they know.
    return re.sub(r"\n *\[k: string\]: unknown;", "", done.stdout.decode())
