"""Every script of ``benchmarks/`` runs as it is documented, at its smallest size."""

import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"
# What another script starts, or takes arguments that only it knows.
PARTS = {"endpoint.py", "conceptnet_dump.py"}
SCRIPTS = sorted(path.name for path in FOLDER.glob("*.py") if path.name not in PARTS)


@pytest.mark.slow
@pytest.mark.parametrize("script", SCRIPTS)
def test_a_benchmark_script_runs(script: str) -> None:
    done = subprocess.run(
        [sys.executable, str(FOLDER / script), "--quick"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_benchmark_script_has_a_smallest_size(script: str) -> None:
    assert "--quick" in (FOLDER / script).read_text(encoding="utf-8")
