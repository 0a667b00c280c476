"""JSON Schemas of what is written as JSON: views, records, and records as one seat may see them.

They are made from the types alone. Those of the games of this library come with it as files beside
this one; :func:`schema_of` makes them for any game.

>>> schema_of("street", "record")["properties"]["dealer"]
{'type': 'integer', 'minimum': 0}
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from enum import StrEnum
from importlib import resources
from typing import Any, Final, get_args

import attrs

from twowaystreet._cards.cards import CARDS, Card
from twowaystreet._engine.game import Game, game_named
from twowaystreet._engine.moves import Move
from twowaystreet._engine.options import OPTION, Option
from twowaystreet._records import records, seat_records
from twowaystreet._serial import plain_data
from twowaystreet._serial.type_info import (
    Type,
    alternatives,
    class_of,
    field_types,
    is_move,
    is_tuple,
    is_words,
)
from twowaystreet._util.reader import member_of
from twowaystreet._views import views
from twowaystreet._views.views import MARKS, view_types
from twowaystreet.errors import RecordError, quoted

__all__ = ["DIALECT", "Form", "schema_of", "shipped"]


def __dir__() -> list[str]:
    return __all__


DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
"""The dialect of JSON Schema in which schemas are written."""


class Form(StrEnum):
    """What there is a schema of."""

    VIEW = "view"
    RECORD = "record"
    SEAT_RECORD = "seat_record"


def schema_of(game: str, form: Form | str) -> plain_data.Object:
    """Make the JSON Schema of what a game writes as JSON.

    Args:
        game: the name of the game.
        form: ``view``, ``record`` or ``seat_record``.

    Raises:
        RecordError: if there is no such game or form.
    """
    found, form = game_named(game), _form(form)
    maker = _Maker()
    return {
        "$schema": DIALECT,
        "title": f"{found.title}: {form.replace('_', ' ')}",
        **_FORMS[form](found, maker),
        "$defs": dict(sorted(maker.definitions.items())),
    }


def shipped(game: str, form: Form | str) -> plain_data.Object:
    """The JSON Schema that came with the library, as it was when this version was published.

    Raises:
        RecordError: if there is none.
    """
    try:
        file = resources.files(__name__) / f"{game_named(game).name}.{_form(form)}.json"
        text = file.read_text(encoding="utf-8")
    except OSError:
        raise RecordError(f"{game} came with no schema {form}: schema_of makes it") from None
    found: plain_data.Object = json.loads(text)
    return found


def _form(form: Form | str) -> Form:
    found = member_of(Form, form)
    if found is None:
        raise RecordError(f"expected one of {', '.join(Form)}, not {quoted(form)}")
    return found


def _object(properties: Mapping[str, Any], required: bool = True) -> plain_data.Object:
    return {
        "type": "object",
        "properties": dict(properties),
        **({"required": list(properties)} if required else {}),
        "additionalProperties": False,
    }


class _Maker:
    """Makes schemas of types, and keeps those of classes under their names."""

    def __init__(self) -> None:
        self.definitions: dict[str, plain_data.Object] = {}
        self._move_types: dict[str, Type] = {}

    def of(self, kind: Type) -> plain_data.Object:
        """The schema of a type."""
        if options := alternatives(kind):
            return {"anyOf": [self.of(option) for option in options]}
        if is_tuple(kind):
            return self._list(*get_args(kind))
        if kind in _SIMPLE:
            return dict(_SIMPLE[kind])
        if is_move(kind):
            return self._named(Move, lambda: {"type": "string", "description": _MOVE})
        if kind is Card:
            return self._named(Card, lambda: {"enum": list(map(str, CARDS))})
        if is_words(kind):
            return self._named(kind, lambda: {"enum": [word.value for word in kind]})
        return self._named(kind, lambda: self._fields(kind))

    def each(self, types: Mapping[str, Type]) -> plain_data.Object:
        """The schemas of several types by name."""
        return {name: self.of(kind) for name, kind in types.items()}

    def _list(self, *kinds: Type) -> plain_data.Object:
        if kinds[-1] is Ellipsis:
            return {"type": "array", "items": self.of(kinds[0])}
        items = [self.of(kind) for kind in kinds]
        return {"type": "array", "prefixItems": items, "items": False, "minItems": len(items)}

    def _fields(self, cls: Type) -> plain_data.Object:
        found = _object(self.each(field_types(cls)))
        for field in attrs.fields(class_of(cls)):
            option: Option | None = field.metadata.get(OPTION)
            if option and not option.choices:
                bounds = {"minimum": option.at_least, "maximum": option.at_most}
                found["properties"][field.name] |= bounds
        return found

    def _named(self, kind: Type, make: Callable[[], plain_data.Object]) -> plain_data.Object:
        """A reference to what is made of a class, which is kept under its name."""
        name: str = class_of(kind).__name__
        while self._move_types.setdefault(name, kind) != kind:
            name += "_"  # another class of that name
        if name not in self.definitions:
            self.definitions[name] = {}  # in case that it holds another of its kind
            self.definitions[name] = make()
        return {"$ref": f"#/$defs/{name}"}


_MOVE: Final = "a move in the notation of the library, such as QS or exchange 9S 10S"
_SIMPLE: Final[dict[Any, plain_data.Object]] = {
    type(None): {"type": "null"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    str: {"type": "string"},
}


def _view(game: Game, maker: _Maker) -> plain_data.Object:
    """A view, which says of its form and its game either all or, as in 0.1.0, nothing."""
    unmarked = _unmarked_view(game, maker)
    return unmarked | {
        "properties": _marks(game, views) | unmarked["properties"],
        "dependentRequired": {mark: [*MARKS] for mark in MARKS},
    }


def _unmarked_view(game: Game, maker: _Maker) -> plain_data.Object:
    properties = maker.each(view_types(game))
    return _object(_not_negative(properties, "seat", "actor", "dealer"))


def _record(game: Game, maker: _Maker) -> plain_data.Object:
    types = records.record_types(game) | {"moves": tuple[Move, ...]}
    properties = maker.each(types) | _marks(game, records)
    return _object(_not_negative(properties, "dealer", "hands_played"))


def _seat_record(game: Game, maker: _Maker) -> plain_data.Object:
    view = _unmarked_view(game, maker)
    event = maker.each(seat_records.EVENT_TYPES | {"changes": type(None)})
    changing = {
        name: fact for name, fact in view["properties"].items() if name not in seat_records.SETTLED
    }
    event["changes"] = _object(changing, required=False)
    seat = _not_negative({"seat": maker.of(int | None)}, "seat")
    events = {"type": "array", "items": _object(_not_negative(event, "seat"))}
    return _object({**_marks(game, seat_records), **seat, "start": view, "events": events})


def _not_negative(properties: plain_data.Object, *keys: str) -> plain_data.Object:
    """The properties, of which these are refused below 0; it means nothing where there is null."""
    return properties | {key: properties[key] | {"minimum": 0} for key in keys}


def _marks(game: Game, module: Any) -> plain_data.Object:
    """What tells the form, its version and the game. Any: the module that writes the form."""
    marks = {"format": module.FORMAT, "version": module.VERSION, "game": game.name}
    return {key: {"const": value} for key, value in marks.items()}


_FORMS: Final[Mapping[Form, Callable[[Game, _Maker], plain_data.Object]]] = {
    Form.VIEW: _view,
    Form.RECORD: _record,
    Form.SEAT_RECORD: _seat_record,
}
