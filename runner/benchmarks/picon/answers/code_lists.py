"""The code lists of a release, ready to read answers by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .lexicon import Lexicon, make_lexicon

if TYPE_CHECKING:
    import polars as pl

LANGUAGES = ("en", "pt", "zh")
CUES = "cue"
NUMBER_WORDS = "number_word"


@dataclass(frozen=True)
class CodeList:
    """One list.

    Attributes:
        lexicons: phrases by language.
        parents: code to wider code.
        ranks: code to its place in an ordered list.
        priors: code to those of which one is reached by who still works on it.
        labels: by language, code to name.
    """

    lexicons: Mapping[str, Lexicon]
    parents: Mapping[str, str]
    ranks: Mapping[str, int]
    priors: Mapping[str, tuple[str, ...]]
    labels: Mapping[str, Mapping[str, str]]

    def related(self, first: str, second: str) -> bool:
        """Whether two codes are equal or one is wider than the other."""
        return first in self.line(second) or second in self.line(first)

    def line(self, code: str) -> tuple[str, ...]:
        """A code and all wider ones, narrowest first."""
        line = [code]
        while (parent := self.parents.get(line[-1])) and parent not in line:
            line.append(parent)
        return tuple(line)


# Compared and hashed as the one object that it is, for what is read by it is remembered.
@dataclass(frozen=True, eq=False)
class CodeLists:
    """All lists of a release.

    Attributes:
        lists: by name of the code system.
        cues: by language, the lexicon of each cue.
        numbers: by language, number words of a single token with their number.
    """

    lists: Mapping[str, CodeList]
    cues: Mapping[str, Mapping[str, Lexicon]]
    numbers: Mapping[str, Mapping[str, int]]


def read_code_lists(categories: pl.DataFrame) -> CodeLists:
    """Take the ``categories`` table of a release."""
    rows: dict[str, list[dict[str, Any]]] = {}
    for row in categories.iter_rows(named=True):
        rows.setdefault(row["code_system"], []).append(row)
    lists = {system: _code_list(members) for system, members in rows.items()}
    cues = {
        language: {
            row["code"]: make_lexicon((phrase, row["code"]) for phrase in row[f"synonyms_{language}"])
            for row in rows[CUES]
        }
        for language in LANGUAGES
    }
    numbers = {
        language: {
            words[0]: int(codes[0])
            for words, codes in lists[NUMBER_WORDS].lexicons[language].phrases.items()
            if len(words) == 1
        }
        for language in LANGUAGES
    }
    return CodeLists(lists, cues, numbers)


def _code_list(rows: list[dict[str, Any]]) -> CodeList:
    lexicons = {
        language: make_lexicon(
            (phrase, row["code"])
            for row in rows
            for phrase in [row[f"label_{language}"], *row[f"synonyms_{language}"]]
        )
        for language in LANGUAGES
    }
    return CodeList(
        lexicons,
        {row["code"]: row["parent"] for row in rows if row["parent"]},
        {row["code"]: row["rank"] for row in rows if row["rank"] is not None},
        {row["code"]: tuple(row["prior"]) for row in rows if row["prior"]},
        {name: {row["code"]: row[f"label_{name}"] for row in rows} for name in LANGUAGES},
    )
