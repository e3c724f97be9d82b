"""ConceptNet's URIs: the parts of nodes, assertion URIs, and terms as the graph spells them."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

import polars as pl

from .columns import NODE_PARTS

# A language, a term, and perhaps a part of speech and a sense (5.7: wn/animal, wikt/en_1, wp/film).
NODE = r"^/c/([^/]+)/([^/]+)(?:/([nvars])(?:/(.+))?)?$"
_TOKEN = re.compile(r"[\w']+(?:[.\-][\w']+)*")
_COMPOSED = {"zh", "ja", "ko", "ar", "fa", "vi", "th"}
_ENGLISH_DROPPED = {"the", "a", "an"}


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
