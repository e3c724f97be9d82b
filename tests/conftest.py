"""What several tests need."""

import os
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent

# Read when the Hub's client is imported: the loopback Hub takes files over LFS, and nothing is told to anyone.
os.environ["HF_HUB_DISABLE_XET"] = os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"


@pytest.fixture(scope="session")
def reference_data() -> Path:
    """The folder of real public data; tests that need it are skipped where it is missing."""
    folder = Path(os.environ.get("STANDFAST_REFERENCE_DATA", REPOSITORY.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"no reference data in {folder} (set STANDFAST_REFERENCE_DATA)")
    return folder


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep tests away from the user's store and from each other's working folder."""
    monkeypatch.setenv("STANDFAST_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
