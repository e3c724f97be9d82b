"""ConceptNet's URI grammar: nodes, compound assertion URIs, and terms as the graph spells them."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

import polars as pl

from ...errors import SourceError
from .columns import NODE_PARTS

# A language, a term, and perhaps a part of speech and a sense (5.7: wn/animal, wikt/en_1, wp/film).
NODE = r"^/c/([^/]+)/([^/]+)(?:/([nvars])(?:/(.+))?)?$"
_NODE = re.compile(NODE)
_TOKEN = re.compile(r"[\w']+(?:[.\-][\w']+)*")
_COMPOSED = {"zh", "ja", "ko", "ar", "fa", "vi", "th"}
_ENGLISH_DROPPED = {"the", "a", "an"}


@dataclass(frozen=True)
class Node:
    """A concept: language, term and, where given, part of speech and sense."""

    language: str
    term: str
    pos: str | None = None
    sense: str | None = None


def parse_node(uri: str) -> Node:
    """Split a node URI.

    Raises:
        SourceError: not a ``/c/`` URI.
    """
    match = _NODE.match(uri)
    if match is None:
        raise SourceError(f"{uri!r} is not a concept URI", fix="give one like /c/en/cat or /c/en/cat/n")
    return Node(*match.groups())


def node_columns(column: str) -> list[pl.Expr]:
    """Expressions for ``<column>_language``, ``_term``, ``_pos``, ``_sense``; all null for a URL."""
    parts = pl.col(column).str.extract_groups(NODE)
    return [
        parts.struct.field(str(index)).alias(f"{column}_{part}")
        for index, part in enumerate(NODE_PARTS, start=1)
    ]


def assertion_uri(relation: str, start: str, end: str) -> str:
    """The compound URI of an assertion; a URL as end gets the slash ConceptNet glues before it."""
    parts = (f"/r/{relation}", start, end)
    return "/a/[" + ",".join(part if part.endswith("/") else f"{part}/" for part in map(_rooted, parts)) + "]"


def split_compound(uri: str) -> tuple[str, ...]:
    """The parts of ``/a/[…]`` or ``/and/[…]``, told by slashes and bracket depth: terms may hold commas.

    Raises:
        SourceError: not a compound URI, or its brackets do not match.
    """
    head, found, inner = uri.partition("/[")
    if not found or not inner.endswith("/]") or not head.startswith("/"):
        raise SourceError(f"{uri!r} is not a compound URI", fix="give one like /a/[/r/IsA/,/c/en/cat/,…/]")
    parts: list[list[str]] = [[]]
    depth = 0
    for piece in inner[:-2].removeprefix("/").split("/"):
        depth += (piece == "[") - (piece == "]")
        if piece == "," and depth == 0:
            parts.append([])
        else:
            parts[-1].append(piece)
    if depth:
        raise SourceError(f"the brackets of {uri!r} do not match", fix="fetch the file again")
    return tuple(_part("/".join(pieces)) for pieces in parts)


def normalise_term(text: str, language: str) -> str:
    """Text as a term is spelt in a node URI: folded case, tokens joined by underscores.

    Rules of conceptnet5's ``nodes.py`` (5.6 and later): NFC, or NFKC where the script is composed
    otherwise; articles and a leading "to" go in English. Tokens are told by a simpler rule than there.
    """
    form: Literal["NFC", "NFKC"] = "NFKC" if language in _COMPOSED else "NFC"
    folded = unicodedata.normalize(form, text.replace("_", " ")).casefold()
    tokens = _TOKEN.findall(unicodedata.normalize(form, folded))
    if language == "en":
        kept = [token for token in tokens if token not in _ENGLISH_DROPPED]
        if len(kept) > 1 and kept[0] == "to":
            kept = kept[1:]
        tokens = kept or tokens
    return "_".join(tokens)


def _rooted(part: str) -> str:
    return part if part.startswith("/") else f"/{part}"


def _part(text: str) -> str:
    # A URL as end was glued on with a slash before it and one after: /http://…/
    return text if text.startswith(("http:", "https:")) else f"/{text}"
