"""Read pages through a wiki's API: batches, continuation, patience when the wiki is busy."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import requests

from ...errors import SourceError
from ...version import package_version
from .pages import Page, follow_redirect, normal_title, page_url

if TYPE_CHECKING:
    from collections.abc import Callable

TITLES_A_CALL = 50
MAXLAG_SECONDS = 5
ATTEMPTS = 5
LONGEST_WAIT_SECONDS = 60.0
LONGEST_CHAIN = 5
_TIMEOUT_SECONDS = 30
_QUERY = {"action": "query", "format": "json", "formatversion": "2", "maxlag": str(MAXLAG_SECONDS)}
_BUSY_STATUS = {429, 500, 502, 503, 504}
_BUSY_CODES = {"maxlag", "ratelimited", "readonly"}


def fetch_pages(
    api: str, titles: Iterable[str], *, sleep: Callable[[float], None] = time.sleep
) -> list[Page]:
    """The pages of the titles in the order asked for, redirects followed.

    Args:
        api: address of the wiki's ``api.php``.
        titles: page titles; any number, fetched fifty a call.
        sleep: how to wait; tests give their own.

    Raises:
        SourceError: no such page, a circle of redirects, an error the API reports (which comes with status
            200), or a wiki that stays busy or cannot be reached.
    """
    asked = list(dict.fromkeys(normal_title(title) for title in titles))
    found: dict[str, Page] = {}
    wanted = asked
    with requests.Session() as session:
        session.headers["User-Agent"] = user_agent()
        for _ in range(LONGEST_CHAIN):
            for start in range(0, len(wanted), TITLES_A_CALL):
                found |= _fetch_batch(session, api, wanted[start : start + TITLES_A_CALL], sleep)
            targets = {page.redirect for page in found.values()} - {None}
            wanted = [title for title in sorted(filter(None, targets)) if title not in found]
            if not wanted:
                break
    pages = {title: follow_redirect(found, title) for title in asked}
    if missing := [title for title, page in pages.items() if page is None]:
        raise SourceError(
            f"the wiki has no page {', '.join(missing)}", where=api, fix="check the titles on the wiki"
        )
    return list({page.title: page for page in pages.values() if page is not None}.values())


def final_titles(
    api: str, titles: Iterable[str], *, sleep: Callable[[float], None] = time.sleep
) -> dict[str, str]:
    """Where links to the titles lead, redirects followed, for those that lead elsewhere.

    Raises:
        SourceError: as ``fetch_pages``; a title without a page is no error here.
    """
    asked = sorted({normal_title(title) for title in titles})
    moves: dict[str, str] = {}
    with requests.Session() as session:
        session.headers["User-Agent"] = user_agent()
        for start in range(0, len(asked), TITLES_A_CALL):
            query = {**_QUERY, "titles": "|".join(asked[start : start + TITLES_A_CALL]), "redirects": "1"}
            for answer in _answers(session, api, query, sleep):
                body = answer.get("query", {})
                for move in (*body.get("normalized", []), *body.get("redirects", [])):
                    moves[normal_title(move["from"])] = normal_title(move["to"])
    ends = {title: _end_of(title, moves) for title in asked}
    return {title: end for title, end in ends.items() if end != title}


def _end_of(title: str, moves: Mapping[str, str]) -> str:
    way = [title]
    while (following := moves.get(way[-1])) is not None and following not in way:
        way.append(following)
    return way[-1]


def user_agent() -> str:
    """How this tool names itself to a wiki, as wikis ask of every client."""
    return f"standfast/{package_version()} (https://github.com/standfast/standfast; python-requests)"


def _fetch_batch(
    session: requests.Session, api: str, titles: Iterable[str], sleep: Callable[[float], None]
) -> dict[str, Page]:
    query = {
        **_QUERY,
        "prop": "revisions",
        "rvprop": "content",
        "rvslots": "main",
        "titles": "|".join(titles),
    }
    pages: dict[str, Page] = {}
    for answer in _answers(session, api, query, sleep):
        body = answer.get("query", {})
        for entry in body.get("pages", []):
            if page := _page_of(entry, api):
                pages[page.title] = page
        for change in body.get("normalized", []):
            origin, title = normal_title(change["from"]), change["to"]
            if title in pages:
                pages[origin] = pages[title]
    return pages


def _answers(
    session: requests.Session, api: str, query: Mapping[str, str], sleep: Callable[[float], None]
) -> Iterator[dict[str, Any]]:
    """The answer and its continuations."""
    proceed: Mapping[str, str] | None = {}
    while proceed is not None:
        answer = _call(session, api, {**query, **proceed}, sleep)
        yield answer
        proceed = answer.get("continue")


def _page_of(entry: Mapping[str, Any], api: str) -> Page | None:
    if entry.get("missing") or entry.get("invalid") or not entry.get("revisions"):
        return None
    revision = entry["revisions"][0]
    # Wikis before 1.32 know no slots and give the content one level up.
    content = revision.get("slots", {}).get("main", revision).get("content")
    title = normal_title(entry["title"])
    return None if content is None else Page(title, content, page_url(api, title))


def _call(
    session: requests.Session, api: str, query: Mapping[str, str], sleep: Callable[[float], None]
) -> dict[str, Any]:
    problem = "the wiki gave no answer"
    for attempt in range(ATTEMPTS):
        try:
            response = session.get(api, params=dict(query), timeout=_TIMEOUT_SECONDS)
        except (requests.ConnectionError, requests.Timeout) as error:
            problem = f"the wiki cannot be reached ({type(error).__name__})"
        else:
            answer, problem = _read(response, api)
            if answer is not None:
                return answer
            if attempt + 1 < ATTEMPTS:
                sleep(_wait(response, attempt))
            continue
        if attempt + 1 < ATTEMPTS:
            sleep(2.0**attempt)
    raise SourceError(
        f"{problem}, {ATTEMPTS} times", where=api, fix="try again later, or read saved pages instead"
    )


def _read(response: requests.Response, api: str) -> tuple[dict[str, Any] | None, str]:
    if response.status_code in _BUSY_STATUS:
        return None, f"the wiki answers with status {response.status_code}"
    try:
        answer = response.json()
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise SourceError(
            f"the answer (status {response.status_code}) is not JSON of the API",
            where=api,
            fix="give the address of api.php",
        )
    error = answer.get("error")
    if error is None:
        return answer, ""
    if error.get("code") in _BUSY_CODES:
        return None, f"the wiki is busy ({error['code']})"
    raise SourceError(
        f"the wiki reports {error.get('code')}: {error.get('info', 'no reason given')}",
        where=api,
        fix="check the address and the titles",
    )


def _wait(response: requests.Response, attempt: int) -> float:
    stated = response.headers.get("Retry-After", "")
    seconds = float(stated) if stated.isdigit() else 2.0**attempt
    return min(seconds, LONGEST_WAIT_SECONDS)
