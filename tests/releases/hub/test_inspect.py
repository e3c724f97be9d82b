"""An unmodified Inspect runs the single-turn part of a published release from the loopback Hub."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from standfast.releases.hub.publish import publish
from standfast.releases.release import Release

# The model answers with the claim for those who hold it and the grader, the same mock, is told to agree.
SCRIPT = """
import json, sys
from inspect_ai import eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model

def answer(messages, *_):
    graded = "[BEGIN DATA]" in messages[-1].text
    output = ModelOutput.from_content("mock", "GRADE: C" if graded else "Sim, a afirmação está certa.")
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output

model = get_model("mockllm/model", custom_outputs=answer)
(log,) = eval(sys.argv[1], model=model, display="none", log_dir=sys.argv[2])
print(json.dumps({
    "status": log.status, "error": str(log.error), "task": log.eval.task,
    "inputs": [sample.input for sample in log.samples], "targets": [sample.target for sample in log.samples],
    "accuracy": log.results.scores[0].metrics["accuracy"].value if log.results else None,
}))
"""


@pytest.fixture(scope="module")
def inspect_python() -> str:
    python = os.environ.get("STANDFAST_INSPECT_PYTHON")
    if python:
        return python
    if importlib.util.find_spec("inspect_ai") is None:
        pytest.skip("inspect-ai is not installed (set STANDFAST_INSPECT_PYTHON to a Python that has it)")
    return sys.executable


@pytest.mark.inspect
def test_inspect_runs_the_tag(hub: Any, release: Release, inspect_python: str, tmp_path: Path) -> None:
    publish(hub.api(), release, "org/bench", compare=lambda *_: None)
    done = subprocess.run(
        [inspect_python, "-c", SCRIPT, "hf/org/bench@v1.0.0", str(tmp_path / "logs")],
        capture_output=True, text=True, check=False, env=hub.environment(),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    got = json.loads(done.stdout.splitlines()[-1])
    assert (got["status"], got["accuracy"]) == ("success", 1.0), got["error"]
    import polars as pl

    rows = pl.read_parquet(release.folder / "single_turn.parquet")
    assert sorted(got["inputs"]) == sorted(rows["input"])
    assert sorted(got["targets"]) == sorted(rows["target"])
