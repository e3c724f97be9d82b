import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs, urlsplit

import pytest
from standfast.errors import SourceError
from standfast.sources.mediawiki.api import ATTEMPTS, fetch_pages, final_titles

Answer = tuple[int, dict[str, str], object]


@dataclass
class Wiki:
    """A small wiki on loopback: pages, answers to give first, and what it was asked."""

    pages: dict[str, str]
    url: str = ""
    first: list[Answer] = field(default_factory=list)
    asked: list[dict[str, str]] = field(default_factory=list)
    agents: set[str] = field(default_factory=set)
    at_once: int = 100
    slots: bool = True

    def answer(self, query: dict[str, str]) -> Answer:
        self.asked.append(query)
        if self.first:
            return self.first.pop(0)
        titles = query["titles"].split("|")
        start = int(query.get("grpcontinue", 0))
        shown = titles[start : start + self.at_once]
        body: dict[str, object] = {
            "query": {
                "normalized": [
                    {"from": title, "to": title.replace("_", " ")} for title in shown if "_" in title
                ],
                "pages": [self.page(title.replace("_", " ")) for title in shown],
            }
        }
        if start + self.at_once < len(titles):
            body["continue"] = {"grpcontinue": str(start + self.at_once), "continue": "-||"}
        return 200, {}, body

    def page(self, title: str) -> dict[str, object]:
        if title not in self.pages:
            return {"title": title, "missing": True}
        content = {"content": self.pages[title]}
        return {"title": title, "revisions": [{"slots": {"main": content}} if self.slots else content]}


@pytest.fixture
def serve() -> Iterator[Callable[..., Wiki]]:
    servers = []

    def start(**options: object) -> Wiki:
        wiki = Wiki(**options)  # type: ignore[arg-type]

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                wiki.agents.add(self.headers["User-Agent"])
                query = {key: values[0] for key, values in parse_qs(urlsplit(self.path).query).items()}
                status, headers, body = wiki.answer(query)
                data = body if isinstance(body, bytes) else json.dumps(body).encode()
                self.send_response(status)
                for key, value in {**headers, "Content-Length": str(len(data))}.items():
                    self.send_header(key, value)
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        servers.append(server)
        wiki.url = f"http://127.0.0.1:{server.server_port}/api.php"
        return wiki

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def test_fifty_titles_a_call_with_continuation(serve: Callable[..., Wiki]) -> None:
    wiki = serve(pages={f"P{number}": "x" for number in range(60)}, at_once=30)
    pages = fetch_pages(wiki.url, [f"P{number}" for number in range(60)])
    assert [page.title for page in pages] == [f"P{number}" for number in range(60)]
    assert [len(query["titles"].split("|")) for query in wiki.asked] == [50, 50, 10]
    assert {(query["formatversion"], query["maxlag"], query["rvslots"]) for query in wiki.asked} == {
        ("2", "5", "main")
    }
    assert "grpcontinue" in wiki.asked[1]
    assert all("standfast/" in agent and "https://" in agent for agent in wiki.agents)


@pytest.mark.parametrize("slots", [True, False])
def test_redirects_and_underscores_lead_to_the_page(serve: Callable[..., Wiki], slots: bool) -> None:
    wiki = serve(pages={"Harry P": "#REDIRECT [[Harry Potter]]", "Harry Potter": "text"}, slots=slots)
    pages = fetch_pages(wiki.url, ["harry_P", "Harry_Potter"])
    assert [(page.title, page.text) for page in pages] == [("Harry Potter", "text")]
    assert pages[0].url.endswith("/wiki/Harry_Potter")


def test_a_busy_wiki_is_waited_for_as_it_asks(serve: Callable[..., Wiki]) -> None:
    lag: Answer = (200, {"Retry-After": "7"}, {"error": {"code": "maxlag", "info": "Waiting for a server"}})
    wiki = serve(pages={"A": "x"}, first=[lag, (429, {}, {}), (503, {"Retry-After": "900"}, {})])
    waits: list[float] = []
    assert [page.text for page in fetch_pages(wiki.url, ["A"], sleep=waits.append)] == ["x"]
    assert waits == [7.0, 2.0, 60.0]


def test_a_wiki_that_stays_busy_is_given_up(serve: Callable[..., Wiki]) -> None:
    wiki = serve(pages={}, first=[(503, {}, {})] * ATTEMPTS)
    with pytest.raises(SourceError, match=f"answers with status 503, {ATTEMPTS} times"):
        fetch_pages(wiki.url, ["A"], sleep=lambda _: None)
    assert len(wiki.asked) == ATTEMPTS


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (
            (200, {}, {"error": {"code": "badvalue", "info": "Unrecognized value"}}),
            "badvalue: Unrecognized value",
        ),
        ((200, {}, b"<html>"), "is not JSON of the API"),
        ((404, {}, b"none"), r"status 404\) is not JSON"),
    ],
)
def test_errors_that_come_with_any_status_are_told_once(
    serve: Callable[..., Wiki], answer: Answer, problem: str
) -> None:
    wiki = serve(pages={}, first=[answer])
    with pytest.raises(SourceError, match=problem):
        fetch_pages(wiki.url, ["A"])
    assert len(wiki.asked) == 1


def test_missing_pages_and_circles_are_named(serve: Callable[..., Wiki]) -> None:
    wiki = serve(pages={"A": "#REDIRECT [[B]]", "B": "#REDIRECT [[A]]", "C": "#REDIRECT [[D]]"})
    with pytest.raises(SourceError, match="circle: A → B → A"):
        fetch_pages(wiki.url, ["A"])
    with pytest.raises(SourceError, match="the wiki has no page C, Z"):
        fetch_pages(wiki.url, ["C", "Z"])


def test_a_wiki_that_is_not_there() -> None:
    with pytest.raises(SourceError, match="cannot be reached"):
        fetch_pages("http://127.0.0.1:9/api.php", ["A"], sleep=lambda _: None)


def test_links_are_followed_to_where_they_lead(serve: Callable[..., Wiki]) -> None:
    answer: Answer = (
        200,
        {},
        {
            "query": {
                "normalized": [{"from": "Ginny_W", "to": "Ginny W"}],
                "redirects": [
                    {"from": "Ginny W", "to": "Ginny Weasley"},
                    {"from": "A", "to": "B"},
                    {"from": "B", "to": "A"},
                ],
                "pages": [{"title": "Ginny Weasley"}, {"title": "Nobody", "missing": True}],
            }
        },
    )
    wiki = serve(pages={}, first=[answer])
    assert final_titles(wiki.url, ["Ginny W", "Nobody", "A"]) == {"A": "B", "Ginny W": "Ginny Weasley"}
    assert wiki.asked[0]["redirects"] == "1"
    assert final_titles(wiki.url, []) == {}
