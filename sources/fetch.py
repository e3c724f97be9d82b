"""Download a file over HTTP: resumed where it stopped, checked, and put in place whole."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import requests

from ..errors import SourceError

Progress = Callable[[int, int | None], None]
TIMEOUT = (10, 60)
_CHUNK = 2**20


def fetch(url: str, target: Path, *, sha256: str | None = None, progress: Progress | None = None) -> Path:
    """Download ``url`` to ``target``, unless a file with the right digest stands there already.

    What was received is kept in ``<target>.part``; the next call goes on from there if the server still has
    the same file (by its ETag). The target appears only when all bytes are there and the digest is right.

    Args:
        url: what to fetch.
        target: where to put it; folders are made.
        sha256: digest the file must have; None where no digest is published.
        progress: told the bytes at hand and the bytes in all (None where the server does not say).

    Raises:
        SourceError: no connection, a refusal, a download cut short, a full disk, or another digest.
    """
    part = target.with_name(f"{target.name}.part")
    try:
        if target.exists() and (sha256 is None or file_sha256(target) == sha256):
            return target
        target.parent.mkdir(parents=True, exist_ok=True)
        _receive(url, part, progress or _silent)
    except (requests.ConnectionError, requests.exceptions.ChunkedEncodingError) as error:
        raise SourceError(
            "no connection to the server, or it broke off",
            where=url,
            fix="check the network and run the command again: it goes on where it stopped",
        ) from error
    except requests.RequestException as error:
        raise SourceError(f"the download failed ({error})", where=url, fix="run the command again") from error
    except OSError as error:
        raise SourceError(
            f"the file cannot be written ({error.strerror})",
            where=str(target),
            fix="make room or mend the permissions, then run the command again: it goes on where it stopped",
        ) from error
    if sha256 is not None and (found := file_sha256(part)) != sha256:
        _discard(part)
        raise SourceError(
            f"the file has SHA-256 {found[:16]}… instead of {sha256[:16]}…",
            where=url,
            fix="fetch it again; if the digest stays, the server has another file",
        )
    part.replace(target)
    _discard(part)
    return target


def file_sha256(path: Path) -> str:
    """Hexadecimal SHA-256 of a file, read in pieces."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _receive(url: str, part: Path, progress: Progress) -> None:
    etag_file = _etag_file(part)
    have = part.stat().st_size if part.exists() and etag_file.exists() else 0
    # Bytes as stored: a server that also gzips for transport would break the offsets.
    headers = {"Accept-Encoding": "identity"}
    if have:
        headers |= {"Range": f"bytes={have}-", "If-Range": etag_file.read_text(encoding="utf-8")}
    with requests.get(url, headers=headers, stream=True, timeout=TIMEOUT) as reply:
        if reply.status_code == requests.codes.requested_range_not_satisfiable:
            if reply.headers.get("Content-Range") == f"bytes */{have}":
                return  # nothing was left to fetch but to put it in place
            _discard(part)
            raise SourceError(
                "the partial file is longer than the server's", where=url, fix="run the command again"
            )
        reply.raise_for_status()
        resumed = reply.status_code == requests.codes.partial_content
        done = have if resumed else 0
        left = reply.headers.get("Content-Length")
        total = done + int(left) if left else None
        if etag := reply.headers.get("ETag"):
            etag_file.write_text(etag, encoding="utf-8")
        with part.open("ab" if resumed else "wb") as file:
            progress(done, total)
            for chunk in reply.iter_content(_CHUNK):
                file.write(chunk)
                done += len(chunk)
                progress(done, total)
    if total is not None and done != total:
        raise SourceError(
            f"{done:,} of {total:,} bytes arrived",
            where=url,
            fix="run the command again: it goes on where it stopped",
        )


def _discard(part: Path) -> None:
    part.unlink(missing_ok=True)
    _etag_file(part).unlink(missing_ok=True)


def _etag_file(part: Path) -> Path:
    return part.with_name(f"{part.name}.etag")


def _silent(done: int, total: int | None) -> None:
    """Report nothing."""
