"""The page without a server in the output of the build, for readers to play at once.

Another Pyodide than the public one is set with ``-D play_pyodide=URL|DIR``.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from twowaystreet._page.bundle import write_page
from twowaystreet._page.pyodide import PYODIDE

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

FOLDER: Final = "play"
"""The folder in the output."""


def write(app: Sphinx, error: Exception | None) -> None:
    """Write the page, after a build of HTML without errors."""
    if error is None and app.builder.format == "html":
        write_page(Path(app.outdir) / FOLDER, app.config.play_pyodide)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the extension with Sphinx."""
    app.add_config_value("play_pyodide", PYODIDE, "", str)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
