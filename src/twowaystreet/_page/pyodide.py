"""Pyodide, which the page without a server runs: its files, and bytecode for its next start."""

from __future__ import annotations

import marshal
import sys
import zipfile
from collections.abc import Iterable, Iterator
from importlib.util import MAGIC_NUMBER
from pathlib import PurePosixPath
from typing import Final

PYODIDE: Final = "https://cdn.jsdelivr.net/pyodide/v314.0.7/full/"
"""The public address of the version of Pyodide that the tests use."""
FILES: Final = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"),
    *("pyodide-lock.json", "python_stdlib.zip"),
)
LOCK: Final = "pyodide-lock.json"  # the file of Pyodide with the names of packages
NUMPY: Final = "numpy-2.4.6-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
"""NumPy at the public address, which the page loads for learned players alone."""
SIZES: Final = dict(zip(FILES, (17_931, 1_250_344, 9_598_218, 119_077, 2_545_637), strict=True))
"""The bytes of these files, which a page with the public address tells its progress by."""
_HEADER: Final = MAGIC_NUMBER + bytes(12)
"""The header of a file with bytecode that has no source to compare with."""


def packed(archives: Iterable[str], path: str) -> Iterator[None]:
    """Pack archives of modules into one; the modules that were imported become bytecode."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packing:
        for each in archives:
            with zipfile.ZipFile(each) as archive:
                for name in archive.namelist():
                    content = archive.read(name)
                    if _module_of(name) in sys.modules:
                        code = compile(content, name, "exec", dont_inherit=True)
                        packing.writestr(f"{name}c", _HEADER + marshal.dumps(code))
                    else:
                        packing.writestr(name, content)
                    yield


def _module_of(name: str) -> str:
    """Return the module of a file in an archive; an empty text for other files."""
    path = PurePosixPath(name)
    if path.suffix != ".py":
        return ""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")
