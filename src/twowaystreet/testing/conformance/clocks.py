"""Shifted clocks (by more than a year) for a process that replays hands."""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable
from typing import Any, Final, Self

from typing_extensions import override

SHIFT: Final = datetime.timedelta(days=401, hours=11, minutes=17, seconds=23)
"""The time that is added to the clocks.

It changes the year, month, day, day of the week, hour, minute and second.
"""

_SECONDS: Final = int(SHIFT.total_seconds())
_NANOSECONDS: Final = _SECONDS * 10**9
_READ: Final = ("time", "monotonic", "perf_counter", "process_time", "thread_time", "clock_gettime")
"""Functions of ``time`` that return seconds; each has a twin that returns nanoseconds."""
_WRITTEN: Final = {"localtime": 0, "gmtime": 0, "ctime": 0, "asctime": 0, "strftime": 1}
"""Functions of ``time`` that replace a missing argument by the present time, with its index."""


def shift_clocks() -> None:
    """Shift the clocks of this process, for all modules that are imported later.

    The function replaces the functions of :mod:`time` and the classes of :mod:`datetime`.
    """
    for name in _READ:
        for each, more in ((name, _SECONDS), (f"{name}_ns", _NANOSECONDS)):
            if hasattr(time, each):  # not every system has every clock
                setattr(time, each, _later(getattr(time, each), more))
    now = {"ctime": time.time, "gmtime": time.time, "localtime": time.time}
    local = time.localtime
    for name, place in _WRITTEN.items():
        missing = now.get(name, lambda: local(time.time()))
        setattr(time, name, _completed(getattr(time, name), place, missing))
    module: Any = datetime  # Any: type checkers reject a replaced class
    module.date, module.datetime = _Date, _DateTime


# Any: the functions of time take and return different types of numbers.
def _later(real: Callable[..., Any], more: int) -> Callable[..., Any]:
    return lambda *given: real(*given) + more


def _completed(
    real: Callable[..., Any], place: int, missing: Callable[[], Any]
) -> Callable[..., Any]:
    """Return a function that takes the shifted time by default. Any: as above."""

    def called(*given: Any) -> Any:
        if given[place:] in ((), (None,)):
            given = (*given[:place], missing())
        return real(*given)

    return called


class _Replaced(type):
    """Metaclass of a class that replaces its base class."""

    @override
    def __instancecheck__(cls, instance: object) -> bool:
        # Subclasses of the replacements have their own instances.
        real = _REAL.get(cls)
        return isinstance(instance, real) if real else super().__instancecheck__(instance)


class _Date(datetime.date, metaclass=_Replaced):
    """Dates with a shifted ``today``."""

    @override
    @classmethod
    def today(cls) -> Self:
        return cls.fromordinal(_DateTime.now().toordinal())


class _DateTime(datetime.datetime, metaclass=_Replaced):
    """Times with a shifted ``now``."""

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
