"""Functions with overloads: the reference shows every overload with its types.

`sphinx_autodoc_typehints` hides overloads from autodoc and describes the implementation in their
place, whose types are wider than those that callers may use.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, get_overloads

from sphinx.pycode import ModuleAnalyzer

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_analyze = ModuleAnalyzer.analyze


def joined(overloads: Sequence[Callable[..., Any]]) -> dict[str, str]:
    """The types of each parameter and of the result, of all overloads together.

    The annotations are texts, as everywhere in the library.
    """
    found: dict[str, dict[str, None]] = {}
    for each in overloads:
        for name, annotation in each.__annotations__.items():
            found.setdefault(name, {})[annotation] = None
    return {name: " | ".join(annotations) for name, annotations in found.items()}


def show_overloads(app: Sphinx, *_: object) -> None:
    """Let autodoc find overloads again, after the extension that hides them was loaded."""
    ModuleAnalyzer.analyze = _analyze  # type: ignore[method-assign]  # as it was


# Any: any object that autodoc documents, and its options.
def describe_overloads(app: Sphinx, what: str, name: str, obj: Any, *_: Any) -> None:
    """Describe the parameters by the types of the overloads, not of the implementation."""
    overloads = tuple(get_overloads(obj)) if what == "function" else ()
    if overloads and obj.__module__.startswith("twowaystreet."):
        obj.__annotations__ = joined(overloads)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect what is defined here."""
    app.setup_extension("sphinx.ext.autodoc")
    app.connect("config-inited", show_overloads)
    app.connect("autodoc-process-docstring", describe_overloads, priority=400)
    return {"parallel_read_safe": True}
