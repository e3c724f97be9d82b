"""Search among documents at hand: a folder of the user's, or those of the release."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .....errors import UsageError
from ....records.conversation import Case
from .page_text import page_text
from .passages import choose_passages, split_text
from .searcher import Found, Passage, Query, Searcher

_TEXT, _HTML = (".txt", ".md"), (".html", ".htm")


def folder_searcher(folder: Path) -> Searcher:
    """BM25 over the text, Markdown and HTML files of a folder and those below.

    Raises:
        UsageError: no such folder, no such files in it, or one that is not UTF-8.
    """
    if not folder.is_dir():
        raise UsageError("there is no such folder of documents", where=str(folder), fix="name a folder")
    digest = hashlib.sha256()
    passages: list[Passage] = []
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in (*_TEXT, *_HTML) and path.is_file():
            text = _text_of(path)
            digest.update(f"{path.relative_to(folder).as_posix()}\0{text}\0".encode())
            passages += _pieces(path, text)
    if not passages:
        raise UsageError(
            "the folder holds no documents", where=str(folder), fix="put .txt, .md or .html there"
        )

    async def search(query: Query, case: Case) -> Found:
        del case
        return _among(passages, query, "folder")

    return Searcher(search, identity=digest.hexdigest()[:16])


def release_searcher() -> Searcher:
    """BM25 over the documents that the release holds in the language of the case."""

    async def search(query: Query, case: Case) -> Found:
        material: Any = case.facts["material"]
        return _among(material.documents, query, "release")

    return Searcher(search)


def _among(passages: Iterable[Passage], query: Query, engine: str) -> Found:
    chosen = choose_passages(list(passages), query)
    return Found("found" if chosen else "nothing", chosen, engine=engine)


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"the document cannot be read ({error})", where=str(path), fix="save it as UTF-8"
        ) from error


def _pieces(path: Path, text: str) -> list[Passage]:
    title = path.stem
    if path.suffix.lower() in _HTML:
        named, text = page_text(text)
        title = named or title
    return [Passage(path.as_uri() if path.is_absolute() else path.as_posix(), title, piece)
            for piece in split_text(text)]  # fmt: skip
