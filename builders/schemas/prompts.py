"""The ``prompts`` table, which every benchmark has: all wording that the runner sends."""

from __future__ import annotations

import pandera.polars as pa

from .fields import CLEAN_TEXT, column, identifier

ROLES = ["subject", "user", "judge", "questioner", "extractor"]
LANGUAGES = ["en", "pt", "zh"]
KEY = ("prompt_id", "language")


class Prompts(pa.DataFrameModel):
    """Prompt templates with named placeholders (jinja2 syntax)."""

    prompt_id: str = identifier("what the prompt is for: role, then purpose")
    role: str = column("the agent that is given the prompt", isin=ROLES)
    language: str = column("ISO 639-1 code of the prompt's language", isin=LANGUAGES)
    text: str = column("the prompt, with named placeholders", str_matches=CLEAN_TEXT)

    class Config:
        """Exactly these columns, in this order."""

        strict = True
        ordered = True
