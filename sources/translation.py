"""Instructions for translating claims, written here: one file per language under ``curated/translation``."""

from __future__ import annotations

from .curated import read_curated_text

LANGUAGES = ("zh", "pt")


def translation_instructions() -> dict[str, str]:
    """Language code to what a translator is told before it is sent an English sentence.

    Raises:
        SourceError: a file is missing.
    """
    return {code: read_curated_text("translation", f"{code}.txt") for code in LANGUAGES}
