"""The notebook among the examples runs from top to bottom, and its stored pictures are up to date.

``python -m tests.svg.test_notebook`` runs it and stores its output anew.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parents[2] / "examples" / "pictures.ipynb"
SOURCE = Path(__file__).parents[2] / "src"
STORED = ("image/svg+xml", "text/plain")
"""The forms of an output that the file stores; pages that show notebooks know these."""

nbclient = pytest.importorskip("nbclient", reason="nbclient, of the extra test, is missing")
nbformat = pytest.importorskip("nbformat", reason="nbformat, of the extra test, is missing")


def executed() -> Any:  # Any: nbformat has no types
    """Run the notebook in a kernel of its own; return it with its output."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    limits = {"timeout": 300, "startup_timeout": 300, "iopub_timeout": 60}
    client = nbclient.NotebookClient(notebook, kernel_name="python3", **limits)
    client.execute(env=environment)
    for cell in notebook.cells:
        cell.metadata.clear()
        for output in cell.get("outputs", ()):
            if "data" in output:
                output.data = {form: output.data[form] for form in STORED if form in output.data}
    return notebook


def outputs(notebook: Any) -> list[list[dict[str, Any]]]:  # Any: as above
    """Return the output of each cell of code."""
    cells = json.loads(nbformat.writes(notebook))["cells"]
    return [cell["outputs"] for cell in cells if cell["cell_type"] == "code"]


@pytest.mark.filterwarnings("default")  # Jupyter may warn of its own code
def test_the_notebook_runs_and_shows_its_stored_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
    stored = outputs(nbformat.read(NOTEBOOK, as_version=4))
    assert outputs(executed()) == stored
    shown = [each for cell in stored for each in cell if "data" in each]
    assert sum("image/svg+xml" in each["data"] for each in shown) >= 5


if __name__ == "__main__":
    done = executed()
    done.metadata = {"kernelspec": {"display_name": "Python 3", "name": "python3"}}
    nbformat.write(done, NOTEBOOK)
