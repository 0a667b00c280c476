"""The messages of a table fit their schemas: all tests let them through here."""

import json
from functools import cache
from typing import Any, Final

from jsonschema import Draft202012Validator, exceptions

from twowaystreet.schemas import wire

FROM_SERVER: Final = "FromServer"
TO_SERVER: Final = "ToServer"


def checked(text: str | bytes, direction: str = FROM_SERVER) -> Any:
    """Return a message, whose keys are all in its schema. Any: JSON."""
    message = json.loads(text)
    kind = _kinds(direction).get(message.get("type") or (message.get("do"), message.get("as")))
    assert kind, f"no schema has a message such as {text[:200]!r}"
    library: Any = exceptions  # Any: its types are partially unknown
    fault = library.best_match(_validator(kind).iter_errors(message))
    assert fault is None, f"{kind}: {fault.json_path}: {fault.message[:300]}"
    return message


@cache
def _kinds(direction: str) -> dict[object, str]:
    """Return the names of the messages by their marks."""
    definitions = wire()["$defs"]
    found = dict[object, str]()
    for each in definitions[direction]["anyOf"]:
        name = each["$ref"].rpartition("/")[2]
        has = definitions[name]["properties"]
        mark = [has[key]["const"] if key in has else None for key in ("type", "do", "as")]
        found[mark[0] or (mark[1], mark[2])] = name
    return found


@cache
def _validator(kind: str) -> Any:  # Any: as above
    schema = wire()
    for each in schema["$defs"].values():
        if "properties" in each:  # a later version may add keys, this one has those alone
            each["additionalProperties"] = False
    del schema["anyOf"]
    return Draft202012Validator({**schema, "$ref": f"#/$defs/{kind}"})
