"""Tests that are coroutines run in time that passes at once, but where a module says otherwise."""

from importlib import import_module
from inspect import iscoroutinefunction, signature

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not iscoroutinefunction(pyfuncitem.obj):
        return None
    hosting = import_module("tests.web.hosting")  # it skips where the extra is missing
    given = {name: pyfuncitem.funcargs[name] for name in signature(pyfuncitem.obj).parameters}
    at_once = getattr(pyfuncitem.module, "TIME_PASSES_AT_ONCE", True)
    (hosting.run if at_once else hosting.run_slowly)(pyfuncitem.obj(**given))
    return True
