from pathlib import Path

import pytest
import standfast
from standfast.builders.build import Build
from standfast.releases.release import Release


@pytest.fixture(scope="session")
def built() -> Build:
    return standfast.build("bias")


@pytest.fixture(scope="session")
def release() -> Release:
    return standfast.load_release("bias@1.0.0")


@pytest.fixture
def next_release(built: Build, release: Release, tmp_path: Path) -> Release:
    """The next version, with one note changed."""
    from dataclasses import replace

    import polars as pl

    topics = release.tables["topics"].with_columns(note=pl.lit("Uma nota."))
    store = tmp_path / "next"
    standfast.freeze(replace(built, tables={**release.tables, "topics": topics}), "1.0.1", store)
    return standfast.load_release(store / "bias" / "1.0.1")
