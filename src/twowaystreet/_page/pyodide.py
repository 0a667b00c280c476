"""Pyodide: Python for browsers, which the page without a server runs."""

from __future__ import annotations

from typing import Final

PYODIDE: Final = "https://cdn.jsdelivr.net/pyodide/v314.0.7/full/"
"""The public address of the version of Pyodide that the tests use."""
FILES: Final = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"),
    *("pyodide-lock.json", "python_stdlib.zip"),
)
"""The files of Pyodide that the page loads."""
LOCK: Final = "pyodide-lock.json"
"""The file of Pyodide with the names of packages."""
NUMPY: Final = "numpy-2.4.6-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
"""NumPy at the public address, which the page loads for learned players alone."""
SIZES: Final = dict(zip(FILES, (17_931, 1_250_344, 9_598_218, 119_077, 2_545_637), strict=True))
"""The bytes of these files, which a page with the public address tells its progress by."""
