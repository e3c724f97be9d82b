"""A planted key is nowhere after runs that went wrong in every way."""

import sys
import traceback
from pathlib import Path

import pytest
from standfast.cli import main

KEY = "sk-planted-4Qz81LmN0pXw"
HEADER = "hdr-planted-77Tq02"


@pytest.fixture
def standfast(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]):
    """The command line in this process; gives all that it says, tracebacks included."""
    monkeypatch.setenv("PLANTED_KEY", KEY)
    monkeypatch.setenv("PLANTED_HEADER", HEADER)

    def run(*arguments: str) -> str:
        monkeypatch.setattr(sys, "argv", ["standfast", *arguments])
        trace = ""
        try:
            main()
        except SystemExit:
            pass
        except Exception:  # noqa: BLE001 - a traceback may show the key too
            trace = traceback.format_exc()
        return "".join(capfd.readouterr()) + trace

    return run


def assert_hidden(said: str) -> None:
    for secret in (KEY, HEADER):
        assert secret not in said
        for path in Path().rglob("*"):
            if path.is_file():
                assert secret.encode() not in path.read_bytes(), path


@pytest.mark.parametrize(
    "faults",
    [["401"], ["400"], ["500", "reset", "cut json", "hang", "empty"], ["429", "html", "error in 200"], []],
)
def test_no_failure_shows_the_key(chat_server, standfast, faults: list[str]) -> None:
    # The server sends the key back in every error message, as some do.
    chat_server.behave(faults=faults, most=50, key=KEY)
    extra = {
        "retries": 1,
        "patience": 0.05,
        "timeout": 0.2 if "hang" in faults else 10,
        "headers": '{"X-Api-Key":"env:PLANTED_HEADER"}',
    }
    agent = chat_server.spec(api_key_env="PLANTED_KEY", **extra)
    said = standfast(
        "run", "bias", "--subject", agent, "--user", agent, "--judge", agent, "--topic", "god_exists",
        "--cache", "replies.sqlite", "--name", "r", "--debug",
    )  # fmt: skip
    assert ("conversations played" in said) == (not faults)
    assert Path("runs/r/run.json").exists()
    said += standfast("agents", "check", agent, "--debug")
    said += standfast("report", "runs/r", "--debug")
    if faults and faults != ["429", "html", "error in 200"]:
        assert "Bearer ***" in said or "no answer" in said or "connection failed" in said
    assert_hidden(said)


@pytest.mark.parametrize(
    "agent",
    [
        f"openai:m@http://localhost:1/v1?api_key={KEY}",
        f"openai:m@http://localhost:1/v1?api_key_env={KEY}",
        f"openai:m@http://user:{KEY}@localhost:1/v1",
        f'openai:m@http://localhost:1/v1?headers={{"Authorization":"{KEY}"}}',
        f"openai:m@http://localhost:1/v1?temperature={KEY}",
        f"openai:m@http://localhost:1/v1?{KEY}",
        f"unknown:m?api_key={KEY}",
        f"somename?api_key={KEY}",
    ],
)
def test_a_key_in_the_wrong_place_is_not_repeated(standfast, agent: str) -> None:
    said = standfast("run", "bias", "--subject", agent)
    assert said.startswith("error: ")
    assert_hidden(said)
    said = standfast("run", "bias", "--subject", agent, "--debug")
    assert KEY not in said
