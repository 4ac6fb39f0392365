"""The notebooks of docs/: run, and their outputs as plain values.

``python -m tests.house.tour`` writes the outputs anew after a change.
"""

import os
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOK = ROOT / "docs" / "tour.ipynb"
DECODING = ROOT / "docs" / "tutorial" / "decode-stim.ipynb"


def executed(path: Path) -> Any:
    """Run a notebook in a kernel of its own; return it with its outputs."""
    import nbformat
    from nbclient import NotebookClient

    # the kernel reads the package from here, wherever it is installed
    os.environ["PYTHONPATH"] = str(ROOT)
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=300, kernel_name="python3", allow_errors=False).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.execution_count = None
            cell.outputs = joined(cell.outputs)
    return notebook


def joined(outputs: list[Any]) -> list[Any]:
    """Return outputs with neighbouring pieces of one stream as one, and no run numbers."""
    found: list[Any] = []
    for output in outputs:
        if "execution_count" in output:
            output.execution_count = None
        if output.output_type == "stream" and found and found[-1].output_type == "stream":
            found[-1].text += output.text
        else:
            found.append(output)
    return found


def shown(notebook: Any) -> list[Any]:
    """Return what every code cell shows: streams, and data by kind."""
    return [
        [output.get("text") or dict(output["data"]) for output in joined(cell.outputs)]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


if __name__ == "__main__":
    import nbformat

    for path in (NOTEBOOK, DECODING):
        nbformat.write(executed(path), path)
        print(f"{path}: outputs written anew", file=sys.stderr)
