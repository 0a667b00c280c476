"""Clocks that are wrong by more than a year, for a process that replays hands."""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable
from typing import Any, Final, Self

from typing_extensions import override

SHIFT: Final = datetime.timedelta(days=401, hours=11, minutes=17, seconds=23)
"""The time by which clocks are wrong.

Year, month, day, day of the week, hour, minute and second all differ from those of now.
"""

_SECONDS: Final = int(SHIFT.total_seconds())
_NANOSECONDS: Final = _SECONDS * 10**9
_READ: Final = ("time", "monotonic", "perf_counter", "process_time", "thread_time", "clock_gettime")
"""Functions of ``time`` that return seconds; each has a twin that returns nanoseconds."""
_WRITTEN: Final = {"localtime": 0, "gmtime": 0, "ctime": 0, "asctime": 0, "strftime": 1}
"""Functions of ``time`` that take now for a missing argument, with the place of it."""


def shift_clocks() -> None:
    """Set the clocks of this process wrong, for all modules that are imported from now on.

    The functions of :mod:`time` and the classes of :mod:`datetime` are replaced.
    """
    for name in _READ:
        for each, more in ((name, _SECONDS), (f"{name}_ns", _NANOSECONDS)):
            if hasattr(time, each):  # some systems lack some clocks
                setattr(time, each, _later(getattr(time, each), more))
    now = {"ctime": time.time, "gmtime": time.time, "localtime": time.time}
    local = time.localtime
    for name, place in _WRITTEN.items():
        missing = now.get(name, lambda: local(time.time()))
        setattr(time, name, _completed(getattr(time, name), place, missing))
    module: Any = datetime  # Any: type checkers let nobody replace a class
    module.date, module.datetime = _Date, _DateTime


# Any: the functions of time take and return numbers of several kinds.
def _later(real: Callable[..., Any], more: int) -> Callable[..., Any]:
    return lambda *given: real(*given) + more


def _completed(
    real: Callable[..., Any], place: int, missing: Callable[[], Any]
) -> Callable[..., Any]:
    """Give a function the shifted time where it would take the time of now. Any: as above."""

    def called(*given: Any) -> Any:
        if given[place:] in ((), (None,)):
            given = (*given[:place], missing())
        return real(*given)

    return called


class _Replaced(type):
    """The class of a class that stands in for the class that it inherits from."""

    @override
    def __instancecheck__(cls, instance: object) -> bool:
        # Classes that inherit from these have instances of their own.
        real = _REAL.get(cls)
        return isinstance(instance, real) if real else super().__instancecheck__(instance)


class _Date(datetime.date, metaclass=_Replaced):
    """Dates whose today is wrong."""

    @override
    @classmethod
    def today(cls) -> Self:
        return cls.fromordinal(_DateTime.now().toordinal())


class _DateTime(datetime.datetime, metaclass=_Replaced):
    """Times whose now is wrong."""

    @override
    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> Self:
        return super().now(tz) + SHIFT

    @override
    @classmethod
    def today(cls) -> Self:
        return cls.now()

    @override
    @classmethod
    def utcnow(cls) -> Self:
        return cls.now(datetime.UTC).replace(tzinfo=None)


_REAL: Final[dict[type, type]] = {_Date: datetime.date, _DateTime: datetime.datetime}
