"""JSON Schemas of views, records, seat records and messages, and their types in TypeScript.

:func:`schema_of` makes them from types, for any game. The library contains those of its own games
as files, which :func:`shipped` reads. Views and seat records may have more keys than their schemas
name, as later versions add some, which programs should ignore. Records may not. The library itself
reads no unknown key.

>>> schema_of("street", "record")["properties"]["dealer"]
{'type': 'integer', 'minimum': 0}
"""

from twowaystreet._util.publishing import publish
from twowaystreet.schemas._making import DIALECT, Form, balance, schema_of, shipped, wire
from twowaystreet.schemas._typescript import typescript

__all__ = ["DIALECT", "Form", "balance", "schema_of", "shipped", "typescript", "wire"]
publish(__name__)
