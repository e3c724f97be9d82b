"""Pages are fetched within limits, and nothing inside the user's network is."""

import asyncio
import time

import pytest
from standfast.runner.evidence.addresses import is_public, public_resolver, refuse_url
from standfast.runner.evidence.fetch import FetchLimits, PageError, fetch_page, page_session

OPEN = FetchLimits(private=True, seconds=0.5, size=20_000)


def fetch(url: str, limits: FetchLimits = OPEN):
    async def go():
        async with page_session(limits) as session:
            return await fetch_page(session, url, limits)

    return asyncio.run(go())


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True), ("2606:2800:220:1::1", True), ("2002:0808:0808::1", True),
        ("64:ff9b::8.8.8.8", True),
        ("127.0.0.1", False), ("10.0.0.1", False), ("172.16.3.4", False), ("192.168.1.1", False),
        ("169.254.169.254", False), ("100.64.0.1", False), ("0.0.0.0", False), ("224.0.0.1", False),
        ("255.255.255.255", False), ("::1", False), ("::", False), ("fe80::1", False), ("fd00::1", False),
        ("ff02::1", False), ("::ffff:127.0.0.1", False), ("::ffff:10.0.0.1", False),
        ("2002:7f00:1::1", False), ("64:ff9b::127.0.0.1", False),
    ],
)  # fmt: skip
def test_what_is_public(address, public) -> None:
    assert is_public(address) is public


@pytest.mark.parametrize(
    "url",
    ["ftp://example.org/x", "file:///etc/passwd", "http://", "gopher://x", "http://user:pw@example.org/",
     "http://127.0.0.1/", "http://[::1]/", "http://169.254.169.254/latest/meta-data"],
)  # fmt: skip
def test_addresses_that_are_refused_before_any_connection(url) -> None:
    with pytest.raises(OSError, match=r"web address|user name|public network"):
        refuse_url(url, private=False)


@pytest.mark.parametrize("host", ["localhost", "2130706433", "127.1", "0x7f.1"])
def test_names_are_judged_by_what_they_resolve_to(host) -> None:
    async def resolve():
        resolver = public_resolver()
        try:
            return await resolver.resolve(host, 80)
        finally:
            await resolver.close()

    with pytest.raises(OSError):  # noqa: PT011 - refused, or unknown to the system
        asyncio.run(resolve())


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_page_inside_the_network_is_not_fetched(evidence_server, host) -> None:
    url = evidence_server.replace("127.0.0.1", host) + "/page/good"
    with pytest.raises(PageError, match="not in the public network"):
        fetch(url, FetchLimits())
    assert "Glasgow is in Scotland." in fetch(url).text


def test_a_page_gives_title_and_text_without_what_surrounds_it(evidence_server) -> None:
    page = fetch(f"{evidence_server}/page/good")
    assert (page.title, page.text) == ("Glasgow", "Glasgow is in Scotland.")
    assert fetch(f"{evidence_server}/page/latin").text == "João"


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        ("missing", "status 404"), ("image", "is image/png"), ("empty", "has no text"),
        ("large", "larger than 20,000"), ("bomb", "larger than 20,000"), ("hop4", "redirects more than 3"),
        ("file", "no web address"), ("slow", "longer than 0.5 seconds"), ("drip", "longer than 0.5 seconds"),
    ],
)  # fmt: skip
def test_limits(evidence_server, kind, fault) -> None:
    began = time.monotonic()
    with pytest.raises(PageError, match=fault):
        fetch(f"{evidence_server}/page/{kind}")
    assert time.monotonic() - began < 3


def test_redirects_are_followed_within_limits_and_checked_each(evidence_server) -> None:
    assert fetch(f"{evidence_server}/page/hop3").url.endswith("/page/good")
    with pytest.raises(PageError):
        fetch(f"{evidence_server}/page/inward")


def test_a_redirect_inward_is_refused_even_from_a_public_page() -> None:
    """Each step of a chain is checked like the first one."""

    class Response:
        status = 302

        def __init__(self):
            self.headers = {"Location": "http://192.168.0.1/admin"}

        async def __aenter__(self):
            return self

        async def __aexit__(self, *_):
            return None

    asked = []

    class Session:
        def get(self, url, **_):
            asked.append(url)
            return Response()

    with pytest.raises(PageError, match=r"192.168.0.1 is not in the public network"):
        asyncio.run(fetch_page(Session(), "http://93.184.216.34/", FetchLimits()))  # type: ignore[arg-type]
    assert asked == ["http://93.184.216.34/"]
