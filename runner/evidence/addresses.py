"""Which addresses may be fetched: those of the public network only, unless the user allows others.

A persona decides what is searched for, and so which pages are fetched; it must not make the runner call on
machines inside the user's network. What counts is the address that a socket is about to be connected to: no
spelling of a host, no name server and no redirect comes after that check.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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
        RefusedAddressError: it is no web address, or carries a user name.
    """
    from yarl import URL

    try:
        url = URL(text) if base is None else base.join(URL(text))
    except (ValueError, TypeError) as error:
        raise RefusedAddressError(f"{text[:80]!r} is no web address") from error
    if url.scheme not in ("http", "https") or not url.host:
        raise RefusedAddressError(f"{text[:80]!r} is no web address")
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
