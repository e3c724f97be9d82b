"""Which addresses may be fetched: those of the public network only, unless the user allows others.

A persona decides what is searched for, and so which pages are fetched; it must not make the runner call on
machines inside the user's network. Names are checked by the addresses they resolve to at the moment of the
connection, so a name cannot be pointed elsewhere after the check.
"""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from aiohttp.abc import AbstractResolver

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


class RefusedAddressError(OSError):
    """An address that may not be fetched; an ``OSError``, as the resolver's callers expect."""


def is_public(address: str) -> bool:
    """Whether an address, with any IPv4 address wrapped in it, belongs to the public network."""
    return all(one.is_global and not one.is_multicast for one in _unwrapped(ipaddress.ip_address(address)))


def refuse_url(url: str, *, private: bool) -> None:
    """Refuse what is no web address, or an address that is not public.

    Args:
        url: what is to be fetched.
        private: whether addresses that are not public are allowed.

    Raises:
        RefusedAddressError: saying why.
    """
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise RefusedAddressError(f"{url[:80]!r} is no web address")
    if parts.username is not None:
        raise RefusedAddressError("addresses with a user name are not fetched")
    try:
        literal = ipaddress.ip_address(parts.hostname)
    except ValueError:
        return
    if not private and not is_public(str(literal)):
        raise RefusedAddressError(f"{parts.hostname} is not in the public network")


def public_resolver() -> AbstractResolver:
    """A resolver that gives public addresses only."""
    from aiohttp.abc import AbstractResolver, ResolveResult
    from aiohttp.resolver import ThreadedResolver

    class PublicResolver(AbstractResolver):
        """Asks the system and keeps the addresses that may be fetched."""

        def __init__(self) -> None:
            self._system = ThreadedResolver()

        async def resolve(self, host: str, port: int = 0, family: int = 0) -> list[ResolveResult]:
            found = await self._system.resolve(host, port, family)  # type: ignore[arg-type]
            public = [one for one in found if is_public(one["host"])]
            if not public:
                raise RefusedAddressError(f"{host} is not in the public network")
            return public

        async def close(self) -> None:
            await self._system.close()

    return PublicResolver()


def _unwrapped(address: Address) -> list[Address]:
    """The address, and the IPv4 addresses that its bits carry."""
    if isinstance(address, ipaddress.IPv4Address):
        return [address]
    inner: list[Address] = [one for one in (address.ipv4_mapped, address.sixtofour) if one is not None]
    if address.teredo:
        inner += address.teredo
    if address in _NAT64:
        inner.append(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
    if address.ipv4_mapped:
        return inner
    return [address, *inner] if address not in _NAT64 else inner
