"""Fetch a page within limits: where it may be, how large, how long, how often it may redirect, what kind.

A persona decides what is searched for, and so which pages are fetched; it must not make the runner call on
machines inside the user's network. Only addresses of the public network are fetched unless the user allows
others. What counts is the address that a socket is about to be connected to: no spelling of a host, no name
server and no redirect comes after that check.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .page_text import page_text

if TYPE_CHECKING:
    import aiohttp
    from yarl import URL


Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_COMPATIBLE = ipaddress.ip_network("::/96")


class RefusedAddressError(OSError):
    """An address that may not be fetched; an ``OSError``, as whoever connects expects."""


def is_public(address: str) -> bool:
    """Whether an address, with any IPv4 address wrapped in it, belongs to the public network."""
    return all(one.is_global and not one.is_multicast for one in _unwrapped(ipaddress.ip_address(address)))


def web_url(text: str, base: URL | None = None) -> URL:
    """An address as the client will read it.

    Args:
        text: what is to be fetched.
        base: what it is relative to, if it is.

    Raises:
        RefusedAddressError: it is not a web address, or carries a user name.
    """
    from yarl import URL

    try:
        url = URL(text) if base is None else base.join(URL(text))
    except (ValueError, TypeError) as error:
        raise RefusedAddressError(f"{text[:80]!r} is not a web address") from error
    if url.scheme not in ("http", "https") or not url.host:
        raise RefusedAddressError(f"{text[:80]!r} is not a web address")
    if url.user is not None or url.password is not None:
        raise RefusedAddressError("addresses with a user name are not fetched")
    return url


def public_socket(target: tuple[Any, ...]) -> socket.socket:
    """A socket for a public address; see ``socket_factory`` of aiohttp's ``TCPConnector``.

    Args:
        target: family, type, protocol, name and address of what it will be connected to.

    Raises:
        RefusedAddressError: the address is not public.
    """
    family, kind, protocol, _, address = target
    if not is_public(address[0]):
        raise RefusedAddressError("the address is not in the public network")
    return socket.socket(family=family, type=kind, proto=protocol)


def _unwrapped(address: Address) -> list[Address]:
    """The address, and the IPv4 addresses that its bits carry."""
    if isinstance(address, ipaddress.IPv4Address):
        return [address]
    inner: list[Address] = [one for one in (address.ipv4_mapped, address.sixtofour) if one is not None]
    if address.teredo:
        inner += address.teredo
    if address in _NAT64 or address in _COMPATIBLE:
        inner.append(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
    if address.ipv4_mapped or address in _NAT64:
        return inner
    return [address, *inner]


_HTML = ("text/html", "application/xhtml+xml")
_KINDS = (*_HTML, "text/plain")
_REDIRECTS = (301, 302, 303, 307, 308)


@dataclass(frozen=True)
class FetchLimits:
    """What a page may take.

    Attributes:
        size: bytes of the page, as sent and as unpacked.
        seconds: from first connection to last byte, redirects included.
        redirects: how many are followed.
        private: whether addresses outside the public network are allowed.
    """

    size: int = 2_000_000
    seconds: float = 15.0
    redirects: int = 3
    private: bool = False


@dataclass(frozen=True)
class Page:
    """A page that was read: its final address, title and text."""

    url: str
    title: str
    text: str


class PageError(Exception):
    """A page that could not be read, and why."""


def page_session(limits: FetchLimits) -> aiohttp.ClientSession:
    """A session whose connections go to allowed addresses only; it keeps no cookies and uses no proxy."""
    import aiohttp

    connector = aiohttp.TCPConnector(socket_factory=None if limits.private else public_socket)
    return aiohttp.ClientSession(
        connector=connector,
        cookie_jar=aiohttp.DummyCookieJar(),
        headers={"User-Agent": "standfast (evidence for a benchmark)"},
        trust_env=False,
    )


async def fetch_page(session: aiohttp.ClientSession, url: str, limits: FetchLimits) -> Page:
    """The page at an address.

    Args:
        session: from ``page_session``.
        url: the address.
        limits: what it may take.

    Raises:
        PageError: it is refused, too large, too slow, of another kind, or not there.
    """
    import aiohttp

    try:
        async with asyncio.timeout(limits.seconds):
            return await _follow(session, url, limits)
    except TimeoutError:
        raise PageError(f"took longer than {limits.seconds:g} seconds") from None
    except (aiohttp.ClientError, OSError, ValueError) as error:
        raise PageError(_reason(error)) from error


def _reason(error: BaseException) -> str:
    """What the refusal of an address says, which the client wraps; else what the error itself says."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, RefusedAddressError):
            return str(cause)
        cause = cause.__cause__
    return str(error) or type(error).__name__


async def _follow(session: aiohttp.ClientSession, address: str, limits: FetchLimits) -> Page:
    url = web_url(address)
    for _ in range(limits.redirects + 1):
        async with session.get(url, allow_redirects=False) as response:
            if response.status in _REDIRECTS and "Location" in response.headers:
                url = web_url(response.headers["Location"], url)
                continue
            return await _read(response, str(url), limits)
    raise PageError(f"redirects more than {limits.redirects} times")


async def _read(response: aiohttp.ClientResponse, url: str, limits: FetchLimits) -> Page:
    if response.status != 200:
        raise PageError(f"status {response.status}")
    if response.content_type not in _KINDS:
        raise PageError(f"is {response.content_type}, no page of text")
    data = bytearray()
    async for chunk in response.content.iter_chunked(65536):
        data += chunk
        if len(data) > limits.size:
            raise PageError(f"is larger than {limits.size:,} bytes")
    text = data.decode(_charset(response), errors="replace")
    title, body = page_text(text) if response.content_type in _HTML else ("", text)
    if not body.strip():
        raise PageError("has no text")
    return Page(url, title or url, body)


def _charset(response: aiohttp.ClientResponse) -> str:
    named = response.charset or "utf-8"
    try:
        "".encode(named)
    except LookupError:
        return "utf-8"
    return named
