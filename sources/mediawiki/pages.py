"""Wiki pages as values, read from saved files and XML dumps, with redirects followed."""

from __future__ import annotations

import bz2
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.parse import quote
from xml.etree import ElementTree

from ...errors import SourceError

_REDIRECT = re.compile(
    r"^\s*#(?:REDIRECT|REDIRECIONAMENTO|重定向)\s*:?\s*\[\[:?(?P<target>[^\]|#]+)", re.IGNORECASE
)
_DISAMBIGUATION = re.compile(
    r"\{\{\s*(?:disambig(?:uation)?|dab|hndis|disambiguation page|youmay|desambigua[çc][ãa]o|desambig"
    r"|消歧义(?:页)?|消歧義(?:頁)?|人名消歧义|disambig-cn)\s*[|}]",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Page:
    """One page.

    Attributes:
        title: its title, with spaces.
        text: its wikitext.
        url: address of the page, or path of the file it was read from.
    """

    title: str
    text: str
    url: str

    @property
    def redirect(self) -> str | None:
        """The title this page sends its readers to, or None."""
        match = _REDIRECT.match(self.text)
        return normal_title(match["target"]) if match else None

    @property
    def is_disambiguation(self) -> bool:
        """Whether the page only lists other pages of like name."""
        return _DISAMBIGUATION.search(self.text) is not None


def normal_title(title: str) -> str:
    """A title as the wiki compares it: spaces for underscores, first letter in upper case."""
    spaced = " ".join(title.replace("_", " ").split())
    return spaced[:1].upper() + spaced[1:]


def page_url(api: str, title: str) -> str:
    """Address of a page on the wiki whose API address is given."""
    base = api.removesuffix("api.php").rstrip("/")
    base = base.removesuffix("/w") if base.endswith(".org/w") else base
    return f"{base}/wiki/{quote(title.replace(' ', '_'), safe='/:()')}"


def read_pages(path: Path) -> list[Page]:
    """Pages of a file: an XML dump (``.xml``, ``.xml.bz2``), one page of wikitext, or a folder of them.

    A wikitext file is named by its page's title; ``%2F`` stands for a slash.

    Raises:
        SourceError: nothing is there, the XML is broken or the text is not UTF-8.
    """
    if path.is_dir():
        files = sorted(file for file in path.iterdir() if file.is_file() and not file.name.startswith("."))
        return [page for file in files for page in read_pages(file)]
    try:
        if path.suffixes[-1:] == [".xml"]:
            with path.open("rb") as stream:
                return list(read_dump(stream, str(path)))
        if path.suffixes[-2:] == [".xml", ".bz2"]:
            with bz2.open(path) as stream:
                return list(read_dump(stream, str(path)))
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise SourceError(
            f"the wiki page cannot be read ({error.strerror or error})",
            where=str(path),
            fix="name a wikitext file, an XML dump or a folder of them",
        ) from error
    except UnicodeDecodeError as error:
        raise SourceError("the text is not UTF-8", where=str(path), fix="save it as UTF-8") from error
    return [Page(normal_title(path.stem.replace("%2F", "/")), text, str(path))]


def read_dump(stream: IO[bytes], where: str) -> Iterator[Page]:
    """Article pages of a MediaWiki XML export, one after another, whatever the export's version.

    Raises:
        SourceError: the XML is broken.
    """
    title, namespace, text = "", "0", ""
    try:
        for _, element in ElementTree.iterparse(stream):
            tag = element.tag.rpartition("}")[2]
            if tag == "title":
                title = element.text or ""
            elif tag == "ns":
                namespace = element.text or "0"
            elif tag == "text":
                text = element.text or ""
            elif tag == "page":
                if namespace == "0":
                    yield Page(normal_title(title), text, where)
                element.clear()
                title, namespace, text = "", "0", ""
    except ElementTree.ParseError as error:
        raise SourceError(
            f"the XML is broken ({error})", where=where, fix="export the pages again"
        ) from error


def follow_redirect(pages: Mapping[str, Page], title: str) -> Page | None:
    """The page a title leads to, redirects followed; None where a page on the way is missing.

    Args:
        pages: by title.
        title: where to start.

    Raises:
        SourceError: the redirects run in a circle.
    """
    way = [normal_title(title)]
    while (page := pages.get(way[-1])) is not None:
        target = page.redirect
        if target is None:
            return page
        if target in way:
            raise SourceError(
                f"the redirects run in a circle: {' → '.join([*way, target])}",
                where=page.url,
                fix="name a page that holds text",
            )
        way.append(target)
    return None


def by_title(pages: Iterable[Page]) -> dict[str, Page]:
    """Pages by title; of two with one title the later stands."""
    return {page.title: page for page in pages}
