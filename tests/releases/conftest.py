from pathlib import Path

import pytest
import standfast
from standfast.builders.build import Build


@pytest.fixture(scope="session")
def built() -> Build:
    return standfast.build("bias")


@pytest.fixture
def frozen(built: Build, tmp_path: Path) -> Path:
    standfast.freeze(built, "1.1.0", tmp_path / "store")
    return tmp_path / "store" / "bias" / "1.1.0"
