"""The question bank of a release."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .....errors import RunError, UsageError
from .code_lists import CodeLists, read_code_lists

if TYPE_CHECKING:
    from .....releases.release import Release


@dataclass(frozen=True)
class Question:
    """A question in one language; the columns of the ``questions`` table that reading an answer needs."""

    question_id: str
    language: str
    text: str
    retest_text: str
    answer_type: str
    code_system: str | None
    minimum: int | None
    maximum: int | None
    stability: str
    equality: str


@dataclass(frozen=True)
class Bank:
    """Questions and the lists their answers are read by.

    Attributes:
        questions: by (question_id, language).
        lists: the code lists.
    """

    questions: Mapping[tuple[str, str], Question]
    lists: CodeLists

    def question(self, question_id: str, language: str) -> Question:
        """One question.

        Raises:
            UsageError: the bank has no such question or language.
        """
        try:
            return self.questions[question_id, language]
        except KeyError:
            known = sorted({name for name, _ in self.questions})
            fix = f"choose one of {', '.join(known)}, in en, pt or zh"
            raise UsageError(f"there is no question {question_id!r} in {language!r}", fix=fix) from None


def read_bank(release: Release) -> Bank:
    """The bank of a ``picon`` release.

    Raises:
        RunError: the release holds no question bank.
    """
    if not {"questions", "categories"} <= set(release.tables):
        raise RunError("the release has no question bank", where=release.name, fix="give a picon release")
    names = list(Question.__dataclass_fields__)
    questions = [Question(**row) for row in release.tables["questions"].select(names).iter_rows(named=True)]
    return Bank(
        {(question.question_id, question.language): question for question in questions},
        read_code_lists(release.tables["categories"]),
    )
