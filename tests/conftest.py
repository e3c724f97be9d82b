"""What several tests need."""

import asyncio
import importlib.util
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers begin first: they take longest, and the other workers do the rest meanwhile."""
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
