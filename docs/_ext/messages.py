"""The messages of a table on their page, as their schemas tell them.

A page has a block for each message, and for each part of one that has a name::

    ```{message} Play
    ```

The option ``short`` leaves out its keys.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from docutils.parsers.rst.directives import flag
from typing_extensions import override

from docs._ext.layouts import Tables
from twowaystreet.schemas import wire

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

Schema = Mapping[str, Any]  # Any: JSON
_WORDS: Final = {"string": "text", "boolean": "true or false", "integer": "whole number"}


def message(name: str, *, is_short: bool = False) -> Iterator[str]:
    """Yield the lines of a message in Markdown: what it is, its keys, and its examples."""
    schema: Schema = wire()["$defs"][name]
    yield from (f"**{name}**: {schema['description']}", "")
    if not is_short:
        yield from ("| key | value | content |", "| --- | --- | --- |", *_rows(schema), "")
        for example in schema.get("examples", ()):
            yield from ("```json", json.dumps(example, ensure_ascii=False), "```", "")


def _rows(schema: Schema, before: str = "") -> Iterator[str]:
    for key, each in schema["properties"].items():
        content = each.get("description", "").removesuffix(".")
        notes = () if key in schema.get("required", ()) else ("may be missing",)
        yield f"| `{before}{key}` | {'; '.join((_value(each), *notes))} | {content} |"
        if "properties" in each:
            yield from _rows(each, f"{before}{key}.")


def _value(schema: Schema) -> str:
    """Return the values that a schema allows, in words.

    >>> _value({"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/Row"}}, {"type": "null"}]})
    'list of **Row**, or null'
    """
    if "anyOf" in schema:
        return ", or ".join(map(_value, schema["anyOf"]))
    if "$ref" in schema:
        return f"**{schema['$ref'].rpartition('/')[2]}**"
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(each)}`" for each in schema["enum"])
    kind: str = schema["type"]
    if kind == "array":
        items = _value(schema["items"])
        return f"list of {items}" if items.startswith("**") else f"list of {items}s"
    return _WORDS.get(kind, kind)


class Message(Tables):
    """A message, or a part of one, by its name in the schema."""

    option_spec: ClassVar[dict[str, Callable[[str], object]] | None] = {"short": flag}

    @override
    def lines(self) -> Iterator[str]:
        return message(self.arguments[0], is_short="short" in self.options)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive ``message``."""
    app.add_directive("message", Message)
    return {"parallel_read_safe": True}
