"""What several tests need."""

import asyncio
import importlib.util
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import requests
from aiohttp import web
from hypothesis import settings

# Examples may take what they take: no test is about time, and a busy machine is slow, not wrong.
settings.register_profile("standfast", deadline=None)
settings.load_profile("standfast")

REPOSITORY = Path(__file__).parent.parent

# Read when the Hub's client is imported: the loopback Hub takes files over LFS, and nothing is told to anyone.
os.environ["HF_HUB_DISABLE_XET"] = os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"


BROWSER = REPOSITORY / "tests" / "runner" / "report" / "browser"


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: a third of the time tests wait for servers, kills and limits."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests in a browser take minutes together; where they run they begin first, the others meanwhile."""
    for item in items:
        if BROWSER in item.path.parents:
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: BROWSER not in item.path.parents)


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


@pytest.fixture
def standfast(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs the program with some arguments; gives its exit status and what it printed.

    In this process: as a user's, without the seconds that a process of its own takes to start.
    """
    from standfast.cli import main

    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")

    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        monkeypatch.setattr(sys, "argv", ["standfast", *map(str, arguments)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as stop:
            main()
        printed = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, int(stop.value.code or 0), printed.out, printed.err)

    return run


class ChatServer:
    """The loopback chat server of ``tests/servers``, in a process of its own."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}"
        self.url = f"{self.address}/v1"

    def behave(self, **behaviour: object) -> None:
        """Set how it behaves from now on (see ``chat_server.Behaviour``); counts begin anew."""
        requests.post(f"{self.address}/behave", json=behaviour, timeout=10).raise_for_status()

    def seen(self) -> dict:
        """What it was asked since ``behave``."""
        return requests.get(f"{self.address}/seen", timeout=10).json()

    def go_out(self, seconds: float) -> None:
        """Drop every request for so many seconds."""
        requests.post(f"{self.address}/outage", json={"seconds": seconds}, timeout=10).raise_for_status()

    def spec(self, **options: object) -> str:
        """The spec of an agent behind it, impatient enough for tests."""
        quick = {"backoff": 0.01, "timeout": 10, "retries": 8, "patience": 20, **options}
        return f"openai:echo@{self.url}?" + "&".join(f"{name}={value}" for name, value in quick.items())


@pytest.fixture(scope="session")
def _chat_process() -> Iterator[ChatServer]:
    program = REPOSITORY / "tests" / "servers" / "chat_server.py"
    with subprocess.Popen(
        [sys.executable, str(program)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        yield ChatServer(int(process.stdout.readline()))
        process.kill()


@pytest.fixture
def chat_server(_chat_process: ChatServer) -> ChatServer:
    """A well-behaved loopback chat server; tests make it misbehave."""
    _chat_process.behave()
    return _chat_process


@pytest.fixture(scope="session")
def evidence_server() -> Iterator[str]:
    """A loopback server of search engines and pages, in a thread of this process."""
    server = REPOSITORY / "tests" / "servers" / "evidence_server.py"
    spec = importlib.util.spec_from_file_location("evidence_server", server)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    loop, ready, place = asyncio.new_event_loop(), threading.Event(), {}

    async def serve() -> None:
        runner = web.AppRunner(module.make_app())
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        place["port"] = site._server.sockets[0].getsockname()[1]  # type: ignore[union-attr]
        await web.TCPSite(runner, "127.0.0.2", place["port"]).start()
        with suppress(OSError):  # not every machine has IPv6
            await web.TCPSite(runner, "::1", place["port"]).start()
        ready.set()

    def work() -> None:
        asyncio.set_event_loop(loop)
        loop.run_until_complete(serve())
        loop.run_forever()

    threading.Thread(target=work, daemon=True).start()
    assert ready.wait(10)
    yield f"http://127.0.0.1:{place['port']}"
    loop.call_soon_threadsafe(loop.stop)


WRITER = "hub_writer_token"


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

    def api(self, token: str = WRITER) -> Any:
        from huggingface_hub import HfApi

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
        [sys.executable, str(REPOSITORY / "tests" / "servers" / "hub.py")], stdout=subprocess.PIPE, text=True
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
