"""Stored pictures are up to date: those of the notebooks among the examples and of the README.

``python -m tests.svg.test_notebook`` runs the notebooks and stores all pictures anew.
"""

import json
import os
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from twowaystreet import svg
from twowaystreet._core.records.records import example_record
from twowaystreet.games import street

ROOT = Path(__file__).parents[2]
NOTEBOOKS = {"pictures": (), "analysis": ("pandas", "matplotlib", "numba")}
"""The notebooks among the examples, each with the packages that it needs."""
PICTURE = ROOT / "docs" / "_static" / "table.svg"
STORED = ("image/svg+xml", "image/png", "text/plain")
"""The forms of an output that the file stores; pages that show notebooks know these."""


def drawn() -> str:
    """Return the picture in the README: Derek's view in the worked example of the rules."""
    state = example_record(street.State).state_at(12)
    return svg.table(tws.view(state, 3), names=["Zak", "Katie", "Jen", "Derek"]) + "\n"


def test_the_picture_in_the_readme_is_up_to_date() -> None:
    assert PICTURE.read_text(encoding="utf-8") == drawn(), "python -m tests.svg.test_notebook"


def place(name: str) -> Path:
    return ROOT / "examples" / f"{name}.ipynb"


def executed(name: str) -> Any:  # Any: nbformat has no types
    """Run a notebook in a kernel of its own; return it with its output."""
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    notebook = nbformat.read(place(name), as_version=4)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
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
    """Return the output of each cell of code, without pixels and news of compilers."""
    cells = json.loads(pytest.importorskip("nbformat").writes(notebook))["cells"]
    kept = [
        [output for output in cell["outputs"] if output.get("name") != "stderr"]
        for cell in cells
        if cell["cell_type"] == "code"
    ]
    for output in chain(*kept):
        output.get("data", {}).pop("image/png", None)
    return kept


@pytest.mark.nightly
@pytest.mark.parametrize("name", NOTEBOOKS)
@pytest.mark.filterwarnings("default")  # Jupyter may warn of its own code
def test_a_notebook_is_right(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in NOTEBOOKS[name]:
        pytest.importorskip(package, reason=f"the notebook needs {package}")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
    nbformat = pytest.importorskip("nbformat", reason="nbformat, of the extra test, is missing")
    stored = outputs(nbformat.read(place(name), as_version=4))
    assert outputs(executed(name)) == stored
    shown = [each for cell in stored for each in cell if "data" in each]
    assert len(shown) >= 3


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")
    for each in NOTEBOOKS:
        done = executed(each)
        done.metadata = {"kernelspec": {"display_name": "Python 3", "name": "python3"}}
        pytest.importorskip("nbformat").write(done, place(each))
