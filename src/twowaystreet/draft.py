"""Building frozen instances quickly: the one trick that the speed of the library asks for.

A frozen attrs class sets each field through ``object.__setattr__``, which costs more than all the
rest of a move. Here an instance is built under a *draft*, a subclass without fields of its own to
which fields are set plainly, and then given its real class; nobody ever sees it before that.

Measured on CPython 3.11 for eight fields: 170 ns, against 490 ns through ``__init__``.
"""

from __future__ import annotations

from typing import Any, Final

new_draft: Final[Any] = object.__new__
"""Begin a draft. Any: what it makes is of the class it is given, which is set to and then changed."""

IS_DRAFT: Final = "_is_draft"
"""What a class has in its own namespace if it is a draft."""


def draft_of(cls: type[Any]) -> type[Any]:
    """The class under which instances of a frozen slotted class are built.

    Any: its fields may be set to whatever the builder, which knows the class, sets.
    """
    # Both: one slot of the type serves setting and deleting, and is fast if neither is Python's.
    plainly = {"__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    return type(cls)(cls.__name__, (cls,), {"__slots__": (), IS_DRAFT: True, **plainly})
