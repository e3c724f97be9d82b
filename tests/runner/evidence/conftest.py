"""A loopback server of search engines and pages, in a thread of this process."""

import asyncio
import importlib.util
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from aiohttp import web

SERVER = Path(__file__).parents[2] / "servers" / "evidence_server.py"


@pytest.fixture(scope="session")
def evidence_server() -> Iterator[str]:
    spec = importlib.util.spec_from_file_location("evidence_server", SERVER)
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
