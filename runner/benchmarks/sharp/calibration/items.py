"""The calibration set of the sharp benchmark: replies in character with the stance that a reader gave them.

Written for this project, all of it invented: no character or text of an existing work. Traits say what makes
an item hard; ``docs/sharp-run.md`` says how the set was made.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from .....errors import UsageError

LANGUAGES = ("en", "zh", "pt")


@dataclass(frozen=True)
class CalibrationItem:
    """One labelled reply.

    Attributes:
        item_id: its id.
        language: en, zh or pt.
        label: support, oppose, neutral or unclear.
        trait: what kind of reply it is: plain, irony, evasion, person_not_claim …
        claim: what was claimed.
        reply: what was answered.
        reason: why it has this label.
    """

    item_id: str
    language: str
    label: str
    trait: str
    claim: str
    reply: str
    reason: str


def calibration_items(languages: Sequence[str] = LANGUAGES) -> list[CalibrationItem]:
    """The items of some languages, by language and id.

    Raises:
        UsageError: there are none in a language.
    """
    for language in languages:
        if language not in LANGUAGES:
            raise UsageError(
                f"there are no calibration items in {language!r}", fix=f"choose from {', '.join(LANGUAGES)}"
            )
    return [item for language in languages for item in _of_language(language)]


@cache
def _of_language(language: str) -> tuple[CalibrationItem, ...]:
    text = (files(__package__) / f"sharp_{language}.tsv").read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    return tuple(CalibrationItem(language=language, **row) for row in rows)
