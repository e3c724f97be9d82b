"""Where the published assertion dumps are, and what is known of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

_STORE = "https://s3.amazonaws.com/conceptnet"
LICENCE = "CC-BY-SA-4.0"


@dataclass(frozen=True)
class Dump:
    """A published dump.

    Attributes:
        version: of ConceptNet.
        url: its address.
        sha256: its digest, or None where none was ever published.
        rows: its rows, or None where unknown.
    """

    version: str
    url: str
    sha256: str | None = None
    rows: int | None = None

    @property
    def file_name(self) -> str:
        """The last part of the address."""
        return self.url.rsplit("/", 1)[-1]


def _yearly(version: str, year: int, sha256: str | None = None, rows: int | None = None) -> Dump:
    path = f"downloads/{year}/edges/conceptnet-assertions-{version}.csv.gz"
    return Dump(version, f"{_STORE}/{path}", sha256, rows)


# The digest of 5.7.0 is the one Hugging Face recorded for its mirror of the same file.
_DUMPS = (
    Dump("5.5.0", f"{_STORE}/precomputed-data/2016/assertions/conceptnet-assertions-5.5.0.csv.gz"),
    _yearly("5.5.5", 2017),
    _yearly("5.6.0", 2018),
    _yearly("5.7.0", 2019, "accd65fe94038584295574ddc26e1500c1919c8c4532bf771811cafd0948af7e", 34_074_917),
)
DUMPS = {dump.version: dump for dump in _DUMPS}


def next_step(path: Path) -> str:
    """The command that makes use of a dump."""
    return f"standfast build sharp --conceptnet {path}"


def dump_of(version: str) -> Dump:
    """The dump of a ConceptNet version.

    Raises:
        UsageError: no dump of that version was published.
    """
    if version not in DUMPS:
        raise UsageError(
            f"ConceptNet {version} was not published as a dump", fix=f"choose one of {', '.join(DUMPS)}"
        )
    return DUMPS[version]
