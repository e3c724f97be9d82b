"""The version of the installed package."""

from __future__ import annotations

from importlib.metadata import version


def package_version() -> str:
    """The installed version, for example ``0.1.0``."""
    return version("standfast")
