"""Which commit a release was published as: ``published.json``, in the repository or the local store.

In a checkout of the project (the working folder holds ``releases/published.json``) publications are recorded
there, to be committed and shipped; anywhere else in ``STANDFAST_HOME`` (or the platform's data folder).
Both are read.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path

from ...errors import ReleaseError
from ..stores import local_store

RECORD_FILE = "published.json"


@dataclass(frozen=True)
class Publication:
    """A release on the Hub.

    Attributes:
        release: ``benchmark@version``.
        digest: its release digest.
        endpoint: the Hub's address.
        repository: ``org/name``.
        tag: its tag there.
        commit: the commit the tag must point at.
    """

    release: str
    digest: str
    endpoint: str
    repository: str
    tag: str
    commit: str


def record_path() -> Path:
    """Where publications are recorded (see the module's docstring)."""
    checkout = Path("releases") / RECORD_FILE
    return checkout if checkout.is_file() else local_store().parent / RECORD_FILE


def record(publication: Publication) -> Path:
    """Add a publication to the record, once.

    Returns:
        The file.
    """
    path = record_path()
    known = read_records(path)
    if publication not in known:
        path.parent.mkdir(parents=True, exist_ok=True)
        known = sorted([*known, publication], key=lambda one: (one.repository, one.tag, one.commit))
        draft = path.with_suffix(".draft")
        draft.write_text(json.dumps([asdict(one) for one in known], indent=1) + "\n", encoding="utf-8")
        draft.replace(path)
    return path


def read_records(path: Path) -> list[Publication]:
    """The publications of one record file; none where there is no file.

    Raises:
        ReleaseError: the file cannot be read.
    """
    try:
        return [Publication(**entry) for entry in json.loads(path.read_text(encoding="utf-8"))]
    except FileNotFoundError:
        return []
    except (ValueError, TypeError) as error:
        raise ReleaseError(
            f"the record of publications cannot be read ({error})", where=str(path), fix="mend or remove it"
        ) from error


def publications() -> list[Publication]:
    """Every recorded publication: the checkout's or local ones, then those that ship."""
    paths = [
        record_path(),
        local_store().parent / RECORD_FILE,
        Path(str(files("standfast.releases"))) / RECORD_FILE,
    ]
    return list(dict.fromkeys(one for path in paths for one in read_records(path)))


def recorded_commit(endpoint: str, repository: str, tag: str) -> str | None:
    """The commit a tag was recorded at, or None."""
    for one in publications():
        if (one.endpoint, one.repository, one.tag) == (endpoint, repository, tag):
            return one.commit
    return None
