"""Insults and swear words, by a short list per language (``offensive.tsv``): common, unambiguous ones."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from ...sources.curated import parse_tsv
from .finding import Finding
from .prose import Prose


def find_offensive(prose: Prose) -> list[Finding]:
    """Rows that hold a term of the column's language, or of any where that is not known."""
    pattern = _pattern(prose.language)
    hits = [
        (key, match[0])
        for key, text in zip(prose.keys, prose.texts, strict=True)
        if (match := pattern.search(text))
    ]
    if not hits:
        return []
    keys = tuple(dict.fromkeys(key for key, _ in hits))
    terms = ", ".join(sorted({term.lower() for _, term in hits}))
    return [Finding("offensive", prose.table, prose.column, keys, terms)]


@cache
def _pattern(language: str | None) -> re.Pattern[str]:
    data = (files("standfast.builders.scan") / "offensive.tsv").read_bytes()
    rows = parse_tsv(data, where="builders/scan/offensive.tsv")
    terms = [row["term"] for row in rows.iter_rows(named=True) if language in {None, row["language"]}]
    # Chinese has no spaces between words; elsewhere only whole words count.
    whole = [term if re.match("[\u4e00-\u9fff]", term) else rf"\b{re.escape(term)}\b" for term in terms]
    return re.compile("|".join(whole), re.IGNORECASE)
