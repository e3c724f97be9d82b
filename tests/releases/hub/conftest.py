import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import requests
import standfast
from huggingface_hub import HfApi
from standfast.builders.build import Build
from standfast.releases.release import Release

SERVERS = Path(__file__).parents[2] / "servers"
WRITER, READER = "hub_writer_token", "hub_reader_token"


@dataclass(frozen=True)
class LoopbackHub:
    """The Hub of ``tests/servers``, in a process of its own."""

    endpoint: str
    home: Path

    def behave(self, *faults: dict[str, object], empty: bool = False) -> None:
        """Set what goes wrong from now on, and forget what was asked."""
        requests.post(
            f"{self.endpoint}/behave", json={"faults": faults, "empty": empty}, timeout=10
        ).raise_for_status()

    def seen(self, *parts: str) -> list[str]:
        """The requests since ``behave`` that hold every one of these texts."""
        asked = requests.get(f"{self.endpoint}/seen", timeout=10).json()
        return [one for one in asked if all(part in one for part in parts)]

    def api(self, token: str = WRITER) -> HfApi:
        return HfApi(endpoint=self.endpoint, token=token)

    def environment(self, **more: str) -> dict[str, str]:
        """For the unmodified clients in a process of their own."""
        return {
            **os.environ,
            "HF_ENDPOINT": self.endpoint,
            "HF_TOKEN": WRITER,
            "HF_HOME": str(self.home / "huggingface"),
            "HF_HUB_DISABLE_XET": "1",
            "HF_HUB_DISABLE_TELEMETRY": "1",
            "STANDFAST_HOME": str(self.home / "standfast"),
            "NO_COLOR": "1",
            **more,
        }

    def standfast(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """The command line, as a user has it."""
        program = Path(sys.executable).parent / "standfast"
        return subprocess.run(
            [program, *arguments],
            capture_output=True,
            text=True,
            check=False,
            env=self.environment(**environment),
        )

    def python(self, code: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """A script of someone who has only the Hub's own clients."""
        return subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=False,
            env=self.environment(**environment),
        )


@pytest.fixture(scope="session")
def _hub_endpoint() -> Iterator[str]:
    with subprocess.Popen(
        [sys.executable, str(SERVERS / "hub.py")], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        process.kill()


@pytest.fixture
def hub(_hub_endpoint: str, tmp_path: Path) -> LoopbackHub:
    """A Hub without repositories that does what it is asked."""
    hub = LoopbackHub(_hub_endpoint, tmp_path)
    hub.behave(empty=True)
    return hub


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
