"""Releases, models and a search engine for the command line."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiohttp import web
from standfast.builders.build import build
from standfast.cards.freeze import freeze

INTERVIEWS = Path(__file__).parents[1] / "servers" / "interview_server.py"


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The folder of picon as the curated files of this tree build it."""
    store = tmp_path_factory.mktemp("store")
    freeze(build("picon"), "9.9.9", store)
    return str(store / "picon" / "9.9.9")


@pytest.fixture(scope="session")
def endpoint() -> Iterator[str]:
    """Models for all roles of an interview, behind a loopback server."""
    with subprocess.Popen([sys.executable, str(INTERVIEWS)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
        process.kill()


class SearchEngine:
    """A search engine in the form of SearxNG that can be taken down for some queries."""

    def __init__(self) -> None:
        self.down = lambda query: False
        self.asked: list[str] = []
        self.port = 0
        self.delay = 0.0

    async def search(self, request: web.Request) -> web.Response:
        query = request.query["q"]
        self.asked.append(query)
        await asyncio.sleep(self.delay)
        if self.down(query):
            return web.Response(status=503)
        hit = {"url": "http://127.0.0.1:1/inside", "title": query, "content": f"{query} is in Glasgow."}
        return web.json_response({"results": [hit]})

    def serve(self, ready: threading.Event, loop: asyncio.AbstractEventLoop) -> None:
        async def start() -> None:
            app = web.Application()
            app.router.add_get("/search", self.search)
            runner = web.AppRunner(app)
            await runner.setup()
            site = web.TCPSite(runner, "127.0.0.1", 0)
            await site.start()
            self.port = runner.addresses[0][1]
            ready.set()

        asyncio.set_event_loop(loop)
        loop.run_until_complete(start())
        loop.run_forever()


@pytest.fixture
def engine() -> Iterator[SearchEngine]:
    """A search engine that tests take down."""
    made, ready, loop = SearchEngine(), threading.Event(), asyncio.new_event_loop()
    threading.Thread(target=made.serve, args=(ready, loop), daemon=True).start()
    assert ready.wait(10)
    yield made
    loop.call_soon_threadsafe(loop.stop)
