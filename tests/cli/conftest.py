"""The command line in this process: as a user's, without the seconds that a process of its own takes to start."""

import subprocess
import sys
from collections.abc import Callable

import pytest
from standfast.cli import main


@pytest.fixture
def standfast(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs the program with some arguments; gives its exit status and what it printed."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        monkeypatch.setattr(sys, "argv", ["standfast", *arguments])
        capsys.readouterr()
        status = 0
        try:
            main()
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else 0
        printed = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, status, printed.out, printed.err)

    return run
