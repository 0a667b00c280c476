"""JSON Schemas made from the types of games, and those of this version in files."""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Mapping
from enum import StrEnum
from importlib import resources
from types import ModuleType
from typing import Any, Final, get_args

import attrs

from twowaystreet._core import plain_data
from twowaystreet._core.cards.cards import CARDS, Card, member_of
from twowaystreet._core.engine import fields
from twowaystreet._core.engine.fields import Type
from twowaystreet._core.engine.game import Game, game_named, is_game
from twowaystreet._core.engine.moves import Move
from twowaystreet._core.records import records, seat_records
from twowaystreet._core.views import views
from twowaystreet._core.views.views import MARKS, view_types
from twowaystreet.errors import RecordError, quoted

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
"""The dialect of JSON Schema that the schemas use."""


class Form(StrEnum):
    """Kinds of JSON that have a schema."""

    VIEW = "view"
    RECORD = "record"
    SEAT_RECORD = "seat_record"


def schema_of(game: str | Game, form: Form | str) -> plain_data.Object:
    """Make the JSON Schema of a view, a record or a seat record of a game.

    Args:
        game: a game, or the name of a registered one.
        form: ``view``, ``record`` or ``seat_record``.

    Raises:
        RecordError: if no game has this name or the form is another word.
    """
    found, form = game if is_game(game) else game_named(game), _form(form)
    maker = _Maker(is_open=form is not Form.RECORD)
    return {
        "$schema": DIALECT,
        "title": f"{found.title}: {form.replace('_', ' ')}",
        **_FORMS[form](found, maker),
        "$defs": dict(sorted(maker.definitions.items())),
    }


def shipped(game: str | Game, form: Form | str) -> plain_data.Object:
    """Read a JSON Schema from the files of this version of the library.

    Args:
        game: a game of the library, or its name.
        form: as for :func:`schema_of`.

    Raises:
        RecordError: if the library has no file for this game and form.
    """
    name = game.name if is_game(game) else game_named(game).name
    try:
        return _file(f"{name}.{_form(form)}.json")
    except OSError:
        raise RecordError(f"the library has no file for {name} {form}: call schema_of") from None


def wire() -> plain_data.Object:
    """Read the JSON Schema of the messages of a table, in both directions.

    Its ``$defs`` have each message by its name: ``ToServer`` are those of clients, ``FromServer``
    those of the server. Version 1 of the messages is the subprotocol ``twowaystreet.v1``.

    >>> wire()["$defs"]["Play"]["examples"]
    [{'do': 'play', 'move': 'QS', 'seen': 17}]
    """
    return _file("wire.json")


def balance() -> plain_data.Object:
    """Read the JSON Schema of documents of :func:`twowaystreet.balance.document`.

    >>> balance()["properties"]["version"]
    {'const': 1}
    """
    return _file("balance.json")


def _file(name: str) -> plain_data.Object:
    text = (resources.files("twowaystreet.schemas") / name).read_text(encoding="utf-8")
    found: plain_data.Object = json.loads(text)
    return found


def _form(form: Form | str) -> Form:
    found = member_of(Form, form)
    if found is None:
        raise RecordError(f"expected one of {', '.join(Form)}, not {quoted(form)}")
    return found


class _Maker:
    def __init__(self, *, is_open: bool) -> None:
        self._is_open = is_open  # objects may have more keys
        self.definitions: dict[str, plain_data.Object] = {}
        self._classes: dict[str, Type] = {}

    def of(self, annotation: Type) -> plain_data.Object:
        if options := fields.alternatives(annotation):
            return {"anyOf": [self.of(option) for option in options]}
        if fields.is_tuple(annotation):
            types = get_args(annotation)
            if types[-1] is Ellipsis:
                return {"type": "array", "items": self.of(types[0])}
            return _fixed_list(*map(self.of, types))
        if annotation in _SIMPLE:
            return dict(_SIMPLE[annotation])
        if fields.is_move(annotation):
            return self._named(Move, lambda: {"type": "string", "description": _MOVE})
        if annotation is Card:
            return self._named(Card, lambda: {"enum": list(map(str, CARDS))})
        if fields.is_enum(annotation):
            return self._named(annotation, lambda: {"enum": [word.value for word in annotation]})
        return self._named(annotation, lambda: self._fields(annotation))

    def each(self, types: Mapping[str, Type]) -> plain_data.Object:
        return {name: self.of(annotation) for name, annotation in types.items()}

    def object(
        self, properties: plain_data.Object, *, lacking: Container[str] = ()
    ) -> plain_data.Object:
        required = [name for name in properties if name not in lacking]
        return {
            "type": "object",
            "properties": properties,
            **({"required": required} if required else {}),
            **({} if self._is_open else {"additionalProperties": False}),
        }

    def _fields(self, cls: Type) -> plain_data.Object:
        properties = self.each(fields.field_types(cls))
        for field in attrs.fields(fields.class_of(cls)):
            option: fields.RuleOption | None = field.metadata.get(fields.OPTION)
            if option and not option.choices:
                bounds = {"minimum": option.at_least, "maximum": option.at_most}
                properties[field.name] = _bounded(properties[field.name], bounds)
        absent = fields.absent_of(fields.class_of(cls))
        for name, value in plain_data.to_plain(absent).items():
            if value is not None or "anyOf" in properties[name]:  # None stands for other values
                properties[name]["default"] = value
        return self.object(properties, lacking=absent)

    def _named(self, cls: Type, make: Callable[[], plain_data.Object]) -> plain_data.Object:
        name: str = fields.class_of(cls).__name__
        while self._classes.setdefault(name, cls) != cls:
            name += "_"  # another class has this name
        if name not in self.definitions:
            self.definitions[name] = {}  # ends the recursion if the class contains itself
            self.definitions[name] = make()
        return {"$ref": f"#/$defs/{name}"}


def _fixed_list(*items: plain_data.Object) -> plain_data.Object:
    each: plain_data.Object = {"items": items[0]}
    if any(item != items[0] for item in items):  # some programs know only items
        each = {"prefixItems": [*items], "items": {"anyOf": [*items]}}
    return {"type": "array", **each, "minItems": len(items), "maxItems": len(items)}


def _bounded(schema: plain_data.Object, bounds: plain_data.Object) -> plain_data.Object:
    if "anyOf" in schema:
        return {"anyOf": [_bounded(each, bounds) for each in schema["anyOf"]]}
    return schema | bounds if schema == _SIMPLE[int] else schema


_MOVE: Final = "a move in the notation of the library, such as QS or exchange 9S 10S"
_SIMPLE: Final[dict[Any, plain_data.Object]] = {
    type(None): {"type": "null"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    str: {"type": "string"},
}


def _view(game: Game, maker: _Maker) -> plain_data.Object:
    """Return the schema of a view with all three header keys or, as in 0.1.0, none."""
    unmarked = _unmarked_view(game, maker)
    return unmarked | {
        "properties": _header(game, views) | unmarked["properties"],
        "dependentRequired": {mark: [*MARKS] for mark in MARKS},
    }


def _unmarked_view(game: Game, maker: _Maker) -> plain_data.Object:
    properties = maker.each(view_types(game, annotated=False))
    facts = _not_negative(properties, "seat", "actor", "dealer")
    return maker.object(facts, lacking=fields.absent_of(game.View))


def _record(game: Game, maker: _Maker) -> plain_data.Object:
    types = records.record_types(game) | {"moves": tuple[Move, ...]}
    properties = maker.each(types) | _header(game, records)
    facts = _not_negative(properties, "dealer", "hands_played")
    found = maker.object(facts, lacking=game.State._match_counters)
    return found | {"properties": found["properties"] | _NOTES}


def _seat_record(game: Game, maker: _Maker) -> plain_data.Object:
    view = _unmarked_view(game, maker)
    event = maker.each(seat_records.EVENT_TYPES | {"changes": type(None)})
    fixed = dict.fromkeys(sorted(seat_records.FIXED_FACTS), False)  # no change of these is valid
    changing = view["properties"] | fixed
    event["changes"] = maker.object(changing, lacking=changing)
    seat = _not_negative({"seat": maker.of(int | None)}, "seat")
    events = {"type": "array", "items": maker.object(_not_negative(event, "seat"))}
    found = maker.object({**_header(game, seat_records), **seat, "start": view, "events": events})
    return found | {"properties": found["properties"] | {"headers": _NOTES["headers"]}}


def _not_negative(properties: plain_data.Object, *keys: str) -> plain_data.Object:
    return properties | {key: _bounded(properties[key], {"minimum": 0}) for key in keys}


def _header(game: Game, module: ModuleType) -> plain_data.Object:
    marks = {"format": module.FORMAT, "version": module.VERSION, "game": game.name}
    return {key: {"const": value} for key, value in marks.items()}


_LINE: Final[plain_data.Object] = {"type": "string", "minLength": 1}
_COUNT: Final[plain_data.Object] = {"type": "integer", "minimum": 1}
_NOTES: Final[plain_data.Object] = {
    "headers": {"type": "array", "items": _fixed_list(_LINE, _LINE)},
    "comments": {"type": "array", "items": _fixed_list(_COUNT, _LINE)},
}
"""The schemas of the notes that a record can lack."""

_FORMS: Final[Mapping[Form, Callable[[Game, _Maker], plain_data.Object]]] = {
    Form.VIEW: _view,
    Form.RECORD: _record,
    Form.SEAT_RECORD: _seat_record,
}
