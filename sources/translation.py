"""Translations of claims: what a translator is told (``curated/translation``), and what builds have kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from ..errors import SourceError, UsageError
from .curated import read_curated_text

LANGUAGES = ("zh", "pt")
Sentence = tuple[str, str]
"""An English sentence and the code of the language it is wanted in."""


def translation_instructions() -> dict[str, str]:
    """Language code to what a translator is told before it is sent an English sentence.

    Raises:
        SourceError: a file is missing.
    """
    return {code: read_curated_text("translation", f"{code}.txt") for code in LANGUAGES}


def kept_translator(kept: Path) -> Callable[[Sequence[Sentence]], list[str | None]]:
    """A translator that knows what a file of translations holds, and nothing else.

    Raises:
        UsageError: there is no such file.
        SourceError: a line is damaged.
    """
    known = kept_translations(kept)
    return lambda sentences: [known.get(sentence) for sentence in sentences]


def kept_translations(kept: Path) -> dict[Sentence, str | None]:
    """Every sentence of a file of translations with its translation; the last one counts, whoever gave it.

    Args:
        kept: JSON lines with ``english``, ``language`` and ``text``; a last line without its newline was torn
            by a crash and is passed over.

    Raises:
        UsageError: there is no such file.
        SourceError: a line is damaged.
    """
    if not kept.is_file():
        raise UsageError("there are no translations", where=str(kept), fix="build with --translator first")
    found: dict[Sentence, str | None] = {}
    with kept.open("rb") as stream:
        for number, line in enumerate(stream, start=1):
            if not line.endswith(b"\n"):
                break
            try:
                record = json.loads(line)
                found[record["english"], record["language"]] = record["text"]
            except (ValueError, KeyError, TypeError) as error:
                raise SourceError(
                    f"line {number} is not a translation", where=str(kept), fix="correct or delete the line"
                ) from error
    return found
