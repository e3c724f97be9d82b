"""Pages are fetched within limits, and nothing inside the user's network is."""

import asyncio
import socket
import time
from contextlib import suppress

import pytest
import requests
from standfast.runner.benchmarks.picon.evidence import fetch as addresses
from standfast.runner.benchmarks.picon.evidence.fetch import (
    FetchLimits,
    PageError,
    fetch_page,
    is_public,
    page_session,
    web_url,
)
from standfast.runner.benchmarks.picon.evidence.page_text import DEEPEST, DeepPageError, page_text

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
        ("2002:7f00:1::1", False), ("64:ff9b::127.0.0.1", False), ("::127.0.0.1", False),
        ("fe80::1%eth0", False), ("240.0.0.1", False), ("192.0.2.1", False),
    ],
)  # fmt: skip
def test_what_is_public(address, public) -> None:
    assert is_public(address) is public


@pytest.mark.parametrize(
    "url",
    ["ftp://example.org/x", "file:///etc/passwd", "http://", "gopher://x", "http://user:pw@example.org/",
     "http://example.org\\@127.0.0.1/", "http://127.0.0.1\\@example.org/", "//x", "page", "http://[::1/"],
)  # fmt: skip
def test_what_is_no_web_address(url) -> None:
    with pytest.raises(OSError, match=r"web address|user name"):
        web_url(url)


# Ways to write this machine; the last four are read as digits and dots by clients only.
HERE = (
    "127.0.0.1", "localhost", "LOCALHOST", "localhost.", "0.0.0.0", "2130706433", "0x7f000001", "017700000001",
    "0177.0.0.1", "127.1", "0", "127.0.0.1.", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
    "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[fe80::1%25lo]", "a@127.0.0.1", "%31%32%37.0.0.1",
    "127.0.0.1%00.example.org", "127。0。0。1", "①②⑦.⓪.⓪.①", "1２7.0.0.1", "ⓛocalhost",
)  # fmt: skip


@pytest.mark.parametrize("host", HERE)
def test_nothing_on_this_machine_is_fetched_however_it_is_written(evidence_server, host) -> None:
    port = evidence_server.rpartition(":")[2]
    before = requests.get(f"{evidence_server}/asked", timeout=5).json()
    with pytest.raises(PageError):
        fetch(f"http://{host}:{port}/page/good", FetchLimits(seconds=5))
    assert requests.get(f"{evidence_server}/asked", timeout=5).json() == before


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_the_user_may_allow_it(evidence_server, host) -> None:
    url = evidence_server.replace("127.0.0.1", host) + "/page/good"
    with pytest.raises(PageError, match="not in the public network"):
        fetch(url, FetchLimits())
    assert "Glasgow is in Scotland." in fetch(url).text


@pytest.mark.parametrize("answers", [["127.0.0.1"], ["::1", "127.0.0.1"], ["10.0.0.7", "169.254.169.254"]])
def test_a_name_that_points_inward_is_refused_by_the_address_that_would_be_connected(
    evidence_server, monkeypatch, answers
) -> None:
    """A name server may answer one thing to whoever checks and another to whoever connects."""
    port = int(evidence_server.rpartition(":")[2])
    asked = []

    def resolve(host, *args, **options):
        asked.append(host)
        return [
            (socket.AF_INET6 if ":" in one else socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port))
            for one in answers
        ]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    with pytest.raises(PageError, match="not in the public network"):
        fetch(f"http://rebind.example.org:{port}/page/good", FetchLimits())
    assert asked == ["rebind.example.org"]  # once: there is no second answer to fall for


def test_a_page_gives_title_and_text_without_what_surrounds_it(evidence_server) -> None:
    page = fetch(f"{evidence_server}/page/good")
    assert (page.title, page.text) == ("Glasgow", "Glasgow is in Scotland.")
    assert fetch(f"{evidence_server}/page/latin").text == "João"


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        ("missing", "status 404"), ("image", "is image/png"), ("empty", "has no text"),
        ("large", "larger than 20,000"), ("bomb", "larger than 20,000"), ("hop4", "redirects more than 3"),
        ("file", "not a web address"), ("slow", "longer than 0.5 seconds"), ("drip", "longer than 0.5 seconds"),
    ],
)  # fmt: skip
def test_limits(evidence_server, kind, fault) -> None:
    began = time.monotonic()
    with pytest.raises(PageError, match=fault):
        fetch(f"{evidence_server}/page/{kind}")
    assert time.monotonic() - began < 3


def test_redirects_are_followed_within_limits(evidence_server) -> None:
    assert fetch(f"{evidence_server}/page/hop3").url.endswith("/page/good")
    with pytest.raises(PageError):
        fetch(f"{evidence_server}/page/inward")


@pytest.mark.parametrize("kind", ["to this machine", "to this machine in other digits", "to IPv6"])
def test_a_redirect_inward_is_refused_even_from_a_public_page(evidence_server, monkeypatch, kind) -> None:
    """127.0.0.2 is taken for public here; the server listens on both."""
    monkeypatch.setattr(addresses, "is_public", lambda one: one == "127.0.0.2" or is_public(one))
    outside = evidence_server.replace("127.0.0.1", "127.0.0.2")
    assert fetch(f"{outside}/page/hop2", FetchLimits()).title == "Glasgow"
    before = requests.get(f"{evidence_server}/asked", timeout=5).json()
    with pytest.raises(PageError, match="not in the public network"):
        fetch(f"{outside}/page/{kind}", FetchLimits())
    after = requests.get(f"{evidence_server}/asked", timeout=5).json()
    assert {page for page, count in after.items() if count != before.get(page)} == {kind}


def test_lines_stay_whole_and_what_surrounds_them_goes() -> None:
    html = (
        "<title>A\n b</title><nav>x</nav><main><h1>Hi <b>bold</b> one</h1><p>One<br>two <a href='x'>l</a>ink"
    )
    assert page_text(html + "<ul><li>a<li>b</ul><table><tr><td>1<td>2</table></main>y") == (
        "A b",
        "Hi bold one\nOne\ntwo link\na\nb\n1\n2",
    )


@pytest.mark.parametrize(
    "page",
    ["<blockquote>" * 160_000, "<dl><table></dl></table>" * 80_000, "<x><div></x>" * 160_000,
     "<svg><p>" * 200_000, "<" * 2_000_000],
)  # fmt: skip
def test_a_page_made_to_stall_its_reader_is_refused_or_read_soon(page) -> None:
    began = time.monotonic()
    with suppress(DeepPageError):
        page_text(page)
    assert time.monotonic() - began < 5


def test_formatting_left_open_costs_nothing() -> None:
    """The standard repeats open formatting in every paragraph: a thousand times a thousand elements."""
    html = "".join(f"<b id={number}>" for number in range(20_000)) + "<p>x" * 100_000
    began = time.monotonic()
    assert page_text(html)[1].count("x") == 100_000
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("depth", [DEEPEST, DEEPEST + 1])
def test_the_depth_that_is_read(depth) -> None:
    html = "<div>" * depth + "x" + "</div>" * depth
    if depth > DEEPEST:
        with pytest.raises(DeepPageError):
            page_text(html)
    else:
        assert page_text(html)[1] == "x"
