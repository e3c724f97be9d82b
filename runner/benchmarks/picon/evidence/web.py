"""Search engines and wikis over their APIs, each a function from a query to a request and back to hits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .searcher import Hit, Query

RESULTS = 5


@dataclass(frozen=True)
class Request:
    """A request of an API.

    Attributes:
        url: where to.
        parameters: of the query string.
        body: JSON to post, or None to get.
        headers: beside the usual ones.
        secret: the key among them, which must not appear in what is kept of the answer.
    """

    url: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    secret: str = field(default="", repr=False)


@dataclass(frozen=True)
class Engine:
    """A search engine.

    Attributes:
        base: its address, ``{language}`` standing for the language; None where the user has to name one.
        key_env: environment variable that holds its key, or None where it needs none.
        ask: from base, query and key to the request.
        read: from the answer to hits; raises ``KeyError``, ``TypeError`` or ``AttributeError`` for another
            form.
        pages: whether the hits' pages are worth fetching; a wiki's API gives the text itself.
    """

    base: str | None
    key_env: str | None
    ask: Callable[[str, Query, str], Request]
    read: Callable[[Any], list[Hit]]
    pages: bool


def _ask_wikipedia(base: str, query: Query, key: str) -> Request:
    del key
    return Request(
        f"{base}/w/api.php",
        {
            "action": "query", "format": "json", "formatversion": "2", "generator": "search",
            "gsrsearch": query.text, "gsrlimit": str(RESULTS), "prop": "extracts|info", "exintro": "1",
            "explaintext": "1", "exlimit": "max", "inprop": "url",
        },
    )  # fmt: skip


def _read_wikipedia(answer: Any) -> list[Hit]:  # noqa: ANN401 - JSON
    if "error" in answer:
        raise KeyError(answer["error"].get("code", "error"))
    pages = sorted(answer.get("query", {}).get("pages", []), key=lambda page: page.get("index", 0))
    return [Hit(page["fullurl"], page["title"], page.get("extract", "")) for page in pages]


def _ask_wikidata(base: str, query: Query, key: str) -> Request:
    del key
    return Request(
        f"{base}/w/api.php",
        {
            "action": "wbsearchentities", "format": "json", "search": query.text, "type": "item",
            "language": query.language, "uselang": query.language, "limit": str(RESULTS),
        },
    )  # fmt: skip


def _read_wikidata(answer: Any) -> list[Hit]:  # noqa: ANN401 - JSON
    if "error" in answer:
        raise KeyError(answer["error"].get("code", "error"))
    return [
        Hit(item["concepturi"], item.get("label", item["id"]), f"{item.get('label', item['id'])}: {text}")
        for item in answer["search"]
        if (text := item.get("description"))
    ]


def _ask_searxng(base: str, query: Query, key: str) -> Request:
    del key
    return Request(f"{base}/search", {"q": query.text, "format": "json", "language": query.language})


def _read_searxng(answer: Any) -> list[Hit]:  # noqa: ANN401 - JSON
    return [Hit(one["url"], one["title"], one.get("content") or "") for one in answer["results"][:RESULTS]]


def _ask_serper(base: str, query: Query, key: str) -> Request:
    body = {"q": query.text, "hl": query.language, "num": RESULTS}
    return Request(f"{base}/search", body=body, headers={"X-API-KEY": key}, secret=key)


def _read_serper(answer: Any) -> list[Hit]:  # noqa: ANN401 - JSON
    return [Hit(one["link"], one["title"], one.get("snippet", "")) for one in answer["organic"][:RESULTS]]


def _ask_tavily(base: str, query: Query, key: str) -> Request:
    body = {"query": query.text, "max_results": RESULTS}
    return Request(f"{base}/search", body=body, headers={"Authorization": f"Bearer {key}"}, secret=key)


def _read_tavily(answer: Any) -> list[Hit]:  # noqa: ANN401 - JSON
    return [Hit(one["url"], one["title"], one.get("content", "")) for one in answer["results"][:RESULTS]]


ENGINES = {
    "wikipedia": Engine("https://{language}.wikipedia.org", None, _ask_wikipedia, _read_wikipedia, False),
    "wikidata": Engine("https://www.wikidata.org", None, _ask_wikidata, _read_wikidata, False),
    "searxng": Engine(None, None, _ask_searxng, _read_searxng, True),
    "serper": Engine("https://google.serper.dev", "SERPER_API_KEY", _ask_serper, _read_serper, True),
    "tavily": Engine("https://api.tavily.com", "TAVILY_API_KEY", _ask_tavily, _read_tavily, True),
}
